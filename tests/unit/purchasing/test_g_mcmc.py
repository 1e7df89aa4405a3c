"""G-MCMC: a walk that only ever adds wanted records."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.attackers.purchase_f import PurchaseF
from tacit.purchasing.g_mcmc import g_mcmc
from tacit.purchasing.mc import fair_start
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS
from tests.helpers.purchases import paper_case, small_problem


def test_g_mcmc_only_ever_adds_wanted_records() -> None:
    problem = Problem(*paper_case("adult-2"), Fraction(3, 10), PurchaseF())
    for seed in range(5):
        longer, shorter = (
            ALLOCATIONS["mcmc"](
                problem, 120, np.random.default_rng(seed), moves=((False, True),), steps=n
            )
            for n in (60, 10)
        )
        assert longer[problem.wanted].sum() >= shorter[problem.wanted].sum()


def test_the_walk_ends_where_no_more_wanted_records_may_come_in() -> None:
    """Of 30 records 6 are wanted; in fifteen, two may be bought, and each walk gets there."""
    problem = small_problem()
    assert problem.most(15).tolist() == [2]
    for seed in range(10):
        counts = g_mcmc(problem, 15, np.random.default_rng(seed))
        assert counts[problem.wanted].tolist() == [2]
        assert int(counts.sum()) == 15


def test_a_wide_epsilon_stops_at_the_start() -> None:
    """Every start is near enough to a limit less 1, so nothing is exchanged."""
    problem = small_problem()
    counts = g_mcmc(problem, 10, np.random.default_rng(3), epsilon=1)
    assert counts.tolist() == fair_start(problem, 10, np.random.default_rng(3)).tolist()
