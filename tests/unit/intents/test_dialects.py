from __future__ import annotations

import duckdb
import pytest

from tacit.errors import SettingError
from tacit.intents.dialects import TABLE, condition_in, in_dialect, known_dialects


def written(query: str, dialect: str, table: str | None = None, name: str = "people.csv") -> str:
    return " ".join(in_dialect(query, dialect, table=table, name=name).split())


def test_known_are_databases_that_can_draw_at_random() -> None:
    known = known_dialects()
    assert {"duckdb", "sqlite", "postgres", "tsql", "oracle", "bigquery"} <= set(known)
    assert not {"", "prql", "solr", "teradata"} & set(known)


@pytest.mark.parametrize("dialect", ["", "mysq", "prql"])
def test_other_names_are_refused_with_those_that_are_known(dialect: str) -> None:
    with pytest.raises(SettingError, match=r"no SQL dialect.*mysql.*tsql") as refused:
        in_dialect("SELECT 1", dialect, table=None, name="t")
    assert refused.value.setting == "dialect"


@pytest.mark.parametrize(
    ("table", "dialect", "found"),
    [
        (None, "duckdb", "FROM people AS t"),
        ("sales.people", "postgres", "FROM sales.people AS t"),
        ("`my-project.sales.people`", "bigquery", "FROM `my-project.sales.people` AS t"),
        ("[Sales 2026]", "tsql", "FROM [Sales 2026] AS t"),
        ('"Sales 2026"', "oracle", 'FROM "Sales 2026" t'),
    ],
)
def test_a_table_is_called_as_its_database_does(
    table: str | None, dialect: str, found: str
) -> None:
    assert found in written(f"SELECT t.* FROM {TABLE} AS t", dialect, table)


def test_a_name_that_needs_quotes_gets_them() -> None:
    assert 'FROM "my table"' in written(f"SELECT 1 FROM {TABLE}", "duckdb", name="my table.csv")
    assert "FROM `order`" in written(f"SELECT 1 FROM {TABLE}", "mysql", name="order")


@pytest.mark.parametrize(
    "table",
    ["", "a b", "a, b", "a; DROP TABLE b", "a WHERE 1", "(SELECT 1)", "f(3)", "a JOIN b", "'"],
)
def test_what_is_no_name_of_a_table_is_refused(table: str) -> None:
    with pytest.raises(SettingError, match="name of the table"):
        in_dialect(f"SELECT 1 FROM {TABLE}", "duckdb", table=table, name="t")


@pytest.mark.parametrize("dialect", known_dialects())
def test_sort_keys_are_left_as_they_are(dialect: str) -> None:
    query = f"SELECT row_number() OVER (ORDER BY a) FROM {TABLE} ORDER BY a, b LIMIT 3"
    found = written(query, dialect)
    assert "NULL" not in found
    assert "ORDER BY a, b" in found


def test_sql_server_draws_anew_for_each_row_and_reads_all_letters() -> None:
    found = written(f"SELECT 1 FROM {TABLE} WHERE x IN ('é', 'e') ORDER BY random()", "tsql")
    assert "ORDER BY NEWID()" in found
    assert "x IN (N'é', 'e')" in found


def test_oracle_gets_what_it_knows() -> None:
    query = (
        f"SELECT 1 FROM {TABLE} WHERE TRUE AND d < DATE '2026-01-31' AND trim(x) NOT IN ('', '?') "
        "AND y IN ('', 'a') ORDER BY md5('1:' || CAST(n AS VARCHAR))"
    )
    found = written(query, "oracle")
    assert "1 = 1" in found
    assert "d < TO_DATE('2026-01-31', 'YYYY-MM-DD')" in found
    assert "NOT TRIM(x) IN ('?')" in found
    assert "y IN ('', 'a')" in found
    hashed = "STANDARD_HASH('1:' || CAST(n AS VARCHAR2(4000)), 'MD5')"
    assert f"LOWER(RAWTOHEX({hashed}))" in found


def test_values_that_look_like_sql_stay_values() -> None:
    value = "it's -- {0} \\ /* tacit_table */"
    text = value.replace("'", "''")
    query = in_dialect(f"SELECT '{text}' FROM {TABLE}", "duckdb", table="t", name="")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t AS SELECT 1")
        assert connection.execute(query).fetchall() == [(value,)]


def test_beginnings_of_columns_are_cut_without_loss_in_every_dialect() -> None:
    query = f"SELECT 1 FROM {TABLE} WHERE substr(CAST(c AS VARCHAR), 1, 2) IN ('Łó')"
    assert "SUBSTRING(CAST(c AS NVARCHAR(4000)), 1, 2) IN (N'Łó')" in written(query, "tsql")
    assert "SUBSTR(CAST(c AS VARCHAR2(4000)), 1, 2)" in written(query, "oracle")
    assert "SUBSTRING(CAST(c AS TEXT) FROM 1 FOR 2)" in written(query, "postgres")


def test_a_backslash_in_a_name_hides_nothing_in_clickhouse() -> None:
    assert condition_in("\"a\\\" IN ('b')", "clickhouse") == "\"a\\\\\" IN ('b')"
    assert condition_in("\"a\\\" IN ('b')", "postgres") == "\"a\\\" IN ('b')"


def test_a_condition_is_written_alone() -> None:
    condition = "d >= DATE '2026-01-31' AND \"order\" IS NOT NULL"
    assert condition_in(condition, "mysql") == (
        "d >= CAST('2026-01-31' AS DATE) AND NOT `order` IS NULL"
    )
    assert condition_in("TRUE", "oracle") == "1 = 1"
    with pytest.raises(SettingError, match="no SQL dialect"):
        condition_in(condition, "no such")
