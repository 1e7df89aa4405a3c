"""Promises: how good the optimal publication is, with what proof, and how fast.

First the paper's sixteen cases: four true intents, four attackers, limit 0.3. Then Adult with
eleven attributes, for two hundred random true intents: a hundred drawn around records, so that they
hold some, and a hundred drawn anywhere, most of which hold none. The baseline is the paper's greedy
expansion with alpha 0.5: its records and its time.

Then growth, on random markets in which values are as uneven as in real tables: over the number of
dimensions, of values, and of cells that hold records. Last sixty random markets with a price for
each cell, against one attacker or two: how many are proven, and what gap remains for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from rich.console import Console
from rich.table import Table

from benchmarks.greedy_sparse import best_of, verdict
from tacit.attackers.against import Against
from tacit.attackers.registry import ATTACKERS
from tacit.auditing.protect import protect
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.sources import load as built_in
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.load import load
from tacit.paper.expansion import TRUE_INTENT_1, TRUE_INTENT_2
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.search import Search
from tacit.publishing.publication import Publication
from tacit.publishing.rules import Rules
from tacit.publishing.settings import GreedySettings, OptimalSettings
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

Columns = Mapping[str, Callable[[Any], str]]
"""What a table shows of each row."""
LIMIT = Fraction(3, 10)
SECONDS = 10.0
ALL_FOUR = ",".join(ATTACKERS)
FEWEST = {
    ("adult", 1): (58, 225, 58, 225),
    ("adult", 2): (85, 365, 84, 365),
    ("synthetic", 1): (3222, 5053, 3222, 4969),
    ("synthetic", 2): (7182, 5092, 3954, 5724),
}
"""The fewest records for each true intent, against pi-uniform, em-f, em-c and em-fc."""
ORDER = ("pi-uniform", "em-f", "em-c", "em-fc")
REPEATS, MOST_MILLISECONDS = 10, 50

NAMED = (
    "workclass", "education", "marital-status", "occupation", "relationship", "race", "sex",
    "native-country", "income",
)  # fmt: skip
AGAINST = ("em-f", "pi-uniform", ALL_FOUR)
INTENTS, SEED, MOST_VALUES = 100, 1, 3
ENOUGH, CLOSE = 90, 0.05
"""How many of the intents must be proven optimal or closer than this to their bound."""

PRICED, SOON = 60, 2.0
"""How many random priced markets, and what is soon for a proof, in seconds."""
DIMENSIONS, VALUES, CELLS = (3, 4, 5, 6, 7, 8, 9, 10), (5, 10, 20, 40), (1_000, 10_000, 100_000)


@dataclass(frozen=True)
class PaperCase:
    """One of the paper's cases."""

    case: str
    attacker: str
    expected: int
    result: Publication
    greedy: Publication
    seconds: float
    greedy_seconds: float


@dataclass(frozen=True)
class Drawn:
    """What became of one random true intent."""

    result: Publication
    greedy: Publication
    seconds: float
    greedy_seconds: float

    @property
    def proven(self) -> bool:
        """Whether the result is proven optimal."""
        return self.result.proof.status == "optimal"

    @property
    def close(self) -> bool:
        """Whether it is that, or close to its bound."""
        return self.proven or self.result.proof.gap(self.result.mass.records) < CLOSE

    @property
    def ratio(self) -> float:
        """How many times the records of the optimum greedy takes; 1 where both take none."""
        few, many = self.result.mass.records, self.greedy.mass.records
        return many / few if few else 1.0 if not many else float("inf")


@dataclass(frozen=True)
class Grown:
    """What one search on a random market took."""

    dimensions: int
    values: int
    cells: int
    attacker: str
    objective: str
    seconds: float
    branches: int
    status: str
    gap: float


def paper_cases() -> list[PaperCase]:
    """The paper's sixteen cases, each at its best of several repeats."""
    found = []
    for (data, number), expected in FEWEST.items():
        market = load(data)
        true = market.intent(TRUE_INTENT_1 if number == 1 else TRUE_INTENT_2)
        for attacker, fewest in zip(ORDER, expected, strict=True):
            optimal, greedy = (
                partial(protect, market, true, against=attacker, limit=LIMIT, method=method)
                for method in ("optimal", "greedy")
            )
            times = best_of(REPEATS, optimal), best_of(REPEATS, greedy)
            name = f"{data}-{number}"
            found.append(PaperCase(name, attacker, fewest, optimal(), greedy(), *times))
    return found


