"""Blind draws on the paper's four cases: what comes on average, and with what odds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.tails import interval
from tacit.purchasing.blind import answered
from tacit.purchasing.problem import Problem
from tacit.purchasing.question import BuyingQuestion
from tests.helpers.purchases import PAPER, paper_case

DRAWS = 100_000
SURE = 0.9999
BOUGHT = {
    "adult-1": ("6.13", 3),
    "adult-2": ("14.9", 10),
    "synthetic-1": ("401", 377),
    "synthetic-2": ("936", 901),
}
"""How many wanted records a draw of the paper's size brings on average, and with 95%."""
NEEDED = {("adult-1", 5): 85, ("adult-2", 13): 147, ("adult-1", 13): 178, ("adult-2", 5): 70}
"""The smallest simple random sample that brings so many with 95%."""


def problem_of(case: str) -> Problem:
    return Problem(*paper_case(case), Fraction(3, 10), PurchaseF())


def simulated(problem: Problem, size: int) -> np.ndarray:
    """How many wanted records each of many draws brings, by the die alone."""
    rng, held = np.random.default_rng(2026), int(problem.stock[problem.wanted].sum())
    return rng.hypergeometric(held, problem.total - held, size, DRAWS)


@pytest.mark.parametrize("case", PAPER)
def test_what_a_draw_of_the_papers_size_brings(case: str) -> None:
    problem, size = problem_of(case), PAPER[case][3]
    found = answered(problem, BuyingQuestion.of(buy=size), "simple")
    law, (mean, reached) = found.design.wanted(problem.wanted), BOUGHT[case]
    assert f"{float(law.mean):.3g}" == mean
    assert found.reached == reached
    drawn = simulated(problem, size)
    error = drawn.std() / np.sqrt(DRAWS)
    assert abs(drawn.mean() - float(law.mean)) < 4 * error
    for many in (reached, reached + 1):
        low, high = interval(int((drawn >= many).sum()), DRAWS, SURE)
        assert low <= law.chance(many) <= high
    assert law.chance(reached) >= 0.95 > law.chance(reached + 1)


@pytest.mark.parametrize(("case", "need"), NEEDED)
def test_the_smallest_sample_that_brings_what_is_needed(case: str, need: int) -> None:
    problem = problem_of(case)
    found = answered(problem, BuyingQuestion.of(need=need), "simple").design
    assert found.size == NEEDED[case, need]
    for size, enough in ((found.size, True), (found.size - 1, False)):
        chance = answered(problem, BuyingQuestion.of(buy=size), "simple").design
        exact = chance.wanted(problem.wanted).chance_exactly(need)
        assert (exact >= Fraction(19, 20)) == enough
        low, high = interval(int((simulated(problem, size) >= need).sum()), DRAWS, SURE)
        assert low <= float(exact) <= high
