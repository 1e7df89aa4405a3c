"""Promise: someone who knows the method can replay it on every candidate, and so can we.

All 29,295 boxes of Adult are candidates: every choice of values on each dimension, gaps allowed.
The greedy expansion (alpha 0.5, limit 0.3) is replayed for all of them, for each attacker. The
baseline is `greedy` itself, candidate by candidate, on a sample of them in the same run; both must
agree on it. Then growth over the number of candidates; and the question of the informed attacker,
who asks only which candidates lead to one published intent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.greedy_sparse import best_of, verdict
from tacit.attackers.against import Against
from tacit.attackers.registry import ATTACKERS
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.market.stacks import Stack, taken
from tacit.paper.expansion import TRUE_INTENT_1
from tacit.publishing.greedy.replay import greedy_leading_to, greedy_method, replay_greedy
from tacit.publishing.replay import replay_one_by_one

LIMIT, ALPHA = Fraction(3, 10), Fraction(1, 2)
ALL_FOUR = ",".join(ATTACKERS)
REPEATS, SAMPLE, SEED = 3, 300, 1
SHARES = (64, 16, 4, 1)
MOST_SECONDS, LEAST_TIMES, MOST_GROWTH = 2.0, 10, 1.5


@dataclass(frozen=True)
class Measured:
    """What replaying some candidates took, all at once and one by one."""

    attacker: str
    candidates: int
    seconds: float
    asked: float
    leading: int
    one: float
    same: bool

    @property
    def each(self) -> float:
        """Microseconds per candidate."""
        return self.seconds / self.candidates * 1e6

    @property
    def times(self) -> float:
        """How many times faster than one by one."""
        return self.one * self.candidates / self.seconds


def every_box(market: Market) -> Stack:
    """Every choice of values on each dimension."""
    sets = [np.array(list(product([False, True], repeat=n))[1:]) for n in market.space.shape]
    at = np.indices([len(rows) for rows in sets]).reshape(len(sets), -1)
    return [rows[i] for rows, i in zip(sets, at, strict=True)]


def measure(market: Market, candidates: Stack, against: str) -> Measured:
    """Replay candidates against some attackers, all at once, and a sample of them one by one."""
    attackers = Against.of(against).posts
    limits = [LIMIT] * len(attackers)
    method = greedy_method(market, attackers, limits, ALPHA)
    count = len(candidates[0])
    at = np.random.default_rng(SEED).choice(count, min(SAMPLE, count), replace=False)
    sample = taken(candidates, at)
    seconds = best_of(REPEATS, lambda: replay_greedy(market, candidates, attackers, limits, ALPHA))
    one = best_of(1, lambda: replay_one_by_one(market, sample, method)) / len(at)
    once = replay_greedy(market, candidates, attackers, limits, ALPHA)
    alone = replay_one_by_one(market, sample, method)
    same = np.array_equal(once.reached[at], alone.reached) and all(
        np.array_equal(rows[at], others)
        for rows, others in zip(once.masks, alone.masks, strict=True)
    )
    published = method(market.intent(TRUE_INTENT_1))
    assert published is not None
    asked = best_of(
        REPEATS,
        lambda: greedy_leading_to(market, candidates, published, attackers, limits, ALPHA),
    )
    leading = int(once.equal(published).sum())
    return Measured(against, count, seconds, asked, leading, one, same)


def report(console: Console, results: list[Measured]) -> None:
    """Print a table and what became of each promise."""
    table = Table(title="Replaying greedy for all boxes of Adult, limit 0.3")
    columns = ("against", "candidates", "seconds", "us each", "one by one, us each", "times faster")
    for name in (*columns, "who leads to a post, s", "who do"):
        table.add_column(name, justify="left" if name == "against" else "right")
    for r in results:
        table.add_row(
            "all four" if r.attacker == ALL_FOUR else r.attacker, f"{r.candidates:,}",
            f"{r.seconds:.3f}", f"{r.each:.1f}", f"{r.one * 1e6:.0f}", f"{r.times:.0f}",
            f"{r.asked:.4f}", str(r.leading),
        )  # fmt: skip
    console.print(table)
    for line in promises(results):
        console.print(line)


def promises(results: list[Measured]) -> list[str]:
    """What became of the promises."""
    most = max(r.candidates for r in results)
    whole = [r for r in results if r.candidates == most]
    quarter = {r.attacker: r for r in results if most // 5 < r.candidates < most}
    slowest = max(r.seconds for r in whole)
    times = min(r.times for r in whole)
    growth = max(r.each / quarter[r.attacker].each for r in whole)
    same = all(r.same for r in results)
    return [
        verdict(same, "the same results as one by one", f"{SAMPLE} of each compared"),
        verdict(slowest <= MOST_SECONDS, f"all {most:,} boxes within {MOST_SECONDS:g} s",
                f"{slowest:.2f} s at most"),
        verdict(times >= LEAST_TIMES, f"at least {LEAST_TIMES} times faster than one by one",
                f"{times:.0f} times"),
        verdict(growth <= MOST_GROWTH, "linear: time per candidate at most "
                f"{MOST_GROWTH} times that of a quarter of them", f"{growth:.2f} times"),
    ]  # fmt: skip


def run(console: Console) -> None:
    """Measure every attacker and all together, for a growing part of the candidates."""
    market = load("adult")
    candidates = every_box(market)
    order = np.random.default_rng(SEED).permutation(len(candidates[0]))
    results = []
    for against in (*ATTACKERS, ALL_FOUR):
        for part in SHARES:
            some = taken(candidates, order[: len(order) // part])
            results.append(measure(market, some, against))
    report(console, results)
