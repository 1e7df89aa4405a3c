"""How likely a method is to make one purchase rather than another, for each intent it may serve.

Three cases, all with the same question: given a true intent, how likely are these counts? Factors
that are the same for every intent are left out, since only ratios matter to a belief.

* `Replayed`: the method always answers the same. Likely or not: 1 or 0.
* `Blind`: the draw never looks at the true intent. The same for all.
* `Estimated`: the method draws, and looks. It is replayed many times for each intent.

The estimate rests on one thing: these methods know records only as wanted or not. Given how many
wanted ones a purchase holds, which those are and which the others are is up to a blind draw (among
the wanted, within the bound that keeps the observer's test). So the counts are likelier for an
intent than for a blind purchase by

    chance that the method takes t of its records / chance that a blind purchase within bounds does

where t is how many of its records were bought. The denominator is computed; the numerator is a
smoothed share of replays. For `mc` and both chains that is all there is to know about single cells;
for `genetic`, and for the split among several wanted cells, it is nearly so. Someone who models more
may know more: what is found here is a lower bound.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tacit._defaults import LIMIT, OBSERVER
from tacit.attackers.against import Against, Names, one_observer
from tacit.errors import NotContained, PurchaseError, SettingError, UnreachablePurchase
from tacit.market.products import product
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS, METHODS, allocated, best

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from tacit._exact import Number
    from tacit.attackers.observer import Observer
    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.purchasing.question import BuyingQuestion

Floats = NDArray[np.float64]

SAME = ("optimal",)
"""Methods that always answer the same."""
BLIND = ("blend",)
"""Methods that never look at the true intent."""
TUNED = ("mc", "mcmc", "g-mcmc", "genetic")
"""Methods that draw, and never take more of a wanted cell than the observer's test allows."""
LEAST_WIDTH = 0.1
_TINY = 1e-300


@dataclass(frozen=True)
class Buying:
    """A way to buy: everything that someone may know of it but the true intent and the draw.

    Attributes:
        method: how records are chosen.
        size: how many are asked for.
        limit: the limit it was tuned to.
        observer: who it was tuned against.
        settings: the method's own.
        question: what was asked, if that was not how many to buy.
    """

    method: str
    size: int
    limit: Fraction
    observer: Observer
    settings: dict[str, Any] = field(default_factory=dict)
    question: BuyingQuestion | None = None

    @classmethod
    def of(
        cls,
        method: str,
        size: int,
        limit: Number = LIMIT,
        observer: Names | Against = OBSERVER,
        **settings: Any,
    ) -> Buying:
        """Read settings as a user writes them; see `tacit.purchase`."""
        if method not in (*METHODS, *ALLOCATIONS):
            raise SettingError(f"there is no method '{method}'. Known are: {', '.join(METHODS)}.")
        one, ceiling = one_observer(observer, limit)
        return cls(method, size, ceiling, one, settings)

    def problem(self, market: Market, true: Intent, published: Intent) -> Problem | None:
        """What has to be allocated for a true intent; None if it does not lie in the published."""
        try:
            return Problem(market, true, published, self.limit, self.observer)
        except NotContained:
            return None

    def counts(self, problem: Problem | None, rng: np.random.Generator) -> Ints | None:
        """Buy; None if the method refuses."""
        if problem is None:
            return None
        try:
            if self.question is not None and self.method in SAME:
                return best(problem, self.question).counts
            return allocated(problem, self.method, self.size, rng, **self.settings)
        except (PurchaseError, UnreachablePurchase):
            return None


class Likelihood(Protocol):
    """How likely counts are for each of some intents, in proportion."""

    def chances(self, counts: Ints) -> Floats:
        """One number per intent, 0 or more."""


class Replayed:
    """A method that always answers the same, replayed for each intent."""

    def __init__(
        self,
        problems: Sequence[Problem | None],
        buying: Buying,
        tick: Callable[[int], None] = lambda _: None,
    ) -> None:
        rng = np.random.default_rng(0)
        self.answers: list[Ints | None] = []
        for problem in problems:
            self.answers.append(buying.counts(problem, rng))
            tick(1)

    def chances(self, counts: Ints) -> Floats:
        """1 for those that lead to these very counts."""
        same = (a is not None and np.array_equal(a, counts) for a in self.answers)
        return np.fromiter(same, dtype=np.float64, count=len(self.answers))


class Blind:
    """A draw that does not look at the true intent."""

    def __init__(self, problems: Sequence[Problem | None]) -> None:
        self.possible = np.array([problem is not None for problem in problems], dtype=np.float64)

    def chances(self, counts: Ints) -> Floats:
        """The same for all."""
        return self.possible


