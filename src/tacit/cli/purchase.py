"""`tacit purchase`: find what to buy."""

from __future__ import annotations

from typing import Any

import typer

from tacit._defaults import ALLOCATION, METHOD, ODDS, SUPPLY
from tacit.cli import _options as opt
from tacit.cli._campaign import CampaignFile, Loosen, loosened, open_campaign
from tacit.cli._passphrase import PassphraseFile
from tacit.cli._purchase import (
    Asked,
    Written,
    chosen,
    held_of,
    post_to_buy_within,
    refuse_lonely,
    show_order,
)
from tacit.cli._settings import Said, takes_settings
from tacit.cli._table import open_market, takes_table
from tacit.cli._terminal import keep_apart, only_one_input, speaks_plainly
from tacit.cli._want import tell_about, wanted


@speaks_plainly
@takes_settings("alpha", "effort", panel="What is published", left_open=("effort",))
@takes_table
def purchase(
    context: typer.Context,
    data: opt.Data,
    want: opt.Want = None,
    buy: opt.Buy = None,
    need: opt.Need = None,
    budget: opt.Budget = None,
    odds: opt.Odds = ODDS,
    published: opt.Published = None,
    method: opt.PostMethod = METHOD,
    against: opt.BuyAgainst = None,
    limit: opt.AuditLimit = None,
    allocate: opt.Allocate = ALLOCATION,
    design: opt.Design = None,
    objective: opt.BuyObjective = "records",
    supply: opt.Supply = SUPPLY,
    only_over: opt.OnlyOver = False,
    seed: opt.BuySeed = None,
    fresh: opt.Fresh = False,
    campaign: CampaignFile = None,
    loosen: Loosen = None,
    passphrase_file: PassphraseFile = None,
    out: opt.OutPlan = None,
    letter: opt.OutLetter = None,
    sql: opt.OutSql = None,
    dialect: opt.Dialect = "duckdb",
    table_name: opt.TableName = None,
    row_id: opt.RowId = None,
    as_json: opt.Json = False,
    *,
    settings: Said,
    table: dict[str, Any],
) -> None:
    """Find what to buy, so that the purchase tells nothing that the post did not.

    Records are drawn blindly, by a design that does not look at what is wanted. Exit code 1 means that
    no purchase does what was asked, that this one tells too much, or does not pass its test.
    """
    refuse_lonely(context)
    only_one_input(want, published, passphrase_file)
    keep_apart((data, want, published, campaign, passphrase_file), (out, sql, letter))
    posts, observer = held_of(against, limit, supply, only_over)
    asked = Asked(
        question={"buy": buy, "need": need, "budget": budget, "odds": odds, "objective": objective},
        limit=limit,
        allocate=allocate,
        design=design,
        observer=observer,
        seed=seed,
        fresh=fresh,
        source=data,
        loosen=loosened(loosen),
    )
    market = open_market(data, table)
    ledger = open_campaign(campaign, passphrase_file)
    true = wanted(market, want, ledger)
    tell_about(market, true)
    shown = post_to_buy_within(
        market, true, ledger, published, posts, limit, method, settings.values
    )
    written = Written(out, letter, sql, dialect, table_name, row_id, seed, ledger)
    order = chosen(market, true, shown, ledger, asked, written, as_json)
    show_order(order, as_json, out, letter, sql)
    if not order.keeps_promise or not order.meets_need:
        raise typer.Exit(1)
