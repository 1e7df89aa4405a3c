"""Answers about a table as bytes, and back; what is damaged is no answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.market.sources import answers
from tacit.market.sources.answers import (
    counted_from_bytes,
    counted_to_bytes,
    question,
    recipe_from_bytes,
    recipe_to_bytes,
)
from tacit.market.sources.assembling import count_rows
from tacit.market.sources.counted import Counted
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.table import open_source
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tests.helpers.tables import written

SEX = Nominal("sex", ("F", "M"))
AGE = Numeric.binned("age", [30.5, 60])
DAY = Numeric.binned("day", [date(2024, 1, 1), date(2025, 1, 1)])
RECIPE = Recipe((SEX, AGE), missing="drop", written={"age": "plain"}, remarks=("as it is",))
PEOPLE = "sex,age\nF,20\nF,31\nM,70\n,5\n"


@pytest.fixture
def counted(tmp_path: Path) -> Counted:
    return count_rows(open_source(written(tmp_path, PEOPLE)), RECIPE)


@pytest.mark.parametrize("recipe", [RECIPE, Recipe((DAY,)), Recipe((SEX,), missing="keep")])
def test_a_recipe_comes_back(recipe: Recipe) -> None:
    content = recipe_to_bytes(recipe)
    assert content is not None
    assert recipe_from_bytes(content) == recipe


def test_what_is_not_of_the_table_is_left_out_of_it() -> None:
    priced = replace(RECIPE, table="people.csv", cost={"each": 2}, count="many")
    assert recipe_to_bytes(priced) == recipe_to_bytes(RECIPE)


def test_how_rows_are_counted_does_not_depend_on_names_or_fixed_prices() -> None:
    same = replace(RECIPE, table="people.csv", cost={"each": 2}, remarks=())
    assert question(same) == question(RECIPE)
    for other in (
        replace(RECIPE, missing="keep"),
        replace(RECIPE, count="many"),
        replace(RECIPE, cost={"column": "paid"}),
        replace(RECIPE, dimensions=(SEX,)),
    ):
        assert question(other) != question(RECIPE)


def test_nothing_is_known_of_dimensions_of_other_kinds() -> None:
    class Own(Nominal):
        pass

    assert question(Recipe((Own("sex", ("F", "M")),))) is None


def test_counted_rows_come_back(counted: Counted) -> None:
    content = counted_to_bytes(counted)
    assert content is not None
    back = counted_from_bytes(content, RECIPE)
    assert back is not None
    assert back.groups.table.to_pydict() == counted.groups.table.to_pydict()
    assert (back.columns.name, back.columns.kinds) == (counted.columns.name, counted.columns.kinds)


def test_they_are_no_answer_to_another_question(counted: Counted) -> None:
    content = counted_to_bytes(counted)
    assert content is not None
    for other in (
        Recipe((AGE, SEX)),
        Recipe((SEX,)),
        replace(RECIPE, cost={"column": "age"}),
        replace(RECIPE, dimensions=(SEX, Nominal("job", ("cook",)))),
    ):
        assert counted_from_bytes(content, other) is None


def test_too_many_are_not_kept(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "UNPACKED", 10)
    assert counted_to_bytes(counted) is None


@given(st.binary(max_size=60))
def test_whatever_is_there_instead_is_no_answer(content: bytes) -> None:
    assert recipe_from_bytes(content) is None
    assert counted_from_bytes(content, RECIPE) is None


def test_rows_outside_the_bins_are_no_answer(counted: Counted) -> None:
    table = counted.groups.table
    at = table.column_names.index("d1")
    beyond = table.set_column(at, "d1", pa.array([99] * table.num_rows, table.column("d1").type))
    content = counted_to_bytes(replace(counted, groups=replace(counted.groups, table=beyond)))
    assert content is not None
    assert counted_from_bytes(content, RECIPE) is None


@pytest.mark.parametrize(
    "content",
    [b"{}", b"[]", b'{"missing": null, "dimensions": [[1, 2]], "written": {}, "remarks": []}'],
)
def test_a_recipe_that_lacks_something_is_none(content: bytes) -> None:
    assert recipe_from_bytes(content) is None
