"""A toy observer: one file, one registration."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from tacit.attackers.confidence import Confidence
from tacit.attackers.observer import Observer
from tacit.attackers.registry import register

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tacit.market.purchase import Purchase


class Emptied(Observer):
    """A warehouse clerk sees which shelves were emptied.

    The more of a cell's stock was bought, the clerk reasons, the likelier it was wanted.
    """

    name: ClassVar[str] = "emptied"
    sees: ClassVar[str] = "the purchase, and how much of each cell's stock it took"

    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        """The share of each cell's stock that was bought."""
        pairs = zip(purchase.bought[at], purchase.cells.records[at], strict=True)
        return [Confidence(self.name, Fraction(int(n), int(stock))) for n, stock in pairs]


register(Emptied())
