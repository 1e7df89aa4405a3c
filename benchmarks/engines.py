"""Promise: counting through an engine takes at most 1.25 times the engine's own SQL.

A table of people (names of 50 regions and 5 teams, ages, wages, days) is made inside a file of DuckDB, inside a
file of SQLite and inside a PostgreSQL of our own. Tacit counts it by a market file, from opening the
connection to the market; the baseline is the engine's own query for the same bins, written by hand and asked
through the engine's own driver, with all that comes back fetched. In turn, several times, in one process that
has warmed up; the promise is about the median of the ratios of neighbours. `--more` takes 10^7 rows.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import duckdb
from rich.console import Console
from rich.table import Table
from tests.helpers.servers.postgres import HOST, Postgres
from tests.helpers.servers.shared import shared

import tacit
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric

ROWS, MORE = (100_000, 1_000_000), (10_000_000,)
RUNS = 5
MOST = 1.25
PROMISED = 10_000_000
"""The promise is for tables of at least so many rows."""
REGIONS = tuple(f"r {i}" for i in range(50))
TEAMS = tuple(f"t {i}" for i in range(5))
AGES, WAGES = (24, 34, 44, 54, 64), (6000.0, 1e4, 2e4, 5e4, 9e4)
DAYS = tuple(date(year, 12, 31) for year in range(2019, 2024))
DIMENSIONS = [
    Nominal("region", REGIONS),
    Nominal("team", TEAMS),
    Numeric.binned("age", AGES),
    Numeric.binned("wage", WAGES),
    Numeric.binned("joined", DAYS),
]


def cases(column: str, edges: tuple[str, ...]) -> str:
    """Bins as anyone would write them."""
    steps = " ".join(f"WHEN {column} <= {edge} THEN {i}" for i, edge in enumerate(edges))
    return f"CASE WHEN {column} IS NULL THEN -1 {steps} ELSE {len(edges)} END"


def own_query(quoted: Callable[[date], str]) -> str:
    """The engine's own query for the same cells."""
    keys = [
        "region",
        "team",
        cases("age", tuple(map(str, AGES))),
        cases("wage", tuple(map(str, WAGES))),
        cases("joined", tuple(map(quoted, DAYS))),
    ]
    return f"SELECT {', '.join(keys)}, count(*) FROM people GROUP BY 1, 2, 3, 4, 5"


def made(number: str, day: str) -> str:
    """Columns of a row by its number; for each column another spread, the same in every engine."""

    def spread(salt: int, most: int) -> str:
        return f"(({number} * 7919 + {salt} * 104729) % 1000003 % {most})"

    return (
        f"'r ' || {spread(1, 50)} AS region, 't ' || {spread(2, 5)} AS team, "
        f"16 + {spread(3, 75)} AS age, {spread(4, 120000)} * 1.25e0 AS wage, "
        f"{day.format(days=spread(5, 2190))} AS joined"
    )


@dataclass(frozen=True)
class Engine:
    """An engine with the table in it.

    Attributes:
        name: what it is called.
        load: makes a market of it.
        own: asks its own query and fetches everything.
    """

    name: str
    load: Callable[[], Any]
    own: Callable[[], Any]


@contextmanager
def in_duckdb(folder: Path, rows: int) -> Iterator[Engine]:
    """A file of DuckDB."""
    path = folder / "people.duckdb"
    with duckdb.connect(str(path)) as connection:
        day = "DATE '2018-06-01' + CAST({days} AS INT)"
        connection.execute(
            f"CREATE TABLE people AS SELECT {made('i', day)} FROM range({rows}) AS t(i)"
        )

    def own() -> Any:
        with duckdb.connect(str(path), read_only=True) as connection:
            return connection.sql(own_query(lambda d: f"DATE '{d}'")).to_arrow_table()

    yield Engine("duckdb", lambda: load(f"duckdb:///{path}"), own)
    path.unlink()


