"""The program behind `sealed`: which box to publish for which candidate, at the least expected cost.

Let J(V, U) be the chance that V is wanted and U published. The chances of each V must add up to its
prior, and given U every secret must be kept by every belief (`lines.py`):

    sum over U of J(V, U) = prior(V)
    J(., U) keeps every line                              for every U
    minimise  sum of cost(U) x J(V, U)

There is one variable for each pair, far too many, so mixes are made when they are needed. A *mix* is
one box with how likely each candidate inside is, given that box, such that every line is kept. Any sum
of mixes keeps them too. The solver weighs the mixes at hand; its duals say what each candidate is
worth; the best mix for a box is then the one worth most (`pricing.py`).

The duals swing wildly at first. So mixes are sought at a worth between them and the worth that proves
the best bound so far, and the search starts at a worth that is good from the outset: what a candidate
holds, over the limit. The duals also prove how good the result is: see `proven.py`. The solver's
numbers choose mixes and weigh them; what is promised does not rest on them, as the mixes in use are
made exact (`exact_mix.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit._progress import Listener, Phase
from tacit.publishing.sealed.exact_mix import exact_mix
from tacit.publishing.sealed.pricing import LARGE, ByFormula, ByPrograms, Mix
from tacit.publishing.sealed.proven import WholeWorth

if TYPE_CHECKING:
    from tacit.market.cells import Ints
    from tacit.publishing.sealed.lines import Lines

Floats = NDArray[np.float64]

CLOSE = 5e-7
"""How near cost and bound are in the end, as a share of the cost: no digit shown changes."""
GAIN = 1e-9
"""By what share of its cost a box must gain to be worth a look: less is the solver's rounding."""
UNUSED = 1e-13
"""What is used less than this is not used: it comes from the solver's rounding."""
TURNS = 4
"""In how many of the mixes of one round a candidate needs to be; on Adult 2 and 8 do as well."""
AT_ONCE = 300
"""How many mixes to add in one round at most: about two per candidate of Adult."""
PRECISION = 1e-9
"""How exactly the solver keeps its equations; at a tenth of that it may go round in circles."""
KEPT = 20
"""How many mixes per candidate are at hand at most; fewer make the search go round in circles."""
TILTED = 250
"""Of so many candidates each is tried as likely as may be in the box of all; chosen for time."""
TILT_ROOM = 1e-9
"""What a tilt leaves of the room there is, so that rounding breaks no line."""
NEAREST = 4
"""With how many boxes around each candidate to start; on Adult 10 do as well."""
ROUNDS = 200
"""How often mixes are added at most; so the result never depends on how fast a machine is."""
STEPS = 20_000
"""So many steps the solver takes at most to weigh mixes: rarely it goes round in circles."""
PATIENCE = 40
"""After so many rounds without any gain over one box for all, there is none to be found in time."""
CENTRE = 0.4
"""How near the best worth so far mixes are sought: on Adult 0.6 takes a third longer."""


@dataclass(frozen=True)
class Solution:
    """How much each mix is used.

    Attributes:
        mixes: the mixes in use.
        weights: how likely each is; they add up to 1.
        worth: the dual value of each candidate.
        cost: the expected cost, by the reference.
    """

    mixes: list[Mix]
    weights: Floats
    worth: Floats
    cost: float


