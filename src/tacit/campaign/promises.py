"""What a campaign has promised: how sure each attacker may be at most, the strictest ever said.

A post that was made to keep someone within a limit promises that limit for good: whatever comes later
is seen together with it. So the strictest limit of each binds every later post and purchase. A buyer
may give one up by name; the campaign keeps who was given up, and when, and an audit goes on reporting
against what was promised first.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tacit._display import percent
from tacit._names import option
from tacit.attackers.registry import ATTACKERS, INFORMED
from tacit.candidates.secrets import Secrets, about_value
from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tacit.publishing.procedure import Procedure
    from tacit.space.space import Space

WITHIN = "within"
"""What the factor is called, by which beliefs may differ from the named ones."""


@dataclass(frozen=True)
class Promises:
    """The strictest limits of all.

    Attributes:
        limits: how sure each attacker may be at most, by name; `informed:age` is about a value of age.
        within: the informed attacker's limits hold for all beliefs within this factor.
    """

    limits: Mapping[str, Fraction] = field(default_factory=dict)
    within: Fraction = Fraction(1)

    def and_of(self, procedure: Procedure, given_up: Iterable[str] = ()) -> Promises:
        """The same after a post that a procedure made, for which some limits were given up."""
        left = self.without(given_up)
        limits = dict(left.limits)
        for name, limit in _limits(procedure).items():
            limits[name] = min(limit, limits.get(name, limit))
        return Promises(limits, max(left.within, _within(procedure)))

    def without(self, given_up: Iterable[str]) -> Promises:
        """The same after some limits were given up, by name."""
        gone = set(given_up)
        limits = {name: limit for name, limit in self.limits.items() if name not in gone}
        return Promises(limits, Fraction(1) if WITHIN in gone else self.within)

    @property
    def about_values(self) -> Promises:
        """Those about values of hidden dimensions, and the factor."""
        return self.without(name for name in self.limits if not name.startswith(about_value("")))

    def secrets(self, space: Space) -> Secrets | None:
        """What is promised about one who knows the method; None if nothing is.

        A dimension that today's market does not have any more is not asked for.
        """
        hidden = {
            name: self.limits[about_value(name)]
            for name in space.names
            if about_value(name) in self.limits
        }
        if INFORMED not in self.limits and not hidden:
            return None
        return Secrets(self.limits.get(INFORMED, Fraction(1)), hidden, self.within)

    def kept_with(self, own: Secrets, space: Space) -> Secrets:
        """What one who knows the method must not be surer of: by these promises, and by others."""
        earlier = self.secrets(space) or Secrets(Fraction(1), {}, self.within)
        hidden = dict(earlier.hidden)
        for name, limit in own.hidden.items():
            hidden[name] = min(limit, hidden.get(name, limit))
        return Secrets(min(own.limit, earlier.limit), hidden, max(own.within, earlier.within))

    def binding(self, procedure: Procedure) -> Procedure:
        """The procedure with the limits of all whom it, or an earlier post, is to hold."""
        against = procedure.against
        named = {one.name for one in against.posts}
        earlier = tuple(ATTACKERS[n] for n in self.limits if n in ATTACKERS and n not in named)
        held = replace(against, posts=(*against.posts, *earlier))
        own = dict(against.own)
        for name in held.names:
            promised = self.limits.get(name, Fraction(1))
            limit = against.limit_of(name) if name in against.names else Fraction(1)
            if min(promised, limit) != against.limit_of(name) or name in own:
                own[name] = min(promised, limit)
        return replace(procedure, against=replace(held, own=own))

    def loosened_by(self, procedure: Procedure) -> dict[str, Fraction]:
        """The limits that a procedure by itself would not keep, by the name of whom they are about.

        One whom it holds by a laxer limit. Who is not named at all, or not hidden any more, is kept
        as before without a word.
        """
        asked = _limits(procedure)
        return {n: limit for n, limit in self.limits.items() if asked.get(n, limit) > limit}

    def laxer_at(self, limit: Fraction) -> dict[str, Fraction]:
        """The limits that one for all is laxer than."""
        return {n: own for n, own in self.limits.items() if own < limit}

    def require_known(self, given_up: Sequence[str]) -> None:
        """Refuse to give up what was never promised."""
        known = [*self.limits, *([WITHIN] if self.within > 1 else [])]
        for name in given_up:
            if name not in known:
                kept = said(self.limits) or "nothing"
                raise SettingError(
                    f"this campaign has promised nothing by the name '{name}', so there is nothing to "
                    f"loosen. It has promised: {kept}.",
                    "loosen",
                )


def said(limits: Mapping[str, Fraction]) -> str:
    """Limits in words."""
    return ", ".join(f"{name} within {percent(limit)}" for name, limit in limits.items())


def note_of(bound: Mapping[str, Fraction]) -> str:
    """What a buyer is told whose limits are laxer than those that were promised."""
    loosen = option("--loosen", bound)
    return (
        f"this campaign has promised {said(bound)}, and keeps that; {loosen} gives it up for good"
    )


def _limits(procedure: Procedure) -> dict[str, Fraction]:
    """The limits that a procedure keeps, by name."""
    against = procedure.against
    found = {name: against.limit_of(name) for name in against.names}
    if procedure.method.draws:
        for name, own in procedure.settings.hidden.items():
            found[about_value(name)] = procedure.informed_limit if own is None else own
    return found


def _within(procedure: Procedure) -> Fraction:
    belief = procedure.belief
    return Fraction(1) if belief is None else belief.within
