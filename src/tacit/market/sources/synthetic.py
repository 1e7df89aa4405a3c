"""The paper's synthetic market, made again by its recipe.

Counts and prices are drawn from normal distributions cut off below, with the seed the authors used;
the numbers come out as theirs did (true intent 1: 1,513 records, cost 31,773).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tacit.market.market import Market
from tacit.market.sources.recipe import read_recipe
from tacit.space.space import Space

SEED = 4


def synthetic() -> Market:
    """Make the market: the dimensions of `adult`, 240 cells, each with a count and a price."""
    from scipy.stats import truncnorm

    space = Space(read_recipe(Path(__file__).parent / "adult.toml").dimensions)
    random = np.random.RandomState(SEED)

    def draw(mean: float, spread: float, lowest: float) -> np.ndarray:
        cut = (lowest - mean) / spread
        drawn = truncnorm(cut, np.inf, loc=mean, scale=spread).rvs(space.shape, random_state=random)
        return np.asarray(drawn).astype(np.int64)

    records = draw(1000, 300, 0)
    prices = draw(20, 5, 1)
    return Market.from_cube(space, records, prices, name="synthetic")
