"""What was bought: as a list and back, and what a purchase shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pytest
import sqlglot

from tacit.errors import InputError, PurchaseError
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space
from tacit.space.tree import Tree

SECRET = "canary"


def market(layout: str = "auto") -> Market:
    """Two dimensions, x with a, b and the canary, y with p and q; the canary has no q."""
    x, y = Nominal("x", ("a", "b", SECRET)), Nominal("y", ("p", "q"))
    prices = [[1, 2], [3, Fraction(1, 2)], [5, 1]]
    return Market.from_cube(Space((x, y)), [[4, 3], [2, 1], [6, 0]], prices, layout=layout)


def line(x: str, y: str, count: Any) -> dict[str, Any]:
    return {"cell": {"x": x, "y": y}, "count": count}


@pytest.fixture(params=["dense", "sparse"])
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class TestRoundTrip:
    def test_a_plan_comes_back_as_it_was(self, layout: str) -> None:
        plan = [line("a", "p", 2), line(SECRET, "p", 6), line("b", "q", 1)]
        assert Purchase.from_plan(market(layout), plan).to_plan() == plan

    def test_values_of_every_kind_come_back(self) -> None:
        bins = Numeric.binned("age", [18, 65], ["child", "adult", "old"])
        place = Tree.of("place", {"north": ["n1", "n2"], "south": ["s1"]})
        number = Nominal("code", (1, 2))
        space = Space((bins, place, number))
        full = Market.from_cube(space, np.full(space.shape, 2))
        codes = np.indices(space.shape).reshape(3, -1)
        bought = Purchase(full, codes.astype(np.uint8), np.arange(18) % 2 + 1)
        again = Purchase.from_plan(full, bought.to_plan())
        assert again.to_plan() == bought.to_plan()
        assert again.size == bought.size == 27

    def test_cells_with_count_0_are_left_out(self) -> None:
        bought = Purchase.from_plan(market(), [line("a", "p", 0), line("b", "p", 1)])
        assert bought.to_plan() == [line("b", "p", 1)]

    def test_whole_numbers_of_other_libraries_are_numbers(self) -> None:
        bought = Purchase.from_plan(market(), [line("a", "p", np.int32(2))])
        assert bought.to_plan() == [line("a", "p", 2)]

    def test_from_counts_of_listed_cells(self, layout: str) -> None:
        on_offer = market(layout)
        cells = on_offer.cells(on_offer.intent({"x": ["a"]}))
        bought = Purchase.of(on_offer, cells, np.array([0, 3]))
        assert bought.to_plan() == [line("a", "q", 3)]


class TestWhatIsSeen:
    def test_the_values_among_the_bought(self, layout: str) -> None:
        bought = Purchase.from_plan(market(layout), [line("a", "p", 1), line(SECRET, "p", 2)])
        assert bought.seen.to_json() == {"x": ["a", SECRET], "y": ["p"]}

    def test_cells_between_the_bought_ones_are_on_offer_but_not_bought(self, layout: str) -> None:
        """a p and b q show a q and b p as well; the canary's q is not a cell of the box."""
        bought = Purchase.from_plan(market(layout), [line("b", "q", 1), line("a", "p", 3)])
        assert bought.cells.records.tolist() == [4, 3, 2, 1]
        assert bought.bought.tolist() == [3, 0, 0, 1]

    def test_records_in_an_intent(self, layout: str) -> None:
        on_offer = market(layout)
        bought = Purchase.from_plan(on_offer, [line("b", "q", 1), line("a", "p", 3)])
        assert bought.records_in(on_offer.intent({"x": ["a"]})) == 3
        assert bought.records_in(on_offer.intent({"x": [SECRET]})) == 0
        assert bought.records_in(on_offer.intent({})) == bought.size == 4

    def test_the_cost_counts_each_record_at_its_cell_s_price(self, layout: str) -> None:
        plan = [line("b", "q", 1), line("a", "p", 3), line(SECRET, "p", 2)]
        assert Purchase.from_plan(market(layout), plan).cost == Fraction(27, 2)

    def test_cells_beyond_what_a_number_can_key(self) -> None:
        """With 2 ** 80 cells, places are found all the same."""
        space = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(40)))
        codes = np.zeros((40, 3), dtype=int)
        codes[:, 1], codes[-1, 2] = 3, 1
        huge = Market.from_cells(space, codes, [5, 6, 7])
        plan = [
            {"cell": dict.fromkeys(space.names, "d"), "count": 2},
            {"cell": dict.fromkeys(space.names, "a"), "count": 5},
        ]
        bought = Purchase.from_plan(huge, plan)
        pairs = sorted(zip(bought.cells.records.tolist(), bought.bought.tolist(), strict=True))
        assert pairs == [(5, 5), (6, 2)]

    def test_a_repr_shows_sizes_only(self) -> None:
        bought = Purchase.from_plan(market(), [line(SECRET, "p", 2)])
        assert repr(bought) == "Purchase(2 records of 1 cell)"


