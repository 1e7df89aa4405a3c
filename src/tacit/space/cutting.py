"""Cutting the bins of a line more finely, so that any condition on it holds for whole bins."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from math import ceil, inf, isfinite, nextafter
from typing import TYPE_CHECKING

import numpy as np

from tacit.errors import SpaceError
from tacit.space import bins as _bins
from tacit.space.numeric import Numeric

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from tacit.space.dimension import Mask
    from tacit.space.pieces import Pieces

MOST_POINTS = 1000
"""A line that is cut at more points than this is not counted again: the query would be too long."""
_LARGEST = 2**63
"""Whole numbers from here on have no room in most tables."""
_MISSING = "no value"


@dataclass(frozen=True, repr=False)
class Cut:
    """A numeric dimension, and a finer one that is also cut around some points.

    Each point that is a value of its own gets a bin of its own: up to the next whole number or day,
    or up to the next number that a float can be.
    """

    coarse: Numeric
    points: tuple[_bins.Point, ...]

    @classmethod
    def around(cls, dimension: Numeric, points: Iterable[_bins.Point]) -> Cut:
        """Cut a dimension around some points, and at its own edges.

        Raises:
            SpaceError: if they are too many, or too large.
        """
        found = sorted({*dimension.edges, *points}, key=_bins.position)
        numbers = [p for p in found if not isinstance(p, date)]
        if len(found) > MOST_POINTS or any(abs(p) >= _LARGEST for p in numbers):
            raise SpaceError(f"'{dimension.name}' can't be cut at so many points, or so far out.")
        return cls(dimension, tuple(found))

    @cached_property
    def fine(self) -> Numeric:
        """The finer dimension. Its labels are mere numbers."""
        labels = [f"piece {i}" for i in range(len(self._edges) + 1)]
        missing = None if self.coarse.missing is None else _MISSING
        return Numeric.binned(
            self.coarse.name,
            self._edges,
            labels,
            closed="left",
            column=self.coarse.column,
            missing=missing,
        )

    @cached_property
    def bins(self) -> NDArray[np.int64]:
        """For each value of the finer dimension, the one of the coarse dimension that it lies in."""
        starts = [self._first_of_bin(edge) for edge in self.coarse.edges]
        at = [_bins.position(start) for start in starts if start is not None]
        lowest = [0, *(bisect_right(at, position) for position in self._positions)]
        natural = np.array(self.coarse.natural, dtype=np.int64)
        last = [len(self.coarse.edges) + 1] * (self.coarse.missing is not None)
        return natural[[*lowest, *last]]

    def mask(self, pieces: Pieces) -> Mask:
        """The values of the finer dimension that a part of the coarse one is made of."""
        found = np.zeros(len(self.fine), dtype=bool)
        bins = len(self._edges) + 1
        for inside, (start, end) in zip(
            pieces.inside, self._stretches(pieces.points), strict=False
        ):
            if inside:
                first = 0 if start is None else self._place(start) + 1
                found[first : bins if end is None else self._place(end) + 1] = True
        if self.coarse.missing is not None:
            found[-1] = pieces.inside[-1]
        return found

    @cached_property
    def _edges(self) -> list[_bins.Point]:
        ends = [end for p in self.points for end in self._span(p) if end is not None]
        return sorted(set(ends), key=_bins.position)

    @cached_property
    def _positions(self) -> list[float]:
        return [_bins.position(edge) for edge in self._edges]

    def _place(self, edge: _bins.Point) -> int:
        return bisect_right(self._positions, _bins.position(edge)) - 1

    def _first_of_bin(self, edge: _bins.Point) -> _bins.Point | None:
        """The lowest value of the coarse bin above an edge."""
        first, after = self._span(edge)
        return after if self.coarse.closed == "right" else first

    def _stretches(
        self, points: Iterable[_bins.Point]
    ) -> Iterator[tuple[_bins.Point | None, _bins.Point | None]]:
        """From where, and up to before where, each piece of the line reaches; None without end."""
        start: _bins.Point | None = None
        for point in points:
            first, after = self._span(point)
            yield start, first
            yield first, after
            if after is None:
                return
            start = after
        yield start, None

    def _span(self, point: _bins.Point) -> tuple[_bins.Point, _bins.Point | None]:
        """The first value from a point on, and the first one above it."""
        if isinstance(point, date):
            return point, None if point == date.max else point + timedelta(days=1)
        if self.coarse.integer:
            first = ceil(point)
            return first, first + 1 if first == point else first
        above = float(point)
        while above <= point:
            above = nextafter(above, inf)
        return point, above if isfinite(above) else None
