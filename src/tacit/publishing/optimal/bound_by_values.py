"""Wholesale: a bound for one branch of the search, from what it can still take in.

Retail pretends that cells could be had one by one. That is far from the truth for cells that lack
one value only: they come with all that the value adds to the box. So here values are had as a whole
and only cells that lack two or more come singly. What the branch can't reach or can't afford is
left out, so the bound rises as the search goes down.

The bound also says what to branch on. At its margin one unit of weight has a price; what a value or
a cell brings beyond what it costs, at that price, is its profit. Without a value, its own profit
and that of every cell that needs it are gone: the bound rises most without the value that most
profit hangs on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit.intents.intent import Intent
from tacit.publishing.optimal.bound_by_cells import GOES_BY, MARGIN, Retail, of_cells
from tacit.publishing.rules import OBJECTIVES

if TYPE_CHECKING:
    from tacit.publishing.boxes import Box, Boxes, Masks
    from tacit.space.dimension import Mask

Floats = NDArray[np.float64]
EMPTY_TOO = ("cells", "price")
"""What cells without records have too."""


class Outlook(NamedTuple):
    """What is known about a branch.

    Attributes:
        least: no box of the branch within the limits costs less.
        allowed: the values that such a box can still take in for what it may cost.
        value: the value on which the bound hangs most, by flat id; None if it hangs on none.
    """

    least: int
    allowed: Mask
    value: int | None


class Wholesale:
    """What the cells around the start bring and cost, to look at many branches.

    No box may cost more than `most`, so cells that can't be had for that are left out at once; not
    where an attacker counts cells without records, as those that are not listed are then known from
    those that are.
    """

    def __init__(self, boxes: Boxes, most: int) -> None:
        self._boxes, market = boxes, boxes.market
        reach = boxes.reachable(boxes.start, boxes.allowed)
        cells = market.cells(Intent.from_masks(market.space, reach))
        found = of_cells(market, cells)
        self._goes_by = [GOES_BY[attacker.name] for attacker in boxes.attackers]
        weights = np.array([found[name] for name in self._goes_by], dtype=float)
        some = (weights > 0).any(axis=0)
        self._objective = OBJECTIVES[boxes.rules.objective][0]
        self._cost = found[self._objective][some].astype(float)
        self._weights = weights[:, some]
        start = np.array(boxes.offsets[:-1], dtype=np.intp)[:, None]
        self._values = (cells.codes.astype(np.intp) + start)[:, some]
        orders = (None if ranks is None else np.argsort(ranks) for ranks in boxes.ranks)
        self._orders = [(at, order) for at, order in zip(boxes.offsets, orders, strict=False)]
        view = self._view(boxes.box(boxes.start), boxes.allowed, most)
        counted = any(name in EMPTY_TOO for name in self._goes_by)
        kept = np.flatnonzero(view.single) if counted else view.near
        self._cost, self._weights = self._cost[kept], self._weights[:, kept]
        self._values = np.ascontiguousarray(self._values[:, kept])

    def outlook(self, box: Box, allowed: Mask, most: int) -> Outlook | None:
        """Look at all boxes that hold one and, beyond it, only what is allowed.

        None if no such box that costs at most `most` holds every attacker.
        """
        boxes, view = self._boxes, self._view(box, allowed, most)
        least, hangs, allowed = 0, np.zeros(len(allowed)), view.allowed
        for i, (attacker, target) in enumerate(zip(boxes.attackers, boxes.targets, strict=True)):
            lacking = target - attacker.weight(box.mass)
            if lacking <= 0:
                continue
            brought = attacker.added(box.frontier).astype(float)
            shop = self._shop(i, view, brought)
            more = shop.least(lacking)
            if more > view.left or shop.total < lacking * (1 - MARGIN):
                return None
            rate = shop.rate(lacking)
            # Whoever takes in a value without profit pays its loss beyond the bound.
            allowed = allowed & (view.added - rate * brought <= view.left - more + 1)
            if more >= least:
                least, hangs = more, self._hangs(i, view, rate * brought - view.added, rate)
        open_ = view.open[allowed[view.open]]
        best = int(open_[hangs[open_].argmax()]) if hangs[open_].any() else None
        return Outlook(boxes.key(box.mass)[0] + least, allowed, best)

    def _view(self, box: Box, allowed: Mask, most: int) -> _View:
        boxes = self._boxes
        left = (most - boxes.key(box.mass)[0]) * (1 + MARGIN)
        added = boxes.added(box.frontier).astype(float)
        takes = self._takes(box.masks, added)
        allowed = allowed & (takes <= left)
        widest = boxes.reachable(box.masks, allowed)
        inside, reach = np.concatenate(box.masks), np.concatenate(widest)
        lacks = (~inside).take(self._values).sum(axis=0)
        single = (lacks > 1) & reach.take(self._values).all(axis=0)
        near = single & (takes.take(self._values).sum(axis=0) + self._cost <= left)
        open_ = np.flatnonzero(reach & ~inside)
        return _View(box, left, added, allowed, widest, open_, single, np.flatnonzero(near))

    def _takes(self, masks: Masks, added: Floats) -> Floats:
        """What each value adds at least, on ordered dimensions with all that come before it."""
        takes = added.copy()
        for (at, order), mask in zip(self._orders, masks, strict=True):
            if order is not None:
                here, first = added[at + order], int(mask[order].argmax())
                upto = np.cumsum(here)
                takes[at + order] = upto - upto[first]
                takes[at + order[:first]] = upto[first] - upto[:first] + here[:first]
        return takes

    def _shop(self, i: int, view: _View, brought: Floats) -> Retail:
        """What an attacker's weight takes: values with all they add, cells that lack more, the rest."""
        weights, costs = self._weights[i, view.near], self._cost[view.near]
        rest = self._unlisted(i, view, brought)
        return Retail(
            np.concatenate([brought[view.open], weights, rest[:1]]),
            np.concatenate([view.added[view.open], costs, rest[1:]]),
        )

    def _unlisted(self, i: int, view: _View, brought: Floats) -> Floats:
        """Weight and cost of the cells that are not listed: they hold no records."""
        name, boxes = self._goes_by[i], self._boxes
        if name not in EMPTY_TOO:
            return np.zeros(2)
        attacker, whole = boxes.attackers[i], boxes.mass(view.widest)
        more = float(attacker.weight(whole) - attacker.weight(view.box.mass))
        listed = brought[view.open].sum() + self._weights[i, view.single].sum()
        weight = max(more - listed, 0.0) + more * MARGIN
        most_each = max(boxes.market.rule.peak(view.widest), 1) if name == "price" else 1
        return np.array([weight, weight / most_each if self._objective == "cells" else 0.0])

    def _hangs(self, i: int, view: _View, profits: Floats, rate: float) -> Floats:
        """The profit that hangs on each value: its own, and that of the cells that need it."""
        of_cells = np.maximum(rate * self._weights[i, view.near] - self._cost[view.near], 0)
        values = self._values[:, view.near]
        hang = np.bincount(
            values.reshape(-1), np.tile(of_cells, len(values)), minlength=len(profits)
        )
        return np.asarray(hang + np.maximum(profits, 0))


class _View(NamedTuple):
    """A branch, as wholesale sees it.

    Attributes:
        box: what all its boxes hold.
        left: what they may cost beyond it.
        added: what each value adds to its cost.
        allowed: the values that they may take in for that.
        widest: the widest of them.
        open: the values between the two, by flat id.
        single: which cells lack two values or more and can be reached.
        near: those of them that can be had for what is left.
    """

    box: Box
    left: float
    added: Floats
    allowed: Mask
    widest: Masks
    open: NDArray[np.intp]
    single: Mask
    near: NDArray[np.intp]
