"""What a publish method comes to: posts with their chances, and what that is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tacit.publishing.rules import OBJECTIVES

if TYPE_CHECKING:
    import numpy as np

    from tacit.attackers.confidence import Confidence
    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import SurestValue
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass


class Worth(ABC):
    """What is known about how good a published intent is.

    Attributes:
        status: "optimal", "bounded" or "heuristic".
    """

    status: str

    @abstractmethod
    def to_json(self, market: Market, mass: Mass, objective: str) -> dict[str, Any]:
        """The entry `proof` of a result, and what belongs beside it."""

    @abstractmethod
    def sentence(self, market: Market, published: Intent, objective: str) -> str:
        """What the result is worth, in one sentence."""

    def told_in(self, market: Market, scale: int | None, objective: str) -> Worth | None:
        """The same told of a market of which each record stood for so many; None if that tells nothing."""
        return None


@dataclass(frozen=True)
class Proof(Worth):
    """A bound on what any published intent costs.

    Attributes:
        status: "optimal", "bounded" or "heuristic".
        bound: no published intent that keeps limits and rules is below this in the objective.
    """

    status: str
    bound: int

    def told_in(self, market: Market, scale: int | None, objective: str) -> Proof | None:
        """The bound in records that others stand for; cells stay as many."""
        if scale is None:
            return None
        return self if objective == "cells" else replace(self, bound=self.bound * scale)

    def gap(self, value: int) -> float:
        """How far a value is above the bound, as a share of the value."""
        return (value - self.bound) / value if value else 0.0

    def to_json(self, market: Market, mass: Mass, objective: str) -> dict[str, Any]:
        """The status, the bound in the user's unit, and the gap."""
        gap = self.gap(getattr(mass, OBJECTIVES[objective][0]))
        bound = self._bound(market, objective)
        return {"proof": {"status": self.status, "bound": bound, "gap": gap}}

    def sentence(self, market: Market, published: Intent, objective: str) -> str:
        """Whether it is proven optimal, or what no other goes below."""
        kind = "box" if len(published.boxes) == 1 else "union of boxes"
        if self.status == "optimal":
            return f"Proven optimal: no {kind} within the limit has fewer {objective}."
        bound = self._bound(market, objective)
        shown = f"{bound:,.2f}" if isinstance(bound, float) else f"{bound:,}"
        return (
            f"The result is {self.status}: no {kind} within the limit goes below "
            f"{shown} {objective}."
        )

    def _bound(self, market: Market, objective: str) -> int | float:
        return market.money(self.bound) if objective == "cost" else self.bound


@dataclass(frozen=True)
class Plan:
    """A published intent, and how it was found.

    Attributes:
        published: what to publish.
        steps: how many values were taken in.
        proof: what is known about how good it is; None if nothing beyond the floor.
        alpha: the alpha that greedy used.
    """

    published: Intent
    steps: int
    proof: Proof | None = None
    alpha: Fraction | None = None


class StillPossible(NamedTuple):
    """The candidates that a post leaves to someone who knows the method.

    Attributes:
        candidates: which, each as likely as it was before the post.
        chances: how likely each was to lead to the post.
        considered: of how many.
        before: the surest value of each dimension before the post.
        exact: whether that was found from all candidates; else from some that were drawn.
    """

    candidates: Candidates
    chances: list[Fraction]
    considered: int
    before: tuple[SurestValue, ...] = ()
    exact: bool = True


@dataclass(frozen=True)
class Post:
    """One post that a method may publish.

    Attributes:
        published: what it says.
        chance: how likely it is.
        steps: how many values it has beyond the true intent's.
    """

    published: Intent
    chance: Fraction = Fraction(1)
    steps: int = 0


@dataclass(frozen=True)
class Choice:
    """What a method would publish for one true intent, with which chances.

    A method that always answers the same has one post with chance 1.

    Contract:
        promises: the chances add up to 1; every post holds the true intent.

    Attributes:
        posts: what may be published.
        worth: what is known about how good that is; None if nothing beyond the floor.
        alpha: the alpha that greedy used.
        notes: what the buyer should know.
    """

    posts: tuple[Post, ...]
    worth: Worth | None = None
    alpha: Fraction | None = None
    notes: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, plan: Plan) -> Choice:
        """The only answer of a method that always answers the same."""
        return cls((Post(plan.published, steps=plan.steps),), plan.proof, plan.alpha)

    @property
    def published(self) -> Intent:
        """The post of a method that always answers the same."""
        (post,) = self.posts
        return post.published

    def told_in(self, market: Market, found_in: Market, objective: str) -> Choice:
        """The same told of a market, where it was found in the counts that its statistics vouch for.

        What no post goes below is known where each of these stands for as many records.
        """
        if found_in is market:
            return self
        known, scale = market.knowledge, None
        if known is not None and known.counts is found_in:
            scale = known.scale
        worth = None if self.worth is None else self.worth.told_in(market, scale, objective)
        return replace(self, worth=worth)

    def chance_of(self, published: Intent) -> Fraction:
        """How likely an intent is to be published."""
        return sum((p.chance for p in self.posts if p.published == published), Fraction(0))

    def draw(self, rng: np.random.Generator) -> int:
        """The place of the post to publish; nothing is drawn where there is only one."""
        if len(self.posts) == 1:
            return 0
        drawn = Fraction(int.from_bytes(rng.bytes(32), "big"), 2**256)
        for place, post in enumerate(self.posts):
            drawn -= post.chance
            if drawn < 0:
                return place
        return len(self.posts) - 1

    def informed(self, place: int) -> tuple[Confidence, ...]:
        """How sure someone is who knows the method, given a post, if the method settles that.

        Of a record, and of the value of each hidden dimension.
        """
        return ()

    def still_possible(self, place: int) -> StillPossible | None:
        """Whom a post leaves to someone who knows the method, if the method settles that."""
        return None
