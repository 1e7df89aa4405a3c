"""Products: boxes with one set of a family on each dimension, and at most so many cells.

They are counted exactly however many they are, listed, and drawn from. How many there are of each size
is known for each dimension, so those within a number of cells are counted dimension by dimension,
by the room that is left.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import LARGEST
from tacit.candidates.families import Family, form_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.families import BySize
    from tacit.market.stacks import Stack
    from tacit.space.space import Space

Stretch = tuple[int, int]
"""The sets of a family from one number up to another."""


@dataclass(frozen=True)
class Counting:
    """How many products there are of sets whose sizes are known, within a number of cells.

    Attributes:
        by_size: how many sets of each size each dimension has.
        most: how many cells a product may have; None for any number.

    >>> Counting(({1: 3, 2: 3}, {1: 2, 2: 1}), 2).total
    15
    """

    by_size: tuple[BySize, ...]
    most: int | None = None
    _known: dict[tuple[int, int], int] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def total(self) -> int:
        """How many there are."""
        if self.most is None:
            return prod(sum(sizes.values()) for sizes in self.by_size)
        return self._ways(0, self.most)

    def of(self, d: int, sizes: BySize) -> int:
        """How many there would be if one dimension had so many sets of each size instead."""
        if self.most is None:
            others = (sum(one.values()) for i, one in enumerate(self.by_size) if i != d)
            return sum(sizes.values()) * prod(others)
        return sum(
            before * n * self._ways(d + 1, room // size)
            for room, before in self._rooms[d].items()
            for size, n in sizes.items()
            if size <= room
        )

    @cached_property
    def _rooms(self) -> list[dict[int, int]]:
        """Before each dimension, in how many ways which room is left."""
        found = [{self.most or 1: 1}]
        for sizes in self.by_size[:-1]:
            after: dict[int, int] = {}
            for room, before in found[-1].items():
                for size, n in sizes.items():
                    if n and size <= room:
                        after[room // size] = after.get(room // size, 0) + before * n
            found.append(after)
        return found

    def drawn(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """The sizes of so many products, one a row, each product as likely as any other."""
        found = np.zeros((count, len(self.by_size)), dtype=np.int64)
        room = np.full(count, self.most or 1, dtype=np.int64)
        for d, sizes in enumerate(self.by_size):
            listed = np.array(list(sizes), dtype=np.int64)
            for left in np.unique(room).tolist():
                mine = np.flatnonzero(room == left)
                weights = [n * self._after(d, left, size) for size, n in sizes.items()]
                found[mine, d] = listed[choose(weights, len(mine), rng)]
            if self.most is not None:
                room //= found[:, d]
        return found

    def _after(self, d: int, room: int, size: int) -> int:
        if self.most is None:
            return 1
        return self._ways(d + 1, room // size) if size <= room else 0

    def _ways(self, d: int, room: int) -> int:
        """How many ways there are to go on from a dimension with room for so many cells."""
        if d == len(self.by_size):
            return 1
        if (d, room) not in self._known:
            sizes = self.by_size[d].items()
            self._known[d, room] = sum(
                n * self._ways(d + 1, room // size) for size, n in sizes if n and size <= room
            )
        return self._known[d, room]


def choose(weights: Sequence[int], count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """So many places, each as likely as its weight says, whole numbers of any size; none of none."""
    ends = list(accumulate(weights))
    if not ends or not ends[-1]:
        return np.zeros(0, dtype=np.intp)
    if ends[-1] < LARGEST:
        drawn = rng.integers(0, ends[-1], count)
        return np.searchsorted(np.array(ends, dtype=np.int64), drawn, side="right")
    return np.array(
        [bisect_right(ends, _below(ends[-1], rng)) for _ in range(count)], dtype=np.intp
    )


def _below(number: int, rng: np.random.Generator) -> int:
    """A whole number below another of any size, each as likely as any other."""
    bits = number.bit_length()
    while True:
        drawn = int.from_bytes(rng.bytes((bits + 7) // 8), "big") >> (-bits % 8)
        if drawn < number:
            return drawn


@dataclass(frozen=True)
class Product:
    """Boxes with one set of a family on each dimension.

    Attributes:
        families: the sets of values on each dimension.
        most: how many cells a box may have; None for any number.
    """

    families: tuple[Family, ...]
    most: int | None = None

    @classmethod
    def of_shape(
        cls, space: Space, around: Sequence[Sequence[int]], codes: Sequence[Sequence[int]]
    ) -> Product:
        """The boxes in another of one box's shape: as many values, and in a row or not as there."""
        each = zip(space, around, codes, strict=True)
        return cls(tuple(Family.of(d, a, (len(c),), form_of(d, c)) for d, a, c in each))

    @cached_property
    def count(self) -> int:
        """How many boxes there are."""
        return Counting(tuple(family.by_size for family in self.families), self.most).total

    def holds(self, codes: Sequence[Sequence[int]]) -> bool:
        """Whether a box is one of them."""
        if self.most is not None and prod(map(len, codes)) > self.most:
            return False
        return all(f.holds(one) for f, one in zip(self.families, codes, strict=True))

    def listed(self, stretches: Sequence[Stretch] | None = None) -> Stack:
        """All boxes, or those whose sets lie in stretches; the last dimension runs fastest."""
        parts = stretches or [(0, family.count) for family in self.families]
        pairs = list(zip(self.families, parts, strict=True))
        rows = [f.rows(*part, self._largest(d, pairs)) for d, (f, part) in enumerate(pairs)]
        at = self._within_room([one.sum(axis=1) for one in rows])
        return [one[here] for one, here in zip(rows, at, strict=True)]

    def drawn(self, count: int, rng: np.random.Generator) -> Stack:
        """So many boxes, drawn with replacement, each as likely as any other."""
        counting = Counting(tuple(family.by_size for family in self.families), self.most)
        sizes = counting.drawn(count, rng)
        return [f.drawn(sizes[:, d], rng) for d, f in enumerate(self.families)]

    def drawn_by(
        self,
        codes: NDArray[np.intp],
        worth: NDArray[np.int64],
        count: int,
        rng: np.random.Generator,
    ) -> Stack:
        """So many boxes, each as likely as what the cells in it are worth together.

        A cell is drawn by its worth times the number of boxes that hold it, then one of those boxes.

        Args:
            codes: cells, one per column; those outside the families' values do not count.
            worth: what each cell is worth.
            count: how many to draw.
            rng: where chance comes from.
        """
        places = np.array([_places(f, row) for f, row in zip(self.families, codes, strict=True)])
        known = np.flatnonzero((places >= 0).all(axis=0) & (worth > 0))
        kinds, which = np.unique(self._kinds(places[:, known]), axis=1, return_inverse=True)
        countings = [self._with(kind) for kind in kinds.T.tolist()]
        totals = [counting.total for counting in countings]
        which = which.reshape(-1)
        weights = [
            w * totals[k] for w, k in zip(worth[known].tolist(), which.tolist(), strict=True)
        ]
        chosen = choose(weights, count, rng)
        sizes = np.zeros((len(chosen), len(self.families)), dtype=np.int64)
        for kind in np.unique(which[chosen]).tolist():
            mine = np.flatnonzero(which[chosen] == kind)
            sizes[mine] = countings[kind].drawn(len(mine), rng)
        at = places[:, known[chosen]]
        return [f.drawn(sizes[:, d], rng, at[d]) for d, f in enumerate(self.families)]

    def _kinds(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Cells of which as many sets of each size hold each value, by the first such places."""
        found = []
        for family, row in zip(self.families, places, strict=True):
            first: dict[tuple[int, ...], int] = {}
            each = [tuple(family.by_size_with(i).values()) for i in range(len(family.codes))]
            found.append(np.array([first.setdefault(one, i) for i, one in enumerate(each)])[row])
        return np.array(found)

    def _with(self, at: Sequence[int]) -> Counting:
        """The count of boxes that hold a cell, given by the places of its values."""
        pairs = zip(self.families, at, strict=True)
        return Counting(tuple(family.by_size_with(place) for family, place in pairs), self.most)

    def _largest(self, d: int, pairs: Sequence[tuple[Family, Stretch]]) -> int | None:
        """How many values a set may have on a dimension if those on the others have few."""
        if self.most is None:
            return None
        fewest = [min(family.between(*part), default=1) for family, part in pairs]
        return max(1, self.most * fewest[d] // prod(fewest))

    def _within_room(self, sizes: Sequence[NDArray[np.int64]]) -> list[NDArray[np.intp]]:
        """Every combination of one set per dimension that has few enough cells, by their places."""
        found: list[NDArray[np.intp]] = []
        cells: NDArray[np.int64] = np.ones(1, dtype=np.int64)
        for d, here in enumerate(sizes):
            rest = prod(int(more.min(initial=1)) for more in sizes[d + 1 :])
            left, right = np.divmod(np.arange(len(cells) * len(here)), max(len(here), 1))
            if self.most is not None:
                keep = cells[left] * here[right] <= self.most // rest
                left, right = left[keep], right[keep]
                cells = cells[left] * here[right]
            else:
                cells = np.ones(len(left), dtype=np.int64)
            found = [*(one[left] for one in found), right]
        return found


def _places(family: Family, codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Where each value stands among those of a family; -1 for one that does not."""
    found = np.full(family.values, -1, dtype=np.intp)
    found[list(family.codes)] = np.arange(len(family.codes))
    return found[codes]
