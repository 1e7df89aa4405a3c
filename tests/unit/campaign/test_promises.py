"""The strictest limit of each binds until it is given up by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit.campaign.promises import Promises, note_of, said
from tacit.candidates.secrets import Secrets
from tacit.errors import CampaignRefused, SettingError
from tests.unit.campaign.shared import New, cell, city, content, greedy, reopened, seal

HALF, THIRD, FIFTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)
SPACE = city().space


def after(*procedures: Any) -> Promises:
    found = Promises()
    for one in procedures:
        found = found.and_of(one)
    return found


class TestWhatWasPromised:
    def test_is_the_strictest_of_each(self) -> None:
        found = after(
            greedy(limit="1/2", against="em-f,em-c=1/5"), greedy(limit="1/3"), seal("4/5")
        )
        assert found.limits == {"em-f": THIRD, "em-c": FIFTH, "informed": Fraction(4, 5)}

    def test_of_values_and_of_beliefs_too(self) -> None:
        found = after(seal("1/2", hide="x=3/4,y", within=3), seal("3/5", hide="y=1/3", within=2))
        kept = Secrets(HALF, {"x": Fraction(3, 4), "y": THIRD}, Fraction(3))
        assert found.secrets(SPACE) == kept
        assert found.about_values.limits == {"informed:x": Fraction(3, 4), "informed:y": THIRD}

    def test_is_nothing_about_one_who_knows_the_method_where_nothing_was_sealed(self) -> None:
        found = after(greedy())
        assert found.secrets(SPACE) is None
        own = Secrets(HALF)
        assert found.kept_with(own, SPACE) == own

    def test_is_gone_once_it_is_given_up(self) -> None:
        found = after(seal("1/3", hide="x=1/2", within=2))
        left = found.without(["informed"])
        assert left.secrets(SPACE) == Secrets(Fraction(1), {"x": HALF}, Fraction(2))
        assert found.without(["informed", "informed:x"]).secrets(SPACE) is None
        assert found.without(["within"]).within == 1
        again = found.and_of(seal("1/2"), ["informed"])
        assert again.limits == {"informed": HALF, "informed:x": HALF}

    def test_in_words(self) -> None:
        assert said({"em-f": THIRD}) == "em-f within 33.3%"
        assert "--loosen em-f,informed gives it up" in note_of({"em-f": THIRD, "informed": HALF})


class TestWhatItBinds:
    def test_a_laxer_limit_is_held_to_it(self) -> None:
        found = after(greedy(limit="1/3", against="em-f,em-c"))
        bound = found.binding(greedy(limit="1/2", against="em-f")).against
        assert {name: bound.limit_of(name) for name in bound.names} == {
            "em-f": THIRD,
            "em-c": THIRD,
        }
        assert found.loosened_by(greedy(limit="1/2", against="em-f")) == {"em-f": THIRD}

    def test_a_stricter_one_stays(self) -> None:
        found = after(greedy(limit="1/3"))
        asked = greedy(limit="1/5")
        assert found.binding(asked) == asked
        assert found.loosened_by(asked) == {}

    def test_one_who_knows_the_method_is_no_matter_of_a_method_that_does_not_draw(self) -> None:
        assert after(seal("1/3")).binding(greedy(limit="1/2")) == greedy(limit="1/2")


class TestInACampaign:
    def test_a_raised_limit_does_not_break_a_seal(self, new: New) -> None:
        """The finding: after a sealed post, one at limit 1 left a single candidate."""
        market, firsts = city(), []
        for x in "abc":
            campaign, true = new(), cell(market, x, "p")
            firsts.append(campaign.protect(market, true, seal("2/5"), seed=1))
            again = campaign.protect(market, true, seal("1"), again=True, seed=1)
            assert any("--loosen informed" in note for note in again.notes)
            found = reopened(campaign).audit(market)
            assert found.holds
            assert found.standing.informed is not None
            assert found.standing.informed.upper <= Fraction(2, 5)

    def test_what_is_given_up_is_reported_all_the_same(self, new: New) -> None:
        market, campaign = city(), new()
        true = cell(market, "a", "p")
        campaign.protect(market, true, seal("1/4"), seed=1)
        assert campaign.audit(market).holds
        campaign.protect(market, true, seal("1"), again=True, seed=1, loosen=["informed"])
        later = reopened(campaign)
        found = later.audit(market)
        assert found.standing.informed is not None
        assert found.standing.informed.upper > Fraction(1, 4), "else there is nothing to report"
        assert not found.holds
        assert later.audit(market, limit=1).holds

    def test_other_attackers_are_bound_as_well(self, new: New) -> None:
        market, campaign = city(), new()
        true = cell(market, "a", "p")
        campaign.protect(market, true, greedy(limit="1/4"))
        before = content(campaign)
        narrow = greedy(limit="3/5", method="optimal")
        kept = campaign.protect(market, true, narrow, again=True)
        (sure,) = (c for c in campaign.standing(market).confidences if c.attacker == "em-f")
        assert sure.within(Fraction(1, 4))
        assert any("em-f within 25%" in note for note in kept.notes)
        assert content(campaign) == before
        campaign.protect(market, true, narrow, again=True, loosen=["em-f"])
        assert content(campaign) != before

    def test_only_what_was_promised_can_be_given_up(self, new: New) -> None:
        market, campaign = city(), new()
        true = cell(market, "a", "p")
        campaign.protect(market, true, seal("2/5"), seed=1)
        with pytest.raises(SettingError, match=r"'em-f'.*promised: informed within 40%"):
            campaign.protect(market, true, seal("1"), again=True, loosen=["em-f"])
        with pytest.raises(SettingError, match="nothing by the name 'age'"):
            campaign.purchase(market, buy=2, loosen=["age"])

    def test_an_order_that_breaks_it_is_refused(self, new: New) -> None:
        market, campaign = city(), new()
        campaign.protect(market, cell(market, "a", "p"), seal("2/5"), seed=1)
        before = content(campaign)
        for options in ({"allocate": "mc", "buy": 6}, {"allocate": "g-mcmc", "buy": 6}):
            with pytest.raises(CampaignRefused, match="Nothing was ordered"):
                campaign.purchase(market, limit=1, **options)
        assert content(campaign) == before
        assert campaign.purchase(market, buy=3, seed=1).holds
