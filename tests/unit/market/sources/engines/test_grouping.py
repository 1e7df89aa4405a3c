"""One question to an engine has the answer that a file gives, and the text of a golden file elsewhere."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import TableError
from tacit.market.engine_dialects import settle_dialects
from tacit.market.sources.columns import Columns
from tacit.market.sources.engines import values
from tacit.market.sources.engines.grouping import question_for
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.table import open_source
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix
from tests.unit.market.sources.engines.shared import PEOPLE, people

TEAM = Nominal("team", ("red", "blue"))
RED = Nominal("team", ("red", "(other)"), other="(other)")
AGE = Numeric.binned("age", [30, 60], closed="left")
PAID = Numeric.binned("paid", [1.5, 3.0])
DAY = Numeric.binned("day", [date(2024, 2, 1)], closed="left", missing="(none)")
CODE = Prefix("code", ("01*", "02*"), length=2)
GOLDEN = Path(__file__).parent / "golden"
ELSEWHERE = ("bigquery", "clickhouse", "databricks", "mysql", "postgres", "snowflake", "trino")


def as_frame() -> Any:
    import pyarrow as pa

    names = ("team", "age", "paid", "day", "code", "n")
    return pa.table(dict(zip(names, map(list, zip(*PEOPLE, strict=True)), strict=True)))


def sorted_groups(table: Any, recipe: Recipe) -> list[tuple[Any, ...]]:
    """Groups as a file gives them: names cleaned, since that is done later."""
    rows = []
    for row in table.to_pylist():
        for i, d in enumerate(recipe.dimensions):
            if not isinstance(d, Numeric | Prefix):
                text = row[f"d{i}"]
                bare = None if text is None else text.strip()
                row[f"d{i}"] = None if bare in ("NA", "") else bare
        rows.append(tuple(sorted(row.items())))
    return sorted(rows, key=repr)


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe((TEAM, AGE)),
        Recipe((AGE, PAID)),
        Recipe((RED,)),
        Recipe((CODE, AGE)),
        Recipe((DAY,)),
        Recipe((DAY, AGE), count="n"),
        Recipe((AGE,), missing="drop", missing_in_all=True),
        Recipe((AGE,), count="n", cost={"column": "paid"}),
        Recipe((AGE,), cost={"column": "paid"}),
    ],
    ids=repr,
)
def test_an_engine_answers_as_a_file_does(recipe: Recipe, tmp_path: Path) -> None:
    unused = ["team", "paid", "day", "code", "n"] if recipe.missing_in_all else []
    source = open_source(as_frame())
    with people(tmp_path) as table:
        found, known = (one.grouped(recipe, unused) for one in (table, source))
    assert set(found.column_names) == set(known.column_names)
    joined = [sorted_groups(one.select(known.column_names), recipe) for one in (found, known)]
    assert joined[0] == joined[1]


def test_costs_as_text_are_not_guessed(tmp_path: Path) -> None:
    with people(tmp_path) as table, pytest.raises(TableError, match="a query that casts it"):
        table.grouped(Recipe((AGE,), cost={"column": "code"}))


@pytest.mark.parametrize("dialect", ELSEWHERE)
def test_what_other_engines_are_asked(dialect: str) -> None:
    """Engines that can't run here are sent what was read and found good, to the letter."""
    import ibis

    settle_dialects()
    columns = {"team": "string", "age": "int32", "paid": "float64", "day": "timestamp"}
    columns |= {"price": "decimal(10, 2)", "n": "int64"}
    table = ibis.table(columns, name="people")
    kinds = {name: values.kind_of(kind) for name, kind in table.schema().items()}
    day = Numeric.binned("day", [date(2024, 2, 1)], closed="left")
    recipe = Recipe((TEAM, RED, AGE, PAID, day), count="n", cost={"column": "price"})
    asked = question_for(Columns("people", kinds), table, recipe, [], dialect)
    sql = f"{ibis.to_sql(asked, dialect=dialect)}\n"
    path = GOLDEN / f"{dialect}.sql"
    assert sql.encode() == path.read_bytes()
