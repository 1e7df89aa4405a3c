"""Dimensions: a named attribute with finitely many values, and how far two values are apart.

| kind | values | distance | offered when a box grows |
|---|---|---|---|
| `Nominal` | names | all alike | every value not yet in |
| `Ordinal` | names in an order | steps along the order | the nearest one |
| `Numeric` | bins of numbers or dates | steps along the bins | the nearest one |
| `Tree` | leaves of a tree | edges between two leaves | every one of the nearest |
| `Matrix` | names | as given | every one of the nearest |

A dimension lists its values in *value order*, which decides ties and how results are printed. An
ordinal's natural order may differ from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tacit import _bins
from tacit._exact import in_ticks
from tacit.errors import IntentError, SpaceError, UnknownValue

Label = str | int | float | bool
Mask = NDArray[np.bool_]
Spec = dict[str, Any]


@dataclass(frozen=True)
class Dimension(ABC):
    """A named attribute with finitely many values.

    Attributes:
        name: what it is called in intents and on screens.
        values: its values, in value order.
        column: the table's column it comes from.
        missing: the value that stands for rows without one, if those are kept.
    """

    kind: ClassVar[str]
    offers_all: ClassVar[bool] = True
    """Whether a growing box is offered every nearest value, or only the first of them."""

    name: str
    values: tuple[Label, ...]
    column: str = field(default="", kw_only=True)
    missing: Label | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not self.name:
            raise SpaceError("a dimension needs a name.")
        if not self.values:
            raise SpaceError(f"dimension '{self.name}' has no values.")
        if len(self._codes) != len(self.values):
            raise SpaceError(f"dimension '{self.name}' lists a value twice.")
        if not self.column:
            object.__setattr__(self, "column", self.name)

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {str(value): code for code, value in enumerate(self.values)}

    @abstractmethod
    def distances(self, code: int) -> NDArray[np.int64]:
        """How far each value is from one of them, as integers that can be added up exactly."""

    def select(self, asked: object) -> Mask:
        """Find the values that one entry of an intent stands for."""
        mask = np.zeros(len(self), dtype=bool)
        code = self._codes.get(str(asked))
        if code is None:
            raise UnknownValue(self.name, asked, self.values)
        mask[code] = True
        return mask

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """Cut the dimension so finely that each literal's comparison is true or false on a piece."""
        return Atoms(self)

    def to_sql(self, column: str, mask: Mask) -> str:
        """Write a set of values as a condition on a column that is quoted already."""
        return _in_list(column, self, mask)

    def to_spec(self) -> Spec:
        """Write the dimension as a table of a market file."""
        spec: Spec = {"kind": self.kind}
        if self.column != self.name:
            spec["column"] = self.column
        spec.update(self._details())
        if self.missing is not None:
            spec["missing-value"] = self.missing
        return spec

    def _details(self) -> Spec:
        return {"values": list(self.values)}


class Atoms:
    """Pieces of a dimension on which a condition is either true or false throughout.

    Conditions are evaluated to masks over these pieces, so AND, OR and NOT are mask operations;
    `cover` then turns pieces back into whole values.
    """

    def __init__(self, dimension: Dimension) -> None:
        self.dimension = dimension
        self.count = len(dimension)

    def equals(self, literal: object) -> Mask:
        """The pieces that equal a literal."""
        return self.dimension.select(literal)

    def below(self, literal: object, inclusive: bool) -> Mask:
        """The pieces below a literal."""
        raise IntentError(
            f"the values of '{self.dimension.name}' have no order: <, > and BETWEEN can't be used "
            "on it. List the values with IN (...)."
        )

    def is_missing(self) -> Mask:
        """The pieces that stand for rows without a value."""
        if self.dimension.missing is None:
            raise IntentError(
                f"'{self.dimension.name}' keeps no missing values, so IS NULL can't be used on it."
            )
        return self.dimension.select(self.dimension.missing)

    def cover(self, mask: Mask) -> tuple[Mask, bool]:
        """The values that hold any of the pieces, and whether they hold more than those."""
        return mask, False


