"""Opening a campaign file for a verb."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit._names import names_in
from tacit.cli._options import OVER_TIME
from tacit.cli._passphrase import known_passphrase, new_passphrase
from tacit.cli._terminal import busy, show, show_json, tell

if TYPE_CHECKING:
    from tacit.campaign.campaign import Campaign
    from tacit.market.market import Market

CampaignFile = Annotated[
    str | None,
    typer.Option(
        "--campaign",
        metavar="FILE",
        help="The campaign this belongs to: a file, sealed with a passphrase, that keeps what was "
        "published and bought.",
        rich_help_panel=OVER_TIME,
        show_default=False,
    ),
]


Loosen = Annotated[
    str | None,
    typer.Option(
        "--loosen",
        metavar="NAME,...",
        help="Give up for good what the campaign has promised about these attackers; without it, the "
        "strictest limit so far binds.",
        rich_help_panel=OVER_TIME,
        show_default=False,
    ),
]


def loosened(loosen: str | None) -> tuple[str, ...]:
    """The names of those whose limits are given up."""
    parts = (part.partition(":") for part in names_in(loosen or ""))
    return tuple(dict.fromkeys(f"{who.lower()}{mark}{what}" for who, mark, what in parts))


def open_campaign(
    path: str | None, passphrase_file: str | None, *, start: bool = False
) -> Campaign | None:
    """Open a campaign file, or make one if there is none and `start` allows it."""
    if path is None:
        return None
    from tacit.campaign.campaign import Campaign
    from tacit.errors import CampaignError

    there = Path(path).exists()
    if not there and not start:
        raise CampaignError(
            f"there is no campaign file {path}. tacit protect with --campaign {shlex.quote(path)} makes one."
        )
    new = not there
    passphrase = new_passphrase(passphrase_file) if new else known_passphrase(passphrase_file)
    with busy("opening the campaign"):
        found = Campaign.start(path, passphrase) if new else Campaign(path, passphrase)
    if new:
        tell("made a new campaign file; without its passphrase nobody can read it, nor can you")
    if found.warning:
        tell(found.warning)
    return found


def show_audit(market: Market, campaign: Campaign, limit: str | None, as_json: bool) -> None:
    """Show what attackers make of everything in a campaign; exit code 1 if that is too much.

    They are judged by the strictest limits that the campaign ever promised, or all by one that is given.
    """
    from tacit.campaign.promises import said

    with busy("asking every attacker") as progress:
        found = campaign.audit(market, limit, progress)
    if found.standing.changed:
        tell("the market is not what it was when this was published")
    laxer = {} if limit is None else campaign.promises.laxer_at(found.limit)
    if laxer:
        tell(f"this is about the limit you gave; the campaign has promised {said(laxer)}")
    if as_json:
        show_json(found.to_json())
    else:
        from tacit.report.purchases import campaign_audit_view

        show(campaign_audit_view(found))
    if not found.holds:
        raise typer.Exit(1)
