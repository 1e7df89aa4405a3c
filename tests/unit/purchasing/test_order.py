"""What is bought, what it promises, and what it shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.registry import OBSERVERS
from tacit.auditing.buy import purchase
from tacit.errors import SettingError
from tacit.market.terms import Terms
from tacit.purchasing.order import AMONG, BEST, BLINDLY, SIZED_BY_WANT, TUNED, Order
from tacit.purchasing.purchase import METHODS
from tests.helpers.markets import line
from tests.helpers.purchases import SECRET, SMALL, buy, grid

TIGHT = Fraction(1, 10**6)


def blind(**asked: Any) -> Order:
    """A blind draw from the small market."""
    return buy(SMALL, allocate="blend", **asked)


class TestOrder:
    @pytest.mark.parametrize("method", METHODS)
    def test_a_repr_shows_no_value(self, method: str) -> None:
        order = buy(SMALL, buy=10, allocate=method)
        for shown in (repr(order), order._repr_html_(), repr(order.purchase), repr(order.true)):
            assert SECRET not in shown
        assert "10 records" in repr(order)

    def test_a_currency_is_told_beside_the_cost(self) -> None:
        market = replace(grid(SMALL), terms=Terms.of("EUR", fee="2.50"))
        order = purchase(market, {"x": [SECRET], "y": ["p"]}, {}, buy=10, allocate="optimal")
        assert "10 records for 12.50 EUR, " in repr(order)
        told = order.to_json()
        assert (told["cost"], told["currency"]) == (12.5, "EUR")
        assert buy(SMALL, buy=10).to_json()["currency"] is None

    def test_the_json_has_what_the_command_prints(self) -> None:
        found = buy(SMALL, buy=10).to_json()
        assert found["records"] == sum(line["count"] for line in found["plan"]) == 10
        assert found["published"] == found["pseudo_published"]
        assert [line["name"] for line in found["observers"]] == [
            "purchase",
            "purchase-f",
            "purchase-fc",
        ]
        assert found["asked"] == {"buy": 10, "odds": 0.95, "objective": "records"}
        assert (found["passes"], found["proof"]) == (True, {"status": "optimal"})
        blind_only = ("design", "odds", "reached", "chance")
        assert [found[name] for name in blind_only] == [None] * 4

    def test_and_of_a_blind_one_how_many_come_and_with_what_odds(self) -> None:
        """Fifteen of thirty hold three of the six on average, and one or more in 99 of 100 draws."""
        found = blind(buy=15).to_json()
        assert found["design"] == {"kind": "simple", "strata": 1, "records": 15}
        assert (found["odds"], found["reached"], found["chance"]) == (0.95, 1, None)
        assert found["expected_blind"] == 3
        needed = blind(need=2, design="simple").to_json()
        assert needed["chance"] >= needed["odds"] == 0.95
        assert needed["asked"]["need"] == 2

    def test_the_verdict_is_the_chains(self) -> None:
        order = blind(buy=10)
        told = order.to_json()
        assert (told["holds"], told["chain"]) == (order.chain.holds, order.chain.to_json())
        assert order.holds == order.chain.holds

    def test_what_is_not_proven_is_heuristic(self) -> None:
        order = replace(buy(SMALL, buy=10), proven=False)
        assert order.to_json()["proof"] == {"status": "heuristic"}

    def test_what_is_bought_wanted_and_paid(self) -> None:
        """Two of fifteen are wanted; they cost 5 each, all others 1."""
        order = buy(SMALL, prices=[[5, 1], [1, 1]], buy=15)
        assert (order.records, order.true_records, order.cost) == (15, 2, 23)
        assert order.utility == Fraction(2, 15)
        assert order.expected == 3  # 15 x 6 / 30

    def test_the_best_is_promised_only_where_it_is_proven(self) -> None:
        proven = buy(SMALL, buy=10)
        assert proven.promise == f"{TUNED}; {BEST['buy']}"
        assert replace(proven, proven=False).promise == TUNED
        assert buy(SMALL, need=2).promise.endswith(BEST["need"])

    def test_a_tuned_purchase_that_fails_promises_nothing(self) -> None:
        order = buy(SMALL, buy=10)
        failed = replace(order, limit=TIGHT)
        assert (order.passes, order.keeps_promise) == (True, True)
        assert (failed.passes, failed.keeps_promise) == (False, False)
        assert "does not pass" in failed.promise

    def test_a_blind_one_promises_nothing_about_a_test(self) -> None:
        failed = replace(blind(buy=10), limit=TIGHT)
        assert (failed.passes, failed.keeps_promise) == (False, True)
        assert failed.promise == BLINDLY

    def test_whose_size_follows_from_the_want_says_so(self) -> None:
        simple, quotas = (blind(need=2, design=design) for design in ("simple", "quotas"))
        assert (simple.sized_by_want, quotas.sized_by_want) == (True, False)
        assert simple.promise == BLINDLY + SIZED_BY_WANT
        assert quotas.promise == BLINDLY + AMONG
        assert not blind(buy=10).sized_by_want
        assert not blind(budget=10).sized_by_want
        assert buy(SMALL, need=2).sized_by_want

    def test_a_purchase_of_nothing_but_wanted_records_warns(self) -> None:
        warned = buy(SMALL, want={}, buy=30).warnings
        assert any("everything that is bought is wanted" in said for said in warned)
        assert not any("everything" in said for said in buy(SMALL, buy=10).warnings)

    def test_every_observer_is_asked_once(self) -> None:
        order = buy(SMALL, buy=15)
        names = [sure.attacker for sure in order.observers]
        assert names == list(OBSERVERS)
        assert order.observers[1] is order.confidence
        assert order.observers[0].upper == Fraction(2, 15)


def test_who_was_told_nothing_of_the_post_has_no_verdict() -> None:
    order = replace(buy(SMALL, buy=10), judge=None)
    for ask in (lambda: order.chain, lambda: order.holds, order.to_json):
        with pytest.raises(SettingError, match=r"ask tacit\.purchase"):
            ask()


def test_the_verdict_is_found_when_it_is_asked_for_and_once() -> None:
    asked = []

    class Said:
        holds = True

        def to_json(self) -> dict[str, Any]:
            return {}

    def judge() -> Said:
        asked.append(1)
        return Said()

    order = replace(blind(buy=10), judge=judge)
    assert asked == []
    assert order.holds
    assert order.chain is order.chain
    assert asked == [1]


class TestThePlanFile:
    def test_a_blind_one_names_no_test(self) -> None:
        order = blind(buy=10)
        assert order.to_plan() == {
            "published": {"x": [SECRET, "b"], "y": ["p", "q"]},
            "chosen_by": {
                "method": "blend",
                "design": "simple",
                "sized_by_want": False,
                "against": None,
                "limit": None,
            },
            "plan": order.purchase.to_plan(),
        }

    def test_a_tuned_one_names_its_test(self) -> None:
        told = buy(SMALL, buy=10, limit="1/3").to_plan()["chosen_by"]
        assert told == {
            "method": "optimal",
            "design": None,
            "sized_by_want": False,
            "against": "purchase-f",
            "limit": "1/3",
        }


class TestWarnings:
    def test_a_tuned_purchase_that_brings_less_than_chance_would_says_so(self) -> None:
        """Ten of thirty hold two of the six on average, but only one of them passes."""
        order = buy(SMALL, buy=10)
        assert order.true_records < order.expected == 2
        assert any("consider the method blend" in said for said in order.warnings)

    def test_a_blind_one_is_never_told_to_look_blind(self) -> None:
        for seed in range(20):
            assert blind(buy=10, seed=seed).warnings == ()


def test_one_record_is_one_record() -> None:
    market = line([10, 40])
    order = purchase(market, {"x": ["a"]}, {}, buy=1, seed=1)
    assert repr(order).startswith("Order(blend: 1 record for 1, ")
