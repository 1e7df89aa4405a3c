from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tacit.export.labelled import post_by_labels
from tacit.export.post_odrl import post_odrl
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix
from tacit.space.space import Space
from tests.helpers.odrl_vocabulary import require_valid

AGES = Numeric.binned("x", [17, 24, 61], ["child", "young", "working", "old"], missing="none")
DAYS = Numeric.binned("x", [date(2025, 4, 1)], ["early", "late"])
RACES = Nominal("x", ("A", "B", "rest", "none"), other="rest", missing="none")


def shortened(part: dict[str, Any]) -> str:
    """A refinement in few characters."""
    if "or" in part:
        return " or ".join(map(shortened, part["or"]["@list"]))
    right = part["rightOperand"]
    several = right if isinstance(right, list) else [right]
    values = [one.get("@value", "missing") for one in several]
    return f"{part['operator']} {' '.join(values)}"


@pytest.mark.parametrize(
    ("dimension", "values", "asked"),
    [
        (AGES, ["young"], ["gt 17", "lteq 24"]),
        (AGES, ["young", "working"], ["gt 17", "lteq 61"]),
        (AGES, ["child"], ["lteq 17"]),
        (AGES, ["old"], ["gt 61"]),
        (AGES, ["child", "old"], ["lteq 17 or gt 61"]),
        (AGES, ["young", "old"], ["gt 17", "lteq 24 or gt 61"]),
        (AGES, ["none"], ["eq missing"]),
        (AGES, ["old", "none"], ["gt 61 or eq missing"]),
        (
            AGES,
            ["child", "working", "none"],
            ["lteq 17 or gt 24 or eq missing", "lteq 61 or eq missing"],
        ),
        (AGES, ["child", "young", "working", "old"], ["neq missing"]),
        (DAYS, ["early"], ["lt 2025-04-02"]),
        (RACES, ["A"], ["isAnyOf A"]),
        (RACES, ["A", "none"], ["isAnyOf A missing"]),
        (RACES, ["A", "rest"], ["isNoneOf B missing"]),
        (RACES, ["rest", "none"], ["isNoneOf A B"]),
        (RACES, ["A", "B", "rest"], ["isNoneOf missing"]),
        (Grouped.of("x", {"n": ["Oslo", "Bergen"], "s": ["Rome"]}), ["n"], ["isAnyOf Oslo Bergen"]),
        (Prefix("x", ("Ba*", "Pa*", "B"), length=2), ["Ba*", "B"], ["isAnyOf Ba B"]),
    ],
)
def test_values_are_asked_for_as_the_column_has_them(
    dimension: Dimension, values: list[str], asked: list[str]
) -> None:
    request = post_odrl(Box.of(Space((dimension,)), {"x": values}))
    require_valid(request)
    (rule,) = request["permission"]
    assert [shortened(part) for part in rule["target"]["refinement"]] == asked


@pytest.mark.parametrize(
    ("value", "kind", "written"),
    [
        ("A", "string", "A"),
        (3, "integer", "3"),
        (2.5, "double", "2.5"),
        (float("-inf"), "double", "-INF"),
        (True, "boolean", "true"),
    ],
)
def test_values_keep_their_type(value: Any, kind: str, written: str) -> None:
    request = post_odrl(Box.of(Space((Nominal("x", (value, "else")),)), {"x": [value]}))
    (constraint,) = request["permission"][0]["target"]["refinement"]
    assert constraint["rightOperand"] == [{"@value": written, "@type": f"xsd:{kind}"}]


def test_what_is_free_is_left_out() -> None:
    space = Space((Nominal("x", ("a", "b")), Nominal("y", ("p", "q"))))
    (rule,) = post_odrl(Box.of(space, {"y": ["p"]}))["permission"]
    assert len(rule["target"]["refinement"]) == 1
    everything = post_odrl(Box.everything(space))
    require_valid(everything)
    assert "refinement" not in everything["permission"][0]["target"]


def test_each_box_is_a_permission() -> None:
    space = Space((Nominal("x", ("a", "b")), Nominal("y", ("p", "q"))))
    either = any_of([Box.of(space, {"x": ["a"]}), Box.of(space, {"y": ["p"]})])
    request = post_odrl(either)
    require_valid(request)
    assert len(request["permission"]) == 2


def test_columns_have_their_own_names_and_starts_their_length() -> None:
    space = Space(
        (Nominal("x", ("a", "b"), column="größe/2"), Prefix("y", ("Ba*", "Pa*"), length=2))
    )
    (rule,) = post_odrl(Box.of(space, {"x": ["a"], "y": ["Ba*"]}))["permission"]
    assert [one["leftOperand"] for one in rule["target"]["refinement"]] == [
        "urn:tacit:odrl:1:column:gr%C3%B6%C3%9Fe%2F2",
        "urn:tacit:odrl:1:start:2:y",
    ]


def test_names_whose_meaning_is_not_known_are_of_dimensions() -> None:
    (rule,) = post_odrl(post_by_labels('{"age": ["working adult"]}'))["permission"]
    (one,) = rule["target"]["refinement"]
    assert one["leftOperand"] == "urn:tacit:odrl:1:dimension:age"


def test_its_name_follows_from_what_it_asks() -> None:
    space = Space((Nominal("x", ("a", "b", "c")),))
    names = {post_odrl(Box.of(space, {"x": [one]}))["uid"] for one in ("a", "b", "a")}
    assert len(names) == 2
