"""A shadow holds what boxes hold that have all values on the other dimensions."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.market.cells import Cells
from tacit.market.shadows import Shadow
from tacit.market.sparse import SparseCube

SHAPE = (2, 3, 2)
CELLS = Cells(
    np.array([[0, 0, 1, 1], [0, 2, 2, 2], [1, 0, 0, 1]]),
    np.array([4, 1, 2, 3]),
    np.array([8, 1, 2, 9]),
    np.array([0, 5, -1, -2]),
)
WHOLE = SparseCube(CELLS, SHAPE)
ALL, FIRST = np.ones(3, dtype=bool), np.array([True, False])


@pytest.fixture
def shadow() -> Shadow:
    """On the first and the last dimension; no two of the cells fall together but by the second."""
    codes = np.array([[0, 0, 1, 1], [0, 1, 0, 1]])
    amounts = np.array([[1, 4, 2, 3], [1, 8, 2, 9], [5, 0, -1, -2]])
    cells = Cells(codes, *amounts)
    return Shadow(SHAPE, (0, 2), cells, tuple(amounts), np.ones(4, dtype=np.int64))


def test_boxes_hold_the_same(shadow: Shadow) -> None:
    for masks in ([FIRST, ALL, FIRST], [~FIRST, ALL, FIRST], [FIRST, ALL, FIRST | True]):
        assert shadow.inside(masks) == WHOLE.inside(masks)
        assert shadow.peaks(masks) == WHOLE.peaks(masks)


def test_cells_that_are_not_listed_have_nothing(shadow: Shadow) -> None:
    masks = [~FIRST, ALL, ~FIRST]  # one cell of three is listed, and its excess is below 0
    assert shadow.peaks(masks).excess == 0


def test_they_grow_alike(shadow: Shadow) -> None:
    masks = [FIRST, ALL, FIRST]
    mine, its = shadow.growth(masks), WHOLE.growth(masks)
    for dimension, code in ((1, 2), (2, 1), (0, 1)):  # of the second all are inside already
        for found, right in zip(mine.added(), its.added(), strict=True):
            assert found is not None
            assert right is not None
            assert found.tolist() == right.tolist()
        mine.add(dimension, code)
        its.add(dimension, code)
        assert mine.inside == its.inside


def test_what_costs_its_number_of_records_is_kept_once() -> None:
    records = np.array([4, 1])
    cells = Cells(np.array([[0, 1]]), records, records, None)
    shadow = Shadow((2, 3), (0,), cells, (np.array([3, 1]),), np.array([2, 1]))
    masks = [FIRST, ALL]
    assert shadow.peaks(masks) == (3, 3, 0)
    added = shadow.growth(masks).added()
    assert added.spend is added.records
    assert added.excess is None
