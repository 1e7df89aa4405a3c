"""Greedy as a publish method: the paper's expansion with its settings, replayed for many at once."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

from tacit.publishing.greedy.every_alpha import best_alpha
from tacit.publishing.greedy.expansion import greedy
from tacit.publishing.greedy.replay import greedy_leading_to, replay_greedy
from tacit.publishing.method import Method, Pace, Replay, Task
from tacit.publishing.plan import Choice
from tacit.publishing.settings import GreedySettings, Settings

if TYPE_CHECKING:
    from tacit.intents.intent import Intent
    from tacit.publishing.replay import Outcomes


class Greedy(Method):
    """The paper's expansion, one value at a time."""

    settings: ClassVar[type[Settings]] = GreedySettings

    def choose(self, task: Task) -> Choice:
        """Widen the true intent until every attacker is within the limit."""
        settings = cast("GreedySettings", task.settings)
        pinned = task.boxes if _pinned(settings) or len(task.true.boxes) > 1 else None
        asked = (task.market, task.true, task.attackers, task.limits)
        if settings.alpha is None:
            return Choice.of(best_alpha(*asked, pinned, task.progress))
        return Choice.of(greedy(*asked, settings.alpha, pinned=pinned, progress=task.progress))

    def pace(self, settings: Settings) -> Pace:
        """All at once, for one alpha and without pins."""
        own = cast("GreedySettings", settings)
        return Pace.EACH if own.alpha is None or _pinned(own) else Pace.MANY

    def leading_to(self, asked: Replay, published: Intent, true: Intent) -> list[Fraction]:
        """Expand all candidates in step, and give each up as soon as it leaves the post."""
        settings = cast("GreedySettings", asked.settings)
        if self.pace(settings) is Pace.EACH:
            return super().leading_to(asked, published, true)
        assert settings.alpha is not None
        leads = greedy_leading_to(
            asked.market,
            asked.candidates.stack,
            published,
            asked.against.bound,
            asked.against.limits,
            settings.alpha,
            asked.phase(),
        )
        return [Fraction(int(one)) for one in leads]

    def replayed(self, asked: Replay) -> Outcomes:
        """Expand all candidates in step."""
        settings = cast("GreedySettings", asked.settings)
        if self.pace(settings) is Pace.EACH:
            return super().replayed(asked)
        assert settings.alpha is not None
        return replay_greedy(
            asked.market,
            asked.candidates.stack,
            asked.against.bound,
            asked.against.limits,
            settings.alpha,
            asked.phase(),
        )


def _pinned(settings: GreedySettings) -> bool:
    return bool(settings.never or settings.always)
