"""The most wanted records an observer may see, and the fewest others beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.tails import Count
from tacit.auditing.buy import purchase
from tacit.errors import (
    PurchaseError,
    UnreachablePurchase,
)
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.purchasing.optimal import affordable, smallest
from tacit.purchasing.order import Order
from tacit.purchasing.problem import Problem
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.purchases import SECRET, SMALL, buy, small_problem


class TestOptimal:
    def test_published_as_true(self) -> None:
        """Everything is wanted: each cell has its own cap, and they must add up."""
        order = buy(SMALL, want={}, buy=30)
        assert (order.true_records, order.utility, order.confidence.upper) == (30, 1, 0)
        with pytest.raises(UnreachablePurchase, match="of the wanted cells too few"):
            buy(SMALL, want={}, buy=15, limit="1/10")

    def test_one_cell(self) -> None:
        assert buy([[5]], buy=5).confidence.upper == 0
        assert buy([[5]], buy=3).passes
        assert buy([[5]], buy=3, against="purchase", limit=1).true_records == 3
        with pytest.raises(UnreachablePurchase):
            buy([[5]], buy=3, against="purchase")

    def test_the_cheapest_disguise_is_taken(self) -> None:
        order = buy([[6, 4], [10, 10]], prices=[[1, 9], [9, 2]], buy=10)
        assert order.purchase.to_plan()[-1] == {"cell": {"x": "b", "y": "q"}, "count": 9}
        assert order.proven

    def test_free_records_and_huge_prices(self) -> None:
        free = buy(SMALL, prices=[[0, 0], [0, 0]], buy=10)
        assert (free.cost, free.proven) == (0, True)
        huge = buy(SMALL, prices=[[10**12, 10**12], [10**12, 10**12 + 1]], buy=10)
        assert (huge.cost, huge.proven) == (10**13, True)

    def test_values_nobody_has_need_not_be_shown(self) -> None:
        order = buy([[6, 0, 4], [10, 0, 10], [0, 0, 0]], buy=2)
        assert order.purchase.seen.to_json() == {"x": [SECRET, "b"], "y": ["p", "r"]}
        assert order.passes

    def test_against_the_plain_share(self) -> None:
        order = buy(SMALL, buy=10, against="purchase", limit="0.39")
        assert (order.true_records, order.confidence.upper) == (3, Fraction(3, 10))

    def test_a_tie_with_the_limit_is_within(self) -> None:
        """Two draws of 6 in 10 hold none of them in C(4,2) / C(10,2) = 6/45 of all cases."""
        records = [[6, 4]]
        assert buy(records, buy=2, limit="2/15").true_records == 1
        with pytest.raises(UnreachablePurchase, match="shows every value"):
            buy(records, buy=2, limit=Fraction(2, 15) - Fraction(1, 10**60))

    def test_a_large_sparse_market(self) -> None:
        rng = np.random.default_rng(0)
        shape = (40, 50, 50, 20)
        space = Space(
            tuple(Nominal(n, tuple(range(k))) for n, k in zip("wxyz", shape, strict=True))
        )
        keys = rng.choice(int(np.prod(shape)), 100_000, replace=False)
        codes = np.array(np.unravel_index(keys, shape))
        market = Market.from_cells(space, codes, rng.integers(1, 30, len(keys)))
        true = market.intent({"w": [1, 2], "x": list(range(10)), "y": list(range(10))})
        problem = Problem(market, true, market.intent({}), Fraction(3, 10), PurchaseF())
        order = purchase(market, true, market.intent({}), buy=150_000, allocate="optimal")
        assert order.records == 150_000
        assert order.true_records == int(problem.most(150_000).sum()) > 0
        assert order.passes
        assert order.proven
        assert order.purchase.seen == market.intent({})


class TestNeed:
    def test_a_larger_purchase_can_be_cheaper(self) -> None:
        """The canary's two p cost 1 each, but only a large purchase may hold both; q costs 100."""
        asked = {"want": {"x": [SECRET]}, "prices": [[1, 100], [0, 0]], "need": 2}
        small = buy([[2, 20], [400, 400]], **asked)
        cheap = buy([[2, 20], [400, 400]], objective="cost", **asked)
        first = min(q for q in range(823) if Count(822, 2, q).most_within(Fraction(3, 10)) == 2)
        assert (cheap.records, cheap.cost, cheap.proven) == (first, 2, True)
        assert (small.records < first, small.cost) == (True, 200)

    def test_more_than_needed_comes_along_where_it_is_cheaper(self) -> None:
        order = buy([[6, 4], [10, 10]], prices=[[0, 3], [3, 3]], need=1, objective="cost")
        assert order.true_records >= 1
        assert order.cost == 3 * (order.records - order.true_records)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: buy(SMALL, buy=10),
        lambda: buy(SMALL, need=2),
        lambda: buy(SMALL, budget=10),
    ],
)
def test_optimal_needs_no_die(ask: Callable[[], Order]) -> None:
    assert ask().purchase.to_plan() == ask().purchase.to_plan()


