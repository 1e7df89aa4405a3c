"""An attacker of one's own, who goes by none of the known measures."""

from __future__ import annotations

from typing import Any, ClassVar

from tacit.attackers.attacker import Attacker
from tacit.intents.intent import Intent
from tacit.market.cells import Cells
from tacit.market.frontier import Frontier
from tacit.market.market import Market
from tacit.market.mass import Mass


class Crowd(Attacker):
    """Weighs every record once and every cell three times."""

    name: ClassVar[str] = "crowd"
    sees: ClassVar[str] = "the post"
    counts_empty: ClassVar[bool] = True

    def claim(self, market: Market, true: Intent) -> int:
        return market.peak(true).records + 3

    def weight(self, mass: Mass) -> int:
        return mass.records + 3 * mass.cells

    def added(self, frontier: Frontier) -> Any:
        return frontier.records + 3 * frontier.cells

    def claims(self, market: Market, true: Intent, cells: Cells) -> Any:
        return cells.records + 3
