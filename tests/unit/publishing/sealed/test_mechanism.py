"""Chances made of a solution: exact, repaired, drawn as they say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.market.stacks import masses
from tacit.publishing.sealed.lines import Lines
from tacit.publishing.sealed.mechanism import Mechanism, mechanism
from tacit.publishing.sealed.pricing import Mix
from tacit.publishing.sealed.program import Solution
from tests.helpers.sealed_blocks import highest, line

HALF = Fraction(1, 2)
MARKET = line([10, 1, 9, 2])
BOXES = [np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]], dtype=bool)]
WHOLE = 2


def made(
    solution: Solution | None, secrets: Secrets | None = None, belief: Belief | None = None
) -> Mechanism:
    everyone = candidates(MARKET, belief or Belief("cells"), None)
    of = Lines.of(everyone, secrets or Secrets(HALF))
    return mechanism(everyone, of, BOXES, masses(MARKET, BOXES), WHOLE, solution)


def solution(*weights: float) -> Solution:
    halves = np.array([0.5, 0.5])
    mixes = [
        Mix(0, np.array([0, 2]), halves, (HALF, HALF)),
        Mix(1, np.array([1, 3]), halves, (HALF, HALF)),
    ]
    return Solution(mixes, np.array(weights), np.zeros(4), 11.0)


def table(*weights: int) -> Given:
    """Cells with their weights."""
    names = (f"v{i}" for i in range(len(weights)))
    pairs = zip(names, weights, strict=True)
    return Given.of([{"intent": {"x": [name]}, "weight": weight} for name, weight in pairs])


def test_without_a_solution_all_are_published_alike() -> None:
    found = made(None)
    assert found.expected(found.masses.records) == 22
    assert highest(found) == Fraction(1, 4)
    assert [found.chances(v) for v in range(4)] == [{0: Fraction(1)}] * 4


def test_chances_add_up_to_the_last_digit_however_the_solver_rounds() -> None:
    for nearly in (solution(0.5, 0.5), solution(0.5 + 1e-10, 0.5 - 1e-10)):
        found = made(nearly)
        for v in range(4):
            assert sum(found.chances(v).values()) == 1
        assert found.keeps
        assert highest(found) <= HALF
        assert 11 < found.expected(found.masses.records) < 11 + Fraction(1, 10**5)


def test_a_solution_that_is_far_off_is_not_used() -> None:
    found = made(solution(0.9, 0.9))
    assert len(found.joint) == 1


@pytest.mark.parametrize(
    ("secrets", "belief"),
    [
        (Secrets(Fraction(2, 5)), Belief("cells")),
        (Secrets(HALF, {"x": Fraction(2, 5)}), Belief("cells")),
        (Secrets(HALF), Belief("cells", ("uniform", table(2, 1, 1, 1)))),
    ],
)
def test_mixes_that_break_a_line_are_not_used(secrets: Secrets, belief: Belief) -> None:
    """For a record, for a hidden value, and by a second belief."""
    found = made(solution(0.5, 0.5), secrets, belief)
    assert len(found.joint) == 1
    assert found.keeps


def test_who_could_have_led_to_a_box() -> None:
    found = made(solution(0.5, 0.5))
    for u in range(len(found.joint)):
        leading = found.leading_to(u)
        assert leading == {v: found.chances(v)[u] for v in leading}
        assert {v for v in range(4) if u in found.chances(v)} == set(leading)


def test_what_is_expected_is_so_by_the_first_belief() -> None:
    """Of those whom only the second holds possible, nothing is counted."""
    belief = Belief("cells", (table(1, 0, 1, 0), "uniform"))
    found = made(solution(0.5, 0.5), belief=belief)
    assert found.keeps
    spent = sum(
        chance * int(found.masses.records[u])
        for v in (0, 2)
        for u, chance in found.chances(v).items()
    )
    assert found.expected(found.masses.records) == spent / 2
    assert 19 < found.expected(found.masses.records) < Fraction(191, 10)


def test_an_intent_is_one_of_the_boxes() -> None:
    found = made(None)
    assert found.intent(0) == MARKET.intent({"x": ["v0", "v1", "v2", "v3"]})
