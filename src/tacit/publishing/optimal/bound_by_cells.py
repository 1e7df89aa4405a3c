"""A bound on what more cover takes, from pretending that cells could be had one by one.

A box takes in cells by whole slabs. Could they be had singly, and even in parts, an attacker would
be held by the best ones for their cost: those that bring the most weight for what they add to the
objective. No box does better than that, and no union of boxes. So: sort the cells by cost for
weight, add up both, and read off what the weight that is lacking takes.

What is proven rests on this, so it is worked out in whole numbers: the order of the cells, the sums,
and what is read off.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.intents.box import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.boxes import Boxes, Masks
    from tacit.space.dimension import Mask

MARGIN = 2.0**-30
"""More than the share by which a sum of at most 2**20 numbers is off if it is added up in floats.

Each number, each sum and what it is compared with is off by a share of at most 2**-53.
"""
APART = 2.0**-40
"""Ratios of whole numbers that differ by this share in floats differ: each is off by 2**-51."""


class CheapestCells:
    """The least of the objective that some weight takes, the best cells first.

    >>> cells = CheapestCells(np.array([4, 6]), np.array([2, 1]))
    >>> cells.least(8), cells.price(8), cells.total
    (2, (2, 4), 10)
    """

    def __init__(self, weight: NDArray[Any], cost: NDArray[Any], unit: int = 1) -> None:
        """Cells that have a weight and a cost each, whole numbers; costs are in parts of a unit."""
        useful = np.flatnonzero(weight > 0)
        weight, cost = _summable(weight[useful]), _summable(cost[useful])
        order = by_ratio(cost, weight)
        self._weight, self._cost = _sums_from_0(weight[order]), _sums_from_0(cost[order])
        self._unit = unit

    @classmethod
    def and_unlisted(
        cls, weight: NDArray[Any], cost: NDArray[Any], unlisted: int, most_each: int | None
    ) -> CheapestCells:
        """Cells, and the weight of others that are not listed, as those hold no records.

        Each of these weighs `most_each` at most, if it is cells that cost; else they cost nothing.
        """
        unit = most_each or 1
        if not unlisted and unit == 1:
            return cls(weight, cost)
        small = max(unlisted, unit * int(cost.max(initial=0))) < LARGEST
        kind = np.int64 if small else object
        rest = np.array([unlisted], dtype=kind)
        costs = np.concatenate([cost.astype(kind) * unit, rest * 0 if most_each is None else rest])
        return cls(np.concatenate([weight, rest]), costs, unit)

    def least(self, weight: int) -> int:
        """The least of the objective that this much weight takes; all there is, if it is more."""
        at = self._place(weight)
        if at == 0:
            return 0
        rise, run = self._step(at)
        lacking = min(weight - int(self._weight[at - 1]), run)
        return -(-(int(self._cost[at - 1]) * run + lacking * rise) // (run * self._unit))

    @property
    def total(self) -> int:
        """All the weight there is."""
        return int(self._weight[-1])

    def price(self, weight: int) -> tuple[int, int]:
        """What one more unit of weight costs once there is this much, as a ratio."""
        at = self._place(weight)
        rise, run = self._step(at) if at else (0, 1)
        return rise, run * self._unit

    def _place(self, weight: int) -> int:
        """How many cells it takes to have this much weight; all, if that is not enough."""
        if weight >= self.total:
            return len(self._weight) - 1
        return int(np.searchsorted(self._weight, weight)) if weight > 0 else 0

    def _step(self, at: int) -> tuple[int, int]:
        """What one of the cells costs, and what it weighs."""
        pairs = ((sums[at - 1], sums[at]) for sums in (self._cost, self._weight))
        rise, run = (int(after) - int(before) for before, after in pairs)
        return rise, run


def by_ratio(cost: NDArray[Any], weight: NDArray[Any]) -> NDArray[np.intp]:
    """Sort by cost for weight, exactly.

    Floats do it for numbers that are not too large: two ratios that differ do so by a share of at
    least 1 / (cost x weight). Else those that are close are looked at.
    """
    ratio = cost.astype(float) / weight.astype(float)
    order = np.argsort(ratio)
    product = int(cost.max(initial=0)) * int(weight.max(initial=0))
    if product * APART < 1:
        return order
    ratio = ratio[order]
    close = np.flatnonzero(ratio[1:] - ratio[:-1] <= APART * ratio[1:])
    if len(close):
        here, after = order[close], order[close + 1]
        if product >= LARGEST:
            cost, weight = cost.astype(object), weight.astype(object)
        if (cost[here] * weight[after] > cost[after] * weight[here]).any():
            pairs = [Fraction(int(c), int(w)) for c, w in zip(cost, weight, strict=True)]
            return np.array(sorted(range(len(pairs)), key=pairs.__getitem__), dtype=np.intp)
    return order


def may_be_within(sums: NDArray[np.float64], most: int) -> Mask:
    """Which sums of whole numbers, none negative and added up in floats, may be at most so much."""
    within: Mask = sums * (1 - MARGIN) <= float(most)
    return within


def beyond_start(boxes: Boxes, most: int) -> list[CheapestCells | None]:
    """For each attacker, what weight takes beyond the start, if no box may cost more than `most`.

    Cells that can't be had for that are left out: the values that one needs add at least the sum of
    what each would add alone. None for an attacker who goes by no measure.
    """
    start, widest = boxes.box(boxes.start), boxes.reachable(boxes.start, boxes.allowed)
    cells = boxes.cells(widest)
    outside = ~cells.within(start.masks)
    needed, added = np.zeros(len(outside)), boxes.added(start.frontier).astype(float)
    for d, codes in enumerate(cells.codes):
        needed += added[boxes.offsets[d] : boxes.offsets[d + 1]].take(codes)
    near = may_be_within(needed, most - boxes.key(start.mass)[0])
    return _cheapest(boxes, cells, outside, outside & near, start.mass, widest)


def least_around(boxes: Boxes, intent: Intent) -> int:
    """A value of the objective that nothing within the limits goes below if it holds an intent.

    What an attacker lacks takes at least what the best cells outside would, one by one.
    """
    market = boxes.market
    held, everything = market.mass(intent), Box.everything(market.space)
    cells = market.cells(everything)
    outside = ~cells.of(intent)
    bounds = _cheapest(boxes, cells, outside, outside, held, everything.masks())
    return max(boxes.least(held), boxes.key(held)[0] + lacking_takes(boxes, bounds, held))


def lacking_takes(boxes: Boxes, bounds: Sequence[CheapestCells | None], held: Mass) -> int:
    """The least of the objective that it takes beyond what is held to keep all within limits."""
    trios = zip(boxes.attackers, boxes.targets, bounds, strict=True)
    return max((b.least(t - a.weight(held)) for a, t, b in trios if b is not None), default=0)


def _cheapest(
    boxes: Boxes, cells: Cells, outside: Mask, near: Mask, held: Mass, widest: Masks
) -> list[CheapestCells | None]:
    """For each attacker, what weight takes beyond what is held and within the widest box.

    Of the listed cells of the widest box some are `outside` what is held, and some of them `near`
    enough to be had.
    """
    market, whole = boxes.market, boxes.mass(widest)
    cost = market.measured(cells, boxes.objective)[near]
    found: list[CheapestCells | None] = []
    for measure in boxes.measures:
        if measure is None:
            found.append(None)
            continue
        weight = market.measured(cells, measure)
        beyond = getattr(whole, measure) - getattr(held, measure)
        unlisted = beyond - sum(weight[outside].tolist())
        most_each = most_unlisted(market, boxes.objective, measure, widest)
        found.append(CheapestCells.and_unlisted(weight[near], cost, unlisted, most_each))
    return found


def most_unlisted(market: Market, objective: str, measure: str, widest: Masks) -> int | None:
    """The most that a cell which is not listed weighs, if it is cells that cost."""
    if objective != "cells":
        return None
    return max(market.rule.peak(widest), 1) if measure == "price" else 1


def _summable(values: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers in a form in which their sum is exact."""
    small = float(values.sum(dtype=float)) * (1 + MARGIN) < LARGEST
    return values.astype(np.int64 if small else object, copy=False)


def _sums_from_0(values: NDArray[Any]) -> NDArray[Any]:
    """The sum of the first none, one, two and so on."""
    sums = np.zeros(len(values) + 1, dtype=values.dtype)
    np.cumsum(values, out=sums[1:])
    return sums
