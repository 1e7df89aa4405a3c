from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import duckdb
import pytest

import tacit
from tacit.errors import EmptyIntent, IntentError, SettingError
from tacit.export.post import FORMS, content_of, export_post
from tacit.intents.box import Box
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SPACE = Space((Nominal("x", ("a", "b", "c")), Nominal("y", ("p", "q"))))
POST = Box.of(SPACE, {"x": ["a", "b"]}).as_public()


@pytest.mark.parametrize("form", FORMS)
def test_what_is_not_marked_public_does_not_leave(form: str) -> None:
    with pytest.raises(IntentError, match="not marked public") as caught:
        export_post(Box.of(SPACE, {"x": ["a"]}), form)
    assert "'a'" not in str(caught.value)


def test_only_a_post_is_exported() -> None:
    with pytest.raises(IntentError, match="a post is what protect returned"):
        export_post({"x": ["a"]}, "sql")  # type: ignore[arg-type]


def test_an_empty_post_is_none() -> None:
    empty = Box.of(SPACE, {"x": []}).as_public()
    with pytest.raises(EmptyIntent, match="the post is empty"):
        export_post(empty, "text")


def test_unknown_forms_are_named_with_those_there_are() -> None:
    with pytest.raises(SettingError, match=r"'jsn'. Did you mean 'json'\? Known are: sql, json"):
        export_post(POST, "jsn")


@pytest.mark.parametrize("more", [{"dialect": "mysql"}, {"table": "t"}])
def test_what_is_about_sql_goes_with_sql(more: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match="goes with sql only"):
        export_post(POST, "text", **more)


@pytest.mark.parametrize("form", FORMS)
def test_a_publication_is_exported_as_its_post_alone(form: str) -> None:
    market = tacit.Market.from_cells(SPACE, [[0, 0, 1, 1, 2, 2], [0, 1] * 3], [5, 9, 4, 7, 6, 8])
    want = market.intent({"x": ["a"], "y": ["q"]})
    made = tacit.protect(market, want, method="greedy", against="em-f", limit=0.5)
    text = tacit.export_post(made, form)
    assert text == export_post(made.published, form)
    assert text.endswith("\n")


@pytest.mark.parametrize("form", ["json", "odrl"])
def test_the_text_is_that_of_the_object(form: str) -> None:
    assert json.loads(export_post(POST, form)) == content_of(POST, form)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_post_is_the_same_text_whoever_asks(form: str) -> None:
    again = Box.of(SPACE, {"x": ["b", "a"]}).as_public()
    assert export_post(again, form) == export_post(POST, form)


def test_a_query_runs_and_finds_what_the_condition_does() -> None:
    rows = "(VALUES ('a', 'p'), ('b', 'q'), ('c', 'p')) AS t(x, y)"
    with duckdb.connect(":memory:") as database:
        database.execute(f"CREATE TABLE people AS SELECT * FROM {rows}")
        whole = database.execute(export_post(POST, "sql", table="people")).fetchall()
        condition = export_post(POST, "sql")
        part = database.execute(f"SELECT * FROM people WHERE {condition}").fetchall()
    assert whole == part == [("a", "p"), ("b", "q")]


@pytest.mark.process
def test_the_room_and_the_door_have_names_of_their_own() -> None:
    """`tacit.export` is a package, so the function is called otherwise."""
    code = "import tacit.export.post, tacit; print(callable(tacit.export_post))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "True"
