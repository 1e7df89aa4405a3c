"""Pricing cells; tables of prices are tried with whole markets in `test_counting.py`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import CostError
from tacit.market.sources.priced import priced_by, priced_cells
from tacit.market.sources.table import open_source
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SPACE = Space((Nominal("a", ("x", "y")),))
CODES, RECORDS = np.array([[0, 1]]), np.array([3, 2])


def priced(**cost: Any) -> Any:
    return priced_cells(SPACE, CODES, RECORDS, cost, open_source)


def test_one_price_for_all_and_one_for_each_value() -> None:
    for cost, spent in (
        ({"each": "5/2"}, [Fraction(15, 2), 5]),
        ({"base": 1, "per-value": {"a": {"x": 2}}}, [9, 2]),
    ):
        found = priced(**cost)[2]
        assert [int(ticks) * found.money_tick for ticks in found.spend] == spent


def test_a_table_of_prices_may_list_more_cells_than_hold_records() -> None:
    codes, records, _ = priced_cells(
        SPACE,
        CODES[:, :1],
        RECORDS[:1],
        {"table": {"a": ["y", "x"], "price": [1, 2]}},
        open_source,
    )
    assert (codes.tolist(), records.tolist()) == ([[1, 0]], [0, 3])


def test_a_cell_without_a_price_is_refused() -> None:
    with pytest.raises(CostError, match="1 cells hold records but have no price"):
        priced(table={"a": ["x"], "price": [2]})


def test_what_prices_come_from_is_said() -> None:
    assert priced_by({"column": "p"}) == "column 'p'"
    assert priced_by({}) == "every record costs 1"
