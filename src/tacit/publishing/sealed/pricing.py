"""Pricing: for each box the mix that is worth most, and a number that none is worth more than.

A *mix* is one box with how likely each candidate inside is, given that box, such that every line is
kept. What it is worth is what its candidates are, on average, beyond what the box costs.

* `ByFormula`, where candidates are single cells and there is one belief: the limit's worth of chance
  on each of the most valuable cells inside, the remainder on the next.
* `ByPrograms`, for all secrets and beliefs: one small program a box, hundreds of them side by side. Its
  duals are prices of lines, and any prices prove a bound: since a mix keeps every line,

      worth  <=  most over V of ( y(V) - cost - sum over lines of price x (how far V alone is above it) )

  So once a box has prices they bound it at other worths too, and few boxes need to be looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tacit.publishing.sealed.proven import WholeWorth, beyond_box, most_valuable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacit.market.cells import Ints
    from tacit.publishing.sealed.lines import Lines, Rows

Floats = NDArray[np.float64]

LARGE = 1e4
"""What the solver is told the costliest box costs, at most: its tolerances are then relative ones."""
SIDE_BY_SIDE = 6_000
"""About so many pairs of box and candidate are put into one program; 2,000 and 20,000 take longer."""
DEAR = 10 * LARGE
"""What it costs in a program if the chances of a box lack all of 1."""
NO_CHANCE = 1e-9
"""A chance below this comes from the solver's rounding."""
LACKS = 1e-6
"""A box whose chances lack this much of 1 has no mix."""


@dataclass(frozen=True, eq=False)
class Mix:
    """One box with the chances of the candidates inside, given it.

    Attributes:
        box: which box.
        members: the candidates that have a chance.
        chances: how likely each is, given the box, by the reference.
        exact: the same to the last digit, where that is known.
        tilt: else, where the chances are those beforehand but for one candidate: which, and how much
            of all chance was moved to it.
    """

    box: int
    members: NDArray[np.intp]
    chances: Floats
    exact: tuple[Fraction, ...] | None = None
    tilt: tuple[int, Fraction] | None = None


