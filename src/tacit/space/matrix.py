"""Matrix: names with a distance for each pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit._defaults import LARGEST
from tacit._exact import in_ticks
from tacit.errors import SettingError, SpaceError
from tacit.space.dimension import Dimension, Spec

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        except (TypeError, ValueError, OverflowError):
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
        if not self._add_up:
            raise SpaceError(f"the distances of '{self.name}' have too many digits to add up.")

    @property
    def _add_up(self) -> bool:
        try:
            return max(self._ticks) * len(self.values) <= LARGEST
        except SettingError:
            return False

    @cached_property
    def _ticks(self) -> list[int]:
        return in_ticks(number for row in self.matrix for number in row)[0]

    def distances(self, code: int) -> NDArray[np.int64]:
        """The given distances, in whole multiples of their common unit."""
        n = len(self)
        return np.array(self._ticks[code * n : code * n + n], dtype=np.int64)

    def _details(self) -> Spec:
        return {"values": list(self.values), "matrix": [list(row) for row in self.matrix]}
