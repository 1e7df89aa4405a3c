"""Fitting tables: a slow plain twin, tables that are met exactly, and tables that contradict."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import TableError
from tacit.market.sources.statistics.fitting import fitted

Twin = dict[tuple[int, ...], float]


def plainly(shape: tuple[int, ...], tables: list[tuple[tuple[int, ...], np.ndarray]]) -> Twin:
    """The same cell by cell, in 200 rounds."""
    cells = list(product(*map(range, shape)))
    counts = {cell: float(tables[0][1].sum()) / prod(shape) for cell in cells}
    for _ in range(200):
        for where, table in tables:
            sums = dict.fromkeys(np.ndindex(table.shape), 0.0)
            for cell, count in counts.items():
                sums[tuple(cell[d] for d in where)] += count
            for cell in cells:
                at = tuple(cell[d] for d in where)
                counts[cell] = counts[cell] * float(table[at]) / sums[at] if sums[at] else 0.0
    return counts


def margin(counts: np.ndarray, where: tuple[int, ...]) -> np.ndarray:
    return counts.sum(axis=tuple(d for d in range(counts.ndim) if d not in where)).astype(float)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 40), min_size=12, max_size=12).filter(any),
    st.sampled_from([[(0,), (1,), (2,)], [(0, 1), (1, 2)], [(0, 1), (1, 2), (0, 2)]]),
)
def test_it_is_what_the_plain_twin_comes_to(
    records: list[int], wheres: list[tuple[int, ...]]
) -> None:
    truth = np.array(records).reshape(2, 3, 2)
    tables = [(where, margin(truth, where)) for where in wheres]
    found = fitted(truth.shape, tables)
    twin = plainly(truth.shape, tables)
    for cell, count in twin.items():
        assert found.counts[cell] == pytest.approx(count, abs=0.05)
    for where, table in tables:
        assert np.allclose(margin(found.counts, where), table, atol=max(found.off, 1e-6))


def test_independent_dimensions_are_given_back_exactly() -> None:
    truth = np.multiply.outer(np.array([10, 30]), np.array([2, 3, 5]))
    found = fitted(
        (2, 3), [((0,), truth.sum(axis=1).astype(float)), ((1,), truth.sum(axis=0).astype(float))]
    )
    assert np.allclose(found.counts, truth)
    assert found.off < 1e-6


def test_a_table_of_all_dimensions_is_given_back_as_it_is() -> None:
    truth = np.array([[5, 0, 2], [1, 9, 4]])
    assert np.allclose(fitted((2, 3), [((0, 1), truth.astype(float))]).counts, truth)


def test_what_depends_through_one_dimension_is_found() -> None:
    """Given b, a and c are independent: tables of a by b and b by c are enough."""
    rng = np.random.default_rng(0)
    given_b = [np.multiply.outer(rng.integers(1, 9, 2), rng.integers(1, 9, 4)) for _ in range(3)]
    truth = np.stack(given_b, axis=1).astype(float)
    tables = [((0, 1), margin(truth, (0, 1))), ((1, 2), margin(truth, (1, 2)))]
    assert np.allclose(fitted(truth.shape, tables).counts, truth)


def test_tables_that_leave_no_room_for_each_other_are_refused() -> None:
    tables = [((0, 1), np.array([[5.0, 5.0], [0.0, 0.0]])), ((0,), np.array([4.0, 6.0]))]
    with pytest.raises(TableError, match="contradict"):
        fitted((2, 2), tables)


def test_tables_that_differ_a_little_are_missed_by_as_much_as_is_told() -> None:
    tables = [((0, 1), np.array([[4.0, 1.0], [2.0, 3.0]])), ((0,), np.array([6.0, 4.0]))]
    assert fitted((2, 2), tables).off == pytest.approx(1, abs=0.3)
