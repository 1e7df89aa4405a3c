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
(`tacit.purchasing.likelihood`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit._display import percent
from tacit._exact import Number
from tacit.attackers import Observer
from tacit.candidates import Candidates, candidates
from tacit.errors import PurchaseError, SettingError, UnreachablePurchase
from tacit.informed import Informed
from tacit.intent import Intent
from tacit.market import Market, Purchase
from tacit.market._cube import Ints
from tacit.market.purchase import places
from tacit.market.stacks import patterns
from tacit.purchasing.likelihood import (
    BLIND,
    SAME,
    Blind,
    Buying,
    Estimated,
    Floats,
    Likelihood,
    Replayed,
)
from tacit.surveys import SURE

RUNS = 200
"""How many purchases are measured, and how often the attacker replays a method for a candidate."""
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


@dataclass(frozen=True)
class Measured:
    """What purchases add, over all candidates of one published intent.

    Attributes:
        method: how purchases are chosen.
        size: how many records each holds.
        candidates: how many true intents are possible.
        refused: for how many of them the method makes no such purchase.
        runs: how many purchases were made and attacked.
        exact: whether every candidate was tried and its answer is certain; else purchases were
            drawn, and attacked by an estimate.
        before: the mean confidence in the most exposed wanted record, before the purchase.
        after: the same after it.
        guess_before: the chance that the attacker's best guess is the true intent, before.
        guess: the same after.
        known: what the purchase adds to the confidence, where that is certain without measuring.
    """

    method: str
    size: int
    candidates: int
    refused: int
    runs: int
    exact: bool
    before: float
    after: Mean
    guess_before: float
    guess: Mean
    known: float | None = None

    @property
    def gain(self) -> Mean:
        """What the purchase adds to the confidence."""
        return self.after.plus(-self.before)

    @property
    def adds(self) -> bool:
        """Whether the purchase was found to add something, more than chance explains."""
        return self.gain.low > 1e-12

    def to_json(self) -> dict[str, Any]:
        """What `tacit audit --survey --allocate --json` says about a method."""
        return {
            "allocate": self.method,
            "buy": self.size,
            "candidates": self.candidates,
            "refused": self.refused,
            "runs": self.runs,
            "exact": self.exact,
            "before": self.before,
            "after": self.after.to_json(),
            "gain": self.gain.to_json(),
            "known_gain": self.known,
            "adds": self.adds,
            "guess": {"before": self.guess_before, "after": self.guess.to_json()},
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
    ) -> None:
        self.market, self.published, self.buying = market, published.as_public(), buying
        self.candidates = among
        weights = [Fraction(int(w)) for w in among.weights] if prior is None else prior
        total = sum(weights, Fraction(0))
        if not total:
            raise SettingError("no candidate is left to reckon with.")
        self.weights = [w / total for w in weights]
        self.prior = np.array([float(w) for w in self.weights])
        self.held = patterns(among.stack)
        intents = (among.intent(i) for i in range(len(among)))
        self.problems = [buying.problem(market, intent, self.published) for intent in intents]

    @classmethod
    def after(cls, post: Informed, true: Intent, published: Intent, buying: Buying) -> Watcher:
        """One who has replayed the post; if nothing leads there, all within are possible."""
        market, found = post.market, post.left(true, published)
        if found is None:
            raise SettingError(
                "there are too many candidates to replay purchases for. Name fewer, such as cells."
            )
        left, weights = found
        if not len(left):
            inside = candidates(market, post.belief, true, within=published)
            return cls(market, published, inside, buying)
        return cls(market, published, left, buying, weights)

    def known(self) -> Likelihood | None:
        """How likely a purchase is for each candidate, where that is certain."""
        if self.buying.method in BLIND:
            return Blind(self.problems)
        if self.buying.method in SAME:
            self._require_few(1)
            return Replayed(self.problems, self.buying)
        return None

    def estimated(self, replays: int, rng: np.random.Generator) -> Estimated:
        """The same from replays."""
        if replays < 1:
            raise SettingError("the number of runs must be a whole number above 0.")
        self._require_few(replays)
        return Estimated(self.problems, self.buying, replays, rng)

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
        at = places(self.market, purchase.codes, cells.codes)
        if (at < 0).any():
            raise PurchaseError("the purchase holds records outside the published intent.")
        counts = np.zeros(len(cells.records), dtype=np.int64)
        counts[at] = purchase.counts
        return counts

    def judge(
        self, true: Intent, purchase: Purchase, replays: int = RUNS, seed: int = 0
    ) -> PurchaseFinding:
        """How sure the attacker is about the most exposed record, having seen a purchase."""
        counts, place = self.counts(purchase), self.candidates.place(true)
        rng = np.random.default_rng(seed)
        known = self.known()
        likelihood = known or self.estimated(replays, rng)
        chances = likelihood.chances(counts)
        before, wanted_before = map(float, self.surely(np.ones(len(chances)), place))
        if isinstance(likelihood, Estimated):
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
        sums = self.held @ belief
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


def measure(
    market: Market,
    published: Any,
    among: Candidates,
    method: str,
    size: int,
    limit: Number = 0.3,
    runs: int = RUNS,
    seed: int = 0,
    *,
    observer: str | Observer = "purchase-f",
    prior: Sequence[Fraction] | None = None,
    **settings: Any,
) -> Measured:
    """Buy for candidates and let someone who knows the method guess who it was for.

    A method that always answers the same is tried for every candidate. For one that draws, candidates
    are drawn in proportion to their weights; the attacker replays the method as often for each. This
    goes for `blend` as well, of which is known that it adds nothing: so that it is measured.

    Args:
        market: what is on offer.
        published: what was posted, which the attacker knows.
        among: the true intents that are possible, within what was posted.
        method: how purchases are chosen.
        size: how many records to buy.
        limit: what the purchases are tuned to.
        runs: how many purchases to make, and how often the attacker replays each candidate.
        seed: where chance starts.
        observer: who the purchases are tuned against.
        prior: how likely each candidate is, in proportion; by default as its weight says.
        settings: of the method.

    >>> import tacit
    >>> from tacit.candidates import Belief, candidates
    >>> market = tacit.load("adult")
    >>> post = market.intent({"race": ["Black"], "hours-per-week": ["full-time"],
    ...                       "income": [">50K"], "age": ["working adult"]})
    >>> inside = candidates(market, Belief("cells", support="nonempty"), within=post)
    >>> found = measure(market, post, inside, "optimal", 40)
    >>> found.before, found.after.value
    (0.5, 1.0)
    """
    buying = Buying.of(method, size, limit, observer, **settings)
    watcher = Watcher(market, market.as_intent(published), among, buying, prior)
    for problem in watcher.problems[:1]:
        if problem is not None:
            problem.require_size(size)
    known = watcher.known()
    if isinstance(known, Replayed):
        return _measured_exactly(watcher, known)
    return _measured(watcher, runs, seed)


def _measured_exactly(watcher: Watcher, replayed: Replayed) -> Measured:
    """Every candidate's purchase, seen by one who replays them all."""
    answers = {i: counts for i, counts in enumerate(replayed.answers) if counts is not None}
    made = list(answers)
    _require_some(made, watcher)
    beliefs = [watcher.belief(replayed.chances(counts)) for counts in answers.values()]
    weights = watcher.prior[made] / watcher.prior[made].sum()
    after = [watcher.sure(belief, i)[1] for i, belief in zip(made, beliefs, strict=True)]
    right = [_right(belief, i) for i, belief in zip(made, beliefs, strict=True)]
    before, guess = _beforehand(watcher, made)
    mean = float(weights @ np.array(after))
    return Measured(
        method=watcher.buying.method,
        size=watcher.buying.size,
        candidates=len(watcher.prior),
        refused=len(watcher.prior) - len(made),
        runs=len(made),
        exact=True,
        before=before,
        after=Mean.exactly(mean),
        guess_before=guess,
        guess=Mean.exactly(float(weights @ np.array(right))),
        known=mean - before,
    )


def _measured(watcher: Watcher, runs: int, seed: int) -> Measured:
    """Drawn purchases, seen by one who estimates."""
    attacker, buyer, chance = (
        np.random.default_rng(part) for part in np.random.SeedSequence(seed).spawn(3)
    )
    likelihood = watcher.estimated(runs, attacker)
    made = [i for i, law in enumerate(likelihood.laws) if law is not None and law.possible]
    _require_some(made, watcher)
    weights = watcher.prior[made] / watcher.prior[made].sum()
    found = [
        run
        for i in buyer.choice(made, size=runs, p=weights).tolist()
        if (run := _run(watcher, likelihood, i, buyer)) is not None
    ]
    before, guess = _beforehand(watcher, made)
    gained, better, most, best = (np.array(column) for column in zip(*found, strict=True))
    return Measured(
        method=watcher.buying.method,
        size=watcher.buying.size,
        candidates=len(watcher.prior),
        refused=len(watcher.prior) - len(made),
        runs=len(found),
        exact=False,
        before=before,
        after=_mean(gained, most, chance).plus(before),
        guess_before=guess,
        guess=_mean(better, best, chance).plus(guess),
        known=0.0 if watcher.buying.method in BLIND else None,
    )


def _run(
    watcher: Watcher, likelihood: Estimated, i: int, rng: np.random.Generator
) -> tuple[float, float, float, float] | None:
    """Buy for one candidate: what the confidence and the guess gain, and what they were before."""
    counts = watcher.buying.counts(watcher.problems[i], rng)
    if counts is None:
        return None
    belief = watcher.belief(likelihood.chances(counts))
    sure, right = watcher.sure(watcher.prior, i)[1], _right(watcher.prior, i)
    return watcher.sure(belief, i)[1] - sure, _right(belief, i) - right, sure, right


def _beforehand(watcher: Watcher, made: list[int]) -> tuple[float, float]:
    """The mean confidence and the chance to guess right before any purchase."""
    weights = watcher.prior[made] / watcher.prior[made].sum()
    sure = [watcher.sure(watcher.prior, i)[1] for i in made]
    right = [_right(watcher.prior, i) for i in made]
    return float(weights @ np.array(sure)), float(weights @ np.array(right))


def _right(belief: Floats, place: int) -> float:
    """The chance that the likeliest candidate is this one; among equals one is picked blindly."""
    best = np.flatnonzero(belief >= belief.max() * (1 - 1e-9))
    return 1 / len(best) if place in best else 0.0


def _require_some(made: list[int], watcher: Watcher) -> None:
    if not made:
        raise UnreachablePurchase(
            f"{watcher.buying.method} makes no purchase of {watcher.buying.size:,} records for any "
            "candidate. Ask for another number, or allow a higher limit."
        )


def _mean(gained: Floats, before: Floats, rng: np.random.Generator) -> Mean:
    """The mean gain over runs with its interval, by resampling.

    Runs that all came out alike say little about the rare ones that do not. So each end is found as
    if one more run had gone as far that way as it can: to 0, and to 1.
    """
    tail = 50 * (1 - SURE)
    ends = (-float(before.mean()), tail), (1 - float(before.mean()), 100 - tail)
    low, high = (
        float(np.percentile(_resampled(np.append(gained, end), rng), at)) for end, at in ends
    )
    return Mean(float(gained.mean()), low, high)


def _resampled(values: Floats, rng: np.random.Generator) -> Floats:
    """The means of resampled values."""
    many = len(values)
    means = [values[rng.integers(many, size=many)].mean() for _ in range(RESAMPLED)]
    return np.array(means)


def _between(value: float, others: Floats) -> Mean:
    """A number with the interval that others like it spread over."""
    tail = 50 * (1 - SURE)
    low, high = np.percentile(others, [tail, 100 - tail])
    return Mean(value, min(float(low), value), max(float(high), value))


def _many(candidates: int) -> str:
    return "the 1 intent left" if candidates == 1 else f"{candidates:,} intents left"
