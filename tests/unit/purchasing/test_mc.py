"""MC: the best of many blind draws that keep the limit."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.attackers.purchase_f import PurchaseF
from tacit.errors import UnreachablePurchase
from tacit.purchasing.mc import blind, fair_start, mc
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS
from tests.helpers.purchases import paper_case, small_problem


def test_mc_takes_the_best_of_its_sets() -> None:
    problem = Problem(*paper_case("adult-2"), Fraction(3, 10), PurchaseF())
    held = [
        int(ALLOCATIONS["mc"](problem, 120, np.random.default_rng(0), sets=n)[problem.wanted].sum())
        for n in (20, 200, 20_000)
    ]
    assert held == sorted(held)
    assert held[-1] == 13


def test_the_best_fair_set_is_found_where_few_are_possible() -> None:
    """Of 6 + 24 records fifteen are drawn; two wanted ones may be held, and some set does."""
    problem = small_problem()
    counts = mc(problem, 15, np.random.default_rng(0), sets=500)
    assert counts[problem.wanted].tolist() == problem.most(15).tolist() == [2]
    assert int(counts.sum()) == 15


def test_blind_draws_hold_what_there_is() -> None:
    rng = np.random.default_rng(0)
    stock = np.array([3, 0, 5])
    assert blind(rng, stock, 8).tolist() == [3, 0, 5]
    drawn = blind(rng, stock, 4)
    assert int(drawn.sum()) == 4
    assert (drawn <= stock).all()
    assert blind(rng, stock[:0], 0).tolist() == []


def test_a_fair_start_keeps_the_limit() -> None:
    problem = small_problem()
    for seed in range(20):
        counts = fair_start(problem, 15, np.random.default_rng(seed))
        assert int(counts.sum()) == 15
        assert int(counts[problem.wanted].sum()) <= 2


def test_where_no_draw_keeps_the_limit_the_number_of_tries_is_named() -> None:
    problem = small_problem([[8, 1]], limit="1/100", observer=PurchaseAlone())
    with pytest.raises(UnreachablePurchase, match="none of 25 blind purchases"):
        fair_start(problem, 2, np.random.default_rng(0), tries=25)
    with pytest.raises(UnreachablePurchase, match="none of 1,500 blind purchases"):
        mc(problem, 2, np.random.default_rng(0), sets=1_500)
