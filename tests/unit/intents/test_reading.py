"""Reading intents from text, files and standard input."""

from __future__ import annotations

import io
import json
import sys
import traceback
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import InputError, IntentError, NotABox, UnknownDimension, UnknownValue
from tacit.intents.box import Box
from tacit.intents.reading import (
    intent_from,
    parse_intent,
    read_intent,
    read_json,
    read_text,
    readable_by_others,
)
from tacit.intents.union import AnyOf
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space(
    (
        Nominal("race", ("Black", "White", "Other")),
        Numeric.binned("age", [17, 61], ["child", "adult", "old"], integer=True, missing="(none)"),
        Ordinal.of("level", [1, 2, 3]),
        Nominal("member", (True, False)),
        Numeric.binned("day", [date(2020, 1, 31)], ["early", "late"]),
    )
)


def limits(text: str) -> dict[str, list[Any]]:
    intent = parse_intent(SPACE, text)
    return {n: values for n, values in intent.to_json().items() if not intent.is_all(n)}


def everything_shown(error: BaseException) -> str:
    shown = "".join(traceback.format_exception(error))
    return "\n".join([str(error), repr(error), repr(error.args), shown])


# JSON.


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("{}", {}),
        ('{"race": ["Black"]}', {"race": ["Black"]}),
        ('{"race": "Black"}', {"race": ["Black"]}),
        ('{"race": ["Other", "Black"]}', {"race": ["Black", "Other"]}),
        ('{"race": null}', {}),
        ('{"race": "ALL"}', {}),
        ('\n\t {"race": ["Black"]} \n', {"race": ["Black"]}),
        ('{"age": ["adult"]}', {"age": ["adult"]}),
        ('{"age": [30, 70]}', {"age": ["adult", "old"]}),
        ('{"age": {"from": 18, "to": 61}}', {"age": ["adult"]}),
        ('{"age": {"from": 18}}', {"age": ["adult", "old"]}),
        ('{"age": {"to": 17}}', {"age": ["child"]}),
        ('{"level": [1, 3.0]}', {"level": [1, 3]}),
        ('{"level": {"from": 1.5}}', {"level": [2, 3]}),
        ('{"member": [true]}', {"member": [True]}),
        ('{"member": false}', {"member": [False]}),
        ('{"day": "2020-01-31"}', {"day": ["early"]}),
        ('{"day": {"from": "2020-02-01"}}', {"day": ["late"]}),
        ('{"race": ["\\u0042lack"]}', {"race": ["Black"]}),
        ('{"race": ["Black"], "level": [2]}', {"race": ["Black"], "level": [2]}),
    ],
)
def test_json(text: str, left: dict[str, list[Any]]) -> None:
    assert limits(text) == left


def test_a_range_that_does_not_meet_the_bins_is_told() -> None:
    assert parse_intent(SPACE, '{"age": {"from": 20, "to": 61}}').widened == ("age",)
    assert parse_intent(SPACE, '{"age": [30]}').widened == ("age",)
    assert parse_intent(SPACE, '{"age": {"from": 18, "to": 61}}').widened == ()


def test_what_protect_prints_is_understood() -> None:
    text = json.dumps({"method": "greedy", "published": {"race": ["Black"]}, "true": {"cells": 1}})
    assert limits(text) == {"race": ["Black"]}


def test_a_dimension_called_published_is_a_dimension() -> None:
    space = Space((Numeric.binned("published", [1999, 2009], integer=True),))
    intent = parse_intent(space, '{"published": {"from": 2000, "to": 2009}}')
    assert intent.to_json() == {"published": ["2000 to 2009"]}