@dataclass(frozen=True)
class Nominal(Dimension):
    """Names without an order: any two are equally far apart.

    Attributes:
        other: the value that stands for everything the list leaves out, if any.
    """

    kind: ClassVar[str] = "nominal"
    other: Label | None = field(default=None, kw_only=True)

    def distances(self, code: int) -> NDArray[np.int64]:
        """One step to every other value."""
        steps = np.ones(len(self), dtype=np.int64)
        steps[code] = 0
        return steps

    def to_sql(self, column: str, mask: Mask) -> str:
        """Write a set of values; the rest of the column is NOT IN the listed ones."""
        if self.other is None or not mask[self._codes[str(self.other)]]:
            return _in_list(column, self, mask)
        special = {str(self.other), str(self.missing)}
        out = [v for v, m in zip(self.values, mask, strict=True) if not m and str(v) not in special]
        parts = [f"{column} NOT IN ({', '.join(map(_literal, out))})"] if out else []
        if self.missing is not None and not mask[self._codes[str(self.missing)]]:
            parts.append(f"{column} IS NOT NULL")
        condition = " AND ".join(parts) or "TRUE"
        if self.missing is not None and mask[self._codes[str(self.missing)]]:
            return f"({condition} OR {column} IS NULL)"
        return f"({condition})" if len(parts) > 1 else condition

    def _details(self) -> Spec:
        spec: Spec = {"values": list(self.values)}
        if self.other is not None:
            spec["other"] = self.other
        return spec


@dataclass(frozen=True)
class Ordinal(Dimension):
    """Names in an order: as far apart as the steps between them.

    Attributes:
        ranks: where each value stands in the natural order, in value order.
    """

    kind: ClassVar[str] = "ordinal"
    offers_all: ClassVar[bool] = False
    ranks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.ranks:
            object.__setattr__(self, "ranks", tuple(range(len(self.values))))
        if sorted(self.ranks) != list(range(len(self.values))):
            raise SpaceError(f"the order of dimension '{self.name}' must place each value once.")

    @classmethod
    def of(
        cls, name: str, values: Sequence[Label], order: Sequence[Label] = (), **more: Any
    ) -> Ordinal:
        """Make an ordinal from its values, lowest first, and a value order if that differs.

        >>> Ordinal.of("size", ["S", "M", "L"], order=["M", "S", "L"]).ranks
        (1, 0, 2)
        """
        return cls(name, *_ranked(name, values, order), **more)

    @cached_property
    def natural(self) -> tuple[int, ...]:
        """The codes from the lowest value to the highest."""
        return tuple(sorted(range(len(self)), key=self.ranks.__getitem__))

    def distances(self, code: int) -> NDArray[np.int64]:
        """Steps along the natural order."""
        return np.abs(np.array(self.ranks, dtype=np.int64) - self.ranks[code])

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """One piece per value, comparable by rank."""
        return _OrderedAtoms(self)

    def _details(self) -> Spec:
        in_order = [self.values[code] for code in self.natural]
        spec: Spec = {"values": in_order}
        if list(self.values) != in_order:
            spec["order"] = list(self.values)
        return spec


