"""The program behind `sealed` where candidates may share records.

With single cells, the best mix of a box is a formula (`program.py`). Where candidates share records
it is only a bound: three candidates at the limit each may hold the same record. The idea here is to
make boxes when they are needed, and not mixes. The solver is given, for the boxes at hand, every pair
of a box and a candidate inside, and one row for each box and kind of record: so it mixes by itself.
Its duals say what each candidate is worth. With these the other boxes are priced: the formula rules
most out, and for the rest one small program each, hundreds of them put side by side into one, says
what the best mix is worth. Boxes worth more than they cost join those at hand, until none is.

What a candidate holds, over the limit, is a first guess of its worth, and a good one: no box is then
worth more than it costs, and those worth nearly as much are the ones to start with.

The solver's numbers choose boxes and weigh them. What is promised does not rest on them: mixes are
made exact (`exact_mix.py`), and the bound is proven in whole numbers, with the duals of the small
programs as prices of records (`proven.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._exact import in_ticks
from tacit.publishing.sealed.exact_mix import exact_mix
from tacit.publishing.sealed.program import (
    CLOSE,
    GAIN,
    LARGE,
    PRECISION,
    UNUSED,
    Floats,
    Mix,
    Solution,
    order_boxes,
    steady,
)
from tacit.publishing.sealed.proven import WholeWorth, has_no_mix, most_valuable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from tacit.market.cells import Ints

ROUNDS = 12
"""How often boxes are added at most; chosen so that a block of many candidates takes minutes at most."""
AT_ONCE = 400
"""How many boxes are added in a round at most, and looked at in one program; chosen for memory."""
NEAREST = 10
"""With how many boxes around each candidate to start, as in `program.py`."""
FEWEST_PAIRS = 10_000
"""So many pairs of box and candidate are looked at together, or as many as the effort if more."""
NO_ROOM = 1e-7
"""A box whose chances seem to come to less than 1 by this much has no mix, as far as floats tell."""


@dataclass(frozen=True)
class Rows:
    """What limits the mixes of a box: each row is a kind of record; no other says more."""

    members: NDArray[np.intp]
    held: NDArray[np.bool_]


@dataclass(frozen=True)
class LaidOut:
    """Boxes side by side in one program, with a variable for each pair of box and candidate inside.

    Attributes:
        row, pair: where a row counts a pair.
        box_of_row, box_of_pair: which of the boxes each is of.
        member: the candidate of each pair.
        rows_per_box: how many rows each box has.
    """

    row: NDArray[np.intp]
    pair: NDArray[np.intp]
    box_of_row: NDArray[np.intp]
    box_of_pair: NDArray[np.intp]
    member: NDArray[np.intp]
    rows_per_box: NDArray[np.intp]


@dataclass
class Overlaps:
    """Which box to publish for which candidate, where candidates may share records.

    Attributes:
        weights: how likely each candidate is, as whole numbers in proportion.
        inside: which box (row) may be published for which candidate (column).
        cost: what each box costs.
        limit: the highest chance that a record may have, given the box.
        cover: which record (row) lies in which candidate (column).
        guess: what each candidate is worth, about.
        effort: how many pairs of box and candidate to look at together, about.
        tick: called after each round with the cost so far and a bound.
    """

    weights: Ints
    inside: NDArray[np.bool_]
    cost: Ints
    limit: Fraction
    cover: NDArray[np.bool_]
    guess: Floats
    effort: int
    tick: Callable[[float, float], None] | None = None
    bound: float = field(default=-np.inf, init=False)
    _proving: Floats | None = field(default=None, init=False)
    """The worth that gives the highest bound so far."""

    def __post_init__(self) -> None:
        total = int(self.weights.sum())
        self.prior: Floats = np.array([int(weight) / total for weight in self.weights])
        self.kept = order_boxes(self.inside, self.cost, self.limit)
        self.inside, self.cost = self.inside[self.kept], self.cost[self.kept]
        self.unit = max(1.0, float(self.cost.max(initial=0)) / LARGE)
        self._known: dict[int, Rows] = {}
        self._doubtful = self.inside[:0], self.cost[:0]
        """Boxes that seem to have no mix, though that is not proven, and what they cost."""

    def solve(self) -> Solution | None:
        """The best use of boxes found; None if no use of these boxes keeps the limit."""
        self._drop_useless()
        whole = np.flatnonzero(self.inside.all(axis=1))
        if not len(whole):
            return None
        active = self._start(int(whole[0]))
        best: Solution | None = None
        for _ in range(ROUNDS):
            found = self._weigh(active)
            if found is None:
                break
            best, worth = found
            more = self._price(worth, active)
            if self.tick is not None:
                self.tick(best.cost, self.bound)
            more = self._within_effort(active, more)
            if best.cost - self.bound <= CLOSE * abs(best.cost) or not len(more):
                break
            active = np.union1d(active, more)
        return best

    def lower_bound(self, worth: Floats) -> Fraction:
        """What no solution costs less than, proven in whole numbers by what candidates are worth.

        Of the worths that were looked at, the one that gives the highest bound serves. Boxes that
        are proven to have no mix are left out.
        """
        worth = worth if self._proving is None else self._proving
        doubtful, their_cost = self._doubtful
        every_cost = np.concatenate([self.cost, their_cost])
        rounded = WholeWorth.of(worth, every_cost, self.limit)
        if rounded is None:
            return Fraction(int(every_cost.min()))
        best = rounded.by_formula(self.inside)
        above = np.flatnonzero(rounded.scaled(self.cost) < best)
        for part in _parts(above):
            best[part] = np.minimum(best[part], self._by_prices(part, rounded))
        best = np.concatenate([best, rounded.by_formula(doubtful)])
        short = int((rounded.scaled(every_cost) - best).min(initial=0))
        return rounded.bound(self.weights, short)

    def _by_prices(self, boxes: NDArray[np.intp], worth: WholeWorth) -> NDArray[np.int64]:
        """A number that no mix of each box is worth more than, by the duals of its best mix."""
        _, prices = self._best_mixes(boxes, worth.whole / worth.parts)
        found = []
        for u, price in zip(boxes.tolist(), prices, strict=True):
            rows = self._rows(u)
            most = worth.by_prices(worth.whole[rows.members], rows.held, price)
            found.append(np.iinfo(np.int64).max if most is None else most)
        return np.array(found, dtype=np.int64)

    def _drop_useless(self) -> None:
        """Leave out boxes without any mix that keeps the limit."""
        useful: list[int] = []
        doubtful: list[int] = []
        for part in _parts(np.arange(len(self.cost))):
            room, prices = self._best_mixes(part, None)
            for u, chance, price in zip(part.tolist(), room, prices, strict=True):
                if chance > 1 - NO_ROOM:
                    useful.append(u)
                elif not has_no_mix(self._rows(u).held, price, self.limit):
                    doubtful.append(u)
        at = np.array(useful, dtype=np.intp)
        self._doubtful = self.inside[doubtful], self.cost[doubtful]
        self._known = {k: self._known[u] for k, u in enumerate(useful)}
        self.kept, self.inside, self.cost = self.kept[at], self.inside[at], self.cost[at]

    def _start(self, whole: int) -> NDArray[np.intp]:
        """For each candidate the boxes that are worth nearly what they cost, by the guess."""
        short = self._shortfall(np.arange(len(self.cost)), self.guess)
        self._raise_bound(self.guess, float(short.min()))
        order = np.argsort(short, kind="stable")
        nearest = [order[self.inside[order, v]][:NEAREST] for v in range(len(self.prior))]
        by_turn = [row[k] for k in range(NEAREST) for row in nearest if k < len(row)]
        first = np.array([whole], dtype=np.intp)
        more = self._within_effort(first, np.array(list(dict.fromkeys(by_turn)), dtype=np.intp))
        return np.union1d(first, more)

    def _within_effort(self, active: NDArray[np.intp], more: NDArray[np.intp]) -> NDArray[np.intp]:
        """The first of these boxes, as many as there is room for."""
        room = max(FEWEST_PAIRS, self.effort) - int(self.inside[active].sum())
        return more[np.cumsum(self.inside[more].sum(axis=1)) <= room]

    def _price(self, worth: Floats, active: NDArray[np.intp]) -> NDArray[np.intp]:
        """Other boxes that are worth more than they cost, the best first; raises the bound."""
        promising = self._promising(worth)
        short = self._shortfall(promising, worth)
        self._raise_bound(worth, float(short.min(initial=0.0)))
        good = short < -GAIN * (1 + self.cost[promising])
        good &= ~np.isin(promising, active)
        order = np.argsort(short[good], kind="stable")
        return promising[good][order[:AT_ONCE]]

    def _raise_bound(self, worth: Floats, short: float) -> None:
        """Note which worth gives the highest bound, as far as floats tell."""
        bound = float(self.prior @ worth) + min(0.0, short)
        if bound > self.bound or self._proving is None:
            self.bound, self._proving = bound, worth

    def _promising(self, worth: Floats) -> NDArray[np.intp]:
        """The boxes that the formula does not rule out."""
        top = self.limit.denominator // self.limit.numerator
        first, last = most_valuable(self.inside, worth, top)
        value = float(self.limit) * first + float(1 - top * self.limit) * last
        return np.flatnonzero(self.cost - value < -GAIN * (1 + self.cost))

    def _shortfall(self, boxes: NDArray[np.intp], worth: Floats) -> Floats:
        """By how much the best mix of each box is worth less than the box costs."""
        parts = [self._best_mixes(part, worth)[0] for part in _parts(boxes)]
        return np.asarray(self.cost[boxes] - np.concatenate([np.zeros(0), *parts]))

    def _best_mixes(
        self, boxes: NDArray[np.intp], worth: Floats | None
    ) -> tuple[Floats, list[Floats]]:
        """What the best mix of each box is worth, and the prices of its records that say so.

        Without a worth, how much chance has room.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        laid = self._laid_out(boxes)
        count, rows = len(laid.member), len(laid.box_of_row)
        unit = 1.0 if worth is None else self.unit
        value = np.ones(count) if worth is None else worth[laid.member] / unit
        equal: dict[str, Any] = {}
        if worth is not None:
            entries = (np.ones(count), (laid.box_of_pair, np.arange(count)))
            equal["A_eq"] = csr_array(entries, shape=(len(boxes), count))
            equal["b_eq"] = np.ones(len(boxes))
        found = linprog(
            -value,
            A_ub=csr_array((np.ones(len(laid.row)), (laid.row, laid.pair)), shape=(rows, count)),
            b_ub=np.full(rows, float(self.limit)),
            method="highs-ds",
            **equal,
        )
        if found.status != 0:  # then nothing is known of these boxes, and the bound must stand
            return np.full(len(boxes), np.inf), [np.zeros(n) for n in laid.rows_per_box]
        worths = np.asarray(found.x * value * unit, dtype=np.float64)
        best = np.bincount(laid.box_of_pair, weights=worths, minlength=len(boxes))
        prices = np.split(-found.ineqlin.marginals * unit, np.cumsum(laid.rows_per_box)[:-1])
        return best.astype(np.float64), prices

    def _weigh(self, active: NDArray[np.intp]) -> tuple[Solution, Floats] | None:
        """The cheapest use of the boxes at hand, and what candidates are worth."""
        from scipy.optimize import linprog

        laid = self._laid_out(active)
        many, boxes, people = len(laid.member), len(active), len(self.prior)
        limits, sums = self._equations(laid, boxes)
        strict = {
            "primal_feasibility_tolerance": PRECISION,
            "dual_feasibility_tolerance": PRECISION,
        }
        for method, options in (("highs-ipm", strict), ("highs-ds", strict), ("highs-ds", {})):
            found = linprog(
                np.concatenate([np.zeros(many), self.cost[active] / self.unit]),
                A_ub=limits,
                b_ub=np.zeros(len(laid.box_of_row)),
                A_eq=sums,
                b_eq=np.concatenate([self.prior, np.zeros(boxes)]),
                method=method,
                options=options,
            )
            if found.status == 0:
                worth = steady(found.eqlin.marginals[:people] * self.unit)
                mixes, weights = self._mixes(active, found.x[:many], laid.box_of_pair)
                cost = float(found.fun) * self.unit
                return Solution(mixes, weights, worth, cost), worth
        return None

    def _equations(self, laid: LaidOut, boxes: int) -> tuple[Any, Any]:
        """Rows of the program: no record above the limit; chances add up, by candidate and by box.

        Its variables are the pairs of box and candidate, then how much each box is used.
        """
        from scipy.sparse import csr_array

        many, people, rows = len(laid.member), len(self.prior), len(laid.box_of_row)
        pairs, used = np.arange(many), many + np.arange(boxes)
        limits = csr_array(
            (
                np.concatenate([np.ones(len(laid.row)), np.full(rows, -float(self.limit))]),
                (
                    np.concatenate([laid.row, np.arange(rows)]),
                    np.concatenate([laid.pair, many + laid.box_of_row]),
                ),
            ),
            shape=(rows, many + boxes),
        )
        sums = csr_array(
            (
                np.concatenate([np.ones(2 * many), -np.ones(boxes)]),
                (
                    np.concatenate(
                        [laid.member, people + laid.box_of_pair, people + np.arange(boxes)]
                    ),
                    np.concatenate([pairs, pairs, used]),
                ),
            ),
            shape=(people + boxes, many + boxes),
        )
        return limits, sums

    def _mixes(
        self, active: NDArray[np.intp], joint: Floats, box_of: NDArray[np.intp]
    ) -> tuple[list[Mix], Floats]:
        """The boxes in use, each with its mix, made exact."""
        mixes, weights = [], []
        for k, part in enumerate(np.split(joint, np.flatnonzero(np.diff(box_of)) + 1)):
            weight = float(part.sum())
            if weight > UNUSED:
                rows = self._rows(int(active[k]))
                mix = exact_mix(rows.held, part / weight, self.limit)
                if mix is not None:
                    mixes.append(_mix(int(self.kept[active[k]]), rows.members, mix))
                    weights.append(weight)
        return mixes, np.array(weights)

    def _laid_out(self, boxes: NDArray[np.intp]) -> LaidOut:
        """Boxes side by side."""
        known = [self._rows(u) for u in boxes.tolist()]
        rows, pairs = [len(k.held) for k in known], [len(k.members) for k in known]
        row_at, pair_at = np.cumsum([0, *rows]), np.cumsum([0, *pairs])
        entries = [np.nonzero(k.held) for k in known]
        everyone = np.arange(len(known))
        return LaidOut(
            np.concatenate([i + at for (i, _), at in zip(entries, row_at, strict=False)]),
            np.concatenate([j + at for (_, j), at in zip(entries, pair_at, strict=False)]),
            np.repeat(everyone, rows),
            np.repeat(everyone, pairs),
            np.concatenate([k.members for k in known]),
            np.array(rows),
        )

    def _rows(self, box: int) -> Rows:
        if box not in self._known:
            members = np.flatnonzero(self.inside[box])
            self._known[box] = Rows(members, _telling(self.cover[:, members]))
        return self._known[box]


def _mix(box: int, members: NDArray[np.intp], mix: Sequence[Fraction]) -> Mix:
    used = [i for i, part in enumerate(mix) if part]
    parts, _ = in_ticks([mix[i] for i in used])
    return Mix(box, members[used], tuple(parts), sum(parts))


def _parts(boxes: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    return (boxes[at : at + AT_ONCE] for at in range(0, len(boxes), AT_ONCE))


def _telling(held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The rows that are not contained in another row."""
    rows = held[held.any(axis=1)]
    shared = rows.astype(np.float32) @ rows.astype(np.float32).T
    size = shared.diagonal()
    at = np.arange(len(rows))
    larger = (size[:, None] < size) | ((size[:, None] == size) & (at[:, None] > at))
    return np.asarray(rows[~((shared == size[:, None]) & larger).any(axis=1)])
