"""A mix made exact: chances that the solver nearly got right, as fractions that keep the limit.

The solver says which records are about at the limit. That they are exactly there, and that all
chances add up to 1, are equations in whole numbers. Solving those moves each chance by next to
nothing, and leaves nothing rounded but what they do not settle.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TIGHT = 1e-8
"""How near the limit a record is taken to be at it: what the solver's precision leaves open."""
GRID = 2**40
"""To what fraction of 1 the chances that are free are rounded: as finely as worths are cut."""


def exact_mix(held: NDArray[np.bool_], mix: Floats, limit: Fraction) -> list[Fraction] | None:
    """The nearest mix, about, that adds up to 1 and keeps the limit to the last digit.

    Records that are about at the limit are put there exactly, by elimination; what that leaves
    open is rounded. None if the outcome is no such mix.
    """
    used = np.flatnonzero(mix > TIGHT)
    order = used[np.argsort(-mix[used], kind="stable")]
    rows = held[:, order]
    tight = rows[rows @ mix[order] >= float(limit) - TIGHT]
    equations = [[*map(int, row), limit] for row in tight]
    solved = _eliminated([*equations, [1] * len(order) + [Fraction(1)]], mix[order])
    if solved is None or min(solved) < 0:
        return None
    values = np.array(solved, dtype=object)
    if any(sum(values[row], Fraction(0)) > limit for row in rows):
        return None
    found = [Fraction(0)] * len(mix)
    for at, value in zip(order.tolist(), solved, strict=True):
        found[at] = value
    return found


def _eliminated(equations: Sequence[Sequence[Any]], near: Floats) -> list[Fraction] | None:
    """The solution of equations whose free values are those nearby, rounded; None without one."""
    rows = [[Fraction(x) for x in row] for row in equations]
    many = len(near)
    pivots: list[tuple[int, list[Fraction]]] = []
    for at in range(many):
        pivot = next((row for row in rows if row[at]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        pivot = [x / pivot[at] for x in pivot]
        rows = [_less(row, row[at], pivot) for row in rows]
        pivots = [(p, _less(row, row[at], pivot)) for p, row in pivots]
        pivots.append((at, pivot))
    if any(row[many] for row in rows):
        return None
    values = [Fraction(round(float(x) * GRID), GRID) for x in near]
    bound = {p for p, _ in pivots}
    free = [at for at in range(many) if at not in bound]
    for at, row in pivots:
        values[at] = row[many] - sum((row[k] * values[k] for k in free), Fraction(0))
    return values


def _less(row: list[Fraction], times: Fraction, pivot: list[Fraction]) -> list[Fraction]:
    return [a - times * b if b else a for a, b in zip(row, pivot, strict=True)] if times else row
