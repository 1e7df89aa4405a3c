"""Every cell in one array: sums, peaks and lists, read off by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from tacit.market.cells import Cells, Peaks, Sums
from tacit.market.dense import DenseCube


def ints(numbers: Any) -> Any:
    return np.array(numbers, dtype=np.int64)


RECORDS = ints([[1, 0, 4], [0, 2, 8]])
SPEND = ints([[10, 0, 4], [0, 6, 8]])
EXCESS = ints([[9, -1, 0], [0, 2, 0]])
CUBE = DenseCube(RECORDS, SPEND, EXCESS)
WOMEN = [np.array([True, False]), np.array([True, True, True])]
CORNER = [np.array([True, False]), np.array([True, False, False])]


def test_a_box_is_summed_and_its_peaks_are_found() -> None:
    assert CUBE.inside(WOMEN) == Sums(5, 14, 8)
    assert CUBE.peaks(WOMEN) == Peaks(4, 10, 9)
    assert CUBE.filled == 4


def test_a_peak_may_lie_below_0() -> None:
    assert CUBE.peaks([np.array([True, False]), np.array([False, True, False])]).excess == -1


def test_without_prices_of_their_own_cells_have_no_excess() -> None:
    plain = DenseCube(RECORDS, SPEND, None)
    assert plain.inside(WOMEN).excess == plain.peaks(WOMEN).excess == 0
    assert plain.added(WOMEN).excess is None


def test_each_value_adds_the_box_with_that_value_alone() -> None:
    added = CUBE.added(CORNER)
    assert added.records.tolist() == [0, 0, 0, 0, 4]
    assert added.spend.tolist() == [0, 0, 0, 0, 4]
    assert added.excess is not None
    assert added.excess.tolist() == [0, 0, 0, -1, 0]


def test_a_growing_box_takes_in_values() -> None:
    growth = CUBE.growth(CORNER)
    growth.add(0, 1)
    growth.add(1, 1)
    assert growth.inside == Sums(3, 16, 10)
    assert growth.added().records.tolist() == [0, 0, 0, 0, 12]
    assert CORNER[0].tolist() == [True, False], "the caller's masks stay as they were"


def test_cells_that_hold_nothing_are_listed_only_with_a_price_of_their_own() -> None:
    listed = CUBE.cells([np.ones(2, dtype=bool), np.ones(3, dtype=bool)])
    assert listed.codes.T.tolist() == [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]]
    assert listed.records.tolist() == [1, 0, 4, 2, 8]


def test_listed_cells_are_laid_out_in_full() -> None:
    codes = ints([[1, 0], [2, 0]])
    cube = DenseCube.of(Cells(codes, ints([8, 1]), ints([8, 10]), ints([0, 9])), (2, 3))
    assert cube.shape == (2, 3)
    assert cube.inside(WOMEN) == Sums(1, 10, 9)
    assert cube.filled == 2


def test_every_box_at_once_is_what_one_by_one_gives() -> None:
    rows = ints([[1, 0], [0, 1], [1, 1]]).astype(bool)
    columns = ints([[1, 0, 0], [0, 1, 1], [1, 1, 1], [1, 0, 1]]).astype(bool)
    found = CUBE.every_box([rows, columns])
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            at = tuple(int(sums[i, j]) for sums in found)
            assert at == tuple(CUBE.inside([row, column]))
    no_excess = DenseCube(RECORDS, SPEND, None).every_box([rows, columns])[2]
    assert not no_excess.any()
