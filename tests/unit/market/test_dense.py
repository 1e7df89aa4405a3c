"""The two engines on tables whose answer a person can compute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tacit.market.cells import Cells, offsets
from tacit.market.dense import DenseCube
from tacit.market.market import Market
from tacit.market.sparse import SparseCube
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Nominal("sex", ("F", "M")), Ordinal("hours", ("few", "some", "many"))))
RECORDS = [[1, 0, 4], [0, 2, 8]]
LAYOUTS = ("dense", "sparse")


def market(layout: str, **more: Any) -> Market:
    return Market.from_cube(SPACE, RECORDS, layout=layout, **more)


def test_offsets_number_all_values_in_a_row() -> None:
    assert offsets((2, 3)) == [0, 2, 5]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_is_the_one_asked_for(layout: str) -> None:
    assert isinstance(market(layout).cube, DenseCube if layout == "dense" else SparseCube)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_box_is_summed(layout: str) -> None:
    one = market(layout)
    found = one.mass(one.intent({"hours": ["some", "many"]}))
    assert (found.records, found.spend, found.cells, found.price) == (14, 14, 4, 4)
    assert one.filled == 4


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_peak_is_the_fullest_cell_of_the_box(layout: str) -> None:
    one = market(layout)
    assert one.peak(one.intent({"sex": "F"})).records == 4
    assert one.peak(one.intent({"sex": "F", "hours": "some"})).records == 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_peak_price_of_a_box_of_dear_cells_is_not_the_base(layout: str) -> None:
    prices = [[1, 1, 1], [9, 2, 3]]
    one = market(layout, prices=prices)
    tick = one.rule.tick
    assert one.peak(one.intent({"sex": "M", "hours": ["some", "many"]})).price * tick == 3
    assert one.peak(one.intent({"sex": "F"})).price * tick == 1
    assert one.peak(one.intent({})).price * tick == 9


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_frontier_says_what_each_value_adds(layout: str) -> None:
    one = market(layout)
    frontier = one.frontier(one.intent({"sex": "F", "hours": "few"}))
    assert frontier.records.tolist() == [0, 0, 0, 0, 4]
    assert frontier.spend.tolist() == [0, 0, 0, 0, 4]
    assert frontier.cells.tolist() == [0, 1, 0, 1, 1]
    assert frontier.price.tolist() == [0, 1, 0, 1, 1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_growing_box_keeps_its_sums(layout: str) -> None:
    one = market(layout)
    growth = one.growth(one.intent({"sex": "F", "hours": "few"}))
    growth.add(1, 2)
    assert growth.mass.records == 5
    assert growth.frontier.records.tolist() == [0, 8, 0, 0, 0]
    growth.add(0, 1)
    growth.add(0, 1)
    assert growth.mass.records == 13
    assert growth.frontier.records.tolist() == [0, 0, 0, 2, 0]
    growth.add(1, 1)
    assert growth.mass == one.total
    assert not growth.frontier.records.any()
    assert growth.intent.size == 6


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_frontier_once_taken_stays_as_it_was(layout: str) -> None:
    one = market(layout)
    growth = one.growth(one.intent({"sex": "F", "hours": "few"}))
    before = growth.frontier
    growth.add(1, 2)
    assert before.records.tolist() == [0, 0, 0, 0, 4]
    assert before.cells.tolist() == [0, 1, 0, 1, 1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_growing_leaves_the_market_and_its_intent_alone(layout: str) -> None:
    one = market(layout)
    want = one.intent({"sex": "F", "hours": "few"})
    one.growth(want).add(0, 1)
    assert one.mass(want).records == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cells_are_listed_in_order_without_those_that_say_nothing(layout: str) -> None:
    codes = np.array([[1, 0, 1, 0], [2, 2, 1, 1]])
    one = Market.from_cells(SPACE, codes, [8, 4, 2, 0], layout=layout)
    listed = one.cells(one.intent({}))
    assert listed.codes.tolist() == [[0, 1, 1], [2, 1, 2]]
    assert listed.records.tolist() == [4, 2, 8]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_empty_cell_with_a_price_of_its_own_is_listed(layout: str) -> None:
    one = Market.from_cells(SPACE, [[0, 0], [0, 1]], [2, 0], prices=[1, 5], layout=layout)
    listed = one.cells(one.intent({}))
    assert listed.records.tolist() == [2, 0]
    assert (one.prices(listed) * one.rule.tick).tolist() == [1, 5]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_market_without_cells_is_empty(layout: str) -> None:
    one = Market.from_cells(SPACE, np.zeros((2, 0)), [], layout=layout)
    assert one.total.records == 0
    assert one.peak(one.intent({})).records == 0
    assert one.frontier(one.intent({"sex": "F"})).records.tolist() == [0] * 5


def test_sums_beyond_exact_floats_are_exact_in_both() -> None:
    big = 2**60 + 1
    for layout in LAYOUTS:
        one = Market.from_cells(SPACE, [[0, 1], [0, 0]], [big, big + 1], layout=layout)
        assert one.total.records == 2 * big + 1
        assert one.frontier(one.intent({"sex": "F"})).records.tolist()[1] == big + 1


def test_a_sparse_market_reaches_far_beyond_memory() -> None:
    space = Space(tuple(Nominal(f"d{i}", tuple(map(str, range(1000)))) for i in range(6)))
    codes = np.array([[0] * 6, [999] * 6, [0, 0, 0, 0, 0, 7]]).T
    one = Market.from_cells(space, codes, [5, 7, 2])
    corner = one.intent({f"d{i}": "0" for i in range(6)})
    assert isinstance(one.cube, SparseCube)
    assert one.total.cells == 10**18
    assert one.mass(corner).records == 5
    frontier = one.frontier(corner)
    assert frontier.records[5 * 1000 + 7] == 2
    assert int(frontier.records.sum()) == 2
    assert one.cube.nbytes > 0


def test_a_sparse_market_may_have_more_cells_than_64_bits_count() -> None:
    space = Space(tuple(Nominal(f"d{i}", tuple(map(str, range(100)))) for i in range(12)))
    one = Market.from_cells(space, np.array([[99] * 12, [0] * 12]).T, [1, 2])
    assert one.total.cells == 100**12
    assert one.cells(one.intent({})).codes[:, 0].tolist() == [0] * 12
    frontier = one.frontier(one.intent({"d0": "0"}))
    assert frontier.cells[1] == 100**11
    assert frontier.records[99] == 1


def test_codes_are_kept_small() -> None:
    codes = np.zeros((2, 1), dtype=np.int64)
    ones = np.ones(1, dtype=np.int64)
    assert SparseCube(Cells(codes, ones, ones, None), (256, 2)).all.codes.dtype == np.uint8
    assert SparseCube(Cells(codes, ones, ones, None), (257, 2)).all.codes.dtype == np.uint16
