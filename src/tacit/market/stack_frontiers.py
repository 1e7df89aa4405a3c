"""What each single value would add to each of many boxes.

Boxes are rows: `inside[i, v]` says whether box i has value v, by flat id. The idea is the *slab* of a
value: the box with that value alone on its dimension. What the slab has of a measure (records,
spend, cells, price) is what the value would add to the box if it is outside, and what it contributes
if it is inside; so the slabs of one dimension's values inside add up to all that the box holds. One
table of slabs, boxes by values, answers both questions, and a greedy step needs no other.

Two engines sum cells, chosen by what is less work. `Laid` keeps every cell of the space in an array
and contracts it with all masks but one; `Listed` looks at known cells only, as a growing sparse box
does: a cell outside in exactly one dimension is what the missing value would add. Cells and prices
by the market's rule have closed forms. All sums are exact: in floats below 2**53, else in integers,
and where even these could overflow there is no engine.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tacit._defaults import EXACT_FLOAT, LARGEST
from tacit.intents.box import Box
from tacit.market.cells import Cells, Ints, offsets
from tacit.market.products import contracted
from tacit.market.stacks import RuleSums, stack_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.market.market import Market
    from tacit.space.dimension import Mask

LAID_UP_TO = 2**17
"""Spaces of more cells than this are never laid out: a few megabytes a measure."""
LISTED_UP_TO = 30_000
"""With more codes than this to look at, growing one box after the other is as fast: measured."""
LAID_FOR_LISTED = 10
"""How many cells laid out are added up while one code of a listed cell is looked at: measured."""
FEW_CELLS = 2048
"""In spaces of more cells than this, the highest of a box is looked up box by box; chosen for memory."""
MEMORY = 8 * 2**20
"""About how many bytes a batch may take: few enough to stay near the processor."""


class CellSums(Protocol):
    """Sums of some measures of the cells over many boxes."""

    width: int
    """How many numbers are kept per box at the same time."""

    def slabs(self, inside: Mask) -> NDArray[Any]:
        """For each box, measure and value the sum over the value's slab."""

    def peaks(self, inside: Mask) -> NDArray[Any]:
        """For each box and measure the highest of its cells, those not listed included."""


