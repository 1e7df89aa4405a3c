"""The market itself: made from cells or arrays, and asked about boxes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import EmptyIntent, IntentError, SettingError, TableError, UnknownDimension
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space

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
            ask(Intent.everything(other))


def test_an_intent_of_an_equal_space_is_welcome() -> None:
    twin = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))
    market = Market.from_cube(SPACE, np.ones((2, 3)))
    assert market.mass(Intent.everything(twin)).records == 6


def test_an_empty_box_holds_nothing_and_has_no_peak() -> None:
    market = Market.from_cube(SPACE, np.ones((2, 3)))
    nothing = Intent(SPACE, ((), ()))
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
    other = market.as_layout(layout)
    assert other.total == market.total
    assert (other.name, other.notes, other.priced_by) == ("x", ("n",), "a price for each cell")
    for cell in Intent.everything(SPACE).cells():
        one = Intent(SPACE, tuple((code,) for code in cell))
        assert other.mass(one) == market.mass(one)


def test_a_notebook_shows_every_dimension() -> None:
    shown = Market.from_cube(SPACE, np.ones((2, 3)))._repr_html_()
    assert "race" in shown
    assert "nominal" in shown
