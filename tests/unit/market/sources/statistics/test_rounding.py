"""Whole counts: the same total, next to what was estimated, and the same each time."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tacit.market.sources.statistics.rounding import scaled, whole

COUNTS = st.lists(st.integers(0, 10**6), min_size=1, max_size=30).filter(any)


@given(COUNTS, st.integers(1, 10**9))
def test_scaled_counts_have_the_total_and_are_next_to_their_share(
    counts: list[int], total: int
) -> None:
    found = scaled(np.array(counts), total)
    assert int(found.sum()) == total
    for count, one in zip(counts, found.tolist(), strict=True):
        assert abs(one * sum(counts) - count * total) < sum(counts)


def test_what_is_empty_stays_empty_and_what_is_whole_stays_as_it_is() -> None:
    assert scaled(np.array([0, 3, 0, 2]), 500).tolist() == [0, 300, 0, 200]


def test_the_first_of_equal_remainders_goes_up() -> None:
    assert scaled(np.array([1, 1, 1]), 4).tolist() == [2, 1, 1]
    assert whole(np.array([0.5, 0.5, 1.0]), 2).tolist() == [1, 0, 1]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=30))
def test_rounded_counts_are_neighbours_of_what_was_estimated(estimates: list[float]) -> None:
    array = np.array(estimates)
    found = whole(array, round(float(array.sum())))
    assert (np.abs(found - array) <= 1).all()
