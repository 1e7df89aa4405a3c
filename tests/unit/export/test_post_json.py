from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tacit.export.post_json import post_json, schema_text
from tacit.intents.box import Box
from tacit.intents.reading import POST_SCHEMA, parse_intent
from tacit.intents.union import any_of
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix
from tacit.space.space import Space

ROOT = Path(__file__).parents[3]
DAYS = Numeric.binned(
    "x", [date(2025, 4, 1), date(2025, 7, 1)], ["Q1", "Q2", "later"], closed="left"
)
AGES = Numeric.binned("x", [17, 61], ["young", "working", "old"], integer=True, missing="none")
CITIES = Grouped.of("x", {"north": ["Oslo", "Bergen"], "south": ["Rome"], "Bonn": ["Bonn"]})
STARTS = Prefix("x", ("Ba*", "Pa*", "B"), length=2)
RACES = Nominal("x", ("A", "B", "rest", "none"), other="rest", missing="none")
VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema_text()))


@pytest.mark.parametrize(
    ("dimension", "value", "meaning"),
    [
        (DAYS, "Q1", {"below": "2025-04-01"}),
        (DAYS, "Q2", {"from": "2025-04-01", "below": "2025-07-01"}),
        (AGES, "working", {"above": 17, "up_to": 61}),
        (AGES, "old", {"above": 61}),
        (AGES, "none", {"missing": True}),
        (CITIES, "north", {"any_of": ["Oslo", "Bergen"]}),
        (STARTS, "Ba*", {"begins_with": "Ba"}),
        (RACES, "rest", {"other_than": ["A", "B"]}),
        (RACES, "none", {"missing": True}),
    ],
)
def test_names_for_something_else_are_explained(
    dimension: Dimension, value: str, meaning: dict[str, Any]
) -> None:
    found = post_json(Box.of(Space((dimension,)), {"x": [value]}))
    assert found["means"] == {"x": {value: meaning}}
    VALIDATOR.validate(found)


@pytest.mark.parametrize(("dimension", "value"), [(CITIES, "Bonn"), (STARTS, "B"), (RACES, "A")])
def test_values_that_mean_themselves_are_not(dimension: Dimension, value: str) -> None:
    found = post_json(Box.of(Space((dimension,)), {"x": [value]}))
    assert found == {"$schema": POST_SCHEMA, "published": {"x": [value]}}
    VALIDATOR.validate(found)


def test_of_what_is_not_published_nothing_is_said() -> None:
    text = json.dumps(post_json(Box.of(Space((AGES,)), {"x": ["working"]})))
    assert "old" not in text
    free = post_json(Box.everything(Space((AGES,))))
    assert "means" not in free
    assert free["published"] == {"x": ["young", "working", "old", "none"]}


def test_several_boxes_are_a_list() -> None:
    space = Space((Nominal("x", ("a", "b")), Nominal("y", ("p", "q"))))
    either = any_of([Box.of(space, {"x": ["a"]}), Box.of(space, {"y": ["p"]})])
    found = post_json(either)
    assert [*found["published"][0]] == ["x", "y"]
    VALIDATOR.validate(found)


def test_a_number_without_end_is_a_text() -> None:
    space = Space((Nominal("x", (1.5, float("inf"), 2.5)),))
    post = Box.of(space, {"x": [1.5, "inf"]})
    text = json.dumps(post_json(post), allow_nan=False)
    assert parse_intent(space, text) == post


def test_a_dimension_may_be_called_as_a_post_is() -> None:
    space = Space((Nominal("published", ("a", "b", "c")),))
    post = Box.of(space, {"published": ["a", "b"]})
    assert parse_intent(space, json.dumps(post_json(post))) == post
    assert parse_intent(space, '{"published": ["a", "b"]}') == post


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"published": {"x": ["a"]}},
        {"$schema": POST_SCHEMA, "published": {"x": "a"}},
        {"$schema": POST_SCHEMA, "published": {"x": ["a"]}, "limit": 0.3},
        {"$schema": POST_SCHEMA, "published": [{"x": ["a"]}]},
        {
            "$schema": POST_SCHEMA,
            "published": {"x": ["a"]},
            "means": {"x": {"a": {"from": 1, "above": 2}}},
        },
    ],
)
def test_the_schema_refuses_what_is_no_post(wrong: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(wrong)


def test_the_schema_is_one_and_is_published() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text()))
    assert json.loads(schema_text())["$id"] == POST_SCHEMA
    published = ROOT / "docs" / "reference" / "post.schema.json"
    assert published.read_text() == schema_text()
