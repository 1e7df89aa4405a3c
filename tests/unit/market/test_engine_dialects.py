"""What sqlglot wrote before Ibis was imported does not change what engines are asked."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASKED = """
import datetime
import sqlglot
sqlglot.parse_one("a = 1").sql("postgres")
from tacit.market.engine_dialects import settle_dialects
settle_dialects()
import ibis
table = ibis.table({"d": "date"}, name="t")
before = table.select(v=table.d < ibis.literal(datetime.date(2024, 1, 1)))
print(ibis.to_sql(before, dialect="postgres"))
"""
WRITTEN = """
import sqlglot
if {first}:
    from tacit.market.engine_dialects import settle_dialects
    settle_dialects()
condition = "a IN ('x', 'y''s') AND d >= CAST('2024-01-01' AS DATE) AND b = TRUE AND n < 1.5 OR c IS NULL"
for name in ("bigquery", "clickhouse", "databricks", "duckdb", "exasol", "hive", "mysql", "oracle", "postgres",
             "redshift", "risingwave", "snowflake", "spark", "sqlite", "starrocks", "trino", "tsql"):
    print(name, sqlglot.parse_one(condition, read="duckdb").sql(name))
"""


def said(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.process
def test_engines_are_asked_in_their_own_words() -> None:
    assert "MAKE_DATE(2024, 1, 1)" in said(ASKED)


@pytest.mark.process
def test_posts_are_written_alike_whether_an_engine_was_asked_or_not() -> None:
    assert said(WRITTEN.format(first=True)) == said(WRITTEN.format(first=False)) != ""
