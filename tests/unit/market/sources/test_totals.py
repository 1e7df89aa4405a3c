"""Rows that say they are totals are told."""

from __future__ import annotations

import pytest

from tacit.market.sources.proposal import propose
from tacit.market.sources.table import open_source
from tacit.market.sources.totals import is_total

REGIONS = ["North", "South", "West"] * 20


@pytest.mark.parametrize(
    "text",
    ["Total", "TOTAL:", "Grand total", "Sub-Total", "North Total", "Summe", "Gesamt Nord", "合计"],
)
def test_what_calls_itself_a_total(text: str) -> None:
    assert is_total(text)


@pytest.mark.parametrize("text", ["", "Totals are far from here", "Summer", "Sumatra", "totally"])
def test_what_does_not(text: str) -> None:
    assert not is_total(text)


def test_totals_are_told_with_how_many_rows() -> None:
    table = {
        "n": list(range(62)),
        "region": [*REGIONS, "Total", "Grand total"],
        "x": ["a", "b"] * 31,
    }
    (remark,) = (r for r in propose(open_source(table)).remarks if "total" in r)
    assert remark.startswith("2 rows say they are totals, in the column 'region'")


def test_without_totals_nothing_is_told() -> None:
    table = {"region": REGIONS, "x": ["Total", "b"] * 30}
    assert propose(open_source(table)).remarks == ()
