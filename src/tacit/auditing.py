"""Audit: what every attacker would know, side by side, with and without protection."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from tacit._display import html_table, percent
from tacit._exact import Number, share
from tacit.attackers import (
    ATTACKERS,
    OBSERVERS,
    Confidence,
    Observer,
    limits_named,
    observers_named,
)
from tacit.attackers.blindness import Blindness, unlike_blind
from tacit.intent import Intent
from tacit.market import Market, Mass, Purchase
from tacit.publish import judged, notes_on
from tacit.publish.publication import mass_json


@dataclass(frozen=True, repr=False)
class Audit:
    """Every attacker's confidence about one published intent.

    Attributes:
        market: what is on offer.
        published: what is shown; None if the true intent itself is.
        limit: the highest confidence allowed.
        protected: each attacker's confidence about the published intent.
        unprotected: each attacker's confidence had the true intent been published.
        mass: what is published.
        true_mass: what is wanted.
        notes: what the buyer should know.
    """

    market: Market
    true: Intent = field(repr=False)
    published: Intent | None
    limit: Fraction
    protected: tuple[Confidence, ...]
    unprotected: tuple[Confidence, ...]
    mass: Mass
    true_mass: Mass
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every attacker stays within the limit."""
        return all(confidence.within(self.limit) for confidence in self.protected)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --json` prints; it holds no value of the true intent."""
        rows = [
            {
                **now.to_json(self.limit),
                "unprotected": {"lower": _float(bare.lower), "upper": float(bare.upper)},
            }
            for now, bare in zip(self.protected, self.unprotected, strict=True)
        ]
        return {
            "limit": float(self.limit),
            "holds": self.holds,
            "published": None if self.published is None else self.published.to_json(),
            "attackers": rows,
            **mass_json(self.market, self.mass),
            "true": mass_json(self.market, self.true_mass),
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        judged = ", ".join(f"{c.attacker} {percent(c.upper)}" for c in self.protected)
        return f"Audit(limit {percent(self.limit)}, holds: {self.holds}; {judged})"

    def _repr_html_(self) -> str:
        rows = [
            (
                b.attacker,
                percent(b.upper),
                percent(a.upper),
                "yes" if a.within(self.limit) else "NO",
            )
            for b, a in zip(self.unprotected, self.protected, strict=True)
        ]
        header = (
            "attacker",
            "sure without protection",
            "sure now",
            f"within {percent(self.limit)}",
        )
        return html_table("What each attacker knows", header, rows)


def audit(
    market: Market,
    true: Any,
    published: Any = None,
    *,
    against: str | Iterable[str] = tuple(ATTACKERS),
    limit: Number = 0.3,
) -> Audit:
    """Judge a published intent by every attacker; without one, judge the true intent laid bare.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "income": [">50K"]})
    >>> audit(market, want, market.intent({"income": [">50K"]}), against="em-f")
    Audit(limit 30%, holds: True; em-f 2.3%)
    """
    true = market.as_intent(true)
    published = None if published is None else market.as_intent(published)
    attackers, own = limits_named(against, limit)
    ceiling = share("limit", limit)
    shown = true.required() if published is None else published
    true_mass = market.mass(true)
    return Audit(
        market=market,
        true=true,
        published=None if published is None else published.as_public(),
        limit=ceiling,
        protected=judged(market, true, shown, attackers, own),
        unprotected=judged(market, true, true, attackers, own),
        mass=market.mass(shown),
        true_mass=true_mass,
        notes=notes_on(true, true_mass),
    )


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
    """

    purchase: Purchase
    limit: Fraction
    observers: tuple[Confidence, ...]
    blindness: Blindness
    true_records: int

    @property
    def holds(self) -> bool:
        """Whether every observer is within the limit."""
        return all(confidence.within(self.limit) for confidence in self.observers)

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
) -> PurchaseAudit:
    """Judge a purchase by everyone who saw it, or by observers with settings of their own."""
    listed = against.split(",") if isinstance(against, str) else against
    observers = [o if isinstance(o, Observer) else observers_named([o])[0] for o in listed]
    true, ceiling = purchase.market.as_intent(true), share("limit", limit)
    return PurchaseAudit(
        purchase=purchase,
        limit=ceiling,
        observers=tuple(o.judge(purchase, true, ceiling) for o in observers),
        blindness=unlike_blind(purchase, np.random.default_rng(seed)),
        true_records=purchase.records_in(true.required()),
    )


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
