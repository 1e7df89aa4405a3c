"""MCMC: the paper's Markov chain.

Start from a set drawn blindly. At each step choose one of four moves: swap a disguise record for a
wanted one, a disguise record for another, a wanted record for a disguise one, or a wanted record
for another. If the new set keeps the privacy constraint, go there with probability
min(1, new utility / old utility). Stop when an observer's confidence in some wanted cell comes
within epsilon of the limit.

The paper does not say how long a chain runs that never comes so near; here it makes as many moves
as there are records to buy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit._exact import exact
from tacit._progress import Phase
from tacit.purchasing.filling import room_for
from tacit.purchasing.mc import fair_start

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem

EPSILON = 0.001
WANTED, DISGUISE = True, False
MOVES = ((DISGUISE, WANTED), (DISGUISE, DISGUISE), (WANTED, DISGUISE), (WANTED, WANTED))


def mcmc(
    problem: Problem,
    size: int,
    rng: np.random.Generator,
    epsilon: float = EPSILON,
    moves: tuple[tuple[bool, bool], ...] = MOVES,
    steps: int | None = None,
) -> Ints:
    """Walk among purchases that keep the constraint, towards more wanted records."""
    counts = fair_start(problem, size, rng)
    left, wanted = problem.stock - counts, problem.wanted
    most = room_for(problem, problem.most(size))
    enough = np.full(len(counts), size + 1)
    enough[wanted] = _enough(problem, size, exact(epsilon, "epsilon"))
    sides = {side: np.flatnonzero(wanted == side) for side in (WANTED, DISGUISE)}
    held, near = int(counts[wanted].sum()), bool((counts >= enough).any())
    many = size if steps is None else steps
    phase = Phase(problem.progress, "walking among purchases", many)
    for _ in range(many):
        if near:
            break
        phase()
        leaves, enters = moves[int(rng.random() * len(moves))]
        out, into = _pick(rng, sides[leaves], counts), _pick(rng, sides[enters], left)
        if out is None or into is None or out == into or counts[into] >= most[into]:
            continue
        now = held + int(enters) - int(leaves)
        if now < held and rng.random() >= now / held:
            continue
        counts[out] -= 1
        counts[into] += 1
        left[out] += 1
        left[into] -= 1
        held, near = now, bool(counts[into] >= enough[into])
    return counts


def _pick(rng: np.random.Generator, places: NDArray[np.intp], weights: Ints) -> int | None:
    """One of some cells, drawn in proportion to its weight."""
    reached = weights[places].cumsum()
    if not len(reached) or not reached[-1]:
        return None
    return int(places[reached.searchsorted(int(rng.random() * int(reached[-1])), side="right")])


def _enough(problem: Problem, size: int, epsilon: Fraction) -> Ints:
    """For each wanted cell, the smallest count whose confidence is within epsilon of the limit."""
    stock = problem.stock[problem.wanted]
    return problem.test.enough(stock, problem.seen, size, problem.limit - epsilon)
