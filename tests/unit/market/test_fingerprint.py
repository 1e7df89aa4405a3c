"""A fingerprint is of the cells, not of how they are kept, and stays what it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tacit.market.fingerprint import fingerprint
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.layouts import as_layout
from tests.helpers.markets import LAYOUTS, of_four_cells, of_hours
from tests.helpers.sealed_cases import CITY, COUNTS


def city(counts: Any = COUNTS, space: Space = CITY, **more: Any) -> Market:
    return Market.from_cube(space, np.array(counts), **more)


@pytest.mark.parametrize("prices", [None, np.arange(12).reshape(3, 4)])
def test_a_market_is_the_same_however_its_cells_are_kept(prices: Any) -> None:
    market = city(prices=prices)
    kept = [city(prices=prices, layout=layout) for layout in LAYOUTS]
    kept += [as_layout(market, layout) for layout in LAYOUTS]
    assert {fingerprint(one) for one in kept} == {fingerprint(market)}


def test_a_market_with_other_cells_values_or_prices_is_another() -> None:
    counts = np.array(COUNTS)
    counts[1, 1] = 1
    renamed = Space((Nominal("x", ("a", "b", "d")), CITY.dimensions[1]))
    dearer = np.ones((3, 4), dtype=int)
    dearer[1, 1] = 3  # of a cell without records: only those who go by prices see it
    others = [city(counts), city(each=2), city(prices=dearer), city(space=renamed)]
    prints = {fingerprint(one) for one in (city(), *others)}
    assert len(prints) == 5


@pytest.mark.parametrize(
    ("market", "was"),
    [
        (of_hours(), "5b48be7346d90f69f7538598288018cba73a9ef4a57ad8972378a5148ba39771"),
        (of_four_cells(), "c0c135e97be8a2872754a6c47822a8b4941b8065c669ff87cb59868c723c6780"),
    ],
    ids=["plain", "priced"],
)
def test_campaign_files_find_the_market_they_were_written_for(market: Market, was: str) -> None:
    assert fingerprint(market) == was
