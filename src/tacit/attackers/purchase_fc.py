"""Purchase-fc: saw what was bought, knows how the data is distributed and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tacit._defaults import LARGEST
from tacit._exact import whole
from tacit.attackers.confidence import Confidence
from tacit.attackers.observer import Observer
from tacit.attackers.tails import MOST_RECORDS, interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.market.purchase import Purchase

SETS = 20_000
_FEWEST_SETS, _MOST_SETS = 200, 10**9
_WORK = 10_000_000
_BATCH = 2_000_000


@dataclass(frozen=True)
class PurchaseFc(Observer):
    """The operator compares where the money went with where blind buying would have sent it.

    For each cell: its share of what was spent, against its share in blind purchases of as many
    records from everything that was seen. The confidence is the share of blind purchases that spend
    relatively less on the cell. The share depends on the whole purchase, so whole purchases are
    simulated, and the confidence comes with its interval.

    Attributes:
        sets: how many blind purchases to simulate; fewer, and the interval is wider, if cells of
            very many different prices were seen.
        seed: where the simulation starts.
        sure: how often the interval holds the truth.
    """

    name: ClassVar[str] = "purchase-fc"
    sees: ClassVar[str] = "the purchase, what each cell holds and what it costs"
    sets: int = SETS
    seed: int = 0
    sure: float = 0.999

    def __post_init__(self) -> None:
        whole("sets", self.sets, _MOST_SETS)
        whole("seed", self.seed, LARGEST, 0)

    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        """The simulated confidence in each cell; `upper` is the upper end of its interval."""
        prices = purchase.market.prices(purchase.cells)
        whole = sum(map(mul, prices.tolist(), purchase.bought.tolist()))
        if not whole:
            return [Confidence(self.name, Fraction(0)) for _ in at]
        if int(purchase.cells.records.sum()) >= MOST_RECORDS:
            return [Confidence(self.name, Fraction(1), Fraction(0)) for _ in at]
        less, sets = self._spend_less(purchase, prices, whole, at)
        found = []
        for k in less.tolist():
            low, high = (Fraction(end) for end in interval(k, sets, self.sure))
            found.append(Confidence(self.name, high, low, estimate=Fraction(k, sets)))
        return found

    def _spend_less(
        self, purchase: Purchase, prices: Ints, whole: int, at: NDArray[np.intp]
    ) -> tuple[Ints, int]:
        """For each cell, how many blind purchases spend a smaller share on it; and of how many.

        Shares are compared in whole ticks: a cell's part of one purchase times all of the other.
        """
        rng = np.random.default_rng(self.seed)
        bought = purchase.bought[at]
        stock, prices = _grouped(purchase.cells.records, prices, at)
        most = int(prices.max()) * purchase.size
        if most * most >= LARGEST:
            prices = prices.astype(object)
        own = prices[: len(at)] * bought
        less = np.zeros(len(at), dtype=np.int64)
        sets = min(self.sets, max(_FEWEST_SETS, _WORK // len(stock)))
        left, batch = sets, max(1, _BATCH // len(stock))
        while left:
            now = min(batch, left)
            drawn = rng.multivariate_hypergeometric(
                stock, purchase.size, size=now, method="marginals"
            )
            total = drawn @ prices
            spent = drawn[:, : len(at)] * prices[: len(at)]
            less += (spent * whole < own * total[:, None]).sum(axis=0)
            left -= now
        return less, sets


def _grouped(stock: Ints, prices: Ints, at: NDArray[np.intp]) -> tuple[Ints, Ints]:
    """Stock and price of the cells asked about, then of all others put together by price.

    What a blind purchase spends depends on the others only through how many it takes at each price.
    """
    others = np.ones(len(stock), dtype=bool)
    others[at] = False
    kinds, which = np.unique(prices[others], return_inverse=True)
    together = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(together, which, stock[others])
    return np.append(stock[at], together), np.append(prices[at], kinds)
