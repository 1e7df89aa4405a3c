"""Audit of a purchase: what everyone who saw it makes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LIMIT, OBSERVER, REPLAYS
from tacit._display import percent
from tacit._progress import Phase
from tacit.attackers.against import Against, Names
from tacit.attackers.looks_blind import Blindness, unlike_blind
from tacit.attackers.registry import OBSERVERS
from tacit.auditing.asked import NO_UNIONS, MadeBy, Partly, belief_about, how_made, may_hold
from tacit.auditing.suspects import made_here, suspects, usual_procedures
from tacit.candidates.secrets import raised
from tacit.errors import SettingError
from tacit.informed.likelihood import Buying
from tacit.informed.post import Informed, usual_belief
from tacit.informed.purchase import PurchaseFinding, Watcher

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.confidence import Confidence
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.publishing.procedure import Procedure


@dataclass(frozen=True, repr=False)
class PurchaseAudit:
    """What everyone who saw a purchase makes of it.

    Two views, since they can disagree. The observers test each wanted cell on its own, as the paper
    does; a blind draw may fail that test by chance, and a purchase tuned to it passes. Whether the
    purchase as a whole looks like a blind draw is what one who suspects tuning would ask.

    Attributes:
        purchase: what was bought.
        limit: the highest confidence allowed.
        observers: each observer's confidence in the most exposed wanted cell.
        blindness: how it compares with blind purchases as a whole.
        true_records: how many of the bought records are wanted.
        informed: what someone who knows how it was chosen makes of it, if that was asked.
    """

    purchase: Purchase
    limit: Fraction
    observers: tuple[Confidence, ...]
    blindness: Blindness
    true_records: int
    informed: PurchaseFinding | None = None

    @property
    def holds(self) -> bool:
        """Whether everyone who was asked is within the limit."""
        knows = self.informed
        tests = all(confidence.within(self.limit) for confidence in self.observers)
        return tests and (knows is None or knows.within(self.limit))

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --purchased --json` adds."""
        return {
            "records": self.purchase.size,
            "true_records": self.true_records,
            "cost": float(self.purchase.cost),
            "pseudo_published": self.purchase.seen.to_json(),
            "holds": self.holds,
            "observers": [c.to_json(self.limit) for c in self.observers],
            "looks_blind": self.blindness.to_json(),
            "informed": None if self.informed is None else self.informed.to_json(),
        }

    def __repr__(self) -> str:
        judged = ", ".join(f"{c.attacker} {percent(c.upper)}" for c in self.observers)
        return f"PurchaseAudit(limit {percent(self.limit)}, holds: {self.holds}; {judged})"


def audit_purchase(
    true: Any,
    purchase: Purchase,
    *,
    against: Names | Against | None = None,
    limit: Number = LIMIT,
    seed: int = 0,
    allocate: str | None = None,
    published: Any = None,
    made_by: MadeBy = None,
    belief: Partly = None,
    runs: int = REPLAYS,
    progress: Listener | None = None,
) -> PurchaseAudit:
    """Judge a purchase by everyone who saw it, or by observers with settings of their own.

    Args:
        true: what is truly wanted.
        purchase: what was bought.
        against: those who saw it; by default all.
        limit: the highest confidence allowed.
        seed: where simulations start.
        allocate: how it was chosen; then someone who knows that is asked too, who has seen the post.
        published: the post, which goes with `allocate`.
        made_by: how the post was made, as for `audit`; by default what the publication says.
        belief: which true intents that one reckons with, as for `audit`.
        runs: how often that one replays a method that draws.
        progress: a function to call a few times a second with a `Progress`.
    """
    market = purchase.market
    true = market.as_intent(true)
    held = Against.of(tuple(OBSERVERS) if against is None else against, limit).about_purchases()
    informed = None
    if allocate is not None:
        if published is None:
            raise SettingError("someone who knows how you buy has seen the post: give it too.")
        post = market.as_intent(published)
        told = made_by or getattr(published, "procedure", None)
        how = _how_made(market, true, post, told, belief, Against.nobody(held.limit))
        buying = _buying(allocate, purchase.size, held)
        knows = _who_knows(market, true, how, belief)
        informed = _worst(knows, true, post, buying, (purchase, runs, seed, progress))
    return PurchaseAudit(
        purchase=purchase,
        limit=held.limit,
        observers=_observed(purchase, true, held, progress),
        blindness=unlike_blind(purchase, np.random.default_rng(seed)),
        true_records=purchase.records_in(true.required()),
        informed=informed,
    )


def _observed(
    purchase: Purchase, true: Intent, held: Against, progress: Listener | None
) -> tuple[Confidence, ...]:
    """What each who saw the purchase makes of it; some simulate, which takes a moment."""
    phase, found = Phase(progress, "asking every observer", len(held.observers)), []
    for one in held.observers:
        found.append(held.bounded(one.judge(purchase, true, held.limit_of(one.name))))
        phase()
    return tuple(found)


def _buying(allocate: str, size: int, held: Against) -> Buying:
    """How the purchase was chosen: tuned against the only one asked about, or the usual one."""
    usual = [o for o in held.observers if o.name == OBSERVER] or [OBSERVERS[OBSERVER]]
    observer = held.observers[0] if len(held.observers) == 1 else usual[0]
    return Buying.of(allocate, size, held.limit_of(observer.name), observer)


def _how_made(
    market: Market, true: Intent, post: Intent, told: MadeBy, belief: Partly, held: Against
) -> Procedure:
    """How the post was made: as told, or the first usual way that leads there."""
    if told is not None:
        return how_made(told, belief, held)
    usual = usual_procedures(held, named=False)
    leading = made_here(market, true, post) or suspects(market, true, post, usual).leading
    return leading[0] if leading else usual[0]


def _who_knows(market: Market, true: Intent, how: Procedure, belief: Partly) -> Informed:
    """One who knows how the post was made."""
    reckoned = belief_about(how, belief, usual_belief(market, true))
    if not may_hold(reckoned.settled(true), true):
        raise SettingError(NO_UNIONS)
    return Informed(market, how, reckoned)


def _worst(
    knows: Informed, true: Intent, published: Intent, buying: Buying, seen: tuple[Any, ...]
) -> PurchaseFinding:
    """What the surest belief makes of a purchase, and at most one within the factor."""
    found = []
    for place in range(len(knows.belief.priors)):
        watcher = Watcher.after(knows, true, published, buying, place, seen[-1])
        one = watcher.judge(true, *seen)
        found.append(replace(one, upper=raised(one.upper, knows.belief.within)))
    return max(found, key=lambda one: one.upper)
