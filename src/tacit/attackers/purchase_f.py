"""Purchase-f: saw what was bought, knows how the data is distributed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit.attackers.confidence import Confidence
from tacit.attackers.observer import Observer, exposed
from tacit.attackers.tails import Count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.purchase import Purchase

EXACT_UP_TO = 200
"""Purchases of at most this many records are judged as fractions of whole numbers."""


@dataclass(frozen=True)
class PurchaseF(Observer):
    """A seller sees the purchase and compares it with what blind buying would have brought.

    Had the buyer drawn the same number of records blindly from everything that was seen, how often
    would a cell come out as often as it did? That is the p-value; the confidence that the cell was
    wanted is 1 - p (the paper's Equation 9). Here it is exact: the chance of fewer, summed from the
    hypergeometric distribution.

    Attributes:
        supply: "finite" draws without replacement, as the paper's program does; "endless" with it.
        only_over: test only cells bought more than their share, as the paper's text has it; by
            default every cell is tested, as its tables do.
    """

    name: ClassVar[str] = "purchase-f"
    sees: ClassVar[str] = "the purchase, and how many records each cell holds"
    supply: str = "finite"
    only_over: bool = False

    by_cell: ClassVar[bool] = True

    def most(self, stock: Ints, seen: int, size: int, limit: Fraction) -> Ints:
        """The largest counts whose exact tail is within the limit."""
        kinds, at = np.unique(stock, return_inverse=True)
        found = np.array([self._most(int(k), seen, size, limit) for k in kinds], dtype=np.int64)
        return np.minimum(stock, found[at]) if len(found) else stock

    def _most(self, stock: int, seen: int, size: int, limit: Fraction) -> int:
        most = Count(seen, stock, size, self.supply).most_within(limit)
        return max(most, stock * size // seen) if self.only_over else most

    def enough(self, stock: Ints, seen: int, size: int, target: Fraction) -> Ints:
        """The smallest counts of which fewer come out with more than the target's probability."""
        kinds, at = np.unique(stock, return_inverse=True)
        counts = (Count(seen, int(k), size, self.supply) for k in kinds)
        found = [c.most_within(target) + 1 if target >= 0 else c.lowest for c in counts]
        fewest = np.array(found, dtype=np.int64)[at]
        if not self.only_over:
            return fewest
        fair = [int(k) * size // seen for k in stock]
        return np.maximum(fewest, np.array(fair, dtype=np.int64) + 1)

    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        """The chance that blind buying brings fewer of each cell: a fraction if that is quick."""
        return [
            Confidence(self.name, _below(count, bought) if tested else Fraction(0))
            for count, bought, tested in self.tests(purchase, at)
        ]

    def tests(self, purchase: Purchase, at: NDArray[np.intp]) -> Iterator[tuple[Count, int, bool]]:
        """For each cell: how blind buying behaves, how many were bought, whether it is tested."""
        total = int(purchase.cells.records.sum())
        for i in at:
            stock, bought = int(purchase.cells.records[i]), int(purchase.bought[i])
            tested = not self.only_over or bought * total > stock * purchase.size
            yield Count(total, stock, purchase.size, self.supply), bought, tested

    def judge(self, purchase: Purchase, true: Intent, limit: Fraction) -> Confidence:
        """The confidence about the most exposed wanted cell; whether it holds is decided exactly."""
        kept = self.holds(purchase, exposed(purchase, true), limit)
        return replace(self.confidence(purchase, true), decided=kept)

    def holds(self, purchase: Purchase, at: NDArray[np.intp], limit: Fraction) -> bool:
        """Whether every one of some cells is within a limit, decided exactly."""
        return all(
            count.is_below_within(bought, limit)
            for count, bought, tested in self.tests(purchase, at)
            if tested
        )


def _below(count: Count, bought: int) -> Fraction:
    """The chance of fewer, exactly for small purchases and to a dozen digits for large ones."""
    if count.drawn <= EXACT_UP_TO:
        return count.below_exactly(bought)
    return Fraction(count.below(bought))
