"""Promises: how good published unions are, and how fast.

First Adult: one published box beside two, for a true intent of two boxes far apart. Then random small
markets, where every pair of boxes can be listed: how often the search finds the best pair whose boxes
each hold a box of the true intent, how often the best of all pairs, and how often it proves that.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, product
from math import prod
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from tacit.attackers.registry import ATTACKERS
from tacit.auditing.protect import protect
from tacit.errors import UnreachableLimit
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

WANTED = (
    {
        "race": ["Black"],
        "sex": ["Female"],
        "age": ["working adult"],
        "hours-per-week": ["full-time"],
        "income": [">50K"],
    },
    {"race": ["White"], "sex": ["Male"], "age": ["retirement"], "income": [">50K"]},
)
SHAPES = ((3, 3), (4, 4), (3, 3, 2), (2, 2, 2, 2))
SEEDS = 200


def run(console: Console) -> None:
    """Measure and show both."""
    adult(console)
    small(console)


def adult(console: Console) -> None:
    """One box beside two, on Adult."""
    market = load("adult")
    made = Table(title="Adult, limit 0.3: records published", title_justify="left")
    for column in ("against", "one box", "two boxes", "proof", "seconds"):
        made.add_column(column)
    for against in (*ATTACKERS, ",".join(ATTACKERS)):
        one = protect(market, WANTED, against=against, method="optimal")
        start = perf_counter()
        two = protect(market, WANTED, against=against, method="optimal", boxes=2)
        took = perf_counter() - start
        numbers = (f"{one.mass.records:,}", f"{two.mass.records:,}", two.proof.status)
        made.add_row(against, *numbers, f"{took:.2f}")
    console.print(made)


@dataclass(frozen=True)
class Case:
    """A random small market and what is asked of it."""

    records: NDArray[Any]
    prices: NDArray[Any]
    space: Space
    true: Intent
    against: list[str]
    limit: Fraction
    objective: str

    @cached_property
    def market(self) -> Market:
        """The market."""
        return Market.from_cube(self.space, self.records, prices=self.prices)

    def value(self, most: int) -> tuple[int, str]:
        """The objective of what is published, and its proof."""
        result = protect(
            self.market,
            self.true,
            against=self.against,
            limit=self.limit,
            method="optimal",
            objective=self.objective,
            boxes=most,
        )
        return int(self.measure[self.cells(result.published)].sum()), result.proof.status

    @cached_property
    def measure(self) -> NDArray[Any]:
        """The objective of each cell."""
        spend = self.records * self.prices
        by = {"records": self.records, "cost": spend, "cells": np.ones_like(spend)}
        return by[self.objective].reshape(-1)

    def cells(self, intent: Intent) -> NDArray[np.bool_]:
        """Which cells an intent holds."""
        found = np.zeros(self.records.shape, dtype=bool)
        for cell in intent.cells():
            found[cell] = True
        return found.reshape(-1)

    def best(self) -> tuple[int, int]:
        """The least of all pairs of boxes that hold a true one each, and of all pairs."""
        boxes = np.array([self.cells(box) for box in self.boxes()])
        wanted = self.cells(self.true)
        parts = np.array([self.cells(box) for box in self.true.boxes])
        holds = ~(parts[None] & ~boxes[:, None]).any(axis=2)
        least: list[list[int]] = [[], []]
        for i, box in enumerate(boxes):
            both = boxes[i:] | box
            fine = both[:, wanted].all(axis=1) & self._held(both, wanted)
            each = holds[i].any() & holds[i:].any(axis=1) & (holds[i:] | holds[i]).all(axis=1)
            values = both @ self.measure
            for kept, which in zip(least, (fine & each, fine), strict=True):
                kept.extend(values[which].tolist())
        return min(least[0]), min(least[1])

    def boxes(self) -> Iterator[Intent]:
        """Every box that may be published."""
        for codes in product(*(list(self._sets(d)) for d in range(len(self.space)))):
            yield Box(self.space, codes)

    def _sets(self, d: int) -> Iterator[tuple[int, ...]]:
        codes = range(len(self.space.dimensions[d]))
        every = chain.from_iterable(combinations(codes, n) for n in range(1, len(codes) + 1))
        if not isinstance(self.space.dimensions[d], Ordinal):
            return every
        if not all(_unbroken(box.codes[d]) for box in self.true.boxes):
            return every
        return (one for one in every if _unbroken(one))

    def _held(self, unions: NDArray[np.bool_], wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        held = np.ones(len(unions), dtype=bool)
        spend = self.records * self.prices
        for name in self.against:
            by = {"em-f": self.records, "em-c": self.prices, "em-fc": spend}
            weight = by.get(name, np.ones_like(spend)).reshape(-1)
            claim = int(wanted.sum() if name == "pi-uniform" else weight[wanted].max())
            held &= (unions @ weight) * self.limit.numerator >= claim * self.limit.denominator
        return held


def _unbroken(codes: tuple[int, ...]) -> bool:
    return max(codes) - min(codes) + 1 == len(codes)


def random_case(seed: int, shape: tuple[int, ...], many: int) -> Case | None:
    """A random case whose true intent has so many boxes, if this seed makes one."""
    chance = random.Random(seed)

    def dimension(i: int, n: int) -> Dimension:
        kind = Ordinal if chance.random() < 0.4 else Nominal
        return kind(f"d{i}", tuple(f"v{j}" for j in range(n)))

    def box() -> Intent:
        sizes = [chance.randint(1, n - 1) if chance.random() < 0.3 else 1 for n in shape]
        pairs = zip(shape, sizes, strict=True)
        return Box(space, tuple(tuple(chance.sample(range(n), k)) for n, k in pairs))

    space = Space(tuple(dimension(i, n) for i, n in enumerate(shape)))
    counts = [chance.choice([0, 0, 1, 2, 3, 5, 8, 13, 20, 60]) for _ in range(prod(shape))]
    prices = [chance.randint(1, 9) for _ in counts]
    true = any_of([box() for _ in range(many)])
    if len(true.boxes) != many or not any(counts):
        return None
    return Case(
        np.array(counts).reshape(shape),
        np.array(prices).reshape(shape),
        space,
        true,
        chance.sample(list(ATTACKERS), chance.choice([1, 1, 2, 4])),
        Fraction(chance.randint(2, 12), 20),
        chance.choice(["records", "cost", "cells"]),
    )


def small(console: Console) -> None:
    """How often the best pair of boxes is found."""
    made = Table(title="Random small markets, at most two boxes", title_justify="left")
    columns = ("cases", "best that hold a true box", "best of all", "optimal", "below one box")
    for column in ("true boxes", *columns):
        made.add_column(column)
    for many in (1, 2):
        found: Counter[str] = Counter()
        for shape, seed in product(SHAPES, range(SEEDS)):
            case = random_case(seed, shape, many)
            if case is not None:
                found.update(_outcome(case))
        shares = (f"{found[c]:,} ({found[c] / found['cases']:.0%})" for c in columns[1:])
        made.add_row(str(many), str(found["cases"]), *shares)
    console.print(made)


def _outcome(case: Case) -> dict[str, int]:
    try:
        value, proof = case.value(2)
    except UnreachableLimit:
        return {}
    holding, of_all = case.best()
    assert value >= of_all
    assert proof != "optimal" or value == of_all
    return {
        "cases": 1,
        "best that hold a true box": value == holding,
        "best of all": value == of_all,
        "optimal": proof == "optimal",
        "below one box": value < case.value(1)[0],
    }
