"""The market itself: made from cells or arrays, and asked about boxes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import EmptyIntent, IntentError, SettingError, TableError, UnknownDimension
from tacit.intents.box import Box
from tacit.market.dense import DenseCube
from tacit.market.market import Market
from tacit.market.sparse import SparseCube
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.layouts import as_layout
from tests.helpers.markets import LAYOUTS, SEX_HOURS, of_hours

SPACE = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))


def test_a_market_made_from_an_array_counts_it() -> None:
    market = Market.from_cube(SPACE, [[1, 2, 3], [4, 0, 6]], name="tiny")
    assert market.total.records == 16
    assert market.filled == 5
    assert market.records_by_value("race") == [5, 2, 9]
    assert repr(market) == "Market('tiny', 2 dimensions, 16 records, 5 of 6 cells filled)"


def test_prices_in_an_array_cost_their_records() -> None:
    market = Market.from_cube(SPACE, [[1, 2, 3], [4, 0, 6]], [[0.1] * 3, [0.25] * 3])
    assert market.total.spend * market.money_tick == Fraction("3.1")
    assert market.money(market.total.spend) == 3.1
    assert market.priced_by == "a price for each cell"


@pytest.mark.parametrize(
    ("codes", "records", "words"),
    [
        ([[0, 0], [1, 1]], [1, 2], "listed twice"),
        ([[2], [0]], [1], "outside its dimension"),
        ([[-1], [0]], [1], "whole numbers, 0 or more"),
        ([[0.5], [0]], [1], "whole numbers"),
        ([[0], [0]], [-1], "whole numbers, 0 or more"),
        ([[0], [0]], [1.5], "whole numbers"),
        ([[0], [0]], [float("nan")], "whole numbers"),
        ([[0], [0]], [float("inf")], "whole numbers"),
        ([[0], [0]], ["many"], "whole numbers"),
        ([[0], [0]], [1, 2], "one code per dimension"),
        ([[0]], [1], "one code per dimension"),
        ([0, 0], [1], "one code per dimension"),
        ([[0, 1], [0, 0]], [2**61, 2**62], "too large"),
    ],
)
def test_cells_that_are_none_are_refused(codes: Any, records: Any, words: str) -> None:
    with pytest.raises(TableError, match=words):
        Market.from_cells(SPACE, codes, records)


def test_a_cell_twice_is_found_in_a_space_beyond_64_bits() -> None:
    space = Space(tuple(Nominal(f"d{i}", tuple(map(str, range(100)))) for i in range(12)))
    with pytest.raises(TableError, match="twice"):
        Market.from_cells(space, np.zeros((12, 2)), [1, 2])


def test_an_array_of_another_shape_is_refused() -> None:
    with pytest.raises(TableError, match=r"\(2, 3\)"):
        Market.from_cube(SPACE, [[1, 2], [3, 4]])


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(SettingError, match="dense, sparse"):
        Market.from_cube(SPACE, np.ones((2, 3)), layout="spares")


def test_whole_counts_may_come_as_floats() -> None:
    assert Market.from_cube(SPACE, np.ones((2, 3))).total.records == 6


def test_an_intent_of_another_space_is_refused() -> None:
    other = Space((Nominal("sex", ("F", "X")), Nominal("race", ("A", "B", "C"))))
    market = Market.from_cube(SPACE, np.ones((2, 3)))
    for ask in (market.mass, market.peak, market.growth, market.frontier, market.cells):
        with pytest.raises(IntentError, match="another space"):
            ask(Box.everything(other))


def test_an_intent_of_an_equal_space_is_welcome() -> None:
    twin = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))
    market = Market.from_cube(SPACE, np.ones((2, 3)))
    assert market.mass(Box.everything(twin)).records == 6


def test_an_empty_box_holds_nothing_and_has_no_peak() -> None:
    market = Market.from_cube(SPACE, np.ones((2, 3)))
    nothing = Box(SPACE, ((), ()))
    assert market.mass(nothing).records == market.mass(nothing).cells == 0
    assert market.mass(nothing).price == 0
    for ask in (market.peak, market.growth, market.frontier):
        with pytest.raises(EmptyIntent):
            ask(nothing)


def test_records_by_value_of_an_unknown_dimension_are_refused() -> None:
    with pytest.raises(UnknownDimension):
        Market.from_cube(SPACE, np.ones((2, 3))).records_by_value("rice")


def test_intents_are_made_from_values_json_and_sql() -> None:
    market = Market.from_cube(SPACE, np.ones((2, 3)))
    wanted = [{"race": ["A"]}, '{"race": ["A"]}', "race = 'A'"]
    assert len({market.intent(one) for one in wanted}) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_another_layout_is_the_same_market(layout: str) -> None:
    market = Market.from_cube(
        SPACE, [[1, 0, 3], [4, 0, 6]], [[1, 2, 3], [4, 5, 6]], name="x", notes=("n",)
    )
    other = as_layout(market, layout)
    assert other.total == market.total
    assert (other.name, other.notes, other.priced_by) == ("x", ("n",), "a price for each cell")
    for cell in Box.everything(SPACE).cells():
        one = Box(SPACE, tuple((code,) for code in cell))
        assert other.mass(one) == market.mass(one)


def test_a_notebook_shows_every_dimension() -> None:
    shown = Market.from_cube(SPACE, np.ones((2, 3)))._repr_html_()
    assert "race" in shown
    assert "nominal" in shown


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_is_the_one_asked_for(layout: str) -> None:
    assert isinstance(of_hours(layout).cube, DenseCube if layout == "dense" else SparseCube)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_box_is_summed(layout: str) -> None:
    one = of_hours(layout)
    found = one.mass(one.intent({"hours": ["some", "many"]}))
    assert (found.records, found.spend, found.cells, found.price) == (14, 14, 4, 4)
    assert one.filled == 4


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_peak_is_the_fullest_cell_of_the_box(layout: str) -> None:
    one = of_hours(layout)
    assert one.peak(one.intent({"sex": "F"})).records == 4
    assert one.peak(one.intent({"sex": "F", "hours": "some"})).records == 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_peak_price_of_a_box_of_dear_cells_is_not_the_base(layout: str) -> None:
    prices = [[1, 1, 1], [9, 2, 3]]
    one = of_hours(layout, prices=prices)
    tick = one.rule.tick
    assert one.peak(one.intent({"sex": "M", "hours": ["some", "many"]})).price * tick == 3
    assert one.peak(one.intent({"sex": "F"})).price * tick == 1
    assert one.peak(one.intent({})).price * tick == 9


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cells_are_listed_in_order_without_those_that_say_nothing(layout: str) -> None:
    codes = np.array([[1, 0, 1, 0], [2, 2, 1, 1]])
    one = Market.from_cells(SEX_HOURS, codes, [8, 4, 2, 0], layout=layout)
    listed = one.cells(one.intent({}))
    assert listed.codes.tolist() == [[0, 1, 1], [2, 1, 2]]
    assert listed.records.tolist() == [4, 2, 8]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_empty_cell_with_a_price_of_its_own_is_listed(layout: str) -> None:
    one = Market.from_cells(SEX_HOURS, [[0, 0], [0, 1]], [2, 0], prices=[1, 5], layout=layout)
    listed = one.cells(one.intent({}))
    assert listed.records.tolist() == [2, 0]
    assert (one.prices(listed) * one.rule.tick).tolist() == [1, 5]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_market_without_cells_is_empty(layout: str) -> None:
    one = Market.from_cells(SEX_HOURS, np.zeros((2, 0)), [], layout=layout)
    assert one.total.records == 0
    assert one.peak(one.intent({})).records == 0
    assert one.frontier(one.intent({"sex": "F"})).records.tolist() == [0] * 5


def test_sums_beyond_exact_floats_are_exact_in_both() -> None:
    big = 2**60 + 1
    for layout in LAYOUTS:
        one = Market.from_cells(SEX_HOURS, [[0, 1], [0, 0]], [big, big + 1], layout=layout)
        assert one.total.records == 2 * big + 1
        assert one.frontier(one.intent({"sex": "F"})).records.tolist()[1] == big + 1
