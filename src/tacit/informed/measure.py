"""Measuring what purchases give away, over all candidates of one published intent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LIMIT, OBSERVER, REPLAYS
from tacit._progress import Phase
from tacit.errors import UnreachablePurchase
from tacit.informed.likelihood import (
    BLIND,
    Buying,
    Estimated,
    Floats,
    Replayed,
)
from tacit.informed.purchase import RESAMPLED, Mean, Watcher
from tacit.informed.survey import SURE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.against import Against, Names
    from tacit.candidates.candidates import Candidates
    from tacit.market.market import Market


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


def measure(
    market: Market,
    published: Any,
    among: Candidates,
    method: str,
    size: int,
    limit: Number = LIMIT,
    runs: int = REPLAYS,
    seed: int = 0,
    *,
    observer: Names | Against = OBSERVER,
    prior: Sequence[Fraction] | None = None,
    progress: Listener | None = None,
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
        progress: a function to call a few times a second with a `Progress`.
        settings: of the method.

    >>> import tacit
    >>> from tacit.candidates.listing import candidates
    >>> from tacit.candidates.belief import Belief
    >>> market = tacit.load("adult")
    >>> post = market.intent({"race": ["Black"], "hours-per-week": ["full-time"],
    ...                       "income": [">50K"], "age": ["working adult"]})
    >>> inside = candidates(market, Belief("cells", support="nonempty"), within=post)
    >>> found = measure(market, post, inside, "optimal", 40)
    >>> found.before, found.after.value
    (0.5, 1.0)
    """
    buying = Buying.of(method, size, limit, observer, **settings)
    watcher = Watcher(market, market.as_intent(published), among, buying, prior, progress)
    for problem in watcher.problems[:1]:
        if problem is not None:
            problem.require_size(size)
    known = watcher.known(progress)
    if isinstance(known, Replayed):
        return _measured_exactly(watcher, known, progress)
    return _measured(watcher, runs, seed, progress)


def _measured_exactly(
    watcher: Watcher, replayed: Replayed, progress: Listener | None = None
) -> Measured:
    """Every candidate's purchase, seen by one who replays them all."""
    answers = {i: counts for i, counts in enumerate(replayed.answers) if counts is not None}
    made = list(answers)
    _require_some(made, watcher)
    phase, beliefs = Phase(progress, "judging every purchase", len(made)), []
    for counts in answers.values():
        beliefs.append(watcher.belief(replayed.chances(counts)))
        phase()
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


def _measured(watcher: Watcher, runs: int, seed: int, progress: Listener | None = None) -> Measured:
    """Drawn purchases, seen by one who estimates."""
    attacker, buyer, chance = (
        np.random.default_rng(part) for part in np.random.SeedSequence(seed).spawn(3)
    )
    likelihood = watcher.estimated(runs, attacker, progress)
    made = [i for i, law in enumerate(likelihood.laws) if law is not None and law.possible]
    _require_some(made, watcher)
    weights = watcher.prior[made] / watcher.prior[made].sum()
    phase, found = Phase(progress, "judging purchases", runs), []
    for i in buyer.choice(made, size=runs, p=weights).tolist():
        run = _run(watcher, likelihood, i, buyer)
        found += [] if run is None else [run]
        phase()
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
