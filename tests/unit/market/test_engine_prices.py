"""The price of a record, where an engine knows what all records of a cell cost together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import CostError
from tacit.intents.box import Box
from tacit.market.cells import Cells
from tacit.market.costs import from_spend
from tacit.market.engine_prices import priced_by_mean
from tacit.market.keeping import keep_in_engine
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.engines import connected, stored

SPACE = Space((Nominal("x", tuple(f"v{i}" for i in range(200))),))


@pytest.fixture(params=["duckdb", "sqlite"])
def engine(request: pytest.FixtureRequest) -> Iterator[Any]:
    with connected(request.param) as engine:
        yield engine


def some_cells(most: int) -> Cells:
    rng = np.random.default_rng(0)
    records = rng.integers(0, 40, 200)
    spend = np.where(records, rng.integers(0, most, 200), 0)
    return Cells(np.arange(200)[None, :], records, spend, None)


@pytest.mark.parametrize("empty", [None, "2.5"])
@pytest.mark.parametrize("most", [10, 10**6, 4 * 10**11])
def test_prices_are_those_of_the_same_cells_in_memory(
    engine: Any, most: int, empty: str | None
) -> None:
    cells, tick = some_cells(most), Fraction(1, 100)
    cost = from_spend(cells.records, cells.spend, tick, empty)
    right = Market.assemble(SPACE, cells.codes, cells.records, cost)
    priced, rule = priced_by_mean(stored(engine, cells), SPACE, tick, empty)
    found = keep_in_engine(priced, SPACE, rule=rule, money_tick=tick)
    everything = Box.everything(SPACE)
    assert rule == cost.rule
    assert found.total == right.total
    assert found.prices(found.cells(everything)).tolist() == (
        right.prices(right.cells(everything)).tolist()
    )


def test_what_can_not_be_divided_exactly_is_refused(engine: Any) -> None:
    with pytest.raises(CostError, match="divided exactly"):
        priced_by_mean(stored(engine, some_cells(2**40)), SPACE, Fraction(1))