@contextmanager
def in_sqlite(folder: Path, rows: int) -> Iterator[Engine]:
    """A file of SQLite, whose days are text."""
    path = folder / "people.db"
    with closing(sqlite3.connect(path)) as connection:
        day = "date('2018-06-01', {days} || ' days')"
        numbers = (
            f"WITH RECURSIVE t(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM t WHERE i < {rows - 1})"
        )
        connection.execute(
            "CREATE TABLE people (region TEXT, team TEXT, age INTEGER, wage REAL, joined DATE)"
        )
        connection.execute(f"INSERT INTO people {numbers} SELECT {made('i', day)} FROM t")
        connection.commit()

    def own() -> Any:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(own_query(lambda d: f"'{d}'")).fetchall()

    yield Engine("sqlite", lambda: load(f"sqlite:///{path}"), own)
    path.unlink()


@contextmanager
def in_postgresql(folder: Path, rows: int) -> Iterator[Engine]:
    """A PostgreSQL of our own."""
    import psycopg

    with shared("postgres", folder / "servers") as notes, Postgres(**notes).database() as uri:
        day = "(DATE '2018-06-01' + ({days})::int)"
        numbers = f"generate_series(0, {rows - 1}) AS t(i)"
        with psycopg.connect(uri, autocommit=True) as connection:
            made_there = made("i::bigint", day).replace("1.25e0", "1.25::float8")
            connection.execute(
                f"CREATE TABLE people AS SELECT {made_there} FROM {numbers}".encode()
            )
            connection.execute("VACUUM ANALYZE people")
        password, address = notes["password"], f"postgresql://buyer@{HOST}:{notes['port']}"

        def own() -> Any:
            with psycopg.connect(uri) as connection:
                query = own_query(lambda d: f"DATE '{d}'")
                return connection.execute(query.encode()).fetchall()

        where = f"{address}/{uri.rpartition('/')[2]}"
        yield Engine("postgresql", lambda: load(where, password=password), own)


def load(uri: str, **more: Any) -> Any:
    """A market, by dimensions that are ready."""
    return tacit.load(uri, table="people", dimensions=DIMENSIONS, **more)


@dataclass(frozen=True)
class Measured:
    """What an engine took: medians, and the median of the ratios of neighbours."""

    engine: str
    rows: int
    cells: int
    seconds: float
    own: float
    ratio: float


def measure(engine: Engine, rows: int, runs: int = RUNS) -> Measured:
    """Ask both in turn, after each has been asked once."""
    market, known = engine.load(), engine.own()
    assert market.total.records == rows
    assert market.filled == (known.num_rows if hasattr(known, "num_rows") else len(known))
    pairs = [(timed(engine.load), timed(engine.own)) for _ in range(runs)]
    return Measured(
        engine.name,
        rows,
        market.filled,
        median(mine for mine, _ in pairs),
        median(own for _, own in pairs),
        median(mine / own for mine, own in pairs),
    )


def timed(action: Callable[[], Any]) -> float:
    """How long something takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def run(console: Console, *, more: bool = False) -> None:
    """Measure and print."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        for rows in MORE if more else ROWS:
            for where in (in_duckdb, in_postgresql, in_sqlite):
                if where is in_sqlite and more:
                    continue
                with where(Path(name), rows) as engine:
                    found.append(measure(engine, rows, 3 if more else RUNS))
    table = Table(title="Counting through an engine, against its own SQL")
    for heading in ("engine", "rows", "cells", "seconds", "its own SQL, s", "times"):
        table.add_column(heading, justify="left" if heading == "engine" else "right")
    for m in found:
        table.add_row(
            m.engine, f"{m.rows:,}", f"{m.cells:,}", f"{m.seconds:.3f}", f"{m.own:.3f}", f"{m.ratio:.2f}"
        )  # fmt: skip
    console.print(table)
    promised = [m.ratio for m in found if m.rows >= PROMISED]
    if not promised:
        console.print("  the promise is about 10^7 rows: python -m benchmarks.engines --more")
        return
    mark = "[green]held[/]" if max(promised) <= MOST else "[red]not held[/]"
    console.print(
        f"  {mark}: at most {MOST:g} times the engine's own SQL at 10^7 rows ({max(promised):.2f} at worst)"
    )


def main(args: list[str]) -> None:
    """Measure from the command line."""
    run(Console(width=None if sys.stdout.isatty() else 120), more="--more" in args)


if __name__ == "__main__":
    main(sys.argv[1:])
