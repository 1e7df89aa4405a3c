"""Gaps: which sets of values leave some out between others, and which sets leave none.

Only a dimension with a natural order (`Dimension.natural_order`) can have a gap. A set of its
values has one if a value that is not in the set lies between two that are. A set without gaps is a
*run*. To *close* a set is to take in what lies in its gaps: that makes the narrowest run around it.

A set is a mask over a dimension's values. Where a function takes `rows`, one mask does, and so does
a table with one mask a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.space.dimension import Mask


@dataclass(frozen=True, eq=False)
class NaturalOrder:
    """The natural order of the values of a dimension.

    Attributes:
        ranks: where each value stands in it, in value order.

    >>> order = NaturalOrder(np.array([2, 0, 1]))
    >>> order.closed(np.array([True, True, False]))
    array([ True,  True,  True])
    >>> order.has_gaps(np.array([[True, True, False], [True, False, True]]))
    array([ True, False])
    """

    ranks: NDArray[np.int64]

    @cached_property
    def codes(self) -> NDArray[np.intp]:
        """The values from the lowest to the highest."""
        return np.argsort(self.ranks)

    def closed(self, rows: Mask) -> Mask:
        """Sets with their gaps filled; an empty set stays empty."""
        ranked = rows[..., self.codes]
        below = np.logical_or.accumulate(ranked, axis=-1)
        above = np.logical_or.accumulate(ranked[..., ::-1], axis=-1)[..., ::-1]
        filled = np.empty_like(rows)
        filled[..., self.codes] = below & above
        return filled

    def has_gaps(self, rows: Mask) -> NDArray[np.bool_]:
        """Which sets have a gap."""
        return np.asarray((self.closed(rows) != rows).any(axis=-1))

    def beside(self, mask: Mask) -> Mask:
        """The values just outside a set: taking one in leaves no new gap."""
        low, high = self._reach(mask)
        beside: Mask = (self.ranks == low - 1) | (self.ranks == high + 1)
        return beside

    def ends(self, mask: Mask) -> Mask:
        """The lowest and the highest value of a set: leaving one out leaves no new gap."""
        low, high = self._reach(mask)
        ends: Mask = (self.ranks == low) | (self.ranks == high)
        return ends

    def run_around(self, mask: Mask, within: Mask) -> Mask:
        """The values that can be reached from a set without passing one that is not `within`."""
        shut, (low, high) = self.ranks[~within], self._reach(mask)
        below = shut[shut < low].max(initial=-1)
        above = shut[shut > high].min(initial=len(self.ranks))
        reached: Mask = (self.ranks > below) & (self.ranks < above)
        return reached

    def runs(self, within: Mask) -> Mask:
        """Every run within a run, one a row."""
        low, high = self._reach(within)
        ends = ((a, b) for a in range(low, high + 1) for b in range(a, high + 1))
        return np.array([self._between(a, b) for a, b in ends])

    def runs_around(self, mask: Mask, within: Mask) -> Mask:
        """Every run within a run that holds another, one a row; the narrowest comes first."""
        (low, high), (first, last) = self._reach(mask), self._reach(within)
        ends = product(range(low, first - 1, -1), range(high, last + 1))
        return np.array([self._between(a, b) for a, b in ends])

    def _reach(self, mask: Mask) -> tuple[int, int]:
        inside = self.ranks[mask]
        return int(inside.min()), int(inside.max())

    def _between(self, low: int, high: int) -> Mask:
        between: Mask = (self.ranks >= low) & (self.ranks <= high)
        return between


def sets_within(order: NaturalOrder | None, within: Mask) -> Mask:
    """Every set of values within one, but the empty one: with an order, every run."""
    if order is not None:
        return order.runs(within)
    return _sets(np.zeros_like(within), within)[1:]


def sets_around(order: NaturalOrder | None, mask: Mask, within: Mask) -> Mask:
    """Every set of values within one that holds another: with an order, every run."""
    return _sets(mask, within) if order is None else order.runs_around(mask, within)


def how_many_sets(order: NaturalOrder | None, values: int) -> int:
    """How many sets there are within one of so many values.

    >>> how_many_sets(None, 4), how_many_sets(NaturalOrder(np.arange(9)), 4)
    (15, 10)
    """
    return int(2**values) - 1 if order is None else values * (values + 1) // 2


def _sets(mask: Mask, within: Mask) -> Mask:
    """A set with every choice of further values."""
    free = np.flatnonzero(within & ~mask)
    rows = np.repeat(mask[None, :], 2 ** len(free), axis=0)
    for i, code in enumerate(free):
        rows[:, code] = (np.arange(len(rows)) >> i) & 1
    return rows
