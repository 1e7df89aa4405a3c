"""`publish`: settings, exact limits, limits out of reach, and the draw."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import EmptyIntent, IntentError, SettingError, UnreachableLimit, rounded_up
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.plan import Proof
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import (
    as_published,
    floor,
    lowest_limit,
    publish,
    seeded,
)
from tacit.publishing.settings import SETTINGS, GreedySettings
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.choosing import choose
from tests.helpers.lines import line, want


@pytest.fixture(params=["dense", "sparse"])
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class TestTheLimitIsExact:
    @pytest.mark.parametrize(
        "limit", [0.3, "0.3", "3/10", " 3 / 10 ", Fraction(3, 10), Decimal("0.3")]
    )
    def test_a_confidence_equal_to_the_limit_holds(self, limit: Any, layout: str) -> None:
        market = line(3, 7, layout=layout)
        result = choose(market, want(market, "a"), against="em-f", limit=limit, method="greedy")
        assert result.limit == Fraction(3, 10)
        assert result.confidences[0].upper == Fraction(3, 10)
        assert result.held

    @pytest.mark.parametrize("limit", [0.3, "3/10", Fraction(3, 10)])
    def test_one_part_in_10_18_above_the_limit_does_not(self, limit: Any, layout: str) -> None:
        """As floats, the confidence and 0.3 are the same number."""
        sure, rest = 3 * 10**17 + 1, 7 * 10**17 - 1
        assert sure / (sure + rest) == 0.3
        market = line(sure, rest, layout=layout)
        with pytest.raises(UnreachableLimit) as caught:
            choose(market, want(market, "a"), against="em-f", limit=limit, method="greedy")
        assert caught.value.lowest == Fraction(sure, 10**18)

    def test_a_limit_of_1_publishes_the_true_intent(self, layout: str) -> None:
        market = line(3, 7, layout=layout)
        result = choose(market, want(market, "a"), limit=1, method="greedy")
        assert result.published == want(market, "a")
        assert result.steps == 0

    def test_a_third_can_be_asked_for(self, layout: str) -> None:
        market = line(1, 1, 1, layout=layout)
        assert choose(market, want(market, "a"), limit="1/3", method="greedy").mass.records == 3
        with pytest.raises(UnreachableLimit):
            choose(market, want(market, "a"), limit=0.3333333333333333, method="greedy")


class TestLimitsOutOfReach:
    def test_the_error_names_the_attacker_hardest_to_hold(self, layout: str) -> None:
        """Of all 3 cells and 10 records: pi-uniform 1/3, em-f 6/10."""
        market = line(6, 3, 1, layout=layout)
        with pytest.raises(UnreachableLimit) as caught:
            choose(market, want(market, "a"), against="pi-uniform,em-f", limit=0.3, method="greedy")
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
            choose(market, true, against="em-f,pi-uniform", limit="1/100", method="greedy")
        assert (caught.value.attacker, caught.value.lowest) == ("pi-uniform", Fraction(1, 3))

    def test_an_attacker_who_can_be_held_does_not_stand_in_the_way(self, layout: str) -> None:
        market = line(1, 30, 3, layout=layout)
        assert choose(market, want(market, "a"), against="em-f", limit="1/30", method="greedy").held

    def test_the_lowest_limit_itself_is_reached(self, layout: str) -> None:
        market = line(56, 1, 30_105, layout=layout)
        true = want(market, "a")
        lowest = lowest_limit(market, true, "em-f")
        assert (
            choose(market, true, against="em-f", limit=lowest, method="greedy").confidences[0].upper
            == lowest
        )

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
            choose(market, true, against="em-f", limit="1/100000000000", method="greedy")
        printed = re.search(r"lowest reachable limit is ([0-9.]+)\. ", str(caught.value))
        assert printed is not None
        assert choose(market, true, against="em-f", limit=printed[1], method="greedy").held

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
            choose(market, market.intent({"x": ["canary"]}), limit=0.1, method="greedy")
        assert "canary" not in str(caught.value)


class TestSettings:
    @pytest.mark.parametrize("limit", [0, -0.1, 1.0001, "2", 10**20])
    def test_a_limit_outside_its_range_is_refused(self, limit: Any) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="limit must be above 0 and at most 1"):
            choose(market, want(market, "a"), limit=limit, method="greedy")

    @pytest.mark.parametrize("limit", ["much", "1/0", "", float("nan"), float("inf"), None])
    def test_a_limit_that_is_no_number_is_refused(self, limit: Any) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="finite number"):
            choose(market, want(market, "a"), limit=limit, method="greedy")

    @pytest.mark.parametrize("alpha", [-0.1, 1.1, "-1/3", 7])
    def test_alpha_outside_its_range_is_refused(self, alpha: Any) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="alpha must be from 0 to 1"):
            choose(market, want(market, "a"), alpha=alpha, method="greedy")

    @pytest.mark.parametrize("alpha", [0, 1, "1/3", 0.5])
    def test_alpha_within_its_range_is_taken(self, alpha: Any) -> None:
        market = line(3, 7)
        assert choose(market, want(market, "a"), limit=0.5, alpha=alpha, method="greedy").held

    def test_an_unknown_attacker_is_answered_with_the_nearest(self) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match="Did you mean 'em-fc'"):
            choose(market, want(market, "a"), against="em_fc", method="greedy")

    def test_an_unknown_method_is_answered_with_the_known_ones(self) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match=r"no method of that name.*'greedy'"):
            choose(market, want(market, "a"), method="gready")

    def test_an_empty_true_intent_is_refused(self) -> None:
        market = line(3, 7)
        with pytest.raises(EmptyIntent):
            choose(market, Box(market.space, ((),)), method="greedy")
        with pytest.raises(EmptyIntent):
            lowest_limit(market, Box(market.space, ((),)), "em-f")

    @pytest.mark.parametrize("against", ["pi-uniform", "em-f"])
    def test_an_intent_of_another_market_is_refused(self, against: str) -> None:
        other = line(1, 2, 3)
        with pytest.raises(IntentError, match="another space"):
            choose(line(3, 7), want(other, "a"), against=against, limit=0.5, method="greedy")


def test_a_seed_gives_each_draw_numbers_of_its_own() -> None:
    firsts = [seeded(7), seeded((7, 1)), seeded((7, 2)), np.random.default_rng(7)]
    assert len({rng.bytes(8) for rng in firsts}) == 4
    assert seeded(7).bytes(8) == seeded(7).bytes(8)
    with pytest.raises(SettingError, match="0 or more"):
        seeded(-1)


class TestMethods:
    """One way in for all of them: by name, or with settings as a value."""

    @pytest.mark.parametrize("method", SETTINGS)
    def test_each_says_who_made_it_and_how(self, method: str) -> None:
        market = line(3, 7, 5, 5)
        result = choose(market, want(market, "a"), method=method, limit=0.5, seed=1)
        assert result.method == method
        assert result.held
        told = result.to_json()["made_by"]
        own = SETTINGS[method].options()
        assert set(told) == {
            "method",
            "limit",
            "against",
            *(n for n in own if own[n].told and not own[n].quiet),
        }
        assert Procedure.from_json(told).settings == result.procedure.settings

    def test_settings_may_be_given_as_a_value(self) -> None:
        market = line(2, 9, 4, prices=[3, 5, 1.5])
        asked: dict[str, Any] = {"against": "em-f", "limit": "1/3"}
        own = GreedySettings(alpha=Fraction(1))
        result = choose(market, want(market, "a"), method=own, **asked)
        by_name = choose(market, want(market, "a"), method="greedy", alpha=1, **asked)
        assert result.published == by_name.published

    @pytest.mark.parametrize(
        ("method", "name"), [("greedy", "boxes"), ("optimal", "alpha"), ("sealed", "never")]
    )
    def test_a_setting_of_another_method_is_refused(self, method: str, name: str) -> None:
        market = line(3, 7)
        with pytest.raises(SettingError, match=f"{method} has no setting '{name}'") as error:
            choose(market, want(market, "a"), method=method, **{name: 1})
        assert error.value.setting == name

    def test_a_want_of_several_cells_is_sealed_by_default(self) -> None:
        """12 cells of Adult, hidden among all of that shape."""
        market = load("adult")
        true = market.intent({"race": ["Black"], "sex": ["Female"], "income": [">50K"]})
        assert true.size == 12
        result = choose(market, true, method="sealed", seed=1)
        assert result.held
        assert result.to_json()["made_by"]["candidates"] == "shape"

    def test_the_seed_decides_the_draw(self) -> None:
        market = line(3, 7, 5, 5, 1, 4)
        posts = [
            choose(market, want(market, "a"), method="sealed", seed=seed).published
            for seed in (1, 1, *range(20))
        ]
        assert posts[0] == posts[1]
        assert len(set(posts)) > 1

    @pytest.mark.parametrize("method", SETTINGS)
    def test_the_draw_is_one_of_the_posts_with_a_chance(self, method: str) -> None:
        market = line(3, 7, 5, 5, 1, 4)
        result = choose(market, want(market, "a"), method=method, limit=0.5, seed=4)
        choice = result.procedure.choose(market, want(market, "a"))
        assert choice.chance_of(result.published) > 0
        assert (result.still_possible is not None) == (method == "sealed")


def test_what_was_published_before_is_described_as_if_it_were_new() -> None:
    market = line(3, 7, 5)
    how = Procedure.of(against="em-f", limit=0.3, method="greedy")
    made = publish(how, market, want(market, "a"))
    again = as_published(how, market, want(market, "a"), made.published)
    assert again.to_json() == {**made.to_json(), "alpha": None}


def test_floor_is_what_no_publication_goes_below() -> None:
    """3 records within 3/10 need 10."""
    market = line(3, 7, 5)
    assert floor(Procedure.of(against="em-f", method="greedy"), market, want(market, "a")) == Proof(
        "heuristic", 10
    )