def test_the_smallest_purchase_is_found_for_a_need() -> None:
    """Two of the six may be held from some size on; one record less does not allow it."""
    problem = small_problem()
    found = smallest(problem, 2)
    assert found.proven
    assert int(found.counts[problem.wanted].sum()) == 2
    assert problem.most(found.size).tolist() == [2]
    assert problem.most(found.size - 1).tolist() == [1]


def test_a_budget_buys_what_it_buys() -> None:
    """Every record costs 1, so the budget is the size: as many as fifteen may hold."""
    problem = small_problem()
    found = affordable(problem, Fraction(15))
    assert int(found.counts[problem.wanted].sum()) == 2
    assert found.size <= 15


def test_more_needed_than_there_is_is_refused() -> None:
    with pytest.raises(PurchaseError, match=r"7 wanted records were asked for, .* holds 6"):
        smallest(small_problem(), 7)


class TestTerms:
    """All of the small market is published, and every record costs 1 by list."""

    def problem(self, **terms: Any) -> Problem:
        problem = small_problem()
        return replace(problem, market=replace(problem.market, terms=Terms.of(**terms)))

    def test_a_larger_order_is_taken_where_its_tier_is_cheaper(self) -> None:
        problem = self.problem(tiers=[(20, 0.5)])
        small, cheap = smallest(problem, 2), smallest(problem, 2, "cost")
        assert 10 < small.size < 20
        assert (cheap.size, cheap.proven) == (20, True)

    def test_even_where_it_is_cheaper_by_next_to_nothing(self) -> None:
        first = smallest(small_problem(), 2).size
        share = Fraction(first, first + 1) - Fraction(1, 10**9)
        problem = self.problem(tiers=[(first + 1, share)])
        assert smallest(problem, 2, "cost").size == first + 1

    def test_not_where_it_costs_as_much(self) -> None:
        first = smallest(small_problem(), 2).size
        problem = self.problem(tiers=[(2 * first, 0.5)])
        assert smallest(problem, 2, "cost").size == first

    def test_the_smallest_order_is_no_smaller_than_what_is_sold(self) -> None:
        problem = self.problem(minimum=25)
        assert smallest(problem, 1).size == smallest(problem, 1, "cost").size == 25

    def test_a_budget_pays_the_fee_first(self) -> None:
        assert affordable(self.problem(fee=5), Fraction(20)).size <= 15
        with pytest.raises(UnreachablePurchase, match="the budget does not buy"):
            affordable(self.problem(fee=25), Fraction(20))

    def test_a_budget_reaches_a_tier_that_costs_less(self) -> None:
        """Ten records cost 10; thirty, at a third, cost 10 too, and hold all six wanted ones."""
        found = affordable(self.problem(tiers=[(30, "1/3")]), Fraction(10))
        assert (found.size, found.proven) == (30, True)
