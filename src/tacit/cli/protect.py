"""`tacit protect`: find what to publish."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from tacit.cli._options import (
    ALL_ATTACKERS,
    Against,
    Cost,
    Count,
    Data,
    Dimensions,
    Json,
    Limit,
    Missing,
    Text,
    Want,
    open_market,
    read_want,
    table_options,
)
from tacit.cli._terminal import busy, keep_apart, show, show_json, speaks_plainly, tell, write_new

_OPTIMAL = "With --method optimal"


@speaks_plainly
def protect(
    data: Data,
    want: Want,
    against: Against = ALL_ATTACKERS,
    limit: Limit = "0.3",
    method: Annotated[
        str,
        typer.Option(metavar="greedy|optimal", help="The paper's method, or the best with proof."),
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
            rich_help_panel=_OPTIMAL,
            show_default=False,
        ),
    ] = None,
    always: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="JSON with values that must be published.",
            rich_help_panel=_OPTIMAL,
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(help="How long to search at most.", rich_help_panel=_OPTIMAL),
    ] = 10.0,
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
    from tacit.errors import UnreachableLimit
    from tacit.publish import protect as protect_intent

    keep_apart((data, want, never, always), (out, report))
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    true = read_want(market, want)
    try:
        with busy("widening the intent"):
            result = protect_intent(
                market,
                true,
                against=against,
                limit=limit,
                method=method,
                alpha=alpha,
                objective=objective,
                contiguous=not free,
                never=_pins(never),
                always=_pins(always),
                seconds=seconds,
            )
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
    from tacit.wants import read_text

    if path is None:
        return {}
    try:
        found = json.loads(read_text(path, "values"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise IntentError('values to pin are written as JSON, such as {"race": ["..."]}.')
    return found
