"""Names of columns: all different, and names."""

from __future__ import annotations

import pytest

from tacit.errors import TableError
from tacit.market.sources.column_names import MOST_COLUMNS, each_once, from_first_line


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("a b c", "a b c"),
        ("a a a_2 a", "a a_3 a_2 a_4"),
        ("a A", "a A_2"),
        ("a_2 a a", "a_2 a a_3"),
    ],
)
def test_names_are_told_apart(given: str, found: str) -> None:
    names, notes = each_once(given.split())
    assert names == found.split()
    assert bool(notes) == (given != found)
    assert each_once(names) == (names, ())


def test_many_changes_are_told_in_one_line() -> None:
    (note,) = each_once(["a"] * 4_000)[1]
    assert note.endswith("'a_5', 'a_6' and 3,994 more")


def test_a_column_without_a_name_is_called_by_its_place() -> None:
    assert from_first_line("t", ["", " b ", "column0"])[0] == ["column0", "b", "column0_2"]


def test_too_many_columns_are_refused() -> None:
    with pytest.raises(TableError, match="more than 5,000 columns"):
        from_first_line("t", ["a"] * (MOST_COLUMNS + 1))


@pytest.mark.parametrize("name", ["1", "-2.5", "1e3", "1e999", "1819"])
def test_numbers_are_no_names(name: str) -> None:
    with pytest.raises(TableError, match="does not look like column names"):
        from_first_line("t", ["a", name])
