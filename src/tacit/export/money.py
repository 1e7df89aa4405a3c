"""What a blind draw may cost, and how money is written in what leaves the house."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from tacit._display import amount

if TYPE_CHECKING:
    from tacit.market.cells import Cells
    from tacit.market.market import Market
    from tacit.purchasing.design import Design


def may_cost_more(market: Market, cells: Cells, design: Design) -> bool:
    """Whether a draw could cost more than the design's budget: whether its dearest one does."""
    if design.budget is None:
        return False
    prices = market.prices(cells)
    order = np.argsort(-prices, kind="stable")
    listed = 0
    left = [int(take) for take in design.take]
    for at in order.tolist():
        stratum = int(design.stratum[at])
        taken = min(left[stratum], int(cells.records[at]))
        left[stratum] -= taken
        listed += taken * int(prices[at])
    return market.terms.total(design.size, listed * market.rule.tick) > design.budget


def in_money(market: Market, money: Fraction) -> str:
    """An amount with its currency, to a hundredth, rounded down since it is a limit.

    >>> from types import SimpleNamespace
    >>> in_money(SimpleNamespace(terms=SimpleNamespace(currency="EUR")), Fraction(1000, 3))
    '333.33 EUR'
    """
    hundredths = Fraction(floor(money * 100), 100)
    return f"{amount(float(hundredths))} {market.terms.currency}".rstrip()
