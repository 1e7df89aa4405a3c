"""Informed about purchases: saw what was bought, and knows how purchases are chosen.

The rival of `tacit.informed` has replayed the post and is left with some candidates. Now the records
are bought. The rival knows the method with its settings, how many records were asked for and whose
test the purchase was to pass; only the draw is unknown. So each candidate is weighed by how likely
the method was to make this purchase for it. How sure the rival is about a record is, as before, the
share of the weight that holds it.

`optimal` always answers the same: candidates that would have led to another purchase are out, and
the answer is exact. `blend` draws without looking at the true intent: every candidate is as likely
as it was, and the answer is exact too. The paper's four methods draw and look: they are replayed
many times, and the answer is an estimate with an interval, and a lower bound on what can be known
(`tacit.informed.likelihood`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import REPLAYS
from tacit._display import percent
from tacit._progress import Listener, Phase
from tacit.candidates.listing import candidates
from tacit.errors import PurchaseError, SettingError
from tacit.informed.likelihood import (
    BLIND,
    SAME,
    Blind,
    Buying,
    Estimated,
    Floats,
    Likelihood,
    Replayed,
)
from tacit.informed.survey import SURE
from tacit.market.products import product

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.informed.post import Informed
    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.purchasing.problem import Problem

MOST = 50_000
"""No more replays than this in all."""
RESAMPLED = 2_000
"""How many times runs or replays are resampled for an interval."""


@dataclass(frozen=True)
class Mean:
    """A number with an interval that holds it with 99% chance; just the number if exact."""

    value: float
    low: float
    high: float

    @classmethod
    def exactly(cls, value: float) -> Mean:
        """A number that is known."""
        return cls(value, value, value)

    def plus(self, by: float) -> Mean:
        """The same, moved."""
        return Mean(self.value + by, self.low + by, self.high + by)

    def __str__(self) -> str:
        if self.low == self.high:
            return percent(self.value)
        low, high = (f"{100 * end:.1f}".removesuffix(".0") for end in (self.low, self.high))
        return f"{percent(self.value)} ({low} to {high})"

    def to_json(self) -> dict[str, Any]:
        """The number and its interval."""
        return {"value": self.value, "interval": [self.low, self.high]}


@dataclass(frozen=True)
class PurchaseFinding:
    """What someone who knows how purchases are chosen makes of one.

    Attributes:
        method: how it was chosen.
        exact: whether the numbers are exact; else they are estimates from replays.
        candidates: how many true intents were possible before.
        remaining: how many of these could have led to this purchase.
        before: how sure the attacker was about the most exposed record of all.
        after: how sure now.
        wanted_before: how sure the attacker was about the most exposed record that is wanted.
        wanted: how sure now.
        possible: whether the true intent is among those remaining.
        upper: what is compared with a limit: the confidence now, as a fraction if it is exact, or
            the upper end of its interval.
    """

    method: str
    exact: bool
    candidates: int
    remaining: int
    before: float
    after: Mean
    wanted_before: float
    wanted: Mean
    possible: bool
    upper: Fraction

    def within(self, limit: Fraction) -> bool:
        """Whether the confidence, or the upper end of its interval, is within a limit."""
        return self.upper <= limit

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        who = f"someone who knows that it was chosen by {self.method}"
        if not self.remaining:
            return f"of {_many(self.candidates)} none leads to this purchase by {self.method}"
        if self.method in BLIND:
            sure = percent(self.before)
            return f"drawn blindly, the purchase adds nothing: {who} is {sure} sure of a record, as before"
        found = f"of {_many(self.candidates)}, {self.remaining:,} could have led to this purchase"
        if not self.possible:
            return f"{found}, and the true one is not among them: it was chosen in another way"
        about = "" if self.exact else "about "
        return (
            f"{found}: {who} is {about}{self.after} sure of a record, {percent(self.before)} before"
        )

    def to_json(self) -> dict[str, Any]:
        """What `tacit audit --allocate --json` says about a purchase."""
        return {
            "allocate": self.method,
            "exact": self.exact,
            "candidates": self.candidates,
            "remaining": self.remaining,
            "before": {"confidence": self.before, "wanted": self.wanted_before},
            "after": {"confidence": self.after.to_json(), "wanted": self.wanted.to_json()},
            "possible": self.possible,
            "sentence": self.sentence,
        }


class Watcher:
    """Someone who knows the candidates behind a post, and how purchases are chosen.

    Attributes:
        market: what is on offer.
        published: what was posted.
        candidates: the true intents that are possible, all within it.
        buying: how purchases are chosen.
        prior: how likely each candidate is before the purchase; by default as its weight says.
    """

    def __init__(
        self,
        market: Market,
        published: Intent,
        among: Candidates,
        buying: Buying,
        prior: Sequence[Fraction] | None = None,
        progress: Listener | None = None,
    ) -> None:
        self.market, self.published, self.buying = market, published.as_public(), buying
        self.candidates = among
        weights = [Fraction(int(w)) for w in among.weights] if prior is None else prior
        total = sum(weights, Fraction(0))
        if not total:
            raise SettingError("no candidate is left to reckon with.")
        self.weights = [w / total for w in weights]
        self.prior = np.array([float(w) for w in self.weights])
        self._replayed: Replayed | None = None
        phase = Phase(progress, "looking at candidates", len(among))
        self.held = among.covers()
        self.problems: list[Problem | None] = []
        for i in range(len(among)):
            self.problems.append(buying.problem(market, among.intent(i), self.published))
            phase()

    @classmethod
    def after(
        cls,
        post: Informed,
        true: Intent,
        published: Intent,
        buying: Buying,
        belief: int = 0,
        progress: Listener | None = None,
    ) -> Watcher:
        """One who has replayed the post; if nothing leads there, all within are possible.

        Of several beliefs, the one at a place.
        """
        market, found = post.market, post.left(true, published, progress)
        if found is None:
            raise SettingError(
                "there are too many candidates to replay purchases for. Name fewer, such as cells."
            )
        left, chances = found
        if not len(left):
            left = candidates(market, post.belief, true, within=published)
            chances = [Fraction(1)] * len(left)
        weights = [c * int(w) for c, w in zip(chances, left.beliefs[belief], strict=True)]
        return cls(market, published, left, buying, weights, progress)

    def known(self, progress: Listener | None = None) -> Likelihood | None:
        """How likely a purchase is for each candidate, where that is certain."""
        if self.buying.method in BLIND:
            return Blind(self.problems)
        if self.buying.method in SAME:
            if self._replayed is None:
                self._require_few(1)
                phase = Phase(progress, "replaying purchases", len(self.problems))
                self._replayed = Replayed(self.problems, self.buying, phase)
            return self._replayed
        return None

    def estimated(
        self, replays: int, rng: np.random.Generator, progress: Listener | None = None
    ) -> Estimated:
        """The same from replays."""
        if replays < 1:
            raise SettingError("the number of runs must be a whole number above 0.")
        self._require_few(replays)
        phase = Phase(progress, "replaying purchases", len(self.problems))
        return Estimated(self.problems, self.buying, replays, rng, phase)

    def belief(self, chances: NDArray[Any]) -> Floats:
        """How likely each candidate is, given how likely the purchase was for each.

        Contract:
            promises: no number is below 0, and they add up to 1. If no candidate leads to the
                purchase the attacker is wrong about the method, and the belief stays what it was.
        """
        joint = self.prior * (chances / max(float(chances.max(initial=0.0)), 1e-300))
        total = float(joint.sum())
        found: Floats = joint / total if total > 0 else self.prior.copy()
        return found

    def counts(self, purchase: Purchase) -> Ints:
        """How many records of each cell on offer were bought."""
        listed = self.market.cells(self.published)
        cells = listed.where(listed.records > 0)
        counts = purchase.among(cells)
        if int(counts.sum()) != purchase.size:
            raise PurchaseError("the purchase holds records outside the published intent.")
        return counts

    def judge(
        self,
        true: Intent,
        purchase: Purchase,
        replays: int = REPLAYS,
        seed: int = 0,
        progress: Listener | None = None,
    ) -> PurchaseFinding:
        """How sure the attacker is about the most exposed record, having seen a purchase."""
        counts, place = self.counts(purchase), self.candidates.place(true)
        rng = np.random.default_rng(seed)
        known = self.known(progress)
        likelihood = known or self.estimated(replays, rng, progress)
        chances = likelihood.chances(counts)
        before, wanted_before = map(float, self.surely(np.ones(len(chances)), place))
        if isinstance(likelihood, Estimated):
            Phase(progress, "finding how sure that is")
            others = [self.belief(c) for c in likelihood.resampled(counts, rng, RESAMPLED)]
            pairs = np.array([self.sure(belief, place) for belief in others])
            now = self.sure(self.belief(chances), place)
            after, wanted = (_between(n, column) for n, column in zip(now, pairs.T, strict=True))
            upper = Fraction(after.high)
        else:
            upper, own = self.surely(chances, place)
            after, wanted = Mean.exactly(float(upper)), Mean.exactly(float(own))
        return PurchaseFinding(
            method=self.buying.method,
            exact=known is not None,
            candidates=len(self.candidates),
            remaining=int(np.count_nonzero(chances)),
            before=before,
            after=after,
            wanted_before=wanted_before,
            wanted=wanted,
            possible=place is not None and bool(chances[place]),
            upper=upper,
        )

    def sure(self, belief: Floats, place: int | None) -> tuple[float, float]:
        """The confidence in the most exposed record: of all, and of those a candidate wants."""
        sums = product(self.held, belief)
        own = sums[self.held[:, place]] if place is not None else np.zeros(1)
        return min(float(sums.max()), 1.0), min(float(own.max()), 1.0)

    def surely(self, chances: Floats, place: int | None) -> tuple[Fraction, Fraction]:
        """The same in fractions, given how likely the purchase was for each, where that is exact."""
        now = [w * Fraction(c) for w, c in zip(self.weights, chances.tolist(), strict=True)]
        total = sum(now, Fraction(0))
        if not total:
            return self.surely(np.ones(len(chances)), place)
        sums = [sum((now[i] for i in np.flatnonzero(row)), Fraction(0)) for row in self.held]
        own = [
            s for s, row in zip(sums, self.held, strict=True) if place is not None and row[place]
        ]
        return max(sums) / total, max(own, default=Fraction(0)) / total

    def _require_few(self, replays: int) -> None:
        many = len(self.candidates) * replays
        if many > MOST:
            raise SettingError(
                f"{len(self.candidates):,} candidates would take {many:,} replays of "
                f"{self.buying.method}, more than {MOST:,}. Ask for fewer runs, or reckon with fewer "
                "candidates."
            )


def _between(value: float, others: Floats) -> Mean:
    """A number with the interval that others like it spread over."""
    tail = 50 * (1 - SURE)
    low, high = np.percentile(others, [tail, 100 - tail])
    return Mean(value, min(float(low), value), max(float(high), value))


def _many(candidates: int) -> str:
    return "the 1 intent left" if candidates == 1 else f"{candidates:,} intents left"
