"""EM-f: saw the post, knows how the data is distributed."""

from __future__ import annotations

from typing import ClassVar

from tacit.attackers.attacker import GoesByMeasure


class EmF(GoesByMeasure):
    """A seller reads the post and knows what is in stock.

    A buyer who minds cost, the seller reasons, posts little beyond what is wanted, so the cells
    that hold most of the posted records are the likely ones. The confidence in a record is the
    share of the posted records that its cell holds (the paper's Equation 2). The most exposed
    wanted record is the one in the fullest wanted cell. Cells that hold nothing hide nothing.

    >>> from tacit.market.market import Market
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> market = Market.from_cube(Space((Nominal("race", ("A", "B", "C", "D")),)), [5, 0, 2, 9])
    >>> true = market.intent({"race": ["A"]})
    >>> EmF().confidence(market, true, market.intent({"race": ["A", "B", "C"]})).upper
    Fraction(5, 7)
    """

    name: ClassVar[str] = "em-f"
    sees: ClassVar[str] = "the post, and how many records each cell holds"
    counts_empty: ClassVar[bool] = False
    goes_by: ClassVar[str] = "records"
