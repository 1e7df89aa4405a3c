"""Distances given for each pair: kept exact, and refused where they contradict themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tacit.space.dimension import Dimension
from tacit.space.matrix import Matrix
from tests.helpers.dimensions import assert_refused


def test_a_matrix_of_decimals_becomes_whole_numbers() -> None:
    x = Matrix("x", ("a", "b", "c"), ((0, 0.1, 0.25), (0.1, 0, 1), (0.25, 1, 0)))
    assert x.distances(0).tolist() == [0, 2, 5]  # in twentieths
    assert x.distances(1).tolist() == [2, 0, 20]
    assert x.distances(2).dtype == np.int64


def test_large_distances_stay_exact() -> None:
    x = Matrix("x", ("a", "b"), ((0, 1e18), (1e18, 0)))
    assert x.distances(0).tolist() == [0, 10**18]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Matrix("x", ("a", "b"), ()), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1),)), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1), (1,))), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, "y"), ("y", 0))), "must be 2 rows of 2 numbers"),
        (lambda: Matrix("x", ("a", "b"), ((0, -1), (-1, 0))), "none negative"),
        (lambda: Matrix("x", ("a", "b"), ((0, float("nan")),) * 2), "must be 2 rows"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1), (2, 0))), "the same both ways"),
        (lambda: Matrix("x", ("a", "b"), ((1, 1), (1, 0))), "0 from a value to itself"),
        (lambda: Matrix("x", ("a", "b"), ((0, 1e19), (1e19, 0))), "too many digits"),
        (
            lambda: Matrix("x", ("a", "b", "c"), ((0, 1e9, 1e-10), (1e9, 0, 0), (1e-10, 0, 0))),
            "too many digits",
        ),
    ],
)
def test_distances_that_contradict_themselves_are_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


@pytest.mark.parametrize(
    ("dimension", "spec"),
    [
        (
            Matrix("x", ("a", "b"), ((0, 0.5), (0.5, 0))),
            {"kind": "matrix", "values": ["a", "b"], "matrix": [[0, 0.5], [0.5, 0]]},
        ),
    ],
)
def test_distances_are_written_as_a_table(dimension: Dimension, spec: dict[str, Any]) -> None:
    assert dimension.to_spec() == spec
