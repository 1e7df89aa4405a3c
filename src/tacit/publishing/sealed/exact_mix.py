"""A mix made exact: chances that the solver nearly got right, as fractions that keep every line.

The solver says which lines are about at their limits. That they are exactly there, and that all chances
add up to 1, are equations in whole numbers. Solving those moves each chance by next to nothing, and
leaves nothing rounded but what they do not settle.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.market.products import product

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.publishing.sealed.lines import Lines, Rows

    Floats = NDArray[np.float64]

TIGHT = 1e-8
"""How near its limit a line is taken to be at it: what the solver's precision leaves open."""
GRID = 2**40
"""To what fraction of 1 the chances that are free are rounded: as finely as worths are cut."""


def exact_mix(lines: Lines, rows: Rows, mix: Floats) -> tuple[list[int], list[Fraction]] | None:
    """The nearest mix, about, that adds up to 1 and keeps every line to the last digit.

    Lines that are about at their limits are put there exactly, by elimination; what that leaves open
    is rounded. Returns the candidates that have a chance, and their chances; None if the outcome is
    no such mix.
    """
    used = np.flatnonzero(mix > TIGHT)
    order = used[np.argsort(-mix[used], kind="stable")]
    members = rows.members[order].tolist()
    equations = _tight(lines, rows, order, mix[order])
    solved = _eliminated([*equations, [1] * len(order) + [Fraction(1)]], mix[order])
    if solved is None or min(solved) < 0:
        return None
    at = [i for i, chance in enumerate(solved) if chance]
    found = [members[i] for i in at], [solved[i] for i in at]
    return found if lines.kept(*found) else None


def _tight(
    lines: Lines, rows: Rows, order: NDArray[np.intp], mix: Floats
) -> list[list[Fraction | int]]:
    """The lines that are about at their limits, as equations: coefficients, then what they come to."""
    held, members = rows.held[:, order], rows.members[order]
    limits = rows.floats
    found: list[list[Fraction | int]] = []
    for b, belief in enumerate(lines.beliefs):
        weighed = lines.ratios[b][members] * mix
        total = weighed.sum()
        for k in np.flatnonzero(product(held, weighed) >= (limits - TIGHT) * total).tolist():
            limit = rows.limits[k]
            if b == 0 and lines.counts.all():  # by the reference, all chances add up to 1
                found.append([*map(int, held[k]), limit])
                continue
            exact = [Fraction(int(belief[v]), int(lines.reference[v])) for v in members]
            found.append([r * (int(h) - limit) for r, h in zip(exact, held[k], strict=True)] + [0])
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
