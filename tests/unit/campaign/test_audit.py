"""An audit of a whole campaign: posts and purchases with one verdict."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.auditing.purchase import audit_purchase
from tacit.errors import NothingPublished, SettingError
from tests.unit.campaign.shared import New, bought, cell, city, greedy, reopened


def test_without_purchases_the_verdict_is_that_of_the_posts(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy(limit="9/10"))
    found = campaign.audit(market)
    assert (found.limit, found.purchases) == (Fraction(9, 10), None)
    standing = campaign.standing(market)
    assert found.standing == standing
    assert found.holds == standing.holds(Fraction(9, 10))
    assert found.to_json() == standing.to_json(Fraction(9, 10))


@pytest.mark.parametrize(("plan", "blind"), [({"ap": 9}, False), ({"ap": 1, "ar": 4}, True)])
def test_a_purchase_that_tells_too_much_breaks_the_verdict(
    new: New, plan: dict[str, int], blind: bool
) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy(limit="9/10"))
    campaign.bought(bought(market, **plan), "optimal")
    found = reopened(campaign).audit(market, 1 if blind else "9/10")
    expected = audit_purchase(true, bought(market, **plan), limit=found.limit)
    assert found.purchases is not None
    assert found.purchases.to_json() == expected.to_json()
    assert found.holds == (found.standing.holds(found.limit) and expected.holds) == blind
    answer = found.to_json()
    assert (answer["holds"], answer["purchase"]) == (blind, expected.to_json())


def test_a_limit_that_is_given_goes_for_all(new: New) -> None:
    campaign, market = new(), city()
    how = greedy(against="em-f=9/10,pi-uniform", limit="9/10")
    campaign.protect(market, cell(market, "a", "p"), how)
    own = campaign.audit(market).standing.confidences
    assert [sure.limit for sure in own][:2] == [Fraction(9, 10)] * 2
    found = campaign.audit(market, "1/100")
    assert [sure.limit for sure in found.standing.confidences] == [None] * len(own)
    assert not found.holds
    with pytest.raises(SettingError, match="limit"):
        campaign.audit(market, 2)


def test_where_nothing_was_published_there_is_nothing_to_judge(new: New) -> None:
    with pytest.raises(NothingPublished, match="nothing was published"):
        new().audit(city())


def test_an_audit_hides_what_it_holds(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy())
    found = campaign.audit(market)
    assert repr(found) == f"CampaignAudit(1 posts, holds: {found.holds})"
