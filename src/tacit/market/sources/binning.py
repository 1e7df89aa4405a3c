"""Cutting a column of numbers or dates into bins, by the column alone.

Bins have round edges and, where the data allows, similar weight. A value that many rows share, such
as 0 in a column of amounts, gets a bin of its own. Each bin holds its lower edge and not its upper
one: 20 to 29 for whole numbers, from 20 to below 30 for others.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PERIODS = 24
"""Dates are cut into about so many years, quarters, months or weeks at most."""
STEPS = (1, 2, 5)
"""Round numbers are these times a power of ten."""
ALMOST = 0.8
"""A round number that is a little smaller will do."""
SMALLEST, LARGEST = 1e-290, 1e290
"""Numbers closer than the one, or further apart than the other, are not rounded: floats have no room."""


@dataclass(frozen=True)
class Spread:
    """How the numbers of a column lie.

    Attributes:
        points: the numbers below which equal shares of the rows lie, rising.
        low: the lowest number.
        high: the highest.
        whole: whether all are whole numbers.
        common: numbers that so many rows share that each gets a bin of its own; not among the points.
    """

    points: Sequence[float]
    low: float
    high: float
    whole: bool
    common: Sequence[float] = ()


def edges_of(spread: Spread) -> list[float]:
    """Where to cut numbers into bins, each of which holds its lower edge.

    >>> edges_of(Spread([12, 19, 31, 42], 0, 60, whole=True))
    [10, 20, 30, 40]
    >>> edges_of(Spread([7, 21], 0, 60, whole=True, common=[0]))
    [1, 10, 20]
    """
    points = sorted({float(point) for point in (*spread.points, *spread.common)})
    ends = (float(spread.low), *points, float(spread.high))
    common, found = set(map(float, spread.common)), set[float]()
    for below, point, above in zip(ends, points, ends[2:], strict=False):
        if point in common:
            found |= {point, _after(point, above, whole=spread.whole)}
        else:
            gaps = [gap for gap in (point - below, above - point) if gap > 0]
            found.add(rounded(point, min(gaps, default=0.0), whole=spread.whole))
    kept = sorted(edge for edge in found if spread.low < edge <= spread.high)
    return [_plain(edge) for edge in kept]


def _after(point: float, above: float, *, whole: bool) -> float:
    """An edge right after a number that has a bin of its own, below the next one that is cut at."""
    return point + 1 if whole else point + rounded((above - point) / 4, (above - point) / 8)


def rounded(number: float, gap: float, *, whole: bool = False) -> float:
    """The nearest round number, where neighbours are so far apart.

    >>> rounded(0.97, 0.08), rounded(27, 4), rounded(1234, 90), rounded(17.4, 0.2, whole=True)
    (1.0, 25.0, 1200.0, 17.0)
    """
    if not SMALLEST < gap < LARGEST:
        return float(round(number)) if whole and isfinite(number) else number
    unit = max(_round_up(gap), 1.0 if whole else 0.0)
    near = round(number / unit) * unit if isfinite(number / unit) else number
    return round(near, max(0, 1 - floor(log10(unit))))  # without the noise of floats


def _round_up(gap: float) -> float:
    """The smallest round number that is not smaller: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(gap))
    return next(step * power for step in (*STEPS, 10) if step * power >= gap * ALMOST)


def _plain(edge: float) -> float:
    return int(edge) if float(edge).is_integer() and abs(edge) < 2**53 else edge


@dataclass(frozen=True)
class Periods:
    """Dates in periods of one length.

    Attributes:
        starts: the first day of each.
        labels: what each is called.
        name: what they are called together.
    """

    starts: list[date]
    labels: list[str]
    name: str


def periods_of(low: date, high: date, most: int = PERIODS) -> Periods:
    """Cut the days from one to another into about so many years, quarters, months, weeks or days."""
    days = (high - low).days
    if days > 31 * most * 3:
        return _years(low, high, most)
    if days > 31 * most:
        starts = _months(low, high, 3)
        return Periods(starts, [f"{s.year}-Q{(s.month + 2) // 3}" for s in starts], "quarters")
    if days > 7 * most:
        starts = _months(low, high, 1)
        return Periods(starts, [f"{s.year}-{s.month:02d}" for s in starts], "months")
    if days > most:
        starts = [low + timedelta(days=7 * i) for i in range(days // 7 + 1)]
        return Periods(starts, [f"week of {s.isoformat()}" for s in starts], "weeks")
    starts = [low + timedelta(days=i) for i in range(days + 1)]
    return Periods(starts, [s.isoformat() for s in starts], "days")


def _years(low: date, high: date, most: int) -> Periods:
    """Years, or so many of them together that there are not too many."""
    step = int(_round_up(max(1.0, (high.year - low.year + 1) / most)))
    first = low.year - low.year % step if step > 1 else low.year
    starts = [date(max(year, 1), 1, 1) for year in range(first, high.year + 1, step)]
    labels = [f"{s.year}" if step == 1 else f"{s.year}-{s.year + step - 1}" for s in starts]
    return Periods(starts, labels, "years")


def _months(low: date, high: date, step: int) -> list[date]:
    """The first days of every month or quarter from one date to another."""
    first = low.year * 12 + (low.month - 1) // step * step
    last = high.year * 12 + high.month - 1
    return [date(m // 12, m % 12 + 1, 1) for m in range(first, last + 1, step)]
