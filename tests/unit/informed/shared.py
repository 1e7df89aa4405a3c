"""A market of four cells, someone who watches purchases from it, and purchases made by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from tacit.attackers.purchase_f import PurchaseF
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.informed.likelihood import Buying
from tacit.informed.purchase import Watcher
from tacit.intents.intent import Intent
from tacit.market.cells import Ints
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.purchasing.problem import Problem
from tacit.space.nominal import Nominal
from tacit.space.space import Space

RECORDS = [[6, 4], [10, 10]]
CELLS, BOXES = Belief("cells"), Belief("boxes")


def shop(records: Any = RECORDS) -> Market:
    x = Nominal("x", ("canary", "b", "c")[: len(records)])
    y = Nominal("y", ("p", "q", "r")[: len(records[0])])
    return Market.from_cube(Space((x, y)), records)


SHOP = shop()
ALL = SHOP.intent({})


def everyone(belief: Belief = CELLS, market: Market = SHOP) -> Candidates:
    return candidates(market, belief)


def watcher(
    method: str, size: int = 10, belief: Belief = CELLS, prior: Any = None, **more: Any
) -> Watcher:
    return Watcher(SHOP, ALL, everyone(belief), Buying.of(method, size, **more), prior)


def problem(true: Intent, limit: str = "0.3") -> Problem:
    return Problem(SHOP, true, ALL, Fraction(limit), PurchaseF())


def bought(counts: Any, market: Market = SHOP) -> Purchase:
    return Purchase.of(market, market.cells(market.intent({})), np.array(counts))


def all_purchases(size: int) -> list[tuple[int, ...]]:
    stock = [n for row in RECORDS for n in row]
    return [c for c in product(*(range(n + 1) for n in stock)) if sum(c) == size]


def leaky(problem: Problem, size: int, rng: np.random.Generator) -> Ints:
    """Buy what is wanted and hardly anything else."""
    counts = np.where(problem.wanted, np.minimum(problem.stock, size), 0)
    counts[np.flatnonzero(~problem.wanted)[0]] += size - counts.sum()
    return counts
