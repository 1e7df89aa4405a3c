"""The paper's first case as a story: for `tacit demo`, in a terminal and as a page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from tacit._display import amount, percent
from tacit.attackers.registry import ATTACKERS
from tacit.errors import rounded_up
from tacit.market.sources.load import load
from tacit.paper import running_example, table1, table2
from tacit.paper.expansion import COLUMNS, TRUE_INTENT_1, Row
from tacit.publishing.protect import lowest_limit, protect
from tacit.report import html, plots, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.publication import Publication

LIMIT = 0.3


@dataclass(frozen=True)
class Story:
    """All that the demo shows.

    Attributes:
        market: the Adult data.
        wanted: the paper's first true intent; it is published in the paper, so it may be shown.
        each: what to publish against each attacker alone.
        together: what to publish against all of them at once.
        lowest: the lowest limit that can be reached against all of them.
        example: the paper's running example.
        tables: the paper's Tables 1 and 2, by title.
    """

    market: Market
    wanted: Intent
    each: tuple[Publication, ...]
    together: Publication
    lowest: Fraction
    example: running_example.RunningExample
    tables: dict[str, list[Row]]

    @property
    def matches(self) -> tuple[int, int]:
        """How many rows of the tables come out as printed, and how many there are."""
        rows = [row for table in self.tables.values() for row in table]
        return sum(row.matches for row in rows), len(rows)


def tell_story() -> Story:
    """Compute everything the demo shows."""
    market = load("adult")
    wanted = market.intent(TRUE_INTENT_1).as_public()
    return Story(
        market=market,
        wanted=wanted,
        each=tuple(protect(market, wanted, against=name, limit=LIMIT) for name in ATTACKERS),
        together=protect(market, wanted, limit=LIMIT),
        lowest=lowest_limit(market, wanted, tuple(ATTACKERS)),
        example=running_example.run(),
        tables={table1.TITLE: table1.run(), table2.TITLE: table2.run()},
    )


def story_view(story: Story) -> Iterator[Any]:
    """The story for a terminal."""
    yield Text("\nBuying data without telling the market what it is for\n", style="bold")
    yield _chapter(
        "1. The market", "What owners offer: the UCI Adult census rows, one record each."
    )
    yield _indented(terminal.market_view(story.market))
    yield _chapter(
        "2. What the buyer wants",
        "A secret. This one is the paper's own example, so it can be shown here.",
    )
    yield _indented(terminal.intent_view("", story.wanted))
    wanted = story.together.true_mass
    yield _chapter(
        "3. Posted as it is",
        f"The buyer would pay for {wanted.records} records and give the strategy away. "
        f"Allowed is {percent(story.together.limit)} confidence:",
    )
    bare = story.together.unprotected
    yield _indented(terminal.attackers_view("", bare, None, story.together.limit))
    yield _chapter(
        "4. Posted wider",
        "The paper's greedy expansion, against one attacker at a time, and against all at once:",
    )
    yield _indented(_published_table(story))
    utility = percent(story.together.utility)
    yield _indented(
        Text(
            f"Against all four at once, {utility} of what is bought was wanted. No limit below "
            f"{rounded_up(story.lowest)} can be reached in this market, whatever is published.",
            style="dim",
        )
    )
    yield _chapter("5. As the paper has it", "")
    good, rows = story.matches
    example = ", ".join(f"{name} {far}" for name, far in story.example.distances.items())
    yield _indented(
        Group(
            f"Tables 1 and 2: {good} of {rows} rows come out exactly as printed.",
            f"The running example: accumulated distances {example}; "
            f"{len(story.example.candidates)} candidates.",
        )
    )
    yield _chapter(
        "6. What this does not promise",
        "These attackers do not replay the method. One who knows that greedy was used, and how, can "
        "learn far more: see docs/topics/promises.md.",
    )


def _published_table(story: Story) -> Any:
    made = terminal.table(
        "", "against", "publish", "sure", "records", "wanted", right=["sure", "records", "wanted"]
    )
    for name, result in _named(story):
        worst = max(c.upper for c in result.confidences)
        values = [
            ", ".join(map(str, v)) if not result.published.hull.is_all(n) else f"any {n}"
            for n, v in result.published.values().items()
        ]
        shown = " | ".join(values)
        made.add_row(
            name, shown, percent(worst), f"{result.mass.records:,}", percent(result.utility)
        )
    return made


def _named(story: Story) -> list[tuple[str, Publication]]:
    each = [(result.confidences[0].attacker, result) for result in story.each]
    return [*each, ("all four", story.together)]


def _chapter(title: str, words: str) -> Any:
    parts: list[Any] = [Rule(f"[bold]{title}[/bold]", align="left", style="dim")]
    return Group(*parts, *([words] if words else []))


def _indented(content: Any) -> Any:
    return Padding(content, (0, 0, 1, 2))


def story_page(story: Story) -> str:
    """The story as a page with pictures."""
    together, (good, rows) = story.together, story.matches
    priced = [(name, r.true_mass.records, r.mass.records) for name, r in _named(story)]
    return html.page(
        "Buying data without telling the market what it is for",
        "The paper's own case on the UCI Adult data: what attackers would know, what to publish "
        "instead, and what that costs.",
        html.market_section(story.market),
        html.section(
            "What the buyer wants",
            html.text("A secret. This one is the paper's own example, so it can be shown here."),
            html.intent_table(story.wanted),
            html.text(
                f"It holds {together.true_mass.records} records. Posted as it is, every attacker is "
                f"{percent(together.unprotected[0].upper)} sure of it; the buyer allows "
                f"{percent(together.limit)}."
            ),
        ),
        html.section(
            "What attackers know, before and after",
            html.figure(
                plots.confidence_figure(
                    together.unprotected, [r.confidences[0] for r in story.each], together.limit
                ),
                "Each attacker faces the intent published against that attacker alone.",
            ),
            _published_html(story),
        ),
        html.section(
            "What it costs",
            html.figure(
                plots.price_figure(priced),
                "Records paid for. Against attackers who can't tell which cells are empty, empty "
                "cells hide the intent for next to nothing; the others make disguise expensive.",
            ),
            html.text(
                f"Against all four at once the buyer pays {amount(story.market.money(together.mass.spend))} "
                f"for {together.mass.records:,} records. No limit below {rounded_up(story.lowest)} can be "
                "reached in this market, whatever is published."
            ),
        ),
        html.section(
            "The paper's tables",
            html.text(
                f"{good} of {rows} rows come out exactly as printed: confidences to 0.1%, records and "
                "costs to the unit. LB and UB bound the attacker's confidence; TI is the true intent, "
                "PI the published one."
            ),
            *(_paper_tables(title, table) for title, table in story.tables.items()),
        ),
        html.section("The paper's running example", _example_html(story.example)),
        html.section(
            "What this does not promise",
            html.text(
                "The attackers here look at what was published, not at how it was chosen. One who "
                "knows that the greedy expansion was used can replay it on every candidate intent "
                "and often single out the true one. Tacit's page on promises says what holds "
                "against whom."
            ),
        ),
    )


def _published_html(story: Story) -> str:
    rows = []
    for name, result in _named(story):
        values = [
            f"<em>any {escape(n)}</em>"
            if result.published.hull.is_all(n)
            else escape(", ".join(map(str, v)))
            for n, v in result.published.values().items()
        ]
        worst = max(c.upper for c in result.confidences)
        rows.append(
            (
                name,
                " · ".join(values),
                percent(worst),
                f"{result.mass.records:,}",
                percent(result.utility),
            )
        )
    header = ("against", "publish", "sure at most", "records", "wanted")
    return html.table(header, rows, numbers=(2, 3, 4))


def _paper_tables(title: str, rows: list[Row]) -> str:
    """A table of the paper, one block per setting."""
    header = ("attacker", "protection", *COLUMNS, "as printed")
    blocks = []
    for setting in dict.fromkeys(row.setting for row in rows):
        body = [
            (row.attacker, row.protection, *_compared(row), html.verdict(row.matches, "✓", "✗"))
            for row in rows
            if row.setting == setting
        ]
        numbers = range(2, 3 + len(COLUMNS))
        blocks.append(html.table(header, body, numbers, caption=f"{title}, {setting}"))
    return "".join(blocks)


def _compared(row: Row) -> list[str]:
    """Our numbers, with the printed one beside any that differs."""
    pairs = zip(row.ours, row.printed, strict=True)
    return [o if o == p else f'<span class="bad">{o}</span> (printed {p})' for o, p in pairs]


def _example_html(example: running_example.RunningExample) -> str:
    far = ", ".join(f"{name} {distance}" for name, distance in example.distances.items())
    return html.text(
        "Education level by work class, with {Masters, Doctorate} x {Federal-gov} published so far. "
        f"Accumulated distances on education: {far}; the nearest is offered. Work class has no order "
        f"and offers all that is left. {len(example.candidates)} candidates: "
        f"{', '.join(example.candidates)}."
    )
