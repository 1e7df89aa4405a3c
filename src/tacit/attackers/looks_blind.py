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
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
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
    return compared(purchase.cells.records, purchase.bought, None, rng)


def in_post(purchase: Purchase, post: Intent, rng: np.random.Generator) -> Blindness:
    """The same, among draws from a post and not only from what was seen."""
    cells = purchase.market.cells(post)
    return compared(cells.records, purchase.among(cells), None, rng)


def compared(
    stock: Ints, bought: Ints, stratum: NDArray[np.intp] | None, rng: np.random.Generator
) -> Blindness:
    """The share of blind draws at least as uneven as what was bought, with its interval.

    They are draws of as many records from each stratum as were bought of it, every record of a
    stratum alike. Unevenness is the chi-square distance from the proportions within the strata.

    Args:
        stock: how many records each cell holds.
        bought: how many of them were bought.
        stratum: the number of each cell's stratum, from 0; None if all are in one.
        rng: what decides the draws.
    """
    whole = np.zeros(len(stock), dtype=np.intp) if stratum is None else stratum
    parts = _parted(*_grouped(stock, bought, whole, rng))
    if any(part.total >= MOST_RECORDS for part in parts):
        return Blindness(0.5, 0.0, 1.0, 0.5, 0.0, 1.0)
    observed = sum(float(part.distance(part.bought)) for part in parts)
    cells = sum(len(part.stock) for part in parts)
    sets = max(FEWEST_SETS, min(SETS, _WORK // cells))
    left, uneven, more = sets, 0, 0
    while left:
        now = min(left, max(1, _BATCH // cells))
        distance = np.zeros(now)
        for part in parts:
            distance += part.distance(part.draw(now, rng))
        uneven += int((distance >= observed * (1 - ROUNDING)).sum())
        more += int((distance > observed * (1 + ROUNDING)).sum())
        left -= now
    ends = interval(uneven, sets, SURE)
    return Blindness(uneven / sets, *ends, more / sets, *interval(more, sets, SURE))


@dataclass(frozen=True, eq=False)
class _Part:
    """The filled cells of a stratum, and what was bought of them."""

    stock: Ints
    bought: Ints

    @property
    def total(self) -> int:
        return int(self.stock.sum())

    @property
    def size(self) -> int:
        return int(self.bought.sum())

    def distance(self, drawn: Ints) -> NDArray[np.float64]:
        """How far one draw, or each of several, is from the proportions of the stock."""
        expected = self.stock * (self.size / self.total)
        far: NDArray[np.float64] = ((drawn - expected) ** 2 / expected).sum(axis=-1)
        return far

    def draw(self, many: int, rng: np.random.Generator) -> Ints:
        """Draw several times as many records as were bought."""
        return rng.multivariate_hypergeometric(self.stock, self.size, many, method="marginals")


def _parted(stock: Ints, bought: Ints, stratum: NDArray[np.intp]) -> list[_Part]:
    """The cells of each stratum of which something was bought: of the others nothing is drawn."""
    order = np.argsort(stratum, kind="stable")
    starts = np.flatnonzero(np.diff(stratum[order], prepend=-1))
    cells = np.split(order, starts[1:])
    return [_Part(stock[at], bought[at]) for at in cells if bought[at].any()]


def _grouped(
    stock: Ints, bought: Ints, stratum: NDArray[np.intp], rng: np.random.Generator
) -> tuple[Ints, Ints, NDArray[np.intp]]:
    """Filled cells, put together at random within their strata where there are very many."""
    filled = stock > 0
    stock, bought, stratum = stock[filled], bought[filled], stratum[filled]
    if len(stock) <= MOST_CELLS:
        return stock, bought, stratum
    groups = max(1, MOST_CELLS // len(np.unique(stratum)))
    chosen = rng.integers(groups, size=len(stock))
    kept, group = np.unique(stratum * groups + chosen, return_inverse=True)
    sums = [np.zeros(len(kept), dtype=np.int64) for _ in range(2)]
    np.add.at(sums[0], group.reshape(-1), stock)
    np.add.at(sums[1], group.reshape(-1), bought)
    return sums[0], sums[1], kept // groups
