"""Buying in a campaign: from what is left, judged by all that was published and bought."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.auditing.buy import purchase
from tacit.campaign.buying import NOT_KEPT, reader_in
from tacit.campaign.campaign import Campaign
from tacit.campaign.vault import Vault
from tacit.errors import (
    CampaignError,
    CampaignRefused,
    NothingPublished,
    PurchaseError,
    SettingError,
    VaultError,
)
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.purchasing.order import Order
from tests.unit.campaign.shared import New, bought, cell, city, content, greedy, reopened, seal

HALF = Fraction(1, 2)


def started(new: New, how: Any = None, **more: Any) -> tuple[Campaign, Market]:
    """The cell a p is wanted; by default a p and b p, with 9 and 3 records, are published."""
    campaign, market = new(), city(**more)
    how = greedy(limit="9/10") if how is None else how
    campaign.protect(market, cell(market, "a", "p"), how, seed=1)
    return campaign, market


def left(campaign: Campaign, market: Market) -> int:
    remaining = reopened(campaign)._ledger.remaining(market)
    assert remaining is not None
    return len(remaining.intents)


def counts(order: Order) -> dict[str, int]:
    return {
        line["cell"]["x"] + line["cell"]["y"]: line["count"] for line in order.purchase.to_plan()
    }


def wanted(campaign: Campaign, market: Market) -> int:
    """How many wanted records were bought so far."""
    found = reopened(campaign).bought_in_all(market)
    assert found is not None
    return found.records_in(cell(market, "a", "p"))


class TestFromWhatIsLeft:
    def test_a_second_order_is_drawn_from_what_the_first_left(self, new: New) -> None:
        campaign, market = started(new)
        first = campaign.purchase(market, buy=5, seed=1)
        second = reopened(campaign).purchase(market, buy=7, seed=2)
        assert first.design is not None
        assert second.design is not None
        assert first.design.stock.tolist() == [9, 3]
        taken = counts(first)
        assert second.design.stock.tolist() == [9 - taken["ap"], 3 - taken["bp"]]
        both = reopened(campaign).bought_in_all(market)
        assert both is not None
        assert both.to_plan() == bought(market, ap=9, bp=3).to_plan(), "all twelve, none twice"

    def test_more_than_is_left_is_refused_and_nothing_is_written(self, new: New) -> None:
        campaign, market = started(new)
        campaign.purchase(market, buy=10, seed=1)
        before = content(campaign)
        with pytest.raises(PurchaseError, match=r"3 records were asked for, .* holds 2"):
            campaign.purchase(market, buy=3)
        campaign.purchase(market, buy=2)
        with pytest.raises(PurchaseError, match=r"all records .* have been bought"):
            campaign.purchase(market, buy=1)
        assert content(campaign) != before
        assert [entry["records"] for entry in campaign.entries[1:]] == [10, 2]

    def test_asking_twice_buys_twice_and_not_the_same(self, new: New) -> None:
        """The key that decides the draw knows what was bought before."""
        campaign, market = started(new)
        first = campaign.purchase(market, buy=6)
        second = campaign.purchase(market, buy=6)
        assert Counter(counts(first)) + Counter(counts(second)) == {"ap": 9, "bp": 3}


class TestANeed:
    def test_counts_what_came(self, new: New) -> None:
        campaign, market = started(new, seal("2/5"))
        came = campaign.purchase(market, buy=4, seed=1).true_records
        order = campaign.purchase(
            market, need=came + 2, design="quotas", seed=1, loosen=["informed"]
        )
        assert order.needed == 2
        assert order.true_records >= 2
        assert wanted(campaign, market) == came + order.true_records

    def test_that_is_met_is_refused(self, new: New) -> None:
        campaign, market = started(new)
        campaign.purchase(market, buy=11, seed=1)
        came = wanted(campaign, market)
        with pytest.raises(PurchaseError, match=f"nothing more is needed: {came} wanted"):
            campaign.purchase(market, need=came)

    def test_of_more_than_there_is_is_for_the_rest(self, new: New) -> None:
        campaign, market = started(new)
        campaign.purchase(market, buy=4, seed=1)
        order = campaign.purchase(market, need=10, seed=1)
        assert order.needed is not None
        assert order.purchase.records_in(cell(market, "a", "p")) == order.needed
        assert any("holds only 9 wanted records" in note for note in order.notes)


class TestWhatItTells:
    def test_a_blind_order_leaves_all_candidates(self, new: New) -> None:
        campaign, market = started(new, seal("2/5"))
        before = left(campaign, market)
        for question in ({"buy": 4}, {"budget": 3}):
            order = campaign.purchase(market, seed=1, **question)
            assert order.holds
            assert "left" not in campaign.entries[-1]
        assert left(campaign, market) == before == 3

    def test_a_tuned_one_leaves_fewer_and_later_audits_say_so(self, new: New) -> None:
        campaign, market = started(new, seal("2/5"))
        before = campaign.audit(market)
        with pytest.raises(
            CampaignRefused, match=r"50% sure.*Nothing was ordered.*--loosen informed"
        ):
            campaign.purchase(market, buy=6, allocate="optimal")
        assert len(campaign.entries) == 1
        order = campaign.purchase(market, buy=6, allocate="optimal", loosen=["informed"])
        assert order.passes
        assert order.chain.to_json()["sure"] == 0.5
        assert not order.holds
        assert left(campaign, market) == 2
        later = reopened(campaign)
        found = later.audit(market)
        assert (before.holds, found.holds) == (True, False)
        assert found.standing.informed is not None
        assert (found.standing.informed.upper, found.standing.informed.remaining) == (HALF, 2)
        blind = later.purchase(market, buy=2, seed=1)
        assert blind.chain.to_json()["sure"] == 0.5, "it adds nothing, and takes nothing back"
        assert left(campaign, market) == 2

    def test_a_second_tuned_one_leaves_nothing_that_is_known(self, new: New) -> None:
        campaign, market = started(new, seal("2/5"))
        for _ in range(2):
            given_up = ["informed"] if len(campaign.entries) == 1 else []
            order = campaign.purchase(market, buy=4, allocate="optimal", limit=0.9, loosen=given_up)
        assert not order.holds
        later = reopened(campaign)
        assert later._ledger.remaining(market) is None
        assert campaign.entries[-1]["left"] is None
        true, shown = cell(market, "a", "p"), later.to_buy_within(market)
        reader = reader_in(later._ledger, market, true, shown, later.procedure, later.promises)
        assert (reader.left, reader.headline.unknown) == (None, NOT_KEPT)

    def test_the_reader_has_seen_every_post_and_keeps_every_promise(self, new: New) -> None:
        campaign, market = started(new, seal("1/2", hide="x=3/4"))
        true, shown = cell(market, "a", "p"), campaign.to_buy_within(market)
        reader = reader_in(campaign._ledger, market, true, shown, greedy(), campaign.promises)
        assert reader.secrets.hidden == {"x": Fraction(3, 4)}
        assert [one.dimension for one in reader.headline.hidden] == ["x"]
        remaining = campaign._ledger.remaining(market)
        assert remaining is not None
        assert reader.left is not None
        assert [reader.left[0].intent(i) for i in range(len(reader.left[0]))] == [
            *remaining.intents
        ]


class TestTheLedger:
    def test_what_was_asked_and_how_it_is_drawn_is_kept(self, new: New) -> None:
        market = replace(city(), terms=Terms.of("EUR", fee="0.50"))
        campaign = new()
        campaign.protect(market, cell(market, "a", "p"), greedy(limit="9/10"))
        order = campaign.purchase(market, buy=5, seed=1)
        entry = reopened(campaign).entries[-1]
        assert (entry["kind"], entry["allocate"], entry["records"]) == ("bought", "blend", 5)
        assert entry["published"] == campaign.to_buy_within(market).to_json()
        assert entry["asked"] == {"buy": 5, "odds": 0.95, "objective": "records", "amount": "5"}
        assert entry["design"] == {"kind": "simple", "take": [5], "stratum": None}
        assert entry["cost"] == "11/2"
        assert entry["plan"] == order.purchase.to_plan()

    def test_strata_are_kept_where_there_are_several(self, new: New) -> None:
        prices = np.full((3, 4), 9)
        prices[:, 0] = 1, 2, 5
        campaign, market = started(new, prices=prices)
        order = campaign.purchase(market, buy=4, design="stratified", seed=1)
        entry = reopened(campaign).entries[-1]
        assert entry["design"] == {"kind": "stratified", "take": [3, 1], "stratum": [0, 1]}
        assert counts(order) == {"ap": 3, "bp": 1}

    def test_a_tuned_one_has_no_design(self, new: New) -> None:
        campaign, market = started(new)
        campaign.purchase(market, buy=6, allocate="optimal")
        assert campaign.entries[-1]["design"] is None

    def test_what_can_not_be_written_is_not_shown(
        self, new: New, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        campaign, market = started(new)
        before = content(campaign)

        def fail(*_: object) -> None:
            raise VaultError("no space left")

        with monkeypatch.context() as patch:
            patch.setattr(Vault, "save", fail)
            with pytest.raises(VaultError, match="no space left"):
                campaign.purchase(market, buy=5)
        assert content(campaign) == before
        assert len(campaign.entries) == 1


def test_the_first_order_is_what_buying_from_the_post_gives(new: New) -> None:
    campaign, market = started(new)
    post = campaign.to_buy_within(market)
    for asked in ({"buy": 5, "seed": 1}, {"buy": 6, "allocate": "optimal"}):
        own, _ = started(new)
        alone = purchase(market, cell(market, "a", "p"), post, **asked)
        assert own.purchase(market, **asked).purchase.to_plan() == alone.purchase.to_plan()


class TestRefused:
    def test_where_nothing_was_published(self, new: New) -> None:
        with pytest.raises(NothingPublished):
            new().purchase(city(), buy=3)

    def test_what_the_campaign_has_not_published(self, new: New) -> None:
        campaign, market = started(new)
        with pytest.raises(CampaignError, match="has not published that"):
            campaign.purchase(market, market.intent({}), buy=3)

    @pytest.mark.parametrize(
        "asked",
        [
            {},
            {"buy": 3, "need": 2},
            {"buy": 3, "design": "quotas"},
            {"buy": 3, "allocate": "magic"},
            {"buy": 3, "sets": 4},
            {"buy": 3, "against": "em-f"},
        ],
    )
    def test_what_makes_no_sense_and_nothing_is_written(
        self, new: New, asked: dict[str, Any]
    ) -> None:
        campaign, market = started(new)
        before = content(campaign)
        with pytest.raises(SettingError):
            campaign.purchase(market, **asked)
        assert content(campaign) == before
