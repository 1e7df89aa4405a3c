"""Purchase: saw what was bought, knows nothing else."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.attackers.confidence import Confidence
from tacit.attackers.observer import Observer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.market.purchase import Purchase


class PurchaseAlone(Observer):
    """A courier sees the delivery and has no idea how the data is distributed.

    What makes up most of the delivery is most likely what was wanted: the confidence in a record is
    the share of the bought records that its cell makes up (the paper's Equation 7).
    """

    name: ClassVar[str] = "purchase"
    sees: ClassVar[str] = "the purchase alone"

    by_cell: ClassVar[bool] = True
    by_stock: ClassVar[bool] = False

    def most(self, stock: Ints, seen: int, size: int, limit: Fraction) -> Ints:
        """The limit's share of the purchase, of every cell that holds as many."""
        return np.minimum(stock, floor(limit * size))

    def enough(self, stock: Ints, seen: int, size: int, target: Fraction) -> Ints:
        """The target's share of the purchase, whatever the stock."""
        return np.full(len(stock), max(ceil(target * size), 0))

    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        """The share of each cell in the purchase."""
        return [Confidence(self.name, Fraction(int(n), purchase.size)) for n in purchase.bought[at]]
