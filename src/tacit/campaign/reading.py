"""Reading what a ledger keeps in today's market.

The ledger keeps intents and cells by the names of their values, so that they can be read in a
market whose values have changed places, or that has more of them. Where they can't be read in
today's market, that is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.errors import CampaignError, IntentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacit.intents.intent import Intent
    from tacit.market.market import Market


def read_intent(market: Market, told: Any) -> Intent:
    """Read an intent that the ledger keeps in today's market."""
    try:
        return market.as_intent(told)
    except IntentError:
        raise CampaignError(
            "the market no longer has the dimensions or values that this campaign was about, so "
            "what was published before can't be read in it."
        ) from None


def read_cell(market: Market, told: Mapping[str, Any]) -> tuple[int, ...]:
    """The codes of a bought cell that the ledger keeps."""
    found = read_intent(market, {name: [value] for name, value in told.items()})
    if found.size != 1:
        raise CampaignError(
            "the market has other dimensions than when something was bought, so what was bought "
            "can't be read in it."
        )
    return tuple(one[0] for one in found.hull.codes)
