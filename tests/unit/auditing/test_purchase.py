"""`audit_purchase`: post and purchase judged as one, beside everyone's test."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing.asked import NO_UNIONS
from tacit.auditing.audit import reader_of
from tacit.auditing.buy import purchase
from tacit.auditing.protect import protect
from tacit.auditing.purchase import NO_POST, NOT_TOLD, SIZED, PurchaseAudit, audit_purchase
from tacit.candidates.given import Given
from tacit.errors import PurchaseError, SettingError
from tacit.publishing.procedure import Procedure
from tacit.purchasing.plan import Plan
from tests.helpers.markets import bought, line, of_four_cells

MARKET = line([10, 40, 90, 60])
TRUE = MARKET.intent({"x": ["a"]})
ALL = MARKET.intent({})
BOUGHT = bought(MARKET, a=2, b=8, c=6, d=4)
HALF = Fraction(1, 2)


def audited(**more: Any) -> PurchaseAudit:
    return audit_purchase(TRUE, BOUGHT, **more)


class TestEveryonesTest:
    def test_all_observers_are_asked_by_default(self) -> None:
        found = audited()
        assert [c.attacker for c in found.observers] == ["purchase", "purchase-f", "purchase-fc"]
        assert (found.limit, found.true_records) == (Fraction(3, 10), 2)
        assert found.blindness is not None

    def test_an_observer_may_have_a_limit_or_settings_of_its_own(self) -> None:
        found = audited(against="purchase=0.9, purchase-f", limit=0.2)
        assert [c.limit for c in found.observers] == [Fraction(9, 10), None]
        (endless,) = audited(against=PurchaseF(supply="endless")).observers
        (usual,) = audited(against="purchase-f").observers
        assert endless.upper != usual.upper

    def test_it_passes_where_every_test_does(self) -> None:
        strictest = max(c.upper for c in audited().observers)
        assert audited(limit=strictest).passes
        assert not audited(limit=strictest - Fraction(1, 10**9)).passes

    def test_but_the_verdict_is_not_theirs(self) -> None:
        """A blind draw that fails a test tells nothing; one that passes may have told all."""
        blind = audited(allocate="blend", published=ALL, limit=HALF)
        assert (blind.passes, blind.holds) == (False, True)
        post = protect(MARKET, TRUE, against="pi-uniform", limit=HALF, method="greedy")
        order = purchase(MARKET, TRUE, post, buy=12, limit=0.9, allocate="optimal")
        tuned = audit_purchase(TRUE, order, limit=0.9, published=post)
        assert (tuned.passes, tuned.holds) == (True, False)

    def test_the_same_seed_simulates_the_same(self) -> None:
        assert audited(seed=4).blindness == audited(seed=4).blindness


class TestWhatIsNotKnownIsNotWithin:
    @pytest.mark.parametrize(
        ("told", "why"),
        [
            ({}, NO_POST),
            ({"allocate": "blend"}, NO_POST),
            ({"published": ALL}, NOT_TOLD),
        ],
        ids=["nothing told", "no post", "not how it was chosen"],
    )
    def test_whatever_the_limit(self, told: dict[str, Any], why: str) -> None:
        found = audited(**told, limit=1)
        assert not found.holds
        assert not found.chain.after.known
        assert found.chain.after.unknown == why
        assert found.passes

    def test_a_plan_whose_size_follows_from_the_want(self) -> None:
        """The plan does not say what was needed, so nobody can tell what its size tells."""
        order = purchase(MARKET, TRUE, ALL, need=2, design="simple", seed=1)
        found = audit_purchase(TRUE, order, limit=1)
        assert not found.holds
        assert found.chain.after.unknown == SIZED
        assert audit_purchase(TRUE, Plan(order.purchase, ALL, "blend"), limit=1).holds


class TestPostAndPurchaseAsOne:
    def test_a_blind_draw_adds_nothing(self) -> None:
        found = audited(allocate="blend", published=ALL, limit=1)
        assert found.chain.after == found.chain.before
        assert found.chain.after.sure == Fraction(1, 4)
        assert (found.chain.adds, found.chain.finding) == (
            "the purchase adds nothing to the post",
            None,
        )
        assert found.holds

    def test_who_is_told_breaks_the_verdict(self) -> None:
        post = protect(MARKET, TRUE, against="pi-uniform", limit=HALF, method="greedy")
        assert post.headline.sure == HALF
        order = purchase(MARKET, TRUE, post, buy=12, limit=0.9, allocate="optimal")
        found = audit_purchase(TRUE, order.purchase, limit=0.9, allocate="optimal", published=post)
        assert all(c.within(found.limit) for c in found.observers)
        assert (found.chain.before.sure, found.chain.after.sure) == (HALF, 1)
        assert "tells more than the post" in found.chain.adds
        assert found.chain.finding is not None
        assert (found.chain.finding.upper, found.chain.finding.exact) == (1, True)
        assert not found.holds

    def test_an_order_says_how_it_was_chosen_and_from_which_post(self) -> None:
        post = protect(MARKET, TRUE, against="pi-uniform", limit=HALF, method="greedy")
        for method in ("blend", "optimal"):
            order = purchase(MARKET, TRUE, post, buy=12, limit=0.9, allocate=method, seed=1)
            told = {"limit": 0.9, "made_by": post.procedure}
            expected = audit_purchase(
                TRUE, order.purchase, allocate=method, published=post.published, **told
            )
            for one in (order, Plan.of(order)):
                found = audit_purchase(TRUE, one, **told)
                assert found.to_json() == expected.to_json()

    def test_an_order_and_its_audit_agree(self) -> None:
        post = protect(MARKET, TRUE, method="sealed", limit="2/5", seed=1)
        for method in ("blend", "optimal"):
            order = purchase(
                MARKET, TRUE, post, buy=12, allocate=method, seed=1, against="purchase-f=0.9"
            )
            found = audit_purchase(TRUE, order, published=post)
            assert found.chain.to_json() == order.chain.to_json()

    def test_how_the_post_was_made_is_taken_from_the_publication(self) -> None:
        post = protect(MARKET, TRUE, method="sealed", limit="2/5", seed=1)
        order = purchase(MARKET, TRUE, post, buy=12)
        found = audit_purchase(TRUE, order, published=post).chain
        assert found.after == post.headline
        told = post.to_json()["made_by"]
        for made_by in (told, post.procedure):
            same = audit_purchase(TRUE, order, published=post.published, made_by=made_by)
            assert same.chain.after == found.after

    def test_the_post_was_made_to_the_limit_of_all(self) -> None:
        """A stricter limit of one who saw the purchase says nothing of how the post was made."""
        how = Procedure.of(limit=HALF, method="greedy")
        post = protect(MARKET, TRUE, limit=HALF, method="greedy").published
        asked: dict[str, Any] = {"limit": HALF, "published": post, "against": "purchase-f=0.1"}
        order = purchase(MARKET, TRUE, post, buy=6)
        named = audit_purchase(TRUE, order, made_by=how, **asked).chain
        assert named.after.known
        assert audit_purchase(TRUE, order, **asked).chain.after == named.after

    def test_what_a_rival_reckons_with_may_be_said(self) -> None:
        """a, b and d are alike, as c is refused; or a and b are, and nothing else could be wanted."""
        told: dict[str, Any] = {"allocate": "blend", "published": ALL, "made_by": "greedy"}
        listed = Given.of([{"intent": {"x": [x]}, "weight": 1} for x in "ab"])
        for belief, sure in (({"candidates": "cells"}, 3), ({"candidates": listed}, 2)):
            assert audited(**told, belief=belief).chain.after.sure == Fraction(1, sure)

    def test_the_surest_belief_counts_and_all_within_the_factor(self) -> None:
        asked: dict[str, Any] = {"allocate": "blend", "published": ALL}
        parts = {"candidates": "cells", "prior": "uniform"}
        sure = []
        for more in ({}, {"prior": "records"}, {"prior": "uniform,records"}, {"within": 2}):
            found = audited(**asked, belief={**parts, **more}).chain.after.sure
            assert found is not None
            sure.append(found)
        assert sure[2] == max(sure[:2])
        assert sure[3] == 2 * sure[0] / (1 + sure[0])

    def test_a_reader_that_was_found_before_is_not_asked_again(self) -> None:
        reader = reader_of(MARKET, TRUE, ALL)
        found = audited(allocate="blend", published=ALL, reader=reader)
        assert found.chain.reader is reader

    def test_several_boxes_are_not_known_among_single_ones(self) -> None:
        market = of_four_cells()
        corners = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
        order = purchase(market, market.intent({"sex": ["F"]}), {}, buy=6)
        for made_by in ("greedy", None):
            found = audit_purchase(
                corners, order, made_by=made_by, belief={"candidates": "boxes"}, limit=1
            )
            assert found.chain.after.unknown == NO_UNIONS
            assert not found.holds


class TestWhoseTestItWasTunedTo:
    """The reader replays what was asked of the method: its observer and its limit."""

    POST = protect(MARKET, TRUE, against="pi-uniform", limit=HALF, method="greedy")

    def test_the_only_one_asked_about_or_as_the_plan_says(self) -> None:
        order = purchase(
            MARKET, TRUE, self.POST, buy=12, allocate="optimal", against="purchase=0.2"
        )
        plan = Plan.of(order)
        assert (plan.against, plan.limit) == ("purchase", "1/5")
        said = audit_purchase(TRUE, plan, published=self.POST)
        asked = audit_purchase(
            *(TRUE, order.purchase),
            against="purchase=0.2",
            allocate="optimal",
            published=self.POST,
        )
        assert said.chain.finding == asked.chain.finding
        assert said.chain.finding is not None
        assert said.chain.finding.possible

    def test_a_plan_that_names_nobody_there_is_is_refused(self) -> None:
        for odd in ({"against": "canary"}, {"against": "purchase-f", "limit": "canary"}):
            plan = Plan(bought(MARKET, a=1, b=5), self.POST.published, "optimal", **odd)
            with pytest.raises(PurchaseError, match="names an observer or a limit") as caught:
                audit_purchase(TRUE, plan)
            assert "canary" not in str(caught.value)


def test_records_outside_the_post_are_refused() -> None:
    with pytest.raises(PurchaseError, match="outside the published intent"):
        audited(allocate="blend", published=MARKET.intent({"x": ["a", "b"]}), made_by="greedy")


def test_a_method_that_there_is_not_is_refused() -> None:
    with pytest.raises(SettingError, match="there is no method 'magic'"):
        audited(allocate="magic", published=ALL)


def test_what_it_says_for_programs() -> None:
    found = audited(allocate="blend", published=ALL, limit=HALF)
    told = found.to_json()
    assert json.loads(json.dumps(told)) == told
    assert (told["records"], told["true_records"], told["cost"]) == (20, 2, 20.0)
    assert (told["holds"], told["passes"]) == (True, False)
    assert told["chain"] == found.chain.to_json()
    assert [one["name"] for one in told["observers"]] == ["purchase", "purchase-f", "purchase-fc"]
    assert repr(found).startswith("PurchaseAudit(holds: True; The best-informed reader is 25%")