BAD: dict[str, tuple[Any, str]] = {
    "a value the dimension does not have": ([line("stranger", "p", 1)], "value that 'x'"),
    "no value": ([line(None, "p", 1)], "value that 'x'"),
    "several values at once": ([line(["a", "b"], "p", 1)], "one value for each"),
    "a range": ([line({"from": 1}, "p", 1)], "one value for each"),
    "a missing dimension": ([{"cell": {"x": SECRET}, "count": 1}], "one value for each"),
    "an unknown dimension": (
        [{"cell": {"x": SECRET, "y": "p", "stranger": "p"}, "count": 1}],
        "one value for each",
    ),
    "more than the stock": ([line(SECRET, "p", 7)], "7 records of a cell that holds 6"),
    "anything of an empty cell": ([line(SECRET, "q", 1)], "of a cell that holds 0"),
    "more than a number can hold": ([line(SECRET, "p", 10**30)], "holds 6"),
    "a negative count": ([line(SECRET, "p", -1)], "whole number"),
    "a fractional count": ([line(SECRET, "p", 1.5)], "whole number"),
    "a count in words": ([line(SECRET, "p", "1")], "whole number"),
    "a truth value for a count": ([line(SECRET, "p", True)], "whole number"),
    "no count": ([{"cell": {"x": SECRET, "y": "p"}}], "whole number"),
    "a cell twice": ([line(SECRET, "p", 1), line(SECRET, "p", 2)], "twice"),
    "a cell twice, once with nothing": ([line(SECRET, "p", 1), line(SECRET, "p", 0)], "twice"),
    "no cells": ([], "no records"),
    "only nothing": ([line(SECRET, "p", 0)], "no records"),
    "no list": ({"plan": [line(SECRET, "p", 1)]}, "is a list of"),
    "text": (f"{SECRET}, p, 1", "is a list of"),
    "nothing at all": (None, "is a list of"),
    "a list of something else": ([SECRET], "is a list of"),
    "a cell that is no mapping": ([{"cell": SECRET, "count": 1}], "is a list of"),
}


class TestRefused:
    @pytest.mark.parametrize("case", BAD)
    def test_with_a_message_that_names_no_bought_value(self, case: str, layout: str) -> None:
        plan, words = BAD[case]
        with pytest.raises(PurchaseError, match=words) as caught:
            Purchase.from_plan(market(layout), plan)
        assert isinstance(caught.value, InputError)
        assert caught.value.exit_code == 2
        for hidden in (SECRET, "stranger"):
            assert hidden not in str(caught.value)
            assert hidden not in (caught.value.hint or "")

    def test_an_inner_node_of_a_tree_is_not_one_value(self) -> None:
        place = Tree.of("place", {"north": ["n1", "n2"], "south": ["s1"]})
        full = Market.from_cube(Space((place,)), [3, 3, 3])
        with pytest.raises(PurchaseError, match="several values of 'place'"):
            Purchase.from_plan(full, [{"cell": {"place": "north"}, "count": 1}])


class TestToSql:
    def test_the_query_draws_exactly_the_purchase(self) -> None:
        rows = [
            (x, y) for x, y, n in (("a", "p", 4), ("a", "q", 3), ("b", "p", 2)) for _ in range(n)
        ]
        with duckdb.connect() as connection:
            connection.execute("CREATE TABLE t (x VARCHAR, y VARCHAR)")
            connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
            query = Purchase.from_plan(market(), [line("a", "p", 3), line("b", "p", 2)]).to_sql("t")
            drawn = connection.execute(query).fetchall()
        assert sorted(row[:2] for row in drawn) == [("a", "p")] * 3 + [("b", "p")] * 2

    @pytest.mark.parametrize(
        "dialect", ["postgres", "mysql", "bigquery", "spark", "tsql", "oracle"]
    )
    def test_other_databases_can_read_it(self, dialect: str) -> None:
        plan = [line("a", "p", 3), line("b", "p", 2)]
        query = Purchase.from_plan(market(), plan).to_sql("shop.t", dialect)
        tables = sqlglot.parse_one(query, read=dialect).find_all(sqlglot.exp.Table)
        assert "shop.t AS t" in [table.sql() for table in tables]

    def test_rows_that_stand_for_several_records_can_not_be_drawn(self) -> None:
        counted = replace(market(), counted=True)
        with pytest.raises(PurchaseError, match="stand for several records"):
            Purchase.from_plan(counted, [line("a", "p", 1)]).to_sql("t")
