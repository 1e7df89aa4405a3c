"""A market small enough to hold every cell, empty ones included, in one array."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.dimension import Mask
from tacit.market._cube import Added, Cells, Ints, Peaks, Sums


class DenseCube:
    """Every cell in an array with one axis per dimension."""

    def __init__(self, records: Ints, spend: Ints, excess: Ints | None) -> None:
        self.shape = records.shape
        self._records, self._spend, self._excess = records, spend, excess

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
        box = np.ix_(*masks)
        excess = 0 if self._excess is None else int(self._excess[box].sum())
        return Sums(int(self._records[box].sum()), int(self._spend[box].sum()), excess)

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
        """What each value outside would add."""
        excess = None if self._excess is None else self._slabs(self._excess, masks)
        records, spend = self._slabs(self._records, masks), self._slabs(self._spend, masks)
        return Added(records, spend, excess)

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

    def _slabs(self, array: Ints, masks: Sequence[Mask]) -> Ints:
        """Sum the slab of each value: the box with that value alone on its dimension."""
        sums = []
        for axis, mask in enumerate(masks):
            widened = [*masks[:axis], np.ones_like(mask), *masks[axis + 1 :]]
            others = tuple(a for a in range(array.ndim) if a != axis)
            slab = array[np.ix_(*widened)].sum(axis=others)
            sums.append(np.where(mask, 0, slab))
        return np.concatenate(sums)


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
        self.inside = cube.inside(masks)

    def added(self) -> Added:
        """What each value outside would add."""
        return self._cube.added(self._masks)

    def add(self, dimension: int, code: int) -> None:
        """Take in one value."""
        self._masks[dimension][code] = True
        self.inside = self._cube.inside(self._masks)
