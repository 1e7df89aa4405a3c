"""The Adult table in every engine, for tests that ask the same of all of them."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import tacit
from tacit.market.sources.engines.address import Place
from tacit.market.sources.recipe import Recipe, read_recipe

HOME = Path(tacit.__file__).parent / "market" / "sources"


@cache
def rows() -> pa.Table:
    """All 32,561 rows."""
    return pq.read_table(HOME / "adult.parquet")


@cache
def complete() -> pa.Table:
    """The 30,162 rows that lack no value in any column."""
    found = rows()
    for name in found.column_names:
        if pa.types.is_string(found.schema.field(name).type):
            found = found.filter(
                pc.invert(pc.is_in(pc.utf8_trim(found[name], " "), pa.array(["?", ""])))
            )
    return found


def recipe(**where: Any) -> Recipe:
    """How Adult is read; the table is somewhere else."""
    return replace(read_recipe(HOME / "adult.toml"), table=None, **where)


def market_file(folder: Path, name: str, **where: Any) -> Path:
    """A market file for Adult somewhere else."""
    path = folder / f"{name}.market.toml"
    path.write_text(recipe(**where).to_toml())
    return path


def into_sqlite(path: Path) -> None:
    """Write the rows to a file of SQLite."""
    connection = sqlite3.connect(path)
    with connection:
        rows().to_pandas().to_sql("adult", connection, index=False)
        complete().to_pandas().to_sql("complete", connection, index=False)
    connection.close()


def into_duckdb(path: Path) -> None:
    """Write the rows to a file of DuckDB."""
    adult = rows()
    with duckdb.connect(str(path)) as connection:
        connection.register("given", adult)
        connection.execute("CREATE TABLE adult AS SELECT * FROM given")


def into_postgresql(uri: str) -> None:
    """Copy the rows into a database of PostgreSQL."""
    import psycopg

    kinds = {pa.int64(): "bigint", pa.int32(): "integer", pa.int16(): "smallint", pa.int8(): "int"}
    columns = ", ".join(f'"{f.name}" {kinds.get(f.type, "text")}' for f in rows().schema)
    with psycopg.connect(uri, autocommit=True) as connection:
        for name, found in (("adult", rows()), ("complete", complete())):
            connection.execute(f"CREATE TABLE {name} ({columns})".encode())
            with connection.cursor() as cursor, cursor.copy(f"COPY {name} FROM STDIN") as copy:
                for row in found.to_pylist():
                    copy.write_row(tuple(row.values()))


def without_password(uri: str) -> str:
    """An address as a user may write it."""
    scheme, _, rest = uri.partition("://")
    login, _, host = rest.rpartition("@")
    return f"{scheme}://{login.partition(':')[0]}@{host}"


def place(uri: str, **more: Any) -> Place:
    """The table `adult` behind an address with a password in it."""
    password = uri.partition("://")[2].rpartition("@")[0].partition(":")[2]
    more = more or {"table": "adult"}
    return Place(without_password(uri), password=password, **more)
