"""Numeric: numbers or dates in bins. What bins are is in `bins.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.errors import IntentError, SpaceError, UnknownValue
from tacit.space import bins as _bins
from tacit.space.ordinal import OrderedAtoms, Ordinal, ranked
from tacit.space.pieces import Pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.space.dimension import Atoms, Label, Mask, Spec


@dataclass(frozen=True)
class Numeric(Ordinal):
    """Numbers or dates in bins that together cover the whole line.

    Attributes:
        edges: the inner cut points, rising; k of them make k + 1 bins.
        closed: which side of a bin belongs to it, "right" for (a, b] or "left" for [a, b).
        integer: whether only whole numbers (or days) occur, so that 18 directly follows 17.
    """

    kind: ClassVar[str] = "numeric"
    edges: tuple[_bins.Point, ...] = field(default=(), kw_only=True)
    closed: str = field(default="right", kw_only=True)
    integer: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "edges", _bins.plain_edges(self.edges))
        _bins.check(self.name, self.edges, self.closed, self.integer)
        bins = len(self.values) - (self.missing is not None)
        if bins != len(self.edges) + 1:
            raise SpaceError(
                f"dimension '{self.name}' has {len(self.edges)} edges, which make "
                f"{len(self.edges) + 1} bins, but {bins} labels."
            )
        if self.missing is not None and self.natural[-1] != self._codes[str(self.missing)]:
            raise SpaceError(f"the missing value of '{self.name}' must come after all its bins.")

    @classmethod
    def binned(
        cls,
        name: str,
        edges: Sequence[_bins.Point],
        labels: Sequence[Label] = (),
        order: Sequence[Label] = (),
        **more: Any,
    ) -> Numeric:
        """Make bins from the edges between them; labels are made up where none are given.

        >>> Numeric.binned("age", [17, 24, 61], integer=True).values
        ('up to 17', '18 to 24', '25 to 61', 'from 62')
        """
        edges, closed = _bins.plain_edges(edges), more.get("closed", "right")
        _bins.check(name, edges, closed, bool(more.get("integer")))
        integer = bool(more.pop("integer", False)) or isinstance(edges[0], date)
        named: list[Label] = list(labels) or [*_bins.labels(edges, closed, integer)]
        missing = more.get("missing")
        if missing is not None:
            named.append(missing)
            order = [*order, missing] if len(order) == len(named) - 1 else order
        values, ranks = ranked(name, named, order)
        return cls(name, values, ranks, edges=edges, integer=integer, **more)

    @property
    def is_date(self) -> bool:
        """Whether the bins cut days rather than numbers."""
        return bool(self.edges) and isinstance(self.edges[0], date)

    def select(self, asked: object) -> Mask:
        """Find a bin by its label, by a number in it, or by a range `{"from": a, "to": b}`."""
        if str(asked) in self._codes:
            return super().select(asked)
        if isinstance(asked, Mapping):
            raise IntentError(f"a range on '{self.name}' must stand alone, not in a list.")
        point = _bins.point(asked, self.is_date)
        if point is None:
            raise UnknownValue(self.name, asked, self.values)
        atoms = self.atoms([point])
        return atoms.cover(atoms.equals(point))[0]

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """Cut the line at the edges and at every literal."""
        points = (_bins.point(literal, self.is_date) for literal in literals)
        return _NumericAtoms(self, [point for point in points if point is not None])

    def to_sql(self, column: str, mask: Mask) -> str:
        """Write bins as ranges of the raw column, neighbouring bins as one."""
        bins = len(self.edges) + 1
        inside = [bool(mask[code]) for code in self.natural]
        ranges = _bins.ranges(inside[:bins], self.edges, self.closed, column)
        if self.missing is not None and inside[-1]:
            ranges.append(f"{column} IS NULL")
        return ranges[0] if len(ranges) == 1 else f"({' OR '.join(ranges)})"

    def _details(self) -> Spec:
        in_order = [self.values[code] for code in self.natural][: len(self.edges) + 1]
        spec: Spec = {"edges": list(self.edges), "closed": self.closed, "labels": in_order}
        if self.integer and not self.is_date:
            spec["integer"] = True
        order = list(self.values)
        if self.missing is not None and str(order[-1]) == str(self.missing):
            order.pop()
        if order != in_order:
            spec["order"] = order
        return spec


class _NumericAtoms(OrderedAtoms):
    """The line cut into points and the open stretches between them.

    Piece 2i + 1 is the i-th point; piece 2i the stretch below it. A last piece, when missing
    values are kept, stands for them.
    """

    dimension: Numeric

    def __init__(self, dimension: Numeric, literals: list[_bins.Point]) -> None:
        super().__init__(dimension)
        self.points = sorted({*dimension.edges, *literals}, key=_bins.position)
        self.bins = _bins.bins_of_pieces(self.points, dimension.edges, dimension.closed)
        self.count = len(self.bins) + (dimension.missing is not None)
        self.real = np.ones(self.count, dtype=bool)
        if dimension.integer:
            self.real[: len(self.bins)] = _bins.pieces_with_integers(self.points)

    def _piece(self, literal: object) -> int | None:
        point = _bins.point(literal, self.dimension.is_date)
        return None if point is None else 2 * self.points.index(point) + 1

    def equals(self, literal: object) -> Mask:
        piece = None if str(literal) in self.dimension._codes else self._piece(literal)
        if piece is not None:
            mask = np.zeros(self.count, dtype=bool)
            mask[piece] = True
            return mask
        codes = np.flatnonzero(self.dimension.select(literal))
        ranks = [self.dimension.ranks[code] for code in codes]
        return np.isin(self._ranks, ranks)

    @property
    def _ranks(self) -> NDArray[np.int64]:
        last = [len(self.dimension.edges) + 1] * (self.count - len(self.bins))
        return np.concatenate([self.bins, np.array(last, dtype=np.int64)])

    def below(self, literal: object, inclusive: bool) -> Mask:
        piece = self._piece(literal)
        if piece is None:
            what = "a date such as DATE '2026-01-31'" if self.dimension.is_date else "a number"
            raise IntentError(f"'{self.dimension.name}' can only be compared with {what}.")
        pieces = np.arange(self.count)
        mask: Mask = pieces <= piece if inclusive else pieces < piece
        mask[len(self.bins) :] = False
        return mask

    def of(self, values: Mask) -> Mask:
        pieces: Mask = values[np.array(self.dimension.natural)[self._ranks]]
        return pieces & self.real

    def cover(self, mask: Mask) -> tuple[Mask, bool]:
        touched = np.zeros(len(self.dimension), dtype=bool)
        natural = np.array(self.dimension.natural)
        touched[natural[self._ranks[mask & self.real]]] = True
        left_out = natural[self._ranks[~mask & self.real]]
        return touched, bool(touched[left_out].any())

    def pieces(self, mask: Mask) -> Pieces:
        return Pieces(tuple(self.points), tuple((mask & self.real).tolist()))
