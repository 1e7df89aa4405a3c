"""Promises: what a sealed publication costs, with what proof, and how fast it is found.

First Adult, for every single cell: the expected records against the known optimum. The baseline is
the whole linear program, with a variable for each pair of candidate and box, on parts of Adult.
Then the price of the guarantee: the mean over the same cells of what greedy and optimal publish,
neither of which holds against someone who knows the method.

Then large spaces, for random true cells: Adult with eleven attributes, and a market of a million
cells that hold records. All are put into blocks; what each step takes, how far the expected records
are above what no method goes below, and whether an audit finds the limit kept, exactly. Then growth
over the effort and over the limit; last candidates of a shape, which share records.
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
from tacit.attackers.registry import ATTACKERS
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.errors import UnreachableLimit
from tacit.informed.post import Informed
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.method import DrawingMethod
from tacit.publishing.procedure import Procedure
from tacit.publishing.protect import protect
from tacit.publishing.registry import METHODS
from tacit.publishing.sealed.boxes_to_draw import Form, family, may_be_published
from tacit.publishing.sealed.sealing import SealedBlock, Sealing

LIMIT = Fraction(3, 10)
KNOWN = {"nonempty": 649.42, "all": 418.94}
"""The fewest expected records on Adult for a uniform prior over its cells."""
MOST_SECONDS, MOST_LARGE = 10.0, 60.0
SEED, TRUE_CELLS = 1, 10
PARTS = (15, 30, 60)
"""How many of Adult's cells the whole program is given."""
LIMITS = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 10), Fraction(1, 20))
EFFORTS = (2_000, 20_000, 100_000)
SHAPES = ((1, 1, 1, 1, 2), (2, 1, 1, 1, 1), (1, 2, 1, 1, 1), (1, 2, 1, 1, 2), (2, 2, 1, 1, 1))
CLOSE = 0.01


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
    """What one true cell of a large space took."""

    case: str
    set_up: float
    finding: float
    solving: float
    auditing: float
    found: SealedBlock
    audited: Fraction

    @property
    def ratio(self) -> float:
        """Expected records over what no way to publish the block goes below."""
        return float(self.found.expected("records") / self.found.floor("records"))


def seal(
    case: str, market: Market, belief: Belief, limit: Fraction, form: Form, **more: Any
) -> Measured:
    """Find how the block of the first candidate is published."""
    start = perf_counter()
    sealing = Sealing(market, belief, limit, form, **more)
    found = sealing.holding(0)
    return Measured(case, len(sealing.candidates), found, perf_counter() - start)


def single_cells(market: Market) -> list[Measured]:
    """Adult, each cell as likely as any other."""
    return [seal(support, market, Belief(support=support), LIMIT, Form()) for support in KNOWN]


def against_whole_program(market: Market, count: int) -> Measured:
    """Some cells of Adult, sealed and by the whole program."""
    every = candidates(market, Belief(support="nonempty"))
    some = every.take(np.random.default_rng(SEED).choice(len(every), count, replace=False))
    made = seal(f"{count} cells", market, Belief(), LIMIT, Form(), among=some)
    start = perf_counter()
    records = whole_program(some)
    took = perf_counter() - start
    return Measured(made.case, count, made.found, made.seconds, took, records)


def whole_program(some: Candidates) -> float:
    """The fewest expected records, by one program over all pairs of candidate and box."""
    boxes = family(some, Box.everything(some.market.space).masks(), LIMIT, Form())
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


