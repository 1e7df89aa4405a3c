"""EM-fc: saw the post, knows distribution and costs."""

from __future__ import annotations

from typing import ClassVar

from tacit.attackers.attacker import GoesByMeasure


class EmFc(GoesByMeasure):
    """The market's operator reads the post and knows both the stock and the price list.

    The operator goes by where the money would go: the confidence in a record is what all records of
    its cell cost together, as a share of the cost of everything posted (the paper's Equation 3).
    With one price for all records this is the same as EM-f.

    >>> from tacit.market.market import Market
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("race", ("A", "B", "C")),))
    >>> market = Market.from_cube(space, [5, 0, 2], prices=[3, 1, 2])
    >>> true = market.intent({"race": ["A"]})
    >>> EmFc().confidence(market, true, market.intent({})).upper
    Fraction(15, 19)
    """

    name: ClassVar[str] = "em-fc"
    sees: ClassVar[str] = "the post, what each cell holds and what it costs"
    counts_empty: ClassVar[bool] = False
    goes_by: ClassVar[str] = "spend"
