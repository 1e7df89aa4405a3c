"""Pieces for dimensions whose values are groups: a condition may speak of one member of a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit.space.dimension import Atoms, Dimension, Mask

if TYPE_CHECKING:
    from numpy.typing import NDArray


class MemberAtoms(Atoms):
    """Pieces that each lie in one value; a value may have several.

    Args:
        dimension: whose values they are.
        holder: for each piece, the code of the value that it lies in.
    """

    def __init__(self, dimension: Dimension, holder: NDArray[np.intp]) -> None:
        super().__init__(dimension)
        self.holder = holder
        self.count = len(holder)
        self.real = np.ones(self.count, dtype=bool)

    def of(self, values: Mask) -> Mask:
        """The pieces of some values."""
        return values[self.holder] & self.real

    def cover(self, mask: Mask) -> tuple[Mask, bool]:
        """The values that hold any of the pieces, and whether they hold more than those."""
        touched = np.zeros(len(self.dimension), dtype=bool)
        touched[self.holder[mask & self.real]] = True
        left_out = self.holder[~mask & self.real]
        return touched, bool(touched[left_out].any())
