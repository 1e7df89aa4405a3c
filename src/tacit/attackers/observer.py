"""What all attackers who saw a purchase have in common.

They did not see the post, or do not trust it: the values among the bought records tell them what
the published intent was, as far as they can know (`Purchase.seen`). Then they look for cells that
were bought more than chance explains.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.attackers.confidence import Confidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.purchase import Purchase
    from tacit.space.dimension import Label


class Observer(ABC):
    """Someone who saw what was bought and wants to know what was truly wanted."""

    name: ClassVar[str]
    sees: ClassVar[str]
    by_cell: ClassVar[bool] = False
    """Whether `most` and `enough` say what may be bought of a cell, whatever else is bought.

    Purchases are tuned exactly against such an observer. Against one who judges only whole purchases
    they are tuned by trial.
    """

    by_stock: ClassVar[bool] = True
    """Whether it compares with what each cell holds, which statistics may tell only about."""

    @abstractmethod
    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        """The confidence in a record of some of the purchase's cells, given by their places."""

    def most(self, stock: Ints, seen: int, size: int, limit: Fraction) -> Ints:
        """How many records a purchase may hold of each of some cells, by their stock.

        Args:
            stock: how many records each cell holds.
            seen: how many records are on offer in all that is seen.
            size: how many records are bought.
            limit: the highest confidence allowed.
        """
        raise NotImplementedError

    def enough(self, stock: Ints, seen: int, size: int, target: Fraction) -> Ints:
        """The fewest records of each of some cells that raise the confidence above a target."""
        raise NotImplementedError

    def confidence(self, purchase: Purchase, true: Intent) -> Confidence:
        """How sure the observer is about the most exposed wanted cell.

        Wanted cells of which nothing was bought, or that lie outside what was seen, expose nothing.
        """
        found = self.per_cell(purchase, exposed(purchase, true))
        nothing = Confidence(self.name, Fraction(0))
        return max(found, key=lambda confidence: confidence.upper, default=nothing)

    def judge(self, purchase: Purchase, true: Intent, limit: Fraction) -> Confidence:
        """The confidence about the most exposed wanted cell, with whether it is within a limit."""
        sure = self.confidence(purchase, true)
        return replace(sure, decided=sure.upper <= limit)

    def per_record(
        self, purchase: Purchase, true: Intent
    ) -> list[tuple[dict[str, Label], Confidence]]:
        """The confidence in a record of each wanted cell that was bought, most exposed first.

        This spells out the true intent: it is for the buyer's eyes only.
        """
        at = exposed(purchase, true)
        codes = (tuple(map(int, purchase.cells.codes[:, i])) for i in at)
        names = [purchase.market.space.cell(code) for code in codes]
        pairs = list(zip(names, self.per_cell(purchase, at), strict=True))
        return sorted(pairs, key=lambda pair: -pair[1].upper)


def as_known(judged: Confidence, observer: Observer, purchase: Purchase) -> Confidence:
    """What an observer makes of a purchase; where the stock is known by statistics only, not known."""
    known = purchase.market.knowledge
    if known is None or not observer.by_stock:
        return judged
    return replace(judged, by=known.by, estimate=judged.upper, known=False)


def exposed(purchase: Purchase, true: Intent) -> NDArray[np.intp]:
    """The places of the wanted cells of which something was bought."""
    return np.flatnonzero(purchase.within(true.required()) & (purchase.bought > 0))
