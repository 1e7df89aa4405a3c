"""Choosing a purchase: three questions, six methods, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc
from tacit.auditing.buy import purchase
from tacit.errors import (
    EmptyIntent,
    NotContained,
    PurchaseError,
    SettingError,
    TacitError,
    UnreachablePurchase,
)
from tacit.purchasing.blind import answered
from tacit.purchasing.design import SIMPLE
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS, METHODS, allocated, blindly, tuned
from tacit.purchasing.question import BuyingQuestion
from tests.helpers.purchases import PAPER, SECRET, SMALL, buy, grid, paper_case, small_problem

PAPERS_OWN = ("mc", "mcmc", "g-mcmc", "genetic")
SIX = BuyingQuestion.of(buy=6)


class TestThePapersFourCases:
    @pytest.mark.parametrize("name", PAPER)
    def test_optimal_holds_what_the_paper_says(self, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        order = purchase(market, true, published, buy=size, allocate="optimal")
        assert (order.records, order.true_records) == (size, held)
        assert order.passes
        assert order.proven
        assert order.purchase.seen == published

    @pytest.mark.parametrize(("name", "sure"), [("adult-1", "0.2377"), ("synthetic-1", "0.2976")])
    def test_and_its_exact_confidence(self, name: str, sure: str) -> None:
        market, true, published = paper_case(name)
        order = purchase(market, true, published, buy=PAPER[name][3], allocate="optimal")
        assert f"{float(order.confidence.upper):.4f}" == sure

    @pytest.mark.parametrize("name", PAPER)
    def test_one_record_more_would_not_pass(self, name: str) -> None:
        *_, size, held = PAPER[name]
        problem = Problem(*paper_case(name), Fraction(3, 10), PurchaseF())
        assert int(problem.most(size).sum()) == held

    @pytest.mark.parametrize(
        ("name", "expected"), [("adult-1", 6.1), ("adult-2", 14.9), ("synthetic-1", 401)]
    )
    def test_what_a_blind_purchase_would_bring(self, name: str, expected: float) -> None:
        market, true, published = paper_case(name)
        order = purchase(market, true, published, buy=PAPER[name][3], allocate="blend")
        assert float(order.expected) == pytest.approx(expected, abs=0.5)

    def test_by_the_text_s_own_reading_adult_admits_six(self) -> None:
        over = PurchaseF(only_over=True)
        order = purchase(*paper_case("adult-1"), buy=61, against=over, allocate="optimal")
        assert (order.true_records, order.passes) == (6, True)

    @pytest.mark.parametrize("name", ["adult-1", "adult-2"])
    def test_need_turns_the_question_round(self, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        order = purchase(market, true, published, need=held, allocate="optimal")
        assert order.true_records == held
        assert order.records <= size
        fewer = purchase(market, true, published, buy=order.records - 1, allocate="optimal")
        assert fewer.true_records < held

    @pytest.mark.parametrize("name", ["adult-1", "synthetic-1"])
    def test_a_budget_of_what_it_cost_brings_as_much(self, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        cost = purchase(market, true, published, buy=size, allocate="optimal").cost
        order = purchase(market, true, published, budget=cost, allocate="optimal")
        assert order.true_records >= held
        assert order.cost <= cost
        assert order.passes


class TestRandomMethods:
    @pytest.mark.parametrize("name", ["adult-1", "adult-2"])
    @pytest.mark.parametrize("method", ALLOCATIONS)
    def test_sizes_stock_and_caps(self, method: str, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        problem = Problem(market, true, published, Fraction(3, 10), PurchaseF())
        for seed in range(3):
            counts = ALLOCATIONS[method](problem, size, np.random.default_rng(seed))
            assert int(counts.sum()) == size
            assert ((counts >= 0) & (counts <= problem.stock)).all()
            if method != "blend":
                assert (counts[problem.wanted] <= problem.most(size)).all()
                assert int(counts[problem.wanted].sum()) <= held

    @pytest.mark.parametrize("method", ALLOCATIONS)
    def test_the_same_seed_buys_the_same_and_others_differ(self, method: str) -> None:
        plans = [
            purchase(*paper_case("adult-2"), buy=120, allocate=method, seed=seed).purchase.to_plan()
            for seed in (1, 1, 2)
        ]
        assert plans[0] == plans[1]
        assert plans[0] != plans[2]

    @pytest.mark.parametrize("method", PAPERS_OWN)
    def test_none_of_the_papers_claims_to_be_the_best(self, method: str) -> None:
        assert not purchase(*paper_case("adult-1"), buy=61, allocate=method, seed=0).proven

    @pytest.mark.parametrize("method", PAPERS_OWN)
    def test_where_no_blind_purchase_is_within_the_limit(self, method: str) -> None:
        """Eight of nine records are wanted, so two of two always hold one."""
        more = {"sets": 50} if method == "mc" else {}
        with pytest.raises(UnreachablePurchase, match="blind purchases"):
            buy([[8, 1]], buy=2, allocate=method, limit="1/100", against="purchase", **more)

    @pytest.mark.parametrize("method", ALLOCATIONS)
    def test_where_everything_is_wanted_everything_can_be_bought(self, method: str) -> None:
        order = buy(SMALL, want={}, buy=30, allocate=method)
        assert (order.records, order.true_records, order.passes) == (30, 30, True)

    @pytest.mark.parametrize("method", METHODS)
    def test_where_nothing_wanted_is_on_offer(self, method: str) -> None:
        order = buy([[0, 4], [10, 10]], buy=12, allocate=method)
        assert (order.records, order.true_records, order.confidence.upper) == (12, 0, 0)


class TestBlindly:
    """What is drawn, and what is told of it; who reads the post is asked elsewhere."""

    def test_so_many_are_drawn_and_that_is_the_best_there_is(self) -> None:
        problem = small_problem()
        answer = answered(problem, SIX, SIMPLE)
        order = blindly(problem, SIX, answer, np.random.default_rng(1))
        assert (order.records, order.method, order.blind) == (6, "blend", True)
        assert (order.design, order.reached) == (answer.design, answer.reached)
        assert (order.proven, order.needed, order.notes) == (True, None, ())
        assert order.cells is not None
        assert order.cells.records.tolist() == problem.stock.tolist()
        assert order.expected == Fraction(6 * 6, 30)

    def test_who_wants_what_plays_no_part(self) -> None:
        plans = set()
        for want in ({}, {"x": ["b"]}, {"x": [SECRET], "y": ["q"]}):
            problem = small_problem(want=want)
            answer = answered(problem, SIX, SIMPLE)
            order = blindly(problem, SIX, answer, np.random.default_rng(1))
            plans.add(str(order.purchase.to_plan()))
        assert len(plans) == 1

    def test_a_need_of_more_than_there_is_is_for_all_of_it(self) -> None:
        """Six are wanted, and nine needed: only all thirty records hold them for certain."""
        problem, nine = small_problem(), BuyingQuestion.of(need=9)
        order = blindly(problem, nine, answered(problem, nine, SIMPLE), np.random.default_rng(1))
        assert order.needed == 6
        assert order.notes == (
            "the market holds only 6 wanted records: this order is for all of them",
        )
        enough = BuyingQuestion.of(need=6)
        same = blindly(problem, enough, answered(problem, enough, SIMPLE), np.random.default_rng(1))
        assert (same.needed, same.notes, same.records) == (6, (), order.records)

    def test_too_many_records_to_draw_from_are_refused(self) -> None:
        problem = small_problem([[10**9, 4], [10, 10]])
        with pytest.raises(PurchaseError, match=r"fewer than 1,000,000,000 records\. Publish"):
            blindly(problem, SIX, answered(problem, SIX, SIMPLE), np.random.default_rng(1))


class TestTuned:
    def test_it_is_the_method_and_no_reader_is_asked(self) -> None:
        order = tuned(small_problem(), SIX, "optimal", np.random.default_rng(1))
        assert (order.method, order.blind, order.design, order.reached) == (
            *("optimal", False, None, None),
        )
        assert order.purchase.to_plan() == buy(SMALL, buy=6).purchase.to_plan()

    @pytest.mark.parametrize("method", PAPERS_OWN)
    def test_the_papers_draw_what_they_allocate(self, method: str) -> None:
        problem = small_problem()
        order = tuned(problem, SIX, method, np.random.default_rng(5))
        counts = allocated(problem, method, 6, np.random.default_rng(5))
        assert order.purchase.to_plan() == problem.purchase(counts).to_plan()


def test_blend_is_the_default_and_the_first_of_all_methods() -> None:
    market = grid(SMALL)
    order = purchase(market, {"x": [SECRET], "y": ["p"]}, {}, buy=10)
    assert (order.method, order.blind, METHODS[0]) == ("blend", True, "blend")
    assert set(METHODS) == {*ALLOCATIONS, "optimal"}


class TestPurchaseFcIsTamed:
    def test_the_simulated_interval_is_within_the_limit(self) -> None:
        watcher = PurchaseFc(sets=4_000)
        order = buy([[30, 40], [50, 60]], prices=[[3, 1], [2, 5]], buy=40, against=watcher)
        assert order.confidence.attacker == "purchase-fc"
        assert order.confidence.within(Fraction(3, 10))
        assert order.passes
        assert order.true_records > 0
        assert not order.proven

    @pytest.mark.parametrize(("question", "asked"), [("need", 4), ("budget", 90)])
    def test_the_other_questions_are_answered_within_the_limit(
        self, question: str, asked: int
    ) -> None:
        watcher = PurchaseFc(sets=4_000)
        market = [[30, 40], [50, 60]]
        order = buy(market, prices=[[3, 1], [2, 5]], against=watcher, **{question: asked})
        assert order.passes
        assert not order.proven
        if question == "need":
            assert order.true_records >= asked
        else:
            assert order.true_records > 0
            assert order.cost <= asked


REFUSED: dict[str, tuple[dict[str, Any], type[TacitError], str]] = {
    "no question": ({}, SettingError, "one question"),
    "two questions": ({"buy": 3, "need": 2}, SettingError, "one question"),
    "three questions": ({"buy": 3, "need": 2, "budget": 9}, SettingError, "one question"),
    "an unknown method": ({"buy": 3, "allocate": "magic"}, SettingError, "g-mcmc, genetic"),
    "an unknown observer": ({"buy": 3, "against": "em-f"}, SettingError, "purchase-fc"),
    "an unknown objective": ({"need": 3, "objective": "cells"}, SettingError, "records or cost"),
    "a limit of 0": ({"buy": 3, "limit": 0}, SettingError, "above 0"),
    "more than there are": ({"buy": 31}, PurchaseError, "31 .* holds 30"),
    "blindly more than there are": ({"buy": 31, "allocate": "mc"}, PurchaseError, "holds 30"),
    "nothing": ({"buy": 0}, PurchaseError, "at least one"),
    "less than nothing": ({"buy": -3}, PurchaseError, "at least one"),
    "half a record": ({"buy": 2.5}, PurchaseError, "whole number"),
    "too few to show all": ({"buy": 1}, PurchaseError, "at least 2"),
    "needs above the stock": ({"need": 7}, PurchaseError, "7 wanted .* holds 6"),
    "no need": ({"need": 0}, PurchaseError, "at least one wanted"),
    "half a need": ({"need": 1.5}, PurchaseError, "whole number"),
    "no budget": ({"budget": 0}, SettingError, "above 0"),
    "a budget of words": ({"budget": "much"}, SettingError, "number"),
    "too small a budget": ({"budget": 1}, UnreachablePurchase, "Raise it"),
    "mcmc asked for a need": (
        {"need": 2, "allocate": "mcmc"},
        SettingError,
        "mcmc only .* use blend or optimal",
    ),
    "mc asked for a budget": ({"budget": 9, "allocate": "mc"}, SettingError, "mc only"),
    "blend asked for too many": ({"buy": 31, "allocate": "blend"}, PurchaseError, "holds 30"),
    "blend asked for more than is published": (
        {"need": 31, "allocate": "blend"},
        PurchaseError,
        "31 wanted .* holds 30",
    ),
    "blend with next to no budget": (
        {"budget": "0.5", "allocate": "blend"},
        UnreachablePurchase,
        "Raise the budget",
    ),
    "blend with a setting": (
        {"buy": 3, "allocate": "blend", "sets": 9},
        SettingError,
        "blend has no setting 'sets'",
    ),
    "a setting of another method": (
        {"buy": 3, "allocate": "mcmc", "sets": 9},
        SettingError,
        "no setting 'sets'. It takes: ",
    ),
    "a design that there is not": (
        {"buy": 3, "allocate": "blend", "design": "magic"},
        SettingError,
        "Known are: simple, stratified, weighted, quotas",
    ),
    "a design for a tuned purchase": (
        {"buy": 3, "design": "simple"},
        SettingError,
        "goes with blend",
    ),
    "quotas for no need": (
        {"buy": 3, "allocate": "blend", "design": "quotas"},
        SettingError,
        "say a need",
    ),
    "odds of certainty": ({"need": 2, "odds": 1}, SettingError, "above 0 and below 1"),
    "a seed below 0": ({"buy": 3, "allocate": "blend", "seed": -1}, SettingError, "seed"),
    "needs beyond the limit": (
        {"need": 6, "limit": "1/1000", "against": "purchase"},
        UnreachablePurchase,
        "Ask for fewer",
    ),
}


class TestRefused:
    @pytest.mark.parametrize("case", REFUSED)
    def test_with_words_that_help_and_give_nothing_away(self, case: str) -> None:
        asked, kind, words = REFUSED[case]
        with pytest.raises(kind, match=words) as caught:
            buy(SMALL, **asked)
        assert SECRET not in str(caught.value)
        assert caught.value.exit_code == (1 if kind is UnreachablePurchase else 2)

    def test_how_many_would_be_enough_is_named(self) -> None:
        with pytest.raises(PurchaseError, match="at least 4"):
            buy([[1, 0, 0], [1, 1, 1], [1, 0, 0]], buy=3)

    def test_a_published_intent_that_leaves_part_out(self) -> None:
        market = grid(SMALL)
        with pytest.raises(NotContained):
            purchase(market, market.intent({}), market.intent({"x": [SECRET]}), buy=3)

    def test_an_empty_true_intent(self) -> None:
        market = grid(SMALL)
        nothing = market.intent({"x": [SECRET]}) & market.intent({"x": ["b"]})
        with pytest.raises(EmptyIntent):
            purchase(market, nothing, market.intent({}), buy=3)

    def test_a_published_intent_without_records(self) -> None:
        market = grid([[0, 0], [3, 3]])
        box = market.intent({"x": [SECRET]})
        with pytest.raises(PurchaseError, match="holds no records"):
            purchase(market, box, box, buy=1)

    def test_a_value_that_only_forbidden_records_show(self) -> None:
        """The canary comes only with the one wanted record, which a small purchase may not hold."""
        with pytest.raises(UnreachablePurchase, match="mainly with wanted records"):
            buy([[1, 0], [50, 50]], buy=10)
        assert buy([[1, 0], [50, 50]], need=1).records == 71
