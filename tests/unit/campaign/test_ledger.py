"""What was published and bought comes back as it was, in any market that still knows its words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tacit.campaign.campaign import Campaign
from tacit.campaign.remaining import Remaining
from tacit.campaign.vault import Vault
from tacit.candidates.given import Given
from tacit.candidates.secrets import Secrets
from tacit.errors import (
    CampaignError,
    VaultError,
)
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.publishing.publish import publish
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.unit.campaign.shared import (
    CHEAP,
    CITY,
    SECRET,
    New,
    bought,
    cell,
    city,
    greedy,
    reopened,
    seal,
)


@pytest.mark.parametrize("several", [False, True])
def test_weights_of_any_size_come_back_as_they_were(new: New, several: bool) -> None:
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    result = publish(seal(), market, true, 1)
    weights = (10**400 + 1, 10**400, 10**399 * 7 + 3)
    rows = (weights, (1, 10**50, 0)) if several else (weights,)
    intents = tuple(cell(market, "a", y) for y in "pqr")
    campaign._ledger.add_post(market, result, Remaining(intents, rows, 12))
    later = reopened(campaign)
    found = later._ledger.remaining(market)
    assert found is not None
    assert (found.intents, found.weights) == (intents, rows)
    assert found.among(market).total == sum(weights)
    if several:
        return
    assert later.entries[-1]["left"][0]["weight"] == weights[0], "as files always had it"
    sure = found.judged(market, Secrets(Fraction(1)))
    assert sure.record == Fraction(weights[0], sum(weights))
    drawn = later.protect(market, true, seal("1/2"), again=True, seed=1)
    assert drawn.confidences[-1].upper <= Fraction(1, 2)


DIMENSIONS: dict[str, Dimension] = {
    "booleans": Nominal("flag", (True, False)),
    "whole numbers": Nominal("size", (3, 1, 2)),
    "numbers": Nominal("rate", (0.1, 2.0, 1e300)),
    "ordered numbers": Ordinal("floor", (-1, 0, 1)),
    "words like numbers": Nominal("code", ("1", "01", "1.0", "null", "ALL", "true")),
    "mixed": Nominal("mixed", (1, "one", 1.5, True)),
    "missing": Nominal("team", ("a", "none"), missing="none"),
    "odd text": Nominal("wörd", ("", " ", "\u2028", "\N{PILE OF POO}", "'\"")),
}


@pytest.mark.parametrize("kind", DIMENSIONS)
def test_values_of_every_kind_come_back(new: New, kind: str) -> None:
    one = DIMENSIONS[kind]
    space = Space((one, Nominal("x", tuple("abc"))))
    market = Market.from_cube(space, np.arange(1, 1 + 3 * len(one)).reshape(len(one), 3))
    for code in range(len(one)):
        campaign = new()
        true = Box(space, ((code,), (1,)))
        shown = campaign.protect(market, true, greedy(limit="4/5"))
        campaign._ledger.add_purchase(
            Purchase.from_plan(market, [{"cell": space.cell((code, 1)), "count": 1}]), ""
        )
        later = reopened(campaign)
        assert later.true(market) == true
        assert later.published(market) == shown.published
        assert later.protect(market, true, greedy(limit="4/5")).published == shown.published
        found = later.bought_in_all(market)
        assert found is not None
        assert found.codes[:, 0].tolist() == [code, 1]


def test_entries_are_stamped_in_order(new: New) -> None:
    campaign, market = new(), city()
    before = datetime.now(UTC) - timedelta(seconds=1)
    campaign.protect(market, cell(market, "a", "p"), greedy())
    campaign._ledger.add_purchase(bought(market, ap=1), "optimal")
    stamps = [datetime.fromisoformat(entry["when"]) for entry in campaign.entries]
    assert before <= stamps[0] <= stamps[1] <= datetime.now(UTC)
    assert all(stamp.utcoffset() == timedelta(0) for stamp in stamps)


@pytest.mark.parametrize("ledger", [{"campaign": 2, "entries": []}, {}, {"want": "x"}])
def test_a_ledger_of_another_kind_is_not_used(tmp_path: Path, ledger: dict[str, Any]) -> None:
    path = tmp_path / "odd.tacit"
    Vault.create(path, SECRET, ledger, _cost=CHEAP)
    before = path.read_bytes()
    with pytest.raises(CampaignError, match="no campaign that this Tacit knows"):
        Campaign(path, SECRET, _cost=CHEAP)
    with pytest.raises(VaultError, match="already"):
        Campaign.start(path, SECRET, _cost=CHEAP)
    assert path.read_bytes() == before


def test_entries_are_copies(new: New) -> None:
    campaign, market = new(), city()
    campaign.protect(market, cell(market, "a", "p"), greedy())
    campaign.entries[0]["published"] = {}
    assert campaign.published(market) == reopened(campaign).published(market)


def test_lists_that_were_given_are_kept_and_read_again(new: New) -> None:
    """`made_by` only tells that there were some; the campaign's file keeps which."""
    campaign, market = new(), city()
    true = cell(market, "a", "p")
    given = Given.of([{"intent": {"x": [x], "y": ["p"]}, "weight": 1} for x in "abc"])
    how = seal(candidates=given, prior=given)
    campaign.protect(market, true, how, seed=1)
    (entry,) = reopened(campaign).entries
    assert (entry["made_by"]["candidates"], entry["made_by"]["prior"]) == ("given", "given")
    kept = reopened(campaign).procedure
    assert kept.settings == how.settings
    again = reopened(campaign).protect(market, true, kept, again=True, seed=2)
    assert again.holds


