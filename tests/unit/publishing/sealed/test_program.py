"""The program for single cells, on cases with an answer known by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from tacit.publishing.sealed.program import Mix, Program, order_boxes, steady

THIRD = Fraction(1, 3)


def all_boxes(records: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Every set of cells with two or more of them, and what it holds."""
    many = range(len(records))
    sets = [set(s) for n in range(2, len(records) + 1) for s in combinations(many, n)]
    inside = np.array([[v in s for v in many] for s in sets])
    return inside, inside @ np.array(records)


def program(records: list[int], limit: Fraction, weights: list[int] | None = None) -> Program:
    inside, cost = all_boxes(records)
    guess = np.array(records) / float(limit)
    prior = np.array(weights or [1] * len(records))
    return Program(prior, inside, cost, limit, guess)


def test_just_enough_cells_are_published_together() -> None:
    found = program([5, 1, 2], THIRD).solve()
    assert found is not None
    assert found.cost == pytest.approx(8)
    (mix,) = found.mixes
    assert (sorted(mix.members.tolist()), set(mix.parts), mix.whole) == ([0, 1, 2], {1}, 3)
    assert mix.chances.tolist() == pytest.approx([1 / 3] * 3)


def test_like_goes_with_like() -> None:
    """At 1/2 pairs do: 10 with 9 and 1 with 2."""
    question = program([10, 1, 9, 2], Fraction(1, 2))
    found = question.solve()
    assert found is not None
    assert found.cost == pytest.approx((19 + 3) / 2)
    bound = question.lower_bound(found.worth)
    assert bound <= 11
    assert float(bound) == pytest.approx(11, rel=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_any_worth_proves_a_bound_that_holds(seed: int) -> None:
    question = program([10, 1, 9, 2], Fraction(1, 2))
    worth = np.random.default_rng(seed).random(4) * 40 - 5
    assert question.lower_bound(worth) <= 11


def test_where_a_cell_is_too_likely_there_is_no_solution() -> None:
    assert program([5, 1, 2], THIRD, [2, 1, 1]).solve() is None


def test_numbers_too_large_still_prove_that_the_cheapest_box_is_paid() -> None:
    inside, cost = all_boxes([1, 2, 3])
    question = Program(np.ones(3, int), inside, cost * 2**55, Fraction(1, 3), np.ones(3))
    assert question.lower_bound(np.ones(3)) == 6 * 2**55


def test_boxes_are_ordered_by_cost_and_each_set_of_candidates_is_there_once() -> None:
    inside = np.array([[True, True], [True, True], [True, False], [True, True]])
    assert order_boxes(inside, np.array([5, 3, 1, 3]), Fraction(1, 2)).tolist() == [1]
    assert order_boxes(inside, np.array([5, 3, 1, 3]), Fraction(1)).tolist() == [2, 1]


def test_steady_sums_are_the_same_in_any_order() -> None:
    worth = steady(np.random.default_rng(2).random(1000) * 1e5)
    assert worth.sum() == worth[::-1].sum() == sum(worth.tolist())
    assert steady(np.zeros(3)).tolist() == [0, 0, 0]


def test_a_mix_knows_its_chances() -> None:
    assert Mix(0, np.array([4, 7]), (1, 3), 4).chances.tolist() == [0.25, 0.75]
