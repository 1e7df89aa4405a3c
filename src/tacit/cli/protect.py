"""`tacit protect`: find what to publish."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from tacit.cli._campaign import PANEL, CampaignFile, open_campaign, wanted
from tacit.cli._options import (
    Against,
    Candidates,
    Cost,
    Count,
    Data,
    Dimensions,
    Json,
    Limit,
    Missing,
    Prior,
    Support,
    Text,
    Want,
    open_market,
    table_options,
    usual_candidates,
)
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._terminal import busy, keep_apart, show, show_json, speaks_plainly, tell, write_new

_OPTIMAL = "With --method optimal or sealed"
_SEALED = "With --method sealed"


@speaks_plainly
def protect(
    data: Data,
    want: Want = None,
    against: Against = None,
    limit: Limit = "0.3",
    method: Annotated[
        str,
        typer.Option(
            metavar="greedy|optimal|sealed",
            help="The paper's method, the best with proof, or one that holds even against someone "
            "who knows it.",
        ),
    ] = "greedy",
    alpha: Annotated[
        str,
        typer.Option(
            metavar="SHARE|auto",
            help="For greedy: the weight of saving cost against gaining cover; auto finds the best.",
        ),
    ] = "0.5",
    objective: Annotated[
        str,
        typer.Option(
            metavar="records|cost|cells", help="What to make small.", rich_help_panel=_OPTIMAL
        ),
    ] = "records",
    free: Annotated[
        bool,
        typer.Option("--free", help="Allow gaps on ordered dimensions.", rich_help_panel=_OPTIMAL),
    ] = False,
    never: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="JSON with values that must not be published.",
            show_default=False,
        ),
    ] = None,
    always: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="JSON with values that must be published.",
            show_default=False,
        ),
    ] = None,
    boxes: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Publish at most N boxes, where that is cheaper than one.",
            rich_help_panel=_OPTIMAL,
        ),
    ] = 1,
    seconds: Annotated[
        float,
        typer.Option(help="How long to search at most.", rich_help_panel=_OPTIMAL),
    ] = 10.0,
    candidates: Candidates = None,
    prior: Prior = "uniform",
    support: Support = None,
    bare: Annotated[
        bool,
        typer.Option(
            "--bare", help="Allow the true intent itself to be drawn.", rich_help_panel=_SEALED
        ),
    ] = False,
    effort: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="How many boxes to look at for a block: more cost time and save records.",
            rich_help_panel=_SEALED,
        ),
    ] = 20_000,
    seed: Annotated[
        int | None,
        typer.Option(
            help="What decides the draw; as secret as the true intent.",
            rich_help_panel=_SEALED,
            show_default=False,
        ),
    ] = None,
    campaign: CampaignFile = None,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Publish something new, though what was published before still holds.",
            rich_help_panel=PANEL,
        ),
    ] = False,
    passphrase_file: PassphraseFile = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the published intent, as JSON to post.", show_default=False
        ),
    ] = None,
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write a private HTML report with pictures.", show_default=False
        ),
    ] = None,
    missing: Missing = None,
    cost: Cost = None,
    count: Count = None,
    text: Text = None,
    dimensions: Dimensions = None,
    as_json: Json = False,
) -> None:
    """Find a wider intent to publish that keeps every chosen attacker within the limit.

    Exit code 1 means that no published intent reaches the limit; the lowest one that can be reached
    is named.
    """
    from tacit.errors import CampaignRefused, SettingError, UnreachableLimit
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.protect import publish

    if want == "-" and passphrase_file == "-":
        raise SettingError("only one file can be standard input.")
    keep_apart((data, want, never, always, campaign, passphrase_file), (out, report))
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    ledger = open_campaign(campaign, passphrase_file, start=True)
    true = wanted(market, want, ledger)
    try:
        with busy("widening the intent") as progress:
            procedure = Procedure.of(
                against=against,
                limit=limit,
                method=method,
                alpha=alpha,
                objective=objective,
                contiguous=not free,
                never=_pins(never),
                always=_pins(always),
                boxes=boxes,
                candidates=candidates or usual_candidates(true),
                prior=prior,
                support=support or "nonempty",
                bare=bare,
                effort=effort,
                seconds=seconds,
                progress=progress,
            )
            if ledger is None:
                result = publish(procedure, market, true, seed)
            else:
                result = ledger.protect(market, true, procedure, again=again, seed=seed)
    except UnreachableLimit as error:
        if as_json:
            show_json(
                {
                    "method": method,
                    "limit": float(error.limit),
                    "published": None,
                    "attacker": error.attacker,
                    "lowest_limit": float(error.lowest),
                }
            )
        raise
    except CampaignRefused as error:
        if as_json:
            show_json({"method": method, "limit": limit, "published": None, "why": str(error)})
        raise
    if out:
        write_new(out, json.dumps(result.published.to_json(), indent=2, ensure_ascii=False) + "\n")
    if report:
        from tacit.report.html import publication_page

        with busy("drawing the report"):
            page = publication_page(result)
        write_new(report, page, private=True)
    for note in result.notes:
        tell(note)
    if as_json:
        show_json(result.to_json())
        return
    from tacit.report.terminal import publication_view

    show(publication_view(result))
    for path in filter(None, (out, report)):
        tell(f"wrote {path}")


def _pins(path: str | None) -> dict[str, Any]:
    """Values per dimension, read from a file."""
    from tacit.errors import IntentError
    from tacit.intents.reading import read_text

    if path is None:
        return {}
    try:
        found = json.loads(read_text(path, "values"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise IntentError('values to pin are written as JSON, such as {"race": ["..."]}.')
    return found
