"""Leaving out a dimension of a market, whatever is published there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit.intents.box import Box
from tacit.market import costs as pricing
from tacit.market.folding import joined
from tacit.market.market import Market
from tacit.space.space import Space

if TYPE_CHECKING:
    from tacit.intents.intent import Intent


def without(market: Market, name: str, published: Intent) -> Market:
    """The market with one dimension left out: cells that differ only there are joined.

    Only records whose value on that dimension is published are on offer, as in the paper. What is
    spent on a cell adds up; where prices differ, the price of a record becomes the mean.
    """
    at = market.space.index(name)
    space = Space(tuple(d for d in market.space if d.name != name))
    slab = list(Box.everything(market.space).codes)
    slab[at] = published.hull.codes[at]
    cells = market.cells(Box(market.space, tuple(slab)))
    kept = np.delete(cells.codes.astype(np.int64), at, axis=0)
    codes, (records, spend) = joined(space, kept, cells.records, cells.spend)
    one_price = cells.excess is None and market.rule.per_value is None
    if one_price:
        cost = pricing.each(records, market.rule.base * market.rule.tick)
    else:
        cost = pricing.from_spend(records, spend, market.money_tick)
    return Market.assemble(space, codes, records, cost, name=market.name)