def test_the_strictest_of_what_was_promised_stays_promised(new: New) -> None:
    campaign, market = new(), city()
    true, ledger = cell(market, "a", "p"), campaign._ledger
    ledger.add_post(market, publish(greedy(), market, true, 1), None)
    assert ledger.promises.secrets(market.space) is None
    for how in (seal("1/2", hide="x=3/4,y"), seal("2/5", hide="y=3/5", within=2), seal("3/5")):
        ledger.add_post(market, publish(how, market, true, 1), None)
    promised = Campaign(campaign._vault.path, SECRET, _cost=CHEAP).promises.secrets(market.space)
    assert promised is not None
    assert (promised.limit, promised.within) == (Fraction(2, 5), 2)
    assert promised.hidden == {"x": Fraction(3, 4), "y": Fraction(1, 2)}
    elsewhere = Space((CITY.dimensions[1],))
    assert list(ledger.promises.secrets(elsewhere).hidden) == ["y"]  # type: ignore[union-attr]


def test_what_is_given_up_binds_no_more_and_is_reported_all_the_same(new: New) -> None:
    campaign, market = new(), city()
    true, ledger = cell(market, "a", "p"), campaign._ledger
    ledger.add_post(market, publish(seal("2/5", hide="y=3/5"), market, true, 1), None)
    ledger.add_post(market, publish(seal("4/5"), market, true, 1), None, ["informed"])
    said = {"informed": Fraction(4, 5), "informed:y": Fraction(3, 5)}
    assert ledger.promises.limits == said
    assert ledger.first_promises.limits == {**said, "informed": Fraction(2, 5)}
    ledger.add_purchase(bought(market, ap=1), "optimal", given_up=["informed:y"])
    assert "informed:y" not in ledger.promises.limits
    assert "informed:y" in ledger.first_promises.limits


def test_lists_among_several_priors_are_kept_too(new: New) -> None:
    market, listed = city(), [{"intent": {"x": [x], "y": ["p"]}, "weight": 1} for x in "abc"]
    how = seal(candidates=Given.of(listed), prior=("uniform", Given.of(listed)))
    campaign = new()
    result = publish(seal(candidates=Given.of(listed)), market, cell(market, "a", "p"), 1)
    campaign._ledger.add_post(market, replace(result, procedure=how), None)
    (entry,) = reopened(campaign).entries
    assert entry["lists"] == {"candidates": listed, "prior": ["uniform", listed]}
    assert reopened(campaign).procedure.settings == how.settings
