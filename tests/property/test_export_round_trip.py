"""What is exported reads back as the same cells, however awkward names, values and bins are."""

from __future__ import annotations

import json
import re
from datetime import date

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.export.labelled import Labelled, post_by_labels
from tacit.export.post import export_post
from tacit.export.post_json import schema_text
from tacit.intents.dialects import known_dialects
from tacit.intents.intent import Intent
from tacit.intents.reading import parse_condition, parse_intent
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space
from tests.helpers.awkward_spaces import numerics, spaces, unions
from tests.helpers.odrl_vocabulary import require_valid

SCHEMA = jsonschema.Draft202012Validator(json.loads(schema_text()))
WITHOUT_TRUTH = ("fabric", "tsql")
"""Whose SQL has no TRUE and FALSE: they are written 1 and 0, and read as numbers."""
ORACLE_LACKS = ("",)
"""Empty text is NULL in Oracle, so it is in no list there."""


def drawn(data: st.DataObject) -> Intent:
    space = data.draw(spaces())
    return data.draw(unions(space)).as_public()


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_json_reads_back_the_same_and_fits_its_schema(data: st.DataObject) -> None:
    post = drawn(data)
    text = export_post(post, "json")
    SCHEMA.validate(json.loads(text, parse_constant=pytest.fail))
    again = parse_intent(post.space, text)
    assert again == post
    assert again.widened == ()


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_odrl_reads_back_the_same_and_is_odrl(data: st.DataObject) -> None:
    post = drawn(data)
    text = export_post(post, "odrl")
    require_valid(json.loads(text))
    again = parse_intent(post.space, text)
    assert again == post
    assert again.widened == ()


def fits(dimension: Dimension, dialect: str) -> bool:
    """Whether a dialect can tell the values of a dimension apart."""
    if dialect == "bigquery" and "." in dimension.name:
        return False  # no column of it has a dot in its name
    values = [one for one, _ in dimension.entries()]
    if dialect in WITHOUT_TRUTH and any(isinstance(one, bool) for one in values):
        return False
    return dialect != "oracle" or not set(map(str, values)) & set(ORACLE_LACKS)


@pytest.mark.parametrize("dialect", known_dialects())
@settings(deadline=None, max_examples=30)
@given(st.data())
def test_each_dialect_reads_back_the_same(dialect: str, data: st.DataObject) -> None:
    post = drawn(data)
    if not all(fits(dimension, dialect) for dimension in post.space):
        return
    text = export_post(post, "sql", dialect=dialect)
    again = parse_condition(post.space, text, dialect)
    assert again == post
    assert again.widened == ()


@settings(deadline=None, max_examples=100)
@given(st.data(), st.sampled_from(("json", "odrl", "sql")))
def test_a_post_read_alone_reads_back_in_its_market(data: st.DataObject, form: str) -> None:
    """Without the market names are exported; whoever has the market knows what they mean."""
    post = drawn(data)
    alone = post_by_labels(json.dumps(post.to_json())).as_public()
    assert all(isinstance(dimension, Labelled) for dimension in alone.space)
    assert parse_intent(post.space, export_post(alone, form)) == post


# A letter is read by people. What it says of names and ranges is read here as they would.

words = st.text("abcdefgh", min_size=1, max_size=6).filter(lambda text: text not in ("or", "and"))


@st.composite
def legible(draw: st.DrawFn) -> Space:
    """A dimension of names and one of bins."""
    names = draw(st.lists(words, min_size=2, max_size=6, unique=True))
    return Space((Nominal("kind", tuple(names)), draw(numerics("size"))))


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_a_letter_says_which_names_and_ranges(data: st.DataObject) -> None:
    space = data.draw(legible())
    post = data.draw(unions(space)).as_public()
    said = re.sub(r"\n {4}", " ", export_post(post, "text"))
    listed = re.findall(r"^  - (.*)$", said, flags=re.MULTILINE)
    lines = listed if len(post.boxes) > 1 else ["; ".join(listed) or "any of them"]
    for line, box in zip(lines, post.boxes, strict=True):
        told = dict(part.split(": ", 1) for part in line.split("; ") if ": " in part)
        for dimension, mask in zip(space, box.masks(), strict=True):
            assert (dimension.name in told) is not bool(mask.all())
            if dimension.name in told:
                assert list(mask) == meant(dimension, told[dimension.name])


def meant(dimension: Dimension, told: str) -> list[bool]:
    """Which values a reader takes the words for."""
    parts = re.split(r", | or ", told)
    if not isinstance(dimension, Numeric):
        return [value in parts for value in dimension.values]
    found = [any(covers(part, point) for part in parts) for point in points(dimension)]
    found += ["no value" in parts] * (dimension.missing is not None)
    return [found[rank] for rank in dimension.ranks]


def points(dimension: Numeric) -> list[float]:
    """One point of each bin, days as their numbers."""
    edges = [edge.toordinal() if dimension.is_date else edge for edge in dimension.edges]  # type: ignore[union-attr]
    if dimension.closed == "right":
        return [*edges, edges[-1] + 1]
    return [edges[0] - 1, *edges]


def covers(words: str, point: float) -> bool:
    """Whether a range in words holds a point."""
    if words in ("any value", "no value"):
        return words == "any value"
    if found := re.fullmatch(r"(-?\d+)(?: to (-?\d+))?", words):
        return float(found[1]) <= point <= float(found[2] or found[1])
    return all(_on_its_side(end, point) for end in words.split(" and "))


def _on_its_side(end: str, point: float) -> bool:
    side, edge = end.rsplit(" ", 1)
    at = (
        date.fromisoformat(edge).toordinal()
        if re.fullmatch(r"\d{4}-\d\d-\d\d", edge)
        else float(edge)
    )
    return {"above": point > at, "up to": point <= at, "from": point >= at, "below": point < at}[
        side
    ]
