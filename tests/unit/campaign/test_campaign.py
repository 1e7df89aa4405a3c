"""A campaign as a whole: what it knows, keeps, shows and hides."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tacit.campaign.campaign import Campaign
from tacit.campaign.vault import Vault
from tacit.errors import (
    CampaignError,
    NothingPublished,
    VaultChanged,
    VaultError,
    VaultLocked,
)
from tacit.publishing.publish import publish
from tests.unit.campaign.shared import (
    CHEAP,
    SECRET,
    New,
    bought,
    cell,
    city,
    content,
    greedy,
    reopened,
    seal,
)


def test_a_new_campaign_knows_nothing(new: New) -> None:
    campaign, market = new(), city()
    assert campaign.entries == []
    assert campaign.true(market) is None
    assert campaign.published(market) is None
    assert campaign.bought_in_all(market) is None
    with pytest.raises(CampaignError, match="nothing was published"):
        campaign.standing(market)


def test_what_can_not_be_written_is_not_shown(new: New, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, market = new(), city()
    before = content(campaign)

    def fail(*_: object) -> None:
        raise VaultError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "save", fail)
        with pytest.raises(VaultError, match="no space left"):
            campaign.protect(market, cell(market, "a", "p"), greedy())
    assert content(campaign) == before
    assert campaign.entries == reopened(campaign).entries == []


def test_the_first_publication_is_what_the_method_says_and_is_kept(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    result = campaign.protect(market, true, greedy())
    assert result.published == publish(greedy(), market, true).published
    later = reopened(campaign)
    assert later.true(market) == true
    assert later.published(market) == result.published
    (entry,) = later.entries
    assert (entry["kind"], entry["records"]) == ("published", result.mass.records)
    assert entry["made_by"] == greedy().to_json()


@pytest.mark.process
def test_another_process_answers_the_same(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), seal())
    program = (
        "import sys, json, numpy as np\n"
        "from tacit.campaign.campaign import Campaign\n"
        "from tests.unit.campaign.shared import SECRET, cell, city, seal\n"
        "campaign = Campaign(sys.argv[1], SECRET, _cost=1)\n"
        "result = campaign.protect(city(), cell(city(), 'a', 'p'), seal())\n"
        "print(json.dumps(result.published.to_json()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(campaign._vault.path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(shown.published.to_json()).replace("'", '"')


def test_a_wrong_passphrase_opens_nothing(new: New) -> None:
    campaign = new()
    before = content(campaign)
    with pytest.raises(VaultLocked):
        Campaign(campaign._vault.path, SECRET + "!", _cost=CHEAP)
    assert content(campaign) == before


def test_two_runs_at_once_lose_nothing(new: New) -> None:
    one, market = new(), city()
    other, true = reopened(one), cell(market, "a", "p")
    shown = one.protect(market, true, seal(), seed=1)
    written = content(one)
    with pytest.raises(VaultChanged, match="another run"):
        other.protect(market, true, seal(), seed=2)
    with pytest.raises(VaultChanged):
        other._ledger.add_purchase(bought(market, ap=1), "optimal")
    assert content(one) == written
    later = reopened(one)
    assert later.protect(market, true, seal(), seed=2).published == shown.published
    later._ledger.add_purchase(bought(market, ap=1), "optimal")
    assert [entry["kind"] for entry in reopened(one).entries] == ["published", "bought"]


def test_a_campaign_hides_what_it_holds(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), seal())
    standing, left = campaign.standing(market), campaign._ledger.remaining(market)
    for shown in (campaign, standing, left):
        assert "'a'" not in repr(shown)
        assert "codes" not in repr(shown)
    assert repr(campaign) == "Campaign(1 entries, content hidden)"


def test_the_true_intent_is_the_given_one_or_the_campaigns(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    assert campaign.wanted(market) is None
    assert campaign.wanted(market, true) == true
    campaign.protect(market, true, greedy())
    assert campaign.wanted(market) == campaign.wanted(market, true) == true
    with pytest.raises(CampaignError, match="another true intent"):
        campaign.wanted(market, cell(market, "a", "q"))


def test_one_buys_within_what_the_campaign_published(new: New) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    with pytest.raises(NothingPublished, match="nothing was published"):
        campaign.to_buy_within(market)
    first = campaign.protect(market, true, greedy(limit="1/4")).published
    narrow = greedy(limit="3/5", method="optimal")
    last = campaign.protect(market, true, narrow, again=True, loosen=["em-f"]).published
    assert first != last
    assert campaign.to_buy_within(market) == last
    assert campaign.to_buy_within(market, first) == first
    with pytest.raises(CampaignError, match="has not published that"):
        campaign.to_buy_within(market, true)


def test_what_was_done_is_listed_without_what_was_wanted(new: New) -> None:
    campaign, market = new(), city()
    shown = campaign.protect(market, cell(market, "a", "p"), seal()).published
    campaign._ledger.add_purchase(bought(market, ap=1), "optimal")
    post, purchase = campaign.to_json()["entries"]
    assert (post["kind"], post["method"], post["allocate"]) == ("published", "sealed", None)
    assert post["published"] == shown.to_json()
    assert (purchase["kind"], purchase["method"]) == ("bought", None)
    assert (purchase["allocate"], purchase["records"]) == ("optimal", 1)
    assert not {"left", "made_by", "plan", "considered"} & {*post, *purchase}