@dataclass
class Program:
    """Which box to publish for which candidate.

    Attributes:
        lines: what every mix must keep.
        inside: which box (row) may be published for which candidate (column).
        cost: what each box costs.
        guess: what each candidate is worth, about.
        progress: who is told how far the work has come; costs as they are given here.
        close: the search ends when cost and bound are this near, as a share of the cost.
    """

    lines: Lines
    inside: NDArray[np.bool_]
    cost: Ints
    guess: Floats
    progress: Listener | None = None
    close: float = CLOSE
    bound: float = field(default=-np.inf, init=False)

    def __post_init__(self) -> None:
        self.kept = order_boxes(self.inside, self.cost, self.lines.limit)
        self.inside, self.cost = self.inside[self.kept], self.cost[self.kept]
        price = ByFormula if self.lines.plain else ByPrograms
        self.pricing = price(self.lines, self.inside, self.cost)
        self.centre = steady(self.guess)
        self._beat = Phase(None, "").beat

    def solve(self) -> Solution | None:
        """The best use of mixes found; None if no use of these boxes keeps the limits."""
        phase = Phase(self.progress, "settling the chances", unit="rounds")
        self._beat = phase.beat
        mixes = self._first_mixes()
        if mixes is None:
            return None
        if self.inside.all():  # the cheapest box that holds all will do
            cost = self._cost(mixes[0])
            return self._made_exact(Solution(mixes[:1], np.ones(1), self.centre, cost))
        self._raise_bound(self.centre)
        best: Solution | None = None
        alike = self._cost(mixes[0])
        for turn in range(ROUNDS):
            solution = self._weigh(mixes)
            if solution is None or (turn == PATIENCE and solution.cost > (1 - CLOSE) * alike):
                break
            best = solution
            more = self._more(solution.worth)
            phase.found(solution.cost, max(self.bound, 0.0), turn + 1, enough=self.close)
            if solution.cost - self.bound <= self.close * abs(solution.cost) or not more:
                break
            mixes = self._at_hand(solution) + more
        return None if best is None else self._made_exact(best)

    def lower_bound(self) -> Fraction:
        """What no solution costs less than, proven by the best worth that was found."""
        Phase(self.progress, "proving what it costs at least")
        lines = self.lines
        cheapest = Fraction(int(self.cost.min()))
        worth = WholeWorth.of(self.centre, self.cost, lines.limit)
        if worth is None or self.inside.all():
            return cheapest
        counted = int(lines.beliefs[0].sum())
        bound = worth.bound(lines.reference, counted, self.pricing.proven(worth))
        return max(bound, cheapest)

    def _first_mixes(self) -> list[Mix] | None:
        """Mixes that can be weighed to keep the limits: all candidates alike, in one box; and more."""
        lines = self.lines
        whole = np.flatnonzero(self.inside.all(axis=1))
        if not len(whole) or not lines.everyone():
            return None
        everyone = np.arange(len(lines))
        exact = tuple(Fraction(int(w), lines.total) for w in lines.reference)
        mixes = [Mix(int(whole[0]), everyone, lines.prior, exact)]
        if len(lines) <= TILTED and not lines.plain:
            mixes += self._tilted(mixes[0])
        mixes += self._nearest()
        return mixes

    def _tilted(self, alike: Mix) -> list[Mix]:
        """All candidates in one box, each time one of them as likely as may be."""
        prior, found = self.lines.prior, []
        for v, most in enumerate(self.lines.tilts.tolist()):
            share = Fraction(int(most * (1 - TILT_ROOM) * 2**30), 2**30)
            if share:
                chances = prior * float(1 - share)
                chances[v] += float(share)
                found.append(replace(alike, chances=chances, exact=None, tilt=(v, share)))
        return found

    def _nearest(self) -> list[Mix]:
        """For each candidate some mixes that are worth nearly what they cost, by the guess."""
        order = np.argsort(-self.pricing.most(self.centre), kind="stable")
        order = order[~self.inside[order].all(axis=1)]
        found: list[Mix] = []
        near: list[list[int]] = [[] for _ in range(len(self.lines))]
        for part in self.pricing.at_once(order):
            for mix in self.pricing.mixes(part, self.centre):
                wanting = [
                    v for v in np.flatnonzero(self.inside[mix.box]) if len(near[v]) < NEAREST
                ]
                for v in wanting:
                    near[v].append(mix.box)
                found += [mix] if wanting else []
            self._beat()
            if all(len(boxes) == NEAREST for boxes in near):
                break
        pairs = [(box, v) for v, boxes in enumerate(near) for box in boxes]
        for part in self.pricing.at_once(np.array([box for box, _ in pairs], dtype=np.intp)):
            worth = np.tile(self.guess, (len(part), 1))
            those = [v for _, v in pairs[: len(part)]]
            worth[np.arange(len(part)), those] = float(self.guess.max()) + 1
            pairs = pairs[len(part) :]
            found += self.pricing.mixes(part, worth)
            self._beat()
        return found

    def _weigh(self, mixes: list[Mix]) -> Solution | None:
        """The cheapest use of the mixes at hand; None if the solver gives up.

        The solver's tolerances are absolute, so large costs are counted in a larger unit.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csc_array

        at = np.repeat(np.arange(len(mixes)), [len(mix.members) for mix in mixes])
        members = np.concatenate([mix.members for mix in mixes])
        chances = np.concatenate([mix.chances for mix in mixes])
        shape = (len(self.lines), len(mixes))
        unit = max(1.0, float(self.cost.max()) / LARGE)
        most = {"maxiter": STEPS}
        strict = {
            "primal_feasibility_tolerance": PRECISION,
            "dual_feasibility_tolerance": PRECISION,
        }
        for options in (strict | most, most):
            found = linprog(
                np.array([self._cost(mix) for mix in mixes]) / unit,
                A_eq=csc_array((chances, (members, at)), shape=shape),
                b_eq=self.lines.prior,
                method="highs-ds",
                options=options,
            )
            if found.status == 0:
                worth = steady(found.eqlin.marginals * unit)
                return Solution(mixes, found.x, worth, float(found.fun) * unit)
        return None

    def _at_hand(self, solution: Solution) -> list[Mix]:
        """The mixes to go on with: those in use, and of the others those nearest to being of use."""
        mixes, most = solution.mixes, KEPT * len(self.lines)
        if len(mixes) <= most:
            return mixes
        short = [self._cost(m) - float(m.chances @ solution.worth[m.members]) for m in mixes]
        order = np.lexsort((np.array(short), solution.weights <= UNUSED))
        return [mixes[i] for i in sorted(order[:most].tolist())]

    def _cost(self, mix: Mix) -> float:
        """What a mix adds to what is expected."""
        counted = self.lines.counts[mix.members]
        return float(self.cost[mix.box]) * float(mix.chances @ counted)

    def _more(self, duals: Floats) -> list[Mix]:
        """New mixes worth more than they cost at the duals, sought nearby; raises the bound."""
        nearby = steady(CENTRE * self.centre + (1 - CENTRE) * duals)
        found: list[Mix] = []
        for worth in (nearby, duals):
            found = self._look(worth, duals)
            self._raise_bound(worth)
            if found:
                break
        return found

    def _look(self, worth: Floats, duals: Floats) -> list[Mix]:
        """The best mixes by a worth that are worth more than they cost at the duals."""
        most = self.pricing.most(worth)
        waiting = np.flatnonzero(most > GAIN * (1 + self.cost))
        waiting = waiting[np.argsort(-most[waiting], kind="stable")]
        found: list[Mix] = []
        turns = np.zeros(len(worth), dtype=int)
        for part in self.pricing.at_once(waiting):
            for mix in self.pricing.mixes(part, worth):
                # Mixes of the same few candidates say the same: each candidate gets its turns.
                gain = float(mix.chances @ duals[mix.members]) - self._cost(mix)
                if gain > GAIN * (1 + self.cost[mix.box]) and (turns[mix.members] < TURNS).any():
                    turns[mix.members] += 1
                    found.append(mix)
            self._beat()
            if len(found) >= AT_ONCE:
                break
        return found

    def _raise_bound(self, worth: Floats) -> None:
        """Note which worth proves the highest bound, as far as floats tell."""
        beyond = float(self.pricing.most(worth).max(initial=0.0))
        bound = float(self.lines.prior @ worth) - max(0.0, beyond)
        if bound > self.bound:
            self.bound, self.centre = bound, worth

    def _made_exact(self, solution: Solution) -> Solution:
        """The mixes in use to the last digit, with boxes numbered as they were given.

        One that can't be made exact is left out: what it was used for is then published otherwise.
        """
        mixes, weights = [], []
        used = np.flatnonzero(solution.weights > UNUSED)
        phase = Phase(self.progress, "making them exact", len(used))
        for i in used:
            mix = self._exact(solution.mixes[i])
            phase()
            if mix is not None:
                mixes.append(replace(mix, box=int(self.kept[mix.box])))
                weights.append(float(solution.weights[i]))
        return Solution(mixes, np.array(weights), solution.worth, solution.cost)

    def _exact(self, mix: Mix) -> Mix | None:
        if mix.exact is not None:
            return mix
        if mix.tilt is not None:
            return self._exact_tilt(mix, *mix.tilt)
        assert isinstance(self.pricing, ByPrograms)
        rows = self.pricing.rows_of(mix.box)
        chances = np.zeros(len(rows.members))
        chances[np.searchsorted(rows.members, mix.members)] = mix.chances
        found = exact_mix(self.lines, rows, chances)
        if found is None:
            return None
        members, exact = found
        return Mix(mix.box, np.array(members), np.array([float(c) for c in exact]), tuple(exact))

    def _exact_tilt(self, mix: Mix, place: int, share: Fraction) -> Mix | None:
        lines = self.lines
        exact = [Fraction(int(w), lines.total) * (1 - share) for w in lines.reference]
        exact[place] += share
        return replace(mix, exact=tuple(exact)) if lines.kept(range(len(lines)), exact) else None


def order_boxes(inside: NDArray[np.bool_], cost: NDArray[Any], limit: Fraction) -> NDArray[np.intp]:
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
