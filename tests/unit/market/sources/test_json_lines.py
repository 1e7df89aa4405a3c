"""JSON: objects in lines or in a list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.files import open_file
from tacit.market.sources.opened import Opened
from tacit.market.sources.table import open_source
from tests.helpers.tables import written


def opened(folder: Path, content: str) -> Opened:
    return open_file(written(folder, content, "a.json"), None, USUAL)


def rows_of(table: Opened, **types: str) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = table.connection.execute(
        f"FROM {table.selected(types)}"
    ).fetchall()
    return found


def test_values_are_text_until_asked(tmp_path: Path) -> None:
    table = opened(tmp_path, '{"a": 1, "b": "x"}\n{"a": "2", "b": "NA"}\n\n{"b": true, "a": null}')
    assert (table.types, table.is_text) == ({"a": "VARCHAR", "b": "VARCHAR"}, True)
    assert rows_of(table) == [("1", "x"), ("2", None), (None, "true")]
    assert rows_of(table, a="BIGINT")[:2] == [(1, "x"), (2, None)]


def test_numbers_keep_their_digits(tmp_path: Path) -> None:
    table = opened(tmp_path, '[{"a": 12345678901234567890123}, {"a": 0.1}]')
    assert rows_of(table) == [("12345678901234567890123",), ("0.1",)]


def test_lists_stay_as_they_are(tmp_path: Path) -> None:
    table = opened(tmp_path, '{"a": {"b": 1}, "c": [1, 2], "d": 1}')
    assert table.types == {"a.b": "VARCHAR", "c": "JSON", "d": "VARCHAR"}


def test_objects_may_go_over_lines(tmp_path: Path) -> None:
    assert rows_of(opened(tmp_path, '{\n "a": 1\n}\n{\n "a": 2\n}')) == [("1",), ("2",)]


def test_a_name_that_comes_late_is_a_column_too(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, '{"a": 1}\n' * 30_000 + '{"b": 2}\n', "a.jsonl"))
    assert (source.names, source.rows) == (["a", "b"], 30_001)


def test_a_name_with_a_number_is_a_name(tmp_path: Path) -> None:
    assert rows_of(opened(tmp_path, '{"a": 1, "a_1": 2}')) == [("1", "2")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[]", "rows must be objects"),
        ('{"a": 1}\n[2]', "rows must be objects"),
        ('{"a": 1} x', "can't be read"),
        ('{"a":' * 1_000 + "1" + "}" * 1_000, "can't be read"),
        ("{" + ", ".join(f'"k{i}": 1' for i in range(5_001)) + "}", "more than 5,000 columns"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: str, words: str) -> None:
    with pytest.raises(TableError, match=words):
        open_source(written(tmp_path, content, "a.json"))


def test_the_fields_of_objects_are_columns(tmp_path: Path) -> None:
    rows = (
        '{"id": 1, "user": {"country": "DE", "a/b\'~": 5, "tags": ["x"]}, "x": "a"}\n'
        '{"id": 2, "user": {"country": "NA", "a/b\'~": null}, "x": "b"}\n{"id": 3, "x": "c"}\n'
    )
    source = open_source(written(tmp_path, rows, "a.json"))
    assert source.names == ["id", "user.country", "user.a/b'~", "user.tags", "x"]
    assert source.kind("user.tags") == "other"
    assert source.counts("user.country") == {"DE": 1}
    assert source.counts("user.a/b'~") == {"5": 1}
    assert source.counts("x") == {"a": 1, "b": 1, "c": 1}


def test_an_object_whose_fields_would_be_called_like_others_stays_whole(tmp_path: Path) -> None:
    rows = '{"u": {"a": 1}, "U.A": 2}\n'
    assert open_source(written(tmp_path, rows, "a.json")).names == ["u", "U.A"]
