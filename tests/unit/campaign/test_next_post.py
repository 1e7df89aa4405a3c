"""The same answer while it holds, and something new only where it does not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.errors import (
    UnreachableLimit,
)
from tests.unit.campaign.shared import (
    COUNTS,
    New,
    cell,
    city,
    content,
    greedy,
    reopened,
    seal,
)

VARIANTS = {
    "the same": greedy(),
    "other alpha": greedy(alpha=0),
    "optimal": greedy(method="optimal"),
    "looser limit": greedy(limit="4/5"),
    "other attackers": greedy(against="pi-uniform,em-fc"),
    "nobody but those who know the method": seal(1),
}


@pytest.mark.parametrize("first", ["greedy", "sealed"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_answer_while_it_holds(new: New, first: str, variant: str) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    start = greedy() if first == "greedy" else seal("1/3", against="em-f=1/2")
    shown = campaign.protect(market, true, start, seed=1)
    before = content(campaign)
    for seed in (1, 2, None):
        again = reopened(campaign).protect(market, true, VARIANTS[variant], seed=seed)
        assert again.published == shown.published
        assert all(row.within(again.limit) for row in again.confidences[:-1])
        assert again.headline.sure == shown.headline.sure
        assert any("answers with the same" in note for note in again.notes)
    assert content(campaign) == before
    assert len(campaign.entries) == 1


def test_what_sealed_drew_is_told_with_what_someone_who_knows_the_method_found(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    shown = campaign.protect(market, true, seal(), seed=3)
    again = reopened(campaign).protect(market, true, seal(), seed=4)
    assert again.confidences == shown.confidences
    assert [c.attacker for c in again.unprotected] == [c.attacker for c in again.confidences]
    assert again.to_json()["published"] == shown.to_json()["published"]


def test_again_with_nothing_new_says_so_and_writes_nothing(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    shown = campaign.protect(market, true, greedy())
    before = content(campaign)
    again = campaign.protect(market, true, greedy(), again=True)
    assert again.published == shown.published
    assert any("nothing else to offer" in note for note in again.notes)
    assert content(campaign) == before


def test_a_limit_out_of_reach_leaves_the_campaign_as_it_was(new: New) -> None:
    campaign, market = new(), city()
    before = content(campaign)
    with pytest.raises(UnreachableLimit):
        campaign.protect(market, cell(market, "a", "p"), greedy(limit="1/100"))
    assert content(campaign) == before


def test_a_market_that_changed_a_little_gets_the_same_answer(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), greedy())
    assert not campaign.standing(market).changed
    counts = np.array(COUNTS)
    counts[2, 3] += 5
    later = city(counts)
    again = campaign.protect(later, cell(later, "a", "p"), greedy())
    assert again.published.to_json() == shown.published.to_json()
    assert campaign.standing(later).changed
    assert len(campaign.entries) == 1


def test_pins_are_kept_to_and_not_told(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    pinned = greedy(never={"x": ["b"]}, always={"y": ["q"]})
    shown = campaign.protect(market, true, pinned).published
    assert "b" not in shown.to_json()["x"]
    later = reopened(campaign)
    assert not {"never", "always"} & later.entries[0]["made_by"].keys()
    assert later.protect(market, true, greedy()).published == shown
    assert later.standing(market).holds(Fraction(1, 2))


def test_what_could_be_wanted_is_settled_by_the_first_post(new: New) -> None:
    market = city()
    campaign, true = new(), cell(market, "a", "p")
    first = campaign.protect(market, true, seal("1/4"), seed=1)
    same = campaign.protect(market, true, seal("1/3"), again=True, seed=1)
    other = campaign.protect(market, true, seal("1/3", prior="records"), again=True, seed=1)
    assert not any("settled" in note for note in (*first.notes, *same.notes))
    assert any("settled" in note for note in other.notes)


def test_the_next_draw_hides_what_was_hidden_and_for_as_many_beliefs(new: New) -> None:
    """Whoever does not say so again gets it all the same."""
    market = city()
    campaign, true = new(), cell(market, "a", "p")
    campaign.protect(market, true, seal("1/4", hide="x=1", within=2), seed=1)
    campaign.protect(market, true, seal("1", hide="y=1"), again=True, seed=1)
    made_by = reopened(campaign).procedure
    assert made_by.settings.hidden == {"x": 1, "y": 1}
    assert made_by.belief is not None
    assert made_by.belief.within == 2


def test_another_factor_is_no_other_belief(new: New) -> None:
    market = city()
    campaign, true = new(), cell(market, "a", "p")
    campaign.protect(market, true, seal("1/4"), seed=1)
    eased = {"again": True, "seed": 1, "loosen": ["informed"]}
    again = campaign.protect(market, true, seal("1", within=2), **eased)
    assert not any("settled" in note for note in again.notes)


class TestTheHeadline:
    """It speaks of a reader who has seen all posts, not the last one alone."""

    def test_the_same_answer_has_the_same(self, new: New) -> None:
        for how in (greedy(limit="4/5"), seal("2/5")):
            campaign, market = new(), city()
            true = cell(market, "a", "p")
            shown = campaign.protect(market, true, how, seed=1)
            again = reopened(campaign).protect(market, true, how, seed=2)
            assert again.headline == shown.headline
            assert again.headline.known
            assert [c.attacker for c in again.confidences] == [
                c.attacker for c in shown.confidences
            ]

    def test_after_two_posts_it_is_what_both_leave(self, new: New) -> None:
        campaign, market = new(), city()
        true = cell(market, "a", "p")
        campaign.protect(market, true, greedy(limit="4/5"))
        other = {"again": True, "loosen": ["em-f"]}
        second = campaign.protect(market, true, greedy(limit=1, against="em-c"), **other)
        assert len(campaign.entries) == 2
        informed = campaign.standing(market).informed
        assert informed is not None
        assert second.headline.sure == informed.upper

    def test_what_is_not_known_of_earlier_posts_is_not_known(
        self, new: New, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        campaign, market = new(), city()
        true = cell(market, "a", "p")
        monkeypatch.setattr("tacit.campaign.posterior.MOST_KEPT", 0)
        campaign.protect(market, true, greedy(limit="4/5"))
        other = {"again": True, "loosen": ["em-f"]}
        second = campaign.protect(market, true, greedy(limit=1, against="em-c"), **other)
        assert len(campaign.entries) == 2
        assert not second.headline.known
        assert not second.holds
