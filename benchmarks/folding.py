"""Promise: a column of which nothing is asked costs sealed next to nothing, and changes nothing it draws.

One table of twenty columns, of which three are asked about. It is counted with those three alone, and
with ever more of the others, and the same is published each time: against one who knows the method, and
against the paper's four attackers as well. The baseline is the same with folding turned off, so that every
candidate is a box in all dimensions, and attackers go by cells in all of them; once it takes too long it
is not asked about more columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from benchmarks.greedy_sparse import verdict
from benchmarks.optimal import show
from benchmarks.sealed import LIMIT, SEED
from tacit.attackers.registry import ATTACKERS
from tacit.auditing.protect import protect
from tacit.informed.post import Informed
from tacit.intents.intent import Intent
from tacit.market.folding import Folding, project
from tacit.market.market import Market
from tacit.publishing.sealed.worth import SealedWorth
from tacit.space.nominal import Nominal
from tacit.space.space import Space

ROWS, ASKED, VALUES = 200_000, 3, 4
COLUMNS = (3, 4, 5, 7, 11, 20)
AGAINST = {"informed": None, "informed and all four": ",".join(ATTACKERS)}
MOST_SECONDS, TOO_LONG = 10.0, 20.0

Chances = dict[Intent, dict[Intent, Fraction]]
"""For each candidate how likely each post is, in the columns that are asked about."""


@dataclass(frozen=True)
class Measured:
    """What one publication and its audit took, and what is drawn."""

    seconds: float
    auditing: float
    records: float
    proof: str
    chances: Chances


@dataclass(frozen=True)
class Grown:
    """The same want with so many columns."""

    against: str
    market: Market
    folded: Measured
    unfolded: Measured | None

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(self.market.space)

    @property
    def times(self) -> str:
        """How much longer it takes without folding."""
        if self.unfolded is None:
            return ""
        return f"{self.unfolded.seconds / self.folded.seconds:.1f}"


def table() -> NDArray[np.int64]:
    """Rows of all columns, some values far more frequent than others."""
    rng = np.random.default_rng(SEED)
    share = 1 / np.arange(1, VALUES + 1)
    return rng.choice(VALUES, (max(COLUMNS), ROWS), p=share / share.sum())


def counted(rows: NDArray[np.int64], columns: int) -> Market:
    """The market of the first columns."""
    codes, counts = np.unique(rows[:columns], axis=1, return_counts=True)
    values = tuple(f"v{i}" for i in range(VALUES))
    space = Space(tuple(Nominal(f"c{d}", values) for d in range(columns)))
    return Market.from_cells(space, codes, counts)


@contextmanager
def unfolded() -> Iterator[None]:
    """Settle and judge in all dimensions."""
    with patch.object(Folding, "of", lambda market, _: Folding.of_nothing(market)):
        yield


def measure(market: Market, against: str | None) -> Measured:
    """Publish and audit the same want, one value of each column that is asked about."""
    true = market.intent({f"c{d}": [f"v{d + 1}"] for d in range(ASKED)})
    how = {"method": "sealed", "against": against, "limit": LIMIT, "seed": SEED}
    start = perf_counter()
    result = protect(market, true, **how)
    published = perf_counter()
    procedure, worth = result.procedure, result.proof
    assert procedure.belief is not None
    assert isinstance(worth, SealedWorth)
    judged = Informed(market, procedure, procedure.belief).judge(true, result.published)
    audited = perf_counter()
    assert judged.confidence.upper <= LIMIT
    return Measured(
        published - start,
        audited - published,
        float(worth.sealed.expected("records")),
        worth.status,
        _chances(worth),
    )


def _chances(worth: SealedWorth) -> Chances:
    made = worth.sealed.mechanism
    space = Space(made.candidates.market.space.dimensions[:ASKED])
    posts = [project(made.intent(u), space) for u in range(len(made.joint))]
    return {
        project(made.candidates.intent(v), space): {posts[u]: c for u, c in chances.items()}
        for v, chances in enumerate(map(made.chances, range(len(made.candidates))))
    }


def grown(rows: NDArray[np.int64], name: str) -> list[Grown]:
    """The same want with ever more columns."""
    found, slow = [], False
    for columns in COLUMNS:
        market = counted(rows, columns)
        folded, baseline = measure(market, AGAINST[name]), None
        if not slow:
            with unfolded():
                baseline = measure(market, AGAINST[name])
            slow = baseline.seconds > TOO_LONG
        found.append(Grown(name, market, folded, baseline))
    return found


def report(console: Console, rows: Sequence[Grown]) -> None:
    """Print what each number of columns took, and what became of the promises."""
    show(
        console,
        f"A want on {ASKED} columns, {ROWS:,} rows, limit {float(LIMIT):g}, against {rows[0].against}",
        rows,
        {
            "columns": lambda r: str(r.columns),
            "filled cells": lambda r: f"{r.market.filled:,}",
            "seconds": lambda r: f"{r.folded.seconds:.2f}",
            "audit, s": lambda r: f"{r.folded.auditing:.2f}",
            "records": lambda r: f"{r.folded.records:,.1f}",
            "proof": lambda r: r.folded.proof,
            "unfolded, s": lambda r: f"{r.unfolded.seconds:.2f}" if r.unfolded else "",
            "its audit, s": lambda r: f"{r.unfolded.auditing:.2f}" if r.unfolded else "",
            "its records": lambda r: f"{r.unfolded.records:,.1f}" if r.unfolded else "",
            "unfolded / folded": lambda r: r.times,
        },
    )
    same = sum(r.folded.chances == rows[0].folded.chances for r in rows)
    slowest = max(r.folded.seconds for r in rows)
    for line in (
        verdict(
            same == len(rows), "the same is drawn, to the last digit", f"{same} of {len(rows)}"
        ),
        verdict(slowest < MOST_SECONDS, f"each below {MOST_SECONDS:.0f} s", f"{slowest:.1f} s"),
    ):
        console.print(line)


def run(console: Console) -> None:
    """Measure growth over the columns of which nothing is asked."""
    rows = table()
    measure(counted(rows, ASKED), None)  # so that no import is measured
    for name in AGAINST:
        report(console, grown(rows, name))
        console.print()
