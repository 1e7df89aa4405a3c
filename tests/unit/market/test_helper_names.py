"""A query's own names are never those of the table, so that it draws what was asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import tacit
from tacit.export.sample_sql import sample_sql
from tacit.market.helper_names import not_ours, own_names
from tacit.market.purchase import Purchase
from tacit.purchasing.design import STRATIFIED, Design
from tests.helpers.small_markets import grid

PLAIN = grid([[1, 2], [3, 4]])


def test_usual_names_are_kept() -> None:
    assert own_names(PLAIN) == "tacit_"


@pytest.mark.parametrize("taken", ["tacit_cell", "TACIT_1", "x tacit_"])
def test_taken_names_are_left(taken: str) -> None:
    assert own_names(PLAIN, taken) == "tacit2_"
    assert own_names(PLAIN, taken, '"tacit2_cell"') == "tacit3_"


HELPERS = ["cell", "chance", "place", "stratum", "price", "turn", "count", "spent", "last", "row"]
NAMES = [f"tacit_{name}" for name in HELPERS]


def sellers(*names: str) -> tuple[tacit.Market, duckdb.DuckDBPyConnection]:
    """A seller's table in which every name of ours is taken by a column, and its market."""
    rows = 60
    table: dict[str, list[Any]] = {"Team": ["a", "b", "c"] * 20, "fee": [1.0, 2.0, 5.0] * 20}
    table |= {name: [1 + i % 7 for i in range(rows)] for name in names} | {"key": [*range(rows)]}
    market = tacit.load(pa.table(table), dimensions=["Team"], cost="fee")
    database = duckdb.connect()
    database.register("tacit_1", pa.table(table))
    return market, database


@pytest.mark.parametrize("names", [NAMES, [name.upper() for name in NAMES], []])
class TestAnyTable:
    def test_a_plan_is_drawn_as_it_is(self, names: list[str]) -> None:
        market, database = sellers(*names)
        plan = [{"cell": {"Team": team}, "count": n} for team, n in (("a", 3), ("b", 7), ("c", 10))]
        query = Purchase.from_plan(market, plan).to_sql("tacit_1")
        found = [row[0] for row in database.execute(query).fetchall()]
        assert [found.count(team) for team in "abc"] == [3, 7, 10]

    @pytest.mark.parametrize("key", [None, "key"])
    @pytest.mark.parametrize("budget", [None, Fraction(50)])
    def test_a_sample_is_drawn_as_it_is(
        self, names: list[str], key: str | None, budget: Fraction | None
    ) -> None:
        market, database = sellers(*names)
        cells = market.cells(market.intent({}))
        by_cell, take = np.array([0, 1, 1], dtype=np.intp), np.array([4, 9], dtype=np.int64)
        design = Design(STRATIFIED, cells.records, by_cell, take, budget)
        how: dict[str, Any] = {
            "table": "tacit_1",
            "row_id": key,
            "seed": None if key is None else 5,
        }
        query = sample_sql(market, market.intent({}), cells, design, **how)
        found = [row[0] for row in database.execute(query).fetchall()]
        if budget is None:
            assert (len(found), found.count("a")) == (13, 4)
        else:
            fees = {"a": 1, "b": 2, "c": 5}
            assert 5 <= len(found) <= 13
            assert sum(fees[team] for team in found) <= budget


def test_only_what_may_be_ours_is_left_out_of_a_delivery() -> None:
    market, _ = sellers("tacit_cell")
    names = ["Team", "fee", "tacit_cell", "Tacit2_place", "tacit9_turn", "taciturn", "Tacit_row"]
    assert not_ours(market, names) == ["Team", "fee", "tacit_cell", "taciturn"]
