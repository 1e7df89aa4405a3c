"""The paper's expansion again, slow and plain, as the judge of the fast one.

It knows nothing of frontiers, masks or integers that fit a machine word: it looks at every cell of
the space at every step and computes with fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

Cell = tuple[int, ...]
Weight = Callable[[Cell], Fraction]


def expand(
    shape: tuple[int, ...],
    distance: Callable[[int, int, int], Fraction],
    offers_one: tuple[bool, ...],
    cost: Mapping[Cell, Fraction],
    weight: Weight,
    claim: Fraction,
    empty_cells_hide: bool,
    true: tuple[frozenset[int], ...],
    limit: Fraction,
    alpha: Fraction,
) -> tuple[frozenset[int], ...] | None:
    """Expand a true intent until claim / weight is within the limit; None if it never is.

    Args:
        shape: how many values each dimension has.
        distance: of two values of a dimension.
        offers_one: for each dimension, whether it offers only its nearest value.
        cost: what the records of each cell cost together; absent cells hold none.
        weight: what the attacker spreads belief over, per cell.
        claim: what speaks for the most exposed wanted record.
        empty_cells_hide: whether the attacker counts cells that hold no records.
        true: the true intent.
        limit: the highest confidence allowed.
        alpha: the weight of saving cost against gaining cover.
    """
    box = true
    while True:
        covered = sum((weight(cell) for cell in product(*box)), Fraction(0))
        if claim <= limit * covered:
            return box
        candidates = _candidates(shape, distance, offers_one, box)
        if not candidates:
            return None
        d, value = _best(candidates, box, cost, weight, empty_cells_hide, alpha)
        box = tuple(one | {value} if i == d else one for i, one in enumerate(box))


def _candidates(
    shape: tuple[int, ...],
    distance: Callable[[int, int, int], Fraction],
    offers_one: tuple[bool, ...],
    box: tuple[frozenset[int], ...],
) -> list[tuple[int, int]]:
    """The neighbour values of every dimension."""
    found = []
    for d, size in enumerate(shape):
        outside = [value for value in range(size) if value not in box[d]]
        if not outside:
            continue
        far = {u: sum((distance(d, u, v) for v in box[d]), Fraction(0)) for u in outside}
        nearest = [u for u in outside if far[u] == min(far.values())]
        found += [(d, u) for u in (nearest[:1] if offers_one[d] else nearest)]
    return found


def _best(
    candidates: list[tuple[int, int]],
    box: tuple[frozenset[int], ...],
    cost: Mapping[Cell, Fraction],
    weight: Weight,
    empty_cells_hide: bool,
    alpha: Fraction,
) -> tuple[int, int]:
    """The candidate with the best score."""
    addition, increase = {}, {}
    for d, value in candidates:
        slab = list(product(*[{value} if i == d else one for i, one in enumerate(box)]))
        addition[d, value] = sum((cost.get(cell, Fraction(0)) for cell in slab), Fraction(0))
        increase[d, value] = sum((weight(cell) for cell in slab), Fraction(0))
    if empty_cells_hide:
        for candidate in candidates:
            if addition[candidate] == 0:
                return candidate
    else:
        useful = [candidate for candidate in candidates if increase[candidate] != 0]
        if not useful:
            return candidates[0]
        candidates = useful
    most = max(addition[c] for c in candidates)
    saved = _minmax([most - addition[c] for c in candidates])
    gained = _minmax([increase[c] for c in candidates])
    scores = [alpha * s + (1 - alpha) * g for s, g in zip(saved, gained, strict=True)]
    return candidates[scores.index(max(scores))]


def _minmax(numbers: list[Fraction]) -> list[Fraction]:
    low, high = min(numbers), max(numbers)
    if low == high:
        return [Fraction(0)] * len(numbers)
    return [(number - low) / (high - low) for number in numbers]
