"""The paper's first case as a story: for `tacit demo`, in a terminal and as a page.

Posted as it is; the paper's way; what a rival who knows the method makes of that; sealed; what that still
gives away; and with that hidden too.
"""

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
from tacit.auditing.protect import with_informed
from tacit.candidates.belief import Belief
from tacit.candidates.candidate_class import NONEMPTY
from tacit.candidates.listing import candidates
from tacit.errors import rounded_up
from tacit.informed.post import Informed
from tacit.market.sources.load import load
from tacit.market.stacks import masses
from tacit.paper import running_example, table1, table2
from tacit.paper.expansion import COLUMNS, TRUE_INTENT_1, Row
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import lowest_limit, publish
from tacit.report import html, plots, terminal
from tacit.report.outsiders import outsiders

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from tacit._progress import Listener
    from tacit.informed.survey import Survey
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.publication import Publication

LIMIT = 0.3
SEED = 4
"""The demo draws by a seed, so that it looks the same everywhere; a buyer's draw comes from a key."""
HIDE = "race=0.35"
CELLS = Belief("cells", support=NONEMPTY)


@dataclass(frozen=True)
class Story:
    """All that the demo shows.

    Attributes:
        market: the Adult data.
        wanted: the paper's first true intent; it is published in the paper, so it may be shown.
        each: what the paper's way publishes against each attacker alone.
        together: what it publishes against all of them at once.
        exposed: what one who knows that way makes of it, for every cell that could be wanted.
        mean: how many records it publishes on average over those.
        sealed: what sealed publishes.
        hidden: what it publishes where the race is a secret too.
        lowest: the lowest limit that can be reached against all of them.
        example: the paper's running example.
        tables: the paper's Tables 1 and 2, by title.
    """

    market: Market
    wanted: Intent
    each: tuple[Publication, ...]
    together: Publication
    exposed: Survey
    mean: float
    sealed: Publication
    hidden: Publication
    lowest: Fraction
    example: running_example.RunningExample
    tables: dict[str, list[Row]]

    @property
    def matches(self) -> tuple[int, int]:
        """How many rows of the tables come out as printed, and how many there are."""
        rows = [row for table in self.tables.values() for row in table]
        return sum(row.matches for row in rows), len(rows)

    @property
    def compared(self) -> list[tuple[str, Publication, float]]:
        """Each way with what it publishes, and how many records it publishes on average."""
        return [
            ("the paper's way", self.together, self.mean),
            ("sealed", self.sealed, expected(self.sealed)),
            ("sealed, race hidden", self.hidden, expected(self.hidden)),
        ]


def tell_story(progress: Listener | None = None) -> Story:
    """Compute everything the demo shows."""
    market = load("adult", progress=progress)
    wanted = market.intent(TRUE_INTENT_1).as_public()
    greedy = Procedure.of(method="greedy", limit=LIMIT)
    return Story(
        market=market,
        wanted=wanted,
        each=tuple(_greedy(market, wanted, name, progress) for name in ATTACKERS),
        together=_greedy(market, wanted, tuple(ATTACKERS), progress),
        exposed=Informed(market, greedy, CELLS).survey(progress),
        mean=_mean(market, greedy),
        sealed=_sealed(market, wanted, progress),
        hidden=_sealed(market, wanted, progress, hide=HIDE),
        lowest=lowest_limit(market, wanted, tuple(ATTACKERS)),
        example=running_example.run(),
        tables={table1.TITLE: table1.run(progress), table2.TITLE: table2.run(progress)},
    )


def expected(result: Publication) -> float:
    """How many records a sealed post has on average, over all that could be wanted."""
    return float(result.worth_json()["expected_records"])


def _greedy(
    market: Market, wanted: Intent, against: str | tuple[str, ...], progress: Listener | None
) -> Publication:
    """What the paper's method publishes, and what one who knows it makes of that."""
    how = Procedure.of(method="greedy", against=against, limit=LIMIT)
    return with_informed(publish(how, market, wanted, progress=progress), progress)


def _sealed(
    market: Market, wanted: Intent, progress: Listener | None, **settings: str
) -> Publication:
    how = Procedure.of(method="sealed", limit=LIMIT, **settings)
    return publish(how, market, wanted, SEED, progress=progress)


def _mean(market: Market, how: Procedure) -> float:
    """How many records a method publishes on average, over all cells that could be wanted."""
    everyone = candidates(market, CELLS, None)
    led = how.method.replayed(how.replay(market, everyone))
    return float(masses(market, led.masks).records.mean())


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
        f"The buyer would pay for {wanted.records} records and give the strategy away: everyone who "
        f"reads the post is 100% sure. The buyer allows {percent(story.together.limit)}.\n",
    )
    yield _chapter(
        "4. The paper's way",
        "Post something wider, just wide enough for readers who do not know how it was chosen:",
    )
    yield _indented(_published_table(story))
    yield _chapter("5. What a rival makes of it who knows the method", replayed(story))
    yield _indented(terminal.headline_view(story.together.headline))
    yield _chapter("6. Sealed: posts that are drawn", drawn(story))
    yield _indented(
        Group(
            terminal.headline_view(story.sealed.headline),
            terminal.intent_view("Publish this", story.sealed.published),
        )
    )
    yield _chapter(
        "7. What it still gives away",
        "No record is more than 30% sure, but the post itself tells something of each dimension:",
    )
    yield _indented(Group(*terminal.gives_away_view(story.sealed.gives_away)))
    yield _chapter("8. Hidden too", hidden(story))
    yield _indented(
        Group(
            terminal.headline_view(story.hidden.headline),
            *terminal.gives_away_view(story.hidden.gives_away),
        )
    )
    yield _chapter("9. What it costs, over all 155 cells that could be wanted", "")
    yield _indented(_compared_table(story))
    good, rows = story.matches
    example = ", ".join(f"{name} {far}" for name, far in story.example.distances.items())
    yield _chapter("10. As the paper has it", "")
    yield _indented(
        Group(
            f"Tables 1 and 2: {good} of {rows} rows come out exactly as printed.",
            f"The running example: accumulated distances {example}; "
            f"{len(story.example.candidates)} candidates.",
        )
    )


