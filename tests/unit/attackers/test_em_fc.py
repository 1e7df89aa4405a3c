"""EM-fc knows stock and prices: it goes by where the money would go."""

from __future__ import annotations

from fractions import Fraction

from tacit.attackers.em_fc import EmFc
from tacit.attackers.registry import ATTACKERS
from tacit.market.market import Market
from tests.helpers.markets import FOUR_CELLS, of_four_cells


def test_em_f_and_em_fc_agree_where_every_record_costs_the_same() -> None:
    flat = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]])
    women = flat.intent({"sex": ["F"]})
    f, fc = (ATTACKERS[name].lowest_limit(flat, women) for name in ("em-f", "em-fc"))
    assert f == fc == Fraction(1, 2)


def test_prices_that_are_not_whole_stay_exact() -> None:
    market = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], [["0.1", "0.2"], ["0.3", "0.7"]])
    true = market.intent({"sex": ["F"]})
    assert ATTACKERS["em-c"].lowest_limit(market, true) == Fraction(2, 13)
    assert ATTACKERS["em-fc"].lowest_limit(market, true) == Fraction(6, 6 + 4 + 28)


def test_the_cell_that_takes_most_money_is_suspected() -> None:
    """Of women A takes 6 x 1 and B 2 x 5; men of race B take 4 x 2."""
    market = of_four_cells()
    women = market.intent({"sex": ["F"]})
    assert EmFc().claim(market, women) * market.money_tick == 10
    spent = EmFc().claims(market, women, market.cells(women)) * market.money_tick
    assert spent.tolist() == [6, 10]
    assert EmFc().confidence(market, women, market.intent({})).upper == Fraction(10, 24)


def test_what_each_value_adds_is_what_its_records_cost() -> None:
    market = of_four_cells()
    corner = market.intent({"sex": ["F"], "race": ["A"]})
    added = EmFc().added(market.frontier(corner)) * market.money_tick
    assert added.tolist() == [0, 0, 0, 10]


def test_free_records_are_no_trace() -> None:
    market = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], [[0, 0], [0, 2]])
    women = market.intent({"sex": ["F"]})
    assert EmFc().confidence(market, women, market.intent({})).upper == 0
    assert EmFc().confidence(market, women, women).upper == 0
