"""A market small enough to hold every cell, empty ones included, in one array."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tacit.market.cells import Added, Cells, Ints, Peaks, Sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.space.dimension import Mask

T = TypeVar("T")


class DenseCube:
    """Every cell in an array with one axis per dimension."""

    def __init__(self, records: Ints, spend: Ints, excess: Ints | None) -> None:
        self.shape = records.shape
        self._records, self._spend, self._excess = records, spend, excess
        kept = [records, spend] if excess is None else [records, spend, excess]
        self._flat = np.array([array.reshape(-1) for array in kept])
        """The same once more, one row each, so that one look-up serves all three."""
        self._steps = [prod(self.shape[d + 1 :]) for d in range(len(self.shape))]

    @classmethod
    def of(cls, cells: Cells, shape: tuple[int, ...]) -> DenseCube:
        """Lay listed cells out in full."""
        at = np.ravel_multi_index(tuple(cells.codes.astype(np.intp)), shape)

        def laid(values: Ints) -> Ints:
            array = np.zeros(shape, dtype=np.int64)
            array.reshape(-1)[at] = values
            return array

        excess = None if cells.excess is None else laid(cells.excess)
        return cls(laid(cells.records), laid(cells.spend), excess)

    @property
    def filled(self) -> int:
        """How many cells hold records."""
        return int(np.count_nonzero(self._records))

    def inside(self, masks: Sequence[Mask]) -> Sums:
        """Sum over a box."""
        box = _outer_sum(self._places(masks))
        return Sums(*self._flat.take(box, axis=1).sum(axis=1).tolist(), *self._no_excess(0))

    def peaks(self, masks: Sequence[Mask]) -> Peaks:
        """The highest values in a box."""
        box = np.ix_(*masks)
        excess = 0 if self._excess is None else int(self._excess[box].max())
        return Peaks(int(self._records[box].max()), int(self._spend[box].max()), excess)

    def growth(self, masks: Sequence[Mask]) -> DenseGrowth:
        """Start growing a box."""
        return DenseGrowth(self, masks)

    def cells(self, masks: Sequence[Mask]) -> Cells:
        """List the cells of a box that hold records or have a price of their own."""
        known = self._records != 0
        if self._excess is not None:
            known |= self._excess != 0
        box = np.zeros(self.shape, dtype=bool)
        box[np.ix_(*masks)] = True
        at = np.nonzero(known & box)
        codes = np.array(at, dtype=np.uint32).reshape(len(self.shape), -1)
        excess = None if self._excess is None else self._excess[at]
        return Cells(codes, self._records[at], self._spend[at], excess)

    def added(self, masks: Sequence[Mask]) -> Added:
        """What each value outside would add: the box with that value alone on its dimension."""
        places, slabs = self._places(masks), []
        for d, mask in enumerate(masks):
            others = _outer_sum([*places[:d], *places[d + 1 :]])
            values = np.arange(len(mask)) * self._steps[d]
            slab = self._flat.take(np.add.outer(values, others), axis=1).sum(axis=2)
            slab[:, mask] = 0
            slabs.append(slab)
        return Added(*np.concatenate(slabs, axis=1), *self._no_excess(None))

    def every_box(self, choices: Sequence[NDArray[np.bool_]]) -> tuple[Ints, Ints, Ints]:
        """Sum over every box at once, one axis per dimension.

        Args:
            choices: for each dimension the sets of values to choose from, one row each.
        """
        arrays = (self._records, self._spend, self._excess)
        found = [None if array is None else _contracted(array, choices) for array in arrays]
        records, spend, excess = found
        assert records is not None
        assert spend is not None
        return records, spend, np.zeros_like(records) if excess is None else excess

    def _places(self, masks: Sequence[Mask]) -> list[NDArray[np.intp]]:
        """Where the values inside stand on each axis, in steps of the flat numbering of cells."""
        pairs = zip(masks, self._steps, strict=True)
        return [np.flatnonzero(mask) * step for mask, step in pairs]

    def _no_excess(self, absent: T) -> tuple[T, ...]:
        """What stands for the excess where no cell has one."""
        return (absent,) if self._excess is None else ()


def _outer_sum(places: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """The flat numbers of the cells of a box."""
    found = np.zeros(1, dtype=np.intp)
    for place in places:
        found = np.add.outer(found, place).reshape(-1)
    return found


def _contracted(array: Ints, choices: Sequence[NDArray[np.bool_]]) -> Ints:
    """Replace the values on each axis by the sums over sets of them."""
    for sets in choices:
        # The first axis is summed and its sets become the last, so the order comes round again.
        array = np.tensordot(array, sets.astype(np.int64), axes=(0, 1))
    return array


class DenseGrowth:
    """A growing box that sums its neighbourhood anew at each step."""

    def __init__(self, cube: DenseCube, masks: Sequence[Mask]) -> None:
        self._cube = cube
        self._masks = [mask.copy() for mask in masks]

    @property
    def inside(self) -> Sums:
        """The sums over the box as it is now."""
        return self._cube.inside(self._masks)

    def added(self) -> Added:
        """What each value outside would add."""
        return self._cube.added(self._masks)

    def add(self, dimension: int, code: int) -> None:
        """Take in one value."""
        self._masks[dimension][code] = True
