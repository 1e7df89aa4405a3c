"""The engine behind bins: points on the line, the pieces between them, and ranges in SQL."""

from __future__ import annotations

from datetime import date, datetime

import numpy as np
import pytest

from tacit.errors import SpaceError
from tacit.space import bins

DAY = date(2020, 1, 1)


@pytest.mark.parametrize(
    ("literal", "is_date", "point"),
    [
        (3, False, 3),
        (np.int64(3), False, 3),
        (True, False, None),
        ("3", False, None),
        (float("nan"), False, None),
        (10**400, False, 10**400),
        (DAY, False, None),
        (DAY, True, DAY),
        (" 2020-01-01 ", True, DAY),
        (datetime(2020, 1, 1, 12), True, None),
        ("2020", True, None),
        (3, True, None),
    ],
)
def test_a_literal_is_a_point_or_none(literal: object, is_date: bool, point: object) -> None:
    assert bins.point(literal, is_date) == point


def test_a_boolean_is_no_number() -> None:
    assert [bins.is_number(value) for value in (1, 1.5, True, "1", None)] == [True, True] + [
        False
    ] * 3


def test_edges_come_out_of_their_wrapping() -> None:
    found = bins.plain_edges([np.float64(0.5), datetime(2020, 1, 1)])
    assert found == (0.5, DAY)
    assert [type(edge) for edge in found] == [float, date]


def test_edges_are_refused_by_the_name_of_their_dimension() -> None:
    with pytest.raises(SpaceError, match="edges of dimension 'age' must rise"):
        bins.check("age", [2, 1], "right")
    with pytest.raises(SpaceError, match="'age' have no whole number between them"):
        bins.check("age", [1.2, 1.5], "left", integer=True)
    bins.check("age", [1.2, 1.5], "left")


def test_pieces_of_the_line_lie_in_their_bins() -> None:
    # below 1, 1, 1 to 2, 2, 2 to 3, 3, above 3; cut at 2 alone
    assert bins.bins_of_pieces([1, 2, 3], [2], "right").tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert bins.bins_of_pieces([1, 2, 3], [2], "left").tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_pieces_with_whole_numbers() -> None:
    found = bins.pieces_with_integers([1, 2, 2.5, 4])
    # below 1, 1, 1 to 2, 2, 2 to 2.5, 2.5, 2.5 to 4, 4, above 4
    assert found.tolist() == [True, True, False, True, False, False, True, True, True]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (True, "TRUE"),
        (3, "3"),
        (0.1, "0.1"),
        (float("-inf"), "CAST('-inf' AS DOUBLE)"),
        (DAY, "DATE '2020-01-01'"),
        ("it's", "'it''s'"),
    ],
)
def test_a_value_is_written_as_sql_reads_it(value: object, written: str) -> None:
    assert bins.literal(value) == written


@pytest.mark.parametrize(
    ("inside", "written"),
    [
        ([True, True, True], ["x IS NOT NULL"]),
        ([True, False, True], ["x <= 1", "x > 2"]),
        ([False, True, True], ["x > 1"]),
        ([False, False, False], []),
    ],
)
def test_each_run_of_bins_is_a_range(inside: list[bool], written: list[str]) -> None:
    assert bins.ranges(inside, [1, 2], "right", "x") == written
