"""MCMC: a walk among purchases that keep the limit."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.tails import Count
from tacit.purchasing.mc import fair_start
from tacit.purchasing.mcmc import DISGUISE, _enough, mcmc
from tacit.purchasing.problem import Problem
from tests.helpers.purchases import paper_case, small_problem


def test_the_chain_stops_near_the_limit_as_the_observer_counts() -> None:
    """Count by count, the first whose confidence is above the limit less epsilon."""
    market, true, published = paper_case("adult-2")
    epsilon = Fraction(1, 20)
    for observer in (PurchaseF(), PurchaseF(supply="endless")):
        problem = Problem(market, true, published, Fraction(3, 10), observer)
        enough = _enough(problem, 120, epsilon)
        for stock, count in zip(problem.stock[problem.wanted], enough, strict=True):
            tail = Count(problem.total, int(stock), 120, observer.supply)
            assert tail.below_exactly(int(count)) > Fraction(1, 4)
            assert tail.below_exactly(int(count) - 1) <= Fraction(1, 4)
    fair = Problem(market, true, published, Fraction(3, 10), PurchaseF(only_over=True))
    shares = fair.stock[fair.wanted] * 120 // fair.total
    assert (_enough(fair, 120, epsilon) > shares).all()


def test_no_steps_leave_the_start_as_it_was_drawn() -> None:
    problem = small_problem()
    walked = mcmc(problem, 10, np.random.default_rng(1), steps=0)
    assert walked.tolist() == fair_start(problem, 10, np.random.default_rng(1)).tolist()


def test_every_step_keeps_the_size_the_stock_and_the_limit() -> None:
    problem = small_problem()
    for steps in range(30):
        counts = mcmc(problem, 12, np.random.default_rng(2), epsilon=0, steps=steps)
        assert int(counts.sum()) == 12
        assert ((counts >= 0) & (counts <= problem.stock)).all()
        assert (counts[problem.wanted] <= problem.most(12)).all()


def test_swaps_among_the_disguise_leave_the_wanted_alone() -> None:
    problem = small_problem()
    start = fair_start(problem, 10, np.random.default_rng(4))
    walked = mcmc(problem, 10, np.random.default_rng(4), moves=((DISGUISE, DISGUISE),), epsilon=0)
    assert walked[problem.wanted].tolist() == start[problem.wanted].tolist()
    assert walked.tolist() != start.tolist()


def test_there_is_nothing_to_exchange_where_all_is_bought() -> None:
    problem = small_problem(want={})
    assert mcmc(problem, 30, np.random.default_rng(0)).tolist() == problem.stock.tolist()
