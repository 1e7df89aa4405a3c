"""Bins of numbers and dates: the engine behind `Numeric` dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from math import floor, isfinite

import numpy as np
from numpy.typing import NDArray

from tacit.errors import SpaceError

Point = int | float | date


def point(value: object, is_date: bool) -> Point | None:
    """Read a literal as a point on the line, or None if it is not one."""
    if is_date:
        if isinstance(value, datetime):
            return value.date()
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value)[:10])
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isfinite(value) else None


def position(value: Point) -> float:
    """Where a point lies, as a number."""
    return value.toordinal() if isinstance(value, date) else value


def check(name: str, edges: Sequence[Point], closed: str) -> None:
    """Refuse edges that do not rise or are of mixed kinds."""
    if closed not in ("left", "right"):
        raise SpaceError(f"'closed' of dimension '{name}' must be \"left\" or \"right\".")
    if not edges:
        raise SpaceError(f"numeric dimension '{name}' needs at least one edge between its bins.")
    dates = [isinstance(edge, date) for edge in edges]
    numbers = [isinstance(e, int | float) and not isinstance(e, bool) and isfinite(e) for e in edges]
    if not (all(dates) or all(numbers)):
        raise SpaceError(f"the edges of dimension '{name}' must be all numbers or all dates.")
    positions = [position(edge) for edge in edges]
    if any(a >= b for a, b in zip(positions, positions[1:], strict=False)):
        raise SpaceError(f"the edges of dimension '{name}' must rise.")


def labels(edges: Sequence[Point], closed: str, integer: bool) -> list[str]:
    """Name bins by what they hold.

    >>> labels([17, 24], "right", True)
    ['up to 17', '18 to 24', 'from 25']
    >>> labels([0.5], "left", False)
    ['below 0.5', 'from 0.5']
    """
    right = closed == "right"
    if integer and not isinstance(edges[0], date):
        firsts = [floor(position(e)) + 1 if right else -floor(-position(e)) for e in edges]
        inner = [
            f"{a} to {b - 1}" if b - 1 > a else f"{a}"
            for a, b in zip(firsts, firsts[1:], strict=False)
        ]
        return [f"up to {firsts[0] - 1}", *inner, f"from {firsts[-1]}"]
    pairs = zip(edges, edges[1:], strict=False)
    inner = [f"{a} to {b}" if right else f"{a} up to {b}" for a, b in pairs]
    ends = ("up to", "above") if right else ("below", "from")
    return [f"{ends[0]} {edges[0]}", *inner, f"{ends[1]} {edges[-1]}"]


def bins_of_pieces(
    points: Sequence[Point], edges: Sequence[Point], closed: str
) -> NDArray[np.int64]:
    """For each piece of the line, the bin it lies in."""
    at = np.array([position(edge) for edge in edges], dtype=float)
    bins = np.zeros(2 * len(points) + 1, dtype=np.int64)
    for i, p in enumerate(points):
        bins[2 * i + 1] = np.searchsorted(at, position(p), "left" if closed == "right" else "right")
        bins[2 * i + 2] = np.searchsorted(at, position(p), "right")
    return bins


def pieces_with_integers(points: Sequence[Point]) -> NDArray[np.bool_]:
    """Which pieces hold a whole number."""
    at = [position(p) for p in points]
    real = np.ones(2 * len(points) + 1, dtype=bool)
    for i, p in enumerate(at):
        real[2 * i + 1] = float(p).is_integer()
        real[2 * i + 2] = i + 1 == len(at) or floor(p) + 1 < at[i + 1]
    return real


def ranges(
    inside: Sequence[bool],
    edges: Sequence[Point],
    closed: str,
    column: str,
    literal: Callable[[object], str],
) -> list[str]:
    """Write each run of neighbouring bins as a range of a column."""
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
