"""Promise: the greedy expansion of a sparse market costs one pass over its cells in all.

Random markets of growing size in 10 dimensions of 40 values are expanded over several hundred
steps. The baseline is one plain pass over the same cells: the NumPy mass of a box with half of each
dimension's values. Time and memory are measured in separate runs, since tracing slows things down.

How much memory an expansion needs depends on how many dimensions it has begun and not finished, so
the worst case is measured too: a box that grows in all dimensions in turn.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tacit.attackers.against import Against
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sparse import SparseCube
from tacit.publishing.greedy.expansion import greedy
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SIZES = (10_000, 100_000, 1_000_000, 4_000_000)
DIMENSIONS, VALUES = 10, 40
PRICED = "em-fc"
STEPS = 300
SLACK = Fraction(5, 4)
"""The limit, as a multiple of the lowest there is: near enough that it takes so many steps."""
MOST_PASSES, MOST_MEMORY, MOST_GROWTH = 50, 4, 1.5


@dataclass(frozen=True)
class Measured:
    """What one expansion took."""

    attacker: str
    cells: int
    steps: int
    seconds: float
    one_pass: float
    extra: int
    worst: int
    array: int

    @property
    def passes(self) -> float:
        """The time in plain passes over the cells."""
        return self.seconds / self.one_pass

    @property
    def per_cell(self) -> float:
        """Nanoseconds per cell."""
        return self.seconds / self.cells * 1e9

    @property
    def memory(self) -> float:
        """Cell array and extra memory, in cell arrays."""
        return (self.array + self.extra) / self.array

    @property
    def most_memory(self) -> float:
        """The same where every dimension is begun and none is finished."""
        return (self.array + self.worst) / self.array


def make_market(cells: int, priced: bool, seed: int = 7) -> Market:
    """A sparse market with this many distinct cells, each holding 1 to 99 records."""
    rng = np.random.default_rng(seed)
    dimensions: list[Dimension] = []
    for i in range(DIMENSIONS):
        kind = Ordinal if i % 2 else Nominal
        dimensions.append(kind(f"d{i}", tuple(range(VALUES))))
    space = Space(tuple(dimensions))
    codes = rng.integers(0, VALUES, (DIMENSIONS, cells + cells // 1000 + 10), dtype=np.uint8)
    keys = np.ravel_multi_index(tuple(codes.astype(np.int64)), space.shape)
    distinct = np.unique(keys, return_index=True)[1]
    rng.shuffle(distinct)
    codes = np.ascontiguousarray(codes[:, distinct[:cells]])
    records = rng.integers(1, 100, cells)
    table = {d.name: {str(v): int(rng.integers(1, 10)) for v in d.values} for d in space}
    prices: dict[str, Any] = {"prices_per_value": table, "base": 1} if priced else {}
    return Market.from_cells(space, codes, records, layout="sparse", **prices)


def first_cell(market: Market) -> Box:
    """A true intent of a single cell that holds records."""
    cells = market.cells(Box.everything(market.space))
    return Box(market.space, tuple((int(code),) for code in cells.codes[:, 0]))


def best_of(runs: int, action: Callable[[], object]) -> float:
    """The shortest time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        gc.collect()
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


def peak_memory(action: Callable[[], object]) -> int:
    """The most memory in use at once during an action, beyond what was in use before."""
    gc.collect()
    tracemalloc.start()
    action()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def measure(attacker: str, cells: int) -> Measured:
    """Expand one market, five times for time and once for memory."""
    market = make_market(cells, priced=attacker == PRICED)
    cube = market.cube
    assert isinstance(cube, SparseCube)
    true, chosen = first_cell(market), Against.of(attacker).posts
    limit = chosen[0].lowest_limit(market, true) * SLACK

    def expand() -> int:
        return greedy(market, true, chosen, limit).steps

    def grow_all_around() -> None:
        growth = market.growth(true)
        for step in range(1, 4):
            for d, (code,) in enumerate(true.codes):
                growth.add(d, (code + step) % VALUES)

    half = Box(market.space, (tuple(range(VALUES // 2)),) * DIMENSIONS)
    one_pass = best_of(5, lambda: market.mass(half))
    seconds = best_of(5, expand)
    extra, worst = peak_memory(expand), peak_memory(grow_all_around)
    return Measured(attacker, cells, expand(), seconds, one_pass, extra, worst, cube.nbytes)


def verdict(held: bool, promise: str, found: str) -> str:
    """One line on a promise."""
    mark = "[green]held[/]" if held else "[red]not held[/]"
    return f"  {mark}: {promise} ({found})"


def report(console: Console, results: list[Measured]) -> None:
    """Print a table and what became of each promise."""
    table = Table(title=f"Greedy expansion, sparse, {DIMENSIONS} x {VALUES} values")
    columns = ("attacker", "cells", "steps", "seconds", "one pass, ms", "passes", "ns / cell")
    for name in (*columns, "extra, MB", "memory / array", "at worst"):
        table.add_column(name, justify="left" if name == "attacker" else "right")
    for r in results:
        table.add_row(
            r.attacker, f"{r.cells:,}", str(r.steps), f"{r.seconds:.3f}", f"{r.one_pass * 1e3:.2f}",
            f"{r.passes:.1f}", f"{r.per_cell:.0f}", f"{r.extra / 1e6:.1f}", f"{r.memory:.2f}",
            f"{r.most_memory:.2f}",
        )  # fmt: skip
    console.print(table)
    for attacker in dict.fromkeys(r.attacker for r in results):
        mine = {r.cells: r for r in results if r.attacker == attacker}
        console.print(f"{attacker}:")
        for line in promises(mine):
            console.print(line)


def promises(mine: dict[int, Measured]) -> list[str]:
    """What became of the promises for one attacker."""
    large, huge = mine[1_000_000], mine[4_000_000]
    growth = huge.per_cell / large.per_cell
    memory = max(max(r.memory, r.most_memory) for r in mine.values())
    steps = min(r.steps for r in mine.values())
    return [
        verdict(steps >= STEPS, f"at least {STEPS} steps", f"{steps}"),
        verdict(large.passes <= MOST_PASSES, f"at most {MOST_PASSES} passes at 10^6 cells",
                f"{large.passes:.1f}"),
        verdict(growth <= MOST_GROWTH, "linear: time per cell at 4 x 10^6 at most "
                f"{MOST_GROWTH} times that at 10^6", f"{growth:.2f} times"),
        verdict(memory < MOST_MEMORY, f"memory below {MOST_MEMORY} cell arrays, cells included",
                f"{memory:.2f}"),
    ]  # fmt: skip


def run(console: Console) -> None:
    """Measure every size, with and without prices."""
    report(console, [measure(a, cells) for a in ("em-f", PRICED) for cells in SIZES])
