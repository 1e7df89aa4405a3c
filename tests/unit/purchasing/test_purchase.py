"""Choosing a purchase: three questions, six methods, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import tacit
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc
from tacit.attackers.tails import Count
from tacit.errors import (
    EmptyIntent,
    NotContained,
    PurchaseError,
    SettingError,
    TacitError,
    UnreachablePurchase,
)
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.paper.expansion import TRUE_INTENT_1, TRUE_INTENT_2
from tacit.purchasing.mcmc import _enough
from tacit.purchasing.order import PROMISES, Order
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import ALLOCATIONS, METHODS, observers_named, purchase
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SECRET = "canary"
PAPER = {
    "adult-1": ("adult", TRUE_INTENT_1, 0.5, 61, 5),
    "adult-2": ("adult", TRUE_INTENT_2, 0.6, 120, 13),
    "synthetic-1": ("synthetic", TRUE_INTENT_1, 0.4, 1516, 394),
    "synthetic-2": ("synthetic", TRUE_INTENT_2, 0.4, 2979, 918),
}


@cache
def paper_case(name: str) -> tuple[Market, Intent, Intent]:
    data, wanted, alpha, _, _ = PAPER[name]
    market = tacit.load(data)
    true = market.intent(wanted)
    published = tacit.protect(market, true, against="em-fc", limit=0.3, alpha=alpha).published
    return market, true, published


def grid(records: Any, prices: Any = None) -> Market:
    x = Nominal("x", (SECRET, "b", "c", "d")[: len(records)])
    y = Nominal("y", ("p", "q", "r")[: len(records[0])])
    return Market.from_cube(Space((x, y)), records, prices)


def buy(records: Any, want: dict[str, list[str]] | None = None, **more: Any) -> Order:
    """Buy from all of a small market, in which by default the canary's p is wanted."""
    market = grid(records, more.pop("prices", None))
    true = market.intent({"x": [SECRET], "y": ["p"]} if want is None else want)
    return purchase(market, true, market.intent({}), **more)


SMALL = [[6, 4], [10, 10]]


