"""What a market's engine must answer, whether it is dense, sparse or far away.

Three quantities are kept per cell, all integers so that sums are exact: its records, what they cost
together (`spend`), and by how much the price of one record differs from the price rule (`excess`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tacit._defaults import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.intents.intent import Intent
    from tacit.space.dimension import Mask
    from tacit.space.space import Space

Ints = NDArray[np.int64]


class Sums(NamedTuple):
    """The three quantities summed over the cells of one box."""

    records: int
    spend: int
    excess: int


class Peaks(NamedTuple):
    """The three quantities at their highest over the cells of one box, empty cells included."""

    records: int
    spend: int
    excess: int


class Added(NamedTuple):
    """The three quantities that each single value would add, by flat id; 0 for values inside."""

    records: Ints
    spend: Ints
    excess: Ints | None


class Cells(NamedTuple):
    """Known cells, one per column of `codes`; what is not listed holds no records."""

    codes: NDArray[np.unsignedinteger]
    records: Ints
    spend: Ints
    excess: Ints | None

    def within(self, masks: Sequence[Mask]) -> Mask:
        """Which of the cells lie in a box."""
        inside: Mask = masks[0].take(self.codes[0])
        for mask, codes in zip(masks[1:], self.codes[1:], strict=True):
            if not mask.all():
                inside &= mask.take(codes)
        return inside

    def of(self, intent: Intent) -> Mask:
        """Which of the cells an intent holds."""
        inside: Mask = np.logical_or.reduce([self.within(box.masks()) for box in intent.boxes])
        return inside

    def where(self, chosen: Mask) -> Cells:
        """Some of the cells."""
        records = self.records[chosen]
        spend = records if self.spend is self.records else self.spend[chosen]
        excess = None if self.excess is None else self.excess[chosen]
        return Cells(self.codes[:, chosen], records, spend, excess)


class CubeGrowth(Protocol):
    """A box that grows by one value at a time."""

    @property
    def inside(self) -> Sums:
        """The sums over the box as it is now."""

    def added(self) -> Added:
        """What each value outside would add."""

    def add(self, dimension: int, code: int) -> None:
        """Take in one value."""


class Cube(Protocol):
    """Cells that can be summed over boxes."""

    shape: tuple[int, ...]

    def inside(self, masks: Sequence[Mask]) -> Sums:
        """Sum over a box."""

    def peaks(self, masks: Sequence[Mask]) -> Peaks:
        """The highest values in a box."""

    def growth(self, masks: Sequence[Mask]) -> CubeGrowth:
        """Start growing a box."""

    def cells(self, masks: Sequence[Mask]) -> Cells:
        """List the known cells of a box."""

    @property
    def filled(self) -> int:
        """How many cells hold records."""


def priced(counts: NDArray[Any], prices: Ints) -> int:
    """What so many records of each of some cells cost together, each at its price; exactly."""
    bought = np.flatnonzero(counts)
    taken, each = counts[bought], prices[bought]
    if int(each.max(initial=0)) * int(taken.sum()) < LARGEST:
        return int(each @ taken)
    return sum(int(price) * int(n) for price, n in zip(each, taken, strict=True))


def offsets(shape: Sequence[int]) -> list[int]:
    """Where each dimension's values start in the flat numbering of all values."""
    return [0, *np.cumsum(shape).tolist()]


def cell_keys(space: Space, codes: NDArray[Any]) -> NDArray[Any]:
    """One number per cell that rises as its codes do, the last dimension running fastest."""
    keys, most = np.zeros(codes.shape[1], dtype=np.int64), 1
    for row, n in zip(codes, space.shape, strict=True):
        if most * n >= LARGEST:  # numbered anew, from those that there are
            found, keys = np.unique(keys, return_inverse=True)
            most = len(found)
            if most == len(keys):  # all differ, so that nothing after this counts
                break
        keys = keys * n + row.astype(np.int64)
        most *= n
    return keys


def places(
    space: Space, cells: NDArray[np.integer], among: NDArray[np.integer]
) -> NDArray[np.intp]:
    """Where each of some cells stands among others; -1 for one that is not there."""
    if not among.shape[1]:
        return np.full(cells.shape[1], -1, dtype=np.intp)
    if space.size < LARGEST:  # so that cells need not be laid side by side
        among_keys, wanted = cell_keys(space, among), cell_keys(space, cells)
    else:
        keys = cell_keys(space, np.hstack([among, cells]).astype(np.int64))
        among_keys, wanted = keys[: among.shape[1]], keys[among.shape[1] :]
    order = np.argsort(among_keys)
    near = order[np.searchsorted(among_keys[order], wanted).clip(max=len(order) - 1)]
    return np.where(among_keys[near] == wanted, near, -1)
