"""What has to be allocated: the cells on offer, which are wanted, and what must be seen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc
from tacit.auditing.buy import purchase
from tacit.errors import EmptyIntent, NotContained, PurchaseError
from tacit.market.terms import Terms
from tacit.purchasing.optimal import affordable, smallest
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import METHODS
from tests.helpers.purchases import SECRET, SMALL, grid, small_problem


def test_only_cells_that_hold_records_are_on_offer() -> None:
    problem = small_problem([[6, 0], [10, 3]], prices=[[2, 7], [1, 4]])
    assert problem.stock.tolist() == [6, 10, 3]
    assert (problem.prices * problem.market.rule.tick).tolist() == [2, 1, 4]
    assert problem.wanted.tolist() == [True, False, False]
    assert (problem.total, problem.seen) == (19, 19)


def test_values_are_numbered_in_a_row_and_shown_if_a_record_has_them() -> None:
    """x has three values and y two; the third x has no records."""
    problem = small_problem([[6, 4], [10, 0], [0, 0]])
    assert problem.values.tolist() == [[0, 0, 1], [3, 4, 3]]
    assert problem.to_cover.tolist() == [True, True, False, True, True]


def test_who_sees_several_boxes_compares_with_the_box_around_them() -> None:
    """The canary's p and b's q are published: 6 + 10 to buy, 30 in the box around."""
    market = grid([[6, 4], [10, 10]])
    either = market.intent([{"x": [SECRET], "y": ["p"]}, {"x": ["b"], "y": ["q"]}])
    true = market.intent({"x": [SECRET], "y": ["p"]})
    problem = Problem(market, true, either, Fraction(3, 10), PurchaseF())
    assert (problem.total, problem.seen) == (16, 30)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (True, "whole number"),
        (2.5, "whole number"),
        ("3", "whole number"),
        (0, "at least one"),
        (31, "31 records were asked for, but the published intent holds 30"),
    ],
)
def test_a_size_that_can_not_be_bought_is_refused(size: Any, words: str) -> None:
    with pytest.raises(PurchaseError, match=words):
        small_problem().require_size(size)


def test_every_size_on_offer_can_be_bought() -> None:
    for size in (1, 30):
        small_problem().require_size(size)


@pytest.mark.parametrize("method", METHODS)
def test_no_order_is_smaller_than_the_market_sells(method: str) -> None:
    market = replace(grid(SMALL), terms=Terms.of(minimum=11))
    want = {"x": [SECRET], "y": ["p"]}
    with pytest.raises(PurchaseError, match=r"no order of fewer than 11 records\. Buy"):
        purchase(market, want, {}, buy=10, allocate=method)


def test_a_post_that_holds_less_than_the_market_sells_is_refused() -> None:
    problem = small_problem()
    few = replace(problem, market=replace(problem.market, terms=Terms.of(minimum=31)))
    for ask in (
        lambda: few.require_size(30),
        lambda: few.require_size(31),
        lambda: smallest(few, 1),
        lambda: affordable(few, Fraction(30)),
    ):
        with pytest.raises(PurchaseError, match=r"fewer than 31 records, .* holds 30\. Publish"):
            ask()


def test_what_may_be_bought_is_what_the_observer_allows() -> None:
    """A third of nine by the plain share."""
    assert small_problem(observer=PurchaseAlone(), limit="1/3").most(9).tolist() == [3]


def test_against_one_who_judges_only_whole_purchases_the_p_value_test_says() -> None:
    by_trial, by_test = small_problem(observer=PurchaseFc()), small_problem()
    assert by_trial.test == PurchaseF()
    assert by_trial.most(15).tolist() == by_test.most(15).tolist() == [2]


def test_counts_become_a_purchase() -> None:
    bought = small_problem().purchase([1, 0, 2, 0])
    assert bought.to_plan() == [
        {"cell": {"x": SECRET, "y": "p"}, "count": 1},
        {"cell": {"x": "b", "y": "p"}, "count": 2},
    ]


def test_what_makes_no_sense_is_refused() -> None:
    market = grid([[0, 0], [10, 3]])
    canary, other = market.intent({"x": [SECRET]}), market.intent({"x": ["b"]})
    limit, observer = Fraction(3, 10), PurchaseF()
    with pytest.raises(NotContained, match="leaves out part"):
        Problem(market, market.intent({}), other, limit, observer)
    with pytest.raises(EmptyIntent):
        Problem(market, canary & other, other, limit, observer)
    with pytest.raises(PurchaseError, match="holds no records"):
        Problem(market, canary, canary, limit, observer)
