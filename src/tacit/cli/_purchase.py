"""What `tacit purchase` buys within, against whom, and what it writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT
from tacit._display import json_text
from tacit.cli._observers import observers_of
from tacit.cli._terminal import (
    busy,
    goes_with,
    not_with,
    put_in_place,
    show,
    show_json,
    tell,
    tell_written,
    write_text,
)

if TYPE_CHECKING:
    import typer

    from tacit.attackers.against import Against
    from tacit.auditing.asked import PublishedPost
    from tacit.campaign.campaign import Campaign
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.publication import Publication
    from tacit.purchasing.order import Order


_NOT_AGAIN = "the query of a second order has to leave out what was delivered before"
_WAYS_OUT = (
    "receive what came with --id COLUMN and name that column with --row-id, or send the letter "
    "(--letter)"
)


@dataclass(frozen=True)
class Asked:
    """The options of `tacit purchase`: what is asked, and how to choose."""

    question: dict[str, Any]
    limit: str | None
    allocate: str
    design: str | None
    observer: Against
    seed: int | None
    fresh: bool
    source: str
    loosen: tuple[str, ...]

    @property
    def options(self) -> dict[str, Any]:
        """The options as the Python API takes them."""
        return {
            **self.question,
            "limit": self.limit,
            "allocate": self.allocate,
            "design": self.design,
            "against": self.observer,
            "seed": self.seed,
        }


def refuse_lonely(context: typer.Context) -> None:
    """Refuse options without what they belong to."""
    given = context.params
    to_find = given["published"] is None and given["campaign"] is None
    goes_with(context, given["campaign"] is not None, "--campaign", "loosen", "passphrase_file")
    goes_with(context, to_find, "a post that is yet to be found", "method", "alpha")
    goes_with(context, given["campaign"] is None, "a post without a campaign", "effort")
    goes_with(context, given["need"] is not None, "--need", "objective")
    not_with(context, "fresh", "--campaign", given["campaign"] is not None)
    not_with(context, "fresh", "--seed", given["seed"] is not None)
    blind = given["allocate"] == "blend"
    goes_with(context, blind, "a blind draw (--allocate blend)", "odds", "fresh", "letter")
    goes_with(context, given["sql"] is not None, "--sql", "dialect", "table_name", "row_id")


def held_of(
    against: str | None, limit: str | None, supply: str, only_over: bool
) -> tuple[Against | None, Against]:
    """Those to hold by the post, None for the usual ones, and the one who saw the purchase."""
    from tacit._defaults import OBSERVER
    from tacit.attackers.against import Against
    from tacit.errors import SettingError

    ceiling = limit or LIMIT
    named = None if against is None else Against.of(against, ceiling)
    if named is not None and len(named.observers) > 1:
        raise SettingError("name one who saw the purchase: purchase, purchase-f or purchase-fc.")
    one = named if named is not None and named.observers else Against.of(OBSERVER, ceiling)
    observer = observers_of(one, ceiling, supply, only_over)
    if named is None or not (named.posts or named.informed):
        return None, observer
    return replace(named, observers=()), observer


def post_to_buy_within(
    market: Market,
    true: Intent,
    ledger: Campaign | None,
    published: str | None,
    posts: Against | None,
    limit: str | None,
    method: str,
    settings: dict[str, Any],
) -> PublishedPost | Publication | Intent:
    """What was published: read from a file, the campaign's last, or found as protect does."""
    from tacit.auditing.asked import read_post
    from tacit.auditing.protect import protect
    from tacit.publishing.notes import notes_on

    effort = settings.get("effort")
    given = None if published is None else read_post(market, published, effort=effort)
    if ledger is not None:
        return _of_campaign(market, ledger, None if given is None else given.published)
    if given is not None:
        if given.changed(market):
            tell("the market is not what it was when this was made")
        return given
    with busy("protecting") as progress:
        result = protect(
            market,
            true,
            against=posts,
            limit=limit or LIMIT,
            method=method,
            progress=progress,
            **settings,
        )
    for note in result.notes:
        if note not in notes_on(market, true):  # these were told before
            tell(note)
    return result


