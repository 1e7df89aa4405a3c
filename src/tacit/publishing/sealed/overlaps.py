"""The program behind `sealed` where candidates may share records.

The formula for the best mix of a box (`_program.py`) is only a bound then: three candidates at the
limit each may hold the same record. So boxes are made when they are needed, and not mixes: the
solver is given, for the boxes at hand, every pair of a box and a candidate inside, and one row for
each box and kind of record. Its duals say what each candidate is worth, and with these the other
boxes are looked at, hundreds in one program, for some that are worth more than they cost.

What a candidate holds, over the limit, is a first guess of its worth, and a good one: no box is then
worth more than it costs, and those worth nearly as much are the ones to start with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._exact import in_ticks
from tacit.publishing.sealed.program import (
    CLOSE,
    LARGE,
    PRECISION,
    Column,
    Floats,
    Solution,
    order_boxes,
    steady,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from tacit.market.cells import Ints

ROUNDS = 12
"""How often boxes are added at most."""
AT_ONCE = 400
"""How many boxes are added in one round at most, and are looked at in one program."""
NEAREST = 10
"""With how many boxes around each candidate to start."""
FEWEST_PAIRS = 10_000
"""So many pairs of box and candidate are looked at together, or as many as the effort if more."""
TIGHT = 1e-8
"""How near the limit a record is taken to be at it, before that is checked exactly."""
GRID = 2**40


@dataclass(frozen=True)
class Rows:
    """What limits the mixes of a box: each row is a kind of record; no other says more."""

    members: NDArray[np.intp]
    held: NDArray[np.bool_]


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

    def __post_init__(self) -> None:
        total = int(self.weights.sum())
        self.prior: Floats = np.array([int(weight) / total for weight in self.weights])
        self.kept = order_boxes(self.inside, self.cost, self.limit)
        self.inside, self.cost = self.inside[self.kept], self.cost[self.kept]
        self.unit = max(1.0, float(self.cost.max(initial=0)) / LARGE)
        self._known: dict[int, Rows] = {}

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
        """What no solution costs less than, as far as the solver's numbers can be trusted."""
        return Fraction(max(0.0, self.bound * (1 - CLOSE)))

    def _drop_useless(self) -> None:
        """Leave out boxes without any mix that keeps the limit."""
        everyone = np.arange(len(self.cost))
        parts = [self._best_mixes(part, None) for part in _parts(everyone)]
        at = np.flatnonzero(np.concatenate([np.zeros(0), *parts]) > 1 - 1e-7)
        self._known = {k: self._known[int(u)] for k, u in enumerate(at)}
        self.kept, self.inside, self.cost = self.kept[at], self.inside[at], self.cost[at]

    def _start(self, whole: int) -> NDArray[np.intp]:
        """For each candidate the boxes that are worth nearly what they cost, by the guess."""
        short = self._shortfall(np.arange(len(self.cost)), self.guess)
        self.bound = float(self.prior @ self.guess) + min(0.0, float(short.min()))
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
        missing = min(0.0, float(short.min(initial=0.0)))
        self.bound = max(self.bound, float(self.prior @ worth) + missing)
        good = short < -1e-9 * (1 + self.cost[promising])
        good &= ~np.isin(promising, active)
        order = np.argsort(short[good], kind="stable")
        return promising[good][order[:AT_ONCE]]

    def _promising(self, worth: Floats) -> NDArray[np.intp]:
        """The boxes that the formula does not rule out."""
        top = self.limit.denominator // self.limit.numerator
        rest = float(1 - top * self.limit)
        order = np.argsort(-worth, kind="stable")
        ordered = self.inside[:, order]
        place: NDArray[Any] = np.cumsum(ordered, axis=1, dtype=np.int32)
        value = float(self.limit) * ((ordered & (place <= top)) @ worth[order])
        value += rest * ((ordered & (place == top + 1)) @ worth[order])
        return np.flatnonzero(self.cost - value < -1e-9 * (1 + self.cost))

    def _shortfall(self, boxes: NDArray[np.intp], worth: Floats) -> Floats:
        """By how much the best mix of each box is worth less than the box costs."""
        parts = [self._best_mixes(part, worth) for part in _parts(boxes)]
        return np.asarray(self.cost[boxes] - np.concatenate([np.zeros(0), *parts]))

    def _best_mixes(self, boxes: NDArray[np.intp], worth: Floats | None) -> Floats:
        """What the best mix of each box is worth; without a worth, how much chance has room."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        rows, of_row, pair, box_of, member = self._laid_out(boxes)
        count = len(member)
        limits = csr_array((np.ones(len(rows)), (rows, pair)), shape=(len(of_row), count))
        sums = csr_array((np.ones(count), (box_of, np.arange(count))), shape=(len(boxes), count))
        value = np.ones(count) if worth is None else worth[member] / self.unit
        bounds = (0, 1) if worth is None else (0, None)
        equal = {} if worth is None else {"A_eq": sums, "b_eq": np.ones(len(boxes))}
        found = linprog(
            -value,
            A_ub=limits,
            b_ub=np.full(len(of_row), float(self.limit)),
            bounds=bounds,
            method="highs-ds",
            **equal,
        )
        if found.status != 0:  # then nothing is known of these boxes, and the bound must stand
            return np.full(len(boxes), np.inf)
        scale = 1.0 if worth is None else self.unit
        worths = np.asarray(found.x * value * scale, dtype=np.float64)
        return np.bincount(box_of, weights=worths, minlength=len(boxes)).astype(np.float64)

    def _weigh(self, active: NDArray[np.intp]) -> tuple[Solution, Floats] | None:
        """The cheapest use of the boxes at hand, and what candidates are worth."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        rows, of_row, pair, box_of, member = self._laid_out(active)
        many, boxes, people = len(member), len(active), len(self.prior)
        used = many + np.arange(boxes)
        limits = csr_array(
            (
                np.concatenate([np.ones(len(rows)), np.full(len(of_row), -float(self.limit))]),
                (
                    np.concatenate([rows, np.arange(len(of_row))]),
                    np.concatenate([pair, many + of_row]),
                ),
            ),
            shape=(len(of_row), many + boxes),
        )
        pairs = np.arange(many)
        sums = csr_array(
            (
                np.concatenate([np.ones(2 * many), -np.ones(boxes)]),
                (
                    np.concatenate([member, people + box_of, people + np.arange(boxes)]),
                    np.concatenate([pairs, pairs, used]),
                ),
            ),
            shape=(people + boxes, many + boxes),
        )
        strict = {
            "primal_feasibility_tolerance": PRECISION,
            "dual_feasibility_tolerance": PRECISION,
        }
        for method, options in (("highs-ipm", strict), ("highs-ds", strict), ("highs-ds", {})):
            found = linprog(
                np.concatenate([np.zeros(many), self.cost[active] / self.unit]),
                A_ub=limits,
                b_ub=np.zeros(len(of_row)),
                A_eq=sums,
                b_eq=np.concatenate([self.prior, np.zeros(boxes)]),
                method=method,
                options=options,
            )
            if found.status == 0:
                worth = steady(found.eqlin.marginals[:people] * self.unit)
                columns, weights = self._columns(active, found.x[:many], box_of)
                cost = float(found.fun) * self.unit
                return Solution(columns, weights, worth, cost), worth
        return None

    def _columns(
        self, active: NDArray[np.intp], joint: Floats, box_of: NDArray[np.intp]
    ) -> tuple[list[Column], Floats]:
        """The boxes in use, each with its mix, made exact."""
        columns, weights = [], []
        for k, part in enumerate(np.split(joint, np.flatnonzero(np.diff(box_of)) + 1)):
            weight = float(part.sum())
            if weight > 1e-13:
                rows = self._rows(int(active[k]))
                mix = exact_mix(rows.held, part / weight, self.limit)
                if mix is not None:
                    columns.append(_column(int(self.kept[active[k]]), rows.members, mix))
                    weights.append(weight)
        return columns, np.array(weights)

    def _laid_out(
        self, boxes: NDArray[np.intp]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Boxes side by side: entries (row, pair), each row's box, each pair's box and member."""
        rows, of_row, pairs, box_of, member = [], [], [], [], []
        row = pair = 0
        for k, u in enumerate(boxes.tolist()):
            known = self._rows(u)
            i, j = np.nonzero(known.held)
            rows.append(i + row)
            pairs.append(j + pair)
            of_row.append(np.full(len(known.held), k))
            box_of.append(np.full(len(known.members), k))
            member.append(known.members)
            row, pair = row + len(known.held), pair + len(known.members)
        parts = (rows, of_row, pairs, box_of, member)
        found = [np.concatenate(part) for part in parts]
        return found[0], found[1], found[2], found[3], found[4]

    def _rows(self, box: int) -> Rows:
        if box not in self._known:
            members = np.flatnonzero(self.inside[box])
            self._known[box] = Rows(members, _telling(self.cover[:, members]))
        return self._known[box]


def exact_mix(held: NDArray[np.bool_], mix: Floats, limit: Fraction) -> list[Fraction] | None:
    """The nearest mix, about, that adds up to 1 and keeps the limit to the last digit.

    Records that are about at the limit are put there exactly, by elimination; what that leaves
    open is rounded. None if the outcome is no such mix.
    """
    used = np.flatnonzero(mix > TIGHT)
    order = used[np.argsort(-mix[used], kind="stable")]
    rows = held[:, order]
    tight = rows[rows @ mix[order] >= float(limit) - TIGHT]
    equations = [[*map(int, row), limit] for row in tight]
    solved = _eliminated([*equations, [1] * len(order) + [Fraction(1)]], mix[order])
    if solved is None or min(solved) < 0:
        return None
    values = np.array(solved, dtype=object)
    if any(sum(values[row], Fraction(0)) > limit for row in rows):
        return None
    found = [Fraction(0)] * len(mix)
    for at, value in zip(order.tolist(), solved, strict=True):
        found[at] = value
    return found


def _eliminated(equations: Sequence[Sequence[Any]], near: Floats) -> list[Fraction] | None:
    """The solution of equations whose free values are those nearby, rounded; None without one."""
    rows = [[Fraction(x) for x in row] for row in equations]
    many = len(near)
    pivots: list[tuple[int, list[Fraction]]] = []
    for at in range(many):
        pivot = next((row for row in rows if row[at]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        pivot = [x / pivot[at] for x in pivot]
        rows = [_less(row, row[at], pivot) for row in rows]
        pivots = [(p, _less(row, row[at], pivot)) for p, row in pivots]
        pivots.append((at, pivot))
    if any(row[many] for row in rows):
        return None
    values = [Fraction(round(float(x) * GRID), GRID) for x in near]
    bound = {p for p, _ in pivots}
    free = [at for at in range(many) if at not in bound]
    for at, row in pivots:
        values[at] = row[many] - sum((row[k] * values[k] for k in free), Fraction(0))
    return values


def _less(row: list[Fraction], times: Fraction, pivot: list[Fraction]) -> list[Fraction]:
    return [a - times * b if b else a for a, b in zip(row, pivot, strict=True)] if times else row


def _column(box: int, members: NDArray[np.intp], mix: Sequence[Fraction]) -> Column:
    used = [i for i, part in enumerate(mix) if part]
    parts, _ = in_ticks([mix[i] for i in used])
    return Column(box, members[used], tuple(parts), sum(parts))


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
