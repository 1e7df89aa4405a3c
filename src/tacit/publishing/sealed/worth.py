"""What a sealed publication is worth: what it costs on average, and what none goes below."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit.publishing.plan import Worth
from tacit.publishing.rules import OBJECTIVES

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.sealed.sealing import SealedBlock


@dataclass(frozen=True, repr=False)
class SealedWorth(Worth):
    """What drawing for a block of candidates costs on average.

    Attributes:
        sealed: how the block is published.
        status: whether it is proven least, or what else it is worth.
    """

    sealed: SealedBlock
    status: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", self.sealed.status)

    def told_in(self, market: Market, scale: int | None, objective: str) -> SealedWorth:
        """What it costs there on average."""
        return SealedWorth(self.sealed.told_in(market, scale, objective))

    @property
    def bound(self) -> int:
        """What no way to publish the block costs less than on average, rounded down."""
        return int(self.sealed.bound)

    def to_json(self, market: Market, mass: Mass, objective: str) -> dict[str, Any]:
        """The status with the exact bound, and what is published on average in every measure."""
        tick = market.money_tick
        expected = self.sealed.expected(OBJECTIVES[objective][0])
        gap = max(float((expected - self.sealed.bound) / expected), 0.0) if expected else 0.0
        bound = self.sealed.bound * (tick if objective == "cost" else 1)
        figures = {
            "expected_records": self.sealed.expected("records"),
            "expected_cost": self.sealed.expected("spend") * tick,
            "expected_cells": self.sealed.expected("cells"),
            "floor": self.sealed.floor("cells"),
            "floor_records": self.sealed.floor("records"),
            "floor_cost": self.sealed.floor("spend") * tick,
        }
        proof = {"status": self.status, "bound": float(bound), "gap": gap}
        return {"proof": proof, **{name: float(value) for name, value in figures.items()}}

    def sentence(self, market: Market, published: Intent, objective: str) -> str:
        """What it costs on average; least means to within a millionth, as far as the solver goes."""
        measure = OBJECTIVES[objective][0]
        unit = market.money_tick if measure == "spend" else 1
        mean = f"{_shown(self.sealed.expected(measure) * unit)} {objective} on average"
        if self.status == "optimal":
            return (
                f"Proven optimal: {mean}, and no way to draw that keeps the limit has less, to "
                "within a millionth."
            )
        bounded = self.status == "bounded"
        least = self.sealed.bound if bounded else self.sealed.floor(measure)
        return f"The result is {self.status}: {mean}; none goes below {_shown(least * unit)}."


def _shown(number: Fraction) -> str:
    return f"{float(number):,.2f}"
