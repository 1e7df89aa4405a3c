"""Names in groups, with the members of each listed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacit.errors import UnknownValue
from tacit.intents.box import Box
from tacit.intents.reading import parse_intent
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.space import Space
from tests.helpers.dimensions import assert_refused, chosen, sql

CITY = Grouped.of("city", {"north": ["Oslo", "Bergen"], "Rome": ["Rome"]}, missing="-")
SPACE = Space((CITY,))


def test_a_group_is_found_by_its_name_and_by_any_member() -> None:
    assert CITY.values == ("north", "Rome", "-")
    assert chosen(CITY, CITY.select("north")) == chosen(CITY, CITY.select("Oslo")) == ["north"]
    assert chosen(CITY, CITY.select("Rome")) == ["Rome"]
    assert CITY.distances(0).tolist() == [0, 1, 1]


def test_numbers_are_found_however_they_are_written() -> None:
    made = Grouped.of("x", {"low": [1, 2], "high": [3.5]})
    assert chosen(made, made.select(2.0)) == ["low"]
    assert chosen(made, made.select("3.5")) == ["high"]


def test_what_is_no_member_is_unknown() -> None:
    with pytest.raises(UnknownValue, match=r"Its 6 values are: north, Rome, -, Oslo"):
        CITY.select("Paris")
    with pytest.raises(UnknownValue):
        CITY.select(7)


@pytest.mark.parametrize(
    ("condition", "values", "widened"),
    [
        ("city = 'Oslo'", ["north"], True),
        ("city IN ('Oslo', 'Bergen')", ["north"], False),
        ("city = 'north'", ["north"], False),
        ("city <> 'Oslo'", ["north", "Rome"], True),
        ("city <> 'Rome'", ["north"], False),
        ("city IS NULL OR city = 'Rome'", ["Rome", "-"], False),
    ],
)
def test_conditions_speak_of_members(condition: str, values: list[str], widened: bool) -> None:
    found = parse_intent(SPACE, condition)
    assert found.hull.values() == {"city": values}
    assert bool(found.widened) == widened


def test_json_says_too_that_an_intent_is_widened() -> None:
    assert Box.of(SPACE, {"city": "Bergen"}).widened == ("city",)
    assert Box.of(SPACE, {"city": ["Bergen", "Oslo"]}).widened == ()


def test_sql_lists_the_members() -> None:
    assert sql(CITY, "north") == "c IN ('Oslo', 'Bergen')"
    assert sql(CITY, "Rome", "-") == "(c IN ('Rome') OR c IS NULL)"
    assert sql(CITY, "-") == "c IS NULL"


def test_it_is_written_as_a_table() -> None:
    assert CITY.to_spec() == {
        "kind": "grouped",
        "groups": {"north": ["Oslo", "Bergen"], "Rome": ["Rome"]},
        "missing-value": "-",
    }


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Grouped.of("x", {}), "has no values"),
        (lambda: Grouped.of("x", {"a": []}), "has no members"),
        (lambda: Grouped.of("x", {"a": ["b"], "c": ["b"]}), "lists a member twice"),
        (lambda: Grouped.of("x", {"a": ["a", "b"]}), "called like a member"),
        (lambda: Grouped.of("x", {"a": ["b"], "b": ["c"]}), "called like a member"),
        (lambda: Grouped.of("x", {"a": ["-"]}, missing="-"), "called like a member"),
        (lambda: Grouped.of("x", {"a": [["b"]]}), "must be text"),  # type: ignore[list-item]
        (lambda: Grouped("x", ("a",)), "members of each group"),
    ],
)
def test_groups_that_contradict_themselves_are_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)
