"""Opening a campaign file for a verb."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli._options import read_want
from tacit.cli._passphrase import known_passphrase, new_passphrase
from tacit.cli._terminal import busy, show, show_json, tell

if TYPE_CHECKING:
    from tacit.campaign.campaign import Campaign
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

PANEL = "Over time"
CampaignFile = Annotated[
    str | None,
    typer.Option(
        "--campaign",
        metavar="FILE",
        help="The campaign this belongs to: a file, sealed with a passphrase, that keeps what was "
        "published and bought.",
        rich_help_panel=PANEL,
        show_default=False,
    ),
]


def open_campaign(
    path: str | None, passphrase_file: str | None, *, start: bool = False
) -> Campaign | None:
    """Open a campaign file, or make one if there is none and `start` allows it."""
    if path is None:
        return None
    from tacit.campaign.campaign import Campaign

    new = start and not Path(path).exists()
    passphrase = new_passphrase(passphrase_file) if new else known_passphrase(passphrase_file)
    with busy("opening the campaign"):
        found = Campaign.start(path, passphrase) if new else Campaign(path, passphrase)
    if new:
        tell("made a new campaign file; without its passphrase nobody can read it, nor can you")
    if found.warning:
        tell(found.warning)
    return found


def wanted(market: Market, want: str | None, campaign: Campaign | None) -> Intent:
    """The true intent: from its file, or else the campaign's."""
    from tacit.errors import SettingError

    if want is not None:
        true = read_want(market, want)
        if campaign is not None:
            campaign.require_same(market, true)
        return true
    known = None if campaign is None else campaign.true(market)
    if known is None:
        raise SettingError("give the true intent with --want FILE.")
    return known


def last_published(market: Market, campaign: Campaign) -> Intent:
    """What a campaign has published, to buy within."""
    from tacit.errors import CampaignError

    found = campaign.published(market)
    if found is None:
        raise CampaignError(
            "nothing was published in this campaign yet. Publish first, with tacit protect and the "
            "same --campaign, or name what was published with --published."
        )
    return found


def show_standing(market: Market, campaign: Campaign, limit: str | None, as_json: bool) -> None:
    """Show what attackers know after everything in a campaign; exit code 1 if that is too much.

    They are judged by the limits of the last publication, or all by one that is given.
    """
    from tacit._exact import share
    from tacit.auditing.purchase import audit_purchase

    procedure = campaign.procedure
    if limit is not None:
        procedure = replace(procedure, limit=share("limit", limit), own={})
    ceiling = procedure.limit
    standing = campaign.standing(market, procedure)
    true = campaign.true(market)
    assert true is not None
    bought = campaign.bought_in_all(market)
    seen = None if bought is None else audit_purchase(true, bought, limit=ceiling)
    holds = standing.holds(ceiling) and (seen is None or seen.holds)
    if standing.changed:
        tell("the market is not what it was when this was published")
    if as_json:
        answer = standing.to_json(ceiling)
        answer["holds"] = holds
        show_json(answer if seen is None else {**answer, "purchase": seen.to_json()})
    else:
        from tacit.report.terminal import purchase_audit_view, standing_view

        show(standing_view(standing, ceiling), *([purchase_audit_view(seen)] if seen else []))
    if not holds:
        raise typer.Exit(1)
