"""Tables in a file of DuckDB: asked by the database that reads all files, which sees this one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit._files import reading
from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.one_query import one_query
from tacit.market.sources.opened import READING, Opened, connect, first_line, typed
from tacit.market.sources.quoting import literal, quoted

if TYPE_CHECKING:
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds
    from tacit.market.sources.engines.address import Place


def open_duckdb(place: Place, progress: Listener | None, bounds: Bounds) -> Opened:
    """Open a table of a DuckDB file, or a query on it; nothing is written to the file."""
    import duckdb

    path = place.file
    assert path is not None
    reading(path)
    if not path.is_file():
        raise TableError(f"there is no file {path}.")
    Phase(progress, READING)
    connection = connect(bounds, path, path.with_name(f"{path.name}.wal"))
    try:
        connection.execute(f"ATTACH {literal(path.absolute())} AS given (READ_ONLY, TYPE duckdb)")
        rows = _named(str(place.table)) if place.query is None else f"({_of_file(place.query)})"
        return typed(place.name, connection, rows)
    except duckdb.Error as error:
        problem = _words(place, path, first_line(error))
    connection.close()
    raise TableError(problem)


def _named(table: str) -> str:
    """A table's name in the file, with its schema before a point where it has one."""
    schema, _, name = table.rpartition(".")
    return f"given.{quoted(schema or 'main')}.{quoted(name)}"


def _of_file(query: str) -> str:
    """A query in which every table is one of the file, also where it is called like one of ours."""
    from sqlglot.optimizer.qualify_tables import qualify_tables

    found = qualify_tables(one_query(query, "duckdb"), db="main", catalog="given")
    return str(found.sql("duckdb"))


def _words(place: Place, path: Path, said: str) -> str:
    if "lock" in said.lower():
        return f"{path} is being written by another program. Close it there, or copy the file."
    if place.query is None and "does not exist" in said:
        return f"{path} has no {place.name}. Look at --table, with its schema before a point."
    return f"{path} can't be read: {said}"
