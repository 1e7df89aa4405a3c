"""MC: the paper's Monte Carlo simulation.

Generate many sets of q records, each drawn blindly from the published intent. Throw away those that
break the privacy constraint. Of the rest, buy the one that holds the most wanted records.

Only the counts of the wanted cells decide, so only these are drawn for every set; the disguise of
the chosen set is drawn once, from what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit._progress import Phase
from tacit.errors import UnreachablePurchase

if TYPE_CHECKING:
    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem

SETS = 100_000
_BATCH = 4_000_000


def mc(problem: Problem, size: int, rng: np.random.Generator, sets: int = SETS) -> Ints:
    """Choose the best of many blind purchases."""
    best = _best_of(problem, size, rng, sets)
    if best is None:
        raise UnreachablePurchase(f"none of {sets:,} blind purchases stays within the limit.")
    return _disguised(problem, size, rng, best)


def _best_of(problem: Problem, size: int, rng: np.random.Generator, sets: int) -> Ints | None:
    """How many records of each wanted cell the best fair set holds; None if none is fair."""
    groups, most = _groups(problem), problem.most(size)
    best: Ints | None = None
    phase = Phase(problem.progress, "drawing blind purchases", sets)
    while sets > 0:
        now = min(sets, max(1, _BATCH // len(groups)))
        drawn = rng.multivariate_hypergeometric(groups, size, now, method="marginals")[:, :-1]
        fair = drawn[(drawn <= most).all(axis=1)]
        if len(fair):
            top: Ints = fair[int(fair.sum(axis=1).argmax())]
            best = top if best is None or top.sum() > best.sum() else best
        sets -= now
        phase(now)
    return best


def _groups(problem: Problem) -> Ints:
    """The stock of each wanted cell, and of all others together."""
    wanted, stock = problem.wanted, problem.stock
    return np.append(stock[wanted], stock[~wanted].sum())


def _disguised(problem: Problem, size: int, rng: np.random.Generator, best: Ints) -> Ints:
    """Add blindly drawn records of the other cells to some of the wanted ones."""
    wanted, stock = problem.wanted, problem.stock
    counts = np.zeros(len(stock), dtype=np.int64)
    counts[wanted] = best
    counts[~wanted] = blind(rng, stock[~wanted], size - int(best.sum()))
    return counts


def blind(rng: np.random.Generator, stock: Ints, size: int) -> Ints:
    """Draw records blindly and count them by cell."""
    if not len(stock):
        return stock
    return rng.multivariate_hypergeometric(stock, size, method="marginals")


def fair_start(problem: Problem, size: int, rng: np.random.Generator, tries: int = 10_000) -> Ints:
    """Draw blindly until the draw keeps the privacy constraint."""
    groups, most = _groups(problem), problem.most(size)
    for _ in range(tries):
        held = blind(rng, groups, size)[:-1]
        if (held <= most).all():
            return _disguised(problem, size, rng, held)
    raise UnreachablePurchase(f"none of {tries:,} blind purchases stays within the limit.")
