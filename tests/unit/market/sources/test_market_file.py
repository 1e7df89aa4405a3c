"""Market files as they are written: TOML that reads back, with comments that explain it."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.market.sources.market_file import market_file
from tacit.market.sources.recipe import Recipe, recipe_from
from tacit.market.terms import Terms
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.tree import Tree

AGE = Numeric.binned("age", [17, 24], closed="left", integer=True, missing="(missing)")
SEX = Nominal("sex", ("F", "M"))
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def told(recipe: Recipe) -> dict[str, Any]:
    return tomllib.loads(market_file(recipe))


@given(texts, st.lists(texts, min_size=1, max_size=40, unique_by=str.lower))
def test_any_name_and_any_values_read_back(name: str, values: list[str]) -> None:
    found = told(Recipe((Nominal(name, tuple(values)),), table=name, written={name: name}))
    assert found["dimensions"][name]["values"] == values
    assert (found["market"]["table"], found["written"]) == (name, {name: name})


def test_everything_reads_back() -> None:
    day = Numeric.binned("day", [date(2020, 1, 1)], ["old", "new"])
    region = Tree.of("region", {"Europe": ["France", "Italy"], "Asia": {"East": ["Japan"]}})
    recipe = Recipe(
        (AGE, SEX, day, region, Ordinal.of("n", [1, 2.5])),
        table="t.csv",
        missing="keep",
        missing_in_all=True,
        count="n",
        cost={"base": 1, "per-value": {"sex": {"F": 2, "M": 0.5}}},
        terms=Terms.of(currency="EUR", fee=25, minimum=10, tiers=[(100, 0.9), (1000, "3/4")]),
        name="people",
        written={"age": "1,234"},
        encoding="latin-1",
        sheet="S",
    )
    found = recipe_from(tomllib.loads(market_file(recipe)), Path("x.toml"))
    assert found == Recipe(**{**recipe.__dict__, "table": "t.csv"})


def test_lines_are_explained_where_they_first_stand() -> None:
    text = market_file(Recipe((AGE, SEX), table="t.csv", missing="keep"))
    assert text.count("which edge a bin holds") == 1
    assert text.count("# nominal, ordinal, numeric, tree, prefix, grouped or matrix") == 1
    assert 'table = "t.csv"  # beside this file, or a full path' in text


def test_remarks_stand_with_what_they_are_about() -> None:
    remarks = ("age: numbers put in 3 bins", "id: left out, as\nit is one", "in all: much")
    text = market_file(Recipe((AGE, SEX), table="t.csv", remarks=remarks))
    assert "[dimensions.age]\n# numbers put in 3 bins\n" in text
    assert "[market]\n# id: left out, as it is one\n# in all: much\n" in text


@pytest.mark.parametrize("many", [3, 10_000])
def test_long_lists_go_over_several_lines(many: int) -> None:
    names = tuple(f"name {i}" for i in range(many))
    text = market_file(Recipe((Nominal("a", names),)))
    assert max(map(len, text.splitlines())) <= 110
    assert tuple(tomllib.loads(text)["dimensions"]["a"]["values"]) == names
