"""A toy attacker: one file, one registration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from tacit.attackers.attacker import Attacker
from tacit.attackers.registry import register

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.frontier import Frontier
    from tacit.market.market import Market
    from tacit.market.mass import Mass


class Thorough(Attacker):
    """An analyst reads the post and knows what is in stock, but not for how long.

    Every cell may fill up, the analyst reasons, so each counts as three records more than it holds.
    """

    name: ClassVar[str] = "thorough"
    sees: ClassVar[str] = "the post, and what each cell holds or may hold soon"
    counts_empty: ClassVar[bool] = True

    def claim(self, market: Market, true: Intent) -> int:
        """The fullest wanted cell."""
        return market.peak(true).records + 3

    def weight(self, mass: Mass) -> int:
        """All that is published."""
        return mass.records + 3 * mass.cells

    def added(self, frontier: Frontier) -> NDArray[Any]:
        """What each value would add to that."""
        return frontier.records + 3 * frontier.cells

    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        """What speaks for a record of each cell."""
        return cells.records + 3


register(Thorough())
