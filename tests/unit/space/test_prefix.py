"""Texts by how they begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import IntentError, UnknownValue
from tacit.intents.box import Box
from tacit.intents.reading import parse_condition, parse_intent
from tacit.space.dimension import Dimension
from tacit.space.prefix import Prefix
from tacit.space.space import Space
from tests.helpers.dimensions import assert_refused, chosen, sql

CITY = Prefix("city", ("Ba*", "Be*", "Å", "-"), length=2, missing="-")
SPACE = Space((CITY,))


def test_a_text_belongs_to_how_it_begins() -> None:
    assert CITY.group("Barcelona") == CITY.group("Ba") == "Ba*"
    assert CITY.group("Å") == "Å"
    assert chosen(CITY, CITY.select("Berlin")) == ["Be*"]
    assert chosen(CITY, CITY.select("Be*")) == ["Be*"]
    assert chosen(CITY, CITY.select("Å")) == ["Å"]


def test_upper_case_matters_as_it_stands() -> None:
    with pytest.raises(UnknownValue):
        CITY.select("barcelona")
    with pytest.raises(UnknownValue):
        CITY.select("Oslo")


def test_all_values_are_equally_far_apart() -> None:
    assert CITY.distances(1).tolist() == [1, 0, 1, 1]


def test_a_member_that_is_asked_for_widens_the_intent() -> None:
    assert Box.of(SPACE, {"city": ["Barcelona"]}).widened == ("city",)
    assert Box.of(SPACE, {"city": ["Ba"]}).widened == ("city",)
    assert Box.of(SPACE, {"city": ["Ba*", "Å"]}).widened == ()


@pytest.mark.parametrize(
    ("condition", "values", "widened"),
    [
        ("city = 'Barcelona'", ["Ba*"], True),
        ("city = 'Ba'", ["Ba*"], True),
        ("city IN ('Barcelona', 'Basel', 'Å')", ["Ba*", "Å"], True),
        ("city <> 'Barcelona'", ["Ba*", "Be*", "Å"], True),
        ("city = 'Barcelona' OR city <> 'Barcelona'", ["Ba*", "Be*", "Å"], False),
        ("city = 'Å'", ["Å"], False),
        ("city IS NULL", ["-"], False),
        ("substr(city, 1, 2) = 'Ba'", ["Ba*"], False),
        ("left(city, 1) = 'B'", ["Ba*", "Be*"], False),
        ("NOT substr(city, 1, 2) IN ('Ba', 'Å')", ["Be*"], False),
        ("substring(CAST(city AS VARCHAR), 1, 2) <> 'Be'", ["Ba*", "Å"], False),
    ],
)
def test_conditions_speak_of_members_and_beginnings(
    condition: str, values: list[str], widened: bool
) -> None:
    found = parse_intent(SPACE, condition)
    assert found.hull.values() == {"city": values}
    assert bool(found.widened) == widened


def test_a_longer_beginning_than_is_known_is_refused() -> None:
    with pytest.raises(IntentError, match="known by its first 2 characters"):
        parse_intent(SPACE, "substr(city, 1, 3) = 'Bar'")


def test_sql_goes_by_the_beginning() -> None:
    assert sql(CITY, "Ba*", "Å") == "substr(CAST(c AS VARCHAR), 1, 2) IN ('Ba', 'Å')"
    assert sql(CITY, "-") == "c IS NULL"
    assert sql(CITY, "Be*", "-") == "(substr(CAST(c AS VARCHAR), 1, 2) IN ('Be') OR c IS NULL)"


def test_it_may_be_open_until_its_table_is() -> None:
    assert Prefix("x", (), length=3).is_open
    assert Prefix("x", ("-",), length=3, missing="-").is_open
    assert not CITY.is_open
    assert Prefix("x", (), length=3).to_spec() == {"kind": "prefix", "length": 3}


def test_it_is_written_as_a_table() -> None:
    assert CITY.to_spec() == {
        "kind": "prefix",
        "length": 2,
        "values": ["Ba*", "Be*", "Å", "-"],
        "missing-value": "-",
    }


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Prefix("x", ("a*",), length=0), "must be 1 to 1,000"),
        (lambda: Prefix("x", ("a*",), length=True), "must be a whole number"),
        (lambda: Prefix("x", ("a",), length=1), "such as a* with 1 characters"),
        (lambda: Prefix("x", ("ab*",), length=1), "how texts begin"),
        (lambda: Prefix("x", ("",), length=2), "how texts begin"),
        (lambda: Prefix("x", (1,), length=2), "how texts begin"),
        (lambda: Prefix("x", ("a*", "b*"), length=1, missing="b*"), "must not look like"),
    ],
)
def test_a_prefix_that_contradicts_itself_is_refused(
    make: Callable[[], Dimension], said: str
) -> None:
    assert_refused(make, said)


@given(st.lists(st.text(min_size=1), min_size=1), st.integers(1, 4))
def test_the_group_of_a_text_holds_it_and_no_other_does(texts: list[str], length: int) -> None:
    made = Prefix("x", (), length=length)
    values = tuple(dict.fromkeys(map(made.group, texts)))
    made = Prefix("x", values, length=length)
    for text in texts:
        (group,) = chosen(made, made.select(text))
        head = group[:length]
        assert text.startswith(head) if len(head) == length else text == head
        again = parse_condition(Space((made,)), "x = '" + text.replace("'", "''") + "'")
        assert again.hull.values() == {"x": [group]}
