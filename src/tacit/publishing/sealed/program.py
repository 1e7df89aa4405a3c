"""The program behind `sealed`: which box to publish for which candidate, at the least expected cost.

Let J(V, U) be the chance that V is wanted and U published. The chances of each V must add up to its
prior, and given U no record may be more likely than the limit:

    sum over U of J(V, U) = prior(V)
    sum over V that hold x of J(V, U) <= limit x sum over V of J(V, U)     for every U, every x in U
    minimise  sum of cost(U) x J(V, U)

There is one variable for each pair, far too many, so mixes are made when they are needed. A *mix* is
one box with how likely each candidate inside is, given that box, such that the limit holds. Any sum
of mixes keeps the limit. The solver weighs the mixes at hand; its duals say what each candidate is
worth; the best mix for a box is then the one worth most. For single cells that is a formula: the
limit's worth of chance on each of the most valuable cells inside, the remainder on the next. Where
candidates may share records there is no formula: see `overlaps.py`.

The duals also prove how good the result is: see `proven.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit.publishing.sealed.proven import WholeWorth, most_valuable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.market.cells import Ints

Floats = NDArray[np.float64]

CLOSE = 1e-7
"""The search ends when cost and bound are this near, as a share of the cost: no digit shown changes."""
GAIN = 1e-9
"""By what share of its cost a box must gain to be worth a look: less is the solver's rounding."""
UNUSED = 1e-13
"""What is used less than this is not used: it comes from the solver's rounding."""
TURNS = 2
"""In how many of the mixes of one round a candidate needs to be; on Adult 1 and 4 do as well."""
AT_ONCE = 300
"""How many mixes to add in one round: about two per candidate of Adult; 100 and 1,000 do as well."""
PRECISION = 1e-10
"""How exactly the solver keeps its equations: as exactly as it can be told to."""
LARGE = 1e4
"""What the solver is told the costliest box costs, at most: its tolerances are then relative ones."""
NEAREST = 10
"""With how many boxes around each candidate to start: on Adult 4 rounds; 1 takes 9 and 30 takes 4."""
ROUNDS = 200
"""How often mixes are added at most; so the result never depends on how fast a machine is."""


@dataclass(frozen=True)
class Mix:
    """One box with the chances of the candidates inside, given it; they keep the limit exactly.

    Attributes:
        box: which box.
        members: the candidates that have a chance.
        parts: how likely each is, given the box, as parts of `whole`.
        whole: the sum of the parts.
    """

    box: int
    members: NDArray[np.intp]
    parts: tuple[int, ...]
    whole: int

    @cached_property
    def chances(self) -> Floats:
        """How likely each member is, given the box."""
        return np.array([part / self.whole for part in self.parts])


@dataclass(frozen=True)
class Solution:
    """How much each mix is used.

    Attributes:
        mixes: the mixes in use.
        weights: how likely each is; they add up to 1.
        worth: the dual value of each candidate.
        cost: the expected cost.
    """

    mixes: list[Mix]
    weights: Floats
    worth: Floats
    cost: float


