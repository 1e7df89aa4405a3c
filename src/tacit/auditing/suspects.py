"""Suspects: how a post may have been made, where that is not told.

A post that was made on this machine is known by the note that was taken then. Else every method is tried
with its usual settings. Those that lead from the true intent to the post could have made it, and a rival may
know which one did: the one that tells most counts.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tacit.errors import TacitError
from tacit.intents.box import Box
from tacit.publishing.made_here import noted_here
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit._progress import Listener
    from tacit.attackers.against import Against
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


@dataclass(frozen=True)
class Suspects:
    """How a post may have been made.

    Attributes:
        tried: the procedures that were tried.
        leading: those of them that lead from the true intent to the post.
    """

    tried: tuple[Procedure, ...]
    leading: tuple[Procedure, ...]

    @property
    def names(self) -> str:
        """The methods that were tried, in words."""
        *most, last = dict.fromkeys(one.method.name for one in self.tried)
        return f"{', '.join(most)} and {last}" if most else last


def made_here(
    market: Market, true: Intent, published: Intent, progress: Listener | None = None
) -> tuple[Procedure, ...]:
    """How a post was made on this machine for a true intent, if that was noted; several, if in several ways."""
    found = []
    for told in noted_here(market, published):
        with suppress(TacitError):  # a note that can't be read is none
            found.append(Procedure.from_json(told).settled(true))
    return tuple(how for how in found if _leads(how, market, true, published, progress))


def usual_procedures(held: Against, named: bool) -> tuple[Procedure, ...]:
    """Every method with its usual settings: against all at the limit, and against those asked about."""
    found = [Procedure.of(method=name, limit=held.limit) for name in METHODS]
    if named and held.posts:
        rest = replace(held, informed=False)
        found += [Procedure.of(method=name, against=rest, limit=held.limit) for name in METHODS]
    return tuple(one for i, one in enumerate(found) if one not in found[:i])


def suspects(
    market: Market,
    true: Intent,
    published: Intent,
    usual: Sequence[Procedure],
    progress: Listener | None = None,
) -> Suspects:
    """Which of some procedures could have made a post for a true intent."""
    leading = []
    for one in usual:
        how = one.settled(true)
        if _leads(how, market, true, published, progress):
            leading.append(how)
    return Suspects(tuple(usual), tuple(leading))


def _leads(
    how: Procedure, market: Market, true: Intent, published: Intent, progress: Listener | None
) -> bool:
    """Whether a procedure may lead from a true intent to a post."""
    try:
        return bool(how.chance_of(market, true, published, progress))
    except TacitError:
        # The paper's expansion ends with everything where a limit can't be reached.
        return not how.method.draws and published == Box.everything(market.space)