def adult_in_eleven() -> Market:
    """The rows of Adult that lack nothing, counted by eleven attributes."""
    path = Path(built_in.__file__).parent / "adult.parquet"
    table = pq.read_table(path)
    named: dict[str, Dimension] = {}
    for name in NAMED:
        values = (value for value in table.column(name).to_pylist() if value is not None)
        named[name] = Nominal(name, tuple(v for v in dict.fromkeys(values) if v.strip() != "?"))
    age = Numeric.binned("age", [17, 24, 61], integer=True)
    hours = Numeric.binned("hours-per-week", [34, 40], integer=True)
    # No column but these lacks a value, so the rows are those that lack none in any column.
    return market_from_table(path, dimensions=[age, *named.values(), hours], missing="drop")


def around_records(market: Market, count: int, seed: int) -> Iterator[Intent]:
    """Intents of one record's values, and on each dimension up to two more from other records."""
    rng = np.random.default_rng(seed)
    cells = market.cells(Box.everything(market.space))
    share = cells.records / cells.records.sum()
    for _ in range(count):
        first = rng.choice(len(share), p=share)
        codes = []
        for on_dimension in cells.codes:
            others = rng.choice(len(share), int(rng.integers(MOST_VALUES)), p=share)
            codes.append(tuple(int(on_dimension[cell]) for cell in (first, *others)))
        yield Box(market.space, tuple(codes))


