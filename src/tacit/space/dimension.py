"""What all kinds of dimensions have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tacit.errors import IntentError, SpaceError, UnknownValue
from tacit.space import bins as _bins
from tacit.space.pieces import Pieces

if TYPE_CHECKING:
    from tacit.space.gaps import NaturalOrder

Label = str | int | float | bool
Mask = NDArray[np.bool_]
Spec = dict[str, Any]
_SPELLED = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
"""How true and false are spelled."""


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
        if not self.values and not self.can_be_filled:
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

    @property
    def can_be_filled(self) -> bool:
        """Whether its values may be left out until its table is open."""
        return False

    @property
    def is_open(self) -> bool:
        """Whether its values are not known yet."""
        return self.can_be_filled and len(self) == (self.missing is not None)

    def entries(self) -> Iterable[tuple[Label, int]]:
        """What a table may hold, and the code of the value that it belongs to."""
        return ((value, code) for code, value in enumerate(self.values))

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {str(value): code for code, value in enumerate(self.values)}

    @abstractmethod
    def distances(self, code: int) -> NDArray[np.int64]:
        """How far each value is from one of them, as integers that can be added up exactly."""

    @property
    def natural_order(self) -> NaturalOrder | None:
        """The natural order of its values, if they have one: then a set of them may have gaps."""
        return None

    def select(self, asked: object) -> Mask:
        """Find the values that one entry of an intent stands for."""
        mask = np.zeros(len(self), dtype=bool)
        code = self._code(asked)
        codes = _truths(self.values, asked, exact=code is not None)
        if code is None and not codes:
            raise UnknownValue(self.name, asked, self.values)
        mask[codes if code is None else [code, *codes]] = True
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
        return in_list(column, self, mask)

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


def _truths(values: Iterable[Label], asked: object, *, exact: bool) -> list[int]:
    """Where true or false stands, however it is spelled.

    A table of text holds TRUE or true, and one with types true itself: either can be asked for as true.
    Who asks for a text means a truth value only where there is no such text.

    >>> _truths(["TRUE", "false", "x"], True, exact=False), _truths([True, False], "true", exact=False)
    ([0], [0])
    """
    truth = isinstance(asked, bool | np.bool_)
    word = str(asked)
    if word not in _SPELLED or (exact and not truth):
        return []
    kinds = (bool, str) if truth else bool
    return [
        code
        for code, value in enumerate(values)
        if isinstance(value, kinds) and _SPELLED.get(str(value)) == _SPELLED[word]
    ]


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

    def begins(self, text: str, length: int) -> Mask:
        """The pieces whose first characters are a text."""
        raise IntentError(
            f"'{self.dimension.name}' is not known by how its values begin. List the values with "
            "IN (...)."
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

    def of(self, values: Mask) -> Mask:
        """The pieces of some values that a row can lie in."""
        return values

    def cover(self, mask: Mask) -> tuple[Mask, bool]:
        """The values that hold any of the pieces, and whether they hold more than those."""
        return mask, False

    def pieces(self, mask: Mask) -> Pieces:
        """Some of the pieces as a value of their own."""
        return Pieces((), tuple(mask.tolist()))


def in_list(column: str, dimension: Dimension, mask: Mask) -> str:
    """Write chosen values as a list for SQL."""
    chosen = [v for v, m in zip(dimension.values, mask, strict=True) if m]
    listed = [v for v in chosen if dimension.missing is None or str(v) != str(dimension.missing)]
    return one_of(column, listed, column if len(listed) < len(chosen) else "")


def one_of(what: str, listed: Iterable[Label], or_null: str = "") -> str:
    """Write that something is in a list or, where a column is named, that this is missing."""
    values = ", ".join(map(_bins.literal, listed))
    parts = [f"{what} IN ({values})"] if values else []
    if or_null:
        parts.append(f"{or_null} IS NULL")
    return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"
