"""Where a campaign stands: what attackers know after everything that was published in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from tacit._display import percent
from tacit.attackers.registry import INFORMED
from tacit.candidates.secrets import Judged, Secrets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tacit.attackers.confidence import Confidence
    from tacit.campaign.ledger import Ledger
    from tacit.campaign.promises import Promises
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure


@dataclass(frozen=True, repr=False)
class Standing:
    """What attackers know after everything published so far.

    Attributes:
        common: what all posts have in common.
        confidences: each attacker's confidence, the informed one last if it was to be held, and after
            it what that one knows of each hidden dimension.
        informed: how sure someone is who knows how everything was published, where that is known.
        hidden: how sure that one is of the value of each hidden dimension.
        posts: how many publications there were.
        changed: whether the market differs from what it was at the last one.
    """

    common: Intent
    confidences: tuple[Confidence, ...]
    informed: Confidence | None
    posts: int
    changed: bool
    hidden: tuple[Confidence, ...] = ()

    def holds(self, limit: Fraction) -> bool:
        """Whether every attacker is within the limit."""
        return all(confidence.within(limit) for confidence in self.confidences)

    @property
    def with_informed(self) -> Standing:
        """The same, with the informed attacker among those who must be held, where it is known."""
        asked = any(confidence.attacker == INFORMED for confidence in self.confidences)
        if asked or self.informed is None:
            return self
        return replace(self, confidences=(*self.confidences, self.informed, *self.hidden))

    def to_json(self, limit: Fraction) -> dict[str, Any]:
        """What `tacit audit --campaign --json` says of the posts."""
        return {
            "limit": float(limit),
            "holds": self.holds(limit),
            "posts": self.posts,
            "market_changed": self.changed,
            "attackers": [confidence.to_json(limit) for confidence in self.confidences],
            "informed": None if self.informed is None else self.informed.to_json(limit),
        }

    @property
    def sentence(self) -> str:
        """What someone who knows the method has found by now."""
        if self.informed is None:
            return "what someone who knows the method has found by now is not known"
        few = self.informed.remaining
        remain = "1 intent remains" if few == 1 else f"{few:,} intents remain"
        return (
            f"to someone who knows the method {remain}: "
            f"{percent(self.informed.upper)} sure of a record"
        )


def standing_of(
    ledger: Ledger, market: Market, true: Intent, procedure: Procedure, promises: Promises
) -> Standing:
    """What those attackers know, by now, whom a procedure is to hold, or was promised to be held."""
    posts, remaining = ledger.published(market), ledger.remaining(market)
    common, secrets = in_common(posts), to_keep(promises, market, procedure)
    own = _own_limit(secrets, procedure)
    informed = () if remaining is None else remaining.rows(market, secrets, own)
    return Standing(
        common=common,
        confidences=(
            *judged_by(procedure, market, true, common),
            *informed_to_hold(ledger, market, procedure, promises),
        ),
        informed=informed[0] if informed else None,
        posts=len(posts),
        changed=ledger.changed_since_post(market),
        hidden=informed[1:],
    )


def to_keep(promises: Promises, market: Market, procedure: Procedure) -> Secrets:
    """What someone who knows the method must not be surer of: by a procedure, and by promises.

    What was promised once holds on: how sure of a record, what is hidden, and for as many beliefs.
    """
    return promises.kept_with(procedure.secrets(market.space), market.space)


def _own_limit(secrets: Secrets, procedure: Procedure) -> Fraction | None:
    """The informed attacker's limit, where it is not that of all."""
    return None if secrets.limit == procedure.limit else secrets.limit


def in_common(posts: Iterable[Intent]) -> Intent:
    """What all posts hold: the true intent lies in there."""
    return reduce(lambda a, b: a & b, posts)


def judged_by(
    procedure: Procedure, market: Market, true: Intent, common: Intent
) -> tuple[Confidence, ...]:
    """How sure those are, by what all posts have in common, whom a procedure is to hold."""
    return procedure.judged(market, true, common)


def informed_to_hold(
    ledger: Ledger, market: Market, procedure: Procedure, promises: Promises
) -> tuple[Confidence, ...]:
    """How sure someone is who knows how everything was published; nobody, if none is feared."""
    promised = promises.secrets(market.space)
    if not procedure.method.draws and promised is None:
        return ()
    secrets = to_keep(promises, market, procedure) if procedure.method.draws else promised
    assert secrets is not None
    limit = _own_limit(secrets, procedure)
    remaining = ledger.remaining(market)
    if remaining is None:  # what is not known is not within any limit
        unknown = Judged(secrets, Fraction(1), dict.fromkeys(secrets.hidden, Fraction(1)))
        return unknown.confidences(limit, None, None)
    return remaining.rows(market, secrets, limit)
