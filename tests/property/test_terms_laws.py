"""What an order costs by the market's terms, judged by trying every order on random small markets.

The judge reckons with lists of counts and knows nothing of steps, caps or fills.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tacit.auditing.buy import purchase
from tacit.errors import PurchaseError, UnreachablePurchase
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.purchasing.order import Order
from tacit.space.nominal import Nominal
from tacit.space.space import Space

Counts = tuple[int, ...]
MOST_ORDERS = 2_000
SHARES = [
    Fraction(1),
    Fraction(9, 10),
    Fraction(3, 4),
    Fraction(1, 2),
    Fraction(1, 10),
    Fraction(1, 33),
]


@dataclass(frozen=True)
class Case:
    """A market of two rows, of which the first cell is wanted, or the first row."""

    stock: Counts
    price: Counts
    wide: int
    row: bool
    fee: Fraction
    minimum: int
    tiers: list[tuple[int, Fraction]]
    watcher: str
    limit: Fraction

    @property
    def total(self) -> int:
        return sum(self.stock)

    @property
    def wanted(self) -> int:
        """How many cells are wanted, from the first."""
        return self.wide if self.row else 1

    def held(self, counts: Counts) -> int:
        return sum(counts[: self.wanted])

    def cost(self, counts: Counts) -> Fraction:
        reached = [share for start, share in self.tiers if start <= sum(counts)]
        listed = sum(n * price for n, price in zip(counts, self.price, strict=True))
        return self.fee + min(reached, default=Fraction(1)) * listed

    def seen(self, counts: Counts) -> set[tuple[str, int]]:
        at = [divmod(i, self.wide) for i, n in enumerate(counts) if n]
        return {("x", x) for x, _ in at} | {("y", y) for _, y in at}

    def sure(self, stock: int, size: int, count: int) -> Fraction:
        if self.watcher == "purchase":
            return Fraction(count, size)
        ways = (comb(stock, j) * comb(self.total - stock, size - j) for j in range(count))
        return Fraction(sum(ways), comb(self.total, size))

    def sold(self) -> Iterator[Counts]:
        """Every order that is sold, shows every value and stays within the limit."""
        for counts in product(*(range(n + 1) for n in self.stock)):
            size = sum(counts)
            if size < max(self.minimum, 1) or self.seen(counts) != self.seen(self.stock):
                continue
            some = zip(self.stock[: self.wanted], counts[: self.wanted], strict=True)
            if all(self.sure(stock, size, n) <= self.limit for stock, n in some if n):
                yield counts

    def ask(self, **question: Any) -> tuple[Order, Counts]:
        x, y = Nominal("x", (0, 1)), Nominal("y", tuple(range(self.wide)))
        cells = [divmod(i, self.wide) for i in range(2 * self.wide)]
        terms = Terms.of("EUR", self.fee, self.minimum, self.tiers)
        codes = [list(row) for row in zip(*cells, strict=True)]
        market = Market.from_cells(
            Space((x, y)), codes, list(self.stock), prices=list(self.price), terms=terms
        )
        want = {"x": [0]} if self.row else {"x": [0], "y": [0]}
        order = purchase(
            market, want, {}, allocate="optimal", against=self.watcher, limit=self.limit, **question
        )
        plan = {tuple(line["cell"].values()): line["count"] for line in order.purchase.to_plan()}
        return order, tuple(plan.get(cell, 0) for cell in cells)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    wide = draw(st.integers(1, 3))
    stock = tuple(draw(st.integers(0, 4)) for _ in range(2 * wide))
    assume(stock[0] and prod(n + 1 for n in stock) <= MOST_ORDERS)
    starts = sorted(draw(st.sets(st.integers(1, sum(stock) + 1), max_size=4)))
    shares = sorted((draw(st.sampled_from(SHARES)) for _ in starts), reverse=True)
    return Case(
        stock,
        tuple(draw(st.sampled_from([0, 1, 2, 3, 7])) for _ in stock),
        wide,
        draw(st.booleans()),
        draw(st.sampled_from([Fraction(0), Fraction(5, 2), Fraction(7)])),
        draw(st.integers(1, max(sum(stock) // 2, 1))),
        list(zip(starts, shares, strict=True)),
        draw(st.sampled_from(["purchase", "purchase-f"])),
        draw(st.sampled_from([Fraction(3, 10), Fraction(1, 2), Fraction(9, 10), Fraction(1)])),
    )


@settings(deadline=None, max_examples=150)
@given(cases(), st.data())
def test_a_need_is_met_by_the_smallest_and_the_cheapest_order(
    case: Case, data: st.DataObject
) -> None:
    need = data.draw(st.integers(1, case.held(case.stock)))
    good = [one for one in case.sold() if case.held(one) >= need]
    for objective in ("records", "cost"):
        if not good:
            with pytest.raises(UnreachablePurchase):
                case.ask(need=need, objective=objective)
            continue
        order, counts = case.ask(need=need, objective=objective)
        assert order.proven
        assert counts in good
        assert order.cost == case.cost(counts)
        if objective == "cost":
            assert order.cost == min(map(case.cost, good))
        else:
            assert sum(counts) == min(map(sum, good))


@settings(deadline=None, max_examples=150)
@given(cases(), st.data())
def test_a_budget_buys_the_most_wanted_records(case: Case, data: st.DataObject) -> None:
    most = max(int(case.cost(case.stock)), 1)
    budget = data.draw(st.fractions(Fraction(1, 2), most + 1, max_denominator=10))
    good = [one for one in case.sold() if case.cost(one) <= budget]
    if not good:
        with pytest.raises(UnreachablePurchase):
            case.ask(budget=budget)
        return
    order, counts = case.ask(budget=budget)
    held = max(map(case.held, good))
    assert order.proven
    assert counts in good
    assert case.held(counts) == held
    assert order.cost == min(case.cost(one) for one in good if case.held(one) == held)


@settings(deadline=None, max_examples=50)
@given(cases(), st.data())
def test_an_order_of_some_size_is_sold_from_the_minimum_on(case: Case, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, case.total))
    good = [one for one in case.sold() if sum(one) == size]
    if not good:
        with pytest.raises((PurchaseError, UnreachablePurchase)):
            case.ask(buy=size)
        return
    order, counts = case.ask(buy=size)
    held = max(map(case.held, good))
    assert counts in good
    assert case.held(counts) == held
    assert order.cost == min(case.cost(one) for one in good if case.held(one) == held)
