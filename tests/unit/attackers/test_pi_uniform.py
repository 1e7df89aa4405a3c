"""PI-uniform knows nothing but the post: every cell is as likely as any other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.confidence import Confidence
from tacit.attackers.pi_uniform import PiUniform
from tacit.attackers.registry import ATTACKERS
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tests.helpers.markets import LAYOUTS, of_four_cells


@pytest.fixture(params=LAYOUTS)
def market(request: pytest.FixtureRequest) -> Market:
    return of_four_cells(request.param)


@pytest.fixture
def women(market: Market) -> Intent:
    return market.intent({"sex": ["F"]})


@pytest.fixture
def everyone(market: Market) -> Intent:
    return market.intent({})


def test_pi_uniform_gives_both_bounds(market: Market, women: Intent, everyone: Intent) -> None:
    found = ATTACKERS["pi-uniform"].confidence(market, women, everyone)
    assert found == Confidence("pi-uniform", upper=Fraction(1, 2), lower=Fraction(1, 4))


def test_pi_uniform_bounds_meet_for_a_single_wanted_cell(market: Market, everyone: Intent) -> None:
    one = market.intent({"sex": ["M"], "race": ["B"]})
    found = ATTACKERS["pi-uniform"].confidence(market, one, everyone)
    assert found.lower == found.upper == Fraction(1, 4)


def test_every_wanted_cell_is_as_exposed_as_any_other(market: Market, women: Intent) -> None:
    assert PiUniform().claims(market, women, market.cells(women)).tolist() == [2, 2]


def test_empty_cells_hide_as_well_as_full_ones(market: Market) -> None:
    corner = market.intent({"sex": ["F"], "race": ["A"]})
    assert PiUniform().added(market.frontier(corner)).tolist() == [0, 1, 0, 1]


def test_a_union_counts_a_cell_that_two_boxes_share_once(market: Market, everyone: Intent) -> None:
    """Women, or race A: three cells of four."""
    either = market.intent([{"sex": ["F"]}, {"race": ["A"]}])
    assert PiUniform().confidence(market, either, everyone).upper == Fraction(3, 4)
