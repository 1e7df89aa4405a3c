"""An audit of a whole campaign: posts and purchases with one verdict."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.auditing.purchase import audit_purchase
from tacit.errors import NothingPublished, SettingError
from tacit.publishing.procedure import Procedure
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


def test_a_blind_purchase_leaves_the_verdict_as_it_was(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy(limit="9/10"))
    before = campaign.audit(market)
    campaign.purchase(market, buy=5, seed=1)
    found = reopened(campaign).audit(market)
    assert found.purchases is not None
    assert found.purchases.chain.after.sure == Fraction(1, 2), "of the two cells of the post"
    assert found.standing == before.standing
    assert (before.holds, found.holds) == (True, True)


def test_what_tests_say_of_all_purchases_is_shown_and_does_not_count(new: New) -> None:
    """All nine wanted records are bought, and every test says so; but they were drawn blindly."""
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy(limit="9/10"))
    everything = bought(market, ap=9)
    campaign._ledger.add_purchase(everything, "blend")
    found = reopened(campaign).audit(market)
    tests = audit_purchase(true, everything, limit="9/10")
    assert found.purchases is not None
    assert found.purchases.observers == tests.observers
    assert (found.purchases.passes, found.holds) == (False, True)


def test_a_purchase_that_tells_too_much_breaks_the_verdict(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy(limit="9/10"))
    order = campaign.purchase(market, buy=6, allocate="optimal")
    assert order.passes
    found = reopened(campaign).audit(market)
    assert found.purchases is not None
    assert found.purchases.chain.after.sure == 1
    assert found.standing.informed is not None
    assert (found.standing.informed.upper, found.standing.informed.remaining) == (1, 1)
    assert not found.holds
    answer = found.to_json()
    assert (answer["holds"], answer["purchase"]) == (False, found.purchases.to_json())


def test_what_is_not_known_to_be_within_is_not(new: New) -> None:
    """Nobody replays a second tuned purchase, nor one that came from elsewhere."""
    market = city()
    for twice in (True, False):
        campaign = new()
        campaign.protect(market, cell(market, "a", "p"), greedy(limit="9/10"))
        if twice:
            for _ in range(2):
                campaign.purchase(market, buy=6, allocate="optimal")
        else:
            campaign._ledger.add_purchase(bought(market, ap=1, bp=1), "optimal")
        found = reopened(campaign).audit(market, 1)
        assert found.purchases is not None
        assert not found.purchases.chain.after.known
        assert (found.holds, found.to_json()["holds"]) == (False, False)


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


def test_a_dimension_that_nobody_minds_makes_no_reader_less_sure(new: New) -> None:
    """They are judged in the dimensions that matter, as when the post was made."""
    campaign, market = new(), city()
    how = Procedure.of(method="sealed", limit="1/2")
    post = campaign.protect(market, market.intent({"x": ["a"]}), how, seed=1)
    standing = campaign.audit(market).standing
    said = {one.attacker: one.upper for one in post.confidences}
    assert {one.attacker: one.upper for one in standing.confidences} == said


def test_a_market_that_has_changed_is_noticed(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy(limit="9/10"))
    assert not campaign.has_changed(market)
    assert campaign.has_changed(city([[9, 1, 4, 2], [3, 0, 7, 5], [6, 2, 1, 9]]))
