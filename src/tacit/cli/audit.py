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
from tacit.cli._terminal import busy, show, show_json, speaks_plainly, tell


@speaks_plainly
def audit(
    data: Data,
    want: Want,
    published: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The published intent, or what protect --json printed; without it the true intent "
            "is judged as if published.",
            show_default=False,
        ),
    ] = None,
    purchased: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What was bought, as purchase --json or --out wrote it; alone, only those who saw "
            "it are asked.",
            show_default=False,
        ),
    ] = None,
    against: Against = ALL_ATTACKERS,
    limit: Limit = "0.3",
    supply: Annotated[
        str,
        typer.Option(metavar="finite|endless", help="For purchase-f, as in purchase."),
    ] = "finite",
    only_over: Annotated[
        bool, typer.Option("--only-over", help="For purchase-f, as in purchase.")
    ] = False,
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
    from tacit.attackers.purchase_f import PurchaseF
    from tacit.auditing import audit as audit_intents
    from tacit.auditing import audit_purchase
    from tacit.errors import SettingError
    from tacit.market.purchase import read_purchase
    from tacit.wants import read_intent

    if [want, published, purchased].count("-") > 1:
        raise SettingError("only one file can be standard input.")
    posts, observers = _split(against, purchased is not None)
    if purchased is not None and published is None:
        posts = []
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    true = read_want(market, want)
    shown = None if published is None else read_intent(market.space, published)
    judged = audit_intents(market, true, shown, against=posts, limit=limit) if posts else None
    bought = None
    if purchased is not None:
        with busy("asking every observer"):
            plan = read_purchase(market, purchased)
            asked = [
                PurchaseF(supply=supply, only_over=only_over) if name == "purchase-f" else name
                for name in observers
            ]
            bought = audit_purchase(true, plan, against=asked, limit=limit)
    for note in judged.notes if judged else ():
        tell(note)
    if as_json:
        answer = judged.to_json() if judged else {}
        show_json({**answer, "purchase": bought.to_json()} if bought else answer)
    else:
        from tacit.report.terminal import audit_view, purchase_audit_view

        show(*([audit_view(judged)] if judged else []))
        show(*([purchase_audit_view(bought)] if bought else []))
    if any(view is not None and not view.holds for view in (judged, bought)):
        raise typer.Exit(1)


def _split(against: str, with_purchase: bool) -> tuple[list[str], list[str]]:
    """Those to ask about the post, and those to ask about the purchase."""
    from tacit.attackers import OBSERVERS, split_names
    from tacit.errors import SettingError

    posts, observers = split_names(against)
    if observers and not with_purchase:
        raise SettingError(f"{observers[0]} looks at purchases: give one with --purchased.")
    return posts, observers or list(OBSERVERS)
