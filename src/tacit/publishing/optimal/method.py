"""Optimal as a publish method: one box, or several where those are cheaper, with proof."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

from tacit.publishing.method import Method, Pace, Replay, Task
from tacit.publishing.optimal.rule_out import optimal_leading_to
from tacit.publishing.optimal.search import optimal
from tacit.publishing.optimal.unions import cheaper
from tacit.publishing.plan import Choice
from tacit.publishing.settings import OptimalSettings, Settings

if TYPE_CHECKING:
    from tacit.intents.intent import Intent


class Optimal(Method):
    """The cheapest published intent, with proof."""

    settings: ClassVar[type[Settings]] = OptimalSettings

    def choose(self, task: Task) -> Choice:
        """Search for the cheapest box, then for a cheaper union if several boxes are allowed."""
        settings = cast("OptimalSettings", task.settings)
        seconds = settings.seconds if settings.boxes == 1 else settings.seconds / 2
        asked = (task.market, task.true, task.attackers, task.limits)
        plan = optimal(*asked, settings.rules, seconds, task.progress)
        if settings.boxes > 1:
            most = settings.boxes
            plan = cheaper(plan, task.boxes, task.true, most, seconds, task.progress)
        return Choice.of(plan)

    def pace(self, settings: Settings) -> Pace:
        """Most candidates are ruled out by something cheaper that would have done for them."""
        return Pace.SIFTED

    def leading_to(self, asked: Replay, published: Intent, true: Intent) -> list[Fraction]:
        """Rule out candidates that something cheaper would serve, and search for the others."""
        if len(published.boxes) > 1:
            return super().leading_to(asked, published, true)
        phase = asked.phase()
        leads = optimal_leading_to(
            asked.market,
            asked.candidates.stack,
            published,
            asked.against.bound,
            asked.against.limits,
            asked.settings.rules,
            lambda one: self.published(asked.task(one, phase.inner)),
            phase,
        )
        return [Fraction(int(one)) for one in leads]
