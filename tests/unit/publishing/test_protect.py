"""`protect`: settings, exact limits, limits out of reach, and what a publication says."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import EmptyIntent, IntentError, SettingError, UnreachableLimit, rounded_up
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.plan import Proof
from tacit.publishing.procedure import Procedure, _draw
from tacit.publishing.protect import lowest_limit, protect
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

X = Nominal("x", ("a", "b", "c"))


@pytest.fixture(params=["dense", "sparse"])
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def line(*records: int, prices: Any = None, layout: str = "auto") -> Market:
    names = ("a", "b", "c", "d", "e", "f")[: len(records)]
    space = Space((Nominal("x", names),))
    return Market.from_cube(space, list(records), prices, layout=layout)


def want(market: Market, *values: str) -> Intent:
    return market.intent({"x": list(values)})


class TestTheLimitIsExact:
    @pytest.mark.parametrize(
        "limit", [0.3, "0.3", "3/10", " 3 / 10 ", Fraction(3, 10), Decimal("0.3")]
    )
    def test_a_confidence_equal_to_the_limit_holds(self, limit: Any, layout: str) -> None:
        market = line(3, 7, layout=layout)
        result = protect(market, want(market, "a"), against="em-f", limit=limit)
        assert result.limit == Fraction(3, 10)
        assert result.confidences[0].upper == Fraction(3, 10)
        assert result.holds

    @pytest.mark.parametrize("limit", [0.3, "3/10", Fraction(3, 10)])
    def test_one_part_in_10_18_above_the_limit_does_not(self, limit: Any, layout: str) -> None:
        """As floats, the confidence and 0.3 are the same number."""
        sure, rest = 3 * 10**17 + 1, 7 * 10**17 - 1
        assert sure / (sure + rest) == 0.3
        market = line(sure, rest, layout=layout)
        with pytest.raises(UnreachableLimit) as caught:
            protect(market, want(market, "a"), against="em-f", limit=limit)
        assert caught.value.lowest == Fraction(sure, 10**18)

    def test_a_limit_of_1_publishes_the_true_intent(self, layout: str) -> None:
        market = line(3, 7, layout=layout)
        result = protect(market, want(market, "a"), limit=1)
        assert result.published == want(market, "a")
        assert result.steps == 0

    def test_a_third_can_be_asked_for(self, layout: str) -> None:
        market = line(1, 1, 1, layout=layout)
        assert protect(market, want(market, "a"), limit="1/3").mass.records == 3
        with pytest.raises(UnreachableLimit):
            protect(market, want(market, "a"), limit=0.3333333333333333)


class TestLimitsOutOfReach:
    def test_the_error_names_the_attacker_hardest_to_hold(self, layout: str) -> None:
        """Of all 3 cells and 10 records: pi-uniform 1/3, em-f 6/10."""
        market = line(6, 3, 1, layout=layout)
        with pytest.raises(UnreachableLimit) as caught:
            protect(market, want(market, "a"), against="pi-uniform,em-f", limit=0.3)
        assert caught.value.attacker == "em-f"
        assert caught.value.lowest == Fraction(6, 10)
        assert caught.value.limit == Fraction(3, 10)
        assert caught.value.exit_code == 1
        assert "em-f within 0.3" in str(caught.value)
        assert "lowest reachable limit is 0.6." in str(caught.value)

    def test_the_lowest_limit_is_for_all_attackers_together(self, layout: str) -> None:
        market = line(1, 30, 3, layout=layout)
        true = want(market, "a")
        assert lowest_limit(market, true, "em-f") == Fraction(1, 34)
        assert lowest_limit(market, true, "pi-uniform") == Fraction(1, 3)
        assert lowest_limit(market, true, "em-f,pi-uniform") == Fraction(1, 3)
        with pytest.raises(UnreachableLimit) as caught:
            protect(market, true, against="em-f,pi-uniform", limit="1/100")
        assert (caught.value.attacker, caught.value.lowest) == ("pi-uniform", Fraction(1, 3))

    def test_an_attacker_who_can_be_held_does_not_stand_in_the_way(self, layout: str) -> None:
        market = line(1, 30, 3, layout=layout)
        assert protect(market, want(market, "a"), against="em-f", limit="1/30").holds

    def test_the_lowest_limit_itself_is_reached(self, layout: str) -> None:
        market = line(56, 1, 30_105, layout=layout)
        true = want(market, "a")
        lowest = lowest_limit(market, true, "em-f")
        assert protect(market, true, against="em-f", limit=lowest).confidences[0].upper == lowest

    @pytest.mark.parametrize(
        "records", [(1, 2, 3), (56, 30_106), (1, 6), (7, 10**9), (2, 1, 10**6)]
    )
    def test_the_printed_lowest_limit_is_reached(
        self, records: tuple[int, ...], layout: str
    ) -> None:
        """It is rounded, and rounded up, so that who types it gets an answer."""
        market = line(*records, layout=layout)
        true = want(market, "a")
        with pytest.raises(UnreachableLimit) as caught:
            protect(market, true, against="em-f", limit="1/100000000000")
        printed = re.search(r"lowest reachable limit is ([0-9.]+)\. ", str(caught.value))
        assert printed is not None
        assert protect(market, true, against="em-f", limit=printed[1]).holds

    @pytest.mark.parametrize(
        ("number", "text"),
        [("1/3", "0.3334"), ("2/3", "0.6667"), ("1/2", "0.5"), ("1/7000", "0.0001429")],
    )
    def test_rounding_is_upwards(self, number: str, text: str) -> None:
        assert rounded_up(Fraction(number)) == text

    def test_the_error_does_not_name_wanted_values(self) -> None:
        space = Space((Nominal("x", ("canary", "b")),))
        market = Market.from_cube(space, [9, 1])
        with pytest.raises(UnreachableLimit) as caught:
            protect(market, market.intent({"x": ["canary"]}), limit=0.1)
        assert "canary" not in str(caught.value)


class TestSettings:
    @pytest.mark.parametrize("limit", [0, -0.1, 1.0001, "2", 10**20])
    def test_a_limit_outside_its_range_is_refused(self, limit: Any) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="limit must be above 0 and at most 1"):
            protect(market, want(market, "a"), limit=limit)

    @pytest.mark.parametrize("limit", ["much", "1/0", "", float("nan"), float("inf"), None])
    def test_a_limit_that_is_no_number_is_refused(self, limit: Any) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="finite number"):
            protect(market, want(market, "a"), limit=limit)

    @pytest.mark.parametrize("alpha", [-0.1, 1.1, "-1/3", 7])
    def test_alpha_outside_its_range_is_refused(self, alpha: Any) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="alpha must be from 0 to 1"):
            protect(market, want(market, "a"), alpha=alpha)

    @pytest.mark.parametrize("alpha", [0, 1, "1/3", 0.5])
    def test_alpha_within_its_range_is_taken(self, alpha: Any) -> None:
        market = line(3, 7)
        assert protect(market, want(market, "a"), limit=0.5, alpha=alpha).holds

    def test_an_unknown_attacker_is_answered_with_the_nearest(self) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="Did you mean 'em-fc'"):
            protect(market, want(market, "a"), against="em_fc")

    def test_an_unknown_method_is_answered_with_the_known_ones(self) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match=r"no method 'gready'.*greedy"):
            protect(market, want(market, "a"), method="gready")

    def test_an_empty_true_intent_is_refused(self) -> None:
        market = line(3, 7)
        with pytest.raises(EmptyIntent):
            protect(market, Intent(market.space, ((),)))
        with pytest.raises(EmptyIntent):
            lowest_limit(market, Intent(market.space, ((),)), "em-f")

    @pytest.mark.parametrize("against", ["pi-uniform", "em-f"])
    def test_an_intent_of_another_market_is_refused(self, against: str) -> None:
        other = line(1, 2, 3)
        with pytest.raises(IntentError, match="another space"):
            protect(line(3, 7), want(other, "a"), against=against, limit=0.5)


class TestThePublication:
    def test_all_attackers_are_held_by_default(self) -> None:
        market = line(3, 7, 5, 5)
        result = protect(market, want(market, "a"), limit=0.5)
        names = [confidence.attacker for confidence in result.confidences]
        assert names == ["pi-uniform", "em-f", "em-c", "em-fc"]
        assert result.holds

    def test_it_tells_what_it_holds_and_what_is_wanted_of_it(self) -> None:
        """a: 2 records at 3; c: 4 records at 1.5."""
        market = line(2, 9, 4, prices=[3, 5, 1.5])
        result = protect(market, want(market, "a"), against="em-f", limit="1/3", alpha=1)
        assert result.published == want(market, "a", "c")
        assert (result.mass.records, result.mass.cells) == (6, 2)
        assert market.money(result.mass.spend) == 12.0
        assert result.utility == Fraction(2, 6)
        assert result.cost_ratio == Fraction(6, 12)
        assert result.unprotected[0].upper == 1
        assert result.steps == 1

    def test_what_is_published_may_be_shown_and_what_is_wanted_may_not(self) -> None:
        market = line(2, 9, 4)
        result = protect(market, want(market, "a"), limit=0.5)
        assert result.published.public
        assert not result.true.public
        assert "'" not in repr(result.true)

    def test_the_true_intent_is_hidden_in_repr(self) -> None:
        space = Space((Nominal("x", ("canary", "b", "c")),))
        market = Market.from_cube(space, [2, 9, 4])
        result = protect(market, market.intent({"x": ["canary"]}), limit=0.5)
        assert "canary" not in repr(result)

    def test_json_is_json_and_holds_the_promised_fields(self) -> None:
        market = line(2, 9, 4, prices=[3, 5, 1.5])
        result = protect(market, want(market, "a"), against="pi-uniform,em-f", limit=0.5, alpha=1)
        told = json.loads(json.dumps(result.to_json()))
        assert told["published"] == {"x": ["a", "c"]}
        assert told["attackers"] == [
            {"name": "pi-uniform", "lower": 0.5, "upper": 0.5, "holds": True},
            {"name": "em-f", "lower": None, "upper": 2 / 6, "holds": True},
        ]
        assert (told["records"], told["cost"], told["cells"]) == (6, 12.0, 2)
        assert told["true"] == {"records": 2, "cost": 6.0, "cells": 1}
        assert (told["utility"], told["cost_ratio"]) == (2 / 6, 0.5)
        assert told["proof"] == {"status": "heuristic", "bound": 4, "gap": 2 / 6}
        assert (told["method"], told["limit"], told["notes"]) == ("greedy", 0.5, [])

    def test_the_bound_follows_from_the_fullest_wanted_cell(self) -> None:
        """7 records within 3/10 need at least 70/3, so 24 records."""
        market = line(7, 1, 30, 30)
        result = protect(market, want(market, "a", "b"), against="em-f", limit=0.3)
        assert result.proof.bound == 24

    def test_the_bound_is_at_least_what_is_wanted(self) -> None:
        market = line(7, 7, 7, 1, 30)
        result = protect(market, want(market, "a", "b", "c"), against="em-f", limit=0.9)
        assert result.proof == Proof("heuristic", 21)
        assert result.proof.gap(result.mass.records) == 0.0

    def test_the_gap_is_0_where_nothing_is_published(self) -> None:
        assert Proof("heuristic", 0).gap(0) == 0.0

    def test_a_true_intent_without_records_is_told(self, layout: str) -> None:
        market = line(0, 7, 5, layout=layout)
        result = protect(market, want(market, "a"), against="em-f,em-fc", limit=0.1)
        assert [confidence.upper for confidence in result.confidences] == [0, 0]
        assert len(result.notes) == 2
        assert "holds no records" in result.notes[0]
        assert (result.utility, result.cost_ratio) == (0, 0)

    def test_a_true_intent_with_records_needs_no_note(self) -> None:
        market = line(3, 7, 5)
        assert protect(market, want(market, "a"), limit=0.5).notes == ()

    def test_a_widened_range_is_told_without_its_values(self) -> None:
        space = Space((Numeric.binned("age", [17, 24, 61], integer=True),))
        market = Market.from_cube(space, [1, 5, 9, 4])
        true = market.intent({"age": {"from": 20, "to": 24}})
        result = protect(market, true, limit=0.5)
        assert any("'age'" in note and "widened" in note for note in result.notes)
        assert "20" not in str(result.notes)

    def test_html_shows_before_and_after(self) -> None:
        market = line(2, 9, 4)
        shown = protect(
            market, want(market, "a"), against="em-f", limit="1/3", alpha=1
        )._repr_html_()
        assert "100%" in shown
        assert "33.3%" in shown
        assert "Publish x: a | c" in shown


def test_a_seed_gives_each_draw_numbers_of_its_own() -> None:
    firsts = [_draw(7), _draw((7, 1)), _draw((7, 2)), np.random.default_rng(7)]
    assert len({rng.bytes(8) for rng in firsts}) == 4
    assert _draw(7).bytes(8) == _draw(7).bytes(8)
    assert _draw(None).bytes(8) != _draw(None).bytes(8)
    with pytest.raises(SettingError, match="0 or more"):
        _draw(-1)


@pytest.mark.parametrize("method", ["greedy", "optimal"])
def test_nobody_to_hold_is_refused(method: str) -> None:
    with pytest.raises(SettingError, match="at least one attacker"):
        Procedure.of(method=method, against="")