class TestThePapersFourCases:
    @pytest.mark.parametrize("name", PAPER)
    def test_optimal_holds_what_the_paper_says(self, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        order = purchase(market, true, published, buy=size)
        assert (order.records, order.true_records) == (size, held)
        assert order.holds
        assert order.proven
        assert order.purchase.seen == published

    @pytest.mark.parametrize(("name", "sure"), [("adult-1", "0.2377"), ("synthetic-1", "0.2976")])
    def test_and_its_exact_confidence(self, name: str, sure: str) -> None:
        market, true, published = paper_case(name)
        order = purchase(market, true, published, buy=PAPER[name][3])
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
        order = purchase(*paper_case("adult-1"), buy=61, against=PurchaseF(only_over=True))
        assert (order.true_records, order.holds) == (6, True)

    @pytest.mark.parametrize("name", ["adult-1", "adult-2"])
    def test_need_turns_the_question_round(self, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        order = purchase(market, true, published, need=held)
        assert order.true_records == held
        assert order.records <= size
        fewer = purchase(market, true, published, buy=order.records - 1)
        assert fewer.true_records < held

    @pytest.mark.parametrize("name", ["adult-1", "synthetic-1"])
    def test_a_budget_of_what_it_cost_brings_as_much(self, name: str) -> None:
        *_, size, held = PAPER[name]
        market, true, published = paper_case(name)
        cost = purchase(market, true, published, buy=size).cost
        order = purchase(market, true, published, budget=cost)
        assert order.true_records >= held
        assert order.cost <= cost
        assert order.holds


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

    @pytest.mark.parametrize("method", ALLOCATIONS)
    def test_none_claims_to_be_the_best(self, method: str) -> None:
        order = purchase(*paper_case("adult-1"), buy=61, allocate=method)
        assert not order.proven
        assert order.to_json()["proof"] == {"status": "heuristic"}

    def test_blend_is_fair_on_average(self) -> None:
        """The mean over 400 draws of 61 lies within 5 standard errors of 61 x 56 / 557."""
        problem = Problem(*paper_case("adult-1"), Fraction(3, 10), PurchaseF())
        draw = ALLOCATIONS["blend"]
        counts = np.array([draw(problem, 61, np.random.default_rng(s)) for s in range(400)])
        share = problem.stock / problem.total
        error = np.sqrt(61 * share * (1 - share) / len(counts))
        assert (np.abs(counts.mean(axis=0) - 61 * share) <= 5 * error).all()

    def test_mc_takes_the_best_of_its_sets(self) -> None:
        problem = Problem(*paper_case("adult-2"), Fraction(3, 10), PurchaseF())
        held = [
            int(
                ALLOCATIONS["mc"](problem, 120, np.random.default_rng(0), sets=n)[
                    problem.wanted
                ].sum()
            )
            for n in (20, 200, 20_000)
        ]
        assert held == sorted(held)
        assert held[-1] == 13

    def test_g_mcmc_only_ever_adds_wanted_records(self) -> None:
        problem = Problem(*paper_case("adult-2"), Fraction(3, 10), PurchaseF())
        for seed in range(5):
            longer, shorter = (
                ALLOCATIONS["mcmc"](
                    problem, 120, np.random.default_rng(seed), moves=((False, True),), steps=n
                )
                for n in (60, 10)
            )
            assert longer[problem.wanted].sum() >= shorter[problem.wanted].sum()

    @pytest.mark.parametrize("method", ["mc", "mcmc", "g-mcmc", "genetic"])
    def test_where_no_blind_purchase_is_within_the_limit(self, method: str) -> None:
        """Eight of nine records are wanted, so two of two always hold one."""
        more = {"sets": 50} if method == "mc" else {}
        with pytest.raises(UnreachablePurchase, match="blind purchases"):
            buy([[8, 1]], buy=2, allocate=method, limit="1/100", against="purchase", **more)

    @pytest.mark.parametrize("method", ALLOCATIONS)
    def test_where_everything_is_wanted_everything_can_be_bought(self, method: str) -> None:
        order = buy(SMALL, want={}, buy=30, allocate=method)
        assert (order.records, order.true_records, order.holds) == (30, 30, True)

    @pytest.mark.parametrize("method", METHODS)
    def test_where_nothing_wanted_is_on_offer(self, method: str) -> None:
        order = buy([[0, 4], [10, 10]], buy=12, allocate=method)
        assert (order.records, order.true_records, order.confidence.upper) == (12, 0, 0)

    def test_the_chain_stops_near_the_limit_as_the_observer_counts(self) -> None:
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


class TestOptimal:
    def test_published_as_true(self) -> None:
        """Everything is wanted: each cell has its own cap, and they must add up."""
        order = buy(SMALL, want={}, buy=30)
        assert (order.true_records, order.utility, order.confidence.upper) == (30, 1, 0)
        with pytest.raises(UnreachablePurchase, match="of the wanted cells too few"):
            buy(SMALL, want={}, buy=15, limit="1/10")

    def test_one_cell(self) -> None:
        assert buy([[5]], buy=5).confidence.upper == 0
        assert buy([[5]], buy=3).holds
        assert buy([[5]], buy=3, against="purchase", limit=1).true_records == 3
        with pytest.raises(UnreachablePurchase):
            buy([[5]], buy=3, against="purchase")

    def test_the_cheapest_disguise_is_taken(self) -> None:
        order = buy([[6, 4], [10, 10]], prices=[[1, 9], [9, 2]], buy=10)
        assert order.purchase.to_plan()[-1] == {"cell": {"x": "b", "y": "q"}, "count": 9}
        assert order.proven

    def test_free_records_and_huge_prices(self) -> None:
        free = buy(SMALL, prices=[[0, 0], [0, 0]], buy=10)
        assert (free.cost, free.proven) == (0, True)
        huge = buy(SMALL, prices=[[10**12, 10**12], [10**12, 10**12 + 1]], buy=10)
        assert (huge.cost, huge.proven) == (10**13, True)

    def test_values_nobody_has_need_not_be_shown(self) -> None:
        order = buy([[6, 0, 4], [10, 0, 10], [0, 0, 0]], buy=2)
        assert order.purchase.seen.to_json() == {"x": [SECRET, "b"], "y": ["p", "r"]}
        assert order.holds

    def test_against_the_plain_share(self) -> None:
        order = buy(SMALL, buy=10, against="purchase", limit="0.39")
        assert (order.true_records, order.confidence.upper) == (3, Fraction(3, 10))

    def test_a_tie_with_the_limit_is_within(self) -> None:
        """Two draws of 6 in 10 hold none of them in C(4,2) / C(10,2) = 6/45 of all cases."""
        records = [[6, 4]]
        assert buy(records, buy=2, limit="2/15").true_records == 1
        with pytest.raises(UnreachablePurchase, match="shows every value"):
            buy(records, buy=2, limit=Fraction(2, 15) - Fraction(1, 10**60))

    def test_a_large_sparse_market(self) -> None:
        rng = np.random.default_rng(0)
        shape = (40, 50, 50, 20)
        space = Space(
            tuple(Nominal(n, tuple(range(k))) for n, k in zip("wxyz", shape, strict=True))
        )
        keys = rng.choice(int(np.prod(shape)), 100_000, replace=False)
        codes = np.array(np.unravel_index(keys, shape))
        market = Market.from_cells(space, codes, rng.integers(1, 30, len(keys)))
        true = market.intent({"w": [1, 2], "x": list(range(10)), "y": list(range(10))})
        problem = Problem(market, true, market.intent({}), Fraction(3, 10), PurchaseF())
        order = purchase(market, true, market.intent({}), buy=150_000)
        assert order.records == 150_000
        assert order.true_records == int(problem.most(150_000).sum()) > 0
        assert order.holds
        assert order.proven
        assert order.purchase.seen == market.intent({})


class TestNeed:
    def test_a_larger_purchase_can_be_cheaper(self) -> None:
        """The canary's two p cost 1 each, but only a large purchase may hold both; q costs 100."""
        asked = {"want": {"x": [SECRET]}, "prices": [[1, 100], [0, 0]], "need": 2}
        small = buy([[2, 20], [400, 400]], **asked)
        cheap = buy([[2, 20], [400, 400]], objective="cost", **asked)
        first = min(q for q in range(823) if Count(822, 2, q).most_within(Fraction(3, 10)) == 2)
        assert (cheap.records, cheap.cost, cheap.proven) == (first, 2, True)
        assert (small.records < first, small.cost) == (True, 200)

    def test_more_than_needed_comes_along_where_it_is_cheaper(self) -> None:
        order = buy([[6, 4], [10, 10]], prices=[[0, 3], [3, 3]], need=1, objective="cost")
        assert order.true_records >= 1
        assert order.cost == 3 * (order.records - order.true_records)


class TestPurchaseFcIsTamed:
    def test_the_simulated_interval_is_within_the_limit(self) -> None:
        watcher = PurchaseFc(sets=4_000)
        order = buy([[30, 40], [50, 60]], prices=[[3, 1], [2, 5]], buy=40, against=watcher)
        assert order.confidence.attacker == "purchase-fc"
        assert order.confidence.within(Fraction(3, 10))
        assert order.holds
        assert order.true_records > 0
        assert not order.proven

    @pytest.mark.parametrize(("question", "asked"), [("need", 4), ("budget", 90)])
    def test_the_other_questions_are_answered_within_the_limit(
        self, question: str, asked: int
    ) -> None:
        watcher = PurchaseFc(sets=4_000)
        market = [[30, 40], [50, 60]]
        order = buy(market, prices=[[3, 1], [2, 5]], against=watcher, **{question: asked})
        assert order.holds
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
    "blend asked for a need": ({"need": 2, "allocate": "blend"}, SettingError, "blend only"),
    "mc asked for a budget": ({"budget": 9, "allocate": "mc"}, SettingError, "mc only"),
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


class TestOrder:
    @pytest.mark.parametrize("method", METHODS)
    def test_a_repr_shows_no_value(self, method: str) -> None:
        order = buy(SMALL, buy=10, allocate=method)
        for shown in (repr(order), order._repr_html_(), repr(order.purchase), repr(order.true)):
            assert SECRET not in shown
        assert "10 records" in repr(order)

    def test_every_method_says_what_it_promises(self) -> None:
        assert set(PROMISES) == set(METHODS)

    def test_the_json_has_what_the_command_prints(self) -> None:
        found = buy(SMALL, buy=10).to_json()
        assert found["records"] == sum(line["count"] for line in found["plan"]) == 10
        assert found["published"] == found["pseudo_published"]
        assert [line["name"] for line in found["observers"]] == [
            "purchase",
            "purchase-f",
            "purchase-fc",
        ]

    def test_observers_are_found_by_name(self) -> None:
        assert [one.name for one in observers_named(["purchase", " purchase-f"])] == [
            "purchase",
            "purchase-f",
        ]

    @pytest.mark.parametrize(
        "ask",
        [
            lambda: buy(SMALL, buy=10),
            lambda: buy(SMALL, need=2),
            lambda: buy(SMALL, budget=10),
        ],
    )
    def test_optimal_needs_no_die(self, ask: Callable[[], Order]) -> None:
        assert ask().purchase.to_plan() == ask().purchase.to_plan()
