"""EM-c knows the price list: dear cells are suspected, empty ones too."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.em_c import EmC
from tacit.attackers.registry import ATTACKERS
from tacit.market.market import Market
from tests.helpers.markets import FOUR_CELLS, LAYOUTS, of_four_cells


@pytest.mark.parametrize("layout", LAYOUTS)
def test_em_c_counts_cells_that_are_not_listed(layout: str) -> None:
    """Prices 4 and 1 are listed; the other two cells cost 2 by `empty`, so 4 / (4 + 1 + 2 + 2)."""
    codes = [[0, 1], [0, 1]]
    market = Market.from_cells(FOUR_CELLS, codes, [3, 9], prices=[4, 1], empty=2, layout=layout)
    true = market.intent({"sex": ["F"], "race": ["A"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(4, 9)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_em_c_claims_the_price_of_an_unlisted_wanted_cell(layout: str) -> None:
    """The dearest wanted cell is the unlisted one: 7 / (4 + 7 + 7 + 1)."""
    codes = [[0, 1], [0, 1]]
    market = Market.from_cells(FOUR_CELLS, codes, [3, 9], prices=[4, 1], empty=7, layout=layout)
    true = market.intent({"sex": ["F"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(7, 19)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_em_c_adds_prices_per_value_over_all_cells(layout: str) -> None:
    """Base 1; F adds 2, B adds 3: cells cost 3, 6, 1, 4, together 14."""
    prices = {"sex": {"F": 2}, "race": {"B": 3}}
    market = Market.from_cells(
        FOUR_CELLS, [[0], [0]], [5], prices_per_value=prices, base=1, layout=layout
    )
    true = market.intent({"sex": ["F"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(6, 14)
    assert ATTACKERS["em-c"].confidence(market, true, true).upper == Fraction(6, 9)


def test_the_dearest_wanted_cell_is_suspected_however_little_it_holds() -> None:
    """Of women B costs 5 and holds 2, A costs 1 and holds 6; all four prices come to 11."""
    market = of_four_cells()
    women = market.intent({"sex": ["F"]})
    assert EmC().claim(market, women) * market.rule.tick == 5
    assert EmC().weight(market.total) * market.rule.tick == 11


def test_an_empty_cell_adds_its_price() -> None:
    market = of_four_cells()
    corner = market.intent({"sex": ["F"], "race": ["A"]})
    added = EmC().added(market.frontier(corner)) * market.rule.tick
    assert added.tolist() == [0, 3, 0, 5]
