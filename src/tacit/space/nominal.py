"""Nominal: names without an order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.errors import SpaceError
from tacit.space import bins as _bins
from tacit.space.dimension import Dimension, Label, Mask, Spec, in_list

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
            return in_list(column, self, mask)
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