def anywhere(market: Market, count: int, seed: int) -> Iterator[Intent]:
    """Intents of one to three values on each dimension, all equally likely."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        sizes = [min(int(rng.integers(1, MOST_VALUES + 1)), n) for n in market.space.shape]
        pairs = zip(market.space.shape, sizes, strict=True)
        yield Box(market.space, tuple(tuple(rng.permutation(n)[:k].tolist()) for n, k in pairs))


def draw(market: Market, true: Intent, against: str) -> Drawn:
    """Publish one random intent by both methods."""
    times, results = [], []
    for settings in (OptimalSettings(seconds=SECONDS), GreedySettings()):
        start = perf_counter()
        results.append(protect(market, true, against=against, limit=LIMIT, method=settings))
        times.append(perf_counter() - start)
    return Drawn(results[0], results[1], *times)


def uneven_market(dimensions: int, values: int, cells: int, seed: int = 7) -> Market:
    """A priced market whose first values are the most common; about this many cells are filled."""
    rng = np.random.default_rng(seed)
    parts: list[Dimension] = []
    for i in range(dimensions):
        parts.append((Ordinal if i % 2 else Nominal)(f"d{i}", tuple(range(values))))
    likely = 1 / (1 + np.arange(values))
    drawn = rng.choice(values, (dimensions, 4 * cells), p=likely / likely.sum())
    distinct = np.unique(drawn, axis=1)
    codes = distinct[:, rng.permutation(distinct.shape[1])[:cells]]
    records = rng.integers(1, 100, codes.shape[1])
    prices = {d.name: {str(v): int(rng.integers(1, 10)) for v in d.values} for d in parts}
    space = Space(tuple(parts))
    return Market.from_cells(space, codes, records, prices_per_value=prices, base=1)


def grow(dimensions: int, values: int, cells: int, against: str) -> Grown:
    """Search once on a random market, from the cell in its middle."""
    market = uneven_market(dimensions, values, cells)
    codes = market.cells(Box.everything(market.space)).codes
    true = Box(market.space, tuple((int(one),) for one in codes[:, codes.shape[1] // 2]))
    return searched(market, true, against, LIMIT)


def searched(
    market: Market, true: Intent, against: str, limit: Fraction, objective: str = "records"
) -> Grown:
    """Search once, and see what it took."""
    attackers = Against.of(against).posts
    limits = [limit] * len(attackers)
    start = perf_counter()
    search = Search(Boxes(market, true, attackers, limits, Rules(objective)), true, limits, SECONDS)
    search.begin()
    proof = search.prove()
    return Grown(
        len(market.space), max(market.space.shape), market.filled, short(against), objective,
        perf_counter() - start, search.branches, proof.status, proof.gap(search.cost[0]),
    )  # fmt: skip


def priced(seed: int) -> Grown:
    """Search a random market with a price for each cell, for one cell of it.

    Every third asks for the fewest records against em-fc, which is hard; the others for anything
    against anyone or any two.
    """
    rng = np.random.default_rng(seed)
    shape = [int(n) for n in rng.integers(4, 13, int(rng.integers(3, 7)))]
    kinds = (Nominal, Ordinal)
    space = Space(tuple(kinds[i % 2](f"d{i}", tuple(range(n))) for i, n in enumerate(shape)))
    filled = min(int(rng.choice((200, 1_000, 5_000))), space.size // 2)
    codes = np.array(np.unravel_index(rng.choice(space.size, filled, replace=False), shape))
    records, prices = rng.integers(1, 100, filled), rng.integers(1, 20, filled).tolist()
    market = Market.from_cells(space, codes, records, prices=prices)
    true = Box(space, tuple((int(one),) for one in codes[:, rng.integers(filled)]))
    one_or_two = (*ORDER, *(",".join(two) for two in combinations(ORDER, 2)))
    against, objective = one_or_two[rng.integers(len(one_or_two))], "records"
    if seed % 3 == 0:
        against = "em-fc"
    else:
        objective = ("records", "cost", "cells")[rng.integers(3)]
    lowest = max(a.lowest_limit(market, true) for a in Against.of(against).posts)
    limit = max(Fraction(int(rng.integers(5, 31)), 100), 2 * lowest)
    return searched(market, true, against, limit, objective)


def short(against: str) -> str:
    """Some attackers in a word."""
    return "all four" if against == ALL_FOUR else against


def show(console: Console, title: str, rows: Sequence[Any], columns: Columns) -> None:
    """Print one line for each row."""
    table = Table(title=title)
    for name in columns:
        table.add_column(name, justify="left" if name in ("case", "against", "proof") else "right")
    for row in rows:
        table.add_row(*(cell(row) for cell in columns.values()))
    console.print(table)


def report_paper(console: Console, results: list[PaperCase]) -> None:
    """Print the paper's cases and what became of their promises."""
    show(
        console,
        "Optimal publication, the paper's cases, limit 0.3",
        results,
        {
            "case": lambda r: r.case,
            "against": lambda r: r.attacker,
            "records": lambda r: f"{r.result.mass.records:,}",
            "proof": lambda r: r.result.proof.status,
            "ms": lambda r: f"{r.seconds * 1e3:.1f}",
            "greedy's records": lambda r: f"{r.greedy.mass.records:,}",
            "greedy / optimal": lambda r: f"{r.greedy.mass.records / r.result.mass.records:.2f}",
            "greedy, ms": lambda r: f"{r.greedy_seconds * 1e3:.1f}",
        },
    )
    right = sum(r.result.mass.records == r.expected for r in results)
    proven = sum(r.result.proof.status == "optimal" for r in results)
    slowest = max(r.seconds for r in results) * 1e3
    for line in (
        verdict(right == len(results), "the known fewest records", f"{right} of {len(results)}"),
        verdict(proven == len(results), "all proven optimal", f"{proven} of {len(results)}"),
        verdict(slowest < MOST_MILLISECONDS, f"each below {MOST_MILLISECONDS} ms",
                f"slowest {slowest:.1f} ms"),
    ):  # fmt: skip
        console.print(line)


def spread(of: Callable[[Drawn], float], unit: str) -> Columns:
    """Columns with the distribution of a number."""
    at = {"least": 0, "quarter": 0.25, "half": 0.5, "three quarters": 0.75, "most": 1}

    def quantile(share: float, row: tuple[Any, list[Drawn]]) -> str:
        return f"{np.quantile([of(r) for r in row[1]], share):{unit}}"

    columns: dict[str, Callable[[Any], str]] = {n: partial(quantile, q) for n, q in at.items()}
    return {**columns, "mean": lambda row: f"{np.mean([of(r) for r in row[1]]):{unit}}"}


