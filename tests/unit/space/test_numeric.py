"""Numbers and dates in bins: which bin a number lies in, and the bins as ranges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import numpy as np
import pytest

from tacit.errors import UnknownValue
from tacit.space.dimension import Dimension
from tacit.space.numeric import Numeric
from tests.helpers.dimensions import assert_refused, chosen, sql

DAY = date(2020, 1, 1)
JUNE = date(2020, 6, 1)


@pytest.mark.parametrize(
    ("edges", "closed", "integer", "names"),
    [
        ([17, 24, 61], "right", True, ["up to 17", "18 to 24", "25 to 61", "from 62"]),
        ([17, 24, 61], "left", True, ["up to 16", "17 to 23", "24 to 60", "from 61"]),
        ([0, 1], "right", True, ["up to 0", "1", "from 2"]),
        ([17.5, 24.5], "right", True, ["up to 17", "18 to 24", "from 25"]),
        ([-2.5, -1], "left", True, ["up to -3", "-2", "from -1"]),
        ([0.5, 2], "right", False, ["up to 0.5", "0.5 to 2", "above 2"]),
        ([0.5, 2], "left", False, ["below 0.5", "0.5 up to 2", "from 2"]),
        ([DAY], "left", False, ["below 2020-01-01", "from 2020-01-01"]),
    ],
)
def test_bins_are_named_by_what_they_hold(
    edges: list[Any], closed: str, integer: bool, names: list[str]
) -> None:
    made = Numeric.binned("x", edges, closed=closed, integer=integer)
    assert list(made.values) == names


@pytest.mark.parametrize(
    ("closed", "number", "label"),
    [
        ("right", 17, "low"),
        ("right", 17.5, "middle"),
        ("right", 24, "middle"),
        ("right", 24.001, "high"),
        ("left", 16.999, "low"),
        ("left", 17, "middle"),
        ("left", 24, "high"),
        ("left", -1e300, "low"),
        ("left", 10**400, "high"),
        ("left", np.int64(24), "high"),
    ],
)
def test_a_number_lies_in_its_bin(closed: str, number: Any, label: str) -> None:
    age = Numeric.binned("age", [17, 24], ["low", "middle", "high"], closed=closed)
    assert chosen(age, age.select(number)) == [label]


def test_bins_are_found_by_label_in_any_value_order() -> None:
    age = Numeric.binned("age", [17, 24], ["low", "mid", "high"], order=["mid", "high", "low"])
    assert age.values == ("mid", "high", "low")
    assert chosen(age, age.select("low")) == ["low"]
    assert chosen(age, age.select(3)) == ["low"]
    assert age.distances(0).tolist() == [0, 1, 1]
    assert age.distances(2).tolist() == [1, 2, 0]


def test_whole_numbers_beyond_the_precision_of_floats_keep_apart() -> None:
    big = 2**60
    ids = Numeric.binned("id", [big, big + 1], ["low", "middle", "high"], integer=True)
    found = [chosen(ids, ids.select(big + step)) for step in (-1, 0, 1, 2)]
    assert found == [["low"], ["low"], ["middle"], ["high"]]


@pytest.mark.parametrize("asked", ["17", "zq", True, None, float("nan"), float("inf"), DAY])
def test_what_is_not_a_number_lies_in_no_bin(asked: object) -> None:
    with pytest.raises(UnknownValue):
        Numeric.binned("age", [17, 24]).select(asked)


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        (DAY, "early"),
        ("2020-01-01", "early"),
        ("2020-01-02", "middle"),
        (datetime(2020, 6, 1), "middle"),
        ("2020-06-02 00:00:00", "late"),
        (np.datetime64("2020-06-02"), "late"),
    ],
)
def test_a_date_lies_in_its_bin(asked: object, label: str) -> None:
    day = Numeric.binned("day", [DAY, JUNE], ["early", "middle", "late"])
    assert day.is_date
    assert day.integer
    assert chosen(day, day.select(asked)) == [label]


@pytest.mark.parametrize(
    "asked",
    [20200101, "2020", "2020-13-01", "2020-01-01 12:00", datetime(2020, 1, 1, 12), "", None],
)
def test_what_is_not_a_whole_day_lies_in_no_bin(asked: object) -> None:
    with pytest.raises(UnknownValue):
        Numeric.binned("day", [DAY, JUNE], ["early", "middle", "late"]).select(asked)


def test_neighbouring_bins_become_one_range() -> None:
    age = Numeric.binned("age", [10, 20, 30], ["a", "b", "c", "d"], order=["d", "b", "a", "c"])
    assert sql(age, "a") == "c <= 10"
    assert sql(age, "b") == "c > 10 AND c <= 20"
    assert sql(age, "b", "c") == "c > 10 AND c <= 30"
    assert sql(age, "d") == "c > 30"
    assert sql(age, "a", "c") == "(c <= 10 OR c > 20 AND c <= 30)"
    assert sql(age, "a", "b", "d") == "(c <= 20 OR c > 30)"


def test_bins_closed_on_the_left_as_sql() -> None:
    age = Numeric.binned("age", [-1.5, 20], ["a", "b", "c"], closed="left")
    assert sql(age, "a") == "c < -1.5"
    assert sql(age, "b") == "c >= -1.5 AND c < 20"
    assert sql(age, "c") == "c >= 20"


def test_bins_of_days_as_sql_hold_all_moments_of_their_last_day() -> None:
    right = Numeric.binned("day", [DAY, JUNE], ["a", "b", "c"])
    assert sql(right, "a") == "c < DATE '2020-01-02'"
    assert sql(right, "b") == "c >= DATE '2020-01-02' AND c < DATE '2020-06-02'"
    left = Numeric.binned("day", [DAY, JUNE], ["a", "b", "c"], closed="left")
    assert sql(left, "b") == "c >= DATE '2020-01-01' AND c < DATE '2020-06-01'"
    last = Numeric.binned("day", [date.max], ["a", "b"])
    assert sql(last, "a") == "c <= DATE '9999-12-31'"


def test_bins_with_missing_values_as_sql() -> None:
    age = Numeric.binned("age", [10, 20], ["a", "b", "c"], missing="(none)")
    assert age.values == ("a", "b", "c", "(none)")
    assert sql(age, "(none)") == "c IS NULL"
    assert sql(age, "a", "(none)") == "(c <= 10 OR c IS NULL)"
    assert sql(age, "a", "b", "c") == "c IS NOT NULL"
    assert chosen(age, age.select("(none)")) == ["(none)"]


def test_edges_from_numpy_are_plain_numbers() -> None:
    age = Numeric.binned("age", np.array([0.5, 2.5]))  # type: ignore[arg-type]
    assert age == Numeric.binned("age", [0.5, 2.5])
    assert age.to_sql("c", np.array([True, False, False])) == "c <= 0.5"
    assert Numeric.binned("n", np.arange(1, 3)).edges == (1, 2)  # type: ignore[arg-type]


def test_edges_that_are_midnights_are_days() -> None:
    made = Numeric.binned("day", [datetime(2020, 1, 1), JUNE], ["a", "b", "c"])
    assert made == Numeric.binned("day", [DAY, JUNE], ["a", "b", "c"])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Numeric.binned("x", []), "needs at least one edge"),
        (lambda: Numeric.binned("x", [2, 1]), "must rise"),
        (lambda: Numeric.binned("x", [1, 1]), "must rise"),
        (lambda: Numeric.binned("x", [1, 1.0]), "must rise"),
        (lambda: Numeric.binned("x", [1, "2"]), "all numbers or all"),
        (lambda: Numeric.binned("x", [1, True]), "all numbers or all"),
        (lambda: Numeric.binned("x", [1, DAY]), "all numbers or all"),
        (lambda: Numeric.binned("x", [float("nan")]), "all numbers or all"),
        (lambda: Numeric.binned("x", [float("inf")]), "all numbers or all"),
        (lambda: Numeric.binned("x", [datetime(2020, 1, 1, 12)]), "all whole days"),
        (lambda: Numeric.binned("x", [DAY, DAY]), "must rise"),
        (lambda: Numeric.binned("x", [1], closed="both"), 'must be "left" or "right"'),
        (lambda: Numeric.binned("x", [1], ["a"]), "1 edges, which make 2 bins, but 1 labels"),
        (lambda: Numeric.binned("x", [1], ["a", "b", "c"]), "2 bins, but 3 labels"),
        (lambda: Numeric.binned("x", [1], ["a", "a"]), "lists a value twice"),
        (lambda: Numeric.binned("x", [1.2, 1.5], integer=True), "no whole number between"),
        (lambda: Numeric("x", ("a", "b")), "needs at least one edge"),
        (lambda: Numeric("x", ("-", "a", "b"), missing="-", edges=(1,)), "after all its bins"),
    ],
)
def test_bins_that_contradict_themselves_are_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


@pytest.mark.parametrize(
    ("dimension", "spec"),
    [
        (
            Numeric.binned("x", [1], ["a", "b"], integer=True),
            {"kind": "numeric", "edges": [1], "closed": "right", "labels": ["a", "b"]}
            | {"integer": True},
        ),
        (
            Numeric.binned("x", [1], ["a", "b"], ["b", "a"], missing="-"),
            {"kind": "numeric", "edges": [1], "closed": "right", "labels": ["a", "b"]}
            | {"order": ["b", "a"], "missing-value": "-"},
        ),
        (
            Numeric.binned("x", [1], ["a", "b"], ["-", "b", "a"], missing="-"),
            {"kind": "numeric", "edges": [1], "closed": "right", "labels": ["a", "b"]}
            | {"order": ["-", "b", "a"], "missing-value": "-"},
        ),
    ],
)
def test_bins_are_written_as_a_table(dimension: Dimension, spec: dict[str, Any]) -> None:
    assert dimension.to_spec() == spec
