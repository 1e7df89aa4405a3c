"""Counted rows have their place in cells, however the table spelled what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tacit.errors import CostError, MissingValues, TableError
from tacit.market.market import Market
from tacit.market.sources.assembling import count_rows, put_together
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.table import open_source
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tests.helpers.tables import written

SEX = Nominal("sex", ("F", "M"))
ROOMS = Nominal("rooms", (1, 2))
PEOPLE = "sex,rooms,many,paid\nF,2,1,1.5\n F,2.0,3,2.25\nM,1,2,4\n"


def made(folder: Path, content: str = PEOPLE, **recipe: Any) -> Market:
    """A market that is put together without a look at the table."""
    asked = Recipe(**{"dimensions": (SEX, ROOMS), **recipe})
    source = open_source(written(folder, content))
    counted = count_rows(source, asked)
    source._opened.close()
    return put_together(counted, asked, open_source)


def mass(market: Market, **wanted: Any) -> tuple[int, float]:
    found = market.mass(market.intent(wanted))
    return found.records, market.money(found.spend)


def test_groups_that_are_spelled_apart_are_one_cell(tmp_path: Path) -> None:
    market = made(tmp_path)
    assert market.filled == 2
    assert mass(market, sex=["F"], rooms=[2]) == (2, 2)


def test_a_row_may_stand_for_many_records(tmp_path: Path) -> None:
    market = made(tmp_path, count="many")
    assert market.counted
    assert (mass(market, sex=["F"]), market.total.records) == ((4, 4), 6)


def test_what_rows_cost_is_added_up_exactly(tmp_path: Path) -> None:
    market = made(tmp_path, cost={"column": "paid"})
    assert (mass(market, sex=["F"]), mass(market)) == ((2, 3.75), (3, 7.75))
    by_many = made(tmp_path, cost={"column": "paid"}, count="many")
    assert mass(by_many, sex=["F"]) == (4, 8.25)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("F,1,1,-2\n", "1 rows have a negative cost"),
        ("F,1,1,\n", "1 rows have no cost"),
        ("F,1,1,0.1234567\n", "more than 6 decimals"),
    ],
)
def test_costs_that_cannot_be_are_refused(tmp_path: Path, rows: str, why: str) -> None:
    with pytest.raises(CostError, match=why):
        made(tmp_path, PEOPLE + rows, cost={"column": "paid"})


@pytest.mark.parametrize("many", ["-1", "1.5", ""])
def test_counts_must_be_whole(tmp_path: Path, many: str) -> None:
    with pytest.raises(TableError, match="whole numbers, 0 or more, but 1 rows do not"):
        made(tmp_path, f"{PEOPLE}F,1,{many},1\n", count="many")


def test_rows_that_lack_a_value_are_dropped_or_kept_or_asked_about(tmp_path: Path) -> None:
    gaps = f"{PEOPLE},1,1,1\nM,?,1,1\n"
    with pytest.raises(MissingValues, match="2 of 5 rows"):
        made(tmp_path, gaps)
    dropped = made(tmp_path, gaps, missing="drop")
    assert dropped.total.records == 3
    assert any("dropped" in note for note in dropped.notes)
    places = {
        "dimensions": (
            Nominal("sex", ("F", "M", "none"), missing="none"),
            Nominal("rooms", (1, 2, "none"), missing="none"),
        )
    }
    kept = made(tmp_path, gaps, missing="keep", **places)
    assert (kept.total.records, mass(kept, sex=["none"])[0]) == (5, 1)


def test_if_no_row_is_left_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"no row of .* is left"):
        made(tmp_path, "sex,rooms\n,1\nF,\n", missing="drop")


def test_other_text_among_numbers_needs_a_place(tmp_path: Path) -> None:
    age = Numeric.binned("age", [30])
    with pytest.raises(TableError, match="1 of 3 rows hold something else"):
        made(tmp_path, "age\n20\n40\nold\n", dimensions=(age,))


def test_other_text_and_what_is_missing_are_counted_apart_and_kept_together(tmp_path: Path) -> None:
    age = Numeric.binned("age", [30], missing="none")
    ages = "sex,age\nF,20\nF,40\nF,old\nF,\nF, NA \n"
    kept = made(tmp_path, ages, dimensions=(SEX, age), missing="keep")
    assert (kept.filled, mass(kept, age=["none"])[0]) == (3, 3)
    with pytest.raises(TableError, match="1 of 3 rows hold something else"):
        made(tmp_path, ages, dimensions=(SEX, Numeric.binned("age", [30])))
    with pytest.raises(MissingValues, match="2 of 4 rows"):
        made(tmp_path, ages.replace("F,old\n", ""), dimensions=(SEX, Numeric.binned("age", [30])))
