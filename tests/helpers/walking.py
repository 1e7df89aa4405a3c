"""The steps of the greedy expansion, one by one, with all that is known at each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tacit.attackers.registry import ATTACKERS
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.greedy.expansion import Offers, best_score, choose
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space


def walked(market: Market, start: Box, steps: int, attacker: str = "em-fc") -> list[Any]:
    """The box, what it holds and what each value would add, before each of some steps and after them."""
    growth, offers, found = market.growth(start), Offers(start), []
    for _ in range(steps):
        found.append(_known(growth, growth.frontier))
        chosen = ATTACKERS[attacker]
        value = choose(chosen, growth.frontier, offers.flat, Fraction(1, 2), best_score)
        growth.add(*offers.take(value))
    return [*found, (growth.intent.codes, growth.mass)]


def _known(growth: Any, frontier: Any) -> Any:
    measures = (frontier.records, frontier.spend, frontier.cells, frontier.price)
    return growth.intent.codes, growth.mass, [amounts.tolist() for amounts in measures]


def many_cells(cells: int, shape: tuple[int, ...], seed: int = 0, **more: Any) -> Market:
    """A market of so many cells, somewhere in a space; nominal and ordinal dimensions in turn."""
    rng = np.random.default_rng(seed)
    kinds = [(Nominal, Ordinal)[d % 2] for d in range(len(shape))]
    values = [tuple(f"v{i}" for i in range(n)) for n in shape]
    space = Space(tuple(kind(f"x{d}", values[d]) for d, kind in enumerate(kinds)))
    keys = np.sort(rng.choice(space.size, cells, replace=False))
    codes = np.array(np.unravel_index(keys, shape))
    prices = rng.integers(1, 50, cells).tolist()
    records = rng.integers(1, 1000, cells)
    return Market.from_cells(space, codes, records, prices=prices, layout="sparse", **more)


def some_box(market: Market, each: int = 3) -> Box:
    """A box with a few values on each dimension."""
    codes = [tuple(range(0, min(2 * each, n), 2)) for n in market.space.shape]
    return Box(market.space, tuple(codes))
