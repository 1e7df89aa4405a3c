"""A market of nine cells and every method on it, replayed naively, candidate by candidate."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

import numpy as np
from hypothesis import strategies as st

from tacit.errors import TacitError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

PAPER = {
    "race": ["Black"],
    "sex": ["Female"],
    "age": ["working adult"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}


def tiny(counts: list[int]) -> Market:
    space = Space((Nominal("colour", ("a", "b", "c")), Ordinal("size", ("s", "m", "l"))))
    return Market.from_cube(space, np.array(counts).reshape(3, 3))


counts = st.lists(st.integers(0, 9), min_size=9, max_size=9).filter(lambda c: sum(c) > 5)
procedures = st.builds(
    lambda method, against, limit: Procedure.of(against=against, limit=limit, **method),
    st.sampled_from([{"method": "greedy", "alpha": a} for a in ("0", "0.5", "1")])
    | st.just({"method": "optimal"}),
    st.sampled_from(["pi-uniform", "em-f", "pi-uniform,em-f"]),
    st.sampled_from(["1/2", "0.3", "0.2"]),
)


def every_box(market: Market) -> Iterator[Intent]:
    def sets(n: int) -> list[tuple[int, ...]]:
        return list(chain(*(combinations(range(n), k) for k in range(1, n + 1))))

    for codes in product(*(sets(n) for n in market.space.shape)):
        yield Box(market.space, codes)


def every_cell(market: Market) -> Iterator[Intent]:
    for codes in product(*(range(n) for n in market.space.shape)):
        yield Box(market.space, tuple((code,) for code in codes))


def led_to(market: Market, procedure: Procedure, true: Intent) -> Intent:
    """What is published; everything where the method refuses."""
    try:
        return procedure.choose(market, true).published
    except TacitError:
        return Box.everything(market.space)
