"""The same question about Adult, wherever the table is: one market, one post, the same numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.csv as csv
import pyarrow.parquet as pq
import pytest

import tacit
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.engines.address import Place
from tests.conftest import PAPER_INTENT
from tests.engines.adult import (
    complete,
    into_duckdb,
    into_sqlite,
    market_file,
    place,
    recipe,
    rows,
)
from tests.helpers.servers.postgres import Postgres


def frame(made: Any, **more: Any) -> Market:
    return tacit.load(made, dimensions=list(recipe().dimensions), **more)


def from_csv(folder: Path, _: str) -> Market:
    csv.write_csv(complete(), folder / "adult.csv")
    return frame(folder / "adult.csv")


def from_parquet(folder: Path, _: str) -> Market:
    pq.write_table(complete(), folder / "adult.parquet")
    return frame(folder / "adult.parquet")


def from_duckdb(folder: Path, _: str) -> Market:
    into_duckdb(folder / "adult.duckdb")
    where = Place("duckdb:///adult.duckdb", "adult")
    return tacit.load(market_file(folder, "duckdb", place=where))


def from_sqlite(folder: Path, _: str) -> Market:
    into_sqlite(folder / "adult.db")
    where = Place("sqlite:///adult.db", "adult")
    return tacit.load(market_file(folder, "sqlite", place=where))


def from_postgresql(folder: Path, uri: str) -> Market:
    there = place(uri)
    path = market_file(folder, "postgresql", place=there)
    assert str(there.password) not in path.read_text()
    return tacit.load(path, password=there.password)


def from_a_query(folder: Path, uri: str) -> Market:
    there = place(uri, query="SELECT * FROM public.complete WHERE age % 2 IN (0, 1);")
    return frame(there.uri, query=there.query, password=there.password)


def from_ibis(folder: Path, _: str) -> Market:
    import ibis

    into_sqlite(folder / "adult.db")
    with closing(sqlite3.connect(folder / "adult.db", check_same_thread=False)) as connection:
        return frame(ibis.sqlite.from_connection(connection).table("complete"))


def from_sqlalchemy(folder: Path, uri: str) -> Market:
    from sqlalchemy import create_engine

    engine = create_engine(uri.replace("postgresql://", "postgresql+psycopg://"))
    try:
        return frame(engine, table="complete")
    finally:
        engine.dispose()


def from_adbc(folder: Path, uri: str) -> Market:
    from adbc_driver_postgresql import dbapi

    with dbapi.connect(uri) as connection:
        return frame(connection, table="complete")


WAYS: dict[str, Callable[[Path, str], Market]] = {
    "csv": from_csv,
    "parquet": from_parquet,
    "pandas": lambda *_: frame(complete().to_pandas()),
    "polars": lambda *_: frame(pl.from_arrow(complete())),
    "arrow": lambda *_: frame(complete()),
    "duckdb": from_duckdb,
    "sqlite": from_sqlite,
    "ibis": from_ibis,
    "postgresql": from_postgresql,
    "query": from_a_query,
    "sqlalchemy": from_sqlalchemy,
    "adbc": from_adbc,
}


def require_the_same(market: Market) -> None:
    """What is read from elsewhere is the built-in Adult; so posts and numbers are the same."""
    adult = tacit.load("adult")
    mine, its = (m.cells(Box.everything(m.space)) for m in (adult, market))
    assert market.space == adult.space
    assert np.array_equal(mine.codes, its.codes)
    assert np.array_equal(mine.records, its.records)
    assert market.total == adult.total
    for method, more in (("greedy", {"against": "em-f"}), ("sealed", {"seed": 5})):
        found, known = (
            tacit.protect(m, m.intent(PAPER_INTENT), method=method, **more).to_json()
            for m in (market, adult)
        )
        for told in (found, known):
            told.pop("market", None)
        assert found == known


@pytest.mark.parametrize("way", WAYS)
def test_one_answer_from_everywhere(way: str, tmp_path: Path, database: str) -> None:
    require_the_same(WAYS[way](tmp_path, database))


def test_one_answer_from_spark(spark_session: Any, tmp_path: Path) -> None:
    """From a master with two workers, as a table of its catalogue and as a table of Ibis."""
    import ibis

    spark_session.createDataFrame(rows().to_pandas()).createOrReplaceTempView("adult")
    spark_session.createDataFrame(complete().to_pandas()).createOrReplaceTempView("complete")
    where = Place(spark_session.sparkContext.master, "adult")
    require_the_same(tacit.load(market_file(tmp_path, "spark", place=where)))
    require_the_same(frame(ibis.pyspark.connect(spark_session).table("complete")))


def test_nothing_is_left_open(postgres: Postgres, database: str, tmp_path: Path) -> None:
    for way in ("postgresql", "query", "sqlalchemy", "adbc"):
        WAYS[way](tmp_path, database)
    name = database.rpartition("/")[2]
    left = postgres.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", name)
    assert left == [(0,)]
