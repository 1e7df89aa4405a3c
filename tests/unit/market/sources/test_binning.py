"""Bins: round edges, similar weight, and a place for every number."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit._defaults import BINS
from tacit.market.sources.binning import PERIODS, Spread, edges_of, periods_of, rounded

numbers = st.floats(-1e12, 1e12) | st.floats() | st.integers(-(10**6), 10**6).map(float)


@given(st.lists(numbers.filter(np.isfinite), min_size=2, max_size=30), st.booleans())
def test_edges_rise_and_cut_something_off_on_both_sides(points: list[float], whole: bool) -> None:
    points = sorted(map(round, points) if whole else points)
    spread = Spread(points[1:-1], points[0], points[-1], whole)
    edges = edges_of(spread)
    assert all(a < b for a, b in pairwise(edges))
    assert all(points[0] < edge <= points[-1] for edge in edges)
    if whole:
        assert all(float(edge).is_integer() for edge in edges)


@given(st.floats(-1e9, 1e9), st.floats(1e-6, 1e9))
def test_a_number_is_not_moved_further_than_to_the_next_round_one(
    number: float, gap: float
) -> None:
    assert abs(rounded(number, gap) - number) <= 1.25 * gap + 1e-6


def test_common_numbers_get_bins_of_their_own() -> None:
    assert edges_of(Spread([30, 70], -10, 100, whole=True, common=[0])) == [0, 1, 50]
    edges = edges_of(Spread([3.0, 7.0], -1.0, 10.0, whole=False, common=[0.0]))
    assert edges[0] == 0
    assert 0 < edges[1] < 3


@pytest.mark.parametrize("seed", range(5))
def test_weights_are_similar_where_the_data_allows(seed: int) -> None:
    column = np.sort(np.random.default_rng(seed).lognormal(7, 1, 20_000))
    points = [float(column[len(column) * i // BINS]) for i in range(1, BINS)]
    edges = edges_of(Spread(points, float(column[0]), float(column[-1]), whole=False))
    weights = np.histogram(column, [-np.inf, *edges, np.inf])[0]
    assert len(weights) >= BINS - 5
    assert weights.max() < 2.5 * len(column) / BINS


@given(st.dates(), st.integers(0, 40_000))
def test_periods_begin_at_or_before_the_first_day_and_are_not_too_many(
    first: date, days: int
) -> None:
    last = date.fromordinal(min(first.toordinal() + days, date.max.toordinal()))
    found = periods_of(first, last)
    assert len(found.starts) == len(found.labels) == len(set(found.labels))
    assert found.starts[0] <= first
    assert found.starts[-1] <= last
    assert all(a < b for a, b in pairwise(found.starts))
    assert len(found.starts) <= PERIODS + 13


def test_a_day_more_is_a_day_more() -> None:
    assert periods_of(date(2024, 2, 28), date(2024, 3, 1)).labels == [
        "2024-02-28",
        "2024-02-29",
        "2024-03-01",
    ]
    assert len(periods_of(date(2024, 1, 1), date(2024, 1, 1) + timedelta(40)).starts) == 6
