"""Grouped: names in groups, with the members of each group listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.errors import SpaceError, UnknownValue
from tacit.space import bins as _bins
from tacit.space.dimension import Dimension, Label, Mask, Spec, one_of
from tacit.space.members import MemberAtoms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from tacit.space.dimension import Atoms


@dataclass(frozen=True)
class Grouped(Dimension):
    """Names in groups: a group is one value, any two of them equally far apart.

    Any member can be asked for, and its group is what is found.

    Attributes:
        members: for each value, the names that it stands for; none for the missing value.

    >>> city = Grouped.of("city", {"north": ["Oslo", "Bergen"], "south": ["Rome"]})
    >>> city.values[city.select("Bergen").argmax()]
    'north'
    """

    kind: ClassVar[str] = "grouped"
    members: tuple[tuple[Label, ...], ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.members) != len(self.values):
            raise SpaceError(f"dimension '{self.name}' must list the members of each group.")
        for value, own in zip(self.values, self.members, strict=True):
            if bool(own) == (str(value) == str(self.missing)):
                raise SpaceError(f"a group of dimension '{self.name}' has no members.")
            if not all(isinstance(one, str | int | float) for one in own):
                raise SpaceError(f"members of '{self.name}' must be text, numbers or booleans.")
        if len(self._holders) != sum(map(len, self.members)):
            raise SpaceError(f"dimension '{self.name}' lists a member twice.")
        for code, value in enumerate(self.values):
            if str(value) in self._holders and self.members[code] != (value,):
                raise SpaceError(
                    f"a group of dimension '{self.name}' is called like a member. Call it otherwise."
                )

    @classmethod
    def of(cls, name: str, groups: Mapping[str, Sequence[Label]], **more: Any) -> Grouped:
        """Make groups from their names and members."""
        values: list[Label] = [*groups]
        members = [tuple(own) for own in groups.values()]
        if more.get("missing") is not None:
            values, members = [*values, more["missing"]], [*members, ()]
        return cls(name, tuple(values), tuple(members), **more)

    @cached_property
    def _holders(self) -> dict[str, int]:
        """The group of each member."""
        return {str(one): code for code, own in enumerate(self.members) for one in own}

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each member stands among all."""
        return {text: place for place, text in enumerate(self._holders)}

    def entries(self) -> Iterable[tuple[Label, int]]:
        """Members and names of groups, with their codes."""
        own = ((one, code) for code, group in enumerate(self.members) for one in group)
        return chain(own, super().entries())

    def select(self, asked: object) -> Mask:
        """Find a group by its name, or by one of its members."""
        atoms = self.atoms(())
        return atoms.cover(atoms.equals(asked))[0]

    def place(self, asked: object) -> int | None:
        """Where a member stands among all; 2.0 is found as 2."""
        place = self._places.get(str(asked))
        if place is None and _bins.is_number(asked):
            same = (str(v) for v, _ in self.entries() if _bins.is_number(v) and v == asked)
            return next((self._places[text] for text in same if text in self._places), None)
        return place

    def distances(self, code: int) -> NDArray[np.int64]:
        """One step to every other value."""
        steps = np.ones(len(self), dtype=np.int64)
        steps[code] = 0
        return steps

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """One piece for each member."""
        return _GroupedAtoms(self)

    def to_sql(self, column: str, mask: Mask) -> str:
        """Write groups as lists of their members."""
        chosen = [own for own, m in zip(self.members, mask, strict=True) if m]
        return one_of(column, [one for own in chosen for one in own], column * (() in chosen))

    def _details(self) -> Spec:
        pairs = zip(self.values, self.members, strict=True)
        return {"groups": {str(value): list(own) for value, own in pairs if own}}


class _GroupedAtoms(MemberAtoms):
    """A piece for each member, in the order of the groups, and a last one for missing values."""

    dimension: Grouped

    def __init__(self, dimension: Grouped) -> None:
        last = [] if dimension.missing is None else [dimension._codes[str(dimension.missing)]]
        holder = np.array([*dimension._holders.values(), *last], dtype=np.intp)
        super().__init__(dimension, holder)

    def equals(self, literal: object) -> Mask:
        """A member, or all of a group by its name."""
        code = None if literal is None else self.dimension._codes.get(str(literal))
        if code is not None:
            return self.of(np.arange(len(self.dimension)) == code)
        place = self.dimension.place(literal)
        if place is None:
            known = [*self.dimension.values, *self.dimension._holders]
            raise UnknownValue(self.dimension.name, literal, known)
        mask = np.zeros(self.count, dtype=bool)
        mask[place] = True
        return mask
