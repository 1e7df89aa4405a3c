"""The same market with its cells kept another way."""

from __future__ import annotations

from tacit.intents.box import Box
from tacit.market.costs import Costs
from tacit.market.market import Market


def as_layout(market: Market, layout: str) -> Market:
    """The same market with its cells kept "dense" or "sparse"."""
    cells = market.cells(Box.everything(market.space))
    cost = Costs(cells.spend, cells.excess, market.rule, market.money_tick)
    same = ("name", "priced_by", "terms", "notes", "kept", "counted")
    about = {name: getattr(market, name) for name in same}
    return Market.assemble(market.space, cells.codes, cells.records, cost, layout=layout, **about)