def large_space(case: str, market: Market) -> list[Large]:
    """Seal and audit random true cells."""
    procedure = Procedure.of(method="sealed", limit=LIMIT)
    method, belief = METHODS["sealed"], procedure.belief
    assert isinstance(method, DrawingMethod)
    assert belief is not None
    rng, rows = np.random.default_rng(SEED), []
    many = market.filled
    for place in rng.integers(0, many, TRUE_CELLS).tolist():
        times = [perf_counter()]
        sealing = method.settle(market, procedure.against, procedure.settings, None)
        times.append(perf_counter())
        block = sealing.blocks.holding(place)
        times.append(perf_counter())
        found = sealing.sealed(block)
        times.append(perf_counter())
        at = int(np.flatnonzero(block.places == place)[0])
        boxes, chances = zip(*found.mechanism.chances(at).items(), strict=True)
        published = found.mechanism.intent(int(rng.choice(boxes, p=[float(c) for c in chances])))
        true = sealing.candidates.intent(place)
        start = perf_counter()
        judged = Informed(market, procedure, belief).judge(true, published)
        took = perf_counter() - start
        set_up, finding, solving = np.diff(times).tolist()
        audited = judged.confidence.upper
        rows.append(Large(case, set_up, finding, solving, took, found, audited))
    return rows


def by_effort(market: Market, case: str) -> list[Measured]:
    """The same block's candidates at several efforts, and so in blocks of several sizes."""
    belief = Belief(support="nonempty")
    return [seal(f"{case}, effort {e:,}", market, belief, LIMIT, Form(effort=e)) for e in EFFORTS]


def by_limit(market: Market) -> list[Measured]:
    """Adult at several limits."""
    belief = Belief(support="nonempty")
    return [seal(f"limit {float(x):g}", market, belief, x, Form()) for x in LIMITS]


def shapes(market: Market) -> list[Measured]:
    """Every intent of Adult with so many values on each dimension."""
    rows = []
    for shape in SHAPES:
        example = Box(market.space, tuple(tuple(range(n)) for n in shape))
        belief, name = Belief("shape", support="nonempty"), " x ".join(map(str, shape))
        rows.append(seal(name, market, belief, LIMIT, Form(), shape=example))
    return rows


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
        f"Large spaces, {TRUE_CELLS} random true cells each, limit 0.3, seconds",
        rows,
        {
            "case": lambda r: r.case,
            "set-up": lambda r: f"{r.set_up:.2f}",
            "block found": lambda r: f"{r.finding:.2f}",
            "solved": lambda r: f"{r.solving:.2f}",
            "audit": lambda r: f"{r.auditing:.2f}",
            "block": lambda r: f"{len(r.found.block.places):,}",
            "records": lambda r: f"{float(r.found.expected('records')):,.1f}",
            "/ floor": lambda r: f"{r.ratio:.3f}",
            "highest": lambda r: str(r.found.mechanism.highest),
            "audited": lambda r: str(r.audited),
        },
    )
    slowest = max(r.set_up + r.finding + r.solving for r in rows)
    kept = sum(r.found.mechanism.highest <= LIMIT and r.audited <= LIMIT for r in rows)
    console.print(
        verdict(slowest < MOST_LARGE, f"each below {MOST_LARGE:.0f} s", f"slowest {slowest:.1f} s")
    )
    told = f"{kept} of {len(rows)}"
    console.print(verdict(kept == len(rows), "the limit kept exactly, by audit as well", told))


def report_shapes(console: Console, rows: list[Measured]) -> None:
    """Print candidates of a shape, and what became of their promise."""
    report(console, "Every intent of a shape on Adult, limit 0.3", rows)
    near = sum(r.gap < CLOSE for r in rows)
    console.print(verdict(near == len(rows), f"within {CLOSE:.0%} of the bound",
                          f"{near} of {len(rows)}"))  # fmt: skip


def run(console: Console) -> None:
    """Measure Adult's cells, the price of the guarantee, large spaces, growth, and shapes."""
    market = load("adult")
    cells = single_cells(market)
    report_cells(console, cells)
    report_baseline(console, [against_whole_program(market, count) for count in PARTS])
    console.print()
    report_price(console, price_of_the_guarantee(market, cells[0].found))
    console.print()
    eleven = adult_in_eleven()
    report_large(console, large_space("Adult, eleven attributes", eleven))
    report_large(console, large_space("a million cells", uneven_market(10, 40, 1_000_000)))
    console.print()
    growth = [*by_effort(market, "Adult"), *by_effort(eleven, "eleven"), *by_limit(market)]
    report(console, "Growth over the effort and the limit", growth)
    console.print()
    report_shapes(console, shapes(market))
