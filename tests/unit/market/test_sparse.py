"""Only the cells that hold something: spaces beyond memory, and sums that stay exact."""

from __future__ import annotations

from typing import Any

import numpy as np

from tacit.market.cells import Cells, Sums
from tacit.market.market import Market
from tacit.market.sparse import SparseCube
from tacit.space.nominal import Nominal
from tacit.space.space import Space


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


def listed(excess: Any = None, spend: Any = None) -> SparseCube:
    """F few 1, F many 4, M some 2, M many 8."""
    codes = np.array([[0, 0, 1, 1], [0, 2, 1, 2]])
    records = np.array([1, 4, 2, 8], dtype=np.int64)
    spend = records if spend is None else np.array(spend, dtype=np.int64)
    excess = None if excess is None else np.array(excess, dtype=np.int64)
    return SparseCube(Cells(codes, records, spend, excess), (2, 3))


WOMEN = [np.array([True, False]), np.ones(3, dtype=bool)]
CORNER = [np.array([True, False]), np.array([True, False, False])]


def test_a_box_is_summed() -> None:
    assert listed().inside(WOMEN) == Sums(5, 5, 0)
    assert listed([9, 1, 0, 0], [10, 4, 6, 8]).inside(WOMEN) == Sums(5, 14, 10)


def test_a_cell_that_is_not_listed_counts_for_the_peak() -> None:
    """F some is not listed, so its excess is 0; alone, listed cells below 0 keep their peak."""
    assert listed([-9, -1, 0, 0]).peaks(WOMEN).excess == 0
    both = [np.array([True, False]), np.array([True, False, True])]
    assert listed([-9, -1, 0, 0]).peaks(both).excess == -1


def test_a_cell_counts_when_it_lacks_one_value_not_two() -> None:
    growth = listed().growth(CORNER)
    assert growth.inside == Sums(1, 1, 0)
    assert growth.added().records.tolist() == [0, 0, 0, 0, 4]  # M some and M many lack two
    growth.add(0, 1)
    assert growth.added().records.tolist() == [0, 0, 0, 2, 12]
    growth.add(1, 2)
    assert growth.inside == Sums(13, 13, 0)


def test_a_value_that_is_inside_is_taken_in_once() -> None:
    growth = listed([9, 1, 0, 0], [10, 4, 6, 8]).growth(CORNER)
    for _ in range(3):
        growth.add(1, 2)
    assert growth.inside == Sums(5, 14, 10)
    assert growth.added().records.tolist() == [0, 8, 0, 0, 0]
    assert CORNER[1].tolist() == [True, False, False], "the caller's masks stay as they were"


def test_amounts_beyond_exact_floats_are_added_up_by_value_exactly() -> None:
    big = 2**53 + 1
    codes = np.array([[1, 1], [0, 1]])
    many = np.array([big, 2], dtype=np.int64)
    growth = SparseCube(Cells(codes, many, many, None), (2, 2)).growth(
        [np.array([True, False]), np.array([True, True])]
    )
    assert growth.added().records.tolist() == [0, big + 2, 0, 0]


def test_spend_that_is_the_count_is_kept_once() -> None:
    plain, priced = listed(), listed(spend=[10, 4, 6, 8])
    assert priced.nbytes == plain.nbytes + 4 * 8
