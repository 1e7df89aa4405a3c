"""Families: sets of values of one dimension, counted and drawn without listing them all.

A family holds the sets of some sizes: any of them, only those in a row, or only those with a gap. Its
sets stand in the order of a dictionary: by their first value, then by their second, and so on; a set
comes before those that begin with it. So each has a number, and a stretch of numbers is a part of the
family whose sets begin alike.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tacit.space.dimension import Dimension, Mask

ANY, RUN, GAP = "any", "run", "gap"
"""Any sets; those without a gap in the natural order; those with one."""

BySize = dict[int, int]
"""How many sets there are of each size."""


@dataclass(frozen=True)
class Family:
    """Sets of values of one dimension.

    Attributes:
        values: how many values the dimension has.
        codes: the values that a set may have, the first one first.
        sizes: how many a set may have, the fewest first.
        form: any sets, only runs, or only those with a gap.
        linked: for each value but the last, whether the next one follows it without a gap.

    >>> family = Family(4, (0, 1, 2, 3), (2,), RUN, (True, True, True))
    >>> family.count, [list(one) for one in family.listed()]
    (3, [[0, 1], [1, 2], [2, 3]])
    """

    values: int
    codes: tuple[int, ...]
    sizes: tuple[int, ...]
    form: str = ANY
    linked: tuple[bool, ...] = ()

    @classmethod
    def of(
        cls, dimension: Dimension, codes: Sequence[int], sizes: Sequence[int], form: str = ANY
    ) -> Family:
        """The sets of some values in natural order; of a dimension without one, in the given order."""
        fit = tuple(size for size in sizes if 1 <= size <= len(codes))
        order = dimension.natural_order
        if order is None:
            return cls(len(dimension), tuple(codes), fit)
        ranked = sorted(codes, key=lambda code: int(order.ranks[code]))
        linked = tuple(bool(order.ranks[b] == order.ranks[a] + 1) for a, b in pairwise(ranked))
        return cls(len(dimension), tuple(ranked), fit, form, linked)

    @cached_property
    def by_size(self) -> BySize:
        """How many sets there are of each size."""
        return self._under(())

    @cached_property
    def count(self) -> int:
        """How many sets there are."""
        return sum(self.by_size.values())

    def by_size_with(self, at: int) -> BySize:
        """How many sets of each size hold the value that stands at a place among the codes."""
        found = {}
        for size in self.sizes:
            every, runs = comb(len(self.codes) - 1, size - 1), self._runs_with(size, at)
            found[size] = self._formed(every, runs)
        return found

    def holds(self, codes: Sequence[int]) -> bool:
        """Whether a set of values is one of the family."""
        places = self.places(codes)
        return places is not None and self._is_one(places)

    def places(self, codes: Sequence[int]) -> tuple[int, ...] | None:
        """Where some values stand among the codes, in order; None if one does not."""
        known = self._place
        return tuple(sorted(known[c] for c in codes)) if all(c in known for c in codes) else None

    def number(self, codes: Sequence[int]) -> int:
        """Which number a set of the family has."""
        places = self.places(codes)
        assert places is not None
        found = 0
        prefix: tuple[int, ...] = ()
        for place in places:
            found += self._is_one(prefix)
            first = prefix[-1] + 1 if prefix else 0
            found += sum(self._total((*prefix, other)) for other in range(first, place))
            prefix = (*prefix, place)
        return found

    def between(self, low: int, high: int) -> BySize:
        """How many sets of each size have a number from `low` up to, not with, `high`."""
        above = self._below(high)
        above.subtract(self._below(low))
        return {size: above[size] for size in self.sizes if above[size]}

    def cut(self, low: int, high: int) -> int:
        """A number about in the middle of a stretch, where the sets begin to begin otherwise."""
        middle, third = (low + high) // 2, (high - low) // 3
        prefix: tuple[int, ...] = ()
        start = 0
        while True:
            ends, inner = [], None
            for child, first, count in self._children(prefix, start):
                ends += [first, first + count]
                if first <= middle < first + count:
                    inner = (child, first)
            near = min(ends, key=lambda end: (abs(end - middle), end), default=middle)
            if low < near < high and low + third <= near <= high - third:
                return near
            if inner is None:
                return middle
            prefix, start = inner

    def most_begun(self, low: int, high: int) -> int:
        """How many sets of a stretch have the same first value, at most."""
        inside = (
            min(high, first + count) - max(low, first)
            for _, first, count in self._children((), 0)
            if first < high and first + count > low
        )
        return max(inside, default=high - low)

    def listed(
        self, low: int = 0, high: int | None = None, largest: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """The sets of a stretch, as codes; those larger than the largest are left out."""
        end = self.count if high is None else high
        if self._is_all and (largest is None or largest >= len(self.codes)):
            yield from [tuple(self.codes)] if low <= 0 < end else []
            return
        for places in self._walk((), 0, low, end, largest or len(self.codes)):
            yield tuple(self.codes[place] for place in places)

    def rows(
        self, low: int = 0, high: int | None = None, largest: int | None = None
    ) -> NDArray[np.bool_]:
        """The same, one row of all values per set."""
        sets = list(self.listed(low, high, largest))
        found = np.zeros((len(sets), self.values), dtype=bool)
        at = np.repeat(np.arange(len(sets)), [len(one) for one in sets])
        found[at, [code for one in sets for code in one]] = True
        return found

    def around(self, low: int, high: int) -> Mask:
        """A set around all sets of a stretch; with gaps in the form, it may be too wide."""
        mask = np.zeros(self.values, dtype=bool)
        if self._is_all:
            mask[list(self.codes)] = low <= 0 < high
        else:
            self._take_in(mask, (), 0, low, high)
        return mask

    def drawn(
        self, sizes: NDArray[np.int64], rng: np.random.Generator, at: NDArray[np.intp] | None = None
    ) -> NDArray[np.bool_]:
        """Sets of given sizes, one a row, each as likely as any other; with the values at given places."""
        if self.form == RUN:
            return self._drawn_runs(sizes, rng, at)
        rows = self._drawn_any(sizes, rng, at)
        while self.form == GAP and len(again := np.flatnonzero(self._without_gap(rows))):
            rows[again] = self._drawn_any(sizes[again], rng, None if at is None else at[again])
        return rows

    @property
    def _is_all(self) -> bool:
        """Whether the one set is that of all values, which may be far too many to look at one by one."""
        return self.sizes == (len(self.codes),) and self.count == 1

    @cached_property
    def _place(self) -> dict[int, int]:
        return {code: place for place, code in enumerate(self.codes)}

    @cached_property
    def _run_from(self) -> NDArray[np.int64]:
        """How many values follow each other from each one on, itself among them."""
        found = np.ones(len(self.codes), dtype=np.int64)
        for i in range(len(self.linked) - 1, -1, -1):
            found[i] += found[i + 1] if self.linked[i] else 0
        return found

    def _formed(self, every: int, runs: int) -> int:
        if self.form == ANY:
            return every
        return runs if self.form == RUN else every - runs

    def _runs_with(self, size: int, at: int) -> int:
        if self.form == ANY:
            return 0
        starts = self._run_from[max(0, at - size + 1) : at + 1]
        return int(np.count_nonzero(starts >= size))

    def _is_run(self, places: tuple[int, ...]) -> bool:
        return not places or (
            places[-1] - places[0] == len(places) - 1 and self._run_from[places[0]] >= len(places)
        )

    def _is_one(self, places: tuple[int, ...]) -> bool:
        if len(places) not in self.sizes:
            return False
        return self.form == ANY or self._is_run(places) == (self.form == RUN)

    def _under(self, prefix: tuple[int, ...]) -> BySize:
        """How many sets of each size begin with some values."""
        last = prefix[-1] if prefix else -1
        if self.form != ANY:
            return self._begun(len(prefix), last, prefix)
        key = (len(prefix), last)
        if key not in self._known:
            self._known[key] = self._begun(*key, prefix)
        return self._known[key]

    def _begun(self, many: int, last: int, prefix: tuple[int, ...]) -> BySize:
        rest = len(self.codes) - 1 - last
        sizes = [size for size in self.sizes if size >= many]
        if self.form == ANY:
            return {size: comb(rest, size - many) for size in sizes}
        runs = {size: self._runs_under(prefix, size) for size in sizes}
        return {size: self._formed(comb(rest, size - many), runs[size]) for size in sizes}

    @cached_property
    def _known(self) -> dict[tuple[int, int], BySize]:
        """The same by how many values and the last one's place, where any sets will do."""
        return {}

    def _runs_under(self, prefix: tuple[int, ...], size: int) -> int:
        if not prefix:
            return int(np.count_nonzero(self._run_from >= size))
        return int(self._is_run(prefix) and self._run_from[prefix[0]] >= size)

    def _total(self, prefix: tuple[int, ...]) -> int:
        if self.form != ANY:
            return sum(self._under(prefix).values())
        key = (len(prefix), prefix[-1])
        if key not in self._totals:
            self._totals[key] = sum(self._under(prefix).values())
        return self._totals[key]

    @cached_property
    def _totals(self) -> dict[tuple[int, int], int]:
        """How many sets begin with so many values, the last of them at a place, where any will do."""
        return {}

    def _children(
        self, prefix: tuple[int, ...], start: int
    ) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """What a set may begin with, one value further: with its first number, and how many do."""
        start += self._is_one(prefix)
        if not self.sizes or len(prefix) == self.sizes[-1]:
            return
        for place in range(prefix[-1] + 1 if prefix else 0, len(self.codes)):
            child = (*prefix, place)
            count = self._total(child)
            if count:
                yield child, start, count
            start += count

    def _below(self, number: int) -> Counter[int]:
        """How many sets of each size have a lower number."""
        found: Counter[int] = Counter()
        prefix: tuple[int, ...] = ()
        start, inside = 0, number > 0
        while inside:
            inside = False
            if self._is_one(prefix):
                found[len(prefix)] += 1
            for child, first, count in self._children(prefix, start):
                if first + count <= number:
                    found.update(self._under(child))
                elif first < number:
                    prefix, start, inside = child, first, True
                    break
        return found

    def _walk(
        self, prefix: tuple[int, ...], start: int, low: int, high: int, largest: int
    ) -> Iterator[tuple[int, ...]]:
        if self._is_one(prefix) and low <= start < high:
            yield prefix
        if len(prefix) == largest:
            return
        for child, first, count in self._children(prefix, start):
            if first >= high:
                return
            if first + count > low:
                yield from self._walk(child, first, low, high, largest)

    def _take_in(
        self, mask: Mask, prefix: tuple[int, ...], start: int, low: int, high: int
    ) -> None:
        for child, first, count in self._children(prefix, start):
            if first >= high or first + count <= low:
                continue
            mask[[self.codes[place] for place in child]] = True
            if low <= first and first + count <= high:
                self._take_in_all(mask, child)
            else:
                self._take_in(mask, child, first, low, high)

    def _take_in_all(self, mask: Mask, prefix: tuple[int, ...]) -> None:
        """What sets may hold that begin with some values."""
        last, most = prefix[-1], max((s for s, n in self._under(prefix).items() if n), default=0)
        if most > len(prefix):
            end = prefix[0] + most if self.form == RUN else len(self.codes)
            mask[list(self.codes[last + 1 : end])] = True

    def _drawn_any(
        self, sizes: NDArray[np.int64], rng: np.random.Generator, at: NDArray[np.intp] | None
    ) -> NDArray[np.bool_]:
        keys = rng.random((len(sizes), len(self.codes)))
        if at is not None:
            keys[np.arange(len(sizes)), at] = -1.0
        chosen = keys.argsort(axis=1).argsort(axis=1) < sizes[:, None]
        rows = np.zeros((len(sizes), self.values), dtype=bool)
        rows[:, list(self.codes)] = chosen
        return rows

    def _drawn_runs(
        self, sizes: NDArray[np.int64], rng: np.random.Generator, at: NDArray[np.intp] | None
    ) -> NDArray[np.bool_]:
        start = np.zeros(len(sizes), dtype=np.int64)
        for size in np.unique(sizes).tolist():
            mine = np.flatnonzero(sizes == size)
            known = np.flatnonzero(self._run_from >= size)
            low, high = np.zeros(len(mine), dtype=np.int64), np.full(len(mine), len(known))
            if at is not None:
                low = np.searchsorted(known, at[mine] - size + 1)
                high = np.searchsorted(known, at[mine], side="right")
            start[mine] = known[rng.integers(low, high)]
        places = np.arange(len(self.codes))
        chosen = (places >= start[:, None]) & (places < (start + sizes)[:, None])
        rows = np.zeros((len(sizes), self.values), dtype=bool)
        rows[:, list(self.codes)] = chosen
        return rows

    def _without_gap(self, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which sets are runs."""
        chosen = rows[:, list(self.codes)]
        first, size = chosen.argmax(axis=1), chosen.sum(axis=1)
        last = chosen.shape[1] - 1 - chosen[:, ::-1].argmax(axis=1)
        close = last - first + 1 == size
        return np.asarray(close & (self._run_from[first] >= size))


def form_of(dimension: Dimension, codes: Sequence[int]) -> str:
    """Whether some values are in a row, have a gap, or neither, for want of an order."""
    order = dimension.natural_order
    if order is None:
        return ANY
    mask = np.zeros(len(dimension), dtype=bool)
    mask[list(codes)] = True
    return GAP if order.has_gaps(mask) else RUN
