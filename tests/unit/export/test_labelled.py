from __future__ import annotations

import pytest

from tacit.errors import IntentError
from tacit.export.labelled import post_by_labels


def test_every_name_counts_and_nothing_is_free() -> None:
    found = post_by_labels('{"age": ["18 to 24"], "sex": ["F", "M"]}')
    assert found.to_sql() == "age IN ('18 to 24') AND sex IN ('F', 'M')"


def test_of_a_file_that_says_more_the_post_counts() -> None:
    kept = (
        '{"kept": 1, "published": {"age": ["old"]}, "made_by": {"limit": "3/10"}, "market": "f0"}'
    )
    assert post_by_labels(kept).to_sql() == "age IN ('old')"


def test_several_boxes() -> None:
    found = post_by_labels('[{"x": ["a"], "y": ["p"]}, {"x": ["b"], "y": ["q"]}]')
    assert found.to_sql() == "(x IN ('a') AND y IN ('p')) OR (x IN ('b') AND y IN ('q'))"


def test_a_dimension_that_one_box_leaves_out_is_free_there() -> None:
    found = post_by_labels('[{"x": ["a"]}, {"y": ["q"]}]')
    assert found.to_sql() == "(x IN ('a')) OR (y IN ('q'))"


def test_a_name_is_not_mistaken_for_all_others() -> None:
    found = post_by_labels('{"x": ["any other", "any other still"]}')
    assert found.to_sql() == "x IN ('any other', 'any other still')"


@pytest.mark.parametrize(
    "text",
    [
        "race = 'zqcanary'",
        '{"age": {"from": 18}}',
        '{"age": [null]}',
        '{"age": [["zqcanary"]]}',
        '{"age": "ALL"}',
        '{"@context": "http://www.w3.org/ns/odrl.jsonld"}',
    ],
)
def test_what_takes_the_market_says_so(text: str) -> None:
    with pytest.raises(IntentError, match="--market DATA") as caught:
        post_by_labels(text)
    assert "zqcanary" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["[]", '["zqcanary"]', "{", '{"x": ["zqcanary"', '{"x": 1, "x": 2}']
)
def test_what_is_no_post_is_refused_without_being_quoted(text: str) -> None:
    with pytest.raises(IntentError) as caught:
        post_by_labels(text)
    assert "zqcanary" not in str(caught.value)
