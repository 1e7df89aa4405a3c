"""The candidates that remain after all posts, each as likely as it is by now, by every belief.

Likelihoods are kept as whole numbers without a common factor, so nothing is ever rounded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.candidates.candidates import Candidates
from tacit.candidates.secrets import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.attackers.confidence import Confidence
    from tacit.candidates.secrets import Judged, Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


@dataclass(frozen=True, repr=False)
class Remaining:
    """The candidates that all posts so far have left.

    Attributes:
        intents: the candidates.
        weights: for each belief, how likely each is, as whole numbers beside each other.
        considered: how many there were before the first post.
    """

    intents: tuple[Intent, ...]
    weights: tuple[tuple[int, ...], ...]
    considered: int

    @classmethod
    def of(
        cls, intents: tuple[Intent, ...], chances: Sequence[Sequence[Fraction]], considered: int
    ) -> Remaining:
        """Candidates with their chances by each belief, which are brought to whole numbers."""
        return cls(intents, tuple(map(_whole, chances)), considered)

    def take(self, at: Sequence[int]) -> Remaining | None:
        """Some of them; None if nobody can be of those."""
        rows = [[Fraction(row[i]) for i in at] for row in self.weights]
        if not any(map(any, rows)):
            return None
        return Remaining.of(tuple(self.intents[i] for i in at), rows, self.considered)

    @property
    def possible(self) -> tuple[tuple[int, ...], ...]:
        """How likely each is by each belief that the posts have not shown to be wrong."""
        return tuple(row for row in self.weights if any(row))

    def judged(self, market: Market, secrets: Secrets) -> Judged:
        """How sure someone who knows the method is of what must stay unlikely."""
        return judged(self.among(market), [Fraction(1)] * len(self.intents), secrets)

    def rows(
        self, market: Market, secrets: Secrets, limit: Fraction | None = None
    ) -> tuple[Confidence, ...]:
        """The same as rows beside other attackers; this one may have a limit of its own."""
        sure = self.judged(market, secrets)
        return sure.confidences(limit, self.considered, len(self.intents))

    def among(self, market: Market) -> Candidates:
        """These candidates, to hide among."""
        first, *others = (np.array(row, dtype=object) for row in self.possible)
        found = Candidates.of_intents(market, self.intents, first)
        return replace(found, others=tuple(others))

    def to_json(self) -> list[dict[str, Any]]:
        """The candidates as the ledger keeps them: a weight, or a list of one by each belief."""
        each = zip(*self.weights, strict=True)
        return [
            {"intent": intent.to_json(), "weight": row[0] if len(row) == 1 else list(row)}
            for intent, row in zip(self.intents, each, strict=True)
        ]

    @classmethod
    def kept(
        cls, intents: tuple[Intent, ...], weights: Sequence[Any], considered: int
    ) -> Remaining:
        """Candidates with the weights that `to_json` told."""
        each = [one if isinstance(one, list) else [one] for one in weights]
        rows = zip(*(map(int, one) for one in each), strict=True)
        return cls(intents, tuple(rows), considered)


def _whole(chances: Sequence[Fraction]) -> tuple[int, ...]:
    """Chances as the smallest whole numbers in the same proportion."""
    unit = lcm(*(chance.denominator for chance in chances))
    whole = [int(chance * unit) for chance in chances]
    most = gcd(*whole) or 1
    return tuple(weight // most for weight in whole)
