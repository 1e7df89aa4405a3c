"""EM-c: saw the post, knows what records cost."""

from __future__ import annotations

from typing import ClassVar

from tacit.attackers.attacker import GoesByMeasure


class EmC(GoesByMeasure):
    """A broker reads the post and knows the price list, but not what is in stock.

    A buyer spends where it matters, the broker reasons, so the dearer a record of a cell is, the
    likelier the cell is wanted. The confidence in a record is its price, as a share of the prices
    of one record of every posted cell (the paper's Equation 4). The broker can't tell which cells
    are empty, so these count too; what a record of one would cost is in `market/costs.py`.

    >>> from tacit.market.market import Market
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("race", ("A", "B", "C")),))
    >>> market = Market.from_cube(space, [5, 0, 2], prices=[3, 1, 2])
    >>> true = market.intent({"race": ["A"]})
    >>> EmC().confidence(market, true, market.intent({})).upper
    Fraction(1, 2)
    """

    name: ClassVar[str] = "em-c"
    sees: ClassVar[str] = "the post, and what a record of each cell costs"
    counts_empty: ClassVar[bool] = True
    goes_by: ClassVar[str] = "price"
