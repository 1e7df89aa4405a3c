"""Promise: cells that stay in an engine are asked once a step, or once in all, and time grows as they do.

Random markets in 10 dimensions of 40 values, with prices, are moved to DuckDB, to a PostgreSQL of our own and
to Spark, once with one worker and once with two. Two wants are widened, the same in memory and in the engine:
a single cell, so that every step is a query about all dimensions (no cells may be fetched), and one value on
each of three dimensions, where one query brings all that is needed. `--more` adds 10^7 cells.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import pyarrow as pa
from rich.console import Console
from tests.helpers.servers.postgres import HOST, Postgres
from tests.helpers.servers.shared import shared
from tests.helpers.servers.spark import Spark
from tests.helpers.walking import walked

from benchmarks.greedy_sparse import first_cell, make_market, verdict
from benchmarks.optimal import show
from tacit.intents.box import Box
from tacit.market.in_engine import EngineCube
from tacit.market.keeping import keep_in_engine
from tacit.market.market import Market

SIZES, MORE = (100_000, 1_000_000), (10_000_000,)
STEPS = 10
FEW = 2**24
"""Bytes for some ten thousand cells."""
MOST_GROWTH = 1.5
Store = Callable[[pa.Table], Any]


@dataclass(frozen=True)
class Measured:
    """What one engine took."""

    engine: str
    cells: int
    keeping: float
    step: float
    in_memory: float
    few: float
    few_in_memory: float
    asked: tuple[int, int]
    same: bool

    @property
    def per_cell(self) -> float:
        """Nanoseconds per cell and step."""
        return self.step / self.cells * 1e9


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """How long something takes, and what comes of it."""
    start = perf_counter()
    found = action()
    return perf_counter() - start, found


def measure(name: str, store: Store, market: Market) -> Measured:
    """Widen both wants in memory and in an engine."""
    cells = market.cells(Box.everything(market.space))
    columns = {f"d{d}": codes for d, codes in enumerate(cells.codes)}
    table = store(pa.table({**columns, "records": cells.records, "spend": cells.spend}))
    more: dict[str, Any] = {"rule": market.rule, "money_tick": market.money_tick}
    one, some = first_cell(market), three_values(market)
    keeping, asked = timed(lambda: keep_in_engine(table, market.space, memory=0, **more))
    walked(asked, one, 1)  # so that no engine is measured while it starts
    cube = asked.cube
    assert isinstance(cube, EngineCube)
    before = cube.questions.asked
    step, found = timed(lambda: walked(asked, one, STEPS))
    queries = cube.questions.asked - before
    in_memory, right = timed(lambda: walked(market, one, STEPS))
    few_cube = EngineCube(cube._cells, cube.shape, FEW)
    few = Market(market.space, few_cube, market.rule, market.money_tick)
    before = few_cube.questions.asked
    few_step, few_found = timed(lambda: walked(few, some, STEPS))
    few_queries = few_cube.questions.asked - before
    few_in_memory, few_right = timed(lambda: walked(market, some, STEPS))
    cube.close()
    return Measured(
        name,
        len(cells.records),
        keeping,
        step / STEPS,
        in_memory / STEPS,
        few_step,
        few_in_memory,
        (queries, few_queries),
        found == right and few_found == few_right,
    )


def three_values(market: Market) -> Box:
    """One value on each of three dimensions, all on the others."""
    return market.intent({f"d{d}": [0] for d in range(3)})


@contextmanager
def on_duckdb(folder: Path) -> Iterator[Store]:
    """DuckDB in memory."""
    import ibis

    engine = ibis.duckdb.connect()
    yield lambda table: engine.create_table(f"t{table.num_rows}", table, temp=True)
    engine.disconnect()


@contextmanager
def on_postgres(folder: Path) -> Iterator[Store]:
    """A PostgreSQL of our own."""
    import ibis
    from pyarrow import csv

    with shared("postgres", folder) as notes, Postgres(**notes).database() as uri:
        login = {"user": "buyer", "password": notes["password"], "database": uri.rsplit("/", 1)[1]}
        engine = ibis.postgres.connect(host=HOST, port=notes["port"], **login)

        def store(table: pa.Table) -> Any:
            name, text = f"t{table.num_rows}", io.BytesIO()
            columns = ", ".join(f"{column} BIGINT" for column in table.column_names)
            engine.raw_sql(f"CREATE TEMP TABLE {name} ({columns})").close()
            csv.write_csv(table, text)
            copy = f"COPY {name} FROM STDIN (FORMAT csv, HEADER)"
            with engine.con.cursor() as cursor, cursor.copy(copy) as sent:
                sent.write(text.getvalue())
            return engine.table(name)

        yield store
        engine.disconnect()


@contextmanager
def on_spark(folder: Path, workers: int) -> Iterator[Store]:
    """Some workers of a Spark of our own."""
    import ibis
    from pyarrow import parquet

    with shared("spark", folder) as notes, Spark(**notes).session(workers) as session:
        engine = ibis.pyspark.connect(session=session)

        def store(table: pa.Table) -> Any:
            path = folder / f"{table.num_rows}.parquet"
            parquet.write_table(table, path)
            return engine.read_parquet(str(path))

        yield store


def report(console: Console, rows: Sequence[Measured]) -> None:
    """Print what each engine took, and what became of the promises."""
    show(
        console,
        f"{STEPS} steps of greedy on cells that stay in an engine, 10 dimensions of 40 values",
        rows,
        {
            "engine": lambda r: r.engine,
            "cells": lambda r: f"{r.cells:,}",
            "keeping, s": lambda r: f"{r.keeping:.2f}",
            "a step, s": lambda r: f"{r.step:.3f}",
            "in memory, s": lambda r: f"{r.in_memory:.4f}",
            "queries": lambda r: str(r.asked[0]),
            "ns / cell": lambda r: f"{r.per_cell:.0f}",
            "three dimensions, all steps, s": lambda r: f"{r.few:.3f}",
            "its queries": lambda r: str(r.asked[1]),
            "its memory, s": lambda r: f"{r.few_in_memory:.3f}",
        },
    )
    same = sum(r.same for r in rows)
    often = {r.asked for r in rows}
    console.print(
        verdict(same == len(rows), "the same steps as in memory", f"{same} of {len(rows)}")
    )
    wanted = often == {(STEPS, 1)}
    console.print(verdict(wanted, "one query a step, or one in all", f"{sorted(often)}"))
    growth = max(
        _growth([r for r in rows if r.engine == name]) for name in {r.engine for r in rows}
    )
    promise = f"linear: time per cell grows at most {MOST_GROWTH} times"
    console.print(verdict(growth <= MOST_GROWTH, promise, f"{growth:.2f} times"))


def _growth(mine: Sequence[Measured]) -> float:
    return mine[-1].per_cell / mine[0].per_cell


def run(console: Console) -> None:
    """Measure every engine and size."""
    sizes = (*SIZES, *MORE) if "--more" in sys.argv else SIZES
    markets = [make_market(cells, priced=True) for cells in sizes]
    found = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        engines: dict[str, Callable[[], Any]] = {
            "DuckDB": lambda: on_duckdb(folder),
            "PostgreSQL": lambda: on_postgres(folder),
            "Spark, one worker": lambda: on_spark(folder, 1),
            "Spark, two workers": lambda: on_spark(folder, 2),
        }
        for name, connect in engines.items():
            with ExitStack() as stack:
                store = stack.enter_context(connect())
                found += [measure(name, store, market) for market in markets]
    report(console, found)
