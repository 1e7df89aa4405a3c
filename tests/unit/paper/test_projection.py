"""Leaving out a dimension of a market and of an intent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.errors import UnknownDimension
from tacit.market.folding import project
from tacit.market.market import Market
from tacit.paper.projection import without
from tests.helpers.markets import FOUR_CELLS, of_four_cells


def test_only_what_is_published_there_is_on_offer() -> None:
    market = of_four_cells()
    women = without(market, "sex", market.intent({"sex": ["F"]}))
    assert women.space.names == ("race",)
    assert women.records_by_value("race") == [6, 2]
    assert without(market, "sex", market.intent({})).records_by_value("race") == [6, 6]


def test_where_prices_differ_a_record_costs_the_mean() -> None:
    """Race B: 2 women at 5 and 4 men at 2, so 18 for 6."""
    market = of_four_cells()
    small = without(market, "sex", market.intent({}))
    dear = small.mass(small.intent({"race": ["B"]}))
    assert small.money(dear.spend) == 18
    assert dear.price * small.rule.tick == 3


def test_one_price_for_all_stays_as_it_is() -> None:
    market = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], each="0.5")
    small = without(market, "race", market.intent({}))
    assert small.rule.base * small.rule.tick == Fraction(1, 2)
    assert small.money(small.total.spend) == 6


def test_a_union_may_become_one_box() -> None:
    market = of_four_cells()
    either = market.intent([{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}])
    small = without(market, "sex", either)
    assert project(either, small.space).to_json() == {"race": ["A", "B"]}
    women = market.intent({"sex": ["F"], "race": ["B"]})
    assert project(women, small.space).to_json() == {"race": ["B"]}


def test_a_dimension_the_market_does_not_have_is_refused() -> None:
    market = of_four_cells()
    with pytest.raises(UnknownDimension):
        without(market, "income", market.intent({}))