def replayed(story: Story) -> str:
    """What someone makes of the paper's way who replays it."""
    found = story.exposed
    return (
        "The rival buys the same software and runs it on every cell that could be wanted. Of "
        f"{found.candidates} such intents {found.exceed} are exposed above {percent(found.limit)}, and "
        f"{found.alone} identified outright. This one too:"
    )


def drawn(story: Story) -> str:
    """What sealed does, and what it costs beside the paper's way."""
    return (
        "Tacit's own way draws what to post, by chances that keep even that rival within the limit, and "
        f"the four readers above. It is cheaper, too: {expected(story.sealed):,.0f} records on average "
        f"over all cells, where the paper's way takes {story.mean:,.0f}."
    )


def hidden(story: Story) -> str:
    """What it costs to hide a dimension."""
    return (
        "With --hide race=0.35 nobody is more than 35% sure of the race either: "
        f"{expected(story.hidden):,.0f} records on average."
    )


def _compared_table(story: Story) -> Any:
    columns = ("a rival is sure", "records on average", "records here")
    made = terminal.table("", "posted by", *columns, right=columns)
    for name, result, mean in story.compared:
        made.add_row(
            name, percent(result.headline.sure), f"{mean:,.0f}", f"{result.mass.records:,}"
        )
    return made


def _published_table(story: Story) -> Any:
    made = terminal.table(
        "", "against", "publish", "sure", "records", "wanted", right=["sure", "records", "wanted"]
    )
    for name, result in _named(story):
        worst = max(c.upper for c in outsiders(result.confidences))
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
    parts: list[Any] = [Rule(Text(title, style="bold"), align="left", style="dim")]
    return Group(*parts, *([words] if words else []))


def _indented(content: Any) -> Any:
    return Padding(content, (0, 0, 1, 2))


def story_page(story: Story) -> str:
    """The story as a page with pictures."""
    together, (good, rows) = story.together, story.matches
    priced = [(name, r.true_mass.records, r.mass.records) for name, r in _named(story)]
    return html.page(
        "Buying data without telling the market what it is for",
        "The paper's own case on the UCI Adult data: what readers would know, what a rival makes of the "
        "paper's way, and what to publish instead.",
        html.market_section(story.market),
        html.section(
            "What the buyer wants",
            html.text("A secret. This one is the paper's own example, so it can be shown here."),
            html.intent_table(story.wanted),
            html.text(
                f"It holds {together.true_mass.records} records. Posted as it is, every reader is "
                f"{percent(together.unprotected[0].upper)} sure of it; the buyer allows "
                f"{percent(together.limit)}."
            ),
        ),
        html.section(
            "The paper's way",
            html.text(
                "Post something wider, just wide enough for readers who do not know how it was chosen."
            ),
            html.figure(
                plots.confidence_figure(
                    outsiders(together.unprotected),
                    [r.confidences[0] for r in story.each],
                    together.limit,
                ),
                "Each reader faces the intent published against that reader alone.",
            ),
            _published_html(story),
            html.figure(
                plots.price_figure(priced),
                "Records paid for. Against readers who can't tell which cells are empty, empty "
                "cells hide the intent for next to nothing; the others make disguise expensive.",
            ),
            html.text(
                f"Against all four at once the buyer pays {amount(story.market.money(together.mass.spend))} "
                f"for {together.mass.records:,} records. No limit below {rounded_up(story.lowest)} can be "
                "reached in this market, whatever is published."
            ),
        ),
        html.section(
            "What a rival makes of it who knows the method",
            html.text(replayed(story)),
            html.headline_box(together.headline),
        ),
        html.section(
            "Sealed: posts that are drawn",
            html.text(drawn(story)),
            html.headline_box(story.sealed.headline),
            html.intent_table(story.sealed.published),
        ),
        html.section(
            "What it still gives away",
            html.text(
                "No record is more than 30% sure, but the post itself tells something of each dimension."
            ),
            html.gives_away_table(story.sealed.gives_away),
        ),
        html.section(
            "Hidden too",
            html.text(hidden(story)),
            html.headline_box(story.hidden.headline),
            html.gives_away_table(story.hidden.gives_away),
        ),
        html.section(
            "What it costs, over all 155 cells that could be wanted", _compared_html(story)
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
    )


def _compared_html(story: Story) -> str:
    rows = [
        (escape(name), percent(r.headline.sure), f"{mean:,.0f}", f"{r.mass.records:,}")
        for name, r, mean in story.compared
    ]
    header = ("posted by", "a rival is sure", "records on average", "records here")
    return html.table(header, rows, numbers=(1, 2, 3))


def _published_html(story: Story) -> str:
    rows = []
    for name, result in _named(story):
        values = [
            f"<em>any {escape(n)}</em>"
            if result.published.hull.is_all(n)
            else escape(", ".join(map(str, v)))
            for n, v in result.published.values().items()
        ]
        worst = max(c.upper for c in outsiders(result.confidences))
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
