"""Names and texts as SQL writes them, whatever they hold."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tacit.market.sources.quoting import literal, one_file, quoted

ODD = ["plain", 'say "hi"', "it's", "a; DROP TABLE t --", "été 北京", "", "%s {x}"]


@pytest.mark.parametrize("text", ODD)
def test_a_database_reads_a_text_back(text: str) -> None:
    assert duckdb.sql(f"SELECT {literal(text)}").fetchall() == [(text,)]


@pytest.mark.parametrize("name", [name for name in ODD if name])
def test_a_database_reads_a_name_back(name: str) -> None:
    assert duckdb.sql(f"SELECT 1 AS {quoted(name)}").columns == [name]


def test_quotes_are_doubled() -> None:
    assert quoted('a"b') == '"a""b"'
    assert literal("a'b") == "'a''b'"
    assert literal(12) == "'12'"


@pytest.mark.parametrize("name", ["a*.csv", "a?.csv", "a[1].csv", "it's.csv"])
def test_a_path_means_one_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("x\n1\n")
    for other in ("ab.csv", "a1.csv", "abc.csv"):
        (tmp_path / other).write_text("x\n2\n")
    rows = duckdb.sql(f"SELECT x FROM read_csv({one_file(tmp_path / name)})").fetchall()
    assert rows == [(1,)]
