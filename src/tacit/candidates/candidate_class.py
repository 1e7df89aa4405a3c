"""What a class of candidates must answer: how many there are, all of them, some, or a part.

To add one, write its class and register it in `registry.py`. One that can be too large to list also says
how to draw from it, and which part of it holds an intent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.candidates.products import choose
from tacit.errors import SettingError, TooManyCandidates
from tacit.intents.box import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

    Weigh = Callable[[Candidates], NDArray[Any]]

NONEMPTY = "nonempty"
MOST = 2_000_000
"""More candidates than this are not listed: their boxes alone would take gigabytes."""
TRIES = 20
"""How often those without records are drawn again."""


@dataclass(frozen=True)
class Within:
    """Where candidates are looked for.

    Attributes:
        market: what is on offer.
        around: the box that they lie in.
        like: an intent like them, where that matters.
        support: "nonempty" if candidates without records do not count, or "all".
    """

    market: Market
    around: Box
    like: Intent | None = None
    support: str = "all"

    def one_box(self, name: str) -> Box:
        """The intent like them, which a class by some name needs, and in one box."""
        if self.like is None:
            raise SettingError(
                f"the candidates {name} need a true intent to be like.", "candidates"
            )
        return self.like.one_box(
            f"the candidates {name} are single boxes, and the true intent is several: reckon with "
            "unions, or with a list."
        )

    @property
    def free(self) -> frozenset[int]:
        """The dimensions on which the intent like them has all values, by their places."""
        return frozenset() if self.like is None else self.like.free

    @property
    def everywhere(self) -> Within:
        """The same in the whole space."""
        return replace(self, around=Box.everything(self.market.space))


@dataclass(frozen=True)
class Cut:
    """How a class that is too large to list is cut into parts.

    Attributes:
        objective: what is made small when a part is published.
        most: of about how many candidates a part is at most, if secrets allow that.
        secrets: what must stay unlikely within a part; None if nothing must.
    """

    objective: str
    most: int
    secrets: Secrets | None = None


class CandidateClass(ABC):
    """A class of true intents that someone reckons with."""

    name: str
    about: str
    """The class in a few words."""
    follows: bool = False
    """Whether the true intent says which candidates there are; all of them say the same, then."""
    one_size: bool = False
    """Whether all candidates have as many cells as each other."""

    @abstractmethod
    def how_many(self, within: Within) -> int:
        """How many candidates there are; those without records may be counted too."""

    @abstractmethod
    def every(self, within: Within) -> Candidates:
        """All candidates, each as likely as any other; those without records may be among them."""

    def free(self, within: Within) -> frozenset[int]:
        """The dimensions on which every candidate is known to have all values, by their places.

        Without them there are as many candidates, and the class has the same ones.
        """
        return frozenset()

    def assumes(self, like: Intent | None = None) -> str:
        """What it takes for granted that a rival reckons with, in a sentence without any value."""
        return f"a rival reckons with {self.about}"

    def gives_away(self, like: Intent | None = None) -> str:
        """What whoever knows the class knows of the true intent, in a sentence without any value."""
        return "that the true intent is one of its candidates"

    def holds(self, within: Within, intent: Intent) -> bool:
        """Whether an intent is one of the candidates."""
        return self.every(within).place(intent) is not None

    def weights(self, found: Candidates, within: Within, weigh: Weigh) -> NDArray[Any]:
        """How likely each of some candidates is by a prior, which weighs candidates of one class."""
        return weigh(found)

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """So many candidates, drawn with replacement, each as likely as the class has it."""
        listed = self._inside(within)
        return listed.take(choose(listed.weights.tolist(), count, rng))

    def some_by(
        self, within: Within, measure: str, count: int, rng: np.random.Generator
    ) -> Candidates:
        """So many candidates, drawn with replacement, each as likely as it holds records or spend."""
        if self.how_many(within) > MOST:
            raise SettingError(
                f"of so many candidates {self.name} only a uniform prior, or a table of weights, can be "
                "drawn from.",
                "prior",
            )
        listed = self._inside(within)
        return listed.take(choose(getattr(listed.held, measure).tolist(), count, rng))

    def drawn(
        self, within: Within, measure: str | None, count: int, rng: np.random.Generator
    ) -> Candidates:
        """The same, of those that count; where few of those drawn do, they are fewer in the end."""
        if measure is not None:
            return self.some_by(within, measure, count, rng)
        found = self.some(within, count, rng)
        for _ in range(TRIES if within.support == NONEMPTY else 0):
            found = found.take(np.flatnonzero(found.held.records > 0))
            if len(found) == count:
                break
            found = found.joined(self.some(within, count - len(found), rng))
        if within.support == NONEMPTY:
            found = found.take(np.flatnonzero(found.held.records > 0))
        return found

    def _inside(self, within: Within) -> Candidates:
        """Those that lie in the box, wherever the class looks."""
        listed = self.every(within)
        return listed.take(np.flatnonzero(listed.within(within.around)))

    def part(self, within: Within, true: Intent, cut: Cut) -> Candidates:
        """The part that holds an intent.

        Contract:
            promises: the parts share no candidate and together hold all; every candidate of a part
                leads to the same part, in the same order.
        """
        many = self.how_many(within)
        if many > MOST:
            raise TooManyCandidates(many)
        return self.every(within)

    def _not_among(self) -> SettingError:
        """What to say of a true intent that is none of the candidates."""
        return SettingError(
            f"the true intent is not among the candidates {self.name}, so it can't be hidden among "
            "them. Reckon with those that are usual for it.",
            "candidates",
        )
