"""Purchases as tables: the verdict first, then what to buy, then what tests say."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import tacit
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import what_sees
from tacit.auditing.buy import purchase
from tacit.auditing.chain import Chain
from tacit.auditing.protect import protect
from tacit.auditing.purchase import audit_purchase
from tacit.auditing.reader import Reader
from tacit.candidates.secrets import Secrets
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.market.terms import Terms
from tacit.publishing.headline import Headline
from tacit.purchasing.order import WHY_IT_FAILS, Order
from tacit.report import purchases
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space
from tests.helpers.markets import bought, line, of_hours
from tests.helpers.purchases import SECRET, SMALL, buy
from tests.helpers.rendering import in_colour, on_terminal

BOLD_GREEN, BOLD_RED = "\x1b[1;32m", "\x1b[1;31m"
LIMIT = Fraction(3, 10)


def words(text: str) -> list[list[str]]:
    """The cells of each line, which stand apart by two blanks or more."""
    return [[part for part in row.split("  ") if part.strip()] for row in text.splitlines()]


def row_of(text: str, first: str) -> list[str]:
    """The cells of the line that starts with a word."""
    found = [cells for cells in words(text) if cells and cells[0].strip() == first]
    assert found, text
    return [cell.strip() for cell in found[0]]


def shown(order: Order) -> str:
    return on_terminal(purchases.order_view(order), width=300)


def blind(**asked: Any) -> Order:
    return buy(SMALL, allocate="blend", **asked)


def chain(after: Headline, adds: str) -> Chain:
    """The chain of one who was a quarter sure after the post."""
    true = line([1, 2]).intent({"x": ["a"]})
    before = Headline(Fraction(1, 4), LIMIT, Fraction(1, 2))
    return Chain(before, Reader(true, Secrets(LIMIT), after), adds)


class TestTheVerdict:
    def test_it_says_how_sure_what_is_allowed_and_what_was_added(self) -> None:
        view = purchases.chain_view(
            chain(Headline(Fraction(1, 4), LIMIT, Fraction(1, 2)), "the purchase adds nothing")
        )
        assert on_terminal(view).splitlines()[:2] == [
            "After post and purchase the best-informed reader is 25% sure of a record you want.",
            "30% is allowed: within the limit. The purchase adds nothing.",
        ]
        assert BOLD_GREEN in in_colour(view)

    @pytest.mark.parametrize(
        ("after", "said"),
        [
            (Headline(Fraction(1, 2), LIMIT, Fraction(1, 2)), "NOT within the limit"),
            (Headline.not_known(LIMIT, Fraction(1, 2), "why"), "NOT KNOWN to be within the limit"),
        ],
    )
    def test_above_or_not_known_stands_out(self, after: Headline, said: str) -> None:
        view = purchases.chain_view(chain(after, "it tells more"))
        assert f"30% is allowed: {said}. It tells more." in on_terminal(view)
        assert BOLD_RED in in_colour(view)


class TestATunedOrder:
    def test_it_lists_cells_by_size_and_what_it_promises(self) -> None:
        order = buy(SMALL, buy=15)
        text = shown(order)
        counts = [
            cells[-1].strip()
            for cells in words(text)
            if cells[:1] and cells[0].strip() in (SECRET, "b")
        ]
        assert counts == sorted(counts, key=lambda n: -int(n))
        assert sum(map(int, counts)) == 15
        assert "15 records for 15; 2 of them wanted (13.3%)" in text
        assert "A blind purchase of this size brings 3.0 on average." in text
        assert (
            "optimal, proven: no purchase does better. "
            f"What optimal promises: {order.promise}." in text
        )
        assert "not proven to be the best" in shown(replace(order, proven=False))

    def test_the_verdict_comes_first_and_warnings_are_told(self) -> None:
        order = buy(SMALL, buy=10)
        text = shown(order)
        assert text.startswith("After post and purchase ")
        assert order.warnings
        for warning in order.warnings:
            assert f"Mind: {warning}." in text

    def test_the_cost_has_its_currency_which_is_no_markup(self) -> None:
        market = of_hours(terms=Terms.of("[red]", fee=25, tiers=[(5, 0.5)]))
        order = purchase(market, {"sex": ["F"]}, {}, buy=10, allocate="optimal", limit=1)
        assert "10 records for 30 [red];" in shown(order)


class TestABlindOrder:
    def test_it_says_how_many_come_with_which_chance(self) -> None:
        """Fifteen of thirty records, six of which are wanted."""
        order = blind(buy=15, seed=1)
        text = shown(order)
        assert "A simple random sample of 15 of the 30 records, for 15." in text
        assert (
            "Wanted among them: 3.0 on average, at least 1 with a chance of 95%. "
            f"This draw holds {order.true_records}." in text
        )
        assert f"What blend promises: {order.promise}." in text
        assert "proven" not in text

    def test_where_bins_hold_more_than_was_asked_for_what_matches_is_said(self) -> None:
        age = Numeric.binned("age", [10, 20], integer=True, closed="left")
        market = tacit.load({"age": [n % 30 for n in range(300)]}, dimensions=[age])
        found = purchase(market, "age < 5", "age < 20", buy=60, seed=1)
        text = shown(found)
        assert "Wanted among them: 30.0 on average" in text
        assert "What matches it: 15.0 on average, at least 10 with a chance of 95%." in text
        needy = shown(purchase(market, "age < 5", "age < 20", need=20, design="simple"))
        assert re.search(r"What matches it: .*at least 20 with a chance of \d", needy)

    def test_of_a_need_with_what_chance_it_is_met(self) -> None:
        text = shown(blind(need=2, design="simple"))
        assert "on average, at least 2 with a chance of 9" in text

    def test_quotas_bring_it_for_certain_and_the_note_says_why(self) -> None:
        order = blind(need=2)
        assert order.design is not None
        assert order.design.kind == "quotas"
        text = shown(order)
        assert f"{order.records} of the 30 records: enough of each possible want" in text
        assert "Wanted among them: 2 for certain." in text
        for note in order.notes:
            assert f"{note[0].upper()}{note[1:]}." in text

    @pytest.mark.parametrize(
        ("design", "said"),
        [
            ("stratified", "9 of the 30 records, each price with its share"),
            ("weighted", "9 of the 30 records, more of what is cheap"),
        ],
    )
    def test_every_design_is_said_in_words(self, design: str, said: str) -> None:
        assert said in shown(blind(buy=9, prices=[[1, 2], [2, 1]], design=design))

    def test_a_draw_that_stopped_for_its_budget_says_so(self) -> None:
        order = blind(budget=20, prices=[[1, 2], [3, 9]], odds="0.5", seed=0)
        seeds = (blind(budget=20, prices=[[1, 2], [3, 9]], odds="0.5", seed=s) for s in range(40))
        assert order.design is not None
        stopped = next(o for o in seeds if o.records < order.design.size)
        assert f"(this draw stopped at {stopped.records}, to stay within the budget)." in shown(
            stopped
        )
        assert "stopped" not in shown(blind(budget=20))


class TestCells:
    def test_a_long_order_is_cut_with_its_sum(self) -> None:
        """20 cells of one record each, 15 of which are listed."""
        market = Market.from_cube(Space((Nominal("x", tuple(range(20))),)), [1] * 20)
        want = market.intent({"x": [0]})
        for method in ("blend", "optimal"):
            order = purchase(market, want, market.intent({}), buy=20, allocate=method)
            assert row_of(shown(order), "and 5 more cells")[-1] == "5"

    def test_dimensions_on_which_all_are_alike_are_left_out(self) -> None:
        market = of_hours()
        plan = [
            {"cell": {"sex": "F", "hours": "few"}, "count": 1},
            {"cell": {"sex": "F", "hours": "many"}, "count": 3},
        ]
        text = on_terminal(purchases.cells_view("Buy this", Purchase.from_plan(market, plan)))
        assert row_of(text, "hours") == ["hours", "records"]
        assert row_of(text, "many") == ["many", "3"]
        assert "sex" not in text

    def test_one_cell_is_all_alike(self) -> None:
        text = on_terminal(purchases.cells_view("Buy this", bought(line([4, 6]), a=3)))
        assert row_of(text, "all alike") == ["all alike", "3"]

    def test_many_dimensions_stand_together_and_values_are_no_markup(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", ("[red]", "b")) for i in range(5)))
        market = Market.from_cells(space, [[0, 1]] * 5, [4, 6])
        plan = [{"cell": dict.fromkeys(space.names, v), "count": 2} for v in ("[red]", "b")]
        text = on_terminal(purchases.cells_view("Buy this", Purchase.from_plan(market, plan)))
        assert row_of(text, "[red], [red], [red], [red], [red]")[-1] == "2"
        assert row_of(text, "cell") == ["cell", "records"]


class TestTests:
    def test_observers_with_an_estimate_say_what_it_is_at_most(self) -> None:
        sure = [
            Confidence("purchase", Fraction(1, 5)),
            Confidence("purchase-fc", Fraction(2, 5), Fraction(1, 5), Fraction(3, 10)),
        ]
        text = on_terminal(purchases.observers_view(sure, LIMIT), width=200)
        assert row_of(text, what_sees("purchase"))[1:] == ["20%", "yes", "purchase"]
        assert row_of(text, what_sees("purchase-fc"))[1:] == [
            "30% (at most 40%)",
            "no",
            "purchase-fc",
        ]

    def test_why_a_harmless_draw_can_fail_them_is_told(self) -> None:
        text = on_terminal(purchases.observers_view([], LIMIT), width=300)
        assert f"{WHY_IT_FAILS}." in text


class TestAnAudit:
    def test_it_says_how_many_were_wanted_and_whether_it_looks_blind(self) -> None:
        market = line([4, 6])
        seen = bought(market, a=3, b=2)
        judged = audit_purchase(market.intent({"x": ["a"]}), seen)
        text = on_terminal(purchases.purchase_audit_view(judged), width=200)
        assert "3 of 5 bought records are wanted. As a whole, it looks like a blind draw" in text
        assert "NOT KNOWN to be within the limit" in text
        assert "Replayed" not in text

    def test_what_replays_found_is_told(self) -> None:
        market = line([10, 40, 90, 60])
        true = market.intent({"x": ["a"]})
        post = protect(market, true, against="pi-uniform", limit="1/2", method="greedy")
        order = purchase(market, true, post, buy=12, limit=0.9, allocate="optimal")
        judged = audit_purchase(true, order, published=post, limit=0.9)
        text = on_terminal(purchases.purchase_audit_view(judged), width=300)
        assert text.startswith("After post and purchase the best-informed reader is 100% sure")
        assert judged.chain.finding is not None
        assert f"Replayed: {judged.chain.finding.sentence}." in text
