"""Promises: what a sealed publication costs on Adult, with what proof, and that an audit confirms it.

First every single cell: the expected records against the known optimum. The baseline is the whole
linear program, with a variable for each pair of candidate and box, on parts of Adult. Then the price
of the guarantee: the mean over the same cells of what greedy and optimal publish, neither of which
holds against someone who knows the method. Then several limits.

Last large spaces, for random true cells: Adult in eleven attributes, and a market of a million cells
that hold records. What is published is judged by someone who replays the method.
How it grows is measured in `sealed_growth`, what blocks cost in `sealed_blocks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from scipy.optimize import linprog
from scipy.sparse import csr_array

from benchmarks.greedy_sparse import verdict
from benchmarks.optimal import adult_in_eleven, show, uneven_market
from tacit._display import percent
from tacit.attackers.registry import ATTACKERS
from tacit.auditing.protect import protect
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.errors import UnreachableLimit
from tacit.informed.post import Informed
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.sealed.boxes_to_draw import Form, family, may_be_published
from tacit.publishing.sealed.sealing import SealedBlock, Sealing
from tacit.publishing.sealed.worth import SealedWorth

LIMIT = Fraction(3, 10)
KNOWN = {"nonempty": 649.42, "all": 418.94}
"""The fewest expected records on Adult for a uniform prior over its cells."""
MOST_SECONDS, MOST_LARGE = 10.0, 60.0
SEED = 1
PARTS = (15, 20, 30)
"""How many of Adult's cells the whole program is given."""
LIMITS = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 10), Fraction(1, 20))


@dataclass(frozen=True)
class Measured:
    """What one block took, and what it is worth."""

    case: str
    candidates: int
    found: SealedBlock
    seconds: float
    baseline: float = float("nan")
    baseline_records: float = float("nan")

    @property
    def records(self) -> float:
        """How many are published on average."""
        return float(self.found.expected("records"))

    @property
    def gap(self) -> float:
        """How far that may be above the best, as a share."""
        return float(self.found.expected("records") / self.found.bound - 1)


@dataclass(frozen=True)
class Large:
    """What one true cell of a large space took, and how sure one is who replays the method."""

    case: str
    publishing: float
    auditing: float
    found: SealedBlock
    judged: Fraction

    @property
    def ratio(self) -> float:
        """Expected records over what no way to publish the block goes below."""
        return float(self.found.expected("records") / self.found.floor("records"))


def seal(
    case: str, market: Market, belief: Belief, secrets: Secrets, form: Form, **more: Any
) -> Measured:
    """Find how the block of the first candidate is published."""
    start = perf_counter()
    sealing = Sealing(market, belief, secrets, form, **more)
    found = sealing.holding(0)
    return Measured(case, len(sealing.candidates), found, perf_counter() - start)


def single_cells(market: Market) -> list[Measured]:
    """Adult, each cell as likely as any other."""
    secrets = Secrets(LIMIT)
    return [seal(support, market, Belief(support=support), secrets, Form()) for support in KNOWN]


def against_whole_program(market: Market, count: int) -> Measured:
    """Some cells of Adult, sealed and by the whole program."""
    every = candidates(market, Belief(support="nonempty"))
    some = every.take(np.random.default_rng(SEED).choice(len(every), count, replace=False))
    made = seal(f"{count} cells", market, Belief(), Secrets(LIMIT), Form(), among=some)
    start = perf_counter()
    records = whole_program(some)
    took = perf_counter() - start
    return Measured(made.case, count, made.found, made.seconds, took, records)


def whole_program(some: Candidates) -> float:
    """The fewest expected records, by one program over all pairs of candidate and box."""
    boxes = family(some, Box.everything(some.market.space).masks(), Secrets(LIMIT), Form())
    allowed = may_be_published(some, boxes, Form())
    enough = allowed.sum(axis=1) > 1 / LIMIT
    box, member = np.nonzero(allowed[enough])
    cost = boxes.masses.records[enough].astype(float)
    pairs, uses = np.arange(len(box)), len(box) + np.arange(len(cost))
    one, people = np.ones(len(box)), len(some)
    limits = np.concatenate([one, one * -float(LIMIT)])
    sums = np.concatenate([one, one, -np.ones(len(cost))])
    into = np.concatenate([member, people + box, people + np.arange(len(cost))])
    found = linprog(
        np.concatenate([np.zeros(len(box)), cost]),
        A_ub=csr_array((limits, (np.tile(pairs, 2), np.concatenate([pairs, uses[box]])))),
        b_ub=np.zeros(len(box)),
        A_eq=csr_array((sums, (into, np.concatenate([pairs, pairs, uses])))),
        b_eq=np.concatenate([some.weights / some.total, np.zeros(len(cost))]),
        method="highs-ds",
        options={"time_limit": MOST_LARGE},
    )
    return float(found.fun) if found.status == 0 else float("nan")


def price_of_the_guarantee(
    market: Market, sealed: SealedBlock
) -> list[tuple[str, str, float, float]]:
    """The mean records and cost of each method over all cells of Adult that hold records."""
    every = candidates(market, Belief(support="nonempty"))
    rows = []
    for method, against in product(("greedy", "optimal"), (*ATTACKERS, ",".join(ATTACKERS))):
        made = []
        for i in range(len(every)):
            try:
                found = protect(
                    market, every.intent(i), against=against, limit=LIMIT, method=method
                )
                made.append((found.mass.records, found.mass.spend))
            except UnreachableLimit:
                made.append((market.total.records, market.total.spend))
        records, spend = np.mean(made, axis=0)
        name = "all four" if "," in against else against
        rows.append((method, name, float(records), float(spend) * market.money(1)))
    records, spend = float(sealed.expected("records")), float(sealed.expected("spend"))
    return [*rows, ("sealed", "informed", records, spend * market.money(1))]


