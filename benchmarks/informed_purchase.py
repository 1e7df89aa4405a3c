"""Promise: to someone who knows how you buy, `blend` adds nothing to the post.

Two posts for the paper's first true intent on Adult: one by `optimal` against em-f at 0.3, and one
by `sealed`. Every filled cell inside a post is a candidate, each as likely as any other. For each
method purchases are made for candidates and shown to someone who knows the method, who says how
likely each candidate is now. `blend` is attacked by the same replays as the others, so that what is
known of it is measured as well: the interval of what it adds must hold 0.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from benchmarks.greedy_sparse import verdict
from tacit._display import percent
from tacit.auditing.protect import protect
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.informed.measure import Measured, measure
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.paper.expansion import TRUE_INTENT_1
from tacit.purchasing.purchase import METHODS

LIMIT, SIZES, RUNS, SEED = 0.3, (40, 100), 100, 0


def posts(market: Market) -> dict[str, Intent]:
    """What is published for the paper's first true intent."""
    true = market.intent(TRUE_INTENT_1)
    return {
        "optimal, em-f": protect(
            market, true, against="em-f", limit=LIMIT, method="optimal"
        ).published,
        "sealed": protect(market, true, limit=LIMIT, method="sealed", seed=SEED).published,
    }


def measured(market: Market, published: Intent) -> list[Measured]:
    """Every method and size."""
    inside = candidates(market, Belief("cells", support="nonempty"), within=published)
    return [
        measure(market, published, inside, method, size, LIMIT, RUNS, SEED)
        for size in SIZES
        for method in METHODS
    ]


def report(console: Console, market: Market, found: dict[str, list[Measured]]) -> None:
    """Print a table and what became of the promise."""
    for (name, rows), published in zip(found.items(), posts(market).values(), strict=True):
        records = market.mass(published).records
        title = f"Post by {name}: {records:,} records, {rows[0].candidates} candidates"
        table = Table(title=title)
        columns = ("before", "after", "the purchase adds", "guess before", "guess after")
        for column in ("buy", "method", *columns):
            table.add_column(column, justify="left" if column == "method" else "right")
        for r in rows:
            table.add_row(
                str(r.size), r.method, percent(r.before), percent(r.after.value), str(r.gain),
                percent(r.guess_before), str(r.guess),
            )  # fmt: skip
        console.print(table)
    for line in promises([row for rows in found.values() for row in rows]):
        console.print(line)


def promises(rows: list[Measured]) -> list[str]:
    """What became of the promises."""
    blind = [row for row in rows if row.method == "blend"]
    tuned = [row for row in rows if row.method != "blend"]
    nothing = all(row.gain.low <= 0 <= row.gain.high for row in blind)
    widest = max(row.gain.high - row.gain.low for row in blind)
    least = min(tuned, key=lambda row: row.gain.value)
    return [
        verdict(nothing, "blend adds nothing", f"all {len(blind)} intervals hold 0; the widest is "
                f"{percent(widest)} wide"),
        verdict(all(row.adds for row in tuned), "every method that looks at the true intent adds",
                f"{percent(least.gain.value)} at least ({least.method})"),
    ]  # fmt: skip


def run(console: Console) -> None:
    """Measure every method on both posts."""
    market = load("adult")
    found = {name: measured(market, published) for name, published in posts(market).items()}
    report(console, market, found)
