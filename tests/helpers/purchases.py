"""Purchases to choose: the paper's four cases, and markets of a few cells."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import tacit
from tacit.attackers.observer import Observer
from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing.buy import purchase
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.paper.expansion import TRUE_INTENT_1, TRUE_INTENT_2
from tacit.purchasing.order import Order
from tacit.purchasing.problem import Problem
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SECRET = "canary"
SMALL = [[6, 4], [10, 10]]
PAPER = {
    "adult-1": ("adult", TRUE_INTENT_1, 0.5, 61, 5),
    "adult-2": ("adult", TRUE_INTENT_2, 0.6, 120, 13),
    "synthetic-1": ("synthetic", TRUE_INTENT_1, 0.4, 1516, 394),
    "synthetic-2": ("synthetic", TRUE_INTENT_2, 0.4, 2979, 918),
}
"""The data, what is wanted, alpha, how many are bought, and how many of them are wanted."""


@cache
def paper_case(name: str) -> tuple[Market, Intent, Intent]:
    data, wanted, alpha, _, _ = PAPER[name]
    market = tacit.load(data)
    true = market.intent(wanted)
    published = tacit.protect(
        market, true, against="em-fc", limit=0.3, alpha=alpha, method="greedy"
    ).published
    return market, true, published


def grid(records: Any, prices: Any = None) -> Market:
    x = Nominal("x", (SECRET, "b", "c", "d")[: len(records)])
    y = Nominal("y", ("p", "q", "r")[: len(records[0])])
    return Market.from_cube(Space((x, y)), records, prices)


def buy(records: Any, want: dict[str, list[str]] | None = None, **more: Any) -> Order:
    """Buy from all of a small market, in which by default the canary's p is wanted, by `optimal`."""
    market = grid(records, more.pop("prices", None))
    true = market.intent({"x": [SECRET], "y": ["p"]} if want is None else want)
    return purchase(market, true, market.intent({}), **{"allocate": "optimal", "seed": 0, **more})


def small_problem(
    records: Any = SMALL,
    want: dict[str, list[str]] | None = None,
    prices: Any = None,
    limit: str = "3/10",
    observer: Observer | None = None,
) -> Problem:
    """All of a small market is published; by default the canary's p is wanted."""
    market = grid(records, prices)
    true = market.intent({"x": [SECRET], "y": ["p"]} if want is None else want)
    watcher = PurchaseF() if observer is None else observer
    return Problem(market, true, market.intent({}), Fraction(limit), watcher)
