"""A bound for one branch of the search, from what it can still take in: values as a whole.

`bound_by_cells` pretends that cells could be had one by one. That is far from the truth for cells
that lack one value only: they come with all that the value adds to the box. So here values are had
as a whole and only cells that lack two or more come singly. What the branch can't reach or can't
afford is left out, so the bound rises as the search goes down.

The bound also says what to branch on. At its margin one unit of weight has a price; what a value or
a cell brings beyond what it costs, at that price, is its profit. Without a value, its own profit
and that of every cell that needs it are gone: the bound rises most without the value that most
profit hangs on.

What ends a branch or rules a value out follows from whole numbers, or from sums in floats with a
margin that covers their rounding. Only what to branch on is a matter of plain floats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit._defaults import LARGEST
from tacit.publishing.boxes import EMPTY_TOO
from tacit.publishing.optimal.bound_by_cells import CheapestCells, may_be_within, most_unlisted

if TYPE_CHECKING:
    from tacit.publishing.boxes import Boxes, Masks, WeighedBox
    from tacit.space.dimension import Mask

Floats = NDArray[np.float64]


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


class CheapestValues:
    """What the cells around the start bring and cost, to look at many branches.

    No box may cost more than `most`, so cells that can't be had for that are left out at once; not
    where an attacker counts cells without records, as those that are not listed are then known from
    those that are.
    """

    def __init__(self, boxes: Boxes, most: int) -> None:
        self._boxes, market = boxes, boxes.market
        reach = boxes.reachable(boxes.start, boxes.allowed)
        cells = boxes.cells(reach)
        nothing = np.zeros(len(cells.records), dtype=np.int64)
        weights = np.array(
            [nothing if m is None else market.measured(cells, m) for m in boxes.measures]
        )
        some = (weights > 0).any(axis=0)
        self._cost = market.measured(cells, boxes.objective)[some]
        self._weights = weights[:, some]
        start = np.array(boxes.offsets[:-1], dtype=np.intp)[:, None]
        self._values = (cells.codes.astype(np.intp) + start)[:, some]
        orders = (None if order is None else order.codes for order in boxes.orders)
        self._orders = list(zip(boxes.offsets, orders, strict=False))
        view = self._view(boxes.box(boxes.start), boxes.allowed, most)
        counted = any(measure in EMPTY_TOO for measure in boxes.measures)
        kept = np.flatnonzero(view.single) if counted else view.near
        self._cost, self._weights = self._cost[kept], self._weights[:, kept]
        self._values = np.ascontiguousarray(self._values[:, kept])

    def outlook(self, box: WeighedBox, allowed: Mask, most: int) -> Outlook | None:
        """Look at all boxes that hold one and, beyond it, only what is allowed.

        None if no such box that costs at most `most` holds every attacker.
        """
        boxes, view = self._boxes, self._view(box, allowed, most)
        least, hangs, allowed = 0, np.zeros(len(allowed)), view.allowed
        for i, (attacker, target) in enumerate(zip(boxes.attackers, boxes.targets, strict=True)):
            lacking = target - attacker.weight(box.mass)
            if lacking <= 0:
                continue
            if boxes.measures[i] is None:
                if attacker.weight(boxes.mass(view.widest)) < target:
                    return None
                continue
            brought = attacker.added(box.frontier)
            shop = self._shop(i, view, brought)
            more = shop.least(lacking)
            if more > view.left or shop.total < lacking:
                return None
            price = shop.price(lacking)
            allowed = allowed & _affordable(view, brought, price, more)
            if more >= least:
                least, hangs = more, self._hangs(i, view, brought, price)
        open_ = view.open[allowed[view.open]]
        best = int(open_[hangs[open_].argmax()]) if hangs[open_].any() else None
        return Outlook(boxes.key(box.mass)[0] + least, allowed, best)

    def _view(self, box: WeighedBox, allowed: Mask, most: int) -> _View:
        boxes = self._boxes
        left = most - boxes.key(box.mass)[0]
        added = boxes.added(box.frontier)
        takes = self._takes(box.masks, added)
        allowed = allowed & (takes <= left).astype(bool)
        widest = boxes.reachable(box.masks, allowed)
        inside, reach = np.concatenate(box.masks), np.concatenate(widest)
        lacks = (~inside).take(self._values).sum(axis=0)
        single = (lacks > 1) & reach.take(self._values).all(axis=0)
        sums = takes.astype(float).take(self._values).sum(axis=0) + self._cost
        near = single & may_be_within(sums, left)
        open_ = np.flatnonzero(reach & ~inside)
        return _View(box, left, added, allowed, widest, open_, single, np.flatnonzero(near))

    def _takes(self, masks: Masks, added: NDArray[Any]) -> NDArray[Any]:
        """What each value adds at least, on ordered dimensions with all that come before it."""
        takes = added.copy()
        for (at, order), mask in zip(self._orders, masks, strict=True):
            if order is not None:
                here, first = added[at + order], int(mask[order].argmax())
                upto = np.cumsum(here)
                takes[at + order] = upto - upto[first]
                takes[at + order[:first]] = upto[first] - upto[:first] + here[:first]
        return takes

    def _shop(self, i: int, view: _View, brought: NDArray[Any]) -> CheapestCells:
        """What an attacker's weight takes: values with all they add, cells that lack more, the rest."""
        boxes, measure = self._boxes, self._boxes.measures[i]
        assert measure is not None
        most_each = most_unlisted(boxes.market, boxes.objective, measure, view.widest)
        return CheapestCells.and_unlisted(
            np.concatenate([brought[view.open], self._weights[i, view.near]]),
            np.concatenate([view.added[view.open], self._cost[view.near]]),
            self._unlisted(i, view, brought),
            most_each,
        )

    def _unlisted(self, i: int, view: _View, brought: NDArray[Any]) -> int:
        """The weight of the cells that are not listed: they hold no records."""
        boxes = self._boxes
        if boxes.measures[i] not in EMPTY_TOO:
            return 0
        weight = boxes.attackers[i].weight
        more = weight(boxes.mass(view.widest)) - weight(view.box.mass)
        listed = (brought[view.open], self._weights[i, view.single])
        return more - sum(sum(amounts.tolist()) for amounts in listed)

    def _hangs(self, i: int, view: _View, brought: NDArray[Any], price: tuple[int, int]) -> Floats:
        """The profit that hangs on each value: its own, and that of the cells that need it."""
        rate = price[0] / price[1]
        profits = rate * brought.astype(float) - view.added.astype(float)
        of_cells = np.maximum(rate * self._weights[i, view.near] - self._cost[view.near], 0)
        values = self._values[:, view.near]
        hang = np.bincount(
            values.reshape(-1), np.tile(of_cells, len(values)), minlength=len(profits)
        )
        return np.asarray(hang + np.maximum(profits, 0))


class _View(NamedTuple):
    """A branch, as this bound sees it.

    Attributes:
        box: what all its boxes hold.
        left: what they may cost beyond it.
        added: what each value adds to its cost.
        allowed: the values that they may take in for that.
        widest: the widest of them.
        open: the values between the two, by flat id.
        single: which cells lack two values or more and can be reached.
        near: those of them that may be had for what is left.
    """

    box: WeighedBox
    left: int
    added: NDArray[Any]
    allowed: Mask
    widest: Masks
    open: NDArray[np.intp]
    single: Mask
    near: NDArray[np.intp]


def _affordable(view: _View, brought: NDArray[Any], price: tuple[int, int], more: int) -> Mask:
    """The values whose loss, at the price of weight, leaves a box within what it may cost.

    Whoever takes in a value without profit pays its loss beyond the bound. `more` is the bound
    rounded up, so the bound itself is above `more - 1`.
    """
    rise, run = price
    added = view.added
    highest = max(int(added.max(initial=0)), view.left + 1) * run
    if max(highest, int(brought.max(initial=0)) * rise) >= LARGEST:
        added, brought = added.astype(object), brought.astype(object)
    affordable: Mask = added * run - brought * rise <= (view.left - more + 1) * run
    return affordable.astype(bool)
