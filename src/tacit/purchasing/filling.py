"""The cheapest purchase of a given size that holds enough wanted records and shows every value.

Records are taken cheapest first; among equally cheap cells, in proportion to what they offer. If
the result shows every value of the published intent, nothing cheaper exists. If it does not, a few
records are exchanged for ones that do; and unless that cost nothing, a small integer program
decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit._defaults import LARGEST
from tacit.market.cells import Ints, offsets, priced

if TYPE_CHECKING:
    from tacit.purchasing.problem import Problem

PROGRAM_UP_TO = 2_000
"""With more cells than this, a purchase that had to be mended is not proven to be the cheapest."""
SOLVE_SECONDS = 5.0
"""How long the integer program may take; what it found by then is not proven to be the best."""
Row = tuple[NDArray[np.float64], float, float]
_SCALE = 1e6
_TRUSTED = 10**12
"""Costs up to this many steps apart are told apart by the integer program for certain."""


@dataclass(frozen=True)
class Filled:
    """Counts per cell, and whether nothing cheaper exists."""

    counts: Ints
    cost: int
    cheapest: bool


class Solved(NamedTuple):
    """What the integer program found, and whether nothing better exists."""

    counts: Ints
    best: bool


def cheapest(problem: Problem, size: int, most: Ints, at_least: int) -> Filled | None:
    """Find the cheapest purchase of `size` records with at least so many wanted ones.

    Args:
        problem: what to buy from.
        size: how many records to buy.
        most: how many records of each wanted cell may be bought.
        at_least: how many wanted records it must hold.

    Returns:
        None if there is no such purchase.
    """
    room = room_for(problem, most)
    if size > room.sum() or at_least > most.sum() or at_least > size:
        return None
    if size < _most_values(problem) or not can_show(problem, room):
        return None
    counts = np.zeros(len(room), dtype=np.int64)
    counts[problem.wanted] = take(problem.prices[problem.wanted], most, at_least)
    counts += take(problem.prices, room - counts, size - at_least)
    bound = cost_of(problem, counts)
    if not _hidden(problem, counts).any():
        return Filled(counts, bound, True)
    mended = _mended(problem, counts.copy(), room, at_least)
    filled = None if mended is None else Filled(mended, cost_of(problem, mended), False)
    if filled is not None and filled.cost == bound:
        return Filled(filled.counts, bound, True)
    if filled is None:
        filled = _around_cover(problem, size, room, at_least)
    if not decides(problem):
        return filled
    solved = _program(problem, size, room, at_least)
    return filled if solved is None or (filled and filled.cost < solved.cost) else solved


def decides(problem: Problem) -> bool:
    """Whether `cheapest` finding nothing means that there is nothing."""
    return len(problem.stock) <= PROGRAM_UP_TO


def room_for(problem: Problem, most: Ints) -> Ints:
    """How many records of each cell may be bought."""
    room = problem.stock.copy()
    room[problem.wanted] = most
    return room


def can_show(problem: Problem, room: Ints) -> bool:
    """Whether every value can be shown by a cell of which something may be bought."""
    return not _hidden(problem, room).any()


def fewest_to_cover(problem: Problem, room: Ints, at_least: int = 0) -> int:
    """The smallest number of records that shows every value and holds enough wanted ones.

    From above if there are many cells. Needs that `can_show`.
    """
    if decides(problem):
        wanted = problem.wanted.astype(np.float64)
        solved = _solve(problem, np.ones(len(room)), room, [(wanted, at_least, np.inf)])
        if solved is not None:
            return int(solved.counts.sum())
    cover = _covering(problem, room)
    lacking = at_least - int(cover[problem.wanted].sum())
    return int(cover.sum()) + max(lacking, 0)


def _covering(problem: Problem, room: Ints) -> Ints:
    """A few records that show every value, chosen greedily."""
    cover = _Cover(problem, np.zeros(len(room), dtype=np.int64))
    while (cell := cover.best(room)) is not None:
        cover.add(cell)
    return cover.counts


def _around_cover(problem: Problem, size: int, room: Ints, at_least: int) -> Filled | None:
    """A purchase that shows every value first and is filled up then; None if that is too large."""
    counts = _covering(problem, room).copy()
    wanted = problem.wanted
    lacking = max(at_least - int(counts[wanted].sum()), 0)
    if lacking > int((room - counts)[wanted].sum()) or int(counts.sum()) + lacking > size:
        return None
    counts[wanted] += take(problem.prices[wanted], (room - counts)[wanted], lacking)
    counts += take(problem.prices, room - counts, size - int(counts.sum()))
    return Filled(counts, cost_of(problem, counts), False)


def cost_of(problem: Problem, counts: Ints) -> int:
    """What records cost, in price ticks."""
    return priced(counts, problem.prices)


def take(prices: Ints, room: Ints, amount: int) -> Ints:
    """Take records cheapest first, in proportion among equally cheap cells."""
    taken = np.zeros(len(room), dtype=np.int64)
    if not amount:
        return taken
    order = np.argsort(prices, kind="stable")
    reached = np.cumsum(room[order])
    last = prices[order[int(np.searchsorted(reached, amount))]]
    below, level = prices < last, prices == last
    taken[below] = room[below]
    taken[level] = in_proportion(room[level], amount - int(taken.sum()))
    return taken


def in_proportion(room: Ints, amount: int) -> Ints:
    """Split an amount in proportion to the room there is, by largest remainders."""
    total = int(room.sum())
    if not total:
        return room
    fits = int(room.max()) * amount < LARGEST
    shares = (room if fits else room.astype(object)) * amount
    taken, rest = (shares // total).astype(np.int64), shares % total
    first = np.argsort(-rest, kind="stable")[: amount - int(taken.sum())]
    taken[first] += 1
    return taken


def _most_values(problem: Problem) -> int:
    """The most values to be shown on one dimension; a record shows only one of them."""
    shape = problem.market.space.shape
    return int(np.add.reduceat(problem.to_cover, offsets(shape)[:-1], dtype=np.int64).max())


def _hidden(problem: Problem, counts: Ints) -> NDArray[np.bool_]:
    """The values of the published intent that a purchase does not show."""
    hidden, bought = problem.to_cover.copy(), counts > 0
    for row in problem.values:
        hidden[row[bought]] = False
    return hidden


class _Cover:
    """Which values a purchase shows, kept up to date from one record to the next.

    Attributes:
        shown: for each value, how many of the bought cells show it.
        gain: for each cell, how many hidden values it would show.
    """

    def __init__(self, problem: Problem, counts: Ints) -> None:
        self.problem, self.counts = problem, counts
        hidden, bought = _hidden(problem, counts), np.flatnonzero(counts)
        self.shown = np.zeros(len(hidden), dtype=np.int64)
        self.gain = np.zeros(len(counts), dtype=np.int64)
        for row in problem.values:
            self.shown += np.bincount(row[bought], minlength=len(hidden))
            self.gain += hidden[row]

    def best(self, room: Ints) -> int | None:
        """The cell that shows the most hidden values, the cheapest of those that do."""
        gain = np.where(room > self.counts, self.gain, 0)
        most = gain.max()
        best = np.flatnonzero(gain == most)
        return int(best[self.problem.prices[best].argmin()]) if most else None

    def add(self, cell: int) -> None:
        """Buy a record of a cell."""
        if not self.counts[cell]:
            for row, value in zip(self.problem.values, self.problem.values[:, cell], strict=True):
                if not self.shown[value]:
                    self.gain -= row == value
                self.shown[value] += 1
        self.counts[cell] += 1

    def drop(self, cell: int) -> None:
        """Give up a record of a bought cell."""
        self.counts[cell] -= 1
        if not self.counts[cell]:
            self.shown[self.problem.values[:, cell]] -= 1

    def first_spare(self, cells: Ints) -> int | None:
        """The first of some cells that can give up a record without hiding a value."""
        for cell in map(int, cells):
            alone = self.shown[self.problem.values[:, cell]] == 1
            if self.counts[cell] > 1 or (self.counts[cell] == 1 and not alone.any()):
                return cell
        return None


def _mended(problem: Problem, counts: Ints, room: Ints, at_least: int) -> Ints | None:
    """Exchange records until every value is shown; None if that does not succeed.

    In comes the cell that shows the most hidden values; out goes the dearest that can be spared.
    """
    cover, added = _Cover(problem, counts), np.array([], dtype=np.int64)
    bought = np.flatnonzero(counts)
    dearest = bought[np.argsort(-problem.prices[bought], kind="stable")]
    disguise = dearest[~problem.wanted[dearest]]
    held = int(counts[problem.wanted].sum())
    while cover.gain.any():
        into = cover.best(room)
        if into is None:
            return None
        cover.add(into)
        held += int(problem.wanted[into])
        spare = (dearest, added) if held > at_least else (disguise, added[~problem.wanted[added]])
        found = [cell for cells in spare if (cell := cover.first_spare(cells)) is not None]
        if not found:
            return None
        out = max(found, key=lambda cell: int(problem.prices[cell]))
        cover.drop(out)
        held -= int(problem.wanted[out])
        added = np.append(added, into)
        added = added[np.argsort(-problem.prices[added], kind="stable")]
    return cover.counts


def _program(problem: Problem, size: int, room: Ints, at_least: int) -> Filled | None:
    """Decide by integer programming.

    All purchases have the same size, so what every record costs at least decides nothing.
    """
    ones, wanted = np.ones(len(room)), problem.wanted.astype(np.float64)
    rows: list[Row] = [(ones, size, size), (wanted, at_least, np.inf)]
    extra = problem.prices - problem.prices.min()
    extra //= max(int(np.gcd.reduce(extra)), 1)
    solved = _solve(problem, extra.astype(np.float64), room, rows)
    if solved is None or int(solved.counts.sum()) != size:
        return None
    trusted = int(extra.max()) <= _SCALE and int(extra.max()) * size < _TRUSTED
    return Filled(solved.counts, cost_of(problem, solved.counts), trusted and solved.best)


def _solve(
    problem: Problem,
    cost: NDArray[np.float64],
    room: Ints,
    rows: list[Row],
) -> Solved | None:
    """The cheapest counts within `room` that keep some sums and show every value.

    The best that was found in time; None if there are none, or none was found.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    cells = np.tile(np.arange(len(room)), len(problem.values))
    values = problem.values.reshape(-1)
    shows = csr_array(
        (np.ones(len(cells)), (values, cells)), shape=(len(problem.to_cover), len(room))
    )[np.flatnonzero(problem.to_cover)]
    constraints = [LinearConstraint(shows, lb=1)]
    constraints += [LinearConstraint(csr_array(row[None, :]), low, high) for row, low, high in rows]
    found = milp(
        cost / max(float(cost.max()) / _SCALE, 1.0),
        integrality=np.ones(len(room)),
        bounds=Bounds(0, room),
        constraints=constraints,
        options={"mip_rel_gap": 0.0, "time_limit": SOLVE_SECONDS},
    )
    if found.x is None:
        return None
    return Solved(np.round(found.x).astype(np.int64), found.status == 0)
