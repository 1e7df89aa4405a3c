"""`tacit protect`: find what to publish."""

from __future__ import annotations

import json
from typing import Annotated

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
from tacit.cli._terminal import busy, show, show_json, speaks_plainly, tell, write_new


@speaks_plainly
def protect(
    data: Data,
    want: Want,
    against: Against = ALL_ATTACKERS,
    limit: Limit = "0.3",
    method: Annotated[str, typer.Option(metavar="NAME", help="How to choose: greedy.")] = "greedy",
    alpha: Annotated[
        str,
        typer.Option(
            metavar="SHARE", help="For greedy: the weight of saving cost against gaining cover."
        ),
    ] = "0.5",
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

    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    true = read_want(market, want)
    try:
        with busy("widening the intent"):
            result = protect_intent(
                market, true, against=against, limit=limit, method=method, alpha=alpha
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
