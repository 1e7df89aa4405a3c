"""How sure a share is that was seen in a sample: exact intervals, rounded outwards.

A share of *records* has the interval of Clopper and Pearson. Records are drawn without putting them back,
for which it is on the safe side.

A share of *money* has one by Chernoff's bound. Let each record of a post weigh its price, as a part of the
dearest there is: all that was drawn weighs `total`, what was drawn of one cell `hits`. Were the cell's
share of the money `s` or more, then `exp(-t hits) / (1 - s + s exp(-t)) ** total` would be 1 or less on
average, for every t above 0 (a chord lies above a convex function, record by record). So it is larger
than 1/chance no oftener than `chance`. A few t are asked, each with its part of the chance.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, floor, log, log1p
from typing import TYPE_CHECKING, NamedTuple

from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Callable

LEVEL = Fraction(95, 100)
"""How often an interval holds what it is about, at least."""
EACH_END = float(1 - LEVEL) / 2
FINE = 10**9
"""Ends are rounded outwards to so many parts."""
MOST_DRAWN = 2**53
_BELOW = (0.98, 0.95, 0.9, 0.8, 0.65, 0.5, 0.3, 0.1)
"""For a share that was seen to be this part of the one in doubt, some t is the best."""
_ABOVE = (1.02, 1.05, 1.1, 1.25, 1.5, 2.0, 4.0, 10.0)


class Interval(NamedTuple):
    """Where a share lies, at 95% or surely."""

    lower: Fraction
    upper: Fraction


def share_above(hits: int, drawn: int, chance: float = EACH_END) -> Fraction:
    """No share above this would have shown so few hits, but for the chance.

    >>> round(float(share_above(0, 10)), 4), round(float(share_above(3, 10)), 4)
    (0.3085, 0.6525)
    """
    if hits >= drawn:
        return Fraction(1)
    from scipy.special import betaincinv

    return _up(float(betaincinv(hits + 1, drawn - hits, 1 - chance)))


def share_below(hits: int, drawn: int, chance: float = EACH_END) -> Fraction:
    """No share below this would have shown so many hits, but for the chance."""
    if hits <= 0 or drawn <= 0:
        return Fraction(0)
    from scipy.special import betaincinv

    return _down(float(betaincinv(hits, drawn - hits + 1, chance)))


@lru_cache(maxsize=2**16)
def drawn_needed(hits: int, limit: Fraction, chance: float = EACH_END) -> int:
    """The fewest records, so many hits among them, for which the upper end is within a limit."""
    if limit >= 1:
        return max(hits, 1)
    return _fewest(lambda drawn: share_above(hits, drawn, chance) <= limit, max(hits, 1))


def money_above(hits: float, total: float, chance: float = EACH_END) -> Fraction:
    """The same for a share of money, in prices of the dearest record."""
    if hits >= total:
        return Fraction(1)
    low, high = floor(hits / total * FINE), FINE
    while high - low > 1:
        middle = (low + high) // 2
        within = money_needed(hits, Fraction(middle, FINE), chance) <= total
        low, high = (low, middle) if within else (middle, high)
    return Fraction(min(high + 1, FINE), FINE)


def money_needed(hits: float, limit: Fraction, chance: float = EACH_END) -> float:
    """How much must be drawn, so much of it of one cell, for the upper end to be within a limit."""
    share = float(limit)
    if not 0 < share < 1:
        return max(hits, 0.0) if share else float("inf")
    extra, best = log(len(_BELOW) / chance), float("inf")
    for part in _BELOW:
        t = log((1 - part * share) / (part * (1 - share)))
        best = min(best, (t * hits + extra) / -log1p(share * (exp(-t) - 1)))
    return best


def money_below(hits: float, total: float, chance: float = EACH_END) -> Fraction:
    """No share of money below this would have shown so much, but for the chance."""
    if hits <= 0 or total <= 0:
        return Fraction(0)
    low, high = 0, ceil(min(hits / total, 1) * FINE)
    while high - low > 1:
        middle = (low + high) // 2
        out = _is_too_much(hits, total, middle / FINE, chance)
        low, high = (middle, high) if out else (low, middle)
    return Fraction(max(low - 1, 0), FINE)


def _is_too_much(hits: float, total: float, share: float, chance: float) -> bool:
    """Whether a share, or any below it, would hardly have shown so much."""
    extra = log(len(_ABOVE) / chance)
    for part in _ABOVE:
        seen = min(part * share, (1 + share) / 2)
        t = log(seen * (1 - share) / (share * (1 - seen)))
        if t * hits - total * log1p(share * (exp(t) - 1)) >= extra:
            return True
    return False


def _fewest(enough: Callable[[int], bool], least: int) -> int:
    """The least number that is enough, where all above it are too."""
    low, high = least - 1, max(least, 1)
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST_DRAWN:
            raise TableError("so few may be sure of this that no number of records is enough.")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _up(share: float) -> Fraction:
    return Fraction(min(ceil(share * FINE) + 1, FINE), FINE)


def _down(share: float) -> Fraction:
    return Fraction(max(floor(share * FINE) - 1, 0), FINE)
