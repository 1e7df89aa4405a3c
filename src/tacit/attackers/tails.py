"""Tail probabilities of counts, right at both far ends.

Someone draws q records blindly from N, of which K lie in one cell. How many of the cell's records
come out is hypergeometric if the stock is finite, and binomial if the supply is endless. Both have
integer ratios between neighbouring probabilities, so they are summed outwards from the most likely
count without a single logarithm: each side is a sum of positive terms, and neither tail is ever
found by subtracting from 1.

Whether a tail is within a limit is decided exactly. Floating point decides where it is far from the
limit, sixty decimals where it is not, and whole numbers if even those can't tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from math import comb, isqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tacit.errors import SettingError

SUPPLIES = ("finite", "endless")
_FLOAT_ERROR = 1e-9
_DECIMAL_ERROR = Fraction(1, 10**45)
_DECIMALS = Context(prec=60, Emin=-999_999_999, Emax=999_999_999)
_Place = TypeVar("_Place", int, NDArray[np.float64])

MOST_RECORDS = 10**9
"""NumPy draws blindly from no more records than this."""


@dataclass(frozen=True)
class Count:
    """How many of a cell's records come out when records are drawn blindly.

    Attributes:
        total: the records drawn from (N).
        stock: those of them in the cell (K).
        drawn: how many are drawn (q).
        supply: "finite", without replacement, or "endless", with it.

    >>> round(Count(total=10, stock=4, drawn=3).below(1), 12)
    0.166666666667
    >>> Count(total=10, stock=4, drawn=3).below_exactly(1)
    Fraction(1, 6)
    """

    total: int
    stock: int
    drawn: int
    supply: str = "finite"

    def __post_init__(self) -> None:
        if self.supply not in SUPPLIES:
            raise SettingError(f"the supply must be one of: {', '.join(SUPPLIES)}.")
        if not 0 <= self.stock <= self.total:
            raise SettingError("a cell can't hold more than there is in all.")
        there_is = self.total if self.supply == "finite" or not self.total else self.drawn
        if not 0 <= self.drawn <= there_is:
            raise SettingError("no more can be drawn than there is.")

    @property
    def lowest(self) -> int:
        """The smallest count that can occur."""
        if self.supply == "finite":
            return max(0, self.drawn - (self.total - self.stock))
        return self.drawn if self.stock == self.total else 0

    @property
    def highest(self) -> int:
        """The largest count that can occur."""
        if self.supply == "finite":
            return min(self.stock, self.drawn)
        return self.drawn if self.stock else 0

    def below(self, count: int) -> float:
        """The probability of fewer than `count`."""
        return self._sum_below(count) / self._all

    def at_least(self, count: int) -> float:
        """The probability of `count` or more."""
        return self._sum_from(count) / self._all

    def below_exactly(self, count: int) -> Fraction:
        """The probability of fewer than `count`, as a fraction."""
        if self._halves_at(count):
            return Fraction(1, 2)
        ways, all_ways = self._ways(self.lowest)
        below, last = 0, min(count, self.highest + 1)
        for j in range(self.lowest, last):
            below += ways
            if j + 1 < last:
                more, fewer = self._up(j)
                ways = ways * more // fewer
        return Fraction(below, all_ways)

    def is_below_within(self, count: int, limit: Fraction) -> bool:
        """Whether the probability of fewer than `count` is at most a limit, exactly."""
        if count <= self.lowest:
            return True
        if count > self.highest:
            return limit >= 1
        if limit <= 0:
            return False
        rough = self.below(count)
        if abs(rough - float(limit)) > _FLOAT_ERROR:
            return rough < limit
        finer = self._below_in_decimals(count)
        if abs(finer - limit) > _DECIMAL_ERROR:
            return finer < limit
        return self.below_exactly(count) <= limit

    def most_within(self, limit: Fraction) -> int:
        """The largest count for which fewer come out with at most this probability.

        Buying this many of a cell, someone who compares with blind draws is at most `limit` sure.
        """
        if limit >= 1:
            return self.highest
        if limit <= 0:
            return self.lowest
        start, terms = self._terms
        reached = np.cumsum(terms) / self._all
        best = start + int(np.searchsorted(reached, float(limit), side="right"))
        best = min(max(best, self.lowest), self.highest)
        while best < self.highest and self.is_below_within(best + 1, limit):
            best += 1
        while best > self.lowest and not self.is_below_within(best, limit):
            best -= 1
        return best

    @property
    def law(self) -> tuple[int, NDArray[np.float64]]:
        """The count that probabilities start at, and the probability of each from there on."""
        start, terms = self._terms
        return start, terms / self._all

    @property
    def _mode(self) -> int:
        if self.supply == "finite":
            mode = (self.drawn + 1) * (self.stock + 1) // (self.total + 2)
        else:
            mode = (self.drawn + 1) * self.stock // max(self.total, 1)
        return min(max(mode, self.lowest), self.highest)

    @property
    def _reach(self) -> int:
        """How far from the mode probabilities are worth summing: beyond, they vanish as floats."""
        n, k, q = max(self.total, 1), self.stock, self.drawn
        return 40 * isqrt(q * k * (n - k) // (n * n) + 1) + 400

    def _up(self, j: _Place) -> tuple[_Place, _Place]:
        """The ratio of the probability of j + 1 to that of j, as numerator and denominator."""
        if self.supply == "finite":
            return (self.stock - j) * (self.drawn - j), (j + 1) * (
                self.total - self.stock - self.drawn + j + 1
            )
        return (self.drawn - j) * self.stock, (j + 1) * (self.total - self.stock)

    def _ways(self, j: int) -> tuple[int, int]:
        """In how many ways the count is j, and in how many it is anything."""
        n, k, q = self.total, self.stock, self.drawn
        if self.supply == "endless":
            return comb(q, j) * k**j * (n - k) ** (q - j), n**q
        # Which records are drawn and which lie in the cell are interchangeable; few are quicker.
        k, q = max(k, q), min(k, q)
        return comb(k, j) * comb(n - k, q - j), comb(n, q)

    def _halves_at(self, count: int) -> bool:
        """Whether fewer than `count` is exactly as likely as not, by symmetry."""
        fair, other = 2 * self.stock == self.total, 2 * self.drawn == self.total
        if fair and self.drawn == 2 * count - 1:
            return True
        return self.supply == "finite" and other and self.stock == 2 * count - 1

    @cached_property
    def _terms(self) -> tuple[int, NDArray[np.float64]]:
        """Probabilities as multiples of the highest one, and the count they start at."""
        mode = self._mode
        first, last = max(self.lowest, mode - self._reach), min(self.highest, mode + self._reach)
        up = np.arange(mode, last, dtype=np.float64)
        down = np.arange(mode - 1, first - 1, -1, dtype=np.float64)
        above = np.cumprod(_ratio(self._up(up)))
        under = np.cumprod(1 / _ratio(self._up(down)))
        return first, np.concatenate([under[::-1], [1.0], above])

    @cached_property
    def _all(self) -> float:
        return float(self._terms[1].sum())

    def _sum_below(self, count: int) -> float:
        start, terms = self._terms
        return float(terms[: max(count - start, 0)].sum())

    def _sum_from(self, count: int) -> float:
        start, terms = self._terms
        return float(terms[max(count - start, 0) :].sum())

    def _below_in_decimals(self, count: int) -> Fraction:
        """The probability of fewer than `count`, to about fifty digits."""
        mode, context = self._mode, _DECIMALS
        below = above = Decimal(0)
        for step in (1, -1):
            term, j = Decimal(1), mode
            while self.lowest <= j <= self.highest and term > Decimal("1e-70"):
                if step == 1 or j != mode:
                    if j < count:
                        below = context.add(below, term)
                    else:
                        above = context.add(above, term)
                num, den = self._up(j if step == 1 else j - 1)
                if step == -1:
                    num, den = den, num
                if not num:
                    break
                ratio = context.divide(Decimal(num), Decimal(den))
                term = context.multiply(term, ratio)
                j += step
        return Fraction(context.divide(below, context.add(below, above)))


def _ratio(pair: tuple[NDArray[np.float64], NDArray[np.float64]]) -> NDArray[np.float64]:
    return pair[0] / pair[1]


def interval(count: int, sets: int, sure: float) -> tuple[float, float]:
    """Clopper and Pearson's interval for a share that was found `count` times in `sets`."""
    from scipy.stats import beta

    tail = (1 - sure) / 2
    low = float(beta.ppf(tail, count, sets - count + 1)) if count else 0.0
    high = float(beta.ppf(1 - tail, count + 1, sets - count)) if count < sets else 1.0
    return low, high
