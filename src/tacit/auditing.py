"""Audit: what every attacker would know, side by side, with and without protection."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tacit._display import html_table, percent
from tacit._exact import Number, share
from tacit.attackers import ATTACKERS, Confidence, attackers_named
from tacit.intent import Intent
from tacit.market import Market, Mass
from tacit.publish import notes_on
from tacit.publish.publication import confidence_json, mass_json


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
                **confidence_json(now, self.limit),
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
    true: Intent,
    published: Intent | None = None,
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
    attackers, ceiling = attackers_named(against), share("limit", limit)
    shown = true.required() if published is None else published
    true_mass = market.mass(true)
    return Audit(
        market=market,
        true=true,
        published=None if published is None else published.as_public(),
        limit=ceiling,
        protected=tuple(a.confidence(market, true, shown) for a in attackers),
        unprotected=tuple(a.confidence(market, true, true) for a in attackers),
        mass=market.mass(shown),
        true_mass=true_mass,
        notes=notes_on(true, true_mass),
    )


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
