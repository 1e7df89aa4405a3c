"""Every alpha that matters: the greedy expansion for all of them at once.

An offer's score is linear in alpha, so the best offer changes only where two lines cross. Along one run the
nearest such crossing above alpha says how far alpha may rise without changing anything. So the runs for all
alphas from 0 to 1 are finitely many: one at each crossing, where ties go to the first offer, and one between
each two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._progress import Phase
from tacit.publishing.greedy.expansion import greedy
from tacit.publishing.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.boxes import Boxes


def best_alpha(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    pinned: Boxes | None = None,
    progress: Listener | None = None,
) -> Plan:
    """The best of all greedy expansions: the fewest records, then the lowest cost, then cells."""
    plans = all_alphas(market, true, attackers, limits, pinned, progress)
    return min(plans, key=lambda plan: _size(market.mass(plan.published)))


def all_alphas(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    pinned: Boxes | None = None,
    progress: Listener | None = None,
) -> list[Plan]:
    """The greedy expansion for every alpha that matters, from 0 to 1."""
    found: list[Plan] = []
    alpha = Fraction(0)
    phase = Phase(progress, "trying every alpha", unit="ways")
    asked = (pinned, phase.inner)
    while True:
        at = _Scores(alpha, after=False)
        found.append(greedy(market, true, attackers, limits, alpha, at.choose, *asked))
        if alpha == 1:
            return found
        after = _Scores(alpha, after=True)
        plan = greedy(market, true, attackers, limits, alpha, after.choose, *asked)
        between = (alpha + after.crossing) / 2
        found.append(Plan(plan.published, plan.steps, alpha=between))
        alpha = after.crossing
        phase.reached(len(found))


def _size(mass: Mass) -> tuple[int, int, int]:
    return mass.records, mass.spend, mass.cells


@dataclass
class _Scores:
    """Chooses by score at alpha, or just above it, and notes where the choice would change."""

    alpha: Fraction
    after: bool
    crossing: Fraction = field(default=Fraction(1))

    def choose(self, addition: NDArray[Any], increase: NDArray[Any], _: Fraction) -> int:
        """The best offer; as lines in alpha, scores are `start + alpha * slope`."""
        saved = (addition.max() - addition).astype(object)
        gained = (increase - increase.min()).astype(object)
        most_saved, most_gained = saved.max() or 1, gained.max() or 1
        start, slope = gained * most_saved, saved * most_gained - gained * most_saved
        score = start * self.alpha.denominator + slope * self.alpha.numerator
        best = np.flatnonzero(score == score.max())
        if self.after:
            best = best[slope[best] == slope[best].max()]
        winner = int(best[0])
        self._note(start, slope, winner)
        return winner

    def _note(self, start: NDArray[Any], slope: NDArray[Any], winner: int) -> None:
        """Lower the crossing to where another offer overtakes the winner, if that is above alpha."""
        for i in np.flatnonzero(slope > slope[winner]):
            at = Fraction(start[winner] - start[i], slope[i] - slope[winner])
            if self.alpha < at < self.crossing:
                self.crossing = at
