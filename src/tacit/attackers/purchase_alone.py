"""Purchase: saw what was bought, knows nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from tacit.attackers.confidence import Confidence
from tacit.attackers.observer import Observer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tacit.market.purchase import Purchase


class PurchaseAlone(Observer):
    """A courier sees the delivery and has no idea how the data is distributed.

    What makes up most of the delivery is most likely what was wanted: the confidence in a record is
    the share of the bought records that its cell makes up (the paper's Equation 7).
    """

    name: ClassVar[str] = "purchase"
    sees: ClassVar[str] = "the purchase alone"

    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        """The share of each cell in the purchase."""
        return [Confidence(self.name, Fraction(int(n), purchase.size)) for n in purchase.bought[at]]
