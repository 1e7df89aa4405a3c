"""Random small markets, each with the same market in a judge's own terms.

The judge knows a market as a plain dictionary: for each cell its records, what they cost, and the
price of one. It shares no code with the market's own sums.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import floor
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tacit.attackers.registry import ATTACKERS
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.costs import from_spend
from tacit.market.market import Market
from tacit.space.dimension import Dimension
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree

Cell = tuple[int, ...]
Distance = Callable[[int, int], Fraction]
NAMES = tuple(ATTACKERS)
SOURCES = ("unit", "each", "values", "cells", "cells-empty", "column")


@dataclass(frozen=True)
class Case:
    """A market in both layouts, and the same market in the judge's own terms."""

    dense: Market
    sparse: Market
    distances: tuple[Distance, ...]
    records: dict[Cell, int]
    spend: dict[Cell, Fraction]
    price: dict[Cell, Fraction]

    @property
    def space(self) -> Space:
        return self.dense.space

    def weight(self, attacker: str, cell: Cell) -> Fraction:
        """What an attacker spreads belief over, by the paper's equations."""
        return {
            "pi-uniform": Fraction(1),
            "em-f": Fraction(self.records[cell]),
            "em-c": self.price[cell],
            "em-fc": self.spend[cell],
        }[attacker]

    def claim(self, attacker: str, true: Intent) -> Fraction:
        """What speaks for the most exposed wanted record."""
        if attacker == "pi-uniform":
            return Fraction(true.size)
        return max(self.weight(attacker, cell) for cell in true.cells())

    def confidence(self, attacker: str, true: Intent, published: Intent) -> Fraction:
        covered = sum((self.weight(attacker, cell) for cell in published.cells()), Fraction(0))
        claim = self.claim(attacker, true)
        return claim / covered if claim else Fraction(0)

    def lowest(self, attacker: str, true: Intent) -> Fraction:
        return self.confidence(attacker, true, Box.everything(self.space))


