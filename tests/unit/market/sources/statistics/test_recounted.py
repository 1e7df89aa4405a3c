"""Other counts at the same prices, dense and sparse."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.errors import TableError
from tacit.market.sources.statistics.recounted import every_cell, require_few, with_counts
from tests.helpers.markets import LAYOUTS, of_four_cells


@pytest.mark.parametrize("layout", LAYOUTS)
def test_prices_stay_also_of_cells_that_are_not_counted(layout: str) -> None:
    market = of_four_cells(layout)
    again = with_counts(market, np.array([[0, 1], [0, 1]]), np.array([2, 3]))
    assert (again.total.records, again.money(again.total.spend)) == (5, 2 * 1 + 3 * 2)
    assert again.total.price == market.total.price
    assert again.peak(again.intent({})).price == market.peak(market.intent({})).price


def test_every_cell_is_listed_once() -> None:
    cells = every_cell(of_four_cells())
    assert sorted(map(tuple, cells.T.tolist())) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_what_is_far_too_much_is_refused() -> None:
    require_few(10**6, "this")
    with pytest.raises(TableError, match="takes at most 2,000,000"):
        require_few(10**7, "this")


def test_counts_too_large_to_be_added_up_are_refused() -> None:
    with pytest.raises(TableError, match="too large"):
        with_counts(of_four_cells(), np.array([[0], [0]]), np.array([2**62]))
