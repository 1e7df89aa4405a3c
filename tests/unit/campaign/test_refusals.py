"""What would tell too much is refused, with advice that holds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tacit.attackers.confidence import Confidence
from tacit.campaign.refusals import require_room, require_sealed, require_within
from tacit.campaign.remaining import Remaining
from tacit.candidates.secrets import Secrets
from tacit.errors import (
    CampaignError,
    CampaignRefused,
)
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


@pytest.mark.parametrize("method", ["greedy", "sealed"])
def test_another_true_intent_is_refused(new: New, method: str) -> None:
    campaign, market = new(), city()
    how = greedy() if method == "greedy" else seal()
    campaign.protect(market, cell(market, "a", "p"), how)
    before = content(campaign)
    for other in (cell(market, "a", "q"), market.intent({"x": ["a"]})):
        for again in (False, True):
            with pytest.raises(CampaignError, match="another true intent") as caught:
                campaign.protect(market, other, how, again=again)
            assert caught.value.exit_code == 2
    assert content(campaign) == before


def named_limits(error: BaseException) -> dict[str, str]:
    """The limits that a refusal says would do, by attacker."""
    said = str(error).partition("What would keep the limit")[2]
    words = said.replace(";", " ").replace(". ", " ").split()
    limits = [word for word in words if word.replace(".", "").isdigit()]
    names = [words[i + 1].rstrip(".") for i, word in enumerate(words) if word == "for"]
    return dict(zip(names, limits, strict=True))


@pytest.mark.parametrize("change", ["limit", "market", "attacker"])
def test_what_no_longer_holds_is_refused_with_a_limit_that_does(new: New, change: str) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), greedy())
    before, asked = content(campaign), greedy()
    if change == "limit":
        asked = greedy(limit="1/5")
    elif change == "attacker":
        asked = greedy(against="em-f,pi-uniform=1/11")
    else:
        counts = np.array(COUNTS)
        counts[0, 0] = 20
        market = city(counts)
    true = cell(market, "a", "p")
    assert publish(asked, market, true).held
    with pytest.raises(CampaignRefused, match="nothing was published") as caught:
        reopened(campaign).protect(market, true, asked)
    assert caught.value.exit_code == 1
    assert content(campaign) == before
    limits = named_limits(caught.value)
    assert limits
    eased = greedy(against=[f"{name}={limit}" for name, limit in limits.items()])
    kept = campaign.protect(market, true, eased, loosen=["em-f"] if change == "market" else [])
    assert kept.held
    assert kept.published.to_json() == shown.published.to_json()


def test_all_attackers_that_would_know_too_much_are_named(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy())
    with pytest.raises(CampaignRefused) as caught:
        campaign.protect(market, true, greedy(against="em-f,pi-uniform", limit="1/5"))
    limits = named_limits(caught.value)
    assert set(limits) == {"em-f", "pi-uniform"}
    for name, limit in limits.items():
        found = next(
            c
            for c in campaign.standing(market, greedy(against="em-f,pi-uniform")).confidences
            if c.attacker == name
        )
        assert found.upper <= Fraction(limit)


def test_an_old_post_is_no_way_out(new: New) -> None:
    """What was published first holds a tight limit alone, but not beside what came after."""
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    wide = campaign.protect(market, true, greedy(limit="1/4")).published
    narrow = campaign.protect(
        market,
        true,
        Procedure.of(method="optimal", against="em-f", limit="3/5"),
        again=True,
        loosen=["em-f"],
    ).published
    assert publish(greedy(limit="1/4"), market, true).published == wide
    assert sure_by_records([wide, narrow], true) > Fraction(1, 4)
    before = content(campaign)
    for again in (False, True):
        with pytest.raises(CampaignRefused, match="tell too much"):
            campaign.protect(market, true, greedy(limit="1/4"), again=again)
    assert content(campaign) == before


def test_sealed_comes_too_late_after_greedy(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, greedy())
    found = campaign.standing(market).informed
    assert found is not None
    assert found.upper > Fraction(2, 5)
    before = content(campaign)
    for again in (False, True):
        with pytest.raises(CampaignRefused, match="told someone who knows") as caught:
            campaign.protect(market, true, seal(), again=again)
        assert "new campaign" in str(caught.value)
        assert caught.value.exit_code == 1
    assert content(campaign) == before
    with pytest.raises(CampaignRefused) as caught:
        campaign.protect(market, true, greedy(limit="1/5"))
    assert "sealed" not in str(caught.value)  # no advice that would be refused


def test_a_tighter_limit_is_refused_after_a_sealed_post(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    campaign.protect(market, true, seal("2/5"), seed=1)
    before = content(campaign)
    with pytest.raises(CampaignRefused, match="too much"):
        campaign.protect(market, true, seal("1/5"))
    assert content(campaign) == before


def test_the_advice_names_only_what_would_do() -> None:
    sure = (Confidence("em-f", Fraction(3, 5)), Confidence("pi-uniform", Fraction(1, 5)))
    require_within(sure, Fraction(3, 5), {}, same_holds=False, can_seal=False)
    for same_holds, can_seal in product((False, True), repeat=2):
        with pytest.raises(CampaignRefused, match=r"a limit of 0\.6 or more for em-f") as caught:
            require_within(sure, Fraction(1, 2), {}, same_holds=same_holds, can_seal=can_seal)
        assert ("the same as before" in str(caught.value)) == same_holds
        assert ("method sealed" in str(caught.value)) == can_seal
        assert "pi-uniform" not in str(caught.value)
        assert "--loosen" not in str(caught.value)
    promised = {"em-f": Fraction(1, 2), "pi-uniform": Fraction(1, 5)}
    with pytest.raises(CampaignRefused, match="for em-f with --loosen em-f, which gives up"):
        require_within(sure, Fraction(1, 2), promised, same_holds=True, can_seal=False)


def test_what_is_not_known_leaves_no_room() -> None:
    market = city()
    remaining = Remaining((cell(market, "a", "p"), cell(market, "b", "q")), ((1, 1),), 12)
    kept, broken = Secrets(Fraction(1, 2)), Secrets(Fraction(49, 100))
    require_room(remaining.judged(market, kept))
    require_sealed(remaining.judged(market, kept), kept)
    for refused in (
        lambda: require_room(None),
        lambda: require_room(remaining.judged(market, broken)),
        lambda: require_sealed(None, Secrets(Fraction(1))),
        lambda: require_sealed(remaining.judged(market, broken), broken),
    ):
        with pytest.raises(CampaignRefused):
            refused()
    require_sealed(None, None)  # nothing was promised


def test_a_hidden_dimension_leaves_no_room_either_and_is_named() -> None:
    """Two cells of one row: each record is even, and the row is certain."""
    market = city()
    remaining = Remaining((cell(market, "a", "p"), cell(market, "a", "q")), ((1, 1),), 12)
    promised = Secrets(Fraction(1, 2), {"x": Fraction(3, 5), "y": Fraction(1, 2)})
    sure = remaining.judged(market, promised)
    with pytest.raises(CampaignRefused, match="a value of 'x' is 100% sure to be wanted"):
        require_room(sure)
    with pytest.raises(CampaignRefused, match="surer of the value of 'x' than 60%") as caught:
        require_sealed(sure, promised)
    assert "'a'" not in str(caught.value)


def test_greedy_is_refused_where_it_would_tell_what_was_hidden(new: New) -> None:
    """A post that holds one row of the city names it."""
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    left = tuple(cell(market, x, y) for x in "ab" for y in "pqr")
    drawn = publish(seal("1/2", hide="x=1/2"), market, true, 1)
    campaign._ledger.add_post(market, drawn, Remaining(left, ((1,) * 6,), 12))
    before = content(campaign)
    tight = greedy(limit="1", never={"x": ["b", "c"]})
    with pytest.raises(CampaignRefused, match="an earlier publication was sealed"):
        campaign.protect(market, true, tight, again=True)
    assert content(campaign) == before
