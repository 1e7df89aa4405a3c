"""A market in fewer dimensions: what adds up, what stays as it is, and when it can't be done."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.registry import ATTACKERS
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.market.costs import PriceRule
from tacit.market.folding import Folding, joined, project
from tacit.market.market import Market
from tacit.market.stacks import masses, stacked
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import FOUR_CELLS, LAYOUTS, of_four_cells

SEX, RACE = 0, 1


def folded(market: Market, *away: int) -> Folding:
    found = Folding.of(market, away)
    assert found is not None
    return found


def price(folding: Folding, race: str) -> Fraction:
    """What one record of each cell of a race costs, together, in money."""
    small = folding.folded
    return small.mass(small.intent({"race": [race]})).price * small.rule.tick


class TestNothing:
    def test_a_fold_of_nothing_is_the_market_itself(self) -> None:
        market = of_four_cells()
        for nothing in (folded(market), Folding.of_nothing(market)):
            assert nothing.folded is nothing.whole is market
            assert (nothing.kept, nothing.away, nothing.times) == ((0, 1), frozenset(), 1)

    def test_what_is_folded_and_lifted_is_the_same_thing(self) -> None:
        market = of_four_cells()
        nothing, box = folded(market), market.intent({"sex": ["F"]})
        assert nothing.keeps(box)
        assert nothing.fold(box) is nothing.lift(box) is box
        held = masses(market, stacked([box]))
        assert nothing.lift_masses(held) is held


@pytest.mark.parametrize("layout", LAYOUTS)
class TestWhatAddsUp:
    def test_records_and_spend_do(self, layout: str) -> None:
        """Race A: 6 women at 1; race B: 2 women at 5 and 4 men at 2."""
        small = folded(of_four_cells(layout), SEX).folded
        assert small.space.names == ("race",)
        assert small.records_by_value("race") == [6, 6]
        by_race = [small.mass(small.intent({"race": [race]})).spend for race in "AB"]
        assert [small.money(spend) for spend in by_race] == [6, 18]

    def test_so_do_the_prices_of_one_record_of_each_cell_empty_ones_too(self, layout: str) -> None:
        by_race = folded(of_four_cells(layout), SEX)
        assert [price(by_race, race) for race in "AB"] == [1 + 3, 5 + 2]

    def test_a_cell_that_is_not_listed_adds_what_an_empty_one_costs(self, layout: str) -> None:
        market = Market.from_cells(
            FOUR_CELLS, [[0, 1], [0, 1]], [6, 4], prices=[1, 5], empty=2, layout=layout
        )
        assert [price(folded(market, SEX), race) for race in "AB"] == [1 + 2, 2 + 5]

    def test_prices_by_value_add_up_over_the_values_that_are_folded_away(self, layout: str) -> None:
        by_value = {"sex": {"F": 1, "M": 4}, "race": {"B": 2}}
        market = Market.from_cube(
            FOUR_CELLS, [[6, 2], [0, 4]], prices_per_value=by_value, base="0.5", layout=layout
        )
        by_race = folded(market, SEX)
        assert [price(by_race, race) for race in "AB"] == [6, 10]
        assert by_race.folded.mass(by_race.folded.intent({"race": ["B"]})).spend == 2 * 7 + 4 * 13

    def test_what_an_intent_holds_is_lifted_to_the_last_digit(self, layout: str) -> None:
        market = of_four_cells(layout)
        by_race = folded(market, SEX)
        for wanted in ({"race": ["A"]}, {"race": ["B"]}, {}):
            box = market.intent(wanted)
            assert by_race.lift_mass(by_race.folded.mass(by_race.fold(box))) == market.mass(box)


class TestWhatStays:
    @pytest.mark.parametrize("each", [1, "2.5"])
    def test_one_price_stays_as_it_is(self, each: object) -> None:
        market = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], each=each)
        by_race = folded(market, SEX)
        assert by_race.folded.rule.base == market.rule.base
        assert by_race.price_unit == by_race.times == 2

    def test_so_do_prices_that_do_not_depend_on_what_is_folded_away(self) -> None:
        by_value = Market.from_cube(
            FOUR_CELLS, [[6, 2], [0, 4]], prices_per_value={"race": {"A": 3, "B": 7}}, base=1
        )
        by_cell = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], [[4, 8], [4, 8]], empty=5)
        for market in (by_value, by_cell):
            small = folded(market, SEX).folded
            prices = [small.mass(small.intent({"race": [r]})).price for r in "AB"]
            assert prices == [4, 8]

    def test_its_name_and_where_costs_come_from(self) -> None:
        market = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], name="shop", each=2)
        small = folded(market, RACE).folded
        assert (small.name, small.priced_by) == ("shop", market.priced_by)


class TestIntents:
    SPACE = Space(tuple(Nominal(name, tuple("pqr")) for name in "xyz"))
    MARKET = Market.from_cube(SPACE, np.arange(27).reshape(3, 3, 3))

    def test_they_fold_if_they_have_all_values_there_and_are_lifted_again(self) -> None:
        folding = folded(self.MARKET, 0, 2)
        some = self.MARKET.intent({"y": ["p", "q"]})
        assert folding.keeps(some)
        assert folding.fold(some).to_json() == {"y": ["p", "q"]}
        assert folding.lift(folding.fold(some)) == some
        assert not folding.keeps(self.MARKET.intent({"x": ["p"]}))

    def test_so_do_unions(self) -> None:
        folding = folded(self.MARKET, 1)
        corners = self.MARKET.intent([{"x": ["p"], "z": ["p"]}, {"x": ["r"], "z": ["q", "r"]}])
        assert folding.keeps(corners)
        assert len(folding.fold(corners).boxes) == 2
        assert folding.lift(folding.fold(corners)) == corners
        across = self.MARKET.intent([{"x": ["p"]}, {"y": ["p"]}])
        assert not folding.keeps(across)

    def test_many_boxes_fold_and_lift_together(self) -> None:
        folding = folded(self.MARKET, 1)
        wanted = [{"x": ["p"], "z": ["p", "q"]}, {"z": ["r"]}]
        boxes = [self.MARKET.intent(one) for one in wanted]
        stack = stacked(boxes)
        there = folding.fold_stack(stack)
        assert [rows.shape for rows in there] == [(2, 3), (2, 3)]
        for rows, again in zip(stack, folding.lift_stack(there), strict=True):
            assert (rows == again).all()
        held, whole = masses(folding.folded, there), masses(self.MARKET, stack)
        for one, other in zip(folding.lift_masses(held), whole, strict=True):
            assert one.tolist() == other.tolist()
            assert one.dtype == other.dtype
        first = [rows[0] for rows in there]
        assert Box.from_masks(self.SPACE, folding.lift_masks(first)) == boxes[0]

    def test_a_union_may_become_one_box_where_some_values_are_left_out(self) -> None:
        either = any_of([Box.of(self.SPACE, {"x": ["p"], "y": ["p"], "z": ["p"]}),
                         Box.of(self.SPACE, {"x": ["q"], "y": ["q"], "z": ["p"]})])  # fmt: skip
        small = Space((self.SPACE.dimensions[0],))
        assert project(either, small).to_json() == {"x": ["p", "q"]}


class TestLarge:
    SPACE = Space(tuple(Nominal(f"d{i}", tuple("pqrs")) for i in range(40)))
    CODES = np.array([[0, 1, 3]] * 40)
    AWAY = range(2, 40)

    def test_counts_that_do_not_fit_64_bits_are_exact(self) -> None:
        market = Market.from_cells(self.SPACE, self.CODES, [3, 2, 1])
        folding = folded(market, *self.AWAY)
        box = market.intent({"d0": ["p"], "d1": ["p", "q"]})
        held = masses(folding.folded, stacked([folding.fold(box).hull]))
        lifted = folding.lift_masses(held)
        assert lifted.one(0) == market.mass(box)
        assert lifted.cells[0] == lifted.price[0] == 2 * 4**38
        assert folding.folded.rule == PriceRule(1, Fraction(4**38))

    def test_prices_that_do_not_fit_are_not_folded(self) -> None:
        prices = {"prices": [3, 5, 7], "empty": 2}
        market = Market.from_cells(self.SPACE, self.CODES, [3, 2, 1], **prices)
        assert Folding.of(market, self.AWAY) is None
        folding = folded(market, *range(30, 40))
        box = market.intent({"d0": ["p"]})
        assert folding.lift_mass(folding.folded.mass(folding.fold(box))) == market.mass(box)

    def test_the_last_price_that_fits_is_folded(self) -> None:
        """Two cells that are listed, at 1 more and 1 less than the other 4**30 - 2."""
        space = Space(tuple(Nominal(f"d{i}", tuple("pqrs")) for i in range(31)))
        codes = np.array([[0, 1]] * 31)
        for base, fits in ((1, True), (2, False)):
            cells = Market.from_cells(space, codes, [1, 1], prices=[base + 1, base - 1], empty=base)
            assert (Folding.of(cells, range(1, 31)) is not None) is fits


def test_attackers_are_surer_in_fewer_dimensions() -> None:
    """Race B is wanted: 2 and 4 records of 12, 10 and 8 of 24 in money, at 5 and 2 of 11."""
    market = of_four_cells()
    by_race = folded(market, SEX)
    true, everything = market.intent({"race": ["B"]}), market.intent({})
    whole = {n: a.confidence(market, true, everything).upper for n, a in ATTACKERS.items()}
    there = {
        n: a.confidence(by_race.folded, by_race.fold(true), by_race.fold(everything)).upper
        for n, a in ATTACKERS.items()
    }
    assert [str(whole[n]) for n in ("pi-uniform", "em-f", "em-c", "em-fc")] == [
        "1/2", "1/3", "5/11", "5/12",
    ]  # fmt: skip
    assert [str(there[n]) for n in ("pi-uniform", "em-f", "em-c", "em-fc")] == [
        "1/2", "1/2", "7/11", "3/4",
    ]  # fmt: skip


def test_cells_are_joined_in_order_and_what_they_have_adds_up() -> None:
    codes = np.array([[1, 0, 1, 0], [0, 1, 0, 0]], dtype=np.uint8)
    once, (first, second) = joined(
        FOUR_CELLS, codes, np.array([1, 2, 3, 4]), np.array([10, 20, 30, 40])
    )
    assert once.tolist() == [[0, 0, 1], [0, 1, 0]]
    assert (first.tolist(), second.tolist()) == ([4, 2, 4], [40, 20, 40])


def test_no_cells_are_joined_to_none() -> None:
    none = np.zeros(0, dtype=np.int64)
    once, (records,) = joined(FOUR_CELLS, np.zeros((2, 0), dtype=np.uint8), none)
    assert (once.shape, records.tolist()) == ((2, 0), [])
    empty = Market.from_cells(FOUR_CELLS, np.zeros((2, 0), dtype=int), [])
    assert folded(empty, SEX).folded.total.records == 0
