"""A publish method with all its settings: everything but the true intent and the draw.

This is what an informed attacker knows. One method a file; to add one that is not drawn, write its
file and name it in `METHODS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._exact import Number, exact, share
from tacit.attackers.registry import ATTACKERS, INFORMED, limits_named, without_informed
from tacit.candidates.belief import Belief
from tacit.errors import SettingError, UnreachableLimit
from tacit.publishing.boxes import Boxes
from tacit.publishing.every_alpha import best_alpha
from tacit.publishing.greedy import greedy
from tacit.publishing.optimal.search import SECONDS, optimal
from tacit.publishing.optimal.unions import cheaper
from tacit.publishing.rules import Rules
from tacit.publishing.sealed.boxes_to_draw import EFFORT, Form
from tacit.publishing.sealed.sealing import Sealing, sealed

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.attackers.attacker import Attacker
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.plan import Plan

SEALED = "sealed"
PUBLISHING = 0x7461636974
"""What tells the draws of a publication from others with the same seed."""
Seed = int | Sequence[int] | None
AUTO = "auto"


@dataclass(frozen=True)
class Settings:
    """What a method may be told.

    Attributes:
        alpha: for greedy, the weight of saving cost against gaining cover; None for the best.
        rules: what the published intent may look like; greedy takes the pins alone.
        seconds: for optimal, how long to search at most.
        progress: for optimal, who is told how far the search has come.
        belief: for sealed, which intents could have been wanted, and how likely each was.
        bare: for sealed, whether the true intent itself may be published.
        effort: for sealed, how many boxes to look at for one block, about.
    """

    alpha: Fraction | None = Fraction(1, 2)
    rules: Rules = field(default_factory=Rules)
    seconds: float = SECONDS
    progress: Listener | None = None
    belief: Belief = field(default_factory=lambda: Belief(support="nonempty"))
    bare: bool = False
    effort: int = EFFORT


def _greedy(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    settings: Settings,
) -> Plan:
    rules = settings.rules
    if (rules.objective, rules.contiguous) != ("records", True):
        raise SettingError(
            "greedy follows the paper: it goes by alpha, not by an objective, and leaves no gaps. "
            "For another objective, or gaps, use optimal."
        )
    if rules.boxes > 1:
        raise SettingError("greedy follows the paper and publishes one box; for more use optimal.")
    pins = rules.never or rules.always or len(true.boxes) > 1
    pinned = Boxes(market, true, attackers, limits, rules) if pins else None
    if settings.alpha is None:
        return best_alpha(market, true, attackers, limits, pinned)
    return greedy(market, true, attackers, limits, settings.alpha, pinned=pinned)


def _optimal(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    settings: Settings,
) -> Plan:
    rules, seconds, progress = settings.rules, settings.seconds, settings.progress
    if rules.boxes == 1:
        return optimal(market, true, attackers, limits, rules, seconds, progress)
    plan = optimal(market, true, attackers, limits, rules, seconds / 2, progress)
    boxes = Boxes(market, true, attackers, limits, rules)
    return cheaper(plan, boxes, true, rules.boxes, seconds / 2)


METHODS: dict[str, Callable[..., Plan]] = {"greedy": _greedy, "optimal": _optimal}


@dataclass(frozen=True)
class Procedure:
    """A publish method with all its settings.

    Attributes:
        method: which one.
        attackers: who must be held, the informed one aside.
        limits: the limit of each.
        limit: the limit of those who have none of their own.
        own: the limits that attackers have of their own, by name.
        settings: the rest.
    """

    method: str
    attackers: tuple[Attacker, ...]
    limits: tuple[Fraction, ...]
    limit: Fraction
    own: Mapping[str, Fraction]
    settings: Settings

    @classmethod
    def of(
        cls,
        *,
        against: str | Iterable[str] | None = None,
        limit: Number = 0.3,
        method: str = "greedy",
        alpha: Number = 0.5,
        candidates: str = "cells",
        prior: str = "uniform",
        support: str = "nonempty",
        bare: bool = False,
        effort: int = EFFORT,
        seconds: float = SECONDS,
        progress: Listener | None = None,
        **rules: Any,
    ) -> Procedure:
        """Read settings as a user writes them; see `tacit.protect`."""
        if method not in (*METHODS, SEALED):
            known = ", ".join((*METHODS, SEALED))
            raise SettingError(f"there is no method '{method}'. Known are: {known}.")
        if against is None:
            against = () if method == SEALED else tuple(ATTACKERS)
        names, informed, own_limit = without_informed(against)
        if not names and method != SEALED and not informed:
            raise SettingError(f"name at least one attacker: {', '.join(ATTACKERS)}.")
        if informed and method != SEALED:
            raise SettingError(
                f"{method} always answers the same, so an informed attacker replays it: nothing it "
                "publishes holds against that. Use the method sealed."
            )
        attackers, own = limits_named(names, limit) if names else ((), {})
        if own_limit is not None:
            own[INFORMED] = own_limit
        ceiling = share("limit", limit)
        weight = None if alpha == AUTO else exact(alpha)
        if weight is not None and not 0 <= weight <= 1:
            raise SettingError('alpha must be from 0 to 1 (for example 0.5), or "auto".')
        if effort < 1:
            raise SettingError("the effort must be a whole number above 0.")
        belief = Belief(candidates, prior, support)
        given = {name: value for name, value in rules.items() if value is not None}
        settings = Settings(weight, Rules(**given), seconds, progress, belief, bare, effort)
        limits = tuple(own.get(attacker.name, ceiling) for attacker in attackers)
        return cls(method, attackers, limits, ceiling, own, settings)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Procedure:
        """Read what `to_json` wrote."""
        known = {"method", "against", "limit", "alpha", "objective", "contiguous", "boxes"}
        known |= {"candidates", "prior", "support", "bare", "effort"}
        if not set(told) <= known:
            raise SettingError(
                "this says how something was made in words that Tacit does not know."
            )
        try:
            return cls.of(**told)
        except TypeError:
            raise SettingError("this does not say how something was made.") from None

    def to_json(self) -> dict[str, Any]:
        """The settings as `tacit protect --json` prints them, for an audit; pins are left out."""
        rules, settings = self.settings.rules, self.settings
        found: dict[str, Any] = {
            "method": self.method,
            "limit": str(self.limit),
            "against": [
                f"{a.name}={limit}" for a, limit in zip(self.attackers, self.limits, strict=True)
            ],
            "alpha": AUTO if settings.alpha is None else str(settings.alpha),
            "objective": rules.objective,
            "contiguous": rules.contiguous,
            "boxes": rules.boxes,
        }
        if self.drawn:
            found["against"].append(f"{INFORMED}={self.sealed_limit}")
            found |= {
                "candidates": settings.belief.candidates,
                "prior": settings.belief.prior,
                "support": settings.belief.support,
                "bare": settings.bare,
                "effort": settings.effort,
            }
        return found

    @property
    def drawn(self) -> bool:
        """Whether what is published is up to chance."""
        return self.method == SEALED

    @property
    def sealed_limit(self) -> Fraction:
        """The limit of the informed attacker."""
        return self.own.get(INFORMED, self.limit)

    def plan(
        self,
        market: Market,
        true: Intent,
        seed: Seed = None,
        among: Candidates | None = None,
        common: Intent | None = None,
    ) -> Plan:
        """Choose what to publish; `seed` decides the draw, where there is one.

        `among` says which candidates are left, and how likely each is, after earlier posts;
        `common` is what those have in common.
        """
        require_reachable(market, true.required(), self.attackers, self.limits, self.settings.rules)
        if self.drawn and len(true.boxes) > 1:
            raise SettingError(
                "sealed hides one box among others: a true intent of several boxes can't be sealed. "
                "Seal the box around it, or use optimal."
            )
        if self.drawn:
            sealing = self.sealing(market, true, among, common)
            return sealed(sealing, true, _draw(seed))
        return METHODS[self.method](market, true, self.attackers, self.limits, self.settings)

    def sealing(
        self,
        market: Market,
        shape: Intent | None = None,
        among: Candidates | None = None,
        common: Intent | None = None,
    ) -> Sealing:
        """How every candidate would be published; `shape` is one of the shape, if that matters."""
        rules, settings = self.settings.rules, self.settings
        if rules.never or rules.always or rules.boxes > 1:
            raise SettingError("sealed publishes one box and takes no pins.")
        form = Form(
            rules.objective,
            rules.contiguous,
            self.attackers,
            self.limits,
            settings.bare,
            settings.effort,
            common,
        )
        return Sealing(market, settings.belief, self.sealed_limit, form, shape, among=among)


def _draw(seed: Seed) -> np.random.Generator:
    """Where a draw comes from: never the numbers that the same seed gives a purchase."""
    if seed is None:
        return np.random.default_rng()
    parts = (seed,) if isinstance(seed, int) else tuple(seed)
    if min(parts) < 0:
        raise SettingError("the seed must be 0 or more.")
    return np.random.default_rng([*parts, PUBLISHING])


def require_reachable(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    rules: Rules,
) -> None:
    """Refuse a limit that even the whole space, or what the pins leave of it, does not reach."""
    if not attackers:
        return
    whole = market.total
    if rules.never:
        boxes = Boxes(market, true, attackers, limits, rules)
        whole = boxes.mass(boxes.reachable(boxes.start, boxes.allowed))
    lowest = [a.judge(a.claim(market, true), whole).upper for a in attackers]
    over = [low / limit for low, limit in zip(lowest, limits, strict=True)]
    worst = over.index(max(over))
    if over[worst] > 1:
        raise UnreachableLimit(attackers[worst].name, limits[worst], lowest[worst])