@st.composite
def dimensions(draw: st.DrawFn, name: str) -> tuple[Dimension, Distance]:
    """A dimension of any kind, and its distance written out once more."""
    size = draw(st.integers(1, 4))
    values = tuple(f"{name}{i}" for i in range(size))
    kind = draw(st.sampled_from(["nominal", "ordinal", "numeric", "tree", "matrix"]))
    ranks = draw(st.permutations(range(size)))
    if kind == "ordinal":
        return Ordinal(name, values, tuple(ranks)), lambda a, b: Fraction(abs(ranks[a] - ranks[b]))
    if kind == "numeric" and size > 1:
        bins = Numeric.binned(name, list(range(size - 1)), list(values))
        return bins, lambda a, b: Fraction(abs(a - b))
    if kind == "tree":
        cut = draw(st.integers(0, size))
        groups = {"low": list(values[:cut]), "high": list(values[cut:])}
        tree = Tree.of(name, {group: leaves for group, leaves in groups.items() if leaves})
        return tree, lambda a, b: Fraction(0 if a == b else 2 if (a < cut) == (b < cut) else 4)
    if kind == "matrix":
        tenths = [[0] * size for _ in range(size)]
        for a, b in product(range(size), range(size)):
            if a < b:
                tenths[a][b] = tenths[b][a] = draw(st.integers(0, 4))
        table = tuple(tuple(tenth / 10 for tenth in row) for row in tenths)
        return Matrix(name, values, table), lambda a, b: Fraction(tenths[a][b], 10)
    return Nominal(name, values), lambda a, b: Fraction(int(a != b))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A market with a random source of costs."""
    parts = [draw(dimensions(name)) for name in "xyz"[: draw(st.integers(1, 3))]]
    space = Space(tuple(dimension for dimension, _ in parts))
    every = list(product(*(range(n) for n in space.shape)))
    listed = [cell for cell in every if draw(st.booleans())] or every[:1]
    source = draw(st.sampled_from(SOURCES))
    huge = source in ("unit", "each", "cells", "cells-empty") and draw(st.booleans())
    counts = [draw(st.integers(0, 5)) for _ in listed]
    counts = [count + 2**53 if huge and count else count for count in counts]
    records = {cell: 0 for cell in every} | dict(zip(listed, counts, strict=True))
    codes = np.array(listed, dtype=np.int64).T
    options, price, spend = draw(costs(source, space, listed, records))

    def market(layout: str) -> Market:
        if source == "column":
            cost = from_spend(np.array(counts), np.array(options["spend"]), Fraction(1, 100))
            return Market.assemble(space, codes, np.array(counts), cost, layout=layout)
        return Market.from_cells(space, codes, counts, layout=layout, **options)

    distances = tuple(distance for _, distance in parts)
    return Case(market("dense"), market("sparse"), distances, records, spend, price)


@st.composite
def costs(
    draw: st.DrawFn, source: str, space: Space, listed: list[Cell], records: dict[Cell, int]
) -> tuple[dict[str, Any], dict[Cell, Fraction], dict[Cell, Fraction]]:
    """How a market is told its costs; the price of each cell; what its records cost."""
    prices = st.integers(0, 5)
    if source == "column":
        spent = [draw(st.integers(0, 9)) if records[cell] else 0 for cell in listed]
        total, count = sum(spent), max(sum(records.values()), 1)
        mean = Fraction(round(Fraction(total * 10_000, count)))
        price = dict.fromkeys(records, mean)
        for cell, amount in zip(listed, spent, strict=True):
            if records[cell]:
                exact = Fraction(amount * 10_000, records[cell])
                price[cell] = Fraction(floor(exact + Fraction(1, 2)))
        spend = dict.fromkeys(records, Fraction(0))
        spend |= {cell: Fraction(amount) for cell, amount in zip(listed, spent, strict=True)}
        return {"spend": spent}, price, spend
    options: dict[str, Any] = {}
    if source in ("unit", "each"):
        each = Fraction(1) if source == "unit" else draw(st.sampled_from([Fraction(5, 2), 3]))
        options = {} if source == "unit" else {"each": each}
        price = dict.fromkeys(records, Fraction(each))
    elif source == "values":
        base = draw(prices)
        table = [[draw(prices) for _ in d.values] for d in space]
        named = {
            d.name: {str(v): p for v, p in zip(d.values, row, strict=True)}
            for d, row in zip(space, table, strict=True)
        }
        options = {"prices_per_value": named, "base": base}
        price = {
            cell: Fraction(base + sum(row[c] for row, c in zip(table, cell, strict=True)))
            for cell in records
        }
    else:
        asked = [draw(prices) for _ in listed]
        total = sum(p * records[cell] for p, cell in zip(asked, listed, strict=True))
        mean = Fraction(total, max(sum(records.values()), 1))
        empty = Fraction(round(mean * 10_000), 10_000)
        options = {"prices": asked}
        if source == "cells-empty":
            options["empty"] = draw(prices)
            empty = Fraction(options["empty"])
        price = dict.fromkeys(records, empty)
        price |= {cell: Fraction(p) for cell, p in zip(listed, asked, strict=True)}
    return options, price, {cell: records[cell] * price[cell] for cell in records}


@st.composite
def boxes(draw: st.DrawFn, space: Space) -> Intent:
    codes = [draw(st.sets(st.integers(0, n - 1), min_size=1)) for n in space.shape]
    return Box(space, tuple(tuple(sorted(one)) for one in codes))


limits = st.one_of(
    st.fractions(Fraction(1, 50), 1, max_denominator=50),
    st.sampled_from([Fraction(1), Fraction(3, 10), Fraction(1, 3), Fraction(1, 10**18)]),
)
alphas = st.one_of(st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]), st.fractions(0, 1))
attacker_sets = st.lists(st.sampled_from(NAMES), min_size=1, unique=True)


def cells_of(*boxes: Box) -> set[Cell]:
    """The cells of some boxes, each once."""
    return set(chain.from_iterable(product(*box.codes) for box in boxes))