def test_json_that_was_written_reads_back() -> None:
    intent = parse_intent(SPACE, '{"race": ["Black"], "level": [2, 3]}')
    assert parse_intent(SPACE, json.dumps(intent.to_json())) == intent


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", IntentError, "empty text"),
        (" \n", IntentError, "empty text"),
        ("{", IntentError, "not valid JSON"),
        ('{"race": ["Black"]', IntentError, "not valid JSON"),
        ('{"race": ["Black"]} x', IntentError, "not valid JSON"),
        ("{'race': ['Black']}", IntentError, "not valid JSON"),
        ('{"race": ["Black",]}', IntentError, "not valid JSON"),
        ('{\n"race": x}', IntentError, "(line 2, column 9)"),
        ("[]", IntentError, "a list of such objects"),
        ('["Black"]', IntentError, "a list of such objects"),
        ('[[{"race": ["Black"]}]]', IntentError, "a list of such objects"),
        ('[{"race": ["Black"]}, {"age": []}, 1]', IntentError, "a list of such objects"),
        ('{"published": []}', IntentError, "a list of such objects"),
        ('[{"race": ["Black"]}, {"nothing": [1]}]', UnknownDimension, "does not have"),
        ('[{"race": ["Black"], "race": ["White"]}]', IntentError, "names a dimension twice"),
        ('{"race": ["Black"], "race": ["White"]}', IntentError, "names a dimension twice"),
        ('{"age": {"from": 1, "from": 2}}', IntentError, "twice"),
        ('{"rase": ["Black"]}', UnknownDimension, "Did you mean 'race'?"),
        ('{"": ["Black"]}', UnknownDimension, "The market's dimensions are: race, age"),
        ('{"race": ["Blue"]}', UnknownValue, "Its 3 values are: Black, White, Other"),
        ('{"race": ["black"]}', UnknownValue, "asks 'race' for a value"),
        ('{"race": [["Black"]]}', IntentError, "must be a list of values"),
        ('{"race": [null]}', UnknownValue, "asks 'race'"),
        ('{"race": 5}', UnknownValue, "asks 'race'"),
        ('{"race": {"from": "Black"}}', IntentError, "have no order"),
        ('{"race": {"Black": true}}', IntentError, "is written {"),
        ('{"race": [{"from": "Black"}]}', UnknownValue, "asks 'race'"),
        ('{"age": [{"from": 1, "to": 2}]}', IntentError, "must stand alone"),
        ('{"age": {}}', IntentError, "is written {"),
        ('{"age": {"from": 1, "until": 2}}', IntentError, "is written {"),
        ('{"age": {"from": "1"}}', IntentError, "compared with a number"),
        ('{"age": {"from": [1]}}', IntentError, "compared with a number"),
        ('{"age": {"from": NaN}}', IntentError, "compared with a number"),
        ('{"age": {"from": 1e999}}', IntentError, "compared with a number"),
        ('{"age": ["30"]}', UnknownValue, "asks 'age'"),
        ('{"day": {"from": "soon"}}', IntentError, "compared with a date"),
        ('{"day": {"from": 20200101}}', IntentError, "compared with a date"),
        ('{"age": ' + "9" * 5000 + "}", IntentError, "number too long"),
        ("[" * 100_000, IntentError, "lists too deep"),
        ('{"a":' * 100_000, IntentError, "lists too deep"),
    ],
)
def test_json_that_is_no_intent(text: str, error: type[IntentError], said: str) -> None:
    with pytest.raises(error) as caught:
        parse_intent(SPACE, text)
    assert said in str(caught.value)


def test_a_number_beyond_all_floats_is_still_a_number() -> None:
    assert limits('{"age": [' + "9" * 400 + "]}") == {"age": ["old"]}


def test_a_mapping_from_outside() -> None:
    assert intent_from(SPACE, {"race": ["Black"]}) == Box.of(SPACE, {"race": ["Black"]})
    with pytest.raises(IntentError, match="must be a list of values"):
        intent_from(SPACE, {"race": object()})


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_list_is_a_union(wrapped: bool) -> None:
    boxes: list[dict[str, Any]] = [{"race": ["Black"]}, {"age": ["adult"], "level": {"to": 2}}]
    text = json.dumps({"limit": 0.3, "published": boxes} if wrapped else boxes)
    found = parse_intent(SPACE, text)
    assert isinstance(found, AnyOf)
    assert list(found.boxes) == [Box.of(SPACE, one) for one in boxes]


@pytest.mark.parametrize(
    "boxes",
    [
        [{"race": ["Black"]}],
        [{"race": ["Black"]}, {"race": ["Black"], "level": [1]}, {"race": []}],
        [{"race": ["Black"], "level": [1, 2]}, {"race": ["Black"], "level": [3]}],
    ],
)
def test_a_list_that_comes_to_one_box_is_one(boxes: list[dict[str, Any]]) -> None:
    found = parse_intent(SPACE, json.dumps(boxes))
    assert type(found) is Box
    assert found == Box.of(SPACE, {"race": ["Black"]})


# SQL.


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("race = 'Black'", {"race": ["Black"]}),
        ("(race = 'Black')", {"race": ["Black"]}),
        (
            "\n race IN ('Black') AND age BETWEEN 18 AND 61;\n",
            {"race": ["Black"], "age": ["adult"]},
        ),
        ("TRUE", {}),
    ],
)
def test_anything_else_is_sql(text: str, left: dict[str, list[Any]]) -> None:
    assert limits(text) == left


def test_sql_that_is_no_box() -> None:
    found = parse_intent(SPACE, "race = 'Black' OR age > 61")
    assert isinstance(found, AnyOf)
    assert found == intent_from(SPACE, [{"race": ["Black"]}, {"age": {"from": 62}}])
    with pytest.raises(NotABox):
        parse_intent(SPACE, "race LIKE 'Black'")


# Files.


def test_an_intent_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "want.json"
    path.write_text('{"race": ["Black"]}')
    assert read_intent(SPACE, path) == read_intent(SPACE, str(path))
    assert read_intent(SPACE, path) == Box.of(SPACE, {"race": ["Black"]})


def test_a_byte_order_mark_is_not_part_of_an_intent(tmp_path: Path) -> None:
    path = tmp_path / "want.json"
    path.write_bytes(b'\xef\xbb\xbf{"race": ["Black"]}')
    assert read_intent(SPACE, path) == Box.of(SPACE, {"race": ["Black"]})


