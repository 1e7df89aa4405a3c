"""EM-f knows the stock: full cells are suspected, empty ones hide nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.em_f import EmF
from tacit.attackers.registry import ATTACKERS
from tacit.market.market import Market
from tests.helpers.markets import FOUR_CELLS, LAYOUTS, of_four_cells


@pytest.mark.parametrize("layout", LAYOUTS)
def test_counts_beyond_floating_point_stay_exact(layout: str) -> None:
    big = 2**60 + 1
    market = Market.from_cube(FOUR_CELLS, [[big, 1], [0, big + 2]], layout=layout)
    true = market.intent({"sex": ["F"], "race": ["A"]})
    assert ATTACKERS["em-f"].lowest_limit(market, true) == Fraction(big, 2 * big + 3)


def test_the_fullest_wanted_cell_is_suspected_whatever_it_costs() -> None:
    market = of_four_cells()
    women = market.intent({"sex": ["F"]})
    assert EmF().claim(market, women) == 6
    assert EmF().weight(market.total) == 12
    assert EmF().claims(market, women, market.cells(women)).tolist() == [6, 2]


def test_an_empty_cell_hides_nothing() -> None:
    """Men of race A hold nothing: publishing them too leaves all as it was."""
    market = of_four_cells()
    corner = market.intent({"sex": ["F"], "race": ["A"]})
    assert EmF().added(market.frontier(corner)).tolist() == [0, 0, 0, 2]
    wider = market.intent({"race": ["A"]})
    assert EmF().confidence(market, corner, wider).upper == 1
