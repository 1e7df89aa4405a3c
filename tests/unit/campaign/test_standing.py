"""Several posts are judged by what they have in common."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tacit.campaign.standing import informed_to_hold, to_keep
from tacit.candidates.secrets import Secrets
from tacit.errors import (
    CampaignRefused,
)
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tests.unit.campaign.shared import (
    COUNTS,
    New,
    cell,
    city,
    content,
    greedy,
    reopened,
    seal,
    sure_by_records,
)


def second(how: Procedure, market: Market, x: str, y: str, pins: dict[str, Any]) -> Procedure:
    return Procedure.of(method="optimal", against="em-f", limit=how.limit, **pins)


def test_two_posts_are_judged_by_what_they_have_in_common(new: New) -> None:
    """Every pair of a first post and one with other pins: refused exactly where it must be."""
    market, refused, accepted = city(), 0, 0
    pins: list[dict[str, Any]] = [{"always": {"y": [v]}} for v in "qrs"]
    pins += [{"always": {"x": [v]}} for v in "bc"] + [{"never": {"x": ["b"]}}]
    for x, y in product("abc", "pqs"):
        true = cell(market, x, y)
        if not market.mass(true).records or {"x": [x]} in [p.get("never") for p in pins]:
            continue
        for pin in pins:
            campaign = new()
            how = greedy(limit="1/2")
            first = campaign.protect(market, true, how).published
            asked = second(how, market, x, y, pin)
            other = publish(asked, market, true).published
            sure = sure_by_records([first, other], true)
            before = content(campaign)
            if sure > Fraction(1, 2):
                refused += 1
                with pytest.raises(CampaignRefused, match="publish the same as before"):
                    campaign.protect(market, true, asked, again=True)
                assert content(campaign) == before
                continue
            assert campaign.protect(market, true, asked, again=True).published == other
            standing = reopened(campaign).standing(market)
            assert standing.confidences[0].upper == sure
            assert standing.confidences[0].within(Fraction(1, 2))
            if other != first:
                accepted += 1
                assert standing.posts == 2
                assert set(standing.common.cells()) == set(first.cells()) & set(other.cells())
    assert refused
    assert accepted


def test_unions_are_posts_like_any_other(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "q")
    asked = Procedure.of(method="optimal", against="em-f", limit="1/20", boxes=2)
    shown = campaign.protect(market, true, asked).published
    assert len(shown.boxes) == 2
    before = content(campaign)
    for again in (False, True):
        assert reopened(campaign).protect(market, true, asked, again=again).published == shown
    assert content(campaign) == before
    wider = campaign.protect(market, true, greedy(limit="1/10"), again=True, loosen=["em-f"])
    assert wider.published != shown
    found = campaign.standing(market)
    both = set(shown.cells()) & set(wider.published.cells())
    assert set(found.common.cells()) == both
    assert found.confidences[0].upper == Fraction(1, sum(COUNTS[i][j] for i, j in both))


def test_a_true_union_is_kept_and_what_a_replay_tells_of_it_is_not_known(new: New) -> None:
    campaign, market = new(), city()
    true = market.intent([{"x": ["a"], "y": ["q"]}, {"x": ["b"], "y": ["r"]}])
    shown = campaign.protect(market, true, greedy()).published
    later = reopened(campaign)
    assert later.true(market) == true
    assert later.protect(market, true, greedy()).published == shown
    assert later.standing(market).informed is None
    assert "not known" in later.standing(market).sentence
    with pytest.raises(CampaignRefused, match="not known what the earlier publications told"):
        later.protect(market, true, seal(), again=True)


def test_the_informed_attacker_is_asked_where_it_is_known_and_once_only(new: New) -> None:
    market = city()
    for how in (greedy(), seal()):
        campaign = new()
        campaign.protect(market, cell(market, "a", "p"), how)
        found = campaign.standing(market)
        assert [sure.attacker for sure in found.confidences].count("informed") == 1
        assert found.with_informed == found
    unknown = replace(found, confidences=(), informed=None)
    assert unknown.with_informed == unknown


def test_what_remains_is_told_in_a_sentence(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy())
    found = campaign.standing(market)
    assert found.informed is not None
    for few, said in ((1, "1 intent remains"), (1200, "1,200 intents remain")):
        told = replace(found, informed=replace(found.informed, remaining=few))
        assert said in told.sentence


def test_what_can_not_be_known_is_not_within_a_promise(new: New) -> None:
    market = city()
    campaign, true = new(), market.intent([{"x": ["a"], "y": ["q"]}, {"x": ["b"], "y": ["r"]}])
    campaign.protect(market, true, greedy())
    (sure,) = informed_to_hold(campaign._ledger, market, seal(), campaign.promises)
    assert (sure.attacker, sure.upper) == ("informed", 1)
    assert informed_to_hold(campaign._ledger, market, greedy(), campaign.promises) == ()


def test_what_was_hidden_once_is_judged_whoever_is_asked(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), seal("1/3", hide="x=3/4", within=2), seed=1)
    names = ["informed", "informed:x"]
    for how in (seal("1/2"), greedy()):
        rows = campaign.standing(market, how).confidences[-2:]
        assert [row.attacker for row in rows] == names
        assert rows[1].limit == Fraction(3, 4)
    kept = to_keep(campaign.promises, market, seal("1/2", hide="x=4/5,y"))
    assert kept == Secrets(Fraction(1, 3), {"x": Fraction(3, 4), "y": Fraction(1, 2)}, Fraction(2))
    told = campaign.standing(market).to_json(Fraction(1, 3))
    assert [row["name"] for row in told["attackers"]] == names


def test_what_is_not_known_is_not_within_a_hidden_dimension_either(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign._ledger.add_post(market, publish(seal(hide="y"), market, true, 1), None)
    rows = informed_to_hold(campaign._ledger, market, greedy(), campaign.promises)
    assert [row.upper for row in rows] == [1, 1]