class _OrderedAtoms(Atoms):
    dimension: Ordinal

    def below(self, literal: object, inclusive: bool) -> Mask:
        ranks = np.array(self.dimension.ranks)
        numbers = [v for v in self.dimension.values if isinstance(v, int | float)]
        if isinstance(literal, int | float) and len(numbers) == len(self.dimension):
            below = np.array([v < literal or (inclusive and v == literal) for v in numbers])
            return below.astype(bool)
        rank = ranks[int(self.dimension.select(literal).argmax())]
        mask: Mask = ranks <= rank if inclusive else ranks < rank
        return mask


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
        _bins.check(self.name, self.edges, self.closed)
        bins = len(self.values) - (self.missing is not None)
        if bins != len(self.edges) + 1:
            raise SpaceError(
                f"dimension '{self.name}' has {len(self.edges)} edges, which make "
                f"{len(self.edges) + 1} bins, but {bins} labels."
            )

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
        _bins.check(name, edges, more.get("closed", "right"))
        is_date = isinstance(edges[0], date)
        integer = is_date or bool(more.pop("integer", False))
        named = list(labels) or _bins.labels(edges, more.get("closed", "right"), integer)
        if more.get("missing") is not None:
            named.append(more["missing"])
        values, ranks = _ranked(name, named, order)
        return cls(name, values, ranks, edges=tuple(edges), integer=integer, **more)

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
        ranges = _bins.ranges(inside[:bins], self.edges, self.closed, column, _literal)
        if self.missing is not None and inside[-1]:
            ranges.append(f"{column} IS NULL")
        return ranges[0] if len(ranges) == 1 else f"({' OR '.join(ranges)})"

    def _details(self) -> Spec:
        in_order = [self.values[code] for code in self.natural]
        if self.missing is not None:
            in_order.remove(self.missing)
        spec: Spec = {"edges": list(self.edges), "closed": self.closed, "labels": in_order}
        if self.integer and not self.is_date:
            spec["integer"] = True
        if self.missing is None and list(self.values) != in_order:
            spec["order"] = list(self.values)
        return spec


class _NumericAtoms(_OrderedAtoms):
    """The line cut into points and the open stretches between them.

    Piece 2i + 1 is the i-th point; piece 2i the stretch below it. A last piece, when missing
    values are kept, stands for them.
    """

    dimension: Numeric

    def __init__(self, dimension: Numeric, literals: list[_bins.Point]) -> None:
        super().__init__(dimension)
        self.points = sorted({*dimension.edges, *literals}, key=_bins.position)
        self.bins = _bins.bins_of_pieces(self.points, dimension.edges, dimension.closed)
        self.real = np.ones(len(self.bins), dtype=bool)
        if dimension.integer:
            self.real = _bins.pieces_with_integers(self.points)
        self.count = len(self.bins) + (dimension.missing is not None)

    def _piece(self, literal: object) -> int | None:
        point = _bins.point(literal, self.dimension.is_date)
        return None if point is None else 2 * self.points.index(point) + 1

    def equals(self, literal: object) -> Mask:
        piece = None if str(literal) in self.dimension._codes else self._piece(literal)
        if piece is not None:
            return np.arange(self.count) == piece
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

    def cover(self, mask: Mask) -> tuple[Mask, bool]:
        real = np.ones(self.count, dtype=bool)
        real[: len(self.bins)] = self.real
        touched = np.zeros(len(self.dimension), dtype=bool)
        natural = np.array(self.dimension.natural)
        touched[natural[self._ranks[mask & real]]] = True
        left_out = natural[self._ranks[~mask & real]]
        return touched, bool(touched[left_out].any())


