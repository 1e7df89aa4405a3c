"""Promises: how fast a blind purchase is chosen, however many cells there are.

Sparse random markets of growing size, all of which is published. Each question is answered from a
market and two intents, nothing being computed yet, to an order with its odds; the draw comes from the
user's own key. The baseline, within the same run, is one pass over the records of the cells, added up
by a value: no purchase can be chosen without looking at each cell once.

With quotas the number of candidates counts: as many single cells as the post has records in.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import tacit
from benchmarks.greedy_sparse import best_of, first_cell, make_market, verdict
from tacit.attackers.purchase_f import PurchaseF
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.purchasing.problem import Problem
from tacit.purchasing.quotas import quotas

SIZES = (10_000, 100_000, 1_000_000)
MOST_SECONDS = 1.0
"""For each question on the market with the most cells."""
QUESTIONS: dict[str, dict[str, Any]] = {
    "buy 10,000": {"buy": 10_000},
    "need 500, simple": {"need": 500, "design": "simple"},
    "budget": {"budget": 100_000},
    "buy 10,000, by price": {"buy": 10_000, "design": "stratified"},
    "buy 10,000, more of the cheap": {"buy": 10_000, "design": "weighted"},
}
REPEATS = 3
QUOTA_CELLS = (100, 1_000, 4_000)


@dataclass(frozen=True)
class Measured:
    """What one question took."""

    question: str
    cells: int
    seconds: float
    one_pass: float


def one_pass(market: Market) -> Callable[[], Any]:
    """The records of all cells, added up by the first dimension's values."""
    cells = market.cells(Box.everything(market.space))
    return lambda: np.bincount(cells.codes[0], cells.records)


def wide_want(market: Market) -> Box:
    """A want that takes one value of the first dimension."""
    every = [tuple(range(n)) for n in market.space.shape]
    return Box(market.space, ((0,), *every[1:]))


def asked(market: Market, want: Box, **question: Any) -> Callable[[], object]:
    """A question about all of a market, which is published."""
    post = Box.everything(market.space).as_public()
    return lambda: tacit.purchase(market, want, post, made_by="greedy", **question)


def measured() -> list[Measured]:
    """Each question on markets of growing size."""
    found = []
    for cells in SIZES:
        market = make_market(cells, priced=True)
        base = best_of(REPEATS, one_pass(market))
        for name, question in QUESTIONS.items():
            seconds = best_of(REPEATS, asked(market, wide_want(market), **question))
            found.append(Measured(name, cells, seconds, base))
    return found


def with_quotas() -> list[Measured]:
    """Enough for each single cell of a post."""
    found = []
    for cells in QUOTA_CELLS:
        market = make_market(cells, priced=True)
        base = best_of(REPEATS, one_pass(market))
        whole = Box.everything(market.space).as_public()
        problem = Problem(market, first_cell(market), whole, Fraction(3, 10), PurchaseF())
        among = candidates(market, Belief("cells", support="nonempty"))
        seconds = best_of(REPEATS, lambda asked=problem, all_=among: quotas(asked, all_, 5))
        found.append(Measured("need 5, quotas", cells, seconds, base))
    return found


def run(console: Console) -> None:
    """Measure, and say what became of the promise."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["TACIT_HOME"] = home
        rows = [*measured(), *with_quotas()]
    table = Table(title="Blind purchases, a price per value")
    for column in ("question", "cells", "seconds", "passes over the cells"):
        table.add_column(column, justify="left" if column == "question" else "right")
    for row in rows:
        times = f"{row.seconds / row.one_pass:,.0f}"
        table.add_row(row.question, f"{row.cells:,}", f"{row.seconds:.3f}", times)
    console.print(table)
    slowest = max(row.seconds for row in rows if row.cells == SIZES[-1])
    promise = f"every question on {SIZES[-1]:,} cells in under {MOST_SECONDS:g} s"
    console.print(verdict(slowest < MOST_SECONDS, promise, f"{slowest:.2f} s"))
