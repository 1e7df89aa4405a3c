"""Which columns are looked at when rows are counted."""

from __future__ import annotations

from tacit.market.sources.columns import Columns
from tacit.market.sources.counted import beside, looked_at
from tacit.market.sources.recipe import Recipe
from tacit.space.nominal import Nominal

COLUMNS = Columns("people", {"sex": "text", "job": "text", "age": "integer"})
SEX = Nominal("sex", ("F", "M"))


def test_only_columns_of_dimensions_unless_all_count() -> None:
    assert looked_at(COLUMNS, Recipe((SEX,))) == ["sex"]
    assert beside(COLUMNS, Recipe((SEX,))) == []


def test_where_a_gap_in_any_column_counts_the_others_are_beside() -> None:
    recipe = Recipe((SEX,), missing_in_all=True)
    assert looked_at(COLUMNS, recipe) == ["sex", "job", "age"]
    assert beside(COLUMNS, recipe) == ["job", "age"]


def test_a_dimension_may_have_another_name_than_its_column() -> None:
    recipe = Recipe((Nominal("gender", ("F", "M"), column="sex"),), missing_in_all=True)
    assert beside(COLUMNS, recipe) == ["job", "age"]
