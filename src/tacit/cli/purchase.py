"""`tacit purchase`: find what to buy."""

from __future__ import annotations

import json
from secrets import randbits
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli._campaign import CampaignFile, last_published, open_campaign, wanted
from tacit.cli._options import (
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
    table_options,
    usual_candidates,
)
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._terminal import busy, keep_apart, show, show_json, speaks_plainly, tell, write_new

if TYPE_CHECKING:
    from tacit.attackers.observer import Observer
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

_QUESTION = "One question"
_POST = "What is published"


@speaks_plainly
def purchase(
    data: Data,
    want: Want = None,
    buy: Annotated[
        int | None,
        typer.Option(
            metavar="Q",
            help="Buy Q records: the most wanted ones among them.",
            rich_help_panel=_QUESTION,
            show_default=False,
        ),
    ] = None,
    need: Annotated[
        int | None,
        typer.Option(
            metavar="M",
            help="Get M wanted records: the smallest purchase that holds them.",
            rich_help_panel=_QUESTION,
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="C",
            help="Spend at most C: the most wanted records for it.",
            rich_help_panel=_QUESTION,
            show_default=False,
        ),
    ] = None,
    published: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The published intent; without it one is found as protect does.",
            rich_help_panel=_POST,
            show_default=False,
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="greedy|optimal|sealed", help="How to publish.", rich_help_panel=_POST
        ),
    ] = "greedy",
    alpha: Annotated[
        str, typer.Option(metavar="SHARE", help="For greedy.", rich_help_panel=_POST)
    ] = "0.5",
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="One who saw the purchase (purchase, purchase-f, purchase-fc), and those who saw "
            "the post, if it is yet to be found. By default purchase-f and all that fit.",
            show_default=False,
        ),
    ] = None,
    limit: Limit = "0.3",
    allocate: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="How to choose: optimal, blend, mc, mcmc, g-mcmc, genetic."
        ),
    ] = "optimal",
    objective: Annotated[
        str, typer.Option(metavar="records|cost", help="With --need: the smallest or the cheapest.")
    ] = "records",
    supply: Annotated[
        str,
        typer.Option(metavar="finite|endless", help="Whether blind draws use the stock up."),
    ] = "finite",
    only_over: Annotated[
        bool, typer.Option("--only-over", help="Test only cells bought more than their share.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Where chance starts; whoever knows it can replay a drawn purchase.",
            show_default=False,
        ),
    ] = None,
    campaign: CampaignFile = None,
    passphrase_file: PassphraseFile = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the plan as JSON.", show_default=False),
    ] = None,
    sql: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write a query that draws the purchase.", show_default=False
        ),
    ] = None,
    missing: Missing = None,
    cost: Cost = None,
    count: Count = None,
    text: Text = None,
    dimensions: Dimensions = None,
    as_json: Json = False,
) -> None:
    """Find how many records to buy of each cell, so that the purchase gives nothing away.

    Exit code 1 means that no purchase, or not this one, keeps the limit.
    """
    from tacit._exact import exact
    from tacit.errors import SettingError, UnreachablePurchase
    from tacit.publishing.notes import notes_on
    from tacit.purchasing.purchase import purchase as choose

    if [want, published, passphrase_file].count("-") > 1:
        raise SettingError("only one file can be standard input.")
    keep_apart((data, want, published, campaign, passphrase_file), (out, sql))
    market = open_market(data, table_options(missing, cost, count, text, dimensions))
    ledger = open_campaign(campaign, passphrase_file)
    true = wanted(market, want, ledger)
    for note in notes_on(true, market.mass(true)):
        tell(note)
    posts, observer = _split(against, supply, only_over)
    if ledger is not None and published is None:
        shown = last_published(market, ledger)
    else:
        shown = _published(market, true, published, posts, limit, method, alpha)
    if ledger is not None:
        ledger.require_published(market, shown)
    if published is None and method == "sealed" and allocate != "blend":
        tell(
            "a purchase that is tuned tells more than a sealed post does; --allocate blend adds nothing"
        )
    try:
        with busy("choosing what to buy"):
            order = choose(
                market,
                true,
                shown,
                buy=buy,
                need=need,
                budget=budget,
                allocate=allocate,
                against=observer,
                limit=limit,
                objective=objective,
                seed=randbits(63) if seed is None else seed,
            )
    except UnreachablePurchase as error:
        if as_json:
            show_json(
                {"method": allocate, "limit": float(exact(limit)), "plan": None, "why": str(error)}
            )
        raise
    if ledger is not None:
        ledger.bought(order.purchase, allocate)
    if out:
        plan = json.dumps({"plan": order.purchase.to_plan()}, indent=2, ensure_ascii=False)
        write_new(out, plan + "\n")
    if sql:
        write_new(sql, order.purchase.to_sql(_table_name(market)))
    if as_json:
        with busy("asking every observer"):
            show_json(order.to_json())
    else:
        from tacit.report.terminal import order_view

        with busy("asking every observer"):
            view = order_view(order)
        show(view)
    for path in filter(None, (out, sql)):
        tell(f"wrote {path}")
    if not order.holds:
        tell("the observer's test is above the limit; see what the method promises")
        raise typer.Exit(0 if allocate == "blend" else 1)


def _split(against: str | None, supply: str, only_over: bool) -> tuple[list[str], Observer]:
    """Those who saw the post, and the one who saw the purchase."""
    from tacit.attackers.purchase_f import PurchaseF
    from tacit.attackers.registry import OBSERVERS, split_names
    from tacit.errors import SettingError

    posts, purchases = split_names(against) if against is not None else ([], [])
    if len(purchases) > 1:
        raise SettingError("name one who saw the purchase: purchase, purchase-f or purchase-fc.")
    name = purchases[0] if purchases else "purchase-f"
    if supply not in ("finite", "endless"):
        raise SettingError("--supply must be finite or endless.")
    if name == "purchase-f":
        return posts, PurchaseF(supply=supply, only_over=only_over)
    if supply != "finite" or only_over:
        raise SettingError("--supply and --only-over are about purchase-f.")
    return posts, OBSERVERS[name]


def _published(
    market: Market,
    true: Intent,
    published: str | None,
    posts: list[str],
    limit: str,
    method: str,
    alpha: str,
) -> Intent:
    from tacit.intents.reading import read_intent
    from tacit.publishing.protect import protect

    if published is not None:
        return read_intent(market.space, published)
    with busy("widening the intent"):
        return protect(
            market,
            true,
            against=posts or None,
            limit=limit,
            method=method,
            alpha=alpha,
            candidates=usual_candidates(true),
        ).published


def _table_name(market: Market) -> str:
    """What to call the table in a query: the name it had here, without its ending."""
    stem = market.name.split(".")[0]
    return '"' + stem.replace('"', '""') + '"'
