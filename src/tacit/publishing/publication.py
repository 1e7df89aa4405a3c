"""The result of publishing: what to show the market, what it costs, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._display import html_table, percent
from tacit.intents.box import ALL, Box

if TYPE_CHECKING:
    from tacit.attackers.confidence import Confidence
    from tacit.candidates.secrets import GivenAway
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.as_known import AsKnown
    from tacit.publishing.headline import Headline
    from tacit.publishing.plan import StillPossible, Worth
    from tacit.publishing.procedure import Procedure


@dataclass(frozen=True, repr=False)
class Publication:
    """A published intent that keeps the chosen attackers within the limit.

    The informed attacker is asked too, chosen or not: `holds` speaks of that one as well.

    Attributes:
        market: what is on offer.
        true: the secret intent; hidden when printed.
        published: what may be shown: one box, or several if so many were allowed and are cheaper.
        procedure: how it was made: the method with all its settings.
        limit: the highest confidence allowed.
        confidences: each attacker's confidence about it.
        unprotected: each attacker's confidence had the true intent been published.
        mass: what the published intent holds.
        true_mass: what the true intent holds, in whole bins.
        matching: of that, what matches what was asked for, where ranges were widened to bins; None if
            that is not known.
        proof: what the result is worth.
        steps: how many values were added.
        alpha: the alpha that greedy used; None for other methods.
        notes: what the buyer should know.
        still_possible: whom the post leaves to someone who knows the method, where the method settles that.
        gives_away: what the post tells that one of each dimension, likewise.
        headline: how sure the best-informed reader is of what is wanted.
    """

    market: Market
    true: Intent = field(repr=False)
    published: Intent
    procedure: Procedure = field(repr=False)
    limit: Fraction
    confidences: tuple[Confidence, ...]
    unprotected: tuple[Confidence, ...]
    mass: Mass
    true_mass: Mass
    proof: Worth
    steps: int
    alpha: Fraction | None = None
    notes: tuple[str, ...] = ()
    still_possible: StillPossible | None = field(default=None, repr=False)
    gives_away: tuple[GivenAway, ...] = field(default=(), repr=False)
    headline: Headline = field(kw_only=True)
    matching: Mass | None = field(default=None, kw_only=True)

    @property
    def wanted(self) -> Mass:
        """What counts as wanted: what matches, where that is known, and else what the bins hold."""
        return self.true_mass if self.matching is None else self.matching

    @property
    def method(self) -> str:
        """How it was found."""
        return self.procedure.method.name

    @property
    def objective(self) -> str:
        """What was made small: "records", "cost" or "cells"."""
        return self.procedure.settings.rules.objective

    @property
    def holds(self) -> bool:
        """Whether every attacker is within the limit, the best-informed reader above all."""
        within = all(confidence.within(self.limit) for confidence in self.confidences)
        return within and self.headline.holds

    @property
    def held(self) -> bool:
        """Whether those are within the limit whom it was made to hold, whatever others know."""
        asked = self.procedure.against.names
        rows = [row for row in self.confidences if row.attacker.partition(":")[0] in asked]
        return all(row.within(self.limit) for row in rows)

    @property
    def utility(self) -> Fraction:
        """The share of the published records that are wanted."""
        return share_of(self.wanted.records, self.mass.records)

    @property
    def cost_ratio(self) -> Fraction:
        """The share of the published cost that is wanted."""
        return share_of(self.wanted.spend, self.mass.spend)

    @property
    def as_known(self) -> AsKnown | None:
        """What is exact and what is not, where counts are known by statistics; None if all are counted."""
        from tacit.publishing.as_known import AsKnown

        return AsKnown.of(self.market, self.confidences, self.limit, self.procedure)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit protect --json` prints; it holds no value of the true intent."""
        return {
            "method": self.method,
            "limit": float(self.limit),
            "holds": self.holds,
            "headline": self.headline.to_json(),
            "published": self.published.to_json(),
            "attackers": [c.to_json(self.limit) for c in self.confidences],
            **mass_json(self.market, self.mass),
            "true": true_json(self.market, self.true_mass, self.matching),
            "utility": float(self.utility),
            "cost_ratio": float(self.cost_ratio),
            "alpha": None if self.alpha is None else float(self.alpha),
            "objective": self.objective,
            **self.worth_json(),
            "made_by": self.procedure.to_json(),
            "gives_away": [one.to_json(self.published) for one in self.gives_away],
            "notes": list(self.notes),
            "counts": None if self.as_known is None else self.as_known.to_json(),
        }

    def worth_json(self) -> dict[str, Any]:
        """What the result is worth: its proof, and what belongs beside it."""
        return self.proof.to_json(self.market, self.mass, self.objective)

    @property
    def worth(self) -> str:
        """What the result is worth, in one sentence."""
        return self.proof.sentence(self.market, self.published, self.objective)

    def summary(self) -> str:
        """One sentence on what was achieved."""
        return (
            f"{self.mass.records:,} records in {self.mass.cells:,} cells for "
            f"{self.market.price_of(self.mass)}, {percent(self.utility)} of them wanted; "
            f"{self.headline.sentence}, {percent(self.headline.limit)} is allowed"
        )

    def __repr__(self) -> str:
        return f"Publication({self.method}: {self.summary()})"

    def _repr_html_(self) -> str:
        rows = [
            (before.attacker, before.in_words, after.in_words)
            if after.by
            else (before.attacker, percent(before.upper), percent(after.upper))
            for before, after in zip(self.unprotected, self.confidences, strict=True)
        ]
        shown = "; or ".join(map(_in_words, self.published.boxes))
        header = ("attacker", "sure without protection", "sure now")
        return html_table(self.summary(), header, rows, after=f"Publish {shown}")


def mass_json(market: Market, mass: Mass) -> dict[str, Any]:
    """What a box holds, as every command prints it."""
    return {"records": mass.records, "cost": market.money(mass.spend), "cells": mass.cells}


def true_json(market: Market, mass: Mass, matching: Mass | None) -> dict[str, Any]:
    """What is wanted, in whole bins, and how many of those records match; null if not known."""
    found = None if matching is None else matching.records
    return {**mass_json(market, mass), "matching": found}


def _in_words(box: Box) -> str:
    """A published box in one line."""
    return ", ".join(
        f"{name}: {ALL if box.is_all(name) else ' | '.join(map(str, values))}"
        for name, values in box.values().items()
    )


def share_of(part: int, whole: int) -> Fraction:
    """What share of a whole a part is; none of nothing."""
    return Fraction(part, whole) if whole else Fraction(0)
