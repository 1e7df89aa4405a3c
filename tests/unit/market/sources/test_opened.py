"""A table that a database can read, and the database, which sees nothing else."""

from __future__ import annotations

import gc
from pathlib import Path

import duckdb
import pytest

from tacit._files import UNFINISHED
from tacit.errors import SettingError, TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.opened import FileOptions, Opened, as_types, connect, first_line, typed


def test_the_database_sees_the_named_files_alone(tmp_path: Path) -> None:
    (seen := tmp_path / "[seen]*.csv").write_text("a\n1\n")
    (other := tmp_path / "s.csv").write_text("a\n1\n")
    connection = connect(USUAL, seen)
    for asked in (f"FROM read_csv('{other}')", f"FROM '{other}'", "LOAD httpfs", "SET threads = 1"):
        with pytest.raises(duckdb.Error):
            connection.execute(asked)


def test_a_folder_for_what_does_not_fit_is_known_while_it_may_be_there() -> None:
    gc.collect()  # what other tests have left
    before = set(UNFINISHED)
    connection = connect(USUAL)
    (folder,) = set(UNFINISHED) - before
    del connection
    gc.collect()
    assert folder not in UNFINISHED


def test_columns_of_text_come_as_asked_and_marks_are_missing() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE raw AS SELECT '1' AS a, ' ? ' AS b, [1] AS c")
    rows = as_types("raw", {"a": "VARCHAR", "b": "VARCHAR", "c": "INTEGER[]"}, {"a": "BIGINT"})
    assert connection.execute(f"SELECT * FROM {rows}").fetchall() == [(1, None, [1])]


def test_a_text_that_does_not_fit_is_a_conversion_error() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE raw AS SELECT 'x' AS a")
    with pytest.raises(duckdb.ConversionException):
        connection.execute(f"FROM {as_types('raw', {'a': 'VARCHAR'}, {'a': 'BIGINT'})}").fetchall()


def test_a_table_with_types_takes_no_notice_of_others() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE given AS SELECT CAST(19.99 AS FLOAT) AS a, 'x' AS b")
    opened = typed("t", connection, "given", bytes=3)
    assert (opened.types, opened.bytes) == ({"a": "DOUBLE", "b": "VARCHAR"}, 3)
    assert connection.execute(f"FROM {opened.selected({'b': 'BIGINT'})}").fetchall() == [
        (19.99, "x")
    ]


def test_after_an_error_there_is_another_way_or_a_plain_word() -> None:
    connection = duckdb.connect()
    plain = Opened("t", connection, {}, False, lambda _: "t")
    with pytest.raises(TableError, match=r"t can't be read: one$"):
        plain.after(ValueError("one\ntwo"))
    asked = Opened("t", duckdb.connect(), {}, False, lambda _: "t", mended=lambda _: plain)
    assert asked.after(ValueError("one")) is plain
    with pytest.raises(duckdb.ConnectionException):
        asked.connection.execute("SELECT 1")


@pytest.mark.parametrize("options", [FileOptions(encoding="utf-8"), FileOptions(sheet="a")])
def test_options_that_do_not_apply_are_refused(options: FileOptions) -> None:
    options.only("encoding", "sheet")
    with pytest.raises(SettingError, match="only goes with"):
        options.only()


def test_the_first_line_is_for_people() -> None:
    assert first_line(ValueError("\na\nb")) == "a"
    assert first_line(ValueError()) == "ValueError"
