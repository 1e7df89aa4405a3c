"""The true intent that a verb is about: from its file, or the campaign's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.cli._terminal import tell

if TYPE_CHECKING:
    from tacit.campaign.campaign import Campaign
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


def wanted(market: Market, want: str | None, campaign: Campaign | None) -> Intent:
    """The true intent: from its file, or else the campaign's."""
    from tacit.errors import SettingError

    given = None if want is None else _read_want(market, want)
    true = given if campaign is None else campaign.wanted(market, given)
    if true is None:
        raise SettingError("give the true intent with --want FILE.")
    return true


def _read_want(market: Market, want: str) -> Intent:
    """Read the true intent, warning if others could read its file."""
    from tacit.intents.reading import read_intent, readable_by_others

    intent = read_intent(market.space, want).required()
    if readable_by_others(want):
        tell(
            "others on this machine can read the file with the true intent; chmod 600 would keep them out"
        )
    return intent


def tell_about(market: Market, true: Intent) -> None:
    """Tell what a buyer should know about the true intent."""
    from tacit.publishing.notes import notes_on

    for note in notes_on(market, true):
        tell(note)
