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
    return design.budget is not None and _passes(market, cells, design, design.size)


def may_fall_short(market: Market, cells: Cells, design: Design) -> bool:
    """Whether a draw that stops in time could be smaller than any order that is sold.

    It is not where the dearest records of the smallest order fit, or of a larger one with a rebate.
    """
    if not may_cost_more(market, cells, design):
        return False
    starts = [step.start for step in market.terms.steps if step.start <= design.size]
    return all(_passes(market, cells, design, many) for many in starts)


def _passes(market: Market, cells: Cells, design: Design, many: int) -> bool:
    """Whether so many of the records that are drawn could cost more than the budget."""
    prices, left = market.prices(cells), [int(take) for take in design.take]
    listed, lacking = 0, many
    for at in np.argsort(-prices, kind="stable").tolist():
        stratum = int(design.stratum[at])
        taken = min(left[stratum], int(cells.records[at]), lacking)
        left[stratum] -= taken
        lacking -= taken
        listed += taken * int(prices[at])
    assert design.budget is not None
    return market.terms.total(many, listed * market.rule.tick) > design.budget


def in_money(market: Market, money: Fraction) -> str:
    """An amount with its currency, to a hundredth, rounded down since it is a limit.

    >>> from types import SimpleNamespace
    >>> in_money(SimpleNamespace(terms=SimpleNamespace(currency="EUR")), Fraction(1000, 3))
    '333.33 EUR'
    """
    hundredths = Fraction(floor(money * 100), 100)
    return f"{amount(float(hundredths))} {market.terms.currency}".rstrip()
