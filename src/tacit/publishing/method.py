"""A publish method: one shape for all of them.

What it would publish for a true intent, with which chances; and, for whoever knows the method, which
true intents lead to a post. A method need only say the first: the rest has a slow path, one
candidate after the other, which a method replaces where it knows better. To add one, write its file
and register it in `registry.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from tacit._progress import Phase
from tacit.errors import SettingError, TacitError, UnreachableLimit
from tacit.market.folding import Folding
from tacit.publishing.boxes import Boxes
from tacit.publishing.replay import Outcomes, replay_one_by_one

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.attackers.against import Against
    from tacit.attackers.attacker import Attacker
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.plan import Choice
    from tacit.publishing.sealed.sealing import Sealing
    from tacit.publishing.settings import Settings


class Pace(Enum):
    """How a method is replayed for many candidates."""

    MANY = "all at once"
    SIFTED = "most are ruled out at once, the others one by one"
    EACH = "one by one"


@dataclass(frozen=True, repr=False)
class Earlier:
    """What earlier posts for the same need have left.

    Attributes:
        common: what all of them have in common; attackers judge by what is left of that.
        among: the candidates that remain, as likely as they are by now, where that is known.
    """

    common: Intent
    among: Candidates | None = None


@dataclass(frozen=True, repr=False)
class Task:
    """What a method is asked: for which intent, against whom, with which settings.

    Attributes:
        market: what is on offer.
        true: what is truly wanted.
        against: whom to hold.
        settings: the method's own.
        earlier: what earlier posts have left, if there are any.
        progress: who is told how far the work has come.
    """

    market: Market
    true: Intent
    against: Against
    settings: Settings
    earlier: Earlier | None = None
    progress: Listener | None = None

    @property
    def attackers(self) -> tuple[Attacker, ...]:
        """Those who look at posts."""
        return self.against.bound

    @property
    def limits(self) -> tuple[Fraction, ...]:
        """The limit of each."""
        return self.against.limits

    @cached_property
    def boxes(self) -> Boxes:
        """What may be published, and what each is worth."""
        return Boxes(self.market, self.true, self.attackers, self.limits, self.settings.rules)


@dataclass(frozen=True, repr=False)
class Replay:
    """What someone who knows a method asks of it: what it does for many candidates.

    Attributes:
        market: what is on offer.
        against: whom the method holds.
        settings: its own.
        candidates: the true intents to try.
        progress: who is told how far the work has come.
    """

    market: Market
    against: Against
    settings: Settings
    candidates: Candidates
    progress: Listener | None = None

    def task(self, true: Intent, progress: Listener | None = None) -> Task:
        """What the method is asked for one of them."""
        return Task(self.market, true, self.against, self.settings, progress=progress)

    def phase(self) -> Phase:
        """Counts the candidates that are done, and tells who listens."""
        return Phase(self.progress, "replaying candidates", len(self.candidates))


class Method(ABC):
    """A way to choose what to publish."""

    settings: ClassVar[type[Settings]]
    draws: ClassVar[bool] = False
    """Whether chance decides, such that someone who knows the method is held too."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.settings.method

    def belief(self, settings: Settings) -> Belief | None:
        """The true intents that it hides among, and how likely each is; None if it does not."""
        return None

    def settled(self, settings: Settings, true: Intent) -> Settings:
        """The same settings with everything named that depends on what kind of intent is wanted."""
        return settings

    @abstractmethod
    def choose(self, task: Task) -> Choice:
        """What would be published for a true intent, with which chances.

        Contract:
            needs: the limits can be reached (`Procedure.choose` makes sure).
            promises: every post holds the true intent, and every attacker is within the limit.
        """

    def with_lowest(self, task: Task, error: UnreachableLimit) -> UnreachableLimit:
        """The error for a limit that can't be reached, with one that can, for all who must be held."""
        return error

    def pace(self, settings: Settings) -> Pace:
        """How it is replayed for many candidates."""
        return Pace.EACH

    def leading_to(self, asked: Replay, published: Intent, true: Intent) -> list[Fraction]:
        """How likely each candidate is to lead to exactly what was published.

        Contract:
            needs: all candidates lie in what was published; `true` is one of their shape.
        """
        phase, chances = asked.phase(), []
        for place in range(len(asked.candidates)):
            task = asked.task(asked.candidates.intent(place), phase.inner)
            chances.append(self._chance(task, published))
            phase()
        return chances

    def replayed(self, asked: Replay) -> Outcomes:
        """What each candidate leads to, for a method that always answers the same."""
        if asked.settings.rules.boxes > 1:
            raise SettingError("a survey replays methods that publish one box.", "boxes")

        phase = asked.phase()

        def publish(true: Intent) -> Intent | None:
            return self.published(asked.task(true, phase.inner))

        return replay_one_by_one(asked.market, asked.candidates.stack, publish, phase)

    def published(self, task: Task) -> Intent | None:
        """What it publishes, if it always answers the same; None if it refuses."""
        try:
            return None if unreachable(task) else self.choose(task).published
        except TacitError:
            return None

    def _chance(self, task: Task, published: Intent) -> Fraction:
        try:
            return Fraction(0) if unreachable(task) else self.choose(task).chance_of(published)
        except TacitError:
            return Fraction(0)


def unreachable(task: Task) -> UnreachableLimit | None:
    """The error to raise where a limit can't be reached, or nothing."""
    if not task.attackers:
        return None
    whole = task.market.total
    if task.settings.rules.never:
        whole = task.boxes.mass(task.boxes.reachable(task.boxes.start, task.boxes.allowed))
    lowest = [a.lowest(task.market, task.true, whole) for a in task.attackers]
    over = [low / limit for low, limit in zip(lowest, task.limits, strict=True)]
    worst = over.index(max(over))
    if over[worst] <= 1:
        return None
    return UnreachableLimit(task.attackers[worst].name, task.limits[worst], lowest[worst])


class DrawingMethod(Method):
    """A method that draws, from chances that are settled before the true intent is looked at."""

    draws: ClassVar[bool] = True

    @abstractmethod
    def settle(
        self,
        market: Market,
        against: Against,
        settings: Settings,
        like: Intent | None,
        earlier: Earlier | None = None,
        progress: Listener | None = None,
    ) -> Sealing:
        """How every candidate would be published; `like` is one of their shape, if that matters."""

    def folding(
        self,
        market: Market,
        against: Against,
        settings: Settings,
        like: Intent | None,
        earlier: Earlier | None = None,
    ) -> Folding:
        """The market in the dimensions that matter to the draw; all of them, if nothing else is known.

        Contract:
            promises: nothing is drawn on the others: all candidates, and all posts, have all values there.
        """
        return Folding.of_nothing(market)

    def folded(self, settings: Settings, folding: Folding, like: Intent | None) -> Settings:
        """The settings by which the same is drawn in the folded market."""
        return settings
