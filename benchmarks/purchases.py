"""Promises: how fast a purchase is chosen.

First the paper's four settings of Table 3, each method with the paper's parameters: the mean over
ten seeds, as the paper has it, at its best of a few repeats. The baseline is the time the authors
print for their own program, on their own machine, so only its order of magnitude compares.

Then growth: the optimal purchase on sparse random markets of growing size, without prices; with a
price for each value; and with prices that depend on one dimension alone, so that the cheapest
records hide most of its values and the purchase has to be mended.

Measured is the allocation: from a market and two intents, nothing being computed yet, to counts per
cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.greedy_sparse import DIMENSIONS, VALUES, best_of, make_market, verdict
from tacit.attackers.registry import OBSERVERS
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.paper.table3 import SETTINGS, Figures, Setting
from tacit.purchasing.optimal import optimal
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS

METHODS = ("optimal", "mc", "mcmc", "g-mcmc", "genetic")
REPEATS, SEEDS = 5, 10
PROMISED: dict[str, tuple[float | None, ...]] = {
    "optimal": (1e-3, 1e-3, 1e-3, 1e-3),
    "mc": (0.5, None, None, 5.0),
    "g-mcmc": (1e-3, 5e-3, 10e-3, 50e-3),
    "genetic": (0.1, None, None, 1.0),
}
"""For each method, the most seconds in each setting; None where nothing is promised."""
SIZES = (10_000, 100_000, 1_000_000)
PRICES = ("no prices", "a price per value", "one dimension priced")
WANTED, SHARE = 300, 10
MOST_SECONDS = 1.0
"""For the optimal purchase with the most cells."""


@dataclass(frozen=True)
class Measured:
    """What one method took in one setting, and what the authors print."""

    setting: str
    method: str
    seconds: float
    optimal: float
    printed: float | None
    promised: float | None


@dataclass(frozen=True)
class Grown:
    """What one optimal purchase took."""

    prices: str
    cells: int
    wanted: int
    size: int
    seconds: float
    proven: bool


def anew(problem: Problem) -> Problem:
    """The same problem with nothing computed yet."""
    return Problem(problem.market, problem.true, problem.published, problem.limit, problem.observer)


def seconds_of(setting: Setting, method: str) -> float:
    """The mean time over some seeds, at its best of several repeats."""
    more = {"epsilon": setting.epsilon} if method == "g-mcmc" else {}

    def all_seeds() -> None:
        for seed in range(SEEDS):
            problem = anew(setting.problem)
            if method == "optimal":
                optimal(problem, setting.size)
            else:
                ALLOCATIONS[method](problem, setting.size, np.random.default_rng(seed), **more)

    return best_of(REPEATS, all_seeds) / SEEDS


def measure() -> list[Measured]:
    """Every method in every setting."""
    found = []
    for i, setting in enumerate(SETTINGS):
        least = seconds_of(setting, "optimal")
        for method in METHODS:
            seconds = least if method == "optimal" else seconds_of(setting, method)
            text = setting.printed.get(method)
            printed = None if text is None else Figures.read(text).seconds
            promised = PROMISED.get(method, (None,) * len(SETTINGS))[i]
            found.append(Measured(setting.title, method, seconds, least, printed, promised))
    return found


def priced_market(cells: int, prices: str) -> Market:
    """A sparse market with this many cells."""
    if prices != PRICES[2]:
        return make_market(cells, priced=prices == PRICES[1])
    plain = make_market(cells, priced=False)
    listed = plain.cells(Box.everything(plain.space))
    table: dict[str, Any] = {d.name: dict.fromkeys(map(str, d.values), 0) for d in plain.space}
    table["d0"] = {str(v): v + 1 for v in range(VALUES)}
    return Market.from_cells(
        plain.space, listed.codes, listed.records, prices_per_value=table, layout="sparse"
    )


def grow(cells: int, prices: str) -> Grown:
    """Buy a tenth of a market's records, some hundred of its cells being wanted."""
    market = priced_market(cells, prices)
    everything = Box.everything(market.space)
    few = max(1, round(VALUES * (WANTED / cells) ** 0.5))
    narrow = [range(few)] * 2 + [range(VALUES)] * (DIMENSIONS - 2)
    true = Box(market.space, tuple(tuple(codes) for codes in narrow))
    problem = Problem(market, true, everything, Fraction(3, 10), OBSERVERS["purchase-f"])
    size = problem.total // SHARE

    seconds = best_of(5, lambda: optimal(anew(problem), size))
    wanted = int(np.count_nonzero(problem.wanted))
    return Grown(prices, cells, wanted, size, seconds, optimal(problem, size).proven)


def time_text(seconds: float) -> str:
    """A time with a unit that suits it."""
    return f"{seconds:.3f} s" if seconds >= 0.1 else f"{seconds * 1e3:.3f} ms"


def report(console: Console, results: list[Measured]) -> None:
    """Print the settings and what became of each promise."""
    table = Table(title="Purchases, the settings of the paper's Table 3")
    right = ("time", "the authors' time", "authors / Tacit", "in times of optimal")
    for name in ("setting", "method", *right):
        table.add_column(name, justify="right" if name in right else "left")
    for r in results:
        table.add_row(
            r.setting,
            r.method,
            time_text(r.seconds),
            "-" if r.printed is None else f"{r.printed:.3f} s",
            "-" if r.printed is None else f"{r.printed / r.seconds:,.1f}",
            f"{r.seconds / r.optimal:,.1f}",
            end_section=r.method == METHODS[-1],
        )
    console.print(table)
    for r in results:
        if r.promised is not None:
            promise = f"{r.method} below {time_text(r.promised)}, {r.setting}"
            console.print(verdict(r.seconds < r.promised, promise, time_text(r.seconds)))


def report_growth(console: Console, results: list[Grown]) -> None:
    """Print how time grows and what became of the promise."""
    table = Table(title=f"Optimal purchase, sparse, {DIMENSIONS} x {VALUES} values")
    columns: dict[str, Callable[[Grown], str]] = {
        "prices": lambda r: r.prices,
        "cells": lambda r: f"{r.cells:,}",
        "wanted cells": lambda r: f"{r.wanted:,}",
        "records bought": lambda r: f"{r.size:,}",
        "seconds": lambda r: f"{r.seconds:.3f}",
        "ns / cell": lambda r: f"{r.seconds / r.cells * 1e9:.0f}",
        "proven cheapest": lambda r: "yes" if r.proven else "no",
    }
    for name in columns:
        table.add_column(name, justify="left" if name == "prices" else "right")
    for r in results:
        table.add_row(*(show(r) for show in columns.values()))
    console.print(table)
    for r in results:
        if r.cells == max(SIZES):
            promise = f"below {MOST_SECONDS:.0f} s with {r.cells:,} cells, {r.prices}"
            console.print(verdict(r.seconds < MOST_SECONDS, promise, f"{r.seconds:.3f} s"))


def run(console: Console) -> None:
    """Measure the paper's settings, then growth."""
    report(console, measure())
    console.print()
    report_growth(console, [grow(cells, prices) for prices in PRICES for cells in SIZES])
