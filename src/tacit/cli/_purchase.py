"""What `tacit purchase` buys within, and against whom."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import typer

from tacit.cli._observers import observers_of
from tacit.cli._terminal import busy, goes_with, show, show_json, tell, write_text

if TYPE_CHECKING:
    from tacit.attackers.against import Against
    from tacit.campaign.campaign import Campaign
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.purchasing.order import Order

_TELLS_MORE = (
    "a purchase that is tuned tells more than a sealed post does; --allocate blend adds nothing"
)


def refuse_lonely(
    context: typer.Context, published: str | None, need: int | None, campaign: str | None
) -> None:
    """Refuse options without what they belong to."""
    to_find = published is None and campaign is None
    goes_with(context, campaign is not None, "--campaign", "passphrase_file")
    goes_with(context, to_find, "a post that is yet to be found", "method", "alpha")
    goes_with(context, need is not None, "--need", "objective")


def held_of(
    against: str | None, limit: str, supply: str, only_over: bool
) -> tuple[Against | None, Against]:
    """Those to hold by the post, None for the usual ones, and the one who saw the purchase."""
    from tacit._defaults import OBSERVER
    from tacit.attackers.against import Against
    from tacit.errors import SettingError

    named = None if against is None else Against.of(against, limit)
    if named is not None and len(named.observers) > 1:
        raise SettingError("name one who saw the purchase: purchase, purchase-f or purchase-fc.")
    one = named if named is not None and named.observers else Against.of(OBSERVER, limit)
    observer = observers_of(one, limit, supply, only_over)
    if named is None or not (named.posts or named.informed):
        return None, observer
    return replace(named, observers=()), observer


def post_to_buy_within(
    market: Market,
    true: Intent,
    ledger: Campaign | None,
    published: str | None,
    posts: Against | None,
    limit: str,
    method: str,
    settings: dict[str, Any],
) -> Intent:
    """What was published: read from a file, the campaign's last, or found as protect does."""
    from tacit.intents.reading import read_intent
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publish import publish

    given = None if published is None else read_intent(market.space, published)
    if ledger is not None:
        return _of_campaign(market, ledger, given)
    if given is not None:
        return given
    how = Procedure.of(against=posts, limit=limit, method=method, **settings)
    with busy("protecting") as progress:
        result = publish(how, market, true, progress=progress)
    for note in result.notes:
        tell(note)
    return result.published


def warn_if_tuned(published: str | None, method: str, allocate: str) -> None:
    """Warn about a purchase that undoes what a drawn post keeps."""
    from tacit.publishing.registry import METHODS

    draws = method in METHODS and METHODS[method].draws
    if published is None and draws and allocate != "blend":
        tell(_TELLS_MORE)


def write_order(order: Order, out: str | None, sql: str | None) -> None:
    """Write what to buy as a plan, as a query, or both."""
    if out:
        plan = json.dumps({"plan": order.purchase.to_plan()}, indent=2, ensure_ascii=False)
        write_text(out, plan + "\n")
    if sql:
        write_text(sql, order.purchase.to_sql())


def _of_campaign(market: Market, ledger: Campaign, given: Intent | None) -> Intent:
    from tacit.errors import NothingPublished

    try:
        return ledger.to_buy_within(market, given)
    except NothingPublished:
        raise NothingPublished(
            "Publish first, with tacit protect and the same --campaign, or name what was published "
            "with --published."
        ) from None


def show_order(order: Order, as_json: bool) -> None:
    """Show what to buy, with what everyone makes of it who sees it."""
    from tacit.report.terminal import order_view

    with busy("asking every observer"):
        answer: Any = order.to_json() if as_json else order_view(order)
    (show_json if as_json else show)(answer)