@pytest.mark.parametrize("text", ["race = 'Black'", "\ufeffrace = 'Black'"])
def test_an_intent_is_read_from_standard_input(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert read_intent(SPACE, "-") == Box.of(SPACE, {"race": ["Black"]})


def test_standard_input_that_is_no_text_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO(b"race = 'zqcanary\xff'")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, encoding="utf-8"))
    with pytest.raises(IntentError, match="not UTF-8 text") as caught:
        read_intent(SPACE, "-")
    assert "zqcanary" not in everything_shown(caught.value)


def test_a_file_that_is_no_text_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "want.sql"
    path.write_bytes(b"race = 'zqcanary\xff'")
    with pytest.raises(IntentError, match="not UTF-8 text") as caught:
        read_intent(SPACE, path)
    assert "zqcanary" not in everything_shown(caught.value)


@pytest.mark.parametrize(
    "source",
    ["race = 'zqcanary'", '{"race": ["zqcanary"]}', "zqcanary" * 1000, "zqcanary\0", "zqcanary/x"],
    ids=["sql", "json", "too long", "null", "in no folder"],
)
def test_an_intent_given_as_the_name_of_a_file_is_not_repeated(source: str) -> None:
    with pytest.raises(InputError) as caught:
        read_intent(SPACE, source)
    assert "intent file" in str(caught.value)
    assert "zqcanary" not in everything_shown(caught.value)


def test_a_folder_is_no_intent(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be read"):
        read_intent(SPACE, tmp_path)


@pytest.mark.parametrize(
    ("mode", "open_to_others"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)]
)
def test_who_can_read_a_file(tmp_path: Path, mode: int, open_to_others: bool) -> None:
    path = tmp_path / "want.json"
    path.write_text("{}")
    path.chmod(mode)
    assert readable_by_others(path) is open_to_others


def test_no_file_is_readable_by_no_one(tmp_path: Path) -> None:
    assert not readable_by_others("-")
    assert not readable_by_others(tmp_path / "none")


# Secrecy.


@pytest.mark.parametrize(
    "text",
    [
        '{"race": ["zqcanary"]}',
        '{"race": "zqcanary"}',
        '{"race": ["Black", "zqcanary"]}',
        '{"race": [["zqcanary"]]}',
        '{"race": {"zqcanary": 1}}',
        '{"race": {"from": "zqcanary"}}',
        '{"race": [{"zqcanary": 1}]}',
        '{"zqcanary": ["Black"]}',
        '{"zqcanary": "zqcanary"}',
        '{"age": "zqcanary"}',
        '{"age": ["zqcanary"]}',
        '{"age": {"from": "zqcanary"}}',
        '{"age": {"zqcanary": 1}}',
        '{"age": [{"from": "zqcanary"}]}',
        '{"age": {"from": {"zqcanary": 1}}}',
        '{"level": ["zqcanary"]}',
        '{"level": {"to": "zqcanary"}}',
        '{"member": "zqcanary"}',
        '{"day": "zqcanary"}',
        '{"day": {"from": "2020-01-01 zqcanary"}}',
        '{"race": ["zqcanary"], "race": ["zqcanary"]}',
        '{"age": {"zqcanary": 1, "zqcanary": 2}}',
        '{"race": ["zqcanary"',
        '{"race": ["zqcanary"]} zqcanary',
        '{"race": [zqcanary]}',
        "{zqcanary: 1}",
        '{"race": "zqcanary\n"}',
        '{"race": "\\zqcanary"}',
        '["zqcanary"]',
        '[{"race": "zqcanary"}]',
        '{"published": {"race": ["zqcanary"]}}',
        '{"published": ["zqcanary"]}',
        '"zqcanary"',
        "zqcanary",
        "race = 'zqcanary'",
        "race = 'zqcanary' OR age > 5",
        '{"race": ["zqcanary"], "x": ' + "[" * 100_000,
    ],
    ids=lambda text: repr(text[:40]),
)
def test_no_message_holds_what_was_asked(text: str) -> None:
    with pytest.raises(IntentError) as caught:
        parse_intent(SPACE, text)
    error = caught.value
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__
    assert "zqcanary" not in everything_shown(error)
    assert "zqcanary" not in (error.hint or "")


def test_the_nearest_spelling_is_a_hint_apart_from_the_message() -> None:
    with pytest.raises(UnknownValue) as caught:
        parse_intent(SPACE, '{"race": ["Blakc"]}')
    assert caught.value.hint == "Did you mean 'Black'?"
    assert "Did you mean" not in everything_shown(caught.value)


def test_an_endless_file_is_refused_in_time() -> None:
    with pytest.raises(InputError, match="longer than 50,000,000 characters"):
        read_text("/dev/zero")


@pytest.mark.parametrize("text", ["{", '{"a": 1, "a": 2}', "[" * 100_000, "9" * 5_000])
def test_json_from_outside_is_refused_in_one_way(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_json(text)


def test_json_from_outside_is_read() -> None:
    assert read_json('[{"a": 1.5}, null]') == [{"a": 1.5}, None]
