"""Whom something can be published for, at the limits of those who look at posts.

Some candidates can't be served: one that is so large a share of the market that an attacker is above
its limit even if everything is published. They are taken out beforehand, for everyone, by the market
and the settings alone. So a post tells nothing of who was refused; that nothing was posted tells only
that it is one of these, and the buyer is told who they are whatever is wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tacit.candidates.secrets import judged
from tacit.errors import NotServed, SettingError, UnreachableLimit, rounded_up
from tacit.publishing.sealed.boxes_to_draw import claims, out_of_reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent
    from tacit.market.mass import Mass
    from tacit.publishing.sealed.boxes_to_draw import Form


@dataclass(frozen=True, repr=False, eq=False)
class Unserved:
    """The candidates that nothing can be published for, whatever is wanted.

    Attributes:
        candidates: which.
        of: of how many, these among them.
        attacker: who is the furthest above a limit because of them.
        limit: that one's limit.
        lowest: the lowest limit that would serve everyone, for all who have that limit.
        sure: how sure someone is of a record who learns that nothing was posted.
    """

    candidates: Candidates
    of: int
    attacker: str
    limit: Fraction
    lowest: Fraction
    sure: Fraction

    def has(self, true: Intent) -> bool:
        """Whether a true intent is one of them."""
        return self.candidates.place(true) is not None

    @property
    def note(self) -> str:
        """What every buyer is told, whatever is wanted."""
        return (
            f"at these limits nothing can be published for {len(self.candidates):,} of {self.of:,} "
            f"candidates, yours not among them: {self.attacker} can't be held within "
            f"{float(self.limit):g} there. A limit of {rounded_up(self.lowest)} serves all"
        )

    @property
    def error(self) -> NotServed:
        """What a buyer is told who wants one of them; the same, whichever it is."""
        many = (len(self.candidates), self.of)
        return NotServed(self.attacker, self.limit, self.lowest, *many, self.sure)


def served(listed: Candidates, form: Form, secrets: Secrets) -> tuple[Candidates, Unserved | None]:
    """The candidates that something can be published for, and the others, if there are any.

    The other attackers must be within their limits at least if everything is published, and one who
    wants everything can't be disguised.
    """
    market = listed.market
    whole = market.total if form.common is None else market.mass(form.common)
    out = out_of_reach(listed, form.attackers, form.limits, whole)
    wide = np.zeros_like(out)
    if not form.bare:
        wide = (listed.held.cells >= market.space.size).astype(bool)
    keep = np.flatnonzero(~out & ~wide)
    if not len(keep):
        raise _nobody(listed, form, whole, out)
    found = listed if len(keep) == len(listed) else listed.take(keep)
    beyond = np.flatnonzero(out & ~wide)
    return found, _unserved(listed, form, whole, beyond, secrets) if len(beyond) else None


def _unserved(
    listed: Candidates, form: Form, whole: Mass, beyond: NDArray[np.intp], secrets: Secrets
) -> Unserved:
    """What is told of those who are out of reach."""
    some = listed.take(beyond)
    lowest = [
        attacker.lowest(listed.market, some.intent(int(np.argmax(spoken))), whole)
        for attacker, spoken in zip(form.attackers, claims(some, form.attackers), strict=True)
    ]
    over = [low / limit for low, limit in zip(lowest, form.limits, strict=True)]
    worst = over.index(max(over))
    limit = form.limits[worst]
    alike = [low for low, other in zip(lowest, form.limits, strict=True) if other == limit]
    if secrets.limit == limit:  # the one who knows the method has the same
        alike.append(_sure(listed, secrets))
    name = form.attackers[worst].name
    return Unserved(some, len(listed), name, limit, max(alike), _sure(some, secrets))


def _sure(some: Candidates, secrets: Secrets) -> Fraction:
    """How sure someone is of a record who knows that it is one of these."""
    return judged(some, [Fraction(1)] * len(some), secrets).record


def _nobody(
    listed: Candidates, form: Form, whole: Mass, out: NDArray[np.bool_]
) -> SettingError | UnreachableLimit:
    """The error to raise where nothing can be published for anyone: it names a limit that serves someone."""
    if not out.any():
        return SettingError("no candidate can be disguised: it is the whole space that is wanted.")
    spoken, market = claims(listed, form.attackers), listed.market
    over = [
        claim.astype(float) / (float(limit if one.plain else 1) * max(one.weight(whole), 1))
        for one, claim, limit in zip(form.attackers, spoken, form.limits, strict=True)
    ]
    first = int(np.argmin(np.max(over, axis=0)))
    worst = max(range(len(over)), key=lambda a: over[a][first])
    attacker = form.attackers[worst]
    places = (first, int(np.argmax(spoken[worst])))
    lowest, for_all = (attacker.lowest(market, listed.intent(at), whole) for at in places)
    return UnreachableLimit(attacker.name, form.limits[worst], lowest, for_all)
