"""Markets put together from counts that no row was counted for."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.errors import MarketFileError
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.statistics.pricing import market_of
from tacit.market.sources.table import open_source
from tacit.space.nominal import Nominal
from tacit.space.prefix import Prefix

SEX = Nominal("sex", ("F", "M"))
CELLS = np.array([[0, 1]]), np.array([3, 2])


def test_prices_may_come_from_a_table() -> None:
    cost = {"table": {"sex": ["F", "M"], "price": [1, 5]}}
    market = market_of(Recipe((SEX,), cost=cost, name="own"), None, open_source, "auto", *CELLS)
    assert (market.money(market.total.spend), market.name) == (13, "own")


def test_dimensions_need_their_values() -> None:
    recipe = Recipe((Prefix("town", (), length=2),))
    with pytest.raises(MarketFileError, match="all values of its dimensions"):
        market_of(recipe, None, open_source, "auto", *CELLS)
