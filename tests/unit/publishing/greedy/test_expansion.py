"""The rules of the greedy expansion, one named case each, on tables a person can compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.against import Against
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.greedy.expansion import Offers, best_score, greedy
from tacit.publishing.plan import Plan
from tacit.publishing.publication import Publication
from tacit.space.dimension import Dimension
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree
from tests.helpers.choosing import choose
from tests.helpers.small_markets import grid, line

Values = Mapping[str, Sequence[str]]
COUNTS_EMPTY = ("pi-uniform", "em-c")
GOES_BY_RECORDS = ("em-f", "em-fc")


@pytest.fixture(params=["dense", "sparse"])
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def grow(
    market: Market, want: Values, against: str, limit: str = "1/2", alpha: str = "1/2"
) -> tuple[dict[str, list[Any]], int]:
    """What greedy publishes, and in how many steps."""
    plan = run(market, want, against, limit, alpha)
    return plan.published.to_json(), plan.steps


def run(market: Market, want: Values, against: str, limit: str, alpha: str) -> Plan:
    attackers = Against.of(against).posts
    return greedy(market, market.intent(want), attackers, Fraction(limit), Fraction(alpha))


class TestOffersThatAddNothing:
    @pytest.mark.parametrize("against", COUNTS_EMPTY)
    def test_where_empty_cells_hide_a_free_value_is_taken_first(
        self, against: str, layout: str
    ) -> None:
        market = line([5, 1, 0, 9], layout=layout)
        assert grow(market, {"x": ["a"]}, against) == ({"x": ["a", "c"]}, 1)

    @pytest.mark.parametrize("against", COUNTS_EMPTY)
    def test_of_several_free_values_the_first_dimension_goes_first(
        self, against: str, layout: str
    ) -> None:
        market = grid([[5, 0], [3, 0], [0, 0]], layout=layout)
        published, steps = grow(market, {"x": ["a"], "y": ["p"]}, against)
        assert (published, steps) == ({"x": ["a", "c"], "y": ["p"]}, 1)

    @pytest.mark.parametrize("against", COUNTS_EMPTY)
    def test_of_several_free_values_of_a_dimension_the_first_goes_first(
        self, against: str, layout: str
    ) -> None:
        market = line([5, 4, 0, 0], layout=layout)
        assert grow(market, {"x": ["a"]}, against)[0] == {"x": ["a", "c"]}

    def test_a_free_value_is_taken_without_scoring(self, layout: str) -> None:
        """With alpha 0 only the increase counts: d brings 2 cells, r only 1; yet r is free."""
        market = grid([[5, 7, 0], [4, 4, 4], [4, 4, 4], [4, 4, 4]], layout=layout)
        published, _ = grow(market, {"x": ["a"], "y": ["p", "q"]}, "pi-uniform", "2/3", "0")
        assert published == {"x": ["a"], "y": ["p", "q", "r"]}

    def test_records_that_cost_nothing_are_free(self, layout: str) -> None:
        market = line([5, 2, 2], [1, 1, 0], layout=layout)
        assert grow(market, {"x": ["a"]}, "pi-uniform")[0] == {"x": ["a", "c"]}

    @pytest.mark.parametrize("against", GOES_BY_RECORDS)
    def test_where_empty_cells_hide_nothing_a_value_that_adds_nothing_is_left_out(
        self, against: str, layout: str
    ) -> None:
        """Alpha 1 only saves cost: b would win with addition 0 if it were scored."""
        market = line([3, 0, 9, 4], layout=layout)
        assert grow(market, {"x": ["a"]}, against, alpha="1") == ({"x": ["a", "d"]}, 1)

    @pytest.mark.parametrize("against", GOES_BY_RECORDS)
    def test_what_is_left_out_does_not_stretch_the_scale(self, against: str, layout: str) -> None:
        """Among 4, 5 and 6 records with alpha 1/2 all scores are equal; b's 0 must not tip them."""
        market = line([4, 0, 5, 4, 6], layout=layout)
        assert grow(market, {"x": ["a"]}, against)[0] == {"x": ["a", "c"]}

    @pytest.mark.parametrize("against", GOES_BY_RECORDS)
    def test_where_all_add_nothing_the_first_in_order_is_taken_and_growth_goes_on(
        self, against: str, layout: str
    ) -> None:
        """Beside (a, p) everything is empty; b comes first in order, then q brings (b, q)."""
        market = grid([[1, 0], [0, 9], [0, 9]], layout=layout)
        published, steps = grow(market, {"x": ["a"], "y": ["p"]}, against)
        assert (published, steps) == ({"x": ["a", "b"], "y": ["p", "q"]}, 2)

    def test_growth_goes_on_up_to_the_whole_space(self, layout: str) -> None:
        """b and c come first in order; only then p's neighbours bring anything, r before q."""
        market = grid([[1, 0, 0], [0, 0, 0], [0, 1, 2]], layout=layout)
        published, steps = grow(market, {"x": ["a"], "y": ["p"]}, "em-f", "1/4", "0")
        assert (published, steps) == ({"x": ["a", "b", "c"], "y": ["p", "q", "r"]}, 4)

    def test_free_records_count_for_em_f(self, layout: str) -> None:
        """Records without a price add no cost, but they are cover."""
        market = line([2, 0, 2, 2], [1, 1, 5, 0], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", alpha="1") == ({"x": ["a", "d"]}, 1)

    def test_free_records_are_left_out_for_em_fc(self, layout: str) -> None:
        """The operator goes by cost: what costs nothing covers nothing."""
        market = line([2, 0, 2, 2], [1, 1, 5, 0], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-fc", alpha="1") == ({"x": ["a", "c"]}, 1)


class TestScores:
    def test_alpha_1_takes_what_costs_least(self, layout: str) -> None:
        market = line([2, 9, 3, 4], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", alpha="1")[0] == {"x": ["a", "c"]}

    def test_alpha_0_takes_what_covers_most(self, layout: str) -> None:
        market = line([2, 3, 9, 4], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", alpha="0")[0] == {"x": ["a", "c"]}

    @pytest.mark.parametrize(
        ("alpha", "taken"),
        [
            ("0", "d"),
            ("454545454545454545/1000000000000000000", "d"),
            ("5/11", "c"),
            ("1/2", "c"),
            ("624999999999999999/1000000000000000000", "c"),
            ("5/8", "b"),
            ("1", "b"),
        ],
    )
    def test_alpha_weighs_cost_against_cover(self, alpha: str, taken: str, layout: str) -> None:
        """b, c, d cost 10, 18, 50 for 2, 3, 5 records.

        Their scores are alpha, 1/3 + 7/15 alpha, 1 - alpha: d and c meet at 5/11, c and b at 5/8.
        """
        market = line([4, 2, 3, 5], [1, 5, 6, 10], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", "2/3", alpha) == ({"x": ["a", taken]}, 1)

    def test_ties_go_to_the_first_value(self, layout: str) -> None:
        market = line([9, 7, 5, 7], layout=layout)
        assert grow(market, {"x": ["c"]}, "em-f", alpha="1")[0] == {"x": ["b", "c"]}

    def test_ties_go_to_the_first_dimension(self, layout: str) -> None:
        market = grid([[5, 5], [5, 5]], layout=layout)
        assert grow(market, {"x": ["a"], "y": ["p"]}, "em-f")[0] == {"x": ["a", "b"], "y": ["p"]}

    def test_with_unit_cost_and_alpha_a_half_every_offer_ties(self, layout: str) -> None:
        """Saving and gaining mirror each other, whatever the counts, so the first is taken."""
        market = line([2, 61, 7, 19, 3, 43], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f")[0] == {"x": ["a", "b"]}

    def test_constant_additions_normalise_to_0(self, layout: str) -> None:
        """Each offer costs 6: with alpha 1 nothing tells them apart, with less the cover does."""
        market = line([1, 1, 2, 3], [1, 6, 3, 2], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", alpha="1")[0] == {"x": ["a", "b"]}
        assert grow(market, {"x": ["a"]}, "em-f", alpha="9/10")[0] == {"x": ["a", "d"]}

    def test_constant_increases_normalise_to_0(self, layout: str) -> None:
        """Each offer adds one cell: alpha 0 can't tell them apart, with more the cost does."""
        market = line([5, 4, 3, 2], layout=layout)
        assert grow(market, {"x": ["a"]}, "pi-uniform", alpha="0")[0] == {"x": ["a", "b"]}
        assert grow(market, {"x": ["a"]}, "pi-uniform", alpha="1/10")[0] == {"x": ["a", "d"]}

    def test_addition_is_cost_and_not_records(self, layout: str) -> None:
        """b has fewer records than c but costs more."""
        market = line([2, 3, 9], [1, 10, 1], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", alpha="1")[0] == {"x": ["a", "c"]}

    def test_pi_uniform_gains_whole_slabs(self, layout: str) -> None:
        """With alpha 0 a value of x brings 3 cells, one of y brings 1."""
        market = grid([[1, 1, 1, 1], [9, 9, 9, 9]], layout=layout)
        want = {"x": ["a"], "y": ["p", "q", "r"]}
        assert grow(market, want, "pi-uniform", "3/4", "0")[0] == {
            "x": ["a", "b"],
            "y": ["p", "q", "r"],
        }

    def test_em_c_gains_prices_of_empty_cells_too(self, layout: str) -> None:
        """With alpha 0: b is one cell of price 3; q is a cell of 1 and an empty one of 4."""
        prices = [[1, 1], [9, 4], [3, 9]]
        market = grid([[1, 1], [1, 0], [1, 1]], prices=prices, layout=layout)
        want = {"x": ["a", "b"], "y": ["p"]}
        assert grow(market, want, "em-c", "9/15", "0")[0] == {"x": ["a", "b"], "y": ["p", "q"]}


class TestWhenItStops:
    def test_nothing_is_added_where_the_limit_holds_already(self, layout: str) -> None:
        market = line([3, 7, 5], layout=layout)
        want = {"x": ["a", "b", "c"]}
        assert grow(market, want, "em-f", "7/15") == ({"x": ["a", "b", "c"]}, 0)

    def test_it_stops_exactly_at_the_limit(self, layout: str) -> None:
        market = line([3, 7, 5], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", "3/10", "0") == ({"x": ["a", "b"]}, 1)

    def test_it_goes_on_one_part_in_10_18_below(self, layout: str) -> None:
        market = line([3, 7, 5], layout=layout)
        below = str(Fraction(3, 10) - Fraction(1, 10**18))
        assert grow(market, {"x": ["a"]}, "em-f", below, "0") == ({"x": ["a", "b", "c"]}, 2)

    @pytest.mark.parametrize(("limit", "cells"), [("3/10", 4), ("1/3", 3), ("1/4", 4), ("1/2", 2)])
    def test_pi_uniform_needs_whole_cells(self, limit: str, cells: int, layout: str) -> None:
        """|U| >= ceil(|V| / limit)."""
        market = line([1, 2, 3, 4, 5], layout=layout)
        assert run(market, {"x": ["a"]}, "pi-uniform", limit, "1/2").published.size == cells

    def test_the_true_intent_without_records_needs_no_cover_from_em_f(self, layout: str) -> None:
        market = line([0, 7, 5], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f,em-fc", "1/1000") == ({"x": ["a"]}, 0)


class TestSeveralAttackers:
    def test_each_step_goes_by_whoever_is_surest(self, layout: str) -> None:
        """b is free cover for pi-uniform; em-f, surest from then on, needs the records of d."""
        market = line([5, 0, 1, 9], layout=layout)
        published, steps = grow(market, {"x": ["a"]}, "pi-uniform,em-f", "1/2", "0")
        assert (published, steps) == ({"x": ["a", "b", "d"]}, 2)

    def test_of_equally_sure_ones_the_first_named_leads(self, layout: str) -> None:
        """At the start both are certain; em-f leads, and one value satisfies both."""
        market = line([5, 0, 1, 9], layout=layout)
        published, steps = grow(market, {"x": ["a"]}, "em-f,pi-uniform", "1/2", "0")
        assert (published, steps) == ({"x": ["a", "d"]}, 1)

    def test_an_attacker_already_held_has_no_say(self, layout: str) -> None:
        """em-c stands at 1/2 from the start, so only pi-uniform's choices are made."""
        market = grid([[4, 4], [1, 9]], prices=[[1, 1], [1, 1]], layout=layout)
        published, _ = grow(market, {"x": ["a"]}, "em-c,pi-uniform", "1/2", "1")
        assert published == {"x": ["a", "b"], "y": ["p", "q"]}

    def test_all_are_held_in_the_end(self, layout: str) -> None:
        market = grid([[6, 2, 0], [0, 4, 8], [1, 0, 3]], layout=layout)
        true = market.intent({"x": ["a"], "y": ["p"]})
        attackers = Against.of("pi-uniform,em-f,em-c,em-fc").posts
        plan = greedy(market, true, attackers, Fraction(3, 10))
        sure = [a.confidence(market, true, plan.published).upper for a in attackers]
        assert max(sure) <= Fraction(3, 10)


class TestOffers:
    @staticmethod
    def offered(dimension: Dimension, inside: Sequence[str]) -> list[Any]:
        space = Space((dimension,))
        flat = Offers(Box.of(space, {dimension.name: list(inside)})).flat
        return [value for value, on in zip(dimension.values, flat, strict=True) if on]

    def test_nominal_offers_all_that_are_left(self) -> None:
        assert self.offered(Nominal("x", ("a", "b", "c", "d")), ["b"]) == ["a", "c", "d"]

    def test_ordinal_offers_the_nearest_one(self) -> None:
        assert self.offered(Ordinal("x", ("a", "b", "c", "d", "e")), ["d", "e"]) == ["c"]

    def test_ordinal_ties_go_to_the_first_in_value_order(self) -> None:
        dimension = Ordinal.of("x", ["low", "mid", "high"], order=["mid", "high", "low"])
        assert self.offered(dimension, ["mid"]) == ["high"]

    def test_ordinal_distance_follows_the_natural_order(self) -> None:
        dimension = Ordinal.of("x", ["a", "b", "c", "d"], order=["d", "a", "c", "b"])
        assert self.offered(dimension, ["a"]) == ["b"]

    def test_ordinal_distance_is_accumulated_over_all_values_inside(self) -> None:
        """From a, b and e: c is 2 + 1 + 2 = 5 away, d is 3 + 2 + 1 = 6, f is 5 + 4 + 1 = 10."""
        assert self.offered(Ordinal("x", tuple("abcdef")), ["a", "b", "e"]) == ["c"]

    def test_numeric_offers_the_nearest_bin(self) -> None:
        dimension = Numeric.binned("x", [10, 20, 30], ["a", "b", "c", "d"])
        assert self.offered(dimension, ["d"]) == ["c"]

    def test_tree_offers_every_one_of_the_nearest(self) -> None:
        dimension = Tree.of("x", {"Europe": ["fr", "it", "de"], "Asia": ["jp", "cn"]})
        assert self.offered(dimension, ["it"]) == ["fr", "de"]
        assert self.offered(dimension, ["fr", "it", "de"]) == ["jp", "cn"]

    def test_matrix_offers_every_one_of_the_nearest(self) -> None:
        table = ((0, 0.1, 0.1, 0.2), (0.1, 0, 1, 1), (0.1, 1, 0, 1), (0.2, 1, 1, 0))
        assert self.offered(Matrix("x", ("a", "b", "c", "d"), table), ["a"]) == ["b", "c"]

    def test_matrix_distances_are_added_exactly(self) -> None:
        """0.1 + 0.2 and 0.3 are the same distance, although their floats differ."""
        table = ((0, 1, 0.1, 0.3), (1, 0, 0.2, 0), (0.1, 0.2, 0, 1), (0.3, 0, 1, 0))
        assert self.offered(Matrix("x", ("a", "b", "c", "d"), table), ["a", "b"]) == ["c", "d"]

    def test_a_far_ordinal_value_is_not_taken_however_good(self, layout: str) -> None:
        """With alpha 0 the 9 records of c would win, but b stands nearer."""
        space = Space((Ordinal("x", ("a", "b", "c")),))
        market = Market.from_cube(space, [2, 2, 9], layout=layout)
        assert grow(market, {"x": ["a"]}, "em-f", alpha="0") == ({"x": ["a", "b"]}, 1)

    def test_a_nominal_value_is_taken_wherever_it_stands(self, layout: str) -> None:
        assert grow(line([2, 2, 9], layout=layout), {"x": ["a"]}, "em-f", alpha="0") == (
            {"x": ["a", "c"]},
            1,
        )


class TestPins:
    """What must, or must not, be published."""

    @staticmethod
    def publish(market: Market, want: Values, limit: str = "1/2", **more: Any) -> Publication:
        held = {"against": "em-f", "limit": Fraction(limit)}
        return choose(market, want, method="greedy", **held, **more)

    def test_what_is_never_to_be_published_is_not_offered(self, layout: str) -> None:
        market = line([4, 4, 9, 30], layout=layout)
        result = self.publish(market, {"x": ["a"]}, alpha=1, never={"x": ["b"]})
        assert result.published.to_json() == {"x": ["a", "c"]}

    def test_what_is_always_to_be_published_is_there_from_the_start(self, layout: str) -> None:
        """With c, a hides among 13 records: nothing more is needed, and c counts as a step."""
        market = line([4, 4, 9, 30], layout=layout)
        result = self.publish(market, {"x": ["a"]}, alpha=1, always={"x": ["c"]})
        assert (result.published.to_json(), result.steps) == ({"x": ["a", "c"]}, 1)

    def test_growth_goes_on_from_there(self, layout: str) -> None:
        market = line([4, 4, 1, 30], layout=layout)
        result = self.publish(market, {"x": ["a"]}, alpha=1, always={"x": ["c"]})
        assert (result.published.to_json(), result.steps) == ({"x": ["a", "b", "c"]}, 2)

    def test_the_claim_is_about_what_is_wanted_alone(self) -> None:
        """The 9 records of c are always published, but not wanted: only a's 4 must hide."""
        market = line([4, 4, 9])
        result = self.publish(market, {"x": ["a"]}, "4/13", always={"x": ["c"]})
        assert result.published.to_json() == {"x": ["a", "c"]}

    def test_a_refused_value_ends_a_range(self) -> None:
        """b stands as near as d; beyond b nothing is offered."""
        space = Space((Ordinal("x", ("a", "b", "c", "d", "e")),))
        market = Market.from_cube(space, [50, 4, 4, 2, 2])
        result = self.publish(market, {"x": ["c"]}, never={"x": ["b"]})
        assert result.published.to_json() == {"x": ["c", "d", "e"]}

    def test_values_between_those_that_are_always_published_come_along(self) -> None:
        market = Market.from_cube(Space((Ordinal("x", tuple("abcd")),)), [4, 1, 3, 9])
        result = self.publish(market, {"x": ["a"]}, always={"x": ["c"]})
        assert (result.published.to_json(), result.steps) == ({"x": ["a", "b", "c"]}, 2)

    def test_where_the_wanted_values_have_a_gap_others_may(self) -> None:
        market = Market.from_cube(Space((Ordinal("x", tuple("abcde")),)), [4, 1, 3, 9, 9])
        result = self.publish(market, {"x": ["a", "c"]}, "1/4", never={"x": ["b"]})
        assert result.published.to_json() == {"x": ["a", "c", "d"]}

    def test_the_lowest_limit_that_pins_leave_is_named_and_reached(self) -> None:
        market = Market.from_cube(Space((Ordinal("x", tuple("abcd")),)), [4, 1, 2, 30])
        with pytest.raises(UnreachableLimit) as caught:
            self.publish(market, {"x": ["a"]}, never={"x": ["c"]})
        assert (caught.value.attacker, caught.value.lowest) == ("em-f", Fraction(4, 5))
        result = self.publish(market, {"x": ["a"]}, "4/5", never={"x": ["c"]})
        assert result.published.to_json() == {"x": ["a", "b"]}

    def test_the_best_alpha_keeps_to_pins(self) -> None:
        """Without pins a and d would do with 8 records; with them b is best."""
        market = line([4, 5, 9, 4])
        result = self.publish(market, {"x": ["a"]}, alpha="auto", never={"x": ["d"]})
        assert result.published.to_json() == {"x": ["a", "b"]}

    def test_pins_that_can_not_be_kept_are_refused(self) -> None:
        with pytest.raises(SettingError, match="must never be published"):
            self.publish(line([4, 4]), {"x": ["a"]}, never={"x": ["a"]})

    @pytest.mark.parametrize("more", [{"objective": "cost"}, {"contiguous": False}], ids=str)
    def test_other_rules_are_for_optimal(self, more: dict[str, Any]) -> None:
        (name,) = more
        with pytest.raises(SettingError, match=f"greedy has no setting '{name}'") as error:
            self.publish(line([4, 4]), {"x": ["a"]}, **more)
        assert error.value.setting == name


class TestBestScore:
    @staticmethod
    def best(addition: Sequence[int], increase: Sequence[int], alpha: str) -> int:
        def array(numbers: Sequence[int]) -> np.ndarray:
            wide = max(numbers) >= 2**62
            return np.array(numbers, dtype=object if wide else np.int64)

        return best_score(array(addition), array(increase), Fraction(alpha))

    def test_equal_scores_that_floats_tell_apart(self) -> None:
        """Scores 2/3 and 1/3 + 1/3 tie, so the first is taken; floats prefer the second."""
        addition, increase = np.array([3, 5, 7]), np.array([3, 24, 11])
        floats = (2 / 3) * (7 - addition) / 4 + (1 - 2 / 3) * (increase - 3) / 21
        assert floats.argmax() == 1, "the case no longer misleads floats"
        assert self.best([3, 5, 7], [3, 24, 11], "2/3") == 0

    def test_different_scores_that_floats_can_not_tell_apart(self) -> None:
        increase = [10**18, 10**18 + 1, 0]
        assert float(increase[0]) == float(increase[1])
        assert self.best([1, 1, 1], increase, "0") == 1
        assert self.best(increase, [1, 1, 1], "1") == 2
        assert self.best([10**18 + 1, 10**18, 10**18 + 2], [1, 1, 1], "1") == 1

    def test_scores_apart_by_less_than_the_tolerance(self) -> None:
        """1 - 1e-10 against 1: closer than floats are trusted, decided by integers."""
        assert self.best([5, 5, 5], [10**10 - 1, 10**10, 0], "0") == 1

    def test_integers_beyond_64_bits(self) -> None:
        increase = [10**40, 10**40 + 1, 0]
        assert self.best([1, 1, 1], increase, "0") == 1

    def test_integers_beyond_the_range_of_floats(self) -> None:
        increase = [10**400, 10**400 + 1, 0]
        assert self.best([3, 2, 1], increase, "0") == 1
        assert self.best([3, 2, 1], increase, "1") == 2

    @pytest.mark.parametrize("alpha", ["0", "1/2", "1"])
    def test_a_single_offer_wins(self, alpha: str) -> None:
        assert self.best([7], [7], alpha) == 0

    @pytest.mark.parametrize("alpha", ["0", "1/3", "1"])
    def test_equal_offers_go_to_the_first(self, alpha: str) -> None:
        assert self.best([7, 7, 7], [2, 2, 2], alpha) == 0


def test_counts_beyond_floating_point_are_grown_exactly(layout: str) -> None:
    """c holds one record more than b, which only integers see."""
    big = 2**60
    market = line([big, big, big + 1], layout=layout)
    assert grow(market, {"x": ["a"]}, "em-f", "1/2", "0") == ({"x": ["a", "c"]}, 1)
    half = Fraction(big, 2 * big + 1)
    assert grow(market, {"x": ["a"]}, "em-f", str(half), "0") == ({"x": ["a", "c"]}, 1)
    below = str(half - Fraction(1, 10**40))
    assert grow(market, {"x": ["a"]}, "em-f", below, "0") == ({"x": ["a", "b", "c"]}, 2)


def test_a_space_of_more_cells_than_floats_can_count() -> None:
    """200 dimensions of 40 values are 40^200 cells, above 10^308; no offer is free."""
    space = Space(tuple(Nominal(f"x{i}", tuple(range(40))) for i in range(200)))
    beside = np.zeros((200, 401), dtype=np.int64)
    beside[np.arange(200), np.arange(200)] = 38
    beside[np.arange(200), np.arange(200, 400)] = 39
    market = Market.from_cells(space, beside, [7, *[9] * 399, 3])
    true = market.intent({f"x{i}": list(range(38)) for i in range(200)})
    result = choose(market, true, against="pi-uniform,em-c,em-f", limit="1/2", method="greedy")
    assert result.held
    assert result.mass.cells >= 2 * true.size > 10**308
    assert not result.published.is_all("x1"), "the cheaper value 38 of x0 goes first"
