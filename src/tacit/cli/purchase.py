"""`tacit purchase`: find what to buy."""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING, Any

import typer

from tacit._defaults import ALLOCATION, LIMIT, METHOD, SUPPLY
from tacit._exact import exact
from tacit.cli import _options as opt
from tacit.cli._campaign import CampaignFile, open_campaign
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._purchase import (
    held_of,
    post_to_buy_within,
    refuse_lonely,
    show_order,
    warn_if_tuned,
    write_order,
)
from tacit.cli._settings import Said, takes_settings
from tacit.cli._table import open_market, takes_table
from tacit.cli._terminal import (
    busy,
    keep_apart,
    only_one_input,
    show_json,
    speaks_plainly,
    tell,
    tell_written,
)
from tacit.cli._want import tell_about, wanted

if TYPE_CHECKING:
    pass


@speaks_plainly
@takes_settings("alpha", panel="What is published")
@takes_table
def purchase(
    context: typer.Context,
    data: opt.Data,
    want: opt.Want = None,
    buy: opt.Buy = None,
    need: opt.Need = None,
    budget: opt.Budget = None,
    published: opt.Published = None,
    method: opt.PostMethod = METHOD,
    against: opt.BuyAgainst = None,
    limit: opt.Limit = LIMIT,
    allocate: opt.Allocate = ALLOCATION,
    objective: opt.BuyObjective = "records",
    supply: opt.Supply = SUPPLY,
    only_over: opt.OnlyOver = False,
    seed: opt.BuySeed = None,
    campaign: CampaignFile = None,
    passphrase_file: PassphraseFile = None,
    out: opt.OutPlan = None,
    sql: opt.OutSql = None,
    as_json: opt.Json = False,
    *,
    settings: Said,
    table: dict[str, Any],
) -> None:
    """Find how many records to buy of each cell, so that the purchase gives nothing away.

    Exit code 1 means that no purchase, or not this one, keeps the limit.
    """
    from tacit.errors import UnreachablePurchase
    from tacit.purchasing.purchase import purchase as choose

    refuse_lonely(context, published, need, campaign)
    only_one_input(want, published, passphrase_file)
    keep_apart((data, want, published, campaign, passphrase_file), (out, sql))
    posts, observer = held_of(against, limit, supply, only_over)
    market = open_market(data, table)
    ledger = open_campaign(campaign, passphrase_file)
    true = wanted(market, want, ledger)
    tell_about(market, true)
    shown = post_to_buy_within(
        market, true, ledger, published, posts, limit, method, settings.values
    )
    warn_if_tuned(published, method, allocate)
    try:
        with busy("choosing what to buy") as progress:
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
                progress=progress,
            )
    except UnreachablePurchase as error:
        if as_json:
            asked = {"method": allocate, "limit": float(exact(limit)), "plan": None}
            show_json({**asked, **error.to_json()})
        raise
    if ledger is not None:
        ledger.bought(order.purchase, allocate)
    write_order(order, out, sql)
    show_order(order, as_json)
    tell_written(out, sql)
    if not order.holds:
        tell("the observer's test is above the limit; see what the method promises")
        raise typer.Exit(0 if order.keeps_promise else 1)
