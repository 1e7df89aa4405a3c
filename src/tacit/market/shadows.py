"""A shadow: the cells of a market added up onto some of its dimensions.

Whoever looks only at boxes that have all values on the other dimensions needs no more than the shadow: what
such a box holds is a sum over it, and the most that one cell holds is the highest of the highest. Cells that
stay in an engine cast one with a single query, which says which dimensions matter and no value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from tacit.market.cells import Added, Cells, Ints, Peaks, Sums, offsets
from tacit.market.sparse import SparseCube

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.space.dimension import Mask


@dataclass(frozen=True)
class Shadow:
    """Cells added up onto some dimensions, in order.

    Attributes:
        shape: how many values each dimension of the market has.
        kept: the dimensions that are left, by their places.
        cells: what the cells that fall together hold together.
        highest: the most that one of them holds, of records, spend and excess, as far as they have it.
        listed: how many of them there are.
    """

    shape: tuple[int, ...]
    kept: tuple[int, ...]
    cells: Cells
    highest: tuple[Ints, ...]
    listed: Ints

    @cached_property
    def cube(self) -> SparseCube:
        """The shadow as a market of its own."""
        return SparseCube(self.cells, tuple(self.shape[d] for d in self.kept))

    def onto(self, masks: Sequence[Mask]) -> list[Mask]:
        """A box in the dimensions that are left."""
        return [masks[d] for d in self.kept]

    def inside(self, masks: Sequence[Mask]) -> Sums:
        """Sum over a box that has all values on the other dimensions."""
        return self.cube.inside(self.onto(masks))

    def peaks(self, masks: Sequence[Mask]) -> Peaks:
        """The highest values in such a box; a cell not listed has none."""
        at = self.cells.within(self.onto(masks))
        unlisted = int(self.listed[at].sum()) < prod(int(mask.sum()) for mask in masks)

        def most(values: Ints) -> int:
            return int(values[at].max(initial=0)) if unlisted else int(values[at].max())

        records = most(self.highest[0])
        spend = records if self.cells.spend is self.cells.records else most(self.highest[1])
        return Peaks(records, spend, 0 if self.cells.excess is None else most(self.highest[-1]))

    def growth(self, masks: Sequence[Mask]) -> ShadowGrowth:
        """Start growing such a box."""
        return ShadowGrowth(self, masks)


class ShadowGrowth:
    """A growing box that has all values on the dimensions that cast no shadow."""

    def __init__(self, shadow: Shadow, masks: Sequence[Mask]) -> None:
        self._kept = shadow.kept
        self._growth = shadow.cube.growth(shadow.onto(masks))
        first, sizes = offsets(shadow.shape), [shadow.shape[d] for d in shadow.kept]
        places = zip((first[d] for d in self._kept), offsets(sizes)[:-1], sizes, strict=True)
        self._size, self._places = first[-1], list(places)

    @property
    def inside(self) -> Sums:
        """The sums over the box as it is now."""
        return self._growth.inside

    def added(self) -> Added:
        """What each value outside would add."""
        records, spend, excess = self._growth.added()
        added = self._lifted(records)
        return Added(
            added,
            added if spend is records else self._lifted(spend),
            None if excess is None else self._lifted(excess),
        )

    def add(self, dimension: int, code: int) -> None:
        """Take in one value; where all are inside there is none."""
        if dimension in self._kept:
            self._growth.add(self._kept.index(dimension), code)

    def _lifted(self, amounts: Ints) -> Ints:
        """Amounts by the flat numbers of the market's own values."""
        found = np.zeros(self._size, dtype=np.int64)
        for first, at, many in self._places:
            found[first : first + many] = amounts[at : at + many]
        return found
