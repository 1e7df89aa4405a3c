"""Audit of a purchase: what everyone who saw it makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import percent
from tacit._exact import Number, share
from tacit.attackers.looks_blind import Blindness, unlike_blind
from tacit.attackers.observer import Observer
from tacit.attackers.registry import (
    OBSERVERS,
    observers_named,
)
from tacit.informed.purchase import RUNS, PurchaseFinding, Watcher

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.intents.intent import Intent
    from tacit.market.purchase import Purchase


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
    true: Intent,
    purchase: Purchase,
    *,
    against: str | Iterable[str | Observer] = tuple(OBSERVERS),
    limit: Number = 0.3,
    seed: int = 0,
    watcher: Watcher | None = None,
    runs: int = RUNS,
) -> PurchaseAudit:
    """Judge a purchase by everyone who saw it, or by observers with settings of their own.

    A `watcher`, who knows how it was chosen, is asked too; `runs` is how often that one replays it.
    """
    listed = against.split(",") if isinstance(against, str) else against
    observers = [o if isinstance(o, Observer) else observers_named([o])[0] for o in listed]
    true, ceiling = purchase.market.as_intent(true), share("limit", limit)
    return PurchaseAudit(
        purchase=purchase,
        limit=ceiling,
        observers=tuple(o.judge(purchase, true, ceiling) for o in observers),
        blindness=unlike_blind(purchase, np.random.default_rng(seed)),
        true_records=purchase.records_in(true.required()),
        informed=None if watcher is None else watcher.judge(true, purchase, runs, seed),
    )
