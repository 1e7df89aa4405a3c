"""Rows that name values and say how many records have them."""

from __future__ import annotations

import pytest

from tacit.errors import TableError
from tacit.market.sources.statistics.listing import Row, listed, number
from tacit.market.sources.table import Source, open_source
from tacit.space.nominal import Nominal

SEX, TEAM = Nominal("sex", ("F", "M")), Nominal("team", (1, 2), column="t")


def table(**columns: list[object]) -> Source:
    return open_source(columns)


def test_rows_are_cells_and_what_is_said_of_them() -> None:
    rows = listed(table(sex=["F", "M"], t=[2, 1], n=["<5", " 7 "]), [SEX, TEAM], "n")
    assert rows == [Row((0, 1), "<5"), Row((1, 0), "7")]


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"sex": ["F", "X"], "n": [1, 2]}, "a value that 'sex' does not have.*F, M"),
        ({"sex": ["F", None], "n": [1, 2]}, "or lacks one"),
        ({"sex": ["F", "F"], "n": [1, 2]}, "lists a cell twice: sex F"),
        ({"sex": ["F", "M"]}, "n"),
    ],
)
def test_what_is_no_table_of_counts_is_refused(columns: dict[str, list[object]], why: str) -> None:
    with pytest.raises(TableError, match=why):
        listed(table(**columns), [SEX], "n")


def test_far_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit.market.sources.statistics.listing.MOST_ROWS", 1)
    with pytest.raises(TableError, match="more than 1 cells"):
        listed(table(sex=["F", "M"], n=[1, 2]), [SEX], "n")


@pytest.mark.parametrize("said", [None, "many", "nan", "inf", "1e999"])
def test_what_is_no_number_is_refused(said: str | None) -> None:
    with pytest.raises(TableError, match="column 'n'"):
        number(table(sex=["F"], n=[1]), "n", said)
