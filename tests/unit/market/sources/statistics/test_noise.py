"""How far noise takes counts from the truth: against what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tacit.errors import MarketFileError
from tacit.market.sources.statistics.noise import farthest


def drawn(noise: str, scale: float, size: tuple[int, int]) -> NDArray[np.float64]:
    rng = np.random.default_rng(3)
    if noise == "laplace":
        return rng.laplace(0, scale, size)
    if noise == "gaussian":
        return rng.normal(0, scale, size)
    one, other = rng.geometric(1 - np.exp(-1 / scale), (2, *size))
    return np.asarray(one - other, dtype=float)


@pytest.mark.parametrize("noise", ["laplace", "geometric", "gaussian"])
@pytest.mark.parametrize("cells", [1, 40])
def test_all_counts_are_as_near_as_is_said_in_95_of_100(noise: str, cells: int) -> None:
    off = np.abs(drawn(noise, 4.0, (20_000, cells))).max(axis=1)
    kept = float((off <= farthest(noise, 4.0, cells)).mean())
    assert kept >= 0.945  # 95%, less three times what chance moves 20,000 draws by
    if noise != "geometric":  # of whole numbers the next one may be far beyond
        assert kept <= 0.955


def test_more_counts_may_be_farther_off() -> None:
    assert farthest("laplace", 1, 1) < farthest("laplace", 1, 100) < farthest("laplace", 1, 10**9)


def test_other_noise_is_refused() -> None:
    with pytest.raises(MarketFileError, match="no noise"):
        farthest("pink", 1, 1)