class ManyBoxes:
    """A market that is asked about many boxes at once.

    Attributes:
        offsets: where each dimension's values start in the flat numbering.
        batch: how many boxes to ask about at once.
    """

    def __init__(self, market: Market, cells: Cells, sums: type[Laid] | type[Listed]) -> None:
        self.offsets = offsets(market.space.shape)
        self._rule, self._shape = market.rule, market.space.shape
        measures = [cells.records, cells.spend]
        self._excess = cells.excess is not None
        if cells.excess is not None:
            measures.append(cells.excess)
        self._kept, self._place = _without_repeats(measures)
        self._sums: CellSums = sums(cells.codes, self._kept, market.space.shape)
        self.batch = max(1, MEMORY // (8 * (self._sums.width + 8 * self.offsets[-1])))

    def slabs(self, inside: Mask, names: Sequence[str]) -> dict[str, Ints]:
        """The slabs of all values, for each of some measures."""
        found = self._sums.slabs(inside)
        by_rule = self._by_rule(inside) if {"cells", "price"} & set(names) else None
        slabs: dict[str, Ints] = {}
        for name in names:
            if name in ("records", "spend"):
                slabs[name] = found[:, self._place[name == "spend"]]
                continue
            assert by_rule is not None
            if name == "cells":
                slabs[name] = self._cells(by_rule)
            else:
                slabs[name] = self._prices(by_rule)
                if self._excess:
                    slabs[name] = slabs[name] + found[:, self._place[2]]
        return slabs

    def weight(self, inside: Mask, slabs: Ints) -> Ints:
        """What each box holds, from the slabs of one measure."""
        first = slice(self.offsets[1])
        held: Ints = np.where(inside[:, first], slabs[:, first], 0).sum(axis=1)
        return held

    def peaks(self, inside: Mask, names: Sequence[str]) -> dict[str, Ints]:
        """The most that one cell of each box holds; for "cells" how many there are."""
        looked_up = {"records", "spend", "price" if self._excess else "records"}
        known = not looked_up & set(names)
        found: NDArray[Any] = np.zeros((0, 0)) if known else self._sums.peaks(inside)
        peaks: dict[str, Ints] = {}
        for name in names:
            if name in ("records", "spend"):
                peaks[name] = found[:, self._place[name == "spend"]]
            elif name == "cells":
                peaks[name] = self._by_rule(inside).cells
            else:
                peaks[name] = self._dearest(inside)
                if self._excess:
                    peaks[name] = peaks[name] + found[:, self._place[2]]
        return peaks

    def _by_rule(self, inside: Mask) -> RuleSums:
        starts, per_value = self.offsets[:-1], self._rule.per_value
        sizes = np.add.reduceat(inside, starts, axis=1, dtype=np.int64)
        if per_value is None:
            return RuleSums.of(sizes, None, self._rule.base)
        prices = np.where(inside, np.concatenate(per_value), 0)
        return RuleSums.of(sizes, np.add.reduceat(prices, starts, axis=1), self._rule.base)

    def _cells(self, found: RuleSums) -> Ints:
        return np.repeat(found.slabs, self._shape, axis=1)

    def _prices(self, found: RuleSums) -> Ints:
        """Prices by the rule: each cell of a slab has the base, its own value's price, and others'.

        A dimension's share of a box's prices, divided by how many values another has there, is what
        one slab of that other has of it.
        """
        if self._rule.per_value is None or found.shares is None:
            return self._cells(found) * self._rule.base
        others = found.shares.sum(axis=1, keepdims=True) - found.shares
        others = others // (found.cells[:, None] // found.slabs)
        constant = np.repeat(found.slabs * self._rule.base + others, self._shape, axis=1)
        own = np.repeat(found.slabs, self._shape, axis=1) * np.concatenate(self._rule.per_value)
        return np.asarray(constant + own)

    def _dearest(self, inside: Mask) -> Ints:
        """The highest price by the rule."""
        if self._rule.per_value is None:
            return np.full(len(inside), self._rule.base, dtype=np.int64)
        table = np.where(inside, np.concatenate(self._rule.per_value), 0)
        dearest: Ints = np.maximum.reduceat(table, self.offsets[:-1], axis=1).sum(axis=1)
        return dearest + self._rule.base


def many_boxes(market: Market) -> ManyBoxes | None:
    """The market for many boxes; None where it is too large for that, or its numbers are."""
    highest = market.rule.base + sum(int(p.max()) for p in market.rule.per_value or ())
    if market.space.size * max(highest, 1) >= LARGEST:
        return None
    cells = market.cube.cells(Box.everything(market.space).masks())
    if market.space.size <= min(LAID_UP_TO, max(LAID_FOR_LISTED * cells.codes.size, FEW_CELLS)):
        return ManyBoxes(market, cells, Laid)
    return ManyBoxes(market, cells, Listed) if cells.codes.size <= LISTED_UP_TO else None


class Laid:
    """Every cell of the space, in one array per measure."""

    def __init__(
        self, codes: NDArray[Any], measures: Sequence[Ints], shape: tuple[int, ...]
    ) -> None:
        self._shape = shape
        at = np.ravel_multi_index(tuple(codes.astype(np.intp)), shape)
        self._whole = np.zeros((len(measures), prod(shape)), dtype=np.int64)
        for row, measure in zip(self._whole, measures, strict=True):
            row[at] = measure
        self._kind = _exact_kind(measures)
        self._table = self._whole.astype(self._kind)
        parts = [prod(shape[:half]) + prod(shape[half:]) for half in range(len(shape))]
        self.width = 2 * len(measures) * min(prod(shape), max(min(parts), FEW_CELLS))

    def slabs(self, inside: Mask) -> NDArray[Any]:
        """Contract the array with all masks but one, for each in turn."""
        masks = stack_of(inside.astype(self._kind), self._shape)
        slabs = _contracted(self._table, masks)
        joined = np.concatenate([s.reshape(-1, *s.shape[-2:]) for s in slabs], axis=2)
        found = joined.astype(np.int64, copy=False)
        return found if len(found) == len(inside) else np.repeat(found, len(inside), axis=0)

    def peaks(self, inside: Mask) -> NDArray[Any]:
        """Take the highest along one axis after the other."""
        if self._whole.shape[1] > FEW_CELLS:
            return self._one_by_one(inside)
        lowest = np.iinfo(np.int64).min
        peaks = self._whole[None]
        for mask in stack_of(inside, self._shape):
            peaks = peaks.reshape(*peaks.shape[:2], mask.shape[1], -1)
            best = np.full((len(mask), len(self._whole), peaks.shape[3]), lowest)
            for code, chosen in enumerate(mask.T):
                np.maximum(best, peaks[:, :, code], out=best, where=chosen[:, None, None])
            peaks = best
        return peaks[:, :, 0]

    def _one_by_one(self, inside: Mask) -> NDArray[Any]:
        """Look into each box."""
        peaks = np.zeros((len(inside), len(self._whole)), dtype=np.int64)
        cubes = [whole.reshape(self._shape) for whole in self._whole]
        for i, masks in enumerate(zip(*stack_of(inside, self._shape), strict=True)):
            box = np.ix_(*masks)
            peaks[i] = [cube[box].max() for cube in cubes]
        return peaks


class Listed:
    """Known cells only; what is not listed holds nothing."""

    def __init__(
        self, codes: NDArray[Any], measures: Sequence[Ints], shape: tuple[int, ...]
    ) -> None:
        at = offsets(shape)
        self._values = at[-1]
        self._starts = at[:-1]
        self._at = codes.astype(np.intp) + np.array(at[:-1])[:, None]
        self._measures = measures
        self._kind = _exact_kind(measures)
        self.width = 6 * codes.shape[1]

    def slabs(self, inside: Mask) -> NDArray[Any]:
        """Inside, a cell counts for all its values; with one value missing, for that one."""
        lacking, missing = self._state(inside)
        found = np.zeros((len(inside), len(self._measures), self._values), dtype=np.int64)
        row, cell = np.nonzero(lacking == 1)
        places = [row * self._values + missing[row, cell]]
        cells = [cell]
        row, cell = np.nonzero(lacking == 0)
        for at in self._at:
            places.append(row * self._values + at[cell])
            cells.append(cell)
        place, which = np.concatenate(places), np.concatenate(cells)
        for m, measure in enumerate(self._measures):
            found[:, m] = self._tally(place, measure[which], len(inside))
        return found

    def peaks(self, inside: Mask) -> NDArray[Any]:
        """The highest of the cells inside, or 0 if one that is not listed is higher."""
        within = self._state(inside)[0] == 0
        sizes = np.add.reduceat(inside, self._starts, axis=1, dtype=np.int64).prod(axis=1)
        unlisted = within.sum(axis=1) < sizes
        lowest = np.where(unlisted, 0, np.iinfo(np.int64).min)
        least = lowest.min(initial=0)
        highest = [np.where(within, m, least).max(axis=1, initial=least) for m in self._measures]
        peaks: Ints = np.maximum(np.stack(highest, axis=1), lowest[:, None])
        return peaks

    def _state(self, inside: Mask) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """In how many dimensions each cell lies outside, and the sum of its values there."""
        lacking = np.zeros((len(inside), self._at.shape[1]), dtype=np.uint8)
        missing = np.zeros(lacking.shape, dtype=np.int32)
        values = np.where(inside, 0, np.arange(self._values, dtype=np.int32))
        for at in self._at:
            lacking += ~inside[:, at]
            missing += values[:, at]
        return lacking, missing

    def _tally(self, place: Ints, amounts: Ints, boxes: int) -> NDArray[Any]:
        size = boxes * self._values
        if self._kind is np.float64:
            sums = np.bincount(place, amounts, size).astype(np.int64)
        else:
            sums = np.zeros(size, dtype=np.int64)
            np.add.at(sums, place, amounts)
        return sums.reshape(boxes, -1)


def _contracted(table: NDArray[Any], masks: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Sum a table over all masks but one, for each in turn: halve the dimensions and recurse.

    The table has measures and cells as its axes, and boxes before them once it differs by box.
    """
    if len(masks) == 1:
        return [table]
    half = _middle([mask.shape[1] for mask in masks])
    left, right = _outer(masks[:half]), _outer(masks[half:])
    table = table.reshape(*table.shape[:-1], left.shape[1], right.shape[1])
    if table.ndim == 3:
        to_left = contracted(right, table, (1, 2))
        to_right = contracted(left, table, (1, 1))
    else:
        to_left = np.einsum("bmlr,br->bml", table, right)
        to_right = np.einsum("bmlr,bl->bmr", table, left)
    return _contracted(to_left, masks[:half]) + _contracted(to_right, masks[half:])


def _outer(masks: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Which cells of several dimensions together lie inside, the last running fastest."""
    found = masks[0]
    for mask in masks[1:]:
        found = (found[:, :, None] * mask[:, None, :]).reshape(len(mask), -1)
    return found


def _middle(sizes: Sequence[int]) -> int:
    """Where to cut dimensions so that both parts have about as many cells."""
    return min(range(1, len(sizes)), key=lambda i: prod(sizes[:i]) + prod(sizes[i:]))


def _without_repeats(measures: Sequence[Ints]) -> tuple[list[Ints], list[int]]:
    """Measures without repeats, and where each is found among them."""
    kept: list[Ints] = []
    place = []
    for measure in measures:
        same = (i for i, other in enumerate(kept) if np.array_equal(other, measure))
        place.append(next(same, len(kept)))
        if place[-1] == len(kept):
            kept.append(measure)
    return kept, place


def _exact_kind(measures: Sequence[Ints]) -> type[np.float64] | type[np.int64]:
    """The numbers to add up with: floats are fast, and exact while totals stay small."""
    totals = (sum(abs(int(n)) for n in (m[m > 0].sum(), m[m < 0].sum())) for m in measures)
    return np.float64 if max(totals) < EXACT_FLOAT else np.int64
