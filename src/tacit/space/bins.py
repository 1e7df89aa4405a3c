"""Bins of numbers and dates: the engine behind `Numeric` dimensions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import SpaceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

Point = int | float | date


def point(value: object, is_date: bool) -> Point | None:
    """Read a literal as a point on the line, or None if it is not one."""
    value = _plain(value)
    if is_date:
        return _day(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if isinstance(value, int) or isfinite(value) else None


def is_number(value: object) -> bool:
    """Whether a value is a number; a boolean is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _day(value: object) -> date | None:
    """Read a date; a moment within a day is not one."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip()) if len(value.strip()) >= 10 else None
        except ValueError:
            return None
    if isinstance(value, datetime):
        return value.date() if value.time() == time() else None
    return value if isinstance(value, date) else None


def _plain(value: Any) -> Any:
    """A number or date out of its NumPy wrapping."""
    return value.item() if isinstance(value, np.generic) else value


def plain_edges(edges: Iterable[Any]) -> tuple[Point, ...]:
    """Edges as plain numbers and dates, whatever array or frame they came from."""
    return tuple(_day(edge) or edge for edge in map(_plain, edges))


def position(value: Point) -> float:
    """Where a point lies, as a number."""
    return value.toordinal() if isinstance(value, date) else value


def check(name: str, edges: Sequence[Point], closed: str, integer: bool = False) -> None:
    """Refuse edges that do not rise, are of mixed kinds or leave a bin without whole numbers."""
    if closed not in ("left", "right"):
        raise SpaceError(f"'closed' of dimension '{name}' must be \"left\" or \"right\".")
    if not edges:
        raise SpaceError(f"numeric dimension '{name}' needs at least one edge between its bins.")
    dates = [isinstance(edge, date) and not isinstance(edge, datetime) for edge in edges]
    numbers = [point(edge, is_date=False) is not None for edge in edges]
    if not (all(dates) or all(numbers)):
        raise SpaceError(f"the edges of dimension '{name}' must be all numbers or all whole days.")
    positions = [position(edge) for edge in edges]
    if any(a >= b for a, b in pairwise(positions)):
        raise SpaceError(f"the edges of dimension '{name}' must rise.")
    firsts = _firsts(edges, closed) if integer else []
    if len(set(firsts)) != len(firsts):
        raise SpaceError(f"two edges of dimension '{name}' have no whole number between them.")


def _firsts(edges: Sequence[Point], closed: str) -> list[int]:
    """The lowest whole number of each bin but the first."""
    at = [position(edge) for edge in edges]
    return [floor(p) + 1 if closed == "right" else ceil(p) for p in at]


def labels(edges: Sequence[Point], closed: str, integer: bool) -> list[str]:
    """Name bins by what they hold.

    >>> labels([17, 24], "right", True)
    ['up to 17', '18 to 24', 'from 25']
    >>> labels([0.5], "left", False)
    ['below 0.5', 'from 0.5']
    """
    right = closed == "right"
    if integer and not isinstance(edges[0], date):
        firsts = _firsts(edges, closed)
        inner = [f"{a} to {b - 1}" if b - 1 > a else f"{a}" for a, b in pairwise(firsts)]
        return [f"up to {firsts[0] - 1}", *inner, f"from {firsts[-1]}"]
    pairs = pairwise(edges)
    inner = [f"{a} to {b}" if right else f"{a} up to {b}" for a, b in pairs]
    ends = ("up to", "above") if right else ("below", "from")
    return [f"{ends[0]} {edges[0]}", *inner, f"{ends[1]} {edges[-1]}"]


def bins_of_pieces(
    points: Sequence[Point], edges: Sequence[Point], closed: str
) -> NDArray[np.int64]:
    """For each piece of the line, the bin it lies in."""
    # Not with NumPy: as floats, whole numbers beyond 2**53 would fall together.
    at = [position(edge) for edge in edges]
    bins = np.zeros(2 * len(points) + 1, dtype=np.int64)
    for i, p in enumerate(map(position, points)):
        bins[2 * i + 1] = bisect_left(at, p) if closed == "right" else bisect_right(at, p)
        bins[2 * i + 2] = bisect_right(at, p)
    return bins


def pieces_with_integers(points: Sequence[Point]) -> NDArray[np.bool_]:
    """Which pieces hold a whole number."""
    at = [position(p) for p in points]
    real = np.ones(2 * len(points) + 1, dtype=bool)
    for i, p in enumerate(at):
        real[2 * i + 1] = p == floor(p)
        real[2 * i + 2] = i + 1 == len(at) or floor(p) + 1 < at[i + 1]
    return real


def literal(value: object) -> str:
    """Write a value as an SQL literal."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, date):
        return f"DATE '{value.isoformat()}'"
    if isinstance(value, int):
        return repr(value)
    if isinstance(value, float):
        return repr(value) if isfinite(value) else f"CAST('{value!r}' AS DOUBLE)"
    return "'" + str(value).replace("'", "''") + "'"


def sql_edges(edges: Sequence[Point], closed: str) -> tuple[Sequence[Point], str]:
    """The edges to compare a column with, and which side of a bin belongs to it.

    A bin of days that ends with an edge ends before the next day: the column may hold moments
    within the day, which are later than its date.
    """
    days = [edge for edge in edges if isinstance(edge, date)]
    if not days or closed == "left" or days[-1] == date.max:
        return edges, closed
    return [day + timedelta(days=1) for day in days], "left"


def ranges(
    inside: Sequence[bool],
    edges: Sequence[Point],
    closed: str,
    column: str,
) -> list[str]:
    """Write each run of neighbouring bins as a range of a column."""
    edges, closed = sql_edges(edges, closed)
    above, upto = (">", "<=") if closed == "right" else (">=", "<")
    found = []
    start = 0
    while start < len(inside):
        if not inside[start]:
            start += 1
            continue
        end = start
        while end + 1 < len(inside) and inside[end + 1]:
            end += 1
        low = [f"{column} {above} {literal(edges[start - 1])}"] if start else []
        high = [f"{column} {upto} {literal(edges[end])}"] if end < len(edges) else []
        found.append(" AND ".join(low + high) or f"{column} IS NOT NULL")
        start = end + 1
    return found