class Pricing(Protocol):
    """How mixes are found, and bounded, for boxes (rows of `inside`) and what candidates are worth."""

    def most(self, worth: Floats) -> Floats:
        """For each box a number that no mix is worth more than."""

    def mixes(self, boxes: NDArray[np.intp], worth: Floats) -> list[Mix]:
        """The best mix of each of these boxes, where there is one; what is found sharpens `most`.

        The worth is one for all boxes, or a row for each.
        """

    def at_once(self, boxes: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
        """Boxes in portions of a size that is worth looking at together."""

    def proven(self, worth: WholeWorth) -> Fraction:
        """A number that no mix of any box is worth more than, to the last digit."""


@dataclass(frozen=True, eq=False)
class ByFormula:
    """Candidates that are single cells, with one belief."""

    lines: Lines
    inside: NDArray[np.bool_]
    cost: Ints

    @property
    def _limit(self) -> Fraction:
        return self.lines.limit

    def most(self, worth: Floats) -> Floats:
        """What the best mix is worth."""
        return formula(self.inside, worth, self._limit) - self.cost

    def mixes(self, boxes: NDArray[np.intp], worth: Floats) -> list[Mix]:
        """The limit's worth of chance on each of the most valuable, the remainder on the next."""
        top = self._limit.denominator // self._limit.numerator
        rest = 1 - top * self._limit
        parts = (self._limit,) * top + ((rest,) if rest else ())
        chances = np.array([float(part) for part in parts])
        found = []
        rows = np.atleast_2d(worth)
        for i, box in enumerate(boxes.tolist()):
            members = np.flatnonzero(self.inside[box])
            order = np.argsort(-rows[i % len(rows)][members], kind="stable")
            found.append(Mix(box, members[order[: len(parts)]], chances, parts))
        return found

    def at_once(self, boxes: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
        """A few hundred: they are quickly made."""
        return (boxes[at : at + 300] for at in range(0, len(boxes), 300))

    def proven(self, worth: WholeWorth) -> Fraction:
        """By the formula in whole numbers."""
        short = worth.scaled(self.cost) - worth.by_formula(self.inside, self._limit)
        return worth.unscaled(-int(short.min(initial=0)))


class ByPrograms:
    """All secrets and beliefs: one small program a box."""

    def __init__(self, lines: Lines, inside: NDArray[np.bool_], cost: Ints) -> None:
        self.lines, self.inside, self.cost = lines, inside, cost
        self._unit = max(1.0, float(cost.max(initial=0)) / LARGE)
        self._box, self._member = np.nonzero(inside)
        self._starts = np.searchsorted(self._box, np.arange(len(cost)))
        self._base = np.where(lines.counts[self._member], cost[self._box], 0).astype(float)
        self._above = np.zeros(len(self._box))
        """How far each pair alone is above the lines of its box, at the prices that are known."""
        self._prices: dict[int, Floats] = {}
        self._rows: dict[int, Rows] = {}

    def most(self, worth: Floats) -> Floats:
        """By the prices that are known, and by the formula, which holds here too."""
        pairs = worth[self._member] - self._base - self._above
        found = np.maximum.reduceat(pairs, self._starts)
        if self.lines.counts.all():
            by_formula = formula(self.inside, worth, self.lines.limit) - self.cost
            found = np.minimum(found, by_formula)
        return np.asarray(found)

    def at_once(self, boxes: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
        """As many as have so many pairs of box and candidate together."""
        ends = np.append(self._starts, len(self._box))
        if not len(boxes):
            return iter(())
        groups = np.cumsum(ends[boxes + 1] - ends[boxes]) // SIDE_BY_SIDE
        return iter(np.split(boxes, np.flatnonzero(np.diff(groups)) + 1))

    def mixes(self, boxes: NDArray[np.intp], worth: Floats) -> list[Mix]:
        """The best mix of each box, by one program for all of them."""
        known = [self.rows_of(box) for box in boxes.tolist()]
        each = np.atleast_2d(worth) / self._unit
        solved = _side_by_side(self.lines, known, each, self.cost[boxes] / self._unit)
        if solved is None:
            return []
        found = []
        for box, rows, chances, prices, above in zip(boxes.tolist(), known, *solved, strict=True):
            self._prices[box] = prices * self._unit
            start = self._starts[box]
            self._above[start : start + len(above)] = above * self._unit
            at = np.flatnonzero(chances > NO_CHANCE)
            part = chances[at]
            if part.sum() > 1 - LACKS:
                found.append(Mix(box, rows.members[at], part / part.sum()))
        return found

    def proven(self, worth: WholeWorth) -> Fraction:
        """By the formula in whole numbers, and else by prices, with room for rounding."""
        best = np.full(len(self.cost), np.inf)
        if self.lines.counts.all():
            short = worth.scaled(self.cost) - worth.by_formula(self.inside, self.lines.limit)
            best = np.where(short >= 0, -np.inf, np.inf)
        open_boxes = np.flatnonzero(best > 0)
        known = self.most(worth.floats)[open_boxes]
        for part in self.at_once(open_boxes[known > 0]):
            self.mixes(part, worth.floats)
        most = 0.0
        for box in open_boxes.tolist():
            rows = self.rows_of(box)
            prices = self._prices.get(box, np.zeros((len(self.lines.beliefs), len(rows.limits))))
            cost = float(self.cost[box])
            most = max(most, beyond_box(self.lines, rows, prices, worth.floats, cost))
        return Fraction(most)

    def rows_of(self, box: int) -> Rows:
        """What limits the mixes of a box."""
        if box not in self._rows:
            self._rows[box] = self.lines.rows(np.flatnonzero(self.inside[box]))
        return self._rows[box]


def formula(inside: NDArray[np.bool_], worth: Floats, limit: Fraction) -> Floats:
    """What no mix of each box is worth more than, its cost aside, as no candidate is above the limit."""
    top = limit.denominator // limit.numerator
    first, last = most_valuable(inside, worth, top)
    return np.asarray(float(limit) * first + float(1 - top * limit) * last)


def _side_by_side(
    lines: Lines, known: Sequence[Rows], worth: Floats, cost: Floats
) -> tuple[list[Floats], list[Floats], list[Floats]] | None:
    """For each box the best mix, the prices of its lines, and how far each candidate is above them.

    The worth is one row for all boxes, or one for each; None if the solver gives up. The variables are
    the chances of each pair of box and candidate; for each box how much all its candidates come to by
    each belief but the reference, by which they come to 1; and what its chances lack of 1, which is so
    dear that a box lacks anything only if it has no mix. The prices of a box that is worth little then
    say how little.
    """
    from scipy.optimize import linprog

    laid = _LaidOut(known)
    gain = worth[laid.box_of_pair % len(worth), laid.member]
    gain = gain - np.where(lines.counts[laid.member], cost[laid.box_of_pair], 0.0)
    at_most, rights = _limits(lines, laid)
    sums = at_most.shape[1] - len(gain) - laid.boxes
    found = linprog(
        np.concatenate([-gain, np.zeros(sums), np.full(laid.boxes, DEAR)]),
        A_ub=at_most,
        b_ub=rights,
        A_eq=_equal(lines, laid),
        b_eq=np.concatenate([np.zeros(sums), np.ones(laid.boxes)]),
        method="highs-ds",
    )
    if found.status != 0:
        return None
    prices = np.maximum(-found.ineqlin.marginals, 0).reshape(len(lines.beliefs), -1)
    above = np.zeros(len(gain))
    for ratio, price in zip(lines.ratios[:, laid.member], prices, strict=True):
        counted = np.bincount(laid.pair, weights=price[laid.row], minlength=len(gain))
        due = np.bincount(laid.box_of_row, weights=price * laid.limits, minlength=laid.boxes)
        above += ratio * (counted - due[laid.box_of_pair])
    return (
        np.split(found.x[: len(gain)], laid.pair_ends),
        np.split(prices, laid.row_ends, axis=1),
        np.split(above, laid.pair_ends),
    )


def _limits(lines: Lines, laid: _LaidOut) -> tuple[Any, Floats]:
    """The lines of every belief: what each counts, at most the limit's share of all."""
    from scipy.sparse import csr_array

    first = int(lines.counts.all())  # by the reference all comes to 1, which needs no variable
    others = range(first, len(lines.beliefs))
    every = range(len(lines.beliefs))
    ratios, many = lines.ratios[:, laid.member], len(laid.member)
    entries = np.concatenate([*ratios[:, laid.pair], *(-laid.limits for _ in others)])
    row = [b * laid.rows + laid.row for b in every]
    row += [b * laid.rows + np.arange(laid.rows) for b in others]
    column = [laid.pair for _ in every]
    column += [many + k * laid.boxes + laid.box_of_row for k, _ in enumerate(others)]
    width = many + (len(others) + 1) * laid.boxes
    shape = (len(every) * laid.rows, width)
    right = np.concatenate([laid.limits * (b < first) for b in every])
    return csr_array((entries, (np.concatenate(row), np.concatenate(column))), shape=shape), right


def _equal(lines: Lines, laid: _LaidOut) -> Any:
    """What all candidates of a box come to by each belief; and their chances and the lack make 1."""
    from scipy.sparse import csr_array

    first = int(lines.counts.all())
    ratios, many = lines.ratios[first:, laid.member], len(laid.member)
    sums, pairs, boxes = len(ratios) * laid.boxes, np.arange(many), np.arange(laid.boxes)
    row = [k * laid.boxes + laid.box_of_pair for k in range(len(ratios))]
    row += [np.arange(sums), sums + laid.box_of_pair, sums + boxes]
    column = [*(pairs for _ in ratios), many + np.arange(sums), pairs, many + sums + boxes]
    entries = np.concatenate([*ratios, -np.ones(sums), np.ones(many + laid.boxes)])
    shape = (sums + laid.boxes, many + sums + laid.boxes)
    return csr_array((entries, (np.concatenate(row), np.concatenate(column))), shape=shape)


class _LaidOut:
    """Boxes side by side in one program, with a variable for each pair of box and candidate inside.

    Attributes:
        row, pair: where a row counts a pair.
        box_of_row, box_of_pair: which of the boxes each is of.
        member: the candidate of each pair.
        limits: the limit of each row.
        rows, boxes: how many there are.
        row_ends, pair_ends: where the rows and the pairs of each box but the last end.
    """

    def __init__(self, known: Sequence[Rows]) -> None:
        rows, pairs = [len(k.held) for k in known], [len(k.members) for k in known]
        row_at, pair_at = np.cumsum([0, *rows]), np.cumsum([0, *pairs])
        entries = [np.nonzero(k.held) for k in known]
        each = np.arange(len(known))
        self.row = np.concatenate([i + at for (i, _), at in zip(entries, row_at, strict=False)])
        self.pair = np.concatenate([j + at for (_, j), at in zip(entries, pair_at, strict=False)])
        self.box_of_row, self.box_of_pair = np.repeat(each, rows), np.repeat(each, pairs)
        self.member = np.concatenate([k.members for k in known])
        self.limits = np.concatenate([k.floats for k in known])
        self.rows, self.boxes = int(row_at[-1]), len(known)
        self.row_ends, self.pair_ends = row_at[1:-1], pair_at[1:-1]
