"""What a simple random sample brings that stops before it costs too much: wanted records, on average.

Records come in random order, and the most of them are bought that the money pays for. When to stop goes
by prices alone, so among the records of one price that are bought, each is as likely as any other, and
brings its price's share of wanted ones. What is left to find is how many of each price are bought.

While the same share of the list price is asked, a draw that pays for so many records pays for fewer. So
record j is bought if and only if the first j fit, and by symmetry it brings what one of these brings on
average: E[W_j / j; S_j fits], where W_j and S_j are what j records hold and cost. That is worked out where
the sums are not too many. Else it is simulated, and with too many prices bounded; `Mean` says how far off
it may be.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from tacit.attackers.tails import MOST_RECORDS
from tacit.purchasing.spending import MOST_SIMULATED, WORK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.purchasing.spending import Spending

_NEVER = 1e-13
"""What is less likely than this is left out."""
_FAINTEST = 1e-200
"""Sums are not divided by chances below this."""
_STEPS, _FEWEST_SETS, _MOST_SETS, _DOUBT = 1_000_000, 50, 4_000, 1e-6
"""How much is simulated, in how many draws, and how often the interval may fail."""


@dataclass(frozen=True)
class Mean:
    """How many wanted records come on average: a number, or two that it lies between."""

    low: Fraction
    high: Fraction

    @property
    def value(self) -> Fraction:
        """The number, or what is in the middle."""
        return (self.low + self.high) / 2

    @property
    def words(self) -> str:
        """It, as people read it.

        >>> Mean(Fraction(7, 2), Fraction(7, 2)).words, Mean(Fraction(3), Fraction(4)).words
        ('3.5', '3.0 to 4.0')
        """
        low, high = f"{float(self.low):,.1f}", f"{float(self.high):,.1f}"
        return low if low == high else f"{low} to {high}"


@dataclass(frozen=True, eq=False)
class Stopping:
    """A simple random sample that stops in time.

    Contract:
        needs: that the whole sample may fit, and may not.
        promises: `mean` holds what a draw brings on average, but for once in a million where simulated.

    Attributes:
        spending: what records cost.
        wanted: how many records of each price are wanted.
        size: how many are drawn at most.
        steps: the sizes from which on a larger rebate goes, from the smallest order that is sold on,
            each with what its records may cost by list; a draw that pays for none is made again.
    """

    spending: Spending
    wanted: NDArray[np.int64]
    size: int
    steps: Sequence[tuple[int, int]]

    @property
    def falls_short(self) -> float:
        """A bound on the chance that a draw stops short of the smallest order that is sold."""
        if any(self.spending.highest(first) <= room for first, room in self.steps):
            return 0.0
        return min(self.spending.over(first, room) for first, room in self.steps)

    @property
    def mean(self) -> Mean:
        """How many wanted records come on average."""
        found = self._worked_out()
        if found is not None:
            return Mean(found, found)
        too_many = len(self.spending.prices) > MOST_SIMULATED
        return self._bounded() if too_many or self._total >= MOST_RECORDS else self._simulated()

    @property
    def _total(self) -> int:
        return self.spending.total

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """The share of wanted records at each price."""
        return self.wanted / self.spending.stock

    @property
    def _each(self) -> Fraction:
        """How many wanted records one record brings on average."""
        return Fraction(int(self.wanted.sum()), self._total)

    @cached_property
    def _surely(self) -> int:
        """So many are bought whatever comes, but for what never happens; 0 if that is not known."""
        for at, (first, room) in reversed(list(enumerate(self.steps))):
            last = self.steps[at + 1][0] - 1 if at + 1 < len(self.steps) else self.size
            sizes = range(first, last + 1)
            fits = bisect_left(sizes, True, key=lambda size: not self._fits(size, room))
            if fits and self._fits(sizes[fits - 1], room):
                return sizes[fits - 1]
        return 0

    def _fits(self, size: int, room: int) -> bool:
        return self.spending.bound(size, room) <= _NEVER

    def _worked_out(self) -> Fraction | None:
        """The mean, if it can be worked out: if a draw stops where one share of the price is asked."""
        first, room = self.steps[-1]
        start = max(first, self._surely)
        if len(self.steps) > 1 and self._surely < first:
            return None
        sizes = np.arange(start, self.size + 1)
        found = _of_two_prices if len(self.spending.prices) == 2 else _of_sums
        brought = found(self.spending, self._shares, sizes, room)
        if brought is None:
            return None
        fits, held = brought
        if self._surely >= first:  # what comes first is certain, and known exactly
            return start * self._each + Fraction(float((held / sizes)[1:].sum()))
        # Draws that fall short of the smallest order are made again.
        return Fraction(float((held[0] + (held / sizes)[1:].sum()) / fits))

    def _simulated(self) -> Mean:
        """An interval from simulated draws, which come from no one's seed.

        Where hardly any draw falls short, what the rest of the draw would have brought is simulated: it
        varies less, and what the whole draw brings is known.
        """
        head, tail = self._surely, self.size - self._surely
        sets = min(max(_STEPS // (tail + len(self.spending.prices)), _FEWEST_SETS), _MOST_SETS)
        rng = np.random.default_rng([self.size, head])
        drawn = [one for _ in range(sets) if (one := self._drawn(rng, head)) is not None]
        if len(drawn) < 2:
            return self._bounded()
        if head:
            lost = [whole - bought for whole, bought in drawn]
            middle = self.size * self._each - Fraction(float(np.mean(lost)))
            return self._around(middle, _error(lost, tail * float(self._shares.max())))
        brought = [bought for _, bought in drawn]
        middle = Fraction(float(np.mean(brought)))
        return self._around(middle, _error(brought, self._most))

    def _around(self, middle: Fraction, error: float) -> Mean:
        """So far around the middle, but no further than what is possible."""
        low, high = middle - Fraction(error), middle + Fraction(error)
        bounds = self._bounded()
        return Mean(max(low, bounds.low), min(high, bounds.high))

    def _drawn(self, rng: np.random.Generator, head: int) -> tuple[float, float] | None:
        """What one whole draw, and what is bought of it, brings on average, given its prices.

        None if it falls short.
        """
        stock, prices = self.spending.stock, self.spending.prices
        first = rng.multivariate_hypergeometric(stock, head, method="marginals")
        rest = rng.multivariate_hypergeometric(stock - first, self.size - head, method="marginals")
        order = rng.permutation(np.repeat(np.arange(len(stock)), rest))
        spent = int(first @ prices) + np.cumsum(np.append(0, prices[order]))
        held = float(first @ self._shares) + np.cumsum(np.append(0, self._shares[order]))
        last = self.size
        for start, room in reversed(self.steps):
            low = max(start, head)
            fits = np.flatnonzero(spent[low - head : last + 1 - head] <= room)
            if len(fits):
                return float(held[-1]), float(held[low - head + int(fits[-1])])
            last = low - 1
        return None

    def _bounded(self) -> Mean:
        """Between what surely comes and what would come at most."""
        if self._surely:
            return Mean(self._surely * self._each, self.size * self._each)
        return Mean(Fraction(0), Fraction(self._most))

    @property
    def _most(self) -> int:
        return min(self.size, int(self.wanted.sum()))


def _error(found: Sequence[float], apart: float) -> float:
    """How far the mean of draws may be off, which holds but once in a million.

    By the empirical Bernstein bound (Audibert, Munos and Szepesvari, 2009), for what lies so far apart.
    """
    doubt = log(3 / _DOUBT)
    spread = sqrt(2 * float(np.var(found)) * doubt / len(found))
    return spread + 3 * apart * doubt / len(found)


Brought = tuple[float, "NDArray[np.float64]"]
"""The chance that the smallest size fits, and what each size holds times whether it fits, on average."""


def _of_two_prices(
    spending: Spending, shares: NDArray[np.float64], sizes: NDArray[np.int64], room: int
) -> Brought | None:
    """By hypergeometric tails: a draw fits if not too many of its records are dear."""
    from scipy.stats import hypergeom

    low, high = (int(price) for price in spending.prices)
    cheap, dear = (int(n) for n in spending.stock)
    total = cheap + dear
    most = np.array([(room - size * low) // (high - low) for size in sizes.tolist()])
    one_dear = dear / total * hypergeom.cdf(most - 1, total - 1, dear - 1, sizes - 1)
    one_cheap = cheap / total * hypergeom.cdf(most, total - 1, dear, sizes - 1)
    held = sizes * (shares[0] * one_cheap + shares[1] * one_dear)
    return float(hypergeom.cdf(most[0], total, dear, sizes[0])), held


def _of_sums(
    spending: Spending, shares: NDArray[np.float64], sizes: NDArray[np.int64], room: int
) -> Brought | None:
    """By adding up every sum that fits, with what it brings; None if they are too many.

    Blind counts are binomial counts that happen to add up to the size.
    """
    from scipy.stats import binom

    size, rooms = int(sizes[-1]), [spending.room(n, room) for n in sizes.tolist()]
    each = sum(min(n, size) + 1 for n in spending.stock[1:].tolist())
    part = float(sizes.mean()) / spending.total
    norms = binom.pmf(sizes, spending.total, part)
    if 2 * (size + 1) * (rooms[0] + 1) * each > WORK or norms.min() < _FAINTEST:
        return None
    chances, brought = _tables(spending, shares, size, rooms[0], part)
    lowest = binom.pmf(np.arange(size + 1), spending.stock[0], part)
    fits, held = np.zeros(len(sizes)), np.zeros(len(sizes))
    for at, (many, most) in enumerate(zip(sizes.tolist(), rooms, strict=True)):
        cheap = np.arange(many, -1, -1)  # of each number of dearer ones, how many are cheapest
        weights = lowest[cheap] / norms[at]
        some, more = chances[: many + 1, most], brought[: many + 1, most]
        fits[at] = some @ weights
        held[at] = (more + cheap * shares[0] * some) @ weights
    return float(fits[0]), held


def _tables(
    spending: Spending, shares: NDArray[np.float64], size: int, room: int, part: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each number of records above the lowest price, and what they may cost beyond it: the chance,
    and that times the wanted ones among them."""
    from scipy.stats import binom

    chances = np.zeros((size + 1, room + 1))
    chances[0, 0] = 1
    brought = np.zeros_like(chances)
    priced = zip(spending.prices[1:].tolist(), spending.stock[1:].tolist(), shares[1:], strict=True)
    for price, stock, share in priced:
        apart = spending.apart(price)
        most = min(stock, size, room // apart)
        own = binom.pmf(np.arange(most + 1), stock, part)
        wider, more = own[0] * chances, own[0] * brought
        for n in range(1, most + 1):
            before = chances[: size + 1 - n, : room + 1 - n * apart]
            held = brought[: size + 1 - n, : room + 1 - n * apart]
            wider[n:, n * apart :] += own[n] * before
            more[n:, n * apart :] += own[n] * (held + n * share * before)
        chances, brought = wider, more
    return np.cumsum(chances, axis=1), np.cumsum(brought, axis=1)
