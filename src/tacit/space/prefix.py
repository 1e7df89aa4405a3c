"""Prefix: texts by how they begin."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.errors import IntentError, SpaceError
from tacit.space.dimension import Dimension, Mask, Spec, one_of
from tacit.space.members import MemberAtoms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from tacit.space.dimension import Atoms, Label

LONGEST = 1_000
"""No length is longer than this."""


@dataclass(frozen=True)
class Prefix(Dimension):
    """Texts by how they begin: those that begin alike are one value, all values equally far apart.

    The value `Ba*` stands for all texts that begin with `Ba`. A text that is shorter than that stands
    for itself. Any text can be asked for, and its group is what is found.

    Without values it is open: they are found in the table.

    Attributes:
        length: by how many characters.

    >>> city = Prefix("city", ("Ba*", "Pa*"), length=2)
    >>> city.values[city.select("Barcelona").argmax()]
    'Ba*'
    """

    kind: ClassVar[str] = "prefix"
    length: int = field(default=1, kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.length, bool) or not isinstance(self.length, int):
            raise SpaceError(f"the length of dimension '{self.name}' must be a whole number.")
        if not 1 <= self.length <= LONGEST:
            raise SpaceError(f"the length of dimension '{self.name}' must be 1 to {LONGEST:,}.")
        super().__post_init__()
        places = [v for v in self.values if str(v) != str(self.missing)]
        if not all(isinstance(v, str) and self._is_group(v) for v in places):
            raise SpaceError(
                f"the values of '{self.name}' must be how texts begin, such as "
                f"{'a' * min(self.length, 9)}* with {self.length:,} characters before the *, or "
                "shorter texts."
            )
        if self.missing is not None and str(self.missing) == self.group(str(self.missing)[:-1]):
            raise SpaceError(f"the missing value of '{self.name}' must not look like its others.")

    @property
    def can_be_filled(self) -> bool:
        """That its values can be found in the table."""
        return True

    def _is_group(self, value: str) -> bool:
        full = len(value) == self.length + 1 and value.endswith("*")
        return full or 0 < len(value) < self.length

    def group(self, text: str) -> str:
        """The value that a text belongs to, whether or not it is listed."""
        head = text[: self.length]
        return f"{head}*" if len(head) == self.length else head

    def code_of(self, text: str) -> int | None:
        """Where the value of a text stands, if it is listed."""
        return self._codes.get(text, self._codes.get(self.group(text)))

    def _code(self, asked: object) -> int | None:
        return None if asked is None else self.code_of(str(asked))

    def distances(self, code: int) -> NDArray[np.int64]:
        """One step to every other value."""
        steps = np.ones(len(self), dtype=np.int64)
        steps[code] = 0
        return steps

    def atoms(self, literals: Iterable[object]) -> Atoms:
        """A piece for each text that is asked for, and one for the rest of each value."""
        texts = dict.fromkeys(map(str, literals))
        found = [t for t in texts if t not in self._codes and self.code_of(t) is not None]
        return _PrefixAtoms(self, found)

    def to_sql(self, column: str, mask: Mask) -> str:
        """Write values as how the column begins, numbers as they are spelled."""
        chosen = [str(v) for v, m in zip(self.values, mask, strict=True) if m]
        heads = [value[: self.length] for value in chosen if value != str(self.missing)]
        begins = f"substr(CAST({column} AS VARCHAR), 1, {self.length})"
        return one_of(begins, heads, column if len(heads) < len(chosen) else "")

    def filled(self, values: Sequence[Label]) -> Spec:
        """What changes once its values are known: these, and the one for missing values."""
        rest = () if self.missing is None else (self.missing,)
        return {"values": (*values, *rest)}

    def _details(self) -> Spec:
        listed = [v for v in self.values if str(v) != str(self.missing)]
        return {"length": self.length, **({"values": list(self.values)} if listed else {})}


class _PrefixAtoms(MemberAtoms):
    """First one piece for each value, then one for each text that was cut out of it."""

    dimension: Prefix

    def __init__(self, dimension: Prefix, texts: Sequence[str]) -> None:
        codes = [dimension.code_of(text) for text in texts]
        super().__init__(dimension, np.array([*range(len(dimension)), *codes], dtype=np.intp))
        self.places = {text: len(dimension) + i for i, text in enumerate(texts)}

    def equals(self, literal: object) -> Mask:
        """One text, or a whole value by its name."""
        place = self.places.get(str(literal))
        if place is None:
            return self.of(self.dimension.select(literal))
        mask = np.zeros(self.count, dtype=bool)
        mask[place] = True
        return mask

    def begins(self, text: str, length: int) -> Mask:
        """The pieces whose first characters are a text."""
        if length > self.dimension.length:
            raise IntentError(
                f"'{self.dimension.name}' is known by its first {self.dimension.length:,} "
                "characters: ask for no more of them, or for whole values."
            )
        missing = str(self.dimension.missing)
        values = [str(v) for v in self.dimension.values]
        heads = [v[: self.dimension.length][:length] if v != missing else None for v in values]
        return self.of(np.array([head == text for head in heads], dtype=bool))
