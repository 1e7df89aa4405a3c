"""An attacker held at the upper end of what a market's counts allow.

Where counts are known by statistics only, an attacker who goes by them is as sure as an interval says.
To hold its upper end within a limit is to publish enough, for each wanted cell, of the counts that the
statistics vouch for: what was sampled, or the least that cells hold. How much that is, the market's
knowledge says for each cell and limit. So it is the same rule for whatever is wanted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, cast

from tacit.attackers.attacker import Attacker, GoesByMeasure
from tacit.attackers.confidence import Confidence
from tacit.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.knowledge import Knowledge
    from tacit.market.market import Market
    from tacit.market.mass import Mass


def cautious(attacker: Attacker, knowledge: Knowledge) -> Attacker:
    """The same attacker, held at the upper end; itself, if it does not go by counts.

    Raises:
        SettingError: if it is not known what the attacker goes by.
    """
    measure = attacker.measure()
    if measure is None:
        raise SettingError(
            f"it is not known what {attacker.name} goes by, so it can't be held at the upper end of an "
            "interval. Hold the estimate, or name others.",
            "hold",
        )
    if not knowledge.speaks_of(measure):
        return attacker
    made = type(f"Cautious{type(attacker).__name__}", (Cautious, type(attacker)), {})
    return cast("Attacker", made(knowledge.identity))


class Cautious(GoesByMeasure):
    """Someone who goes by counts that are known by statistics, held at the interval's upper end.

    Works in the market of the counts that the statistics vouch for (`Knowledge.counts`), also in fewer
    dimensions. The claim is the weight that must be published there.
    """

    plain: ClassVar[bool] = False

    def __init__(self, known_by: str, limit: Fraction = Fraction(1)) -> None:
        self.known_by, self.limit = known_by, limit

    @classmethod
    def measure(cls) -> str | None:
        """Weights are what they were; only claims are not."""
        return cls.goes_by

    def at(self, limit: Fraction) -> Attacker:
        """The same to be held at a limit."""
        return type(self)(self.known_by, limit)

    def claim(self, market: Market, true: Intent) -> int:
        """The weight that the most demanding wanted cell asks for; an empty one asks for some, too."""
        return _known(market).target(self.goes_by, self.limit, true)

    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        """The weight that each of some cells asks for."""
        return _known(market).targets(self.goes_by, self.limit, cells.codes)

    def needed(self, claim: int, limit: Fraction) -> int:
        """The claim is the weight."""
        return claim

    def judge(self, claim: int, mass: Mass) -> Confidence:
        """The limit, as many times as too little is published: for comparing with the limit only."""
        upper = self.limit * Fraction(claim, self.weight(mass) or 1)
        return Confidence(self.name, upper)

    def lowest(self, market: Market, true: Intent, whole: Mass) -> Fraction:
        """The upper end if all of some mass is published."""
        return _known(market).at_most(self.goes_by, true, whole)


def _known(market: Market) -> Knowledge:
    """How well a market of counts is known: it says so itself."""
    assert market.knowledge is not None
    return market.knowledge