def large_space(case: str, market: Market, count: int) -> list[Large]:
    """Publish random true cells, and let someone judge them who replays the method."""
    cells = market.cells(Box.everything(market.space)).codes
    rows = []
    for place in np.random.default_rng(SEED).integers(0, market.filled, count).tolist():
        true = Box(market.space, tuple((int(code),) for code in cells[:, place]))
        start = perf_counter()
        result = protect(market, true, limit=LIMIT, method="sealed", seed=SEED)
        publishing = perf_counter() - start
        procedure, worth = result.procedure, result.proof
        assert procedure.belief is not None
        assert isinstance(worth, SealedWorth)
        start = perf_counter()
        judged = Informed(market, procedure, procedure.belief).judge(true, result.published)
        auditing = perf_counter() - start
        rows.append(Large(case, publishing, auditing, worth.sealed, judged.confidence.upper))
    return rows


def by_limit(market: Market) -> list[Measured]:
    """Adult at several limits."""
    belief = Belief(support="nonempty")
    return [seal(f"limit {float(x):g}", market, belief, Secrets(x), Form()) for x in LIMITS]


def report(console: Console, title: str, rows: list[Measured]) -> None:
    """Print what blocks took, and what they are worth."""
    show(
        console,
        title,
        rows,
        {
            "case": lambda r: r.case,
            "candidates": lambda r: f"{r.candidates:,}",
            "block": lambda r: f"{len(r.found.block.places):,}",
            "expected records": lambda r: f"{r.records:,.2f}",
            "floor": lambda r: f"{float(r.found.floor('records')):,.2f}",
            "gap": lambda r: f"{r.gap:.4%}",
            "proof": lambda r: r.found.status,
            "seconds": lambda r: f"{r.seconds:.2f}",
        },
    )


def report_cells(console: Console, rows: list[Measured]) -> None:
    """Print Adult's cells and what became of their promises."""
    report(console, "Sealed, every cell of Adult as likely as any other, limit 0.3", rows)
    right = all(abs(r.records - KNOWN[r.case]) < 0.01 for r in rows)
    told = ", ".join(f"{r.records:.2f}" for r in rows)
    proven = sum(r.found.status == "optimal" for r in rows)
    slowest = max(r.seconds for r in rows)
    for line in (
        verdict(right, "the known fewest expected records", told),
        verdict(proven == len(rows), "all proven optimal", f"{proven} of {len(rows)}"),
        verdict(slowest < MOST_SECONDS, f"each below {MOST_SECONDS:.0f} s", f"{slowest:.1f} s"),
    ):
        console.print(line)


def report_baseline(console: Console, rows: list[Measured]) -> None:
    """Print how the whole program compares."""
    show(
        console,
        f"Some cells of Adult; the baseline is the whole program, at most {MOST_LARGE:.0f} s",
        rows,
        {
            "case": lambda r: r.case,
            "expected records": lambda r: f"{r.records:,.2f}",
            "whole program's": lambda r: f"{r.baseline_records:,.2f}",
            "seconds": lambda r: f"{r.seconds:.2f}",
            "whole program, s": lambda r: f"{r.baseline:.2f}",
            "whole / sealed": lambda r: f"{r.baseline / r.seconds:.1f}",
        },
    )
    ended = [r for r in rows if np.isfinite(r.baseline_records)]
    same = sum(abs(r.records / r.baseline_records - 1) < 1e-5 for r in ended)
    console.print(
        verdict(same == len(ended), "as good as the whole program", f"{same} of {len(ended)}")
    )


def report_price(console: Console, rows: list[tuple[str, str, float, float]]) -> None:
    """Print what each method publishes on average."""
    best = rows[-1][2]
    show(
        console,
        "Mean over the 155 cells of Adult that hold records; where refused, everything counts",
        rows,
        {
            "case": lambda r: r[0],
            "against": lambda r: r[1],
            "records": lambda r: f"{r[2]:,.1f}",
            "cost": lambda r: f"{r[3]:,.1f}",
            "sealed's records / these": lambda r: f"{best / r[2]:.2f}",
        },
    )


def report_large(console: Console, rows: list[Large]) -> None:
    """Print what large spaces took, and what became of their promises."""
    show(
        console,
        "Large spaces, random true cells, limit 0.3",
        rows,
        {
            "case": lambda r: r.case,
            "protect, s": lambda r: f"{r.publishing:.2f}",
            "audit, s": lambda r: f"{r.auditing:.2f}",
            "audit / protect": lambda r: f"{r.auditing / r.publishing:.2f}",
            "block": lambda r: f"{len(r.found.block.places):,}",
            "records": lambda r: f"{float(r.found.expected('records')):,.1f}",
            "/ floor": lambda r: f"{r.ratio:.3f}",
            "judged": lambda r: percent(r.judged),
        },
    )
    kept = sum(r.found.mechanism.keeps and r.judged <= LIMIT for r in rows)
    told = f"{kept} of {len(rows)}"
    console.print(verdict(kept == len(rows), "the limit kept exactly, by audit as well", told))


def run(console: Console) -> None:
    """Measure Adult's cells, the price of the guarantee, limits, and large spaces."""
    market = load("adult")
    cells = single_cells(market)
    report_cells(console, cells)
    report_baseline(console, [against_whole_program(market, count) for count in PARTS])
    console.print()
    report_price(console, price_of_the_guarantee(market, cells[0].found))
    console.print()
    report(console, "Adult's cells at several limits", by_limit(market))
    console.print()
    million = uneven_market(10, 40, 1_000_000)
    rows = large_space("Adult, eleven attributes", adult_in_eleven(), 10)
    report_large(console, [*rows, *large_space("a million cells", million, 3)])
