"""The audit of a purchase: the verdict on post and purchase together, and what the paper's tests say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit._display import percent
from tacit._progress import Phase
from tacit.attackers.observer import as_known

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit._progress import Listener
    from tacit.attackers.against import Against
    from tacit.attackers.confidence import Confidence
    from tacit.attackers.looks_blind import Blindness
    from tacit.auditing.chain import Chain
    from tacit.intents.intent import Intent
    from tacit.market.purchase import Purchase


@dataclass(frozen=True, repr=False)
class PurchaseAudit:
    """What everyone who saw a purchase makes of it.

    The verdict is about the best-informed reader, who saw the post too and knows how both were made.
    The observers' tests are the paper's: each looks at a wanted cell on its own, a blind draw may fail
    them by chance, and a purchase tuned to them passes.

    Attributes:
        purchase: what was bought.
        limit: the highest confidence allowed to an observer.
        observers: each observer's confidence in the most exposed wanted cell.
        blindness: how it compares with blind purchases as a whole; None if it was drawn from strata that
            are not known any more.
        true_records: how many of the bought records are wanted.
        chain: what the best-informed reader makes of post and purchase together.
    """

    purchase: Purchase
    limit: Fraction
    observers: tuple[Confidence, ...]
    blindness: Blindness | None
    true_records: int
    chain: Chain

    @property
    def holds(self) -> bool:
        """Whether the best-informed reader is known to be within the limit after post and purchase."""
        return self.chain.holds

    @property
    def passes(self) -> bool:
        """Whether every observer's test is within the limit."""
        return all(confidence.within(self.limit) for confidence in self.observers)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --purchased --json` adds."""
        return {
            "chain": self.chain.to_json(),
            "holds": self.holds,
            "records": self.purchase.size,
            "true_records": self.true_records,
            "cost": float(self.purchase.cost),
            "pseudo_published": self.purchase.seen.to_json(),
            "passes": self.passes,
            "observers": [c.to_json(self.limit) for c in self.observers],
            "looks_blind": None if self.blindness is None else self.blindness.to_json(),
        }

    def __repr__(self) -> str:
        judged = ", ".join(f"{c.attacker} {percent(c.upper)}" for c in self.observers)
        return f"PurchaseAudit(holds: {self.holds}; {self.chain.after.sentence}; {judged})"


def with_tests(
    true: Intent,
    bought: Purchase,
    chain: Chain,
    held: Against,
    blindness: Blindness | None,
    progress: Listener | None = None,
) -> PurchaseAudit:
    """What the tests say of a purchase, beside what the best-informed reader makes of it."""
    return PurchaseAudit(
        purchase=bought,
        limit=held.limit,
        observers=_observed(bought, true, held, progress),
        blindness=blindness,
        true_records=bought.records_in(true.required()),
        chain=chain,
    )


def _observed(
    purchase: Purchase, true: Intent, held: Against, progress: Listener | None
) -> tuple[Confidence, ...]:
    """What each who saw the purchase makes of it; some simulate, which takes a moment."""
    phase, found = Phase(progress, "asking every observer", len(held.observers)), []
    for one in held.observers:
        judged = held.bounded(one.judge(purchase, true, held.limit_of(one.name)))
        found.append(as_known(judged, one, purchase))
        phase()
    return tuple(found)
