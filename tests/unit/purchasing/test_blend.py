"""Blend: a blind draw, fair on average."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.attackers.purchase_f import PurchaseF
from tacit.purchasing.blend import blend
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS
from tests.helpers.purchases import paper_case, small_problem


def test_blend_is_fair_on_average() -> None:
    """The mean over 400 draws of 61 lies within 5 standard errors of 61 x 56 / 557."""
    problem = Problem(*paper_case("adult-1"), Fraction(3, 10), PurchaseF())
    draw = ALLOCATIONS["blend"]
    counts = np.array([draw(problem, 61, np.random.default_rng(s)) for s in range(400)])
    share = problem.stock / problem.total
    error = np.sqrt(61 * share * (1 - share) / len(counts))
    assert (np.abs(counts.mean(axis=0) - 61 * share) <= 5 * error).all()


def test_the_draw_does_not_depend_on_what_is_wanted() -> None:
    """Whoever sees the purchase learns nothing about the true intent from it."""
    plans = [
        blend(small_problem(want=want), 10, np.random.default_rng(9)).tolist()
        for want in ({}, {"x": ["b"]}, {"x": ["canary"], "y": ["q"]})
    ]
    assert plans[0] == plans[1] == plans[2]


def test_nor_on_the_limit() -> None:
    tight, loose = (small_problem(limit=limit) for limit in ("1/1000", "1"))
    assert (
        blend(tight, 10, np.random.default_rng(9)).tolist()
        == blend(loose, 10, np.random.default_rng(9)).tolist()
    )


def test_everything_on_offer_can_be_drawn() -> None:
    problem = small_problem()
    assert blend(problem, 30, np.random.default_rng(0)).tolist() == problem.stock.tolist()
