"""The result of choosing a purchase: the plan, what it costs, and what an observer makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tacit._display import html_table, many, percent
from tacit._doors import doors
from tacit.attackers.looks_blind import Blindness, compared, unlike_blind
from tacit.attackers.observer import as_known
from tacit.attackers.registry import OBSERVERS
from tacit.errors import SettingError
from tacit.purchasing.design import QUOTAS
from tacit.purchasing.question import BUY, NEED
from tacit.purchasing.stopping import Mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.attackers.confidence import Confidence
    from tacit.attackers.observer import Observer
    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.purchase import Purchase
    from tacit.purchasing.design import Design
    from tacit.purchasing.question import BuyingQuestion
    from tacit.purchasing.wanted import Wanted

TUNED = (
    "passes the observer's test; but a purchase tuned to pass a test can be "
    "recognised by someone who knows that it was tuned"
)
BEST = {
    "buy": "no purchase of this size that passes holds more wanted records",
    "need": "no smaller or cheaper purchase that passes holds as many wanted records as needed",
    "budget": "no purchase for this money that passes holds more wanted records",
}
"""What is proven where a tuned result is optimal."""
ESTIMATED = (
    "the stock is known by statistics only, so the odds are estimates, and the seller may hold fewer records of "
    "a group than are ordered"
)
BLINDLY = (
    "drawn blindly from the published intent, it says nothing about the true one that the published "
    "one did not, whatever the observer knows"
)
AMONG = "; its quotas tell among which candidates you hide to one who does not know that yet"
SIZED_BY_WANT = (
    "; but how many records it has follows from how many are wanted, which its size tells to one who "
    "knows what you need"
)
WHY_IT_FAILS = (
    "A blind draw can fail these tests: of many cells some come out above their share by chance, and "
    "a test at 30% calls a given one suspicious in up to 70% of all blind draws"
)
"""Why a harmless sample can fail the paper's test."""


