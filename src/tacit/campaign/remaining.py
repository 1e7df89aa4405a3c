"""The candidates that remain after all posts, each as likely as it is by now.

Likelihoods are kept as whole numbers without a common factor, so nothing is ever rounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import INFORMED
from tacit.candidates.candidates import Candidates
from tacit.market.stacks import most_covered, stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.intents.box import Box
    from tacit.market.market import Market


@dataclass(frozen=True, repr=False)
class Remaining:
    """The candidates that all posts so far have left.

    Attributes:
        intents: the candidates.
        weights: how likely each is, as whole numbers beside each other.
        considered: how many there were before the first post.
    """

    intents: tuple[Box, ...]
    weights: tuple[int, ...]
    considered: int

    @classmethod
    def of(
        cls, intents: tuple[Box, ...], chances: Sequence[Fraction], considered: int
    ) -> Remaining:
        """Candidates with their chances, which are brought to whole numbers."""
        unit = lcm(*(chance.denominator for chance in chances))
        whole = [int(chance * unit) for chance in chances]
        most = gcd(*whole)
        return cls(intents, tuple(weight // most for weight in whole), considered)

    @property
    def confidence(self) -> Fraction:
        """How likely the likeliest record is."""
        return Fraction(most_covered(stacked(self.intents), self.weights), sum(self.weights))

    def judged(self, limit: Fraction | None = None) -> Confidence:
        """What someone who knows the method makes of it, who may have a limit of their own."""
        return Confidence(
            INFORMED,
            self.confidence,
            limit=limit,
            considered=self.considered,
            remaining=len(self.intents),
        )

    def among(self, market: Market) -> Candidates:
        """These candidates, to hide among."""
        weights = np.array(self.weights, dtype=object)
        return Candidates.of_boxes(market, stacked(self.intents), weights)

    def to_json(self) -> list[dict[str, Any]]:
        """The candidates as the ledger keeps them."""
        pairs = zip(self.intents, self.weights, strict=True)
        return [{"intent": intent.to_json(), "weight": weight} for intent, weight in pairs]
