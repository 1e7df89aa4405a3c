"""A grid of nine cells, and unions in it."""

from __future__ import annotations

from typing import Any

from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space

X, Y = Nominal("x", tuple("abc")), Nominal("y", tuple("pqr"))
SPACE = Space((X, Y))


def box(x: str, y: str) -> Box:
    return Box.of(SPACE, {"x": list(x), "y": list(y)})


def grid(records: Any, **more: Any) -> Market:
    return Market.from_cube(SPACE, records, **more)


CROSS = any_of([box("ab", "p"), box("a", "pq")])
CORNERS = any_of([box("a", "p"), box("c", "r")])
