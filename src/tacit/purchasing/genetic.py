"""Genetic: the paper's genetic sampling.

Start with T parent sets drawn blindly. Throw away those that break the privacy constraint; of the
rest take the R with the most wanted records; cross every pair, which gives two children each. The
children are the next population. After W rounds, buy the best set of the last population that keeps
the constraint.

Crossing two sets swaps as many records of one for as many of the other, which records being up to
chance. A child that would hold more of a cell than there is dies. If fewer than two of the first
sets keep the constraint, there is nothing to cross, and T more are drawn.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tacit._progress import Phase
from tacit.errors import UnreachablePurchase
from tacit.purchasing.mc import blind

if TYPE_CHECKING:
    import numpy as np

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem

PARENTS, KEPT, ROUNDS = 50, 10, 30
TRIES = 200
"""How many times to draw the first sets, at most."""


def genetic(
    problem: Problem,
    size: int,
    rng: np.random.Generator,
    parents: int = PARENTS,
    kept: int = KEPT,
    rounds: int = ROUNDS,
) -> Ints:
    """Breed purchases that hold more and more wanted records."""
    most = problem.most(size)
    population: list[Ints] = []
    phase = Phase(problem.progress, "breeding purchases", rounds)
    for _ in range(TRIES):
        phase.beat()
        drawn = [blind(rng, problem.stock, size) for _ in range(parents)]
        population += _fittest(problem, drawn, most, parents)
        if len(population) >= 2:
            break
    best = _fittest(problem, population, most, 1)
    for _ in range(rounds):
        chosen = _fittest(problem, population, most, kept)
        best = chosen[:1] or best
        if len(chosen) < 2:
            break
        population = [
            child for a, b in combinations(chosen, 2) for child in _cross(problem, a, b, rng)
        ]
        phase()
    last = _fittest(problem, population, most, 1) or best
    if not last:
        tried = TRIES * parents
        raise UnreachablePurchase(f"none of {tried:,} blind purchases stays within the limit.")
    return last[0]


def _fittest(problem: Problem, population: list[Ints], most: Ints, kept: int) -> list[Ints]:
    fair = [one for one in population if (one[problem.wanted] <= most).all()]
    return sorted(fair, key=lambda one: -int(one[problem.wanted].sum()))[:kept]


def _cross(problem: Problem, a: Ints, b: Ints, rng: np.random.Generator) -> list[Ints]:
    swapped = int(rng.integers(1, max(int(a.sum()), 2)))
    from_a, from_b = blind(rng, a, swapped), blind(rng, b, swapped)
    children = (a - from_a + from_b, b - from_b + from_a)
    return [child for child in children if (child <= problem.stock).all()]
