"""Quotas: enough of each want that could be behind a post.

How many records a simple random sample takes for a need depends on how many of them are wanted, and
to one who knows the need the number tells that. So let the order serve whoever could have posted:
choose counts such that every candidate inside the post gets what is needed, or all it has. Which
candidate is the true one plays no part, so the order tells nothing; and what is needed comes for
certain.

Cells that the same candidates hold, at the same price, make a stratum. How many to take of each is a
small integer program: the fewest records, or the least money, such that each candidate gets enough. Of
the smallest orders the cheapest is taken, which a second program finds.
No blind design that serves every candidate with some odds costs less on average than those odds times
the program's relaxed optimum, since on average it must bring each candidate that share of what it needs.
Where candidates are too many for a program, each cell is its own stratum and gives what is needed, or
all it has: that serves any want at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from tacit.market.cells import priced
from tacit.purchasing.design import QUOTAS, Design

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from tacit.candidates.candidates import Candidates
    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem

MOST_PAIRS = 20_000_000
"""With more pairs of candidates and cells than this, every cell is served on its own."""
MOST_STRATA = 2_000
"""And with more strata than this."""
SOLVE_SECONDS = 5.0
TRUSTED = 10**6
"""Prices that are no further apart than this are told apart by the program for certain."""


@dataclass(frozen=True)
class Quota:
    """A design that serves every candidate, and whether nothing smaller or cheaper does for certain."""

    design: Design
    proven: bool


def quotas(
    problem: Problem, among: Candidates | None, need: int, objective: str = "records"
) -> Quota:
    """Choose counts such that each candidate gets `need` records in all, or as many as there are.

    Args:
        problem: what to buy from; what was bought before counts towards the need.
        among: the wants that could be behind the post; None where they are too many to list.
        need: how many records each needs.
        objective: "records" for the smallest such purchase, and of these the cheapest; "cost" for the
            cheapest of all.
    """
    problem.require_sold()
    if among is None or not can_serve(problem, among):
        return Quota(_each_cell(problem, need), False)
    held = among.holding(problem.cells.codes)
    stratum, rows = _strata(problem, held)
    if rows.shape[1] > MOST_STRATA:
        return Quota(_each_cell(problem, need), False)
    lacking = still_lacking(problem, among, held, need)
    counts, proven = _served(problem, stratum, rows, lacking, objective)
    return Quota(Design(QUOTAS, problem.stock, stratum, counts), proven)


def can_serve(problem: Problem, among: Candidates | None) -> bool:
    """Whether candidates are few enough to serve each of them, and not every cell."""
    return among is not None and len(among) * len(problem.stock) <= MOST_PAIRS


def _each_cell(problem: Problem, need: int) -> Design:
    """As many of each cell as are needed, or all of it."""
    alone = np.arange(len(problem.stock), dtype=np.intp)
    lacking = np.maximum(need - problem.came_of_cells, 0)
    counts = np.minimum(problem.stock, lacking)
    more = max(problem.market.terms.minimum - int(counts.sum()), 0)
    counts += _first_of(np.argsort(problem.prices, kind="stable"), problem.stock - counts, more)
    return Design(QUOTAS, problem.stock, alone, counts)


def _strata(
    problem: Problem, held: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The stratum of each cell, and which strata each candidate holds."""
    bits = np.packbits(held, axis=0)
    prices = problem.prices.astype(">i8")[:, None].view(np.uint8)
    kinds = np.concatenate([bits.T, prices], axis=1)
    _, first, stratum = np.unique(kinds, axis=0, return_index=True, return_inverse=True)
    return stratum.reshape(-1).astype(np.intp), held[:, first]


def still_lacking(problem: Problem, among: Candidates, held: NDArray[np.bool_], need: int) -> Ints:
    """How many records each candidate still needs, of those there are in the cells that it holds."""
    left = held @ problem.stock
    earlier = problem.earlier
    came = 0 if earlier is None else among.holding(earlier.codes) @ earlier.counts
    lacking: Ints = np.minimum(np.maximum(need - came, 0), left)
    return lacking


