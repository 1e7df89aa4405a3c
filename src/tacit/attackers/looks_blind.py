"""Does a purchase look as if it had been drawn blindly?

The observers ask about one cell at a time. One who suspects that the purchase was tuned to pass them
looks at all cells together: how far the purchase is from the market's proportions, against how far
blind purchases are. Both too far and too near give tuning away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import percent
from tacit.attackers.tails import MOST_RECORDS, interval

if TYPE_CHECKING:
    from tacit.market.cells import Ints
    from tacit.market.purchase import Purchase

SETS = 10_000
FEWEST_SETS = 1_000
MOST_CELLS = 20_000
SURE = 0.999
"""How often an interval holds the truth."""
ODD = 0.01
"""What happens to fewer blind purchases than this looks odd."""
ROUNDING = 1e-12
"""Distances that differ by less than this share are equal but for rounding."""
_WORK = 50_000_000
_BATCH = 2_000_000


@dataclass(frozen=True)
class Blindness:
    """How a purchase compares with blind ones.

    Attributes:
        share: the share of blind purchases at least as uneven as this one.
        low: the lower end of its interval.
        high: the upper end.
        more: the share that is more uneven than this one, and not just as uneven.
        more_low: the lower end of its interval.
        more_high: the upper end.
    """

    share: float
    low: float
    high: float
    more: float
    more_low: float
    more_high: float

    @property
    def tells(self) -> bool:
        """Whether the purchase can be told from a blind draw."""
        return self.high < ODD or self.more_low > 1 - ODD

    @property
    def verdict(self) -> str:
        """One sentence on whether it looks blind."""
        share = percent(self.share)
        if self.high < ODD:
            return (
                f"it does not look like a blind draw: {share} of blind purchases are as uneven, so "
                "someone who knows the market can tell that it was chosen"
            )
        if self.more_low > 1 - ODD:
            more = percent(self.more)
            return (
                f"it is too even for a blind draw: {more} of blind purchases are more uneven, so "
                "someone who knows the market can tell that it was chosen"
            )
        if self.low < ODD or self.more_high > 1 - ODD:
            return f"it may not look like a blind draw: {share} of blind purchases are as uneven"
        return f"it looks like a blind draw: {share} of blind purchases are at least as uneven"

    def to_json(self) -> dict[str, Any]:
        """The share and its interval."""
        return {"share": self.share, "interval": [self.low, self.high]}


def unlike_blind(purchase: Purchase, rng: np.random.Generator) -> Blindness:
    """The share of blind purchases at least as uneven as this one, with its interval.

    Unevenness is the chi-square distance from the market's proportions within what was seen. On very
    large markets cells are put together at random first, and fewer blind purchases are simulated.
    """
    stock, bought = _grouped(purchase.cells.records, purchase.bought, rng)
    if int(stock.sum()) >= MOST_RECORDS:
        return Blindness(0.5, 0.0, 1.0, 0.5, 0.0, 1.0)
    expected = stock * (purchase.size / stock.sum())
    observed = float(((bought - expected) ** 2 / expected).sum())
    sets = max(FEWEST_SETS, min(SETS, _WORK // len(stock)))
    left, uneven, more = sets, 0, 0
    while left:
        now = min(left, max(1, _BATCH // len(stock)))
        drawn = rng.multivariate_hypergeometric(stock, purchase.size, now, method="marginals")
        distance = ((drawn - expected) ** 2 / expected).sum(axis=1)
        uneven += int((distance >= observed * (1 - ROUNDING)).sum())
        more += int((distance > observed * (1 + ROUNDING)).sum())
        left -= now
    ends = interval(uneven, sets, SURE)
    return Blindness(uneven / sets, *ends, more / sets, *interval(more, sets, SURE))


def _grouped(stock: Ints, bought: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Filled cells, put together at random where there are very many."""
    filled = stock > 0
    stock, bought = stock[filled], bought[filled]
    if len(stock) <= MOST_CELLS:
        return stock, bought
    group = rng.integers(MOST_CELLS, size=len(stock))
    sums = [np.zeros(MOST_CELLS, dtype=np.int64) for _ in range(2)]
    np.add.at(sums[0], group, stock)
    np.add.at(sums[1], group, bought)
    kept = sums[0] > 0
    return sums[0][kept], sums[1][kept]
