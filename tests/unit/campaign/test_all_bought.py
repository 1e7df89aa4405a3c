"""Purchases are added up, and never to more than there is."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.auditing.purchase import audit_purchase
from tacit.errors import (
    CampaignError,
)
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.unit.campaign.shared import (
    CITY,
    COUNTS,
    New,
    bought,
    cell,
    city,
    greedy,
    reopened,
)


def test_purchases_are_kept_and_added_up(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy())
    campaign._ledger.add_purchase(bought(market, ap=2, ar=1), "optimal")
    campaign._ledger.add_purchase(bought(market, ap=3, cs=4), "blend")
    later = reopened(campaign)
    kinds = [(e["kind"], e.get("allocate"), e["records"]) for e in later.entries[1:]]
    assert kinds == [("bought", "optimal", 3), ("bought", "blend", 7)]
    found = later.bought_in_all(market)
    assert found is not None
    assert found.size == 10
    assert found.records_in(true) == 5
    expected = audit_purchase(true, bought(market, ap=5, ar=1, cs=4), limit="1/2")
    assert audit_purchase(true, found, limit="1/2").to_json() == expected.to_json()
    assert later.protect(market, true, greedy()).published == campaign.published(market)


def test_what_was_bought_twice_is_never_more_than_there_is(new: New) -> None:
    campaign, market = new(), city()
    for _ in range(2):
        campaign._ledger.add_purchase(bought(market, ap=6, ar=1), "optimal")
    found = campaign.bought_in_all(market)
    assert found is not None
    assert found.to_plan() == bought(market, ap=9, ar=2).to_plan()
    counts = np.array(COUNTS)
    counts[0, 2] = 0
    less = campaign.bought_in_all(city(counts))
    assert less is not None
    assert less.to_plan() == [{"cell": {"x": "a", "y": "p"}, "count": 9}]
    with pytest.raises(CampaignError, match="no longer holds any record"):
        campaign.bought_in_all(city(np.zeros((3, 4), dtype=int) + np.eye(3, 4, 3, dtype=int)))


def test_purchases_are_added_up_whatever_the_order_of_dimensions(new: New) -> None:
    campaign, market = new(), city()
    campaign._ledger.add_purchase(bought(market, ap=2), "optimal")
    turned = Market.from_cube(
        Space((Ordinal("y", tuple("pqrs")), Nominal("x", tuple("abc")))), np.array(COUNTS).T
    )
    campaign._ledger.add_purchase(bought(turned, ap=3), "optimal")
    for now in (market, turned):
        found = campaign.bought_in_all(now)
        assert found is not None
        assert [line["count"] for line in found.to_plan()] == [5]


def test_purchases_of_a_market_with_other_dimensions_are_refused_clearly(new: New) -> None:
    campaign, market = new(), city()
    campaign._ledger.add_purchase(bought(market, ap=2), "optimal")
    deeper = Space((*CITY.dimensions, Nominal("z", ("m", "n"))))
    with pytest.raises(CampaignError, match="other dimensions"):
        campaign.bought_in_all(Market.from_cube(deeper, np.ones((3, 4, 2), dtype=int)))
    flat = Market.from_cube(Space((Nominal("x", tuple("abc")),)), np.array([1, 2, 3]))
    with pytest.raises(CampaignError, match="no longer has the dimensions"):
        campaign.bought_in_all(flat)
