"""What a publish method returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.intents.intent import Intent
    from tacit.publishing.sealed.sealing import Sealed


@dataclass(frozen=True)
class Proof:
    """What is known about how good a published intent is.

    Attributes:
        status: "optimal", "bounded" or "heuristic".
        bound: no published intent that keeps limits and rules is below this in the objective.
    """

    status: str
    bound: int

    def gap(self, value: int) -> float:
        """How far a value is above the bound, as a share of the value."""
        return (value - self.bound) / value if value else 0.0


@dataclass(frozen=True)
class Plan:
    """A published intent, and how it was found.

    Attributes:
        published: the box to publish.
        steps: how many values were taken in.
        proof: what is known about how good it is; None if nothing beyond the floor.
        alpha: the alpha that greedy used.
        sealed: how every candidate would have been published, if the box was drawn.
        drawn: which of those boxes it is.
    """

    published: Intent
    steps: int
    proof: Proof | None = None
    alpha: Fraction | None = None
    sealed: Sealed | None = None
    drawn: int | None = None
