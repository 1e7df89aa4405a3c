"""Which ways of writing are tried on a column, and which are given up."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tacit.market.sources.written_dates import Dates
from tacit.market.sources.written_guesses import (
    are_ids,
    are_names,
    candidates,
    difference,
    fitting,
    narrowed,
)
from tacit.market.sources.written_numbers import Numbers

PLAIN, POINT, COMMA = Numbers(), Numbers(".", ","), Numbers(",", ".")
DAY, MONTH = Dates("dmy", "/"), Dates("mdy", "/")


def once(texts: Iterable[str]) -> dict[str, int]:
    return dict.fromkeys(texts, 1)


@pytest.mark.parametrize(
    "texts",
    [
        ["5", "01234"],
        ["+491701234567"],
        ["+48 512 345 678", "5"],
        ["192.168.100.200", "192.168.100.201"],
        ["10.0.0.1"],
    ],
)
def test_one_text_tells_that_there_are_names(texts: list[str]) -> None:
    assert are_names(texts)


@pytest.mark.parametrize(
    "texts", [["5", "0"], ["0.5"], ["+5"], ["192.168.100.200", "999.888.777.666"]]
)
def test_numbers_are_not_names(texts: list[str]) -> None:
    assert not are_names(texts)


def test_only_ways_whose_marks_occur_are_tried() -> None:
    assert candidates(once(["5", "17"])) == [PLAIN]
    assert candidates(once(["5", "(17)"])) == [PLAIN, POINT]
    assert candidates(once(["1.5", "2"])) == [
        *(PLAIN, COMMA, Dates("dmy", "."), Dates("mdy", "."), Dates("ymd", ".")),
        *(Dates("dmy", ".", short_year=True), Dates("mdy", ".", short_year=True)),
    ]


def test_the_most_frequent_units_are_tried() -> None:
    tried = candidates({"$1": 5, "€1": 9, "£1": 8, "1 USD": 7})
    assert {way.unit for way in tried if isinstance(way, Numbers)} == {"", "€", "£", "USD"}


def test_rows_are_counted_not_texts() -> None:
    texts = {"5": 8, "a": 1, "b": 1}
    assert fitting([PLAIN, DAY], texts, 10) == {PLAIN: 8}
    assert fitting([PLAIN], {"5": 7, "a": 3}, 10) == {}


def test_with_short_years_every_row_must_fit() -> None:
    short = Dates("dmy", "/", short_year=True)
    assert fitting([short], {"31/12/25": 99}, 99) == {short: 99}
    assert fitting([short], {"31/12/25": 99, "soon": 1}, 100) == {}


def test_whole_numbers_are_told_by_what_fits() -> None:
    assert narrowed(PLAIN, once(["5", "x"])) == PLAIN.as_whole
    assert narrowed(PLAIN, once(["5", "5.0"])) == PLAIN
    assert narrowed(DAY, once(["5"])) == DAY


def test_a_text_that_both_read_is_the_better_example() -> None:
    assert difference(DAY, MONTH, ["01/01/2025"]) is None
    assert difference(DAY, MONTH, ["31/12/2025", "03/04/2025"]) == "03/04/2025"
    assert difference(DAY, MONTH, ["31/12/2025"]) == "31/12/2025"
    assert difference(PLAIN.as_whole, PLAIN, ["5"]) is None


def test_long_numbers_and_phone_numbers_are_ids() -> None:
    blanks = Numbers(".", " ", whole=True)
    assert are_ids(PLAIN.as_whole, ["5", "1" * 19])
    assert not are_ids(PLAIN, ["5.5", "1" * 19])
    assert are_ids(blanks, ["512 345 678", "601 234 567"])
    assert not are_ids(blanks, ["512 345 678", "601 234"])
    assert not are_ids(blanks, ["512 345"])