@doors()
@dataclass(frozen=True, repr=False)
class Order:
    """Records to buy, and what they give away.

    Attributes:
        purchase: how many records of each cell.
        true: what is wanted; hidden when printed.
        published: what may be bought from.
        method: how it was chosen.
        limit: the highest confidence that an observer may reach.
        observer: whose test it has to pass, or is tested by.
        question: what was asked.
        wanted: the law of how many wanted records a blind draw like this one brings; for a tuned
            purchase, one of its size.
        matching: the law of how many of them match what was asked for, where bins hold more than that;
            None if they do not, if it is tuned, or if it is not known.
        proven: whether no purchase, or no blind design of its kind, does better.
        design: how it is drawn; None if it is tuned.
        reached: how many wanted records come with the odds asked for; None if it is tuned.
        mean: how many come on average, of a draw that may stop early; None where `wanted` says it.
        cells: the cells that a blind order is drawn from; None if it is tuned.
        earlier: what was bought before for the same need, and is not bought again.
        needed: of a need, how many wanted records were still to come, of those there are.
        lacks: how many more were asked for than there are.
        same_for_all: whether its size, though chosen for a need, is the same for every want that could
            be behind the post.
        judge: finds what the best-informed reader makes of the post and this together.
        notes: what the buyer should know.
    """

    purchase: Purchase
    true: Intent = field(repr=False)
    published: Intent
    method: str
    limit: Fraction
    observer: Observer
    question: BuyingQuestion
    wanted: Wanted
    proven: bool
    matching: Wanted | None = None
    design: Design | None = None
    reached: int | None = None
    mean: Mean | None = None
    cells: Cells | None = None
    earlier: Purchase | None = None
    needed: int | None = None
    lacks: int = 0
    same_for_all: bool = False
    judge: Callable[[], Chained] | None = field(default=None, compare=False)
    notes: tuple[str, ...] = ()

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

    @property
    def expected(self) -> Fraction:
        """How many wanted records a blind draw like this one brings on average.

        Where that is not known exactly, the middle of what it lies between (`average`).
        """
        return self.average.value

    @property
    def average(self) -> Mean:
        """The same, as a number or two that it lies between; a draw that stops early brings less."""
        return self.mean or Mean(self.wanted.mean, self.wanted.mean)

    @property
    def blind(self) -> bool:
        """Whether it was drawn without looking at what is wanted."""
        return self.design is not None

    @property
    def sized_by_want(self) -> bool:
        """Whether how many records it has follows from how many are wanted, and tells that."""
        if self.design is None:
            return self.question.kind != BUY
        served = self.design.kind == QUOTAS or self.same_for_all
        return self.question.kind == NEED and not served

    @property
    def asked_by_want(self) -> bool:
        """Whether judging it takes knowing what was asked, and what was bought before.

        That a need is asked for again tells that what came did not suffice.
        """
        again = self.earlier is not None and (not self.blind or self.question.kind == NEED)
        return self.sized_by_want or again

    @property
    def chance(self) -> float:
        """The chance that a blind draw like this one brings what is needed, of what there is."""
        return self.wanted.chance(self.needed or 0)

    @property
    def meets_need(self) -> bool:
        """Whether there is as much as was asked for; a question that names no need is met."""
        return not self.lacks

    @cached_property
    def confidence(self) -> Confidence:
        """How sure the observer is of the most exposed wanted cell, from what that one sees."""
        return self.observer.judge(self.purchase, self.true, self.limit)

    @property
    def passes(self) -> bool:
        """Whether the observer's test is within the limit, decided exactly where that one is exact."""
        return self.confidence.within(self.limit)

    @property
    def keeps_promise(self) -> bool:
        """Whether it does what its method promises: to pass a test, or to tell nothing too much.

        A blind draw promises nothing about a test.
        """
        if not self.blind:
            return self.passes
        return self.holds or not self.chain.tells_more

    @cached_property
    def chain(self) -> Chained:
        """What the best-informed reader makes of the post and this purchase together."""
        if self.judge is None:
            raise SettingError("nobody was told how the post was made: ask tacit.purchase.")
        return self.judge()

    @property
    def holds(self) -> bool:
        """Whether the best-informed reader is within the limit after post and purchase."""
        return self.chain.holds

    @cached_property
    def observers(self) -> tuple[Confidence, ...]:
        """The confidence of every observer; simulated ones take a moment."""
        judged = (
            self.confidence
            if name == self.observer.name
            else observer.judge(self.purchase, self.true, self.limit)
            for name, observer in OBSERVERS.items()
        )
        pairs = zip(judged, OBSERVERS.values(), strict=True)
        return tuple(as_known(one, observer, self.purchase) for one, observer in pairs)

    @property
    def promise(self) -> str:
        """What the method promises, in one sentence; and whether this purchase keeps it."""
        if self.blind:
            among = self.design is not None and self.design.kind == QUOTAS
            return BLINDLY + AMONG * among + SIZED_BY_WANT * self.sized_by_want
        if not self.passes:
            return (
                "chosen to pass the p-value test against the published intent; but as this observer "
                "sees it, this purchase does not pass"
            )
        return TUNED + (f"; {BEST[self.question.kind]}" if self.proven else "")

    @cached_property
    def blindness(self) -> Blindness:
        """Whether the purchase as a whole looks like a blind draw, by its design if it has one."""
        rng = np.random.default_rng(0)
        if self.design is None or self.cells is None:
            return unlike_blind(self.purchase, rng)
        bought = self.purchase.among(self.cells)
        return compared(self.design.stock, bought, self.design.stratum, rng)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the buyer should think about before buying this."""
        found = [] if self.purchase.market.knowledge is None else [ESTIMATED]
        if self.true_records == self.records:
            found.append(
                "everything that is bought is wanted: whoever sees it sees the true intent"
            )
        if self.blind:
            return tuple(found)
        if self.true_records < self.expected:
            found.append(
                f"a blind purchase of this size brings {float(self.expected):.1f} wanted records on "
                "average, and tells nothing: consider the method blend"
            )
        if self.blindness.tells:
            found.append(self.blindness.verdict)
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit purchase --json` prints."""
        return {
            "chain": self.chain.to_json(),
            "holds": self.holds,
            "method": self.method,
            "design": None if self.design is None else self.design.to_json(),
            "asked": self.question.to_json(),
            "limit": float(self.limit),
            "against": self.observer.name,
            "records": self.records,
            "true_records": self.true_records,
            "utility": float(self.utility),
            "cost": float(self.cost),
            "currency": self.purchase.market.terms.currency or None,
            "odds": float(self.question.odds) if self.blind else None,
            "reached": self.reached,
            "chance": self._chance_of_need,
            "expected_blind": float(self.expected),
            "matching": self._matching_to_json(),
            "expected_between": [float(self.average.low), float(self.average.high)],
            "confidence": float(self.confidence.upper),
            "passes": self.passes,
            "observers": [c.to_json(self.limit) for c in self.observers],
            "published": self.published.to_json(),
            "pseudo_published": self.purchase.seen.to_json(),
            "proof": {"status": "optimal" if self.proven else "heuristic"},
            "promise": self.promise,
            "looks_blind": self.blindness.to_json(),
            "notes": list(self.notes),
            "warnings": list(self.warnings),
            "plan": self.purchase.to_plan(),
        }

    def _matching_to_json(self) -> dict[str, Any] | None:
        """How many records come that match what was asked for, where bins hold more than that."""
        if self.matching is None:
            return None
        return {
            "expected": float(self.matching.mean),
            "reached": self.matching.reached(self.question.odds),
            "chance": None if self.needed is None else self.matching.chance(self.needed),
        }

    @property
    def _chance_of_need(self) -> float | None:
        """The chance that a need is met, if one was said; none where there is not as much."""
        if not self.blind or self.question.kind != NEED:
            return None
        return self.chance if self.meets_need else 0.0

    def to_plan(self) -> dict[str, Any]:
        """What the plan file holds: what to buy, of which post, and how it was chosen."""
        return {
            "published": self.published.to_json(),
            "chosen_by": {
                "method": self.method,
                "design": None if self.design is None else self.design.kind,
                "sized_by_want": self.asked_by_want,
                "against": None if self.blind else self.observer.name,
                "limit": None if self.blind else str(self.limit),
            },
            "plan": self.purchase.to_plan(),
        }

    @property
    def _price(self) -> str:
        return self.purchase.market.price_tag(self.cost)

    def __repr__(self) -> str:
        bought = (
            f"{self.method}: {many(self.records, 'record')} for {self._price}, "
            f"{self.true_records:,} of them wanted"
        )
        if self.blind:
            return f"Order({bought}; drawn blindly)"
        return (
            f"Order({bought}; {self.observer.name} is {percent(self.confidence.upper)} sure "
            f"where {percent(self.limit)} is allowed)"
        )

    def _repr_html_(self) -> str:
        rows = [(c.attacker, percent(c.upper)) for c in self.observers]
        return html_table(repr(self), ("observer", "sure"), rows, after=self.promise)


class Chained(Protocol):
    """What the best-informed reader makes of a post and a purchase together: a `Chain`.

    `before` and `after` are headlines: how sure that reader was after the post, and is now.
    """

    @property
    def before(self) -> Any:
        """How sure the reader was after the post."""

    @property
    def adds(self) -> str:
        """What the purchase adds, in words."""

    @property
    def after(self) -> Any:
        """How sure the reader is after post and purchase."""

    @property
    def holds(self) -> bool:
        """Whether that reader is known to be within every limit."""

    @property
    def tells_more(self) -> bool:
        """Whether the purchase tells more than the post, or may."""

    def to_json(self) -> dict[str, Any]:
        """The verdict as every command prints it."""
