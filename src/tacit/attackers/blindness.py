"""Does a purchase look as if it had been drawn blindly?

The observers ask about one cell at a time. One who suspects that the purchase was tuned to pass them
looks at all cells together: how far the purchase is from the market's proportions, against how far
blind purchases are. Both too far and too near give tuning away.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.attackers._attacker import Confidence
from tacit.market import Purchase

SETS = 10_000
FEWEST_SETS = 200
_WORK = 50_000_000
_BATCH = 2_000_000


def unlike_blind(
    purchase: Purchase, rng: np.random.Generator, sets: int = SETS, sure: float = 0.999
) -> Confidence:
    """The share of blind purchases at least as uneven as this one, with its interval.

    Unevenness is the chi-square distance from the market's proportions within what was seen. On very
    large markets fewer blind purchases are simulated, and the interval is wider.
    """
    stock = purchase.cells.records
    filled = stock > 0
    stock, bought = stock[filled], purchase.bought[filled]
    expected = stock * (purchase.size / stock.sum())
    observed = float(((bought - expected) ** 2 / expected).sum())
    sets = max(FEWEST_SETS, min(sets, _WORK // max(len(stock), 1)))
    left, uneven = sets, 0
    while left:
        now = min(left, max(1, _BATCH // len(stock)))
        drawn = rng.multivariate_hypergeometric(stock, purchase.size, now, method="marginals")
        distance = ((drawn - expected) ** 2 / expected).sum(axis=1)
        uneven += int((distance >= observed * (1 - 1e-12)).sum())
        left -= now
    low, high = interval(uneven, sets, sure)
    return Confidence("blind", Fraction(high), Fraction(low), estimate=Fraction(uneven, sets))


def interval(count: int, sets: int, sure: float) -> tuple[float, float]:
    """Clopper and Pearson's interval for a share found `count` times in `sets`."""
    from scipy.stats import beta

    tail = (1 - sure) / 2
    low = float(beta.ppf(tail, count, sets - count + 1)) if count else 0.0
    high = float(beta.ppf(1 - tail, count + 1, sets - count)) if count < sets else 1.0
    return low, high
