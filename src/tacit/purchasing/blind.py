"""Blind purchases: how large a design answers a question, and with what odds.

* How many to buy: that many; what comes is a count with a known law (`wanted.py`).
* How many are needed: the smallest size that brings them with the odds asked for. That size follows
  from how many records are wanted, so to one who knows the need it tells that; `quotas.py` does not.
* How much may be spent: the largest size that stays within it with the odds asked for. The draw goes
  in an order that stops before it would cost more, whatever is wanted.

The seller may take less for each record of a larger order (`market/terms.py`), so that every step of
the price is looked at on its own.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heapreplace
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from tacit._display import percent
from tacit.errors import PurchaseError, UnreachablePurchase
from tacit.market.cells import priced
from tacit.purchasing.design import SIMPLE, WEIGHTED, Design
from tacit.purchasing.spending import Spending
from tacit.purchasing.stopping import Mean, Stopping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem
    from tacit.purchasing.question import BuyingQuestion

_REDRAWS = 1_000
MOST_PRICES = 2_000
"""Records are not parted by more prices than this."""
_RISKS = tuple(Fraction(1, n) for n in (100, 200, 1_000, 10_000, 1_000_000))
"""How likely a draw may be to stop early, when it is asked how many wanted records come for a budget."""


_WORTH_TELLING = 0.001
"""How likely a draw has to be to fall short before the buyer is told; the seller always is."""
FALLS_SHORT = (
    "up to {share} of all draws stop short of the smallest order that is sold, to stay within the budget, "
    "and are made again, whatever is wanted; a letter or a query asks the seller for that too"
)


@dataclass(frozen=True)
class Sizes:
    """Designs of one kind, of every size, for one post.

    Contract:
        promises: a larger one takes no fewer records of any stratum.
    """

    problem: Problem
    kind: str

    @property
    def largest(self) -> int:
        """How many records there are to draw from."""
        return self.problem.total

    @property
    def smallest(self) -> int:
        """The smallest order that is sold."""
        self.problem.require_sold()
        return self.problem.market.terms.minimum

    def of(self, size: int) -> Design:
        """The design of one size."""
        if self.kind == SIMPLE:
            return Design.simple(self.problem.stock, size)
        return Design(self.kind, self.problem.stock, self._stratum, self._shared(size))

    def held(self, which: NDArray[np.bool_]) -> tuple[int, ...]:
        """How many records of some cells each stratum holds."""
        if self.kind == SIMPLE:
            return (int(self.problem.stock[which].sum()),)
        held = np.bincount(self._stratum[which], self.problem.stock[which])
        return tuple(held.astype(np.int64).tolist())

    @cached_property
    def spending(self) -> Spending:
        """What records cost."""
        return Spending(self.problem.stock, self.problem.prices)

    @property
    def wanted_by_price(self) -> Ints:
        """How many records of each price are wanted, the lowest price first."""
        problem, spending = self.problem, self.spending
        found = np.zeros(len(spending.prices), dtype=np.int64)
        which = np.searchsorted(spending.prices, problem.prices[problem.wanted])
        np.add.at(found, which, problem.stock[problem.wanted])
        return found

    @cached_property
    def _stratum(self) -> NDArray[np.intp]:
        prices, which = np.unique(self.problem.prices, return_inverse=True)
        if len(prices) > MOST_PRICES:
            raise PurchaseError(
                f"the records have {len(prices):,} prices, too many to part them by. Draw a simple "
                "random sample instead."
            )
        return which.reshape(-1).astype(np.intp)

    @cached_property
    def _weights(self) -> list[Fraction]:
        """What each stratum is to have in proportion: its records, or for each what a price buys."""
        spending = self.spending
        holds, prices = spending.stock.tolist(), spending.prices.tolist()
        if self.kind != WEIGHTED:
            return [Fraction(n) for n in holds]
        free = Fraction(min((p for p in prices if p), default=1), 2)
        return [n / (Fraction(p) or free) for n, p in zip(holds, prices, strict=True)]

    def _shared(self, size: int) -> Ints:
        """Share out so many records over the strata: one by one, to whom it is due next.

        By Webster's rule, which never takes one back when there are more to share out.
        """
        holds, weights = self.spending.stock.tolist(), self._weights
        taken = self._nearly(size)
        due = [
            ((2 * n + 1) / (2 * w), s)
            for s, (n, w) in enumerate(zip(taken, weights, strict=True))
            if n < holds[s]
        ]
        heapify(due)
        for _ in range(size - sum(taken)):
            _, s = due[0]
            taken[s] += 1
            more = taken[s] < holds[s]
            after = ((2 * taken[s] + 1) / (2 * weights[s]), s)
            heapreplace(due, after if more else (Fraction(2**200), s))
        return np.array(taken, dtype=np.int64)

    def _nearly(self, size: int) -> list[int]:
        """What each stratum has been given when at most so many are shared out, but nearly all."""
        holds, weights = self.spending.stock.tolist(), self._weights
        low, high = Fraction(0), max(n / w for n, w in zip(holds, weights, strict=True)) + 1
        given: list[int] = [0] * len(holds)
        for _ in range(64):
            middle = (low + high) / 2
            pairs = zip(holds, weights, strict=True)
            found = [min(n, int(w * middle + Fraction(1, 2))) for n, w in pairs]
            if sum(found) <= size:
                low, given = middle, found
            else:
                high = middle
            if size - sum(given) <= len(holds):
                break
        return given


@dataclass(frozen=True)
class Answer:
    """A blind design that answers a question.

    Attributes:
        design: how to draw.
        certain: whether it is proven to be the smallest, or the largest, that does.
        reached: how many wanted records come, with the odds asked for, beside what came before.
        mean: how many come on average, of a draw that may stop early.
        notes: what the buyer should know.
        same_for_all: whether its size, though chosen for a need, is the same for every want that could
            be behind the post.
    """

    design: Design
    certain: bool
    reached: int
    mean: Mean | None = None
    notes: tuple[str, ...] = ()
    same_for_all: bool = False


def answered(problem: Problem, question: BuyingQuestion, kind: str) -> Answer:
    """The design of a kind that answers a question."""
    sizes = Sizes(problem, kind)
    if question.kind == "buy":
        problem.require_size(question.records)
        return _answer(problem, sizes.of(question.records), question.odds, True)
    if question.kind == "need":
        size = size_for(sizes, question, problem.wanted, lacking(problem, question.records))
        return _answer(problem, sizes.of(size), question.odds, True)
    return _for_budget(sizes, question)


def _answer(problem: Problem, design: Design, odds: Fraction, certain: bool) -> Answer:
    return Answer(design, certain, design.wanted(problem.wanted).reached(odds))


def lacking(problem: Problem, need: int) -> int:
    """How many wanted records are still needed, of those there are."""
    left = int(problem.stock[problem.wanted].sum())
    return min(max(need - problem.came, 0), left)


def size_for(sizes: Sizes, question: BuyingQuestion, which: NDArray[np.bool_], needed: int) -> int:
    """The smallest size, or the cheapest, that brings so many of some cells with the odds asked for."""

    def suffices(size: int) -> bool:
        return sizes.of(size).wanted(which).reaches(needed, question.odds)

    fewest = max(sizes.smallest, needed)
    size = fewest + bisect_left(range(fewest, sizes.largest), True, key=suffices)
    if question.objective == "records":
        return size
    larger = (step.start for step in sizes.problem.market.terms.steps)
    return min([size, *(s for s in larger if size < s <= sizes.largest)], key=_mean_cost(sizes))


def _mean_cost(sizes: Sizes) -> Callable[[int], Fraction]:
    """What an order of some size costs on average."""
    terms, tick = sizes.problem.market.terms, sizes.problem.market.rule.tick
    holds, prices = sizes.spending.stock, sizes.spending.prices

    def cost(size: int) -> Fraction:
        design = sizes.of(size)
        if design.kind == SIMPLE:
            listed = Fraction(size * priced(holds, prices), sizes.largest)
        else:
            listed = Fraction(priced(design.take, prices))
        return terms.total(size, listed * tick)

    return cost


def _for_budget(sizes: Sizes, question: BuyingQuestion) -> Answer:
    """The largest design that stays within a budget with the odds asked for."""
    problem, money = sizes.problem, question.amount
    size = _largest(sizes, money, question.odds)
    if size is None:
        raise UnreachablePurchase(
            "the budget does not buy a blind order that stays within it with these odds. The smallest "
            f"order costs at least {_least_cost(sizes)}. Raise the budget, or allow lower odds."
        )
    design = replace(sizes.of(size), budget=money)
    if sizes.kind != SIMPLE or len(sizes.spending.prices) == 1:
        return _answer(problem, design, question.odds, True)
    room = _room(sizes, size, money)
    if sizes.spending.highest(size) <= room:
        return _answer(problem, design, question.odds, True)
    certain = size == sizes.largest or all(
        sizes.spending.is_decided(first, _room(sizes, first, money), question.odds)
        for first in _next_sizes(sizes, size)
    )
    stopping = _stopping(sizes, size, money)
    reached = _reached_in_time(sizes, question, size)
    return Answer(design, certain, reached, stopping.mean, _drawn_again(stopping))


def _stopping(sizes: Sizes, size: int, money: Fraction) -> Stopping:
    """What may come of a draw that stops in time."""
    steps = [(first, _room(sizes, first, money)) for first, _ in _steps(sizes) if first <= size]
    return Stopping(sizes.spending, sizes.wanted_by_price, size, steps)


def _drawn_again(stopping: Stopping) -> tuple[str, ...]:
    """What to tell of draws that stop short of the smallest order."""
    short = stopping.falls_short
    return (FALLS_SHORT.format(share=percent(short)),) if short >= _WORTH_TELLING else ()


def _reached_in_time(sizes: Sizes, question: BuyingQuestion, size: int) -> int:
    """How many wanted records come with the odds asked for, though the draw may stop early.

    A draw that would not have stopped before some size brings at least what that size brings. So for
    any size, the chance of so many is at least that of the size, less the chance to stop before it.
    """
    found = 0
    for risk in _RISKS:
        odds = question.odds + risk
        certain = _largest(sizes, question.amount, 1 - risk, roughly=True) if odds < 1 else None
        if certain is not None:
            part = sizes.of(min(certain, size)).wanted(sizes.problem.wanted)
            found = max(found, part.reached(odds))
    return found


def _largest(sizes: Sizes, money: Fraction, odds: Fraction, *, roughly: bool = False) -> int | None:
    """The largest size that costs at most so much with these odds; None if there is none."""
    for first, last in reversed(list(_steps(sizes))):
        # Within a step of the price, more records never cost less.
        allowed = range(first, last + 1)
        fits = bisect_left(
            allowed, True, key=lambda size: not _stays(sizes, size, money, odds, roughly=roughly)
        )
        if fits:
            return first + fits - 1
    return None


def _next_sizes(sizes: Sizes, size: int) -> Iterator[int]:
    """The sizes that are found too large, on which it rests that none larger will do."""
    for first, last in _steps(sizes):
        if last > size:
            yield max(first, size + 1)


def _least_cost(sizes: Sizes) -> str:
    """What the smallest order that is sold costs at least."""
    market, size = sizes.problem.market, sizes.smallest
    listed = sizes.spending.lowest(size) * market.rule.tick
    return market.price_tag(market.terms.total(size, listed))


def _steps(sizes: Sizes) -> Iterator[tuple[int, int]]:
    """The sizes at which the same share of the list price is asked, from first to last."""
    starts = [max(step.start, sizes.smallest) for step in sizes.problem.market.terms.steps]
    for first, after in zip(starts, [*starts[1:], sizes.largest + 1], strict=True):
        if first <= sizes.largest:
            yield first, min(after - 1, sizes.largest)


def _room(sizes: Sizes, size: int, money: Fraction) -> int:
    """How much the records of an order may cost by list, in ticks."""
    market = sizes.problem.market
    return floor(market.terms.room(size, money) / market.rule.tick)


def _stays(sizes: Sizes, size: int, money: Fraction, odds: Fraction, *, roughly: bool) -> bool:
    """Whether an order of some size costs at most so much with these odds."""
    room = _room(sizes, size, money)
    if room < 0:
        return False
    if sizes.kind == SIMPLE:
        return sizes.spending.stays(size, room, odds, roughly=roughly)
    return priced(sizes.of(size).take, sizes.spending.prices) <= room


def drawn(problem: Problem, design: Design, rng: np.random.Generator) -> Ints:
    """Draw a design; where a budget would be passed, stop in time."""
    for _ in range(_REDRAWS):
        counts = design.draw(rng)
        found = counts if design.budget is None else _in_time(problem, design.budget, counts, rng)
        if found is not None:
            return found
    raise UnreachablePurchase(
        "the budget is passed before a draw reaches the smallest order that is sold. Raise it, or ask "
        "for higher odds."
    )


def _in_time(
    problem: Problem, budget: Fraction, counts: Ints, rng: np.random.Generator
) -> Ints | None:
    """What is bought of a draw within a budget: all of it, or the most in a random order.

    None if that is less than the smallest order that is sold. Then another draw is made, for its price
    and whatever is wanted.
    """
    terms, tick = problem.market.terms, problem.market.rule.tick
    spent = priced(counts, problem.prices)
    if terms.total(int(counts.sum()), spent * tick) <= budget:
        return counts
    order = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    reached = np.cumsum(problem.prices[order]).tolist()
    for many in range(len(order) - 1, terms.minimum - 1, -1):
        if terms.total(many, reached[many - 1] * tick) <= budget:
            return np.bincount(order[:many], minlength=len(counts)).astype(np.int64)
    return None
