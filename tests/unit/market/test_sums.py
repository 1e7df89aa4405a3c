"""Sums over many boxes, dimension by dimension, are those over boxes by cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tacit.market.stacks import holding
from tacit.market.sums import sums_over

SHAPE = (2, 3, 4)


def boxes(seed: int, sets: Sequence[int], count: int) -> list[NDArray[np.bool_]]:
    """Boxes of few sets of values on each dimension."""
    rng = np.random.default_rng(seed)
    few = [rng.random((n, size)) < 0.6 for n, size in zip(sets, SHAPE, strict=True)]
    return [one[rng.integers(0, len(one), count)] for one in few]


@given(st.integers(0, 2**32), st.integers(0, 30))
def test_they_are_those_over_boxes_by_cells(seed: int, cells: int) -> None:
    rng = np.random.default_rng(seed)
    stack = boxes(seed, (1, 2, 5), 40)
    codes = np.array([rng.integers(0, n, cells) for n in SHAPE])
    values = rng.integers(-(2**40), 2**40, (cells, 2))
    found = sums_over(stack, codes, values)
    assert found is not None
    assert found.tolist() == (holding(stack, codes).astype(np.int64) @ values).tolist()


def test_large_sums_are_exact() -> None:
    stack = [np.ones((9, 2), dtype=bool)] * 3
    values = np.array([[2**60 + 1], [2**61 + 1]])
    found = sums_over(stack, np.array([[0, 1], [1, 1], [0, 0]]), values)
    assert found is not None
    assert set(found[:, 0].tolist()) == {2**60 + 2**61 + 2}


def test_boxes_that_share_little_are_left_to_others() -> None:
    stack = [np.eye(8, dtype=bool)] * 2
    assert sums_over(stack, np.zeros((2, 1), dtype=int), np.ones((1, 1), dtype=int)) is None
