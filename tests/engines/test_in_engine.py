"""Markets that stay in an engine answer as those in memory do, on every engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import tacit
from tacit.errors import EngineFailed, TableError
from tacit.intents.box import Box
from tacit.market.fingerprint import fingerprint
from tacit.market.in_engine import EngineCube
from tacit.market.keeping import keep_in_engine
from tacit.market.market import Market
from tacit.market.sources.engines.engine import RowEngine
from tests.conftest import PAPER_INTENT
from tests.helpers.engines import connected, moved, stored, with_memory
from tests.helpers.servers.postgres import Postgres
from tests.helpers.walking import many_cells, some_box, walked

STEPS = 6
SHAPE = (20, 12, 30, 8, 25, 10)


@pytest.fixture(scope="module")
def adult() -> Market:
    return tacit.load("adult")


@pytest.fixture(scope="module")
def large() -> Market:
    return many_cells(100_000, SHAPE)


class OnAnEngine:
    """What holds on every engine; `engine` says which, and `tables` how to list its tables."""

    tables: str

    @pytest.fixture
    def engine(self) -> Any:
        raise NotImplementedError

    def test_greedy_takes_the_same_steps_on_adult(self, engine: Any, adult: Market) -> None:
        asked = moved(adult, engine, memory=0)
        want = adult.intent(PAPER_INTENT)
        assert walked(asked, want, STEPS) == walked(adult, want, STEPS)
        for memory in (0, 2**20):
            again = with_memory(asked, memory)
            post = tacit.protect(again, want, method="greedy", against="em-f,em-fc")
            same = tacit.protect(adult, want, method="greedy", against="em-f,em-fc")
            assert (post.published, post.mass, post.steps) == (
                same.published,
                same.mass,
                same.steps,
            )
        self.left_nothing(engine, asked)

    def test_greedy_takes_the_same_steps_on_many_cells(self, engine: Any, large: Market) -> None:
        asked, box = moved(large, engine, memory=0), some_box(large)
        cube = asked.cube
        assert isinstance(cube, EngineCube)
        assert cube.questions.asked == 1
        assert walked(asked, box, STEPS) == walked(large, box, STEPS)
        assert cube.questions.asked == 1 + STEPS
        assert (asked.peak(box), asked.total, asked.filled) == (
            large.peak(box),
            large.total,
            large.filled,
        )
        assert cube.questions.asked == 1 + STEPS + 1
        self.left_nothing(engine, asked)

    def test_who_wants_few_dimensions_asks_once_and_tells_no_value(
        self, engine: Any, large: Market
    ) -> None:
        asked = moved(large, engine, memory=2**20)
        cube = asked.cube
        assert isinstance(cube, EngineCube)
        assert not cube.fits
        want = large.intent({"x0": ["v3"], "x3": ["v1", "v2"]})
        post = tacit.protect(asked, want, method="greedy", against="em-f", limit=0.0001)
        same = tacit.protect(large, want, method="greedy", against="em-f", limit=0.0001)
        assert (post.published, post.mass, post.steps) == (same.published, same.mass, same.steps)
        assert post.steps > 1
        assert (cube.questions.asked, cube.questions.with_values) == (2, 0)
        assert asked.records_by_value("x4") == large.records_by_value("x4")
        assert fingerprint(asked) == fingerprint(replace(asked)) != fingerprint(large)
        self.left_nothing(engine, asked)

    def left_nothing(self, engine: Any, market: Market) -> None:
        """Whoever is done leaves no table, and is told so when asking on."""
        assert isinstance(market.cube, EngineCube)
        market.cube.close()
        market.cube.close()
        found = engine.raw_sql(self.tables)
        rows = found.collect() if hasattr(found, "collect") else found.fetchall()
        assert not [row for row in rows if any("tacit" in str(name) for name in row)]
        with pytest.raises((EngineFailed, TableError)):
            market.cube.checksum()


class TestDuckDB(OnAnEngine):
    tables = "SELECT table_name FROM duckdb_tables()"

    @pytest.fixture
    def engine(self) -> Iterator[Any]:
        with connected("duckdb") as engine:
            yield engine


class TestSQLite(OnAnEngine):
    tables = "SELECT name FROM sqlite_temp_master"

    @pytest.fixture
    def engine(self) -> Iterator[Any]:
        with connected("sqlite") as engine:
            yield engine


class TestPostgres(OnAnEngine):
    tables = "SELECT relname FROM pg_class"

    @pytest.fixture
    def engine(self, postgres: Postgres, postgres_database: str) -> Iterator[Any]:
        who = {"host": "127.0.0.1", "port": postgres.port, "user": "buyer"}
        database = postgres_database.rsplit("/", 1)[1]
        with connected("postgres", **who, password=postgres.password, database=database) as engine:
            yield engine

    def test_it_may_be_asked_through_someone_who_watches(self, engine: Any, adult: Market) -> None:
        watcher = RowEngine(engine, stop=engine.con.cancel)
        table = stored(engine, adult.cells(Box.everything(adult.space)))
        kept = keep_in_engine(table, adult.space, memory=0, through=watcher)
        want = adult.intent(PAPER_INTENT)
        assert walked(kept, want, 2) == walked(adult, want, 2)
        assert watcher.asked == 3
        self.left_nothing(engine, kept)

    def test_a_lost_connection_is_told_without_what_was_asked(
        self, engine: Any, postgres: Postgres, adult: Market
    ) -> None:
        asked = moved(adult, engine, memory=0)
        postgres.sql("SELECT pg_terminate_backend(%s)", engine.con.info.backend_pid)
        with pytest.raises(EngineFailed, match="did not answer a query") as told:
            tacit.protect(asked, PAPER_INTENT, method="greedy", against="em-f")
        assert told.value.__cause__ is told.value.__context__ is None


class TestSpark(OnAnEngine):
    tables = "SHOW TABLES"

    @pytest.fixture
    def engine(self, spark_session: Any) -> Any:
        import ibis

        return ibis.pyspark.connect(session=spark_session)
