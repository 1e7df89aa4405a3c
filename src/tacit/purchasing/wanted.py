"""How many wanted records a blind purchase brings, and with what odds.

Of each stratum records are drawn blindly, so the wanted ones among them are hypergeometric; what the
strata bring together is the sum of independent counts. Whether so many come with given odds is
decided exactly: by floating point where it is far from them, and in whole numbers where it is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.attackers.tails import Count

_FLOAT_ERROR = 1e-9
_VANISHING = 1e-22
_WORK = 10_000_000
"""Sums of strata are worked out in whole numbers up to so many products."""


@dataclass(frozen=True)
class Wanted:
    """How many wanted records come, as a sum of independent blind counts.

    Attributes:
        parts: the count of each stratum that may bring some.

    >>> from tacit.attackers.tails import Count
    >>> found = Wanted((Count(total=557, stock=56, drawn=61),))
    >>> round(float(found.mean), 2), found.reached(Fraction("0.95"))
    (6.13, 3)
    """

    parts: tuple[Count, ...]

    @property
    def mean(self) -> Fraction:
        """How many come on average."""
        return sum((Fraction(c.drawn * c.stock, c.total) for c in self.parts), Fraction(0))

    @property
    def fewest(self) -> int:
        """How many come for certain."""
        return sum(count.lowest for count in self.parts)

    @property
    def most(self) -> int:
        """How many may come."""
        return sum(count.highest for count in self.parts)

    def chance(self, many: int) -> float:
        """The chance that at least so many come."""
        if many <= self.fewest:
            return 1.0
        if many > self.most:
            return 0.0
        uncertain = self._uncertain
        if len(uncertain) == 1:
            return uncertain[0].at_least(many - self._certain)
        start, law = self._law
        return min(float(law[max(many - start, 0) :].sum()), 1.0)

    def reaches(self, many: int, odds: Fraction) -> bool:
        """Whether at least so many come with these odds, exactly.

        Where whole numbers would take too long and the odds are met to nine digits, they are not
        taken as met.
        """
        if many <= self.fewest or many > self.most:
            return many <= self.fewest
        uncertain = self._uncertain
        if len(uncertain) == 1:
            return uncertain[0].is_below_within(many - self._certain, 1 - odds)
        rough = self.chance(many)
        if abs(rough - float(odds)) > _FLOAT_ERROR:
            return rough > odds
        return self._can_count and self.chance_exactly(many) >= odds

    def reached(self, odds: Fraction) -> int:
        """The largest number that comes with these odds."""
        uncertain = self._uncertain
        if not uncertain:
            return self.fewest
        if len(uncertain) == 1:
            return self._certain + uncertain[0].most_within(1 - odds)
        low, high = self.fewest, self.most
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.reaches(middle, odds) else (low, middle - 1)
        return low

    def chance_exactly(self, many: int) -> Fraction:
        """The chance that at least so many come, as a fraction."""
        if many <= self.fewest:
            return Fraction(1)
        ways = reduce(_added, (_ways(count) for count in self._uncertain), [1])
        start = self._certain + sum(count.lowest for count in self._uncertain)
        return Fraction(sum(ways[many - start :]), sum(ways))

    @cached_property
    def _uncertain(self) -> tuple[Count, ...]:
        return tuple(count for count in self.parts if count.lowest < count.highest)

    @property
    def _certain(self) -> int:
        return sum(count.lowest for count in self.parts if count.lowest == count.highest)

    @property
    def _can_count(self) -> bool:
        spans = [count.highest - count.lowest + 1 for count in self._uncertain]
        return sum(spans) * max(spans, default=0) <= _WORK

    @cached_property
    def _law(self) -> tuple[int, NDArray[np.float64]]:
        """The chance of each number, and the number that they start at."""
        laws = [_trimmed(*count.law) for count in self._uncertain]
        start = self._certain + sum(first for first, _ in laws)
        return start, reduce(_summed, (law for _, law in laws))


def _trimmed(start: int, law: NDArray[np.float64]) -> tuple[int, NDArray[np.float64]]:
    """A law without the chances at its ends that vanish beside the others."""
    there = np.flatnonzero(law > _VANISHING)
    return start + int(there[0]), law[there[0] : there[-1] + 1]


def _summed(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """The law of a sum; long ones by way of their transforms, to fifteen digits."""
    if len(one) * len(other) <= _WORK:
        return np.convolve(one, other)
    from scipy.signal import fftconvolve

    found: NDArray[np.float64] = np.maximum(fftconvolve(one, other), 0.0)
    return found


def _ways(count: Count) -> list[int]:
    """In how many ways each number of a stratum comes, from the lowest to the highest."""
    rest, drawn = count.total - count.stock, count.drawn
    numbers = range(count.lowest, count.highest + 1)
    return [comb(count.stock, j) * comb(rest, drawn - j) for j in numbers]


def _added(one: list[int], other: list[int]) -> list[int]:
    """The ways of a sum, from those of its parts."""
    found = [0] * (len(one) + len(other) - 1)
    for i, ways in enumerate(one):
        for j, more in enumerate(other):
            found[i + j] += ways * more
    return found