@dataclass(frozen=True)
class Tree(Dimension):
    """Leaves of a tree of values: near when they share a branch.

    Attributes:
        branches: for each leaf, the names from the root down to it.
    """

    kind: ClassVar[str] = "tree"
    branches: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, name: str, tree: Mapping[str, Any] | Sequence[Any], **more: Any) -> Tree:
        """Make a tree from nested tables and lists.

        >>> Tree.of("country", {"Europe": ["France", "Italy"], "Asia": ["Japan"]}).values
        ('France', 'Italy', 'Japan')
        """
        leaves = list(_leaves(name, tree))
        values = tuple(leaf for _, leaf in leaves)
        return cls(name, values, tuple(branch for branch, _ in leaves), **more)

    def select(self, asked: object) -> Mask:
        """Find a leaf, or all leaves of a named branch."""
        if str(asked) in self._codes:
            return super().select(asked)
        mask = np.array([str(asked) in branch for branch in self.branches])
        if not mask.any():
            groups = sorted({group for branch in self.branches for group in branch})
            raise UnknownValue(self.name, asked, [*self.values, *groups])
        return mask

    def distances(self, code: int) -> NDArray[np.int64]:
        """Edges on the way from one leaf up to the shared branch and down again."""
        here = (*self.branches[code], str(self.values[code]))
        there = [(*b, str(v)) for b, v in zip(self.branches, self.values, strict=True)]
        shared = [_shared(here, path) for path in there]
        steps = [len(here) + len(p) - 2 * s for p, s in zip(there, shared, strict=True)]
        return np.array(steps, dtype=np.int64)

    def _details(self) -> Spec:
        tree: dict[str, Any] = {}
        for branch, value in zip(self.branches, self.values, strict=True):
            node = tree
            for group in branch[:-1]:
                node = node.setdefault(group, {})
            node.setdefault(branch[-1] if branch else "", []).append(value)
        return {"tree": tree}


@dataclass(frozen=True)
class Matrix(Dimension):
    """Names with a distance given for each pair.

    Attributes:
        matrix: the distance of each value to each other, in value order.
    """

    kind: ClassVar[str] = "matrix"
    matrix: tuple[tuple[float, ...], ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        table = np.array(self.matrix, dtype=float)
        n = len(self.values)
        if table.shape != (n, n) or (table < 0).any() or not np.isfinite(table).all():
            raise SpaceError(
                f"the distances of '{self.name}' must be {n} rows of {n} numbers, none negative."
            )
        if (table != table.T).any() or table.diagonal().any():
            raise SpaceError(
                f"the distances of '{self.name}' must be 0 from a value to itself and the same "
                "both ways."
            )

    @cached_property
    def _ticks(self) -> NDArray[np.int64]:
        flat, _ = in_ticks(number for row in self.matrix for number in row)
        return np.array(flat, dtype=np.int64).reshape(len(self), len(self))

    def distances(self, code: int) -> NDArray[np.int64]:
        """The given distances, in whole multiples of their common unit."""
        return self._ticks[code]

    def _details(self) -> Spec:
        return {"values": list(self.values), "matrix": [list(row) for row in self.matrix]}


def _ranked(
    name: str, values: Sequence[Label], order: Sequence[Label]
) -> tuple[tuple[Label, ...], tuple[int, ...]]:
    """Values in value order, and each one's place in the natural order."""
    natural = [str(value) for value in values]
    if order and sorted(map(str, order)) != sorted(natural):
        raise SpaceError(f"'order' of dimension '{name}' must list each of its values once.")
    listed = tuple(order) or tuple(values)
    return listed, tuple(natural.index(str(value)) for value in listed)


def _leaves(name: str, node: Any, above: tuple[str, ...] = ()) -> Iterable[tuple[Any, Label]]:
    if isinstance(node, Mapping):
        for group, below in node.items():
            yield from _leaves(name, below, (*above, str(group)) if group else above)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for item in node:
            yield from _leaves(name, item, above) if isinstance(item, Mapping) else [(above, item)]
    else:
        raise SpaceError(f"the tree of '{name}' must be made of tables and lists of values.")


def _shared(a: Sequence[str], b: Sequence[str]) -> int:
    """How many steps two paths from the root have in common."""
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _literal(value: object) -> str:
    """Write a value as an SQL literal."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, date):
        return f"DATE '{value.isoformat()}'"
    if isinstance(value, int | float):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def _in_list(column: str, dimension: Dimension, mask: Mask) -> str:
    chosen = [v for v, m in zip(dimension.values, mask, strict=True) if m]
    null = dimension.missing is not None and dimension.missing in chosen
    listed = [v for v in chosen if not (null and v == dimension.missing)]
    parts = [f"{column} IN ({', '.join(map(_literal, listed))})"] if listed else []
    if null:
        parts.append(f"{column} IS NULL")
    return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"
