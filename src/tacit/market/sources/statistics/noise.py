"""How far noise takes released counts from the truth, for all of them at once."""

from __future__ import annotations

from math import ceil, exp, log

from tacit.errors import MarketFileError
from tacit.market.intervals import LEVEL


def farthest(noise: str, scale: float, cells: int) -> float:
    """No count of so many is farther off than this, at 95%: the exact quantile of independent noise.

    Args:
        noise: "laplace" (with scale b), "geometric" (two-sided, by exp(-|n| / scale)) or "gaussian" (with the
            standard deviation).
        scale: how much of it.
        cells: how many counts were released.

    >>> round(farthest("laplace", 10, 1), 6), farthest("geometric", 10, 1)
    (29.957323, 30.0)
    """
    each = -log(float(LEVEL)) / max(cells, 1)
    chance = -(exp(-each) - 1) if each > 1e-12 else each  # one count may be off with this chance
    if noise == "laplace":
        return -scale * log(chance)
    if noise == "geometric":
        ratio = exp(-1 / scale)
        # Farther than n with the chance 2 ratio ** (n + 1) / (1 + ratio).
        least = log(chance * (1 + ratio) / 2) / log(ratio) - 1
        return float(max(ceil(least - 1e-9), 0))
    if noise == "gaussian":
        from scipy.special import ndtri

        return -scale * float(ndtri(chance / 2))
    raise MarketFileError(f"there is no noise '{noise}'.")
