"""`audit_purchase`: everyone who saw a purchase, and one who knows how it was chosen."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing.protect import protect
from tacit.auditing.purchase import PurchaseAudit, audit_purchase
from tacit.errors import SettingError
from tacit.publishing.procedure import Procedure
from tacit.purchasing.purchase import purchase
from tests.helpers.markets import bought, line, of_four_cells

MARKET = line([10, 40, 90, 60])
TRUE = MARKET.intent({"x": ["a"]})
ALL = MARKET.intent({})
BOUGHT = bought(MARKET, a=2, b=8, c=6, d=4)


def audited(**more: Any) -> PurchaseAudit:
    return audit_purchase(TRUE, BOUGHT, **more)


def test_all_observers_are_asked_by_default() -> None:
    found = audited()
    assert [c.attacker for c in found.observers] == ["purchase", "purchase-f", "purchase-fc"]
    assert (found.limit, found.true_records, found.informed) == (Fraction(3, 10), 2, None)
    assert found.blindness is not None


def test_an_observer_may_have_a_limit_or_settings_of_its_own() -> None:
    found = audited(against="purchase=0.9, purchase-f", limit=0.2)
    assert [c.limit for c in found.observers] == [Fraction(9, 10), None]
    (endless,) = audited(against=PurchaseF(supply="endless")).observers
    (usual,) = audited(against="purchase-f").observers
    assert endless.upper != usual.upper


def test_the_verdict_is_everyones() -> None:
    strictest = max(c.upper for c in audited().observers)
    assert audited(limit=strictest).holds
    assert not audited(limit=strictest - Fraction(1, 10**9)).holds


def test_the_same_seed_simulates_the_same() -> None:
    assert audited(seed=4).blindness == audited(seed=4).blindness


class TestSomeoneWhoKnowsHowItWasChosen:
    def test_the_post_is_needed(self) -> None:
        with pytest.raises(SettingError, match="has seen the post"):
            audited(allocate="blend")

    def test_a_blind_draw_adds_nothing(self) -> None:
        found = audited(allocate="blend", published=ALL, limit=1)
        assert found.informed is not None
        assert found.informed.exact
        assert found.informed.after.value == found.informed.before
        assert found.to_json()["informed"]["allocate"] == "blend"

    def test_who_is_told_breaks_the_verdict(self) -> None:
        post = protect(MARKET, TRUE, against="pi-uniform", limit="1/2", method="greedy")
        order = purchase(MARKET, TRUE, post, buy=12, limit=0.9)
        found = audit_purchase(TRUE, order.purchase, limit=0.9, allocate="optimal", published=post)
        assert all(c.within(found.limit) for c in found.observers)
        assert found.informed is not None
        assert found.informed.upper == 1
        assert not found.holds

    def test_how_the_post_was_made_is_taken_from_the_publication(self) -> None:
        post = protect(MARKET, TRUE, method="sealed", limit="2/5", seed=1)
        order = purchase(MARKET, TRUE, post, buy=12, limit=0.9, allocate="blend")
        asked: dict[str, Any] = {"limit": "2/5", "allocate": "blend"}
        found = audit_purchase(TRUE, order.purchase, published=post, **asked).informed
        assert found is not None
        assert (found.candidates, found.upper) == (
            post.confidences[-1].remaining,
            post.confidences[-1].upper,
        )
        told = post.to_json()["made_by"]
        for made_by in (told, post.procedure):
            same = audit_purchase(
                TRUE, order.purchase, published=post.published, made_by=made_by, **asked
            )
            assert same.informed == found

    def test_the_post_was_made_to_the_limit_of_all(self) -> None:
        """A stricter limit of one who saw the purchase says nothing of how the post was made."""
        how = Procedure.of(limit="1/2", method="greedy")
        post = protect(MARKET, TRUE, limit="1/2", method="greedy").published
        asked: dict[str, Any] = {"limit": "1/2", "allocate": "blend", "published": post}
        plan = purchase(MARKET, TRUE, post, buy=6, allocate="blend").purchase
        asked["against"] = "purchase-f=0.1"
        named = audit_purchase(TRUE, plan, made_by=how, **asked).informed
        assert named is not None
        assert named.possible
        assert audit_purchase(TRUE, plan, **asked).informed == named

    def test_what_a_rival_reckons_with_may_be_said(self) -> None:
        found = audited(allocate="blend", published=ALL, belief={"candidates": "cells"}, limit=1)
        assert found.informed is not None
        assert found.informed.candidates <= 4

    def test_the_surest_belief_counts_and_all_within_the_factor(self) -> None:
        asked: dict[str, Any] = {"allocate": "blend", "published": ALL}
        parts = {"candidates": "cells", "prior": "uniform"}
        upper = []
        for more in ({}, {"prior": "records"}, {"prior": "uniform,records"}, {"within": 2}):
            found = audited(**asked, belief={**parts, **more}).informed
            assert found is not None
            upper.append(found.upper)
        assert upper[2] == max(upper[:2])
        assert upper[3] == 2 * upper[0] / (1 + upper[0])

    def test_several_boxes_are_refused_among_single_ones(self) -> None:
        market = of_four_cells()
        corners = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
        everything = market.intent({})
        order = purchase(market, market.intent({"sex": ["F"]}), everything, buy=6, allocate="blend")
        with pytest.raises(SettingError, match="single boxes, and several are wanted"):
            audit_purchase(
                corners,
                order.purchase,
                allocate="blend",
                published=everything,
                belief={"candidates": "boxes"},
            )
        asked = audit_purchase(corners, order.purchase, allocate="blend", published=everything)
        assert asked.informed is not None
        assert asked.informed.candidates <= 2, "two pairs of four cells are no box"


def test_what_it_says_for_programs() -> None:
    told = audited().to_json()
    assert json.loads(json.dumps(told)) == told
    assert (told["records"], told["true_records"], told["cost"]) == (20, 2, 20.0)
    assert [one["name"] for one in told["observers"]] == ["purchase", "purchase-f", "purchase-fc"]
    assert repr(audited()).startswith("PurchaseAudit(limit 30%, holds: ")
