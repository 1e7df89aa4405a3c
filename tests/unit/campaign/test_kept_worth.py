"""What was said of a post's worth is kept, and said again."""

from __future__ import annotations

import pytest

from tacit.campaign.kept_worth import KeptWorth
from tacit.publishing.plan import Worth
from tacit.publishing.procedure import Procedure
from tests.unit.campaign.shared import New, cell, city, greedy, reopened, seal

TOLD = {"proof": {"status": "bounded", "bound": 7, "gap": 0.5}, "expected_records": 9.5}


def test_it_says_what_was_said_then() -> None:
    market, kept = city(), KeptWorth(TOLD)
    other = market.mass(market.intent({}))
    assert isinstance(kept, Worth)
    assert kept.status == "bounded"
    assert kept.to_json(market, other, "cost") == TOLD
    assert (
        kept.sentence(market, market.intent({}), "cost")
        == "Published before, as bounded, and kept."
    )


def test_who_changes_the_answer_does_not_change_what_is_kept() -> None:
    market, kept = city(), KeptWorth(TOLD)
    answer = kept.to_json(market, market.mass(market.intent({})), "records")
    answer["proof"] = None
    assert kept.to_json(market, market.mass(market.intent({})), "records") == TOLD


@pytest.mark.parametrize(
    "how", [greedy(), greedy(method="optimal"), seal()], ids=["greedy", "optimal", "sealed"]
)
def test_a_campaign_tells_the_worth_of_what_it_published_before(new: New, how: Procedure) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    shown = campaign.protect(market, true, how, seed=1)
    again = reopened(campaign).protect(market, true, how)
    assert isinstance(again.proof, KeptWorth)
    assert again.worth_json() == shown.worth_json()
    assert again.proof.status == shown.proof.status
    assert again.worth == f"Published before, as {shown.proof.status}, and kept."