def report_adult(
    console: Console, market: Market, drawn: Mapping[tuple[str, str], list[Drawn]]
) -> None:
    """Print what became of the random intents, and of the promises for them."""
    size = f"{market.filled:,} of {market.space.size:,} cells filled"
    rows = list(drawn.items())
    case: Columns = {
        "case": lambda row: row[0][0],
        "against": lambda row: short(row[0][1]),
    }
    counts: Columns = {
        "proven": lambda row: str(sum(r.proven for r in row[1])),
        "or close": lambda row: str(sum(r.close for r in row[1])),
        "worse than greedy": lambda row: str(sum(r.ratio < 1 for r in row[1])),
        "better": lambda row: str(sum(r.ratio > 1 for r in row[1])),
    }
    title = f"Adult in eleven attributes, {size}; {INTENTS} true intents each, limit 0.3"
    show(console, title, rows, {**case, **counts})
    title = "Greedy's records / the optimal publication's"
    show(console, title, rows, {**case, **spread(lambda r: r.ratio, ".3f")})
    title = "Milliseconds, optimal"
    show(console, title, rows, {**case, **spread(lambda r: r.seconds * 1e3, ".0f")})
    title = "Milliseconds, greedy (the baseline)"
    show(console, title, rows, {**case, **spread(lambda r: r.greedy_seconds * 1e3, ".0f")})
    for (where, against), results in rows:
        close, worse = sum(r.close for r in results), sum(r.ratio < 1 for r in results)
        what = f"{where}, {short(against)}"
        console.print(
            verdict(close >= ENOUGH, f"at least {ENOUGH} of {INTENTS} proven or within {CLOSE:.0%} "
                    f"in {SECONDS:.0f} s, {what}", f"{close}")
        )  # fmt: skip
        console.print(verdict(not worse, f"never worse than greedy, {what}", f"{worse} worse"))


def report_growth(console: Console, results: list[Grown]) -> None:
    """Print how the search grows; nothing is promised but that it ends."""
    show(
        console,
        f"Growth of the search, random markets with prices, at most {SECONDS:.0f} s",
        results,
        {
            "dimensions": lambda r: str(r.dimensions),
            "values": lambda r: str(r.values),
            "cells": lambda r: f"{r.cells:,}",
            "against": lambda r: r.attacker,
            "seconds": lambda r: f"{r.seconds:.2f}",
            "branches": lambda r: f"{r.branches:,}",
            "proof": lambda r: r.status,
            "gap": lambda r: f"{r.gap:.1%}",
        },
    )
    slowest = max(r.seconds for r in results)
    most = SECONDS * 1.1
    console.print(verdict(slowest <= most, f"over in {most:.0f} s", f"slowest {slowest:.1f} s"))


def report_priced(console: Console, results: list[Grown]) -> None:
    """Print how many searches were proven, and what gaps the others left; nothing is promised."""
    groups = {
        "records, em-fc": [r for r in results if (r.objective, r.attacker) == ("records", "em-fc")],
        "all": results,
    }
    show(
        console,
        f"{len(results)} random markets with prices, at most {SECONDS:.0f} s",
        list(groups.items()),
        {
            "case": lambda row: row[0],
            "searches": lambda row: str(len(row[1])),
            f"proven in {SOON:.0f} s": lambda row: str(
                sum(r.status == "optimal" and r.seconds <= SOON for r in row[1])
            ),
            "proven": lambda row: str(sum(r.status == "optimal" for r in row[1])),
            "mean gap": lambda row: f"{np.mean([r.gap for r in row[1]]):.1%}",
            "largest gap": lambda row: f"{max(r.gap for r in row[1]):.1%}",
        },
    )


def run(console: Console) -> None:
    """Measure the paper's cases, random intents on Adult, growth, and random priced markets."""
    report_paper(console, paper_cases())
    console.print()
    market = adult_in_eleven()
    drawn = {
        (where, against): [draw(market, true, against) for true in make(market, INTENTS, SEED)]
        for where, make in (("around records", around_records), ("anywhere", anywhere))
        for against in AGAINST
    }
    report_adult(console, market, drawn)
    console.print()
    shapes = [(d, 10, 1_000) for d in DIMENSIONS]
    shapes += [(5, v, 1_000) for v in VALUES if v != 10]
    shapes += [(6, 20, n) for n in CELLS]
    against = (*AGAINST, "em-fc")
    report_growth(console, [grow(*shape, name) for name in against for shape in shapes])
    console.print()
    report_priced(console, [priced(seed) for seed in range(PRICED)])
