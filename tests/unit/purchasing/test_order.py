"""What is bought, what it promises, and what it shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tacit.attackers.registry import OBSERVERS
from tacit.purchasing.order import BEST, PROMISES
from tacit.purchasing.purchase import METHODS
from tests.helpers.purchases import SECRET, SMALL, buy


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

    def test_what_is_bought_wanted_and_paid(self) -> None:
        """Two of fifteen are wanted; they cost 5 each, all others 1."""
        order = buy(SMALL, prices=[[5, 1], [1, 1]], buy=15)
        assert (order.records, order.true_records, order.cost) == (15, 2, 23)
        assert order.utility == Fraction(2, 15)
        assert order.expected == 3  # 15 x 6 / 30

    def test_the_best_is_promised_only_where_it_is_proven(self) -> None:
        proven = buy(SMALL, buy=10)
        assert proven.promise == f"{PROMISES['optimal']}; {BEST['buy']}"
        assert replace(proven, proven=False).promise == PROMISES["optimal"]
        assert buy(SMALL, need=2).promise.endswith(BEST["need"])

    def test_a_tuned_purchase_that_fails_promises_nothing(self) -> None:
        failed = replace(buy(SMALL, buy=10), holds=False)
        assert "does not pass" in failed.promise
        blind = replace(buy(SMALL, buy=10, allocate="blend"), holds=False)
        assert blind.promise == PROMISES["blend"]

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