def _served(
    problem: Problem,
    stratum: NDArray[np.intp],
    rows: NDArray[np.bool_],
    lacking: Ints,
    objective: str,
) -> tuple[Ints, bool]:
    """How many records of each stratum serve every candidate, and whether that is proven the least."""
    from scipy.sparse import csr_array

    strata = rows.shape[1]
    holds, price = (np.zeros(strata, dtype=np.int64) for _ in range(2))
    np.add.at(holds, stratum, problem.stock)
    price[stratum] = problem.prices
    kept = lacking > 0
    needs = csr_array(rows[kept].astype(np.float64))
    serving = _Serving(rows[kept], needs, lacking[kept], holds, price)
    if objective == "records":
        return serving.fewest(problem.market.terms.minimum)
    return _cheapest(problem, serving)


def _cheapest(problem: Problem, serving: _Serving) -> tuple[Ints, bool]:
    """The cheapest counts that serve; every step of the price is looked at."""
    terms, tick = problem.market.terms, problem.market.rule.tick
    best: tuple[Fraction, Ints, bool] | None = None
    for step in terms.steps:
        if step.start > problem.total:
            continue
        counts, proven = serving.least(serving.price, step.start)
        worth = terms.total(int(counts.sum()), priced(counts, serving.price) * tick)
        if best is None or worth < best[0]:
            best = worth, counts, proven
    assert best is not None
    return best[1], best[2]


@dataclass(frozen=True, eq=False)
class _Serving:
    """Candidates to serve from strata.

    Attributes:
        rows: which strata each candidate holds.
        needs: the same, as the program takes it.
        lacking: how many records each candidate needs.
        holds: how many records each stratum holds.
        price: what one record of it costs, in ticks.
    """

    rows: NDArray[np.bool_]
    needs: csr_array
    lacking: Ints
    holds: Ints
    price: Ints

    def fewest(self, least: int) -> tuple[Ints, bool]:
        """As few records as serve, but so many at least; of all such counts the cheapest."""
        counts, smallest = self.least(np.ones_like(self.price), least)
        size, dearer = int(counts.sum()), self.price - self.price.min()
        if not dearer.any():
            return counts, smallest
        # All have the same size now, so what every record costs at least decides nothing.
        found = self._program(dearer, size, size)
        if found is None:
            return counts, False
        return found[0], smallest and found[1]

    def least(self, weights: Ints, fewest: int) -> tuple[Ints, bool]:
        """The counts of the least weight that serve, of so many records at least."""
        found = self._program(weights, fewest, int(self.holds.sum()))
        return (self._greedily(fewest), False) if found is None else found

    def _program(self, weights: Ints, fewest: int, most: int) -> tuple[Ints, bool] | None:
        """Solve the integer program; None if nothing was found in time."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array, vstack

        everything = csr_array(np.ones((1, len(self.holds))))
        low = np.append(self.lacking.astype(np.float64), float(fewest))
        high = np.append(np.full(len(self.lacking), np.inf), float(most))
        # Prices as whole numbers without a common factor: made small, the smallest would count as
        # nothing.
        unit = gcd(*weights.tolist()) or 1
        found = milp(
            weights / unit,
            constraints=LinearConstraint(vstack([self.needs, everything]), low, high),
            integrality=np.ones(len(self.holds)),
            bounds=Bounds(0, self.holds.astype(np.float64)),
            options={"time_limit": SOLVE_SECONDS, "mip_rel_gap": 0.0},
        )
        if found.x is None:
            return None
        counts = np.clip(np.rint(found.x).astype(np.int64), 0, self.holds)
        if (self.needs @ counts < self.lacking).any() or not fewest <= counts.sum() <= most:
            return None
        return counts, found.status == 0 and int(weights.max(initial=0)) // unit <= TRUSTED

    def _greedily(self, fewest: int) -> Ints:
        """Serve one candidate after the other, from what is cheapest."""
        counts = np.zeros_like(self.holds)
        order = np.argsort(self.price, kind="stable")
        for held, lacks in zip(self.rows, self.lacking.tolist(), strict=True):
            more = lacks - int(counts[held].sum())
            counts += _first_of(order[held[order]], self.holds - counts, max(more, 0))
        more = max(fewest - int(counts.sum()), 0)
        return counts + _first_of(order, self.holds - counts, more)


def _first_of(order: NDArray[np.intp], room: Ints, many: int) -> Ints:
    """So many records, from the first strata on."""
    taken = np.zeros_like(room)
    reached = np.minimum(np.cumsum(room[order]), many)
    taken[order] = np.diff(reached, prepend=0)
    return taken
