from __future__ import annotations

import pytest

from tacit.errors import SettingError
from tacit.export.post_sql import post_sql
from tacit.intents.box import Box
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

AGES = Numeric.binned("hours-per-week", [20, 40], ["few", "some", "many"], integer=True)
SPACE = Space((AGES, Nominal("order", ("it's", "b", "c"))))
POST = Box.of(SPACE, {"hours-per-week": ["some"], "order": ["it's", "b"]})


@pytest.mark.parametrize(
    ("dialect", "written"),
    [
        (
            "duckdb",
            """"hours-per-week" > 20 AND "hours-per-week" <= 40 AND "order" IN ('it''s', 'b')""",
        ),
        ("mysql", "`hours-per-week` > 20 AND `hours-per-week` <= 40 AND `order` IN ('it''s', 'b')"),
        (
            "spark",
            r"`hours-per-week` > 20 AND `hours-per-week` <= 40 AND `order` IN ('it\'s', 'b')",
        ),
        ("tsql", "[hours-per-week] > 20 AND [hours-per-week] <= 40 AND [order] IN ('it''s', 'b')"),
    ],
)
def test_each_dialect_quotes_in_its_own_way(dialect: str, written: str) -> None:
    assert post_sql(POST, dialect) == written + "\n"


def test_with_a_table_it_is_a_query() -> None:
    found = post_sql(POST, "postgres", "sales.people")
    assert found.startswith("SELECT\n  *\nFROM sales.people\nWHERE\n")


def test_all_there_is_needs_no_condition() -> None:
    everything = Box.everything(SPACE)
    assert post_sql(everything) == "TRUE\n"
    assert post_sql(everything, "oracle") == "1 = 1\n"
    assert post_sql(everything, table="people") == "SELECT\n  *\nFROM people\n"


@pytest.mark.parametrize("table", ["people; DROP TABLE people", "people p", "(SELECT 1)", ""])
def test_a_table_is_a_name(table: str) -> None:
    with pytest.raises(SettingError, match="the name of the table"):
        post_sql(POST, table=table)


def test_the_dialect_is_one_of_those_known() -> None:
    with pytest.raises(SettingError, match="Did you mean 'postgres'"):
        post_sql(POST, "postgre")
