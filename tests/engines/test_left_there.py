"""Markets whose cells stay in the engine, opened as a user does: the same answers as in memory."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tacit
from tacit.errors import CostError, MarketFileError, MissingValues, SettingError, TableError
from tacit.intents.box import Box
from tacit.market.in_engine import EngineCube
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tests.conftest import PAPER_INTENT
from tests.engines.adult import into_sqlite, place, recipe
from tests.helpers.command_line import Run
from tests.helpers.servers.postgres import Postgres

DIMENSIONS = list(recipe().dimensions)


def require_the_same(market: Any, known: Any, want: Any, limit: float = 0.3) -> None:
    assert isinstance(market.cube, EngineCube)
    assert market.total == known.total
    assert market.filled == known.filled
    mine, its = (m.cells(Box.everything(m.space)) for m in (known, market))
    assert np.array_equal(mine.codes, its.codes)
    assert np.array_equal(mine.records, its.records)
    assert np.array_equal(mine.spend, its.spend)
    for method, more in (("greedy", {"against": "em-f"}), ("sealed", {"seed": 5})):
        found, right = (
            tacit.protect(m, m.intent(want), limit=limit, method=method, **more).to_json()
            for m in (market, known)
        )
        assert found["published"] == right["published"]
        assert found["attackers"] == right["attackers"]


def test_adult_stays_in_sqlite(tmp_path: Path) -> None:
    into_sqlite(tmp_path / "adult.db")
    there = tacit.load(
        f"sqlite:///{tmp_path}/adult.db", table="complete", dimensions=DIMENSIONS, in_engine=True
    )
    require_the_same(there, tacit.load("adult"), PAPER_INTENT)
    there.cube.close()


def test_adult_stays_in_postgresql(postgres: Postgres, database: str) -> None:
    uri = place(database)
    more: dict[str, Any] = {"password": uri.password, "dimensions": DIMENSIONS, "in_engine": True}
    there = tacit.load(uri.uri, table="complete", **more)
    require_the_same(there, tacit.load("adult"), PAPER_INTENT)
    name = database.rpartition("/")[2]
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    assert postgres.sql(asked, name) == [(1,)]
    there.cube.close()
    assert postgres.sql(asked, name) == [(0,)]


def test_adult_stays_in_spark(spark_session: Any) -> None:
    from tests.engines.adult import complete

    spark_session.createDataFrame(complete().to_pandas()).createOrReplaceTempView("complete")
    master = spark_session.sparkContext.master
    there = tacit.load(master, table="complete", dimensions=DIMENSIONS, in_engine=True)
    require_the_same(there, tacit.load("adult"), PAPER_INTENT)
    there.cube.close()


@pytest.fixture
def shop(tmp_path: Path) -> str:
    """People with prices, counts and gaps."""
    rng = np.random.default_rng(7)
    rows = [
        (
            ["red", "blue", "green", None][int(rng.integers(0, 4))],
            int(rng.integers(18, 80)),
            round(float(rng.uniform(1, 9)), 2),
            int(rng.integers(1, 4)),
        )
        for _ in range(2_000)
    ]
    with closing(sqlite3.connect(tmp_path / "shop.db")) as connection, connection:
        connection.execute("CREATE TABLE people (team TEXT, age INTEGER, price REAL, n INTEGER)")
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
    return f"sqlite:///{tmp_path}/shop.db"


AGE = Numeric.binned("age", [30, 45, 60], closed="left")
TEAM = Nominal("team", ("red", "blue", "green", "(none)"), missing="(none)")
OTHER = Nominal("team", ("red", "(other)", "(none)"), other="(other)", missing="(none)")
THREE = Nominal("team", ("red", "blue", "green"))


@pytest.mark.parametrize(
    "how",
    [
        {"dimensions": [TEAM, AGE], "missing": "keep"},
        {"dimensions": [OTHER, AGE], "missing": "keep"},
        {"dimensions": [THREE, AGE], "missing": "drop"},
        {"dimensions": [TEAM, AGE], "missing": "keep", "cost": 2.5},
        {"dimensions": [TEAM, AGE], "missing": "keep", "cost": "price"},
        {"dimensions": [TEAM, AGE], "missing": "keep", "cost": "price", "count": "n"},
    ],
    ids=str,
)
def test_costs_counts_and_gaps_are_as_in_memory(how: dict[str, Any], shop: str) -> None:
    known = tacit.load(shop, table="people", **how)
    there = tacit.load(shop, table="people", in_engine=True, **how)
    require_the_same(there, known, {"team": ["red"]}, 0.6)
    assert there.rule == known.rule
    assert there.money_tick == known.money_tick
    assert "its log may show" in there.notes[-1]


@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ({"dimensions": [THREE, AGE]}, MissingValues, "team"),
        ({"dimensions": [Nominal("team", ("red", "blue")), AGE]}, MarketFileError, "does not list"),
        ({"dimensions": [AGE], "cost": {"base": 1}}, SettingError, "a cost of its own"),
        ({"dimensions": [Numeric.binned("team", [1])]}, TableError, "a query that casts it"),
    ],
)
def test_what_can_not_be_worked_out_there_is_told(
    how: dict[str, Any], kind: type[Exception], words: str, shop: str
) -> None:
    with pytest.raises(kind, match=words):
        tacit.load(shop, table="people", in_engine=True, **how)


def test_negative_costs_are_refused(shop: str) -> None:
    query = "SELECT team, age, -price AS price FROM people"
    with pytest.raises(CostError, match="negative"):
        tacit.load(shop, query=query, dimensions=[AGE], cost="price", in_engine=True)


def test_a_file_has_no_engine_for_cells_to_stay_in(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\nx,1\ny,2\n")
    with pytest.raises(SettingError, match="a database or Spark"):
        tacit.load(tmp_path / "a.csv", in_engine=True)


def test_cells_that_do_not_fit_are_refused_with_a_way_out(
    shop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tacit.market.sources.engines import asking

    monkeypatch.setattr(asking, "PER_NUMBER", 2**28)
    with pytest.raises(TableError, match=r"do not fit into memory.*--in-engine"):
        tacit.load(shop, table="people", dimensions=[TEAM, AGE], missing="keep", memory="300MB")


def test_on_the_command_line(run: Run, want: Any, shop: str, tmp_path: Path) -> None:
    given = (shop, "--table", "people", "--dimensions", "team,age", "--want", want({"team": "red"}))
    done = run("protect", *given, "--in-engine", "--keep", "kept.json", "--limit", "0.5")
    assert done.returncode == 0, done.stderr
    assert "cells stay in the engine, as was said" in done.stderr
    here = run("protect", *given, "--keep", "here.json", "--limit", "0.5")
    assert (tmp_path / "kept.json").read_text() == (tmp_path / "here.json").read_text()
    assert here.stdout == done.stdout
