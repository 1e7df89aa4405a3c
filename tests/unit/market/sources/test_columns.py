"""What is known of a table's columns, and how to ask for what they hold."""

from __future__ import annotations

import duckdb
import pytest

from tacit.errors import MixedTypes, TableError
from tacit.market.sources.columns import KINDS, Columns, kind_of
from tacit.market.sources.written import Written

COLUMNS = Columns("people", {"name": "text", "age": "integer", "paid": "number", "day": "date"})


@pytest.mark.parametrize(
    ("sql_type", "kind"),
    [
        ("VARCHAR", "text"),
        ("ENUM('a', 'b')", "text"),
        ("BIGINT", "integer"),
        ("UTINYINT", "integer"),
        ("INTEGER", "integer"),
        ("DECIMAL(18,3)", "number"),
        ("DOUBLE", "number"),
        ("TIMESTAMP WITH TIME ZONE", "date"),
        ("DATE", "date"),
        ("BOOLEAN", "bool"),
        ("INTEGER[]", "other"),
        ("STRUCT(a INTEGER)", "other"),
        ("BLOB", "other"),
    ],
)
def test_what_the_types_of_a_database_hold(sql_type: str, kind: str) -> None:
    assert kind_of(sql_type) == kind
    assert kind in KINDS


def answer(sql: str, value: str) -> object:
    """What the SQL for the column of names gives, for one value of it."""
    return duckdb.sql(f"SELECT {sql} FROM (SELECT {value} AS name)").fetchall()[0][0]


def test_text_is_trimmed_and_marks_for_nothing_are_nothing() -> None:
    assert answer(COLUMNS.clean("name"), "'  Ann '") == "Ann"
    assert answer(COLUMNS.clean("name"), "' NA '") is None
    assert answer(COLUMNS.text("name"), "'\t Ann\u00a0'") == "Ann"


def test_text_may_be_read_as_numbers() -> None:
    assert answer(COLUMNS.clean("name", Written.named("plain")), "' 12.5'") == 12.5
    assert answer(COLUMNS.clean("name", Written.named("plain")), "'much'") is None


def test_numbers_that_are_none_are_nothing() -> None:
    found = duckdb.sql(
        f"SELECT {COLUMNS.clean('paid')} FROM (VALUES ('inf'::DOUBLE), ('nan'), (2.5)) AS v(paid)"
    ).fetchall()
    assert found == [(None,), (None,), (2.5,)]


def test_a_column_that_is_not_there_is_refused_with_one_that_is_near() -> None:
    with pytest.raises(TableError, match=r"people has no column 'nane'.*'name'"):
        COLUMNS.require(["name", "nane"])


def test_a_column_of_another_kind_is_refused() -> None:
    COLUMNS.require_kind("age", "number")
    COLUMNS.require_kind("name", "date")
    for name, kind in (("age", "date"), ("day", "number")):
        with pytest.raises(TableError, match="must hold"):
            COLUMNS.require_kind(name, kind)


def test_a_column_in_which_some_rows_hold_something_else_is_mixed() -> None:
    assert isinstance(COLUMNS.mixed("name", "number", 1, 5), MixedTypes)
    assert not isinstance(COLUMNS.mixed("name", "number", 5, 5), MixedTypes)


def test_rows_that_lack_nothing() -> None:
    rows = "(VALUES ('Ann', 1), ('?', 2), ('Bob', NULL), (NULL, 3), (' Cy ', 4)) AS v(name, age)"
    found = duckdb.sql(f"SELECT name FROM {rows} WHERE {COLUMNS.complete(['name', 'age', 'name'])}")
    assert found.fetchall() == [("Ann",), (" Cy ",)]
