from __future__ import annotations

import json
from typing import Any

import pytest

from tacit.errors import IntentError, UnknownDimension
from tacit.intents.intent import Intent
from tacit.intents.odrl import CONTEXT, MISSING, PROFILE, column
from tacit.intents.reading import parse_intent
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

AGES = Numeric.binned("age", [17, 24, 61], ["child", "young", "working", "old"], integer=True)
SPACE = Space((Nominal("race", ("A", "B", "C", "none"), column="r", missing="none"), AGES))
SECRET = "zqcanary"


def constraint(name: str, operator: str, right: Any) -> dict[str, Any]:
    return {"leftOperand": column(name), "operator": operator, "rightOperand": right}


def request(*parts: Any, **more: Any) -> dict[str, Any]:
    target = {"@type": "AssetCollection", "refinement": [*parts]}
    rule = {"target": target, "action": "use"}
    return {"@context": CONTEXT, "@type": "Request", "permission": [rule], **more}


def read(content: dict[str, Any]) -> Intent:
    return parse_intent(SPACE, json.dumps(content))


@pytest.mark.parametrize(
    ("part", "same"),
    [
        (constraint("r", "isAnyOf", ["A", "B"]), "race IN ('A', 'B')"),
        (constraint("r", "odrl:eq", "A"), "race = 'A'"),
        (constraint("r", "http://www.w3.org/ns/odrl/2/eq", {"@value": "A"}), "race = 'A'"),
        (constraint("race", "eq", {"@id": MISSING}), "race IS NULL"),
        (constraint("r", "neq", {"@id": MISSING}), "race IS NOT NULL"),
        (constraint("r", "neq", "A"), "race <> 'A' OR race IS NULL"),
        (constraint("r", "isNoneOf", ["A", {"@id": MISSING}]), "race <> 'A'"),
        (
            constraint("r", "isAnyOf", {"@list": ["A", {"@id": MISSING}]}),
            "race = 'A' OR race IS NULL",
        ),
        (constraint("age", "gt", 24), "age > 24"),
        (constraint("age", "lteq", {"@value": "24", "@type": "xsd:integer"}), "age <= 24"),
        (constraint("age", "gteq", {"@value": "25.0", "@type": "xsd:double"}), "age >= 25"),
        (
            {"or": [constraint("age", "lt", 18), constraint("age", "gt", 61)]},
            "age < 18 OR age > 61",
        ),
        ({"and": [constraint("age", "gt", 17), constraint("age", "lt", 25)]}, "age = 20"),
    ],
)
def test_a_request_is_read_as_the_condition_that_says_the_same(part: Any, same: str) -> None:
    assert read(request(part)) == parse_intent(SPACE, same)


def test_refinements_are_all_met_and_permissions_any() -> None:
    first, second = constraint("r", "eq", "A"), constraint("age", "gt", 61)
    assert read(request(first, second)) == parse_intent(SPACE, "race = 'A' AND age > 61")
    either = {
        **request(),
        "permission": request(first)["permission"] + request(second)["permission"],
    }
    assert read(either) == parse_intent(SPACE, "race = 'A' OR age > 61")


def test_a_target_without_refinement_is_all_of_it() -> None:
    for target in ("http://example.com/table", {"@type": "AssetCollection"}):
        whole = {**request(), "permission": {"target": target, "action": "use"}}
        assert read(whole) == parse_intent(SPACE, "TRUE")


def test_a_range_that_cuts_a_bin_is_widened_as_in_sql() -> None:
    assert read(request(constraint("age", "gt", 30))).widened == ("age",)


@pytest.mark.parametrize(
    "content",
    [
        {**request(), "@type": "Offer"},
        request(prohibition=[{"target": SECRET}]),
        {"@context": CONTEXT, "@type": "Request"},
        {**request(), "permission": [SECRET]},
        {**request(), "permission": [{"target": "urn:t", "constraint": [{"leftOperand": SECRET}]}]},
        request({"leftOperand": "spatial", "operator": "eq", "rightOperand": SECRET}),
        request({"leftOperand": f"{PROFILE}:start:x:r", "operator": "eq", "rightOperand": SECRET}),
        request(
            {"leftOperand": f"{PROFILE}:start:99999:r", "operator": "eq", "rightOperand": SECRET}
        ),
        request(constraint("r", "isPartOf", SECRET)),
        request(constraint("r", "gt", [SECRET, SECRET])),
        request(constraint("age", "gt", {"@value": SECRET, "@type": "xsd:integer"})),
        request(constraint("age", "gt", {"@value": [SECRET], "@type": "xsd:integer"})),
        request(constraint("age", "gt", {"@value": SECRET, "@type": "xsd:duration"})),
        request(constraint("r", "eq", {"@id": SECRET})),
        request(constraint("r", "isAnyOf", [SECRET])),
        request({"or": []}),
        request({"xone": [constraint("r", "eq", SECRET)]}),
        request({**constraint("r", "eq", SECRET), "unit": "kg"}),
        request(SECRET),
    ],
)
def test_what_can_not_be_read_is_refused_without_being_quoted(content: dict[str, Any]) -> None:
    with pytest.raises(IntentError) as caught:
        read(content)
    assert SECRET not in str(caught.value)


def test_a_column_that_the_market_lacks_is_not_named() -> None:
    with pytest.raises(UnknownDimension) as caught:
        read(request(constraint(SECRET, "eq", "A")))
    assert SECRET not in str(caught.value)


def test_columns_come_before_names_and_two_of_one_are_refused() -> None:
    space = Space((Nominal("a", ("p", "q"), column="b"), Nominal("b", ("p", "q"), column="c")))
    text = json.dumps(request(constraint("b", "eq", "p")))
    assert parse_intent(space, text) == parse_intent(space, '{"a": ["p"]}')
    twice = Space((Nominal("a", ("p", "q"), column="c"), Nominal("b", ("p", "q"), column="c")))
    with pytest.raises(IntentError, match="several dimensions"):
        parse_intent(twice, json.dumps(request(constraint("c", "eq", "p"))))


def test_a_dimension_may_be_called_context() -> None:
    space = Space((Nominal("@context", ("a", "b")),))
    assert parse_intent(space, '{"@context": ["a"]}').size == 1
