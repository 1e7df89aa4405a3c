"""Markets with one dimension, and what is wanted there."""

from __future__ import annotations

from typing import Any

from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space

X = Nominal("x", ("a", "b", "c"))


def line(*records: int, prices: Any = None, layout: str = "auto") -> Market:
    names = ("a", "b", "c", "d", "e", "f")[: len(records)]
    space = Space((Nominal("x", names),))
    return Market.from_cube(space, list(records), prices, layout=layout)


def want(market: Market, *values: str) -> Box:
    return market.intent({"x": list(values)})
