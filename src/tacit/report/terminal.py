"""Results as tables for a terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tacit._display import amount, either_or, how_many, percent, visible
from tacit.attackers.registry import what_sees
from tacit.informed.finding import in_words
from tacit.intents.box import ALL
from tacit.report.outsiders import OTHERS_NOT_KNOWN, OUTSIDERS, outsiders
from tacit.report.priced import priced_rows, priced_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tacit.attackers.confidence import Confidence
    from tacit.auditing.audit import Audit
    from tacit.campaign.standing import Standing
    from tacit.candidates.secrets import GivenAway
    from tacit.informed.finding import Finding
    from tacit.informed.measure import Measured
    from tacit.informed.survey import Survey
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.as_known import AsKnown
    from tacit.publishing.headline import Headline
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication
    from tacit.tradeoff import TradeOff

MOST_VALUES = 8


def table(title: str, *columns: str, right: Iterable[str] = ()) -> Table:
    """A table in the house style; columns named in `right` hold numbers."""
    made = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False
    )
    numbers = set(right)
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left")
    return made


def seen(value: object) -> str:
    """A name or value of a market, on one line of its cell."""
    return visible(str(value))


def dim(words: str) -> Text:
    """Words that matter less."""
    return Text(words, style="dim")


def market_view(market: Market) -> RenderableType:
    """What a market holds."""
    total = market.total
    facts = Text.assemble(
        (seen(market.name), "bold"),
        f"  {total.records:,} records in {market.filled:,} of {how_many(market.space.size)} cells, ",
        f"worth {market.price_of(total)} ({market.priced_by})",
    )
    charged = [Text(seen(market.terms.sentence))] if market.terms.sentence else []
    made = table("", "dimension", "kind", "values", "records by value", right=["values"])
    for dimension in market.space:
        counts = market.records_by_value(dimension.name)
        pairs = list(zip(dimension.values, counts, strict=True))
        some = [Text.assemble(seen(v), " ", dim(f"{n:,}")) for v, n in pairs[:MOST_VALUES]]
        shown = Text(", ").join(some)
        if len(pairs) > MOST_VALUES:
            shown.append_text(dim(f" and {len(pairs) - MOST_VALUES} more"))
        made.add_row(seen(dimension.name), dimension.kind, str(len(pairs)), shown)
    return Group(facts, *charged, made)


def intent_view(title: str, intent: Intent) -> RenderableType:
    """An intent, box by box and dimension by dimension. Only for intents that may be seen."""
    many = len(intent.boxes) > 1
    made = table(title, *(["", "dimension", "values"] if many else ["dimension", "values"]))
    for i, box in enumerate(intent.boxes):
        for j, (name, values) in enumerate(box.values().items()):
            listed = dim(ALL) if box.is_all(name) else seen(", ".join(map(str, values)))
            which = [either_or(i) if not j else ""] if many else []
            made.add_row(*which, seen(name), listed)
    return made


def headline_view(headline: Headline, *, others_hold: bool = True) -> RenderableType:
    """How sure the best-informed reader is, beside the limit and the wanted share: first of all."""
    style = "bold green" if headline.holds and others_hold else "bold red"
    known = "NOT within the limit" if headline.known else "NOT KNOWN to be within the limit"
    within = "within the limit" if others_hold else f"within the limit, {OTHERS_NOT_KNOWN}"
    verdict = within if headline.holds else known
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
        sure = [sureness(before), *([sureness(judged)] if now else [])]
        name = dim(before.attacker)
        made.add_row(what_sees(before.attacker), *sure, within(judged, limit), name)
    return made


def within(confidence: Confidence, limit: Fraction) -> Text:
    """Whether someone is within the limit, with a limit of its own where that is another."""
    holds = ("yes", "green") if confidence.within(limit) else ("no", "bold red")
    own = confidence.limit
    return Text.assemble(holds, "" if own is None or own == limit else f" ({percent(own)})")


def sureness(confidence: Confidence) -> str:
    """A confidence, with its lower bound where there is one."""
    return confidence.in_words


def price_view(
    market: Market, wanted: Mass, published: Mass, matching: Mass | None = None
) -> RenderableType:
    """What is wanted beside what is published; what matches first, where bins hold more than that."""
    columns = ("records", "cost", "cells")
    made = table(priced_title(market), "", *columns, right=columns)
    for name, mass, cells in priced_rows(wanted, published, matching):
        made.add_row(name, f"{mass.records:,}", seen(market.price_of(mass)), cells)
    counts = wanted if matching is None else matching
    shares = (
        Fraction(a, b) if b else Fraction(0)
        for a, b in (
            (counts.records, published.records),
            (counts.spend, published.spend),
            (wanted.cells, published.cells),
        )
    )
    made.add_row(dim("share wanted"), *(dim(percent(share)) for share in shares))
    return made


def publication_view(result: Publication) -> RenderableType:
    """How sure the best-informed reader is, what to publish, what it costs, what others make of it."""
    sql = Padding(Text(seen(result.published.to_sql()), overflow="fold"), (0, 0, 1, 2))
    added = f"{result.steps} value{'' if result.steps == 1 else 's'} added"
    worth = dim(f"{result.method}, {added}. {result.worth}")
    bare, now = outsiders(result.unprotected), outsiders(result.confidences)
    readers = [readers_view(OUTSIDERS, bare, now, result.limit)] if now else []
    return Group(
        headline_view(result.headline, others_hold=result.held),
        intent_view("Publish this", result.published),
        Text("As a condition", style="bold"),
        sql,
        price_view(result.market, result.true_mass, result.mass, result.matching),
        *readers,
        *as_known_view(result.as_known),
        worth,
    )


def as_known_view(known: AsKnown | None) -> list[RenderableType]:
    """What is exact and what is not, where counts are known by statistics."""
    return [] if known is None else [Text(" ".join(known.sentences)), ""]


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
            mass, cost = point.mass, seen(found.market.price_of(point.mass))
            made.add_row(
                percent(point.limit, 2),
                f"{mass.records:,}",
                cost,
                how_many(mass.cells),
                point.status,
            )
        parts.append(made)
    how = "every jump is listed" if found.complete else "not every jump is listed (--points)"
    rough = (
        "" if found.market.knowledge is None else " Counts are estimates here, and held as such."
    )
    return Group(*parts, dim(f"Each line is the cheapest by {found.objective}; {how}.{rough}"))


def audit_view(judged: Audit, *, alone: bool = False) -> RenderableType:
    """What every attacker would know, and the verdict on all of them last; of the post alone, if so."""
    now = None if judged.published is None else outsiders(judged.protected)
    parts: list[RenderableType] = [headline_view(judged.headline)]
    parts += [readers_view(OUTSIDERS, outsiders(judged.unprotected), now, judged.limit)]
    if judged.published is not None:
        parts.append(price_view(judged.market, judged.true_mass, judged.mass, judged.matching))
    parts += as_known_view(judged.as_known)
    if judged.finding is not None:
        parts += finding_view(judged.finding)
    if judged.made_by is not None:
        parts.append(
            Text(f"How it was made: {judged.made_by.method.name} ({judged.known_by}).", style="dim")
        )
    style = "green" if judged.holds else "bold red"
    verdict = f"The post alone. {judged.verdict}" if alone else judged.verdict
    return Group(*parts, Text(verdict, style=style))


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
        value = "-" if one.value is None else seen(one.value)
        sure = (percent(one.before), percent(one.after), percent(one.limit))
        made.add_row(seen(one.dimension), value, *sure)
    rest = dim(f"Nothing is told of: {seen(', '.join(same))}.")
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
    return Group(made, Text(f"{found.sentence}."), *_secrets_surveyed(found), *_refused(found))


def _refused(found: Survey) -> list[Text]:
    """Whom nothing is published for, whatever is wanted; and what a refusal would tell."""
    if not found.refused_first:
        return []
    rest = found.refused - len(found.refused_first)
    more = [f"and {rest:,} more"] if rest else []
    lines = [f"  {seen(one)}" for one in (*found.refused_first, *more)]
    about = "Nothing is published for these. Whoever learns that nothing was posted knows that it is one:"
    return [Text("\n".join((about, *lines)))]


def _secrets_surveyed(found: Survey) -> list[Text]:
    """What a survey found of hidden dimensions, and for which beliefs the limits hold."""
    lines = [
        f"a wanted value of {seen(one.dimension)}: {percent(one.worst)} sure at worst, "
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
        made.add_row(one.attacker, what_sees(one.attacker), sureness(one), within(one, limit))
    return Group(made, Text(f"Replayed: {standing.sentence}."))


def ledger_view(entries: Sequence[Mapping[str, Any]]) -> RenderableType:
    """What was published and bought in a campaign."""
    columns = ("when", "what", "order", "how", "records", "cost")
    made = table("What was published and bought", *columns, right=("order", "records", "cost"))
    for entry in entries:
        order, cost = entry.get("order"), entry.get("cost")
        made.add_row(
            *(entry["when"], entry["kind"], "" if order is None else str(order)),
            *(entry["method"] or entry["allocate"], f"{entry['records']:,}"),
            "" if cost is None else amount(cost),
        )
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
