"""Boxes: an intent that is a set of values on each dimension.

Boxes form a lattice: `&` is what two share, `|` the narrowest box around both, `<=` says that one
lies inside the other. The empty box is one value, whatever dimension made it empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from tacit._doors import doors
from tacit.errors import IntentError
from tacit.intents.columns import quoted
from tacit.intents.intent import Intent

if TYPE_CHECKING:
    from tacit.space.dimension import Atoms, Mask
    from tacit.space.space import Space

ALL = "ALL"
MOST_PIECES = 4096
"""Boxes that overlap in so many ways that it takes more pieces than this are refused."""


@doors("__init__", "of")
@dataclass(frozen=True, repr=False, eq=False)
class Box(Intent):
    """The values wanted on each dimension.

    Contract:
        needs: for each dimension, the codes of the wanted values.
        promises: `size` is the product of the numbers of values.

    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))
    >>> want = Box.of(space, {"race": ["B", "C"]})
    >>> want
    Box(2 dimensions, values hidden)
    >>> want.size, want.is_all("sex"), want.as_public().to_json()
    (4, True, {'sex': ['F', 'M'], 'race': ['B', 'C']})
    """

    codes: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        codes = tuple(tuple(sorted(set(one))) for one in self.codes)
        if len(codes) != len(self.space):
            raise IntentError("an intent needs a set of values for each dimension of its space.")
        for dimension, one in zip(self.space, codes, strict=True):
            if one and not 0 <= one[0] <= one[-1] < len(dimension):
                raise IntentError(f"a code is outside dimension '{dimension.name}'.")
        if any(not one for one in codes):
            codes = ((),) * len(codes)
            object.__setattr__(self, "widened", ())
            object.__setattr__(self, "told", ())
        object.__setattr__(self, "codes", codes)

    @classmethod
    def of(cls, space: Space, wanted: Mapping[str, Any]) -> Box:
        """Make a box from the values wanted per dimension; one left out is ALL.

        A numeric dimension also takes a range, `{"from": 25, "to": 61}`, both ends included.
        """
        masks: list[Mask] = [np.ones(len(dimension), dtype=bool) for dimension in space]
        widened, told = [], []
        for name, asked in wanted.items():
            at = space.index(name)
            found = _wanted(space, at, asked)
            if found is None:
                continue
            atoms, pieces = found
            masks[at], wider = atoms.cover(pieces)
            widened += [name] if wider else []
            told.append((at, atoms.pieces(pieces)))
        box = (tuple(told),) if widened else ()
        return cls.from_masks(space, masks, widened=tuple(widened), told=box)

    @classmethod
    def everything(cls, space: Space) -> Box:
        """The whole space."""
        return cls(space, tuple(tuple(range(n)) for n in space.shape))

    @classmethod
    def from_masks(cls, space: Space, masks: Sequence[Mask], **more: Any) -> Box:
        """Make a box from one mask per dimension."""
        return cls(space, tuple(tuple(np.flatnonzero(mask).tolist()) for mask in masks), **more)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Itself alone."""
        return (self,)

    @property
    def pieces(self) -> tuple[Box, ...]:
        """Itself alone."""
        return (self,)

    @property
    def hull(self) -> Box:
        """Itself."""
        return self

    @property
    def size(self) -> int:
        """How many cells it holds, empty ones included."""
        return prod(len(one) for one in self.codes)

    @property
    def is_empty(self) -> bool:
        """Whether no cell satisfies it."""
        return not self.codes[0]

    def is_all(self, name: str) -> bool:
        """Whether a dimension is free."""
        at = self.space.index(name)
        return len(self.codes[at]) == self.space.shape[at]

    def masks(self) -> list[Mask]:
        """One mask per dimension, true where a value is wanted."""
        masks = [np.zeros(n, dtype=bool) for n in self.space.shape]
        for mask, one in zip(masks, self.codes, strict=True):
            mask[list(one)] = True
        return masks

    def cells(self) -> Iterator[tuple[int, ...]]:
        """Each cell, as codes, the last dimension running fastest."""
        return product(*self.codes)

    def with_value(self, dimension: int, code: int) -> Box:
        """The box with one more value on one dimension."""
        codes = list(self.codes)
        codes[dimension] = (*codes[dimension], code)
        return replace(self, codes=tuple(codes), told=())

    def without(self, others: Iterable[Box]) -> list[Box]:
        """What is left of it without the cells of some others, as boxes that share no cell."""
        pieces = [] if self.is_empty else [self]
        for other in others:
            pieces = [rest for piece in pieces for rest in piece._less(other)]
            require_few(pieces)
        return pieces

    def as_public(self) -> Box:
        """The same box, marked as one that may be shown; it keeps nothing of what was told."""
        return replace(self, public=True, told=())

    def to_json(self) -> dict[str, Any]:
        """An object with the values of every dimension."""
        return self.values()

    def to_sql(self) -> str:
        """A condition on the columns of a clean table that holds for the box's records."""
        if self.is_empty:
            return "FALSE"
        conditions = [
            dimension.to_sql(quoted(dimension.column), mask)
            for dimension, mask in zip(self.space, self.masks(), strict=True)
            if not mask.all()
        ]
        return " AND ".join(conditions) or "TRUE"

    def __contains__(self, cell: Sequence[int]) -> bool:
        return all(code in one for code, one in zip(cell, self.codes, strict=True))

    def __le__(self, other: Intent) -> bool:
        if not isinstance(other, Box):
            return super().__le__(other)
        self.require_same_space(other)
        return all(set(a) <= set(b) for a, b in zip(self.codes, other.codes, strict=True))

    @overload
    def __and__(self, other: Box) -> Box: ...
    @overload
    def __and__(self, other: Intent) -> Intent: ...
    def __and__(self, other: Intent) -> Intent:
        if not isinstance(other, Box):
            return other & self
        self.require_same_space(other)
        pairs = zip(self.codes, other.codes, strict=True)
        return Box(self.space, tuple(tuple(set(a) & set(b)) for a, b in pairs))

    def __or__(self, other: Box) -> Box:
        if not isinstance(other, Box):
            return NotImplemented
        self.require_same_space(other)
        pairs = zip(self.codes, other.codes, strict=True)
        return Box(self.space, tuple(tuple(set(a) | set(b)) for a, b in pairs))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Box):
            return super().__eq__(other)
        return self.codes == other.codes and self.space == other.space

    __hash__ = Intent.__hash__

    def _less(self, other: Box) -> list[Box]:
        """It without another: for each dimension, what lies outside the other there first."""
        shared = self & other
        if shared.is_empty:
            return [self]
        found = []
        for d, (mine, both) in enumerate(zip(self.codes, shared.codes, strict=True)):
            rest = tuple(set(mine) - set(both))
            if rest:
                codes = (*shared.codes[:d], rest, *self.codes[d + 1 :])
                found.append(Box(self.space, codes))
        return found

    def _shown(self) -> str:
        values = self.values().items()
        return ", ".join(f"{n}={ALL if self.is_all(n) else listed}" for n, listed in values)


