"""What a ledger keeps is read by the names of values, in any market that still has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tacit.campaign.reading import read_cell, read_intent
from tacit.errors import CampaignError
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.unit.campaign.shared import (
    CITY,
    COUNTS,
    New,
    cell,
    city,
    content,
    greedy,
)

TURNED = Market.from_cube(
    Space((Ordinal("y", tuple("srqp")), Nominal("x", tuple("cba")))),
    np.array(COUNTS)[::-1, ::-1].T,
)
"""The same city, its dimensions and values in another order."""


@pytest.mark.parametrize("market", [city(), TURNED], ids=["as it was", "turned"])
@pytest.mark.parametrize(
    "told",
    [
        {"x": ["a", "c"], "y": ["q", "r"]},
        [{"x": ["a"], "y": ["p"]}, {"x": ["b"], "y": ["q", "r", "s"]}],
    ],
    ids=["a box", "two boxes"],
)
def test_an_intent_is_what_its_names_say(market: Market, told: Any) -> None:
    found = read_intent(market, told)
    assert found == market.as_intent(told)
    assert market.mass(found) == city().mass(city().as_intent(told))


def test_a_cell_is_where_its_names_lie() -> None:
    told = {"x": "a", "y": "r"}
    assert read_cell(city(), told) == (0, 2)
    space = TURNED.space
    assert space.cell(read_cell(TURNED, told)) == told


@pytest.mark.parametrize(
    "told",
    [{"x": ["zanzibar"]}, {"zanzibar": ["a"]}, [], "x = 'zanzibar'"],
    ids=["no such value", "no such dimension", "no boxes", "text"],
)
def test_what_the_market_no_longer_has_is_said_without_naming_it(told: Any) -> None:
    with pytest.raises(CampaignError, match="no longer has the dimensions or values") as caught:
        read_intent(city(), told)
    assert "zanzibar" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"x": "a"}, "other dimensions than when something was bought"),
        ({"x": "a", "y": "zanzibar"}, "no longer has"),
        ({"x": "a", "y": "p", "z": "q"}, "no longer has"),
    ],
    ids=["one dimension more today", "no such value", "one dimension less today"],
)
def test_a_cell_that_is_none_today_is_refused(told: dict[str, Any], said: str) -> None:
    with pytest.raises(CampaignError, match=said) as caught:
        read_cell(city(), told)
    assert "zanzibar" not in str(caught.value)


def test_a_market_without_its_values_or_dimensions_is_refused_clearly(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy())
    before = content(campaign)
    smaller = Market.from_cube(
        Space((Nominal("x", ("b", "c")), Ordinal("y", tuple("pqrs")))), np.array(COUNTS[1:])
    )
    renamed = Market.from_cube(
        Space((Nominal("z", tuple("abc")), Ordinal("y", tuple("pqrs")))), np.array(COUNTS)
    )
    for other in (smaller, renamed):
        wanted = Box.everything(other.space)
        for attempt in (
            lambda m=other, v=wanted: campaign.protect(m, v, greedy()),
            lambda m=other: campaign.standing(m),
            lambda m=other: campaign.published(m),
            lambda m=other: campaign.true(m),
        ):
            with pytest.raises(CampaignError, match="no longer has the dimensions or values"):
                attempt()
    assert content(campaign) == before


def test_values_in_another_order_are_the_same_intent(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), greedy())
    again = campaign.protect(TURNED, cell(TURNED, "a", "p"), greedy())
    found = {name: set(values) for name, values in again.published.to_json().items()}
    assert found == {name: set(values) for name, values in shown.published.to_json().items()}
    assert len(campaign.entries) == 1


def test_a_value_that_is_new_on_the_market_is_no_part_of_the_campaign(new: New) -> None:
    campaign, market = new(), city()
    true = market.intent({"x": ["a"]})
    shown = campaign.protect(market, true, greedy(against="pi-uniform", limit="2/3"))
    grown = Market.from_cube(
        Space((CITY.dimensions[0], Ordinal("y", tuple("pqrst")))),
        np.hstack([COUNTS, [[1], [1], [1]]]),
    )
    with pytest.raises(CampaignError, match="only the market has new values"):
        campaign.protect(grown, grown.intent({"x": ["a"]}), greedy(against="pi-uniform"))
    known = campaign.true(grown)
    assert known is not None
    assert known.to_json() == true.to_json()
    again = campaign.protect(grown, known, greedy(against="pi-uniform", limit="2/3"))
    assert again.published.to_json() == shown.published.to_json()