def chosen(
    market: Market,
    true: Intent,
    shown: PublishedPost | Publication | Intent,
    ledger: Campaign | None,
    asked: Asked,
    written: Written,
    as_json: bool,
) -> Order:
    """Choose what to buy and write its files; in a campaign, from what is left, and written down."""
    from tacit.attackers.against import one_observer
    from tacit.auditing.buy import purchase
    from tacit.errors import CampaignRefused, UnreachablePurchase

    told = getattr(shown, "made_by", None)
    try:
        with busy("choosing what to buy") as progress:
            if ledger is not None:
                order = ledger.purchase(
                    market,
                    shown,
                    source=asked.source,
                    loosen=asked.loosen,
                    ready=written.write,
                    progress=progress,
                    **asked.options,
                )
                put_in_place()  # the order stands from now on, even if this is stopped
                return order
            order = purchase(
                market,
                true,
                shown,
                made_by=told,
                fresh=asked.fresh,
                progress=progress,
                **asked.options,
            )
            written.write(order)
            return order
    except (UnreachablePurchase, CampaignRefused) as error:
        if as_json:
            limit = float(one_observer(asked.observer)[1])
            about = {"method": asked.allocate, "limit": limit, "plan": None}
            show_json({**about, **error.to_json()})
        raise


@dataclass(frozen=True)
class Written:
    """The files that an order is written to, and the campaign that it is made in, if any."""

    out: str | None
    letter: str | None
    sql: str | None
    dialect: str
    table: str | None
    row_id: str | None
    seed: int | None
    ledger: Campaign | None = None

    def write(self, order: Order) -> None:
        """Write what to buy as a plan, as a letter, as a query, or all of them."""
        if self.letter:
            write_text(self.letter, self._letter(order))
        if self.sql:
            write_text(self.sql, self._query(order))
        if self.out:
            write_text(self.out, json_text(order.to_plan()) + "\n")

    def _letter(self, order: Order) -> str:
        from tacit.errors import SettingError
        from tacit.export.sample_text import sample_text

        if order.design is None or order.cells is None:
            raise SettingError("only a blind order can be written as a letter.", "letter")
        drawn = (order.purchase.market, order.published, order.cells, order.design)
        return sample_text(*drawn, before=0 if order.earlier is None else order.earlier.size)

    def _query(self, order: Order) -> str:
        from secrets import randbits

        from tacit.export.sample_sql import sample_sql

        without = self._delivered(order)
        if order.design is None or order.cells is None:
            return order.purchase.to_sql(self.table, dialect=self.dialect)
        seed = self.seed
        if self.row_id is not None and seed is None:
            seed = randbits(63)
        return sample_sql(
            *(order.purchase.market, order.published, order.cells, order.design),
            table=self.table,
            dialect=self.dialect,
            seed=seed if self.row_id is not None else None,
            row_id=self.row_id,
            without=without,
        )

    def _delivered(self, order: Order) -> list[str]:
        """The ids of what was bought before, for the query to leave out."""
        from tacit.errors import CampaignError

        if order.earlier is None:
            return []
        if not order.blind:
            raise CampaignError(f"{_NOT_AGAIN}, which that of a tuned one can't. Send the plan.")
        ids = None
        if self.ledger is not None and self.row_id is not None:
            ids = self.ledger.delivered_ids(self.row_id)
        if ids is None:
            raise CampaignError(f"{_NOT_AGAIN}, by the ids of all that was ordered: {_WAYS_OUT}.")
        return ids


def _of_campaign(market: Market, ledger: Campaign, given: Intent | None) -> Intent:
    from tacit.errors import NothingPublished

    try:
        shown = ledger.to_buy_within(market, given)
        if ledger.has_changed(market):
            tell("the market is not what it was when this was published")
        return shown
    except NothingPublished:
        raise NothingPublished(
            "Publish first, with tacit protect and the same --campaign, or name what was published "
            "with --published."
        ) from None


def show_order(order: Order, as_json: bool, *written: str | None) -> None:
    """Show what to buy, with what everyone makes of it who sees it."""
    from tacit.report.purchases import order_view

    with busy("asking everyone"):
        answer: Any = order.to_json() if as_json else order_view(order)
    (show_json if as_json else show)(answer)
    tell_written(*written)
