"""Results as tables for a terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tacit._display import amount, either_or, percent
from tacit.attackers.registry import what_sees
from tacit.informed.finding import in_words
from tacit.intents.box import ALL
from tacit.report.outsiders import OUTSIDERS, outsiders

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tacit.attackers.confidence import Confidence
    from tacit.auditing.audit import Audit
    from tacit.auditing.purchase import PurchaseAudit
    from tacit.campaign.audit import CampaignAudit
    from tacit.campaign.standing import Standing
    from tacit.candidates.secrets import GivenAway
    from tacit.informed.finding import Finding
    from tacit.informed.measure import Measured
    from tacit.informed.survey import Survey
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.headline import Headline
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication
    from tacit.purchasing.order import Order
    from tacit.tradeoff import TradeOff

MOST_VALUES = 8
MOST_CELLS = 15


def table(title: str, *columns: str, right: Iterable[str] = ()) -> Table:
    """A table in the house style; columns named in `right` hold numbers."""
    made = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False
    )
    numbers = set(right)
    for column in columns:
        made.add_column(escape(column), justify="right" if column in numbers else "left")
    return made


def market_view(market: Market) -> RenderableType:
    """What a market holds."""
    total = market.total
    facts = Text.assemble(
        (f"{market.name}", "bold"),
        f"  {total.records:,} records in {market.filled:,} of {market.space.size:,} cells, ",
        f"worth {amount(market.money(total.spend))} ({market.priced_by})",
    )
    made = table("", "dimension", "kind", "values", "records by value", right=["values"])
    for dimension in market.space:
        counts = market.records_by_value(dimension.name)
        pairs = list(zip(dimension.values, counts, strict=True))
        shown = ", ".join(f"{escape(str(v))} [dim]{n:,}[/dim]" for v, n in pairs[:MOST_VALUES])
        more = (
            f" [dim]and {len(pairs) - MOST_VALUES} more[/dim]" if len(pairs) > MOST_VALUES else ""
        )
        made.add_row(escape(dimension.name), dimension.kind, str(len(pairs)), shown + more)
    return Group(facts, made)


def intent_view(title: str, intent: Intent) -> RenderableType:
    """An intent, box by box and dimension by dimension. Only for intents that may be seen."""
    many = len(intent.boxes) > 1
    made = table(title, *(["", "dimension", "values"] if many else ["dimension", "values"]))
    for i, box in enumerate(intent.boxes):
        for j, (name, values) in enumerate(box.values().items()):
            some = escape(", ".join(map(str, values)))
            listed = f"[dim]{ALL}[/dim]" if box.is_all(name) else some
            which = [either_or(i) if not j else ""] if many else []
            made.add_row(*which, escape(name), listed)
    return made


def headline_view(headline: Headline) -> RenderableType:
    """How sure the best-informed reader is, beside the limit and the wanted share: first of all."""
    style = "bold green" if headline.holds else "bold red"
    known = "NOT within the limit" if headline.known else "NOT KNOWN to be within the limit"
    verdict = "within the limit" if headline.holds else known
    return Group(
        Text.assemble((f"{headline.sentence}.", style)),
        Text(f"{headline.allowed}: {verdict}. {percent(headline.wanted)} of the post is wanted."),
        "",
    )


def readers_view(
    title: str, bare: Sequence[Confidence], now: Sequence[Confidence] | None, limit: Fraction
) -> RenderableType:
    """How sure each attacker is, without protection and with it; plain words before code names."""
    columns = ["sees", "posted as it is", *(["now"] if now else []), f"within {percent(limit)}", ""]
    made = table(title, *columns, right=["posted as it is", "now"])
    for i, before in enumerate(bare):
        judged = now[i] if now else before
        shown = [sureness(judged)] if now else []
        made.add_row(
            *(what_sees(before.attacker), sureness(before), *shown, _within(judged, limit)),
            f"[dim]{escape(before.attacker)}[/dim]",
        )
    return made


def _within(confidence: Confidence, limit: Fraction) -> str:
    """Whether someone is within the limit, with a limit of its own where that is another."""
    holds = "[green]yes[/green]" if confidence.within(limit) else "[bold red]no[/bold red]"
    own = confidence.limit
    return holds if own is None or own == limit else f"{holds} ({percent(own)})"


def sureness(confidence: Confidence) -> str:
    """A confidence, with its lower bound where there is one."""
    if not confidence.known:
        return "not known"
    if confidence.lower is None or confidence.lower == confidence.upper:
        return percent(confidence.upper)
    return f"{percent(confidence.lower)} to {percent(confidence.upper)}"


def price_view(market: Market, wanted: Mass, published: Mass) -> RenderableType:
    """What is wanted beside what is published."""
    made = table(
        "What it costs", "", "records", "cost", "cells", right=["records", "cost", "cells"]
    )
    for name, mass in (("wanted", wanted), ("published", published)):
        made.add_row(name, f"{mass.records:,}", amount(market.money(mass.spend)), f"{mass.cells:,}")
    shares = (
        Fraction(a, b) if b else Fraction(0)
        for a, b in (
            (wanted.records, published.records),
            (wanted.spend, published.spend),
            (wanted.cells, published.cells),
        )
    )
    made.add_row("[dim]share wanted[/dim]", *(f"[dim]{percent(share)}[/dim]" for share in shares))
    return made


def publication_view(result: Publication) -> RenderableType:
    """How sure the best-informed reader is, what to publish, what it costs, what others make of it."""
    sql = Padding(Text(result.published.to_sql(), overflow="fold"), (0, 0, 1, 2))
    added = f"{result.steps} value{'' if result.steps == 1 else 's'} added"
    worth = f"[dim]{result.method}, {added}. {result.worth}[/dim]"
    bare, now = outsiders(result.unprotected), outsiders(result.confidences)
    readers = [readers_view(OUTSIDERS, bare, now, result.limit)] if now else []
    return Group(
        headline_view(result.headline),
        intent_view("Publish this", result.published),
        Text("As a condition", style="bold"),
        sql,
        price_view(result.market, result.true_mass, result.mass),
        *readers,
        worth,
    )


def observers_view(observers: Sequence[Confidence], limit: Fraction) -> RenderableType:
    """How sure those are who saw the purchase."""
    made = table(
        "How sure those are who saw the purchase",
        *("observer", "sees", "sure", f"within {percent(limit)}"),
        right=["sure"],
    )
    for one in observers:
        holds = _within(one, limit)
        sure = percent(one.upper)
        if one.estimate is not None:
            sure = f"{percent(one.estimate)} (at most {percent(one.upper)})"
        made.add_row(one.attacker, what_sees(one.attacker), sure, holds)
    return made


def order_view(order: Order) -> RenderableType:
    """What to buy, what it costs and what it gives away."""
    plan = sorted(order.purchase.to_plan(), key=lambda line: -int(line["count"]))
    names = order.purchase.market.space.names
    made = table("Buy this", *names, "records", right=["records"])
    for line in plan[:MOST_CELLS]:
        made.add_row(*(escape(str(line["cell"][name])) for name in names), f"{line['count']:,}")
    if len(plan) > MOST_CELLS:
        rest = sum(int(line["count"]) for line in plan[MOST_CELLS:])
        made.add_row(
            f"[dim]and {len(plan) - MOST_CELLS} more cells[/dim]",
            *[""] * (len(names) - 1),
            f"{rest:,}",
        )
    proven = "proven: no purchase does better" if order.proven else "not proven to be the best"
    summary = (
        f"{order.records:,} records for {amount(float(order.cost))}; [bold]{order.true_records:,}[/bold] "
        f"of them wanted ({percent(order.utility)}). A blind purchase of this size brings "
        f"{float(order.expected):.1f} on average. [dim]{order.method}, {proven}.[/dim]"
    )
    promise = f"[dim]What {order.method} promises: {order.promise}.[/dim]"
    warnings = [f"[yellow]Mind: {escape(words)}.[/yellow]" for words in order.warnings]
    observers = observers_view(order.observers, order.limit)
    return Group(made, summary, "", observers, promise, *warnings)


def purchase_audit_view(judged: PurchaseAudit) -> RenderableType:
    """What everyone who saw a purchase makes of it."""
    knows = judged.informed
    return Group(
        observers_view(judged.observers, judged.limit),
        f"{judged.true_records:,} of {judged.purchase.size:,} bought records are wanted. "
        f"{judged.blindness.verdict.capitalize()}.",
        *([] if knows is None else [Text(f"Replayed: {knows.sentence}.")]),
    )


def frontier_view(found: TradeOff) -> RenderableType:
    """What each limit costs."""
    parts = []
    for name, points in found.curves.items():
        made = table(
            f"What each limit costs: {name}",
            *("limit", "records", "cost", "cells", "proof"),
            right=["limit", "records", "cost", "cells"],
        )
        for point in points:
            mass, cost = point.mass, amount(found.market.money(point.mass.spend))
            made.add_row(
                percent(point.limit, 2), f"{mass.records:,}", cost, f"{mass.cells:,}", point.status
            )
        parts.append(made)
    how = "every jump is listed" if found.complete else "not every jump is listed (--points)"
    return Group(*parts, f"[dim]Each line is the cheapest by {found.objective}; {how}.[/dim]")


def audit_view(judged: Audit) -> RenderableType:
    """What every attacker would know, and the verdict on all of them last."""
    now = None if judged.published is None else outsiders(judged.protected)
    parts: list[RenderableType] = [headline_view(judged.headline)]
    parts += [readers_view(OUTSIDERS, outsiders(judged.unprotected), now, judged.limit)]
    if judged.published is not None:
        parts.append(price_view(judged.market, judged.true_mass, judged.mass))
    if judged.finding is not None:
        parts += finding_view(judged.finding)
    if judged.made_by is not None:
        parts.append(
            Text(f"How it was made: {judged.made_by.method.name} ({judged.known_by}).", style="dim")
        )
    style = "green" if judged.holds else "bold red"
    return Group(*parts, Text(judged.verdict, style=style))


def finding_view(found: Finding) -> list[RenderableType]:
    """What someone who knows the method finds in a post: what it gives away, and how far limits hold."""
    margin = in_words(found.margin)
    words = Text(f"Replayed: {found.sentence}. {margin[0].upper()}{margin[1:]}.")
    return [*gives_away_view(found.gives_away), words]


def gives_away_view(told: Sequence[GivenAway]) -> list[RenderableType]:
    """What a post tells of each dimension; those of which it tells nothing share a line."""
    columns = ("dimension", "surest value", "before", "after", "limit")
    made = table("What the post gives away", *columns, right=["before", "after", "limit"])
    same = [one.dimension for one in told if not one.rise and one.limit is None]
    for one in told:
        if one.dimension in same:
            continue
        value = "-" if one.value is None else str(one.value)
        sure = (percent(one.before), percent(one.after), percent(one.limit))
        made.add_row(escape(one.dimension), escape(value), *sure)
    rest = Text(f"Nothing is told of: {', '.join(same)}.", style="dim")
    return [*([made] if made.row_count else []), *([rest] if same else [])]


def survey_view(found: Survey, how: Procedure) -> RenderableType:
    """What someone who knows the method makes of everything that could have been published."""
    names = ", ".join(attacker.name for attacker in how.against.posts) or "informed"
    made = table(f"Replaying {how.method.name} (against {names})", "", "true intents", "share")
    made.columns[1].justify = made.columns[2].justify = "right"
    kept, limit = ("record", percent(found.limit))
    if found.hidden:
        kept, limit = "record or hidden value", "its limit"
    for what, count in (
        ("tried", found.candidates),
        (f"a wanted {kept} above {limit}", found.exceed),
        (f"any {kept} above {limit}", found.exceed_any),
        ("identified outright", found.alone),
        ("refused: the limit can't be reached", found.refused),
    ):
        made.add_row(what, f"{count:,}", percent(Fraction(count, found.candidates)))
    return Group(made, Text(f"{found.sentence}."), *_secrets_surveyed(found))


def _secrets_surveyed(found: Survey) -> list[Text]:
    """What a survey found of hidden dimensions, and for which beliefs the limits hold."""
    lines = [
        f"a wanted value of {one.dimension}: {percent(one.worst)} sure at worst, "
        f"{percent(one.limit)} is allowed"
        for one in found.hidden
    ]
    lines += [f"each by the surest of {found.beliefs} beliefs"] if found.beliefs > 1 else []
    lines.append(in_words(found.margin))
    return [Text(f"{line[0].upper()}{line[1:]}.") for line in lines]


def standing_view(standing: Standing, limit: Fraction) -> RenderableType:
    """What attackers know after everything published in a campaign."""
    posts = "1 post" if standing.posts == 1 else f"{standing.posts} posts"
    made = table(f"After {posts}", "attacker", "sees", "sure", f"within {percent(limit)}")
    made.columns[2].justify = "right"
    for one in standing.confidences:
        made.add_row(one.attacker, what_sees(one.attacker), sureness(one), _within(one, limit))
    return Group(made, Text(f"Replayed: {standing.sentence}."))


def campaign_audit_view(found: CampaignAudit) -> RenderableType:
    """What attackers make of everything published and bought in a campaign."""
    posts = standing_view(found.standing, found.limit)
    seen = found.purchases
    return posts if seen is None else Group(posts, purchase_audit_view(seen))


def ledger_view(entries: Sequence[Mapping[str, Any]]) -> RenderableType:
    """What was published and bought in a campaign."""
    made = table("What was published and bought", "when", "what", "how", "records")
    made.columns[3].justify = "right"
    for entry in entries:
        how = entry["method"] or entry["allocate"]
        made.add_row(entry["when"], entry["kind"], how, f"{entry['records']:,}")
    return made if entries else Text("Nothing was published or bought in this campaign yet.")


def purchases_view(found: Sequence[Measured]) -> RenderableType:
    """What purchases add for someone who knows how they are chosen, method by method."""
    columns = ("before", "after", "the purchase adds", "guess before", "guess after")
    one = found[0]
    title = f"Buying {one.size:,} records for each of {one.candidates:,} candidates"
    made = table(title, "method", *columns, right=columns)
    for each in found:
        added = str(each.gain) + (" *" if each.known == 0 and not each.exact else "")
        before, guess = percent(each.before), percent(each.guess_before)
        made.add_row(each.method, before, percent(each.after.value), added, guess, str(each.guess))
    notes = [
        "Before and after: how sure someone who knows the method is of the most exposed wanted "
        "record, on average; guess: how often their best guess is the true intent. In brackets a "
        "99% interval, where purchases were drawn; an estimate from below."
    ]
    if any(each.known == 0 and not each.exact for each in found):
        notes.append("* Known to be 0: the draw does not look at the true intent.")
    for each in found:
        if each.refused:
            notes.append(f"{each.method} makes no such purchase for {each.refused:,} candidates.")
    return Group(made, *(Text(note, style="dim") for note in notes))
