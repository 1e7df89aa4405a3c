"""Tables in a file of DuckDB: read by the database that reads all files, which sees nothing else."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import tacit
from tacit.errors import TableError

QUERY = "SELECT * FROM raw WHERE age > 25"


@pytest.fixture
def file(tmp_path: Path) -> str:
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
        connection.execute("CREATE SCHEMA north")
        rows = "SELECT * FROM (VALUES ('a', 20), ('b', 30), ('b', 40)) AS v(team, age)"
        connection.execute(f"CREATE TABLE raw AS {rows}")
        connection.execute(f"CREATE TABLE north.people AS {rows} WHERE age < 35")
    return f"duckdb:///{tmp_path}/shop.duckdb"


def test_tables_schemas_and_queries(file: str) -> None:
    assert tacit.load(file, table="raw", dimensions=["team"]).total.records == 3
    assert tacit.load(file, table="north.people", dimensions=["team"]).total.records == 2
    market = tacit.load(file, query=QUERY, dimensions=["age"])
    assert market.total.records == 2
    assert market.name == "the query"


def test_what_matches_is_counted_in_the_file(file: str) -> None:
    market = tacit.load(file, table="raw", dimensions=["team"])
    assert market.recount is not None


def test_nothing_else_can_be_read_through_it(file: str, tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("a\n1\n")
    for query in (
        f"SELECT * FROM read_csv('{tmp_path}/other.csv')",
        f"SELECT * FROM '{tmp_path}/other.csv'",
    ):
        with pytest.raises(TableError, match="can't be read"):
            tacit.load(file, query=query)


def test_what_is_wrong_is_told(file: str, tmp_path: Path) -> None:
    with pytest.raises(TableError, match="has no table 'rwa'"):
        tacit.load(file, table="rwa")
    with pytest.raises(TableError, match="there is no file"):
        tacit.load(f"duckdb:///{tmp_path}/nowhere.duckdb", table="raw")
    with pytest.raises(TableError, match="one SELECT"):
        tacit.load(file, query="DROP TABLE raw")
    (tmp_path / "no.duckdb").write_text("not a database")
    with pytest.raises(TableError, match="can't be read"):
        tacit.load(f"duckdb:///{tmp_path}/no.duckdb", table="raw")
