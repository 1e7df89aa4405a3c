"""EM-fc: saw the post, knows distribution and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from tacit.attackers.attacker import Attacker

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.frontier import Frontier
    from tacit.market.market import Market
    from tacit.market.mass import Mass


class EmFc(Attacker):
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

    def claim(self, market: Market, true: Intent) -> int:
        """The cost of the dearest wanted cell, all its records together."""
        return market.peak(true).spend

    def weight(self, mass: Mass) -> int:
        """The cost of everything published."""
        return mass.spend

    def added(self, frontier: Frontier) -> NDArray[Any]:
        """Cost added."""
        return frontier.spend

    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        """The cost of each cell."""
        return cells.spend
