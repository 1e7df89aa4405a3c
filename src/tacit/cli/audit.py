"""`tacit audit`: what every attacker would know."""

from __future__ import annotations

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
from tacit.cli._terminal import show, show_json, speaks_plainly, tell


@speaks_plainly
def audit(
    data: Data,
    want: Want,
    published: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The published intent, or what protect --json printed; without it the true intent is judged as if published.",
            show_default=False,
        ),
    ] = None,
    against: Against = ALL_ATTACKERS,
    limit: Limit = "0.3",
    missing: Missing = None,
    cost: Cost = None,
    count: Count = None,
    text: Text = None,
    dimensions: Dimensions = None,
    as_json: Json = False,
) -> None:
    """Show what every attacker would know, with and without protection.

    Exit code 1 means that some attacker is above the limit.
    """
    from tacit.auditing import audit as audit_intents
    from tacit.errors import SettingError
    from tacit.wants import read_intent

    if want == "-" and published == "-":
        raise SettingError("only one of --want and --published can be standard input.")
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    true = read_want(market, want)
    shown = None if published is None else read_intent(market.space, published)
    judged = audit_intents(market, true, shown, against=against, limit=limit)
    for note in judged.notes:
        tell(note)
    if as_json:
        show_json(judged.to_json())
    else:
        from tacit.report.terminal import audit_view

        show(audit_view(judged))
    if not judged.holds:
        raise typer.Exit(1)
