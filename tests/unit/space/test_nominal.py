"""Names without an order: one step apart, and how the rest of a column is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tests.helpers.dimensions import assert_refused, sql


def test_nominal_values_are_all_one_step_apart() -> None:
    race = Nominal("race", ("A", "B", "C"))
    assert race.distances(1).tolist() == [1, 0, 1]
    assert len(race) == 3
    assert race.column == "race"
    assert race.offers_all


def test_nominal_as_sql() -> None:
    race = Nominal("race", ("A", "B", "it's", 1, 2.5, True))
    assert sql(race, "A") == "c IN ('A')"
    assert sql(race, "B", "it's") == "c IN ('B', 'it''s')"
    assert race.to_sql("c", np.array([0, 0, 0, 1, 1, 1], dtype=bool)) == "c IN (1, 2.5, TRUE)"


def test_other_is_all_that_is_not_listed() -> None:
    race = Nominal("race", ("A", "B", "(other)"), other="(other)")
    assert sql(race, "A") == "c IN ('A')"
    assert sql(race, "(other)") == "c NOT IN ('A', 'B')"
    assert sql(race, "A", "(other)") == "c NOT IN ('B')"


def test_other_and_missing_together() -> None:
    race = Nominal("race", ("A", "B", "(other)", "(none)"), other="(other)", missing="(none)")
    assert sql(race, "A") == "c IN ('A')"
    assert sql(race, "(none)") == "c IS NULL"
    assert sql(race, "A", "(none)") == "(c IN ('A') OR c IS NULL)"
    assert sql(race, "(other)") == "(c NOT IN ('A', 'B') AND c IS NOT NULL)"
    assert sql(race, "(other)", "(none)") == "(c NOT IN ('A', 'B') OR c IS NULL)"
    assert sql(race, "A", "B", "(other)") == "c IS NOT NULL"


def test_numbers_that_are_not_finite_are_written_as_sql_can_read_them() -> None:
    x = Nominal("x", (float("inf"), 1.5))
    assert x.to_sql("c", np.array([True, False])) == "c IN (CAST('inf' AS DOUBLE))"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Nominal("x", ("a",), other="(other)"), "the one for all others"),
        (lambda: Nominal("x", ("a", "b"), other="b", missing="b"), "the one for all others"),
    ],
)
def test_a_list_without_a_value_for_all_others_is_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


@pytest.mark.parametrize(
    ("dimension", "spec"),
    [
        (Nominal("x", ("a", 1)), {"kind": "nominal", "values": ["a", 1]}),
        (
            Nominal("x", ("a", "o"), other="o", column="y"),
            {"kind": "nominal", "column": "y", "values": ["a", "o"], "other": "o"},
        ),
    ],
)
def test_names_are_written_as_a_table(dimension: Dimension, spec: dict[str, Any]) -> None:
    assert dimension.to_spec() == spec
