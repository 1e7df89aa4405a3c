"""What is only assumed is not known."""

from __future__ import annotations

from tacit.intents.intent import Intent
from tacit.market.knowledge import Assumed
from tacit.market.market import Market
from tests.helpers.markets import line


def on(market: Market, *names: str) -> Intent:
    return market.intent({"x": list(names)})


def test_what_is_only_assumed_is_not_known() -> None:
    market = line([1, 1])
    known = Assumed("")
    assert known.share("records", on(market, "a"), on(market, "a", "b")) is None
    assert (known.counts, known.factor, known.to_json()["level"]) == (None, None, None)
