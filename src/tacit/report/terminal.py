"""Results as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tacit._display import amount, percent
from tacit.attackers import ATTACKERS, Confidence
from tacit.auditing import Audit
from tacit.intent import ALL, Intent
from tacit.market import Market, Mass
from tacit.publish import Publication

MOST_VALUES = 8


def table(title: str, *columns: str, right: Iterable[str] = ()) -> Table:
    """A table in the house style; columns named in `right` hold numbers."""
    made = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False
    )
    numbers = set(right)
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left")
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
    """An intent, dimension by dimension. Only for intents that may be seen."""
    made = table(title, "dimension", "values")
    for name, values in intent.to_json().items():
        listed = f"[dim]{ALL}[/dim]" if intent.is_all(name) else escape(", ".join(map(str, values)))
        made.add_row(escape(name), listed)
    return made


def attackers_view(
    title: str, bare: Sequence[Confidence], now: Sequence[Confidence] | None, limit: Fraction
) -> RenderableType:
    """How sure each attacker is, without protection and with it."""
    columns = [
        "attacker",
        "sees",
        "unprotected",
        *(["now"] if now else []),
        f"within {percent(limit)}",
    ]
    made = table(title, *columns, right=["unprotected", "now"])
    for i, before in enumerate(bare):
        judged = now[i] if now else before
        holds = "[green]yes[/green]" if judged.within(limit) else "[bold red]no[/bold red]"
        cells = [before.attacker, ATTACKERS[before.attacker].sees, sureness(before)]
        made.add_row(*cells, *([sureness(judged)] if now else []), holds)
    return made


def sureness(confidence: Confidence) -> str:
    """A confidence, with its lower bound where there is one."""
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
    """What to publish, what it costs and what attackers make of it."""
    sql = Padding(Text(result.published.to_sql(), overflow="fold"), (0, 0, 1, 2))
    worth = (
        f"[dim]{result.method}, {result.steps} values added; a {result.proof.status} result: "
        f"no published intent can do with fewer than {result.proof.bound:,} records.[/dim]"
    )
    return Group(
        intent_view("Publish this", result.published),
        Text("As a condition", style="bold"),
        sql,
        attackers_view(
            "How sure attackers are", result.unprotected, result.confidences, result.limit
        ),
        price_view(result.market, result.true_mass, result.mass),
        worth,
    )


def audit_view(judged: Audit) -> RenderableType:
    """What every attacker would know."""
    now = None if judged.published is None else judged.protected
    parts = [attackers_view("How sure attackers are", judged.unprotected, now, judged.limit)]
    if judged.published is not None:
        parts.append(price_view(judged.market, judged.true_mass, judged.mass))
    verdict = (
        f"[green]Every attacker is within {percent(judged.limit)}.[/green]"
        if judged.holds
        else f"[bold red]Some attacker is above {percent(judged.limit)}.[/bold red]"
    )
    return Group(*parts, verdict)
