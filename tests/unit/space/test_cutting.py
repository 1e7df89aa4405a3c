"""Cutting bins around points: on lines a person can check, and against every value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from datetime import date, timedelta
from math import inf, nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import SpaceError
from tacit.space.cutting import MOST_POINTS, Cut
from tacit.space.numeric import Numeric
from tacit.space.pieces import Pieces


def test_a_whole_number_gets_a_bin_of_its_own() -> None:
    cut = Cut.around(Numeric.binned("age", [17, 61], integer=True), [24])
    assert cut.fine.edges == (17, 18, 24, 25, 61, 62)
    assert cut.bins.tolist() == [0, 0, 1, 1, 1, 1, 2]


def test_a_point_between_whole_numbers_is_one_cut() -> None:
    cut = Cut.around(Numeric.binned("age", [17], integer=True, closed="left"), [20.5])
    assert cut.fine.edges == (17, 18, 21)
    assert cut.mask(Pieces((20.5,), (False, True, True))).tolist() == [False] * 3 + [True]


def test_a_float_is_cut_before_and_right_after() -> None:
    cut = Cut.around(Numeric.binned("x", [1.0], closed="left"), [0.5])
    assert cut.fine.edges == (0.5, nextafter(0.5, inf), 1.0, nextafter(1.0, inf))
    assert cut.bins.tolist() == [0, 0, 0, 1, 1]


def test_days_and_the_last_of_all() -> None:
    days = Numeric.binned("d", [date(2026, 1, 31)], closed="right", missing="none")
    cut = Cut.around(days, [date.max])
    assert cut.fine.edges == (date(2026, 1, 31), date(2026, 2, 1), date.max)
    assert cut.bins.tolist() == [0, 0, 1, 1, 2]
    only_last = Pieces((date.max,), (False, True, False, False))
    assert cut.mask(only_last).tolist() == [False, False, False, True, False]
    assert cut.mask(Pieces((date.max,), (False, False, True, True))).tolist() == [False] * 4 + [
        True
    ]


@pytest.mark.parametrize("points", [range(MOST_POINTS + 1), [2**63], [-(10**400)]])
def test_too_many_points_or_too_far_out(points: Any) -> None:
    with pytest.raises(SpaceError, match="can't be cut"):
        Cut.around(Numeric.binned("x", [1]), points)


@st.composite
def lines(draw: st.DrawFn) -> tuple[Numeric, list[Any], list[Any]]:
    """A dimension, points to cut it at, and values that lie on it."""
    kind = draw(st.sampled_from(["whole", "float", "day"]))
    first = date(2026, 1, 1)
    value: Any = {
        "whole": st.integers(-9, 9),
        "float": st.floats(-4, 4) | st.sampled_from([0.0, 0.1, 0.3, nextafter(0.3, inf)]),
        "day": st.integers(0, 12).map(lambda n: first + timedelta(days=n)),
    }[kind]
    points = value | st.sampled_from([-1.5, 2.5]) if kind == "whole" else value
    edges = sorted(draw(st.lists(value, min_size=1, max_size=4, unique=True)))
    made = Numeric.binned(
        "x", edges, closed=draw(st.sampled_from(["left", "right"])), integer=kind == "whole"
    )
    return made, draw(st.lists(points, max_size=4)), draw(st.lists(value, min_size=1))


@given(lines())
def test_every_value_lies_where_it_should(line: tuple[Numeric, list[Any], list[Any]]) -> None:
    dimension, literals, values = line
    cut = Cut.around(dimension, literals)
    points = sorted({*dimension.edges, *literals})
    for value in values:
        fine = bisect_right(cut.fine.edges, value)
        place = bisect_right if dimension.closed == "left" else bisect_left
        assert cut.bins[fine] == place(dimension.edges, value)
        piece = bisect_left(points, value) + bisect_right(points, value)
        for other in range(2 * len(points) + 1):
            inside = tuple(i == other for i in range(2 * len(points) + 1))
            assert cut.mask(Pieces(tuple(points), inside))[fine] == (other == piece)
