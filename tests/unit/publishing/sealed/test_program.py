"""The program, on cases with an answer known by hand or by the whole program."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit._progress import Progress
from tacit.publishing.sealed import program as _program
from tacit.publishing.sealed.lines import Lines
from tacit.publishing.sealed.pricing import ByFormula, ByPrograms
from tacit.publishing.sealed.program import Program, order_boxes, steady
from tests.helpers.tiny_lines import (
    COST,
    HALF,
    INSIDE,
    QUESTIONS,
    RECORDS,
    THIRD,
    every_set,
    lines,
    optimum,
    program,
)


def cells(records: list[int], limit: Fraction, weights: list[int] | None = None) -> Program:
    """Cells of which any set of two or more may be published."""
    many = len(records)
    inside = np.array([[v in some for v in range(many)] for some in every_set(many)])
    of = lines(weights or [1] * many, limit=limit)
    return program(of, inside, inside @ np.array(records), np.array(records) / float(limit))


def asked(of: Lines) -> Program:
    return program(of, INSIDE, COST, np.array(RECORDS) / float(of.limit))


def test_just_enough_cells_are_published_together() -> None:
    found = cells([5, 1, 2], THIRD).solve()
    assert found is not None
    assert found.cost == pytest.approx(8)
    (mix,) = found.mixes
    assert (sorted(mix.members.tolist()), mix.exact) == ([0, 1, 2], (THIRD,) * 3)
    assert found.weights.sum() == pytest.approx(1)


def test_like_goes_with_like() -> None:
    """At 1/2 pairs do: 10 with 9 and 1 with 2."""
    question = cells([10, 1, 9, 2], HALF)
    found = question.solve()
    assert found is not None
    assert found.cost == pytest.approx((19 + 3) / 2)
    bound = question.lower_bound()
    assert bound <= 11
    assert float(bound) == pytest.approx(11, rel=1e-6)


def test_a_second_belief_asks_for_more_company() -> None:
    """Pairs alike by the first; the second holds 10 twice as likely, so a third must join it."""
    one, two = lines([1] * 4, limit=HALF), lines([1] * 4, [2, 1, 1, 1], limit=HALF)
    inside = np.array([[v in some for v in range(4)] for some in every_set(4)])
    cost = inside @ np.array([10, 1, 9, 2])
    found = [program(of, inside, cost, [20, 2, 18, 4]).solve() for of in (one, two)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].cost == pytest.approx(11)
    assert found[1].cost == pytest.approx(optimum(two, inside, cost))
    assert found[1].cost > 12


def test_which_pricing_is_taken() -> None:
    assert {name: type(asked(of).pricing) for name, of in QUESTIONS.items()} == {
        name: ByFormula if name in ("cells", "cells by weight") else ByPrograms
        for name in QUESTIONS
    }


@pytest.mark.parametrize("name", QUESTIONS)
class TestEveryKindOfQuestion:
    def test_the_least_cost_is_found_and_proven(self, name: str) -> None:
        question, of = asked(QUESTIONS[name]), QUESTIONS[name]
        found, least = question.solve(), optimum(QUESTIONS[name], INSIDE, COST)
        assert found is not None
        assert least is not None
        # The program counts by the reference: of those who count, that is a share.
        share = int(of.beliefs[0].sum()) / of.total
        assert found.cost / share == pytest.approx(least, rel=1e-6)
        bound = question.lower_bound()
        assert float(bound) <= least + 1e-7
        assert float(bound) == pytest.approx(least, rel=1e-6)

    @pytest.mark.parametrize("seed", range(10))
    def test_any_worth_proves_a_bound_that_holds(self, name: str, seed: int) -> None:
        question, rng = asked(QUESTIONS[name]), np.random.default_rng(seed)
        if seed % 2:
            assert question.solve() is not None, "so there are prices, of another worth"
        question.centre = rng.random(6) * rng.choice([1, 20, 60]) - 5
        least = optimum(QUESTIONS[name], INSIDE, COST)
        assert least is not None
        assert float(question.lower_bound()) <= least + 1e-7

    def test_mixes_add_up_and_keep_every_line_exactly(self, name: str) -> None:
        found = asked(QUESTIONS[name]).solve()
        assert found is not None
        for mix in found.mixes:
            assert mix.exact is not None
            assert sum(mix.exact) == 1
            assert min(mix.exact) > 0
            assert INSIDE[mix.box][mix.members].all(), "boxes are numbered as they were given"
            assert QUESTIONS[name].kept(mix.members.tolist(), mix.exact)

    def test_rounds_are_told_and_never_cross(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        question = asked(QUESTIONS[name])
        question.progress = told.append
        assert question.solve() is not None
        rounds = [(one.best, one.bound) for one in told if one.best is not None]
        assert rounds
        assert all(bound <= cost + 1e-6 for cost, bound in rounds)
        assert [bound for _, bound in rounds] == sorted(bound for _, bound in rounds)
        assert told[0].phase == "settling the chances"
        assert told[-1].phase == "making them exact"
        assert told[-1].done == told[-1].total

    def test_a_single_round_is_a_solution_too(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_program, "ROUNDS", 1)
        question = asked(QUESTIONS[name])
        found, least = question.solve(), optimum(QUESTIONS[name], INSIDE, COST)
        assert found is not None
        assert least is not None
        assert float(question.lower_bound()) <= least + 1e-7


def test_where_a_cell_is_too_likely_there_is_no_solution() -> None:
    assert cells([5, 1, 2], THIRD, [2, 1, 1]).solve() is None


def test_where_a_second_belief_is_too_sure_there_is_no_solution() -> None:
    inside = np.ones((1, 3), dtype=bool)
    of = lines([1, 1, 1], [2, 1, 1], limit=THIRD)
    assert program(of, inside, np.array([8]), [24.0] * 3).solve() is None


def test_without_a_box_for_all_there_is_no_solution() -> None:
    of = QUESTIONS["cells"]
    some = ~INSIDE.all(axis=1)
    assert program(of, INSIDE[some], COST[some], [1.0] * 6).solve() is None


def test_numbers_too_large_still_prove_that_the_cheapest_box_is_paid() -> None:
    inside = np.array([[v in some for v in range(3)] for some in every_set(3)])
    cost = inside @ np.array([1, 2, 3]) * 2**55
    question = program(lines([1] * 3, limit=THIRD), inside, cost, [1.0] * 3)
    assert question.lower_bound() == 6 * 2**55


def test_boxes_are_ordered_by_cost_and_each_set_of_candidates_is_there_once() -> None:
    inside = np.array([[True, True], [True, True], [True, False], [True, True]])
    assert order_boxes(inside, np.array([5, 3, 1, 3]), HALF).tolist() == [1]
    assert order_boxes(inside, np.array([5, 3, 1, 3]), Fraction(1)).tolist() == [2, 1]


def test_steady_sums_are_the_same_in_any_order() -> None:
    worth = steady(np.random.default_rng(2).random(1000) * 1e5)
    assert worth.sum() == worth[::-1].sum() == sum(worth.tolist())
    assert steady(np.zeros(3)).tolist() == [0, 0, 0]
