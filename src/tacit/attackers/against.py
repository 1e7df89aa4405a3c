"""Against: who must be held, and each one's limit.

Every verb that takes attackers reads them here: names with commas between, where `em-f=0.1` gives
one a limit of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT
from tacit._exact import Number, share
from tacit.attackers.attacker import Attacker
from tacit.attackers.observer import Observer
from tacit.attackers.registry import ATTACKERS, INFORMED, OBSERVERS
from tacit.errors import SettingError, nearest

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

Names = str | Attacker | Observer | Iterable[str | Attacker | Observer] | Mapping[str, Any]
"""Attackers as a user gives them: text with commas, names, names with limits, or attackers themselves."""


@dataclass(frozen=True)
class Against:
    """Who must be held, and each one's limit.

    Contract:
        needs: names of attackers; each limit above 0 and at most 1.
        promises: `Against.of(str(this), this.limit)` is the same again.

    Attributes:
        limit: the limit of those who have none of their own.
        posts: those who see the post.
        observers: those who see the purchase.
        informed: whether the one who knows the method is among them.
        own: limits of their own, by name.

    >>> held = Against.of("em-f=0.1, em-c, informed", 0.3)
    >>> [attacker.name for attacker in held.posts], held.informed
    (['em-f', 'em-c'], True)
    >>> held.limits, str(held)
    ((Fraction(1, 10), Fraction(3, 10)), 'em-f=1/10, em-c, informed')
    """

    limit: Fraction
    posts: tuple[Attacker, ...] = ()
    observers: tuple[Observer, ...] = ()
    informed: bool = False
    own: Mapping[str, Fraction] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Names | Against, limit: Number = LIMIT) -> Against:
        """Read who must be held; the limit is for those who have none of their own."""
        if isinstance(names, Against):
            return names
        found = cls(share("limit", limit))
        for asked in _listed(names):
            found = found._with(asked)
        if not (found.posts or found.observers or found.informed):
            raise SettingError(f"name at least one attacker: {', '.join(_known())}.")
        return found

    @classmethod
    def nobody(cls, limit: Number = LIMIT) -> Against:
        """No one in particular, with a limit all the same."""
        return cls(share("limit", limit))

    @property
    def limits(self) -> tuple[Fraction, ...]:
        """The limit of each of those who see the post."""
        return tuple(self.limit_of(attacker.name) for attacker in self.posts)

    @property
    def bound(self) -> tuple[Attacker, ...]:
        """Those who see the post, each to be held at its limit."""
        return tuple(attacker.at(self.limit_of(attacker.name)) for attacker in self.posts)

    def limit_of(self, name: str) -> Fraction:
        """The limit of one attacker."""
        return self.own.get(name, self.limit)

    def bounded(self, confidence: Confidence) -> Confidence:
        """A confidence with the limit that its attacker has of its own, if any."""
        return replace(confidence, limit=self.own.get(confidence.attacker))

    def judged(self, market: Market, true: Intent, published: Intent) -> tuple[Confidence, ...]:
        """How sure each of those is who look at posts, with its own limit where it has one."""
        return tuple(self.bounded(a.confidence(market, true, published)) for a in self.posts)

    @property
    def names(self) -> tuple[str, ...]:
        """Who must be held, by name."""
        named = (*(a.name for a in self.posts), *(o.name for o in self.observers))
        return (*named, INFORMED) if self.informed else named

    def and_everyone(self, known: Mapping[str, Fraction] | None = None) -> Against:
        """The same with all others who look at posts, who were not named; `known` are limits of theirs."""
        found = self
        for attacker in ATTACKERS.values():
            found = found._joined(attacker)
        return replace(found, informed=True, own={**(known or {}), **self.own})

    def about_posts(self) -> Against:
        """The same, if all of them look at posts."""
        if self.observers:
            raise SettingError(
                f"{self.observers[0].name} looks at purchases, not at posts: it goes with a "
                f"purchase. Those who look at posts are: {', '.join(ATTACKERS)}."
            )
        return self

    def about_purchases(self) -> Against:
        """The same, if all of them look at purchases."""
        if self.posts or self.informed:
            name = self.posts[0].name if self.posts else INFORMED
            raise SettingError(
                f"{name} looks at posts, not at purchases. Those who look at purchases are: "
                f"{', '.join(OBSERVERS)}."
            )
        return self

    def __str__(self) -> str:
        return ", ".join(map(self._written, self.names))

    def to_json(self) -> list[str]:
        """Each attacker with its limit, as `made_by` tells it."""
        return [f"{name}={self.limit_of(name)}" for name in self.names]

    def _written(self, name: str) -> str:
        return f"{name}={self.own[name]}" if name in self.own else name

    def _with(self, asked: str | Attacker | Observer) -> Against:
        """One more, if it has not got another limit already."""
        if isinstance(asked, Attacker | Observer):
            return self._joined(asked)
        name, mark, limit = (part.strip() for part in asked.partition("="))
        name = name.lower()
        if name not in _known():
            raise SettingError(
                f"there is no attacker '{name}'.{nearest(name, _known())} "
                f"Known are: {', '.join(_known())}."
            )
        own = {**self.own, name: share(f"limit of {name}", limit, "against")} if mark else self.own
        if self.own.get(name, own.get(name)) != own.get(name):
            raise SettingError(f"{name} is given two limits. Give it one.", "against")
        found = replace(self, own=own)
        if name == INFORMED:
            return replace(found, informed=True)
        return found._joined(ATTACKERS[name] if name in ATTACKERS else OBSERVERS[name])

    def _joined(self, one: Attacker | Observer) -> Against:
        if one.name in self.names:
            return self
        if isinstance(one, Attacker):
            return replace(self, posts=(*self.posts, one))
        return replace(self, observers=(*self.observers, one))


def one_observer(names: Names | Against, limit: Number = LIMIT) -> tuple[Observer, Fraction]:
    """The one who sees a purchase, and its limit."""
    held = Against.of(names, limit).about_purchases()
    if len(held.observers) > 1:
        raise SettingError("a purchase is chosen against one observer; audit shows them all.")
    observer = held.observers[0]
    return observer, held.limit_of(observer.name)


def _listed(names: Names) -> list[str | Attacker | Observer]:
    if isinstance(names, Attacker | Observer):
        return [names]
    parts: list[Any] = []
    if isinstance(names, Mapping):
        with suppress(ValueError):  # numbers of thousands of digits have no text
            parts = [n if limit is None else f"{n}={limit}" for n, limit in names.items()]
        if len(parts) != len(names):
            raise SettingError("a limit has far too many digits.", "against")
    elif isinstance(names, str):
        parts = names.split(",")
    elif isinstance(names, Iterable):
        parts = list(names)
    if not all(isinstance(part, str | Attacker | Observer) for part in parts):
        raise SettingError("attackers are given by name, such as em-f or em-f=0.1.", "against")
    return [part for part in parts if not isinstance(part, str) or part.strip()]


def _known() -> list[str]:
    return [*ATTACKERS, *OBSERVERS, INFORMED]
