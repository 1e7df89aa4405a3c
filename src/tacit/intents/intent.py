"""Intents: the values wanted on each dimension, as a box in the space.

Boxes form a lattice: `&` is what two intents share, `|` the narrowest box around both, `<=` says
that one lies inside the other. The empty box is one value, whatever dimension made it empty. Several
boxes joined are an intent too (`unions.py`); `boxes`, `pieces` and `hull` speak of both alike.

An intent hides its values when printed, because it may be the true one. Only what `protect` returns
to be shown to the market is marked public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import EmptyIntent, IntentError

if TYPE_CHECKING:
    from tacit.space.dimension import Label, Mask
    from tacit.space.space import Space

ALL = "ALL"


@dataclass(frozen=True, repr=False)
class Intent:
    """The values wanted on each dimension.

    Contract:
        needs: for each dimension, the codes of the wanted values.
        promises: `size` is the product of the numbers of values; `repr` shows no value unless
            `public`; equal sets of cells compare equal.

    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))
    >>> want = Intent.of(space, {"race": ["B", "C"]})
    >>> want
    Intent(2 dimensions, values hidden)
    >>> want.size, want.is_all("sex"), want.as_public().to_json()
    (4, True, {'sex': ['F', 'M'], 'race': ['B', 'C']})
    """

    space: Space
    codes: tuple[tuple[int, ...], ...]
    public: bool = field(default=False, compare=False, kw_only=True)
    widened: tuple[str, ...] = field(default=(), compare=False, kw_only=True)
    """Dimensions whose wanted range did not meet the bins and was widened to them."""

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
        object.__setattr__(self, "codes", codes)

    @classmethod
    def of(cls, space: Space, wanted: Mapping[str, Any]) -> Intent:
        """Make an intent from the values wanted per dimension; one left out is ALL.

        A numeric dimension also takes a range, `{"from": 25, "to": 61}`, both ends included.
        """
        masks: list[Mask] = [np.ones(len(dimension), dtype=bool) for dimension in space]
        widened = []
        for name, asked in wanted.items():
            at = space.index(name)
            masks[at], wider = _wanted(space, at, asked)
            widened += [name] if wider else []
        return cls.from_masks(space, masks, widened=tuple(widened))

    @classmethod
    def everything(cls, space: Space) -> Intent:
        """The whole space."""
        return cls(space, tuple(tuple(range(n)) for n in space.shape))

    @classmethod
    def from_masks(cls, space: Space, masks: Sequence[Mask], **more: Any) -> Intent:
        """Make an intent from one mask per dimension."""
        return cls(space, tuple(tuple(np.flatnonzero(mask).tolist()) for mask in masks), **more)

    @property
    def boxes(self) -> tuple[Intent, ...]:
        """The boxes that it joins: itself alone, unless it is an `AnyOf`."""
        return (self,)

    @property
    def pieces(self) -> tuple[Intent, ...]:
        """Boxes that share no cell and together hold the same: itself alone."""
        return (self,)

    @property
    def hull(self) -> Intent:
        """The narrowest box around it: itself."""
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

    def __contains__(self, cell: Sequence[int]) -> bool:
        return all(code in one for code, one in zip(cell, self.codes, strict=True))

    def __le__(self, other: Intent) -> bool:
        self._same_space(other)
        return all(set(a) <= set(b) for a, b in zip(self.codes, other.codes, strict=True))

    def __and__(self, other: Intent) -> Intent:
        self._same_space(other)
        pairs = zip(self.codes, other.codes, strict=True)
        return Intent(self.space, tuple(tuple(set(a) & set(b)) for a, b in pairs))

    def __or__(self, other: Intent) -> Intent:
        self._same_space(other)
        pairs = zip(self.codes, other.codes, strict=True)
        return Intent(self.space, tuple(tuple(set(a) | set(b)) for a, b in pairs))

    def with_value(self, dimension: int, code: int) -> Intent:
        """The narrowest box around it, with one more value on one dimension."""
        codes = list(self.codes)
        codes[dimension] = (*codes[dimension], code)
        return replace(self.hull, codes=tuple(codes))

    def as_public(self) -> Intent:
        """The same intent, marked as one that may be shown."""
        return replace(self, public=True)

    def values(self) -> dict[str, list[Label]]:
        """Every dimension with the values that occur on it, in the dimension's order."""
        pairs = zip(self.space, self.codes, strict=True)
        return {d.name: [d.values[code] for code in one] for d, one in pairs}

    def to_json(self) -> Any:
        """An object with the values of every dimension; of several boxes, a list of those."""
        return self.values()

    def to_sql(self) -> str:
        """A condition on the columns of a clean table that holds for the intent's records."""
        if self.is_empty:
            return "FALSE"
        conditions = [
            dimension.to_sql(_quoted(dimension.column), mask)
            for dimension, mask in zip(self.space, self.masks(), strict=True)
            if not mask.all()
        ]
        return " AND ".join(conditions) or "TRUE"

    def required(self, what: str = "the true intent") -> Intent:
        """The intent itself, or an error if no cell satisfies it."""
        if self.is_empty:
            raise EmptyIntent(
                f"{what} is empty: no cell satisfies it. Ask for at least one value on each "
                "dimension, or leave a dimension out to want all of it."
            )
        return self

    def __repr__(self) -> str:
        if not self.public:
            return f"Intent({len(self.space)} dimensions, values hidden)"
        shown = {n: ALL if self.is_all(n) else values for n, values in self.values().items()}
        return f"Intent({', '.join(f'{name}={values}' for name, values in shown.items())})"

    def _same_space(self, other: Intent) -> None:
        if self.space != other.space:
            raise IntentError("two intents of different spaces can't be compared or joined.")


def _wanted(space: Space, at: int, asked: Any) -> tuple[Mask, bool]:
    """What one dimension's entry stands for, and whether it had to be widened."""
    dimension = space.dimensions[at]
    if asked is None or (isinstance(asked, str) and asked == ALL and ALL not in dimension.values):
        return np.ones(len(dimension), dtype=bool), False
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
        return atoms.cover(mask)
    many = isinstance(asked, list | tuple | set | frozenset | np.ndarray)
    values = list(asked) if many else [asked]
    atoms = dimension.atoms(values)
    mask = np.zeros(atoms.count, dtype=bool)
    for value in values:
        mask |= atoms.equals(value)
    return atoms.cover(mask)


def _quoted(column: str) -> str:
    """Write a column's name for SQL, in quotes only where it needs them."""
    plain = column.isidentifier() and column.isascii() and column.islower()
    return column if plain and column not in _KEYWORDS else '"' + column.replace('"', '""') + '"'


_KEYWORDS = frozenset(
    """
    add all alter analyse analyze and anti any array as asc asof asymmetric at authorization
    between binary both by case cast check collate collation column concurrently connect_by_root
    constraint create cross current_catalog current_date current_role current_schema current_time
    current_timestamp current_user date day default deferrable delete desc describe distinct do
    drop else end except exists false fetch for force foreign freeze from full glob grant group
    having if ilike in initially inner insert install intersect interval into is isnull join
    lambda lateral leading left level like limit localtime localtimestamp map month natural not
    notnull null offset on only option or order outer overlaps partitioned_by pivot pivot_longer
    pivot_wider placing positional primary qualify references regexp returning revoke right rlike
    rollback row rows select semi session_user set show similar some start summarize symmetric
    table tablesample then time timestamp to trailing trigger true uncache union unique unpack
    unpivot update user using value values variadic verbose when where window with xor year
    """.split()  # noqa: SIM905  (a hundred quoted words are harder to read)
)
