"""Chances made of a solution: exact, repaired, drawn as they say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.market.stacks import masses
from tacit.publishing.sealed.mechanism import Mechanism, mechanism
from tacit.publishing.sealed.program import Mix, Solution
from tests.helpers.sealed_blocks import line

HALF = Fraction(1, 2)
MARKET = line([10, 1, 9, 2])
EVERYONE = candidates(MARKET, Belief("cells"), None)
BOXES = [np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]], dtype=bool)]
WHOLE = 2


def made(solution: Solution | None, limit: Fraction = HALF) -> Mechanism:
    return mechanism(EVERYONE, BOXES, masses(MARKET, BOXES), WHOLE, solution, limit)


def solution(*weights: float) -> Solution:
    mixes = [Mix(0, np.array([0, 2]), (1, 1), 2), Mix(1, np.array([1, 3]), (1, 1), 2)]
    return Solution(mixes, np.array(weights), np.zeros(4), 11.0)


def test_without_a_solution_all_are_published_alike() -> None:
    found = made(None)
    assert found.expected(found.masses.records) == 22
    assert found.highest == Fraction(1, 4)
    assert [found.chances(v) for v in range(4)] == [{0: Fraction(1)}] * 4


def test_chances_add_up_to_the_last_digit_however_the_solver_rounds() -> None:
    for nearly in (solution(0.5, 0.5), solution(0.5 + 1e-10, 0.5 - 1e-10)):
        found = made(nearly)
        for v in range(4):
            assert sum(found.chances(v).values()) == 1
        assert found.highest <= HALF
        assert 11 < found.expected(found.masses.records) < 11 + Fraction(1, 10**5)


def test_a_solution_that_is_far_off_is_not_used() -> None:
    found = made(solution(0.9, 0.9))
    assert len(found.joint) == 1


def test_mixes_above_the_limit_are_not_used() -> None:
    found = made(solution(0.5, 0.5), Fraction(2, 5))
    assert len(found.joint) == 1


def test_the_confidence_is_that_of_the_likeliest_record() -> None:
    found = made(solution(0.5, 0.5))
    for u in range(len(found.joint)):
        row = found.joint[u]
        assert found.confidence(u) == max(row.values()) / sum(row.values())