@dataclass
class Program:
    """Which box to publish for which candidate, where candidates are cells.

    Attributes:
        weights: how likely each candidate is, as whole numbers in proportion.
        inside: which box (row) may be published for which candidate (column).
        cost: what each box costs.
        limit: the highest chance that a record may have, given the box.
        guess: what each candidate is worth, about.
        tick: called after each round with the cost so far and a bound.
    """

    weights: Ints
    inside: NDArray[np.bool_]
    cost: Ints
    limit: Fraction
    guess: Floats
    tick: Callable[[float, float], None] | None = None
    bound: float = field(default=-np.inf, init=False)

    def __post_init__(self) -> None:
        self.total = int(self.weights.sum())
        self.prior: Floats = np.array([int(weight) / self.total for weight in self.weights])
        self.top = self.limit.denominator // self.limit.numerator
        """How many times the limit goes into 1."""
        self.rest = 1 - self.top * self.limit
        self.kept = order_boxes(self.inside, self.cost, self.limit)
        self.inside, self.cost = self.inside[self.kept], self.cost[self.kept]

    def solve(self) -> Solution | None:
        """The best use of mixes found; None if no use of these boxes keeps the limit."""
        mixes = self._first_mixes()
        if mixes is None:
            return None
        best: Solution | None = None
        for _ in range(ROUNDS):
            solution = self._weigh(mixes)
            if solution is None:
                break
            best = solution
            more, missing = self._price(solution.worth)
            self.bound = max(self.bound, float(self.prior @ solution.worth) + min(0.0, missing))
            if self.tick is not None:
                self.tick(solution.cost, self.bound)
            if solution.cost - self.bound <= CLOSE * abs(solution.cost) or not more:
                break
            mixes += more
        return None if best is None else self._in_use(best)

    def lower_bound(self, worth: Floats) -> Fraction:
        """What no solution costs less than, proven in whole numbers by what candidates are worth."""
        rounded = WholeWorth.of(worth, self.cost, self.limit)
        if rounded is None:
            return Fraction(int(self.cost.min()))
        short = rounded.scaled(self.cost) - rounded.by_formula(self.inside)
        return rounded.bound(self.weights, int(short.min()))

    def _first_mixes(self) -> list[Mix] | None:
        """Mixes that can be weighed to keep the limit: all candidates alike, in one box."""
        everyone = np.arange(len(self.weights))
        whole = np.flatnonzero(self.inside.all(axis=1))
        if not len(whole):
            return None
        alike = Mix(int(whole[0]), everyone, tuple(self.weights.tolist()), self.total)
        if max(alike.parts) > self.limit * alike.whole:
            return None
        order = np.argsort(self._shortfall(steady(self.guess)), kind="stable")
        mixes, dear = [alike], float(self.guess.max()) + 1
        for v in everyone:
            worth = np.where(everyone == v, dear, self.guess)
            nearest = order[self.inside[order, v]][:NEAREST]
            mixes += [self._best_mix(int(u), worth) for u in nearest]
        return mixes

    def _weigh(self, mixes: list[Mix]) -> Solution | None:
        """The cheapest use of the mixes at hand; None if the solver gives up.

        The solver's tolerances are absolute, so large costs are counted in a larger unit.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csc_array

        at = np.repeat(np.arange(len(mixes)), [len(mix.members) for mix in mixes])
        members = np.concatenate([mix.members for mix in mixes])
        chances = np.concatenate([mix.chances for mix in mixes])
        shape = (len(self.prior), len(mixes))
        unit = max(1.0, float(self.cost.max()) / LARGE)
        strict = {
            "primal_feasibility_tolerance": PRECISION,
            "dual_feasibility_tolerance": PRECISION,
        }
        for options in (strict, {}):
            found = linprog(
                [float(self.cost[mix.box]) / unit for mix in mixes],
                A_eq=csc_array((chances, (members, at)), shape=shape),
                b_eq=self.prior,
                method="highs-ds",
                options=options,
            )
            if found.status == 0:
                worth = steady(found.eqlin.marginals * unit)
                return Solution(mixes, found.x, worth, float(found.fun) * unit)
        return None

    def _price(self, worth: Floats) -> tuple[list[Mix], float]:
        """New mixes worth more than they cost, and by how much the best box falls short."""
        short = self._shortfall(worth)
        found: list[Mix] = []
        turns = np.zeros(len(worth), dtype=int)
        # Mixes of the same few candidates say the same: each candidate gets its turns.
        for u in np.argsort(short, kind="stable"):
            if short[u] >= -GAIN * (1 + self.cost[u]) or len(found) == AT_ONCE:
                break
            mix = self._best_mix(int(u), worth)
            if (turns[mix.members] < TURNS).any():
                turns[mix.members] += 1
                found.append(mix)
        return found, float(short.min())

    def _shortfall(self, worth: Floats) -> Floats:
        """By how much the best mix of each box is worth less than the box costs."""
        best, last = most_valuable(self.inside, worth, self.top)
        return np.asarray(self.cost - (float(self.limit) * best + float(self.rest) * last))

    def _best_mix(self, box: int, worth: Floats) -> Mix:
        """The mix for a box that is worth most."""
        members = np.flatnonzero(self.inside[box])
        order = np.argsort(-worth[members], kind="stable")
        parts = [self.limit.numerator] * self.top
        if self.rest:
            parts.append(int(self.rest * self.limit.denominator))
        return Mix(box, members[order[: len(parts)]], tuple(parts), self.limit.denominator)

    def _in_use(self, solution: Solution) -> Solution:
        """The mixes in use, with boxes numbered as they were given."""
        at = np.flatnonzero(solution.weights > UNUSED)
        mixes = [
            replace(mix, box=int(self.kept[mix.box])) for mix in (solution.mixes[i] for i in at)
        ]
        return Solution(mixes, solution.weights[at], solution.worth, solution.cost)


def order_boxes(inside: NDArray[np.bool_], cost: Ints, limit: Fraction) -> NDArray[np.intp]:
    """Cheap boxes first; without those of too few candidates, or of the same as a cheaper one."""
    at = np.flatnonzero(inside.sum(axis=1) >= ceil(1 / limit))
    at = at[np.argsort(cost[at], kind="stable")]
    _, first = np.unique(np.packbits(inside[at], axis=1), axis=0, return_index=True)
    return at[np.sort(first)]


def steady(worth: Floats) -> Floats:
    """Values cut to forty binary digits of the largest: sums are then exact, in whatever order.

    A machine that adds up in another order would else choose other boxes among equals.
    """
    step = 2.0 ** (np.frexp(float(np.abs(worth).max(initial=0)))[1] - 40)
    return np.asarray(np.rint(worth / step) * step)
