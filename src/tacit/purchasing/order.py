"""The result of choosing a purchase: the plan, what it costs, and what an observer makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import amount, html_table, percent
from tacit._progress import Phase
from tacit.attackers.looks_blind import Blindness, unlike_blind
from tacit.attackers.registry import OBSERVERS

if TYPE_CHECKING:
    from tacit.attackers.confidence import Confidence
    from tacit.intents.intent import Intent
    from tacit.market.purchase import Purchase
    from tacit.purchasing.optimal import Found
    from tacit.purchasing.problem import Problem

TUNED = (
    "passes the observer's test; but a purchase tuned to pass a test can be "
    "recognised by someone who knows that it was tuned"
)
BEST = {
    "buy": "no purchase of this size that passes holds more wanted records",
    "need": "no smaller or cheaper purchase that passes holds as many wanted records as needed",
    "budget": "no purchase for this money that passes holds more wanted records",
}
"""What is proven where a result is optimal."""
PROMISES = {
    "optimal": TUNED,
    "blend": (
        "drawn blindly from the published intent, it says nothing about the true one that the "
        "published one did not, whatever the observer knows; but the p-value test calls a blind "
        "draw suspicious as often as chance has it"
    ),
    "mc": TUNED,
    "mcmc": TUNED,
    "g-mcmc": TUNED,
    "genetic": TUNED,
}
"""What each method promises, in one sentence."""


@dataclass(frozen=True, repr=False)
class Order:
    """Records to buy, and what they give away.

    Attributes:
        purchase: how many records of each cell.
        true: what is wanted; hidden when printed.
        published: what may be bought from.
        method: how it was chosen.
        limit: the highest confidence allowed.
        confidence: that of the observer it was chosen against, from what that observer sees.
        holds: whether it is within the limit, decided exactly where the observer is exact.
        expected: how many wanted records a blind purchase of this size would bring.
        proven: whether no purchase does better.
        question: what was asked: "buy", "need" or "budget".
    """

    purchase: Purchase
    true: Intent = field(repr=False)
    published: Intent
    method: str
    limit: Fraction
    confidence: Confidence
    holds: bool
    expected: Fraction
    proven: bool
    question: str = "buy"

    @property
    def records(self) -> int:
        """How many records are bought."""
        return self.purchase.size

    @property
    def true_records(self) -> int:
        """How many of them are wanted."""
        return self.purchase.records_in(self.true)

    @property
    def utility(self) -> Fraction:
        """The share of the bought records that are wanted."""
        return Fraction(self.true_records, self.records)

    @property
    def cost(self) -> Fraction:
        """What it costs."""
        return self.purchase.cost

    @cached_property
    def observers(self) -> tuple[Confidence, ...]:
        """The confidence of every observer; simulated ones take a moment."""
        return tuple(
            self.confidence
            if name == self.confidence.attacker
            else observer.judge(self.purchase, self.true, self.limit)
            for name, observer in OBSERVERS.items()
        )

    @property
    def promise(self) -> str:
        """What the method promises, in one sentence; and whether this purchase keeps it."""
        if self.method == "blend":
            return PROMISES["blend"]
        if not self.holds:
            return (
                "chosen to pass the p-value test against the published intent; but as this observer "
                "sees it, this purchase does not pass"
            )
        return PROMISES[self.method] + (f"; {BEST[self.question]}" if self.proven else "")

    @property
    def keeps_promise(self) -> bool:
        """Whether it does what its method promises: a blind draw promises nothing about a test."""
        return self.holds or self.method == "blend"

    @cached_property
    def blindness(self) -> Blindness:
        """Whether the purchase as a whole looks like a blind draw."""
        return unlike_blind(self.purchase, np.random.default_rng(0))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the buyer should think about before buying this."""
        found = []
        if self.true_records == self.records:
            found.append(
                "everything that is bought is wanted: whoever sees it sees the true intent"
            )
        if self.method != "blend" and self.true_records < self.expected:
            found.append(
                f"a blind purchase of this size brings {float(self.expected):.1f} wanted records on "
                "average, and promises more: consider the method blend"
            )
        if self.blindness.tells:
            found.append(self.blindness.verdict)
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit purchase --json` prints."""
        return {
            "method": self.method,
            "limit": float(self.limit),
            "against": self.confidence.attacker,
            "records": self.records,
            "true_records": self.true_records,
            "utility": float(self.utility),
            "cost": float(self.cost),
            "confidence": float(self.confidence.upper),
            "holds": self.holds,
            "observers": [c.to_json(self.limit) for c in self.observers],
            "expected_blind": float(self.expected),
            "published": self.published.to_json(),
            "pseudo_published": self.purchase.seen.to_json(),
            "proof": {"status": "optimal" if self.proven else "heuristic"},
            "promise": self.promise,
            "looks_blind": self.blindness.to_json(),
            "warnings": list(self.warnings),
            "plan": self.purchase.to_plan(),
        }

    def __repr__(self) -> str:
        return (
            f"Order({self.method}: {self.records:,} records for {amount(float(self.cost))}, "
            f"{self.true_records:,} of them wanted; {self.confidence.attacker} is "
            f"{percent(self.confidence.upper)} sure where {percent(self.limit)} is allowed)"
        )

    def _repr_html_(self) -> str:
        rows = [(c.attacker, percent(c.upper)) for c in self.observers]
        return html_table(repr(self), ("observer", "sure"), rows, after=self.promise)


def made(problem: Problem, found: Found, method: str, question: str = "buy") -> Order:
    """Put counts together with what every observer makes of them."""
    Phase(problem.progress, "asking the observer")
    bought = problem.purchase(found.counts)
    confidence = problem.observer.judge(bought, problem.true, problem.limit)
    wanted = int(problem.stock[problem.wanted].sum())
    return Order(
        purchase=bought,
        true=problem.true,
        published=problem.published,
        method=method,
        limit=problem.limit,
        confidence=confidence,
        holds=confidence.within(problem.limit),
        expected=Fraction(found.size * wanted, problem.total),
        proven=found.proven and method == "optimal",
        question=question,
    )
