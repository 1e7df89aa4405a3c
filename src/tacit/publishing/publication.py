"""The result of publishing: what to show the market, what it costs, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._display import amount, html_table, percent
from tacit.intents.intent import ALL, Intent
from tacit.publishing.rules import OBJECTIVES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacit.attackers.confidence import Confidence
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.plan import Proof
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.sealed.sealing import Sealed


@dataclass(frozen=True, repr=False)
class Publication:
    """A published intent that keeps the chosen attackers within the limit.

    Attributes:
        market: what is on offer.
        true: the secret intent; hidden when printed.
        published: what may be shown: one box, or several if so many were allowed and are cheaper.
        method: how it was found.
        limit: the highest confidence allowed.
        confidences: each attacker's confidence about it.
        unprotected: each attacker's confidence had the true intent been published.
        mass: what the published intent holds.
        true_mass: what the true intent holds.
        proof: what the result is worth.
        steps: how many values were added.
        alpha: the alpha that greedy used; None for other methods.
        objective: what was made small: "records", "cost" or "cells".
        notes: what the buyer should know.
        sealed: for sealed, how every candidate would have been published.
        procedure: the method with all its settings.
        kept: for one that a campaign published before, what was said of its worth then.
    """

    market: Market
    true: Intent = field(repr=False)
    published: Intent
    method: str
    limit: Fraction
    confidences: tuple[Confidence, ...]
    unprotected: tuple[Confidence, ...]
    mass: Mass
    true_mass: Mass
    proof: Proof
    steps: int
    alpha: Fraction | None = None
    objective: str = "records"
    notes: tuple[str, ...] = ()
    sealed: Sealed | None = field(default=None, repr=False)
    procedure: Procedure | None = field(default=None, repr=False)
    kept: Mapping[str, Any] | None = field(default=None, repr=False)

    @property
    def holds(self) -> bool:
        """Whether every attacker is within the limit."""
        return all(confidence.within(self.limit) for confidence in self.confidences)

    @property
    def utility(self) -> Fraction:
        """The share of the published records that are wanted."""
        return _ratio(self.true_mass.records, self.mass.records)

    @property
    def cost_ratio(self) -> Fraction:
        """The share of the published cost that is wanted."""
        return _ratio(self.true_mass.spend, self.mass.spend)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit protect --json` prints; it holds no value of the true intent."""
        return {
            "method": self.method,
            "limit": float(self.limit),
            "published": self.published.to_json(),
            "attackers": [c.to_json(self.limit) for c in self.confidences],
            **mass_json(self.market, self.mass),
            "true": mass_json(self.market, self.true_mass),
            "utility": float(self.utility),
            "cost_ratio": float(self.cost_ratio),
            "alpha": None if self.alpha is None else float(self.alpha),
            "objective": self.objective,
            **self.worth_json(),
            "made_by": None if self.procedure is None else self.procedure.to_json(),
            "notes": list(self.notes),
        }

    def worth_json(self) -> dict[str, Any]:
        """What the result is worth: its proof, and for a sealed one what it costs on average."""
        if self.kept is not None:
            return dict(self.kept)
        proof = {"status": self.proof.status, "bound": self._bound, "gap": self._gap}
        return {"proof": proof, **self._expected}

    @property
    def _expected(self) -> dict[str, float]:
        """What a sealed publication costs on average, and what none goes below."""
        if self.sealed is None:
            return {}
        tick = self.market.money_tick
        found = {
            "expected_records": self.sealed.expected("records"),
            "expected_cost": self.sealed.expected("spend") * tick,
            "expected_cells": self.sealed.expected("cells"),
            "floor": self.sealed.floor("cells"),
            "floor_records": self.sealed.floor("records"),
            "floor_cost": self.sealed.floor("spend") * tick,
        }
        return {name: float(value) for name, value in found.items()}

    @property
    def _gap(self) -> float:
        """How far the result is above the bound; of a sealed one, what it costs on average."""
        measure = OBJECTIVES[self.objective][0]
        if self.sealed is None:
            return self.proof.gap(getattr(self.mass, measure))
        expected = self.sealed.expected(measure)
        return max(float((expected - self.sealed.bound) / expected), 0.0) if expected else 0.0

    @property
    def _bound(self) -> int | float:
        """The bound in the user's unit."""
        in_money = self.objective == "cost"
        if self.sealed is not None:
            return float(self.sealed.bound * (self.market.money_tick if in_money else 1))
        return self.market.money(self.proof.bound) if in_money else self.proof.bound

    @property
    def worth(self) -> str:
        """What the result is worth, in one sentence."""
        if self.kept is not None:
            return f"Published before, as {self.kept['proof']['status']}, and kept."
        what = {"records": "records", "cost": "cost", "cells": "cells"}[self.objective]
        bound = f"{self._bound:,.2f}" if isinstance(self._bound, float) else f"{self._bound:,}"
        if self.sealed is not None:
            return self._sealed_worth
        kind = "box" if len(self.published.boxes) == 1 else "union of boxes"
        if self.proof.status == "optimal":
            return f"Proven optimal: no {kind} within the limit has fewer {what}."
        return (
            f"The result is {self.proof.status}: no {kind} within the limit goes below "
            f"{bound} {what}."
        )

    @property
    def _sealed_worth(self) -> str:
        """What a sealed result is worth."""
        assert self.sealed is not None
        measure = OBJECTIVES[self.objective][0]
        unit = self.market.money_tick if measure == "spend" else 1
        mean = f"{float(self.sealed.expected(measure) * unit):,.2f} {self.objective} on average"
        floor = f"{float(self.sealed.floor(measure) * unit):,.2f}"
        if self.proof.status == "optimal":
            return f"Proven optimal: {mean}, and no way to draw that keeps the limit has fewer."
        return f"The result is {self.proof.status}: {mean}; none goes below {floor}."

    def summary(self) -> str:
        """One sentence on what was achieved."""
        worst = max(self.confidences, key=lambda confidence: confidence.upper)
        return (
            f"{self.mass.records:,} records in {self.mass.cells:,} cells for "
            f"{amount(self.market.money(self.mass.spend))}, {percent(self.utility)} of them wanted"
            f"; the surest attacker ({worst.attacker}) is {percent(worst.upper)} sure "
            f"where {percent(self.limit)} is allowed"
        )

    def __repr__(self) -> str:
        return f"Publication({self.method}: {self.summary()})"

    def _repr_html_(self) -> str:
        rows = [
            (before.attacker, percent(before.upper), percent(after.upper))
            for before, after in zip(self.unprotected, self.confidences, strict=True)
        ]
        shown = "; or ".join(map(_in_words, self.published.boxes))
        header = ("attacker", "sure without protection", "sure now")
        return html_table(self.summary(), header, rows, after=f"Publish {shown}")


def mass_json(market: Market, mass: Mass) -> dict[str, Any]:
    """What a box holds, as every command prints it."""
    return {"records": mass.records, "cost": market.money(mass.spend), "cells": mass.cells}


def _in_words(box: Intent) -> str:
    """A published box in one line."""
    return ", ".join(
        f"{name}: {ALL if box.is_all(name) else ' | '.join(map(str, values))}"
        for name, values in box.values().items()
    )


def _ratio(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)
