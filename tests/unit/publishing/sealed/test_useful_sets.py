"""The sets of values that a post may need, beside all unions of candidates' sets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tacit.publishing.sealed.useful_sets import useful_sets
from tacit.space.gaps import NaturalOrder

ORDER = NaturalOrder(np.array([2, 0, 1, 3]))


def by_hand(rows: np.ndarray, order: NaturalOrder | None) -> set[tuple[bool, ...]]:
    """The unions of all collections of sets, their gaps closed."""
    found = set()
    for many in range(1, len(rows) + 1):
        for some in combinations(rows, many):
            union = np.any(some, axis=0)
            found.add(tuple((union if order is None else order.closed(union)).tolist()))
    return found


@pytest.mark.parametrize("order", [None, ORDER], ids=["gaps allowed", "in a row"])
@pytest.mark.parametrize("seed", range(12))
def test_they_are_the_unions_of_what_candidates_want(seed: int, order: NaturalOrder | None) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 2, (5, 4)).astype(bool)
    rows = rows[rows.any(axis=1)]
    if seed % 3 == 0:  # single values
        rows = np.eye(4, dtype=bool)[rng.integers(0, 4, 3)]
    found = useful_sets(rows, order, 100)
    assert found is not None
    assert {tuple(row) for row in found.tolist()} == by_hand(rows, order)
    assert len(found) == len({tuple(row) for row in found.tolist()})


def test_all_values_of_everyone_are_one_set() -> None:
    assert np.array_equal(useful_sets(np.ones((3, 4), dtype=bool), ORDER, 1), np.ones((1, 4)))


@pytest.mark.parametrize("order", [None, ORDER])
def test_too_many_are_not_listed(order: NaturalOrder | None) -> None:
    assert useful_sets(np.eye(4, dtype=bool), order, 5) is None
    pairs = np.array([[True, True, False, False], [False, True, True, False]])
    assert useful_sets(pairs, order, 1) is None