def require_few(pieces: Sequence[Box]) -> None:
    """Refuse boxes that overlap in too many ways."""
    if len(pieces) > MOST_PIECES:
        raise IntentError(
            "the boxes of the intent overlap in too many ways to be counted. Use fewer boxes, or "
            "boxes that share less."
        )


def _wanted(space: Space, at: int, asked: Any) -> tuple[Atoms, Mask] | None:
    """The pieces of a dimension that its entry stands for; None for all of it."""
    dimension = space.dimensions[at]
    if asked is None or (isinstance(asked, str) and asked == ALL and ALL not in dimension.values):
        return None
    if isinstance(asked, Mapping):
        unknown = set(asked) - {"from", "to"}
        if unknown or not asked:
            raise IntentError(f'a range on \'{dimension.name}\' is written {{"from": a, "to": b}}.')
        atoms = dimension.atoms(asked.values())
        mask = np.ones(atoms.count, dtype=bool)
        if "from" in asked:
            mask = atoms.opposite(atoms.below(asked["from"], inclusive=False))
        if "to" in asked:
            mask &= atoms.below(asked["to"], inclusive=True)
        return atoms, mask
    many = isinstance(asked, list | tuple | set | frozenset | np.ndarray)
    values = list(asked) if many else [asked]
    atoms = dimension.atoms(values)
    mask = np.zeros(atoms.count, dtype=bool)
    for value in values:
        mask |= atoms.equals(value)
    return atoms, mask
