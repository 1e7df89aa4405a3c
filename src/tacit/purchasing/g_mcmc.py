"""G-MCMC: the paper's greedy Markov chain.

As MCMC, but the only move is the greedy one: remove a disguise record and add a wanted one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.purchasing.mcmc import DISGUISE, EPSILON, WANTED, mcmc

if TYPE_CHECKING:
    import numpy as np

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem

MOVES = ((DISGUISE, WANTED),)


def g_mcmc(problem: Problem, size: int, rng: np.random.Generator, epsilon: float = EPSILON) -> Ints:
    """Add wanted records one by one, as long as the constraint is kept."""
    return mcmc(problem, size, rng, epsilon=epsilon, moves=MOVES)
