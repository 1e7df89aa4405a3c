"""Replaying any method, without knowing anything about it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.stacks import Stack, inside, rows_of, stacked
from tacit.publishing.replay import Publish, Tick, replayed_to


def leading_to(
    market: Market,
    candidates: Stack,
    published: Intent,
    publish: Publish,
    tick: Tick | None = None,
) -> NDArray[np.bool_]:
    """Which candidates a method leads to exactly this, by running it on all that lie inside."""
    rows = rows_of(market, candidates)
    possible = inside(candidates, stacked([published.hull]))[0]
    return replayed_to(market, rows, possible, published, publish, tick)
