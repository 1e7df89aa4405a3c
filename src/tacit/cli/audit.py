"""`tacit audit`: what every attacker would know."""

from __future__ import annotations

from typing import Any

import typer

from tacit._defaults import REPLAYS, SUPPLY
from tacit.cli import _options as opt
from tacit.cli._audit import Asked, show_audits, show_survey
from tacit.cli._campaign import CampaignFile, open_campaign, show_audit
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._settings import Said, takes_settings
from tacit.cli._table import open_market, takes_table
from tacit.cli._terminal import goes_with, only_one_input, speaks_plainly

BELIEF = ("candidates", "prior", "support", "within")


@speaks_plainly
@takes_settings(
    *("alpha", *BELIEF, "hide", "effort"),
    panel="Those who know the method",
    left_open=(*BELIEF, "effort"),  # where nothing is said, it is as the method or the post has it
)
@takes_table
def audit(
    context: typer.Context,
    data: opt.Data,
    want: opt.Want = None,
    published: opt.PublishedToAudit = None,
    purchased: opt.Purchased = None,
    limit: opt.AuditLimit = None,
    *,
    settings: Said,
    against: opt.AuditAgainst = None,
    supply: opt.Supply = SUPPLY,
    only_over: opt.OnlyOver = False,
    made_by: opt.MadeBy = None,
    made_for: opt.MadeFor = None,
    survey: opt.Survey = False,
    allocate: opt.AllocatedBy = None,
    buy: opt.SurveyBuy = None,
    runs: opt.Runs = REPLAYS,
    campaign: CampaignFile = None,
    passphrase_file: PassphraseFile = None,
    as_json: opt.Json = False,
    table: dict[str, Any],
) -> None:
    """Show what every attacker would know, with and without protection.

    Everyone is judged, asked about or not. Exit code 1 means that someone is above the limit, or not
    known to be within it.
    """
    _refuse_lonely(context, published, purchased, survey, made_by, allocate, campaign)
    only_one_input(want, published, purchased, passphrase_file)
    asked = Asked(
        want=want,
        published=published,
        purchased=purchased,
        survey=survey,
        against=against,
        limit=limit,
        supply=supply,
        only_over=only_over,
        made_by=made_by,
        made_for=made_for,
        allocate=allocate,
        buy=buy,
        runs=runs,
        settings=settings.values,
        as_json=as_json,
    )
    asked.check()
    ledger = open_campaign(campaign, passphrase_file)
    market = open_market(data, table)
    if ledger is not None and asked.is_about_campaign:
        show_audit(market, ledger, limit, as_json)
    elif survey:
        show_survey(market, asked, ledger)
    else:
        show_audits(market, asked, ledger)


def _refuse_lonely(
    context: typer.Context,
    published: str | None,
    purchased: str | None,
    survey: bool,
    made_by: str | None,
    allocate: str | None,
    campaign: str | None,
) -> None:
    """Refuse options without what they belong to."""
    goes_with(context, campaign is not None, "--campaign", "passphrase_file")
    goes_with(context, made_by is not None, "--made-by", "made_for", "alpha")
    post = published is not None or purchased is not None or survey
    goes_with(context, post, "--published, --purchased or --survey", "made_by", "effort")
    goes_with(context, purchased is not None or survey, "--purchased", "supply", "only_over")
    goes_with(context, allocate is not None, "--allocate", "runs")
