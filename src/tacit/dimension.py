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
from itertools import groupby, takewhile
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tacit import _bins
from tacit._exact import LARGEST, in_ticks
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
        plain = (v.item() if isinstance(v, np.generic) else v for v in self.values)
        object.__setattr__(self, "values", tuple(plain))
        if not self.values:
            raise SpaceError(f"dimension '{self.name}' has no values.")
        if any(v is None or isinstance(v, Mapping | list | tuple | set) for v in self.values):
            raise SpaceError(f"the values of '{self.name}' must be text, numbers or booleans.")
        if len(self._codes) != len(self.values):
            raise SpaceError(f"dimension '{self.name}' lists a value twice.")
        if self.missing is not None and str(self.missing) not in self._codes:
            raise SpaceError(f"the values of '{self.name}' must include its missing value.")
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
        code = self._code(asked)
        if code is None:
            raise UnknownValue(self.name, asked, self.values)
        mask[code] = True
        return mask

    def _code(self, asked: object) -> int | None:
        """Where a value stands; 2.0 is found as 2."""
        if asked is None:
            return None
        code = self._codes.get(str(asked))
        if code is None and _bins.is_number(asked):
            same = (c for c, v in enumerate(self.values) if _bins.is_number(v) and v == asked)
            return next(same, None)
        return code

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """Cut the dimension so finely that each comparison is true or false on a whole piece."""
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
        self.real: Mask = np.ones(self.count, dtype=bool)
        """Which pieces a row can lie in."""

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
        return self.equals(self.dimension.missing)

    def opposite(self, mask: Mask) -> Mask:
        """The other pieces. Missing values are on neither side, as in SQL."""
        return ~mask if self.dimension.missing is None else ~mask & ~self.is_missing()

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

    def __post_init__(self) -> None:
        super().__post_init__()
        apart = str(self.other) in self._codes and str(self.other) != str(self.missing)
        if self.other is not None and not apart:
            raise SpaceError(f"the values of '{self.name}' must include the one for all others.")

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
        rest = f"{column} NOT IN ({', '.join(map(_bins.literal, out))})" if out else "TRUE"
        if self.missing is None:
            return rest
        if mask[self._codes[str(self.missing)]]:
            return f"({rest} OR {column} IS NULL)"
        return f"({rest} AND {column} IS NOT NULL)" if out else f"{column} IS NOT NULL"

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
        filled = self.opposite(np.zeros(self.count, dtype=bool))
        ranks = np.array(self.dimension.ranks)
        numbers = [v for v, f in zip(self.dimension.values, filled, strict=True) if f]
        if _bins.is_number(literal) and all(map(_bins.is_number, numbers)):
            filled[filled] = [v < literal or (inclusive and v == literal) for v in numbers]  # type: ignore[operator]
            return filled
        rank = ranks[int(self.dimension.select(literal).argmax())]
        filled &= ranks <= rank if inclusive else ranks < rank
        return filled


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
        values, ranks = _ranked(name, named, order)
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

    def cover(self, mask: Mask) -> tuple[Mask, bool]:
        touched = np.zeros(len(self.dimension), dtype=bool)
        natural = np.array(self.dimension.natural)
        touched[natural[self._ranks[mask & self.real]]] = True
        left_out = natural[self._ranks[~mask & self.real]]
        return touched, bool(touched[left_out].any())


@dataclass(frozen=True)
class Tree(Dimension):
    """Leaves of a tree of values: near when they share a branch.

    Attributes:
        branches: for each leaf, the names from the root down to it.
    """

    kind: ClassVar[str] = "tree"
    branches: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.branches) != len(self.values):
            raise SpaceError(f"tree '{self.name}' must say for each leaf which branch it is on.")

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
        here = self.branches[code]
        steps = [len(here) + len(there) + 2 for there in self.branches]
        for i, there in enumerate(self.branches):
            pairs = takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False))
            steps[i] -= 2 * sum(1 for _ in pairs)
        steps[code] = 0
        return np.array(steps, dtype=np.int64)

    def _details(self) -> Spec:
        return {"tree": _nested(list(zip(self.branches, self.values, strict=True)))}


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
        n = len(self.values)
        try:
            table = np.array(self.matrix, dtype=float)
        except (TypeError, ValueError):
            table = np.array([])
        if table.shape != (n, n) or (table < 0).any() or not np.isfinite(table).all():
            raise SpaceError(
                f"the distances of '{self.name}' must be {n} rows of {n} numbers, none negative."
            )
        if (table != table.T).any() or table.diagonal().any():
            raise SpaceError(
                f"the distances of '{self.name}' must be 0 from a value to itself and the same "
                "both ways."
            )
        if max(self._ticks) * n > LARGEST:
            raise SpaceError(f"the distances of '{self.name}' have too many digits to add up.")

    @cached_property
    def _ticks(self) -> list[int]:
        return in_ticks(number for row in self.matrix for number in row)[0]

    def distances(self, code: int) -> NDArray[np.int64]:
        """The given distances, in whole multiples of their common unit."""
        n = len(self)
        return np.array(self._ticks[code * n : code * n + n], dtype=np.int64)

    def _details(self) -> Spec:
        return {"values": list(self.values), "matrix": [list(row) for row in self.matrix]}


def _ranked(
    name: str, values: Sequence[Label], order: Sequence[Label]
) -> tuple[tuple[Label, ...], tuple[int, ...]]:
    """Values in value order, and each one's place in the natural order."""
    natural = [str(value) for value in values]
    if order and sorted(map(str, order)) != sorted(natural):
        raise SpaceError(f"'order' of dimension '{name}' must list each of its values once.")
    ranks = tuple(natural.index(str(value)) for value in (order or values))
    return tuple(values[rank] for rank in ranks), ranks


def _leaves(name: str, node: Any, above: tuple[str, ...] = ()) -> Iterable[tuple[Any, Label]]:
    if isinstance(node, Mapping):
        for group, below in node.items():
            yield from _leaves(name, below, (*above, str(group)) if group else above)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for item in node:
            yield from _leaves(name, item, above) if isinstance(item, Mapping) else [(above, item)]
    else:
        raise SpaceError(f"the tree of '{name}' must be made of tables and lists of values.")


def _nested(leaves: Sequence[tuple[tuple[str, ...], Label]]) -> Any:
    """Nested tables and lists from the leaves' branches: what `_leaves` reads."""
    items: list[Any] = []
    for key, run in groupby(leaves, key=lambda leaf: leaf[0][:1]):
        below = [(branch[1:], value) for branch, value in run]
        items += [{key[0]: _nested(below)}] if key else [value for _, value in below]
    groups = {name: below for i in items if isinstance(i, dict) for name, below in i.items()}
    return groups if len(groups) == len(items) else items


def _in_list(column: str, dimension: Dimension, mask: Mask) -> str:
    chosen = [v for v, m in zip(dimension.values, mask, strict=True) if m]
    listed = [v for v in chosen if dimension.missing is None or str(v) != str(dimension.missing)]
    null = len(listed) < len(chosen)
    parts = [f"{column} IN ({', '.join(map(_bins.literal, listed))})"] if listed else []
    if null:
        parts.append(f"{column} IS NULL")
    return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"