class Estimated:
    """A method that draws, replayed many times for each intent."""

    def __init__(
        self,
        problems: Sequence[Problem | None],
        buying: Buying,
        replays: int,
        rng: np.random.Generator,
        tick: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.laws: list[Law | None] = []
        for problem in problems:
            law = None if problem is None else Law.found(problem, buying, replays, rng, tick)
            self.laws.append(law)
            tick(1)

    def chances(self, counts: Ints) -> Floats:
        """How much likelier the counts are for each intent than for a blind purchase."""
        found = (0.0 if law is None else law.ratio(counts) for law in self.laws)
        return np.fromiter(found, dtype=np.float64, count=len(self.laws))

    def resampled(self, counts: Ints, rng: np.random.Generator, times: int) -> Floats:
        """What `chances` would say had other replays been drawn: one row per time."""
        columns = [
            np.zeros(times) if law is None else law.resampled(counts, rng, times)
            for law in self.laws
        ]
        return np.array(columns).T


@dataclass(frozen=True)
class Law:
    """How many wanted records a method buys for one intent, as far as replays tell.

    Attributes:
        wanted: which cells are wanted.
        most: how many records of each of these it buys at most.
        blind: how likely a blind purchase within these bounds holds 0, 1, 2... wanted records.
        times: how often each number of them was seen, and last how often the method refused.
        spread: for each number that was seen, the share of each number in its neighbourhood.
    """

    wanted: NDArray[np.bool_]
    most: Ints
    blind: Floats
    times: Ints
    spread: Floats

    @classmethod
    def found(
        cls,
        problem: Problem,
        buying: Buying,
        replays: int,
        rng: np.random.Generator,
        tick: Callable[[int], None] = lambda _: None,
    ) -> Law:
        """Replay the method for one intent."""
        drawn = []
        for _ in range(replays):
            drawn.append(buying.counts(problem, rng))
            tick(0)  # no intent more is done, but time has passed
        held = [int(counts[problem.wanted].sum()) for counts in drawn if counts is not None]
        stock = problem.stock[problem.wanted]
        most = problem.most(buying.size) if buying.method in TUNED else stock
        seen, times = np.unique(np.array(held, dtype=np.int64), return_counts=True)
        blind = within_bounds(problem, most, buying.size)
        width = 0.9 * float(np.std(held)) * len(held) ** -0.2 if held else 0.0
        spread = _spread(seen, np.flatnonzero(blind > 0), len(blind), max(width, LEAST_WIDTH))
        refused = replays - len(held)
        return cls(problem.wanted, most, blind, np.append(times, refused), spread)

    @property
    def possible(self) -> bool:
        """Whether the method ever bought for this intent."""
        return len(self.times) > 1

    def ratio(self, counts: Ints) -> float:
        """How much likelier these counts are than for a blind purchase; one more replay is blind."""
        weights = self._weights
        return float(self._ratios(counts, weights / weights.sum()))

    def resampled(self, counts: Ints, rng: np.random.Generator, times: int) -> Floats:
        """The same had other replays been drawn, by the Bayesian bootstrap."""
        weights = rng.gamma(self._weights, size=(times, len(self._weights)))
        return self._ratios(counts, weights / weights.sum(axis=1, keepdims=True))

    @property
    def _weights(self) -> Ints:
        return np.append(self.times, 1)

    def _ratios(self, counts: Ints, weights: Floats) -> Floats:
        """The ratio for each row of weights of what was seen, of refusals and of a blind replay."""
        held = counts[self.wanted]
        if not self.possible or (held > self.most).any():
            return np.zeros(weights.shape[:-1])
        at = int(held.sum())
        seen = product(weights[..., :-2], self.spread[:, at])
        found: Floats = seen / max(self.blind[at], _TINY) + weights[..., -1]
        return found


def within_bounds(problem: Problem, most: Ints, size: int) -> Floats:
    """How likely a blind purchase holds 0, 1, 2... wanted records, no cell above its bound.

    Blind counts of cells are binomial counts that happen to add up to the size.
    """
    from scipy.stats import binom

    stock, total = problem.stock[problem.wanted], problem.total
    part = size / total
    law: Floats = np.ones(1)
    for k, top in zip(stock.tolist(), most.tolist(), strict=True):
        law = np.convolve(law, binom.pmf(np.arange(min(top, size) + 1), k, part))[: size + 1]
    held = np.zeros(size + 1)
    held[: len(law)] = law
    others = binom.pmf(size - np.arange(size + 1), total - int(stock.sum()), part)
    found: Floats = held * others / binom.pmf(size, total, part)
    return found


def _spread(seen: Ints, possible: NDArray[np.intp], many: int, width: float) -> Floats:
    """Spread each number that was seen over its neighbours, as far as they are possible."""
    found = np.zeros((len(seen), many))
    near = np.exp(-(((possible[None, :] - seen[:, None]) / width) ** 2) / 2)
    total = near.sum(axis=1, keepdims=True)
    found[:, possible] = np.divide(near, total, out=np.zeros_like(near), where=total > 0)
    alone = np.flatnonzero(total[:, 0] == 0)
    found[alone, seen[alone]] = 1.0
    return found
