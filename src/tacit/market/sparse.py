"""A market that lists only the cells that hold something.

The space may have 10^16 cells; what is listed fits in memory. A growing box costs one pass over the
cells in all, however many values it takes in. Each cell carries one number, its *state*: the sum,
over the dimensions in which it lies outside the box, of `B` plus the flat id of its value there,
`B` being the number of values of all dimensions. So

* a state of 0 means the cell is inside;
* a state from `B` up to `2B - 1` means that one value is missing, and `state - B` is that value;
* anything higher means that two or more are missing.

Taking in a value subtracts from the cells that have it, found through an index that is made when
a dimension is first touched, and only those that come down to one missing value change the
frontier.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import EXACT_FLOAT
from tacit.market.cells import Added, Cells, Ints, Peaks, Sums, offsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.space.dimension import Mask


class SparseCube:
    """Cells listed by their codes."""

    def __init__(self, cells: Cells, shape: tuple[int, ...]) -> None:
        self.shape = shape
        kind = np.min_scalar_type(max(shape) - 1)
        codes = np.ascontiguousarray(cells.codes, dtype=kind)
        self.all = Cells(codes, cells.records, cells.spend, cells.excess)

    @property
    def filled(self) -> int:
        """How many cells hold records."""
        return int(np.count_nonzero(self.all.records))

    @property
    def nbytes(self) -> int:
        """The size of the cell array in memory."""
        distinct = {id(array): array.nbytes for array in self.all if array is not None}
        return sum(distinct.values())

    def inside(self, masks: Sequence[Mask]) -> Sums:
        """Sum over a box."""
        at = self.all.within(masks)
        excess = 0 if self.all.excess is None else int(self.all.excess[at].sum())
        return Sums(int(self.all.records[at].sum()), int(self.all.spend[at].sum()), excess)

    def peaks(self, masks: Sequence[Mask]) -> Peaks:
        """The highest values in a box; a cell not listed has no records and no excess."""
        at = self.all.within(masks)
        unlisted = int(at.sum()) < prod(int(mask.sum()) for mask in masks)

        def highest(values: Ints | None) -> int:
            if values is None:
                return 0
            chosen = values[at]
            return int(chosen.max(initial=0)) if unlisted or not len(chosen) else int(chosen.max())

        return Peaks(*(highest(v) for v in (self.all.records, self.all.spend, self.all.excess)))

    def cells(self, masks: Sequence[Mask]) -> Cells:
        """List the known cells of a box."""
        return self.all.where(self.all.within(masks))

    def growth(self, masks: Sequence[Mask]) -> SparseGrowth:
        """Start growing a box."""
        return SparseGrowth(self, masks)


class SparseGrowth:
    """A growing box that touches each cell at most once per dimension."""

    def __init__(self, cube: SparseCube, masks: Sequence[Mask]) -> None:
        self._cells = cube.all
        self._offsets = offsets(cube.shape)
        self._values = self._offsets[-1]
        self._index: list[tuple[NDArray[np.uint32], Ints] | None] = [None] * len(masks)
        self._masks = [mask.copy() for mask in masks]
        self._state = self._first_state()
        self._measures = _measures(self._cells)
        self._sums = [np.zeros(self._values, dtype=np.int64) for _ in self._measures]
        within = self._state == 0
        self._inside = [int(measure[within].sum()) for measure in self._measures]
        self._enlist(np.flatnonzero(self._lacks_one(self._state)))

    @property
    def inside(self) -> Sums:
        """The sums over the box as it is now."""
        return Sums(*self._spread(self._inside, 0))

    def added(self) -> Added:
        """What each value outside would add."""
        return Added(*self._spread([sums.copy() for sums in self._sums], None))

    def add(self, dimension: int, code: int) -> None:
        """Take in one value."""
        if self._masks[dimension][code]:
            return
        self._masks[dimension][code] = True
        value = self._offsets[dimension] + code
        touched = self._having(dimension, code)
        state = self._state[touched] - self._state.dtype.type(self._values + value)
        self._state[touched] = state
        for i, sums in enumerate(self._sums):
            self._inside[i] += int(sums[value])
            sums[value] = 0
        self._enlist(touched[self._lacks_one(state)])
        if self._masks[dimension].all():
            self._index[dimension] = None

    def _first_state(self) -> NDArray[np.unsignedinteger]:
        highest = 2 * self._values * len(self._masks)
        kind = np.min_scalar_type(highest)
        state = np.zeros(self._cells.codes.shape[1], dtype=kind)
        for d, mask in enumerate(self._masks):
            missing = self._values + self._offsets[d] + np.arange(len(mask))
            missing[mask] = 0
            state += missing.astype(kind).take(self._cells.codes[d])
        return state

    def _lacks_one(self, state: NDArray[np.unsignedinteger]) -> Mask:
        low, high = state.dtype.type(self._values), state.dtype.type(2 * self._values)
        lacks: Mask = (state >= low) & (state < high)
        return lacks

    def _enlist(self, cells: NDArray[np.integer]) -> None:
        """Add cells that lack one value to what that value would bring."""
        if not len(cells):
            return
        values = self._state[cells] - self._state.dtype.type(self._values)
        for sums, measure in zip(self._sums, self._measures, strict=True):
            sums += _tally(values, measure[cells], self._values)

    def _having(self, dimension: int, code: int) -> NDArray[np.intp]:
        """The cells with one value, from the dimension's index."""
        index = self._index[dimension]
        if index is None:
            codes = self._cells.codes[dimension]
            order = np.argsort(codes, kind="stable").astype(np.uint32)
            counts = np.bincount(codes, minlength=len(self._masks[dimension]))
            index = order, np.concatenate([[0], np.cumsum(counts)])
            self._index[dimension] = index
        order, starts = index
        return order[starts[code] : starts[code + 1]].astype(np.intp)

    def _spread(self, measures: Sequence, absent: object) -> list:  # type: ignore[type-arg]
        """Records, spend and excess from the measures actually kept."""
        kept = list(measures)
        spend = kept[0] if self._cells.spend is self._cells.records else kept[1]
        excess = absent if self._cells.excess is None else kept[-1]
        return [kept[0], spend, excess]


def _measures(cells: Cells) -> list[Ints]:
    """The arrays to sum, leaving out what is the same or always 0."""
    spend = [] if cells.spend is cells.records else [cells.spend]
    excess = [] if cells.excess is None else [cells.excess]
    return [cells.records, *spend, *excess]


def _tally(values: NDArray[np.integer], amounts: Ints, size: int) -> Ints:
    """Sum amounts by value, exactly."""
    if len(amounts) * float(np.abs(amounts).max()) < EXACT_FLOAT:
        return np.bincount(values, weights=amounts, minlength=size).astype(np.int64)
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, values, amounts)
    return sums
