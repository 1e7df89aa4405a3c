"""PostgreSQL for real: read only, bounded in time, stopped for good, and silent about secrets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import tacit
from tacit.errors import MarketFileError, TableError
from tacit.market.sources.engines.connecting import open_engine
from tests.engines.adult import into_postgresql, market_file, place, without_password
from tests.helpers.command_line import environment
from tests.helpers.servers.postgres import Postgres

SLEEPS = "SELECT 'a' AS team, pg_sleep(60)::text AS slept"


def working(postgres: Postgres, uri: str) -> int:
    """How many questions of others the server is working on in a database."""
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND state = 'active'"
    return int(postgres.sql(asked, uri.rpartition("/")[2])[0][0])


def until(found: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.02)


def load(uri: str, **more: Any) -> Any:
    there = place(uri)
    return tacit.load(there.uri, password=there.password, **more)


def test_nothing_can_be_written(database: str) -> None:
    engine = open_engine(place(database))
    with pytest.raises(TableError, match="read-only transaction"):
        engine.waited_for(lambda: engine.backend.con.execute("CREATE TABLE mine (a int)"))
    engine.close()


def test_what_takes_too_long_is_withdrawn(postgres: Postgres, database: str) -> None:
    with pytest.raises(TableError, match="--timeout"):
        load(database, query=SLEEPS, timeout=0.5)
    until(lambda: not working(postgres, database))


def test_who_listens_can_stop_it(postgres: Postgres, database: str) -> None:
    def stop(progress: object) -> None:
        if working(postgres, database):
            raise tacit.Cancelled(progress)

    with pytest.raises(tacit.Cancelled):
        load(database, query=SLEEPS, progress=stop)
    until(lambda: not working(postgres, database))


def test_a_session_that_is_ended_by_others_is_told(postgres: Postgres, database: str) -> None:
    def end() -> None:
        until(lambda: working(postgres, database) == 1)
        name = database.rpartition("/")[2]
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        postgres.sql(f"{ended} AND state = 'active'", name)

    thread = Thread(target=end)
    thread.start()
    with pytest.raises(TableError, match="ended the session"):
        load(database, query=SLEEPS)
    thread.join()


def test_ctrl_c_stops_the_question_in_the_engine(
    postgres: Postgres, database: str, tmp_path: Path
) -> None:
    there = place(database)
    (tmp_path / "slow.sql").write_text(SLEEPS)
    process = subprocess.Popen(
        [sys.executable, "-m", "tacit", "describe", there.uri, "--query", "slow.sql"],
        cwd=tmp_path,
        env={**environment(), "TACIT_DB_PASSWORD": str(there.password)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: working(postgres, database) == 1, 60)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == "tacit: stopped.\n"
    until(lambda: not working(postgres, database), 1.5)  # well before the server looks by itself
    assert os.listdir(tmp_path) == ["slow.sql"]


def test_messages_say_what_to_do_and_nothing_secret(postgres: Postgres, database: str) -> None:
    host = without_password(database).rpartition("/")[0]
    cases = {
        "not accepted": {"data": f"{host}/postgres", "password": "zq-wrong-canary"},
        "no such database": {"data": f"{host}/nowhere", "password": postgres.password},
        "could not be made": {"data": "postgresql://buyer@127.0.0.1:1/shop"},
        "there is no table 'adlt'. Did you mean 'adult'?": {"table": "adlt"},
        "a column is not there": {"table": None, "query": "SELECT aeg FROM adult"},
        "may not read": {"table": None, "query": "SELECT * FROM pg_authid"},
    }
    for words, more in cases.items():
        told: dict[str, Any] = {"data": without_password(database), "table": "adult"}
        told |= {"password": postgres.password, **more}
        with pytest.raises(TableError) as caught:
            tacit.load(told.pop("data"), **told)
        assert words in str(caught.value)
        for secret in ("canary", postgres.password):
            assert secret not in repr(caught.value)
            assert caught.value.__context__ is None


def test_a_password_comes_from_the_environment_or_a_service_file(
    postgres: Postgres, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = place(database)
    monkeypatch.setenv("TACIT_DB_PASSWORD", str(there.password))
    assert tacit.load(there.uri, table="complete", dimensions=["sex"]).total.records == 30162
    monkeypatch.delenv("TACIT_DB_PASSWORD")
    monkeypatch.setenv("PGPASSWORD", str(there.password))
    assert tacit.load(there.uri, table="complete", dimensions=["sex"]).total.records == 30162
    monkeypatch.delenv("PGPASSWORD")
    name = database.rpartition("/")[2]
    login = f"host=127.0.0.1\nport={postgres.port}\nuser=buyer\npassword={there.password}\n"
    (tmp_path / "services").write_text(f"[shop]\n{login}dbname={name}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    served = tacit.load("postgresql:///?service=shop", table="complete", dimensions=["sex"])
    assert served.total.records == 30162


def test_a_schema_that_changed_is_told(postgres: Postgres, tmp_path: Path) -> None:
    with postgres.database() as uri:
        into_postgresql(uri)
        there = place(uri)
        path = market_file(tmp_path, "adult", place=there)
        assert tacit.load(path, password=there.password).total.records == 30162
        name = uri.rpartition("/")[2]
        postgres.sql("ALTER TABLE adult ALTER age TYPE text", database=name)
        assert tacit.load(path, password=there.password).total.records == 30162  # numbers as text
        postgres.sql("UPDATE adult SET race = 'Martian' WHERE race = 'Other'", database=name)
        with pytest.raises(MarketFileError, match=r"'race' holds 1 values .* does not list"):
            tacit.load(path, password=there.password)
        postgres.sql("ALTER TABLE adult RENAME race TO origin", database=name)
        with pytest.raises(TableError, match="has no column 'race'"):
            tacit.load(path, password=there.password)
        left = postgres.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", name)
        assert left == [(0,)]


def test_types_of_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    """Numbers that are none, money, single floats, padded and enumerated names, days in a zone."""
    with postgres.database() as uri:
        name = uri.rpartition("/")[2]
        postgres.sql("CREATE TYPE mood AS ENUM ('sad', 'ok')", database=name)
        postgres.sql(
            "CREATE TABLE things AS SELECT (ARRAY['sad', 'ok'])[1 + i % 2]::mood AS mood, "
            "(ARRAY[19.99, 5.5])[1 + i % 2]::real AS single, (i % 7 * 1.25)::numeric(9, 2) AS money, "
            "CASE WHEN i % 10 = 0 THEN 'NaN'::float8 ELSE i % 90 END AS d, "
            "(ARRAY['x', ' y '])[1 + i % 2]::char(5) AS padded, i % 3 = 0 AS flag, "
            "TIMESTAMPTZ '2024-01-01 23:30-05' + i * INTERVAL '1 month' AS at, "
            "ARRAY[i] AS many, gen_random_uuid() AS id FROM generate_series(1, 200) AS g(i)",
            database=name,
        )
        postgres.sql("GRANT SELECT ON things TO buyer", database=name)
        market = load(uri, table="things")
    found = {d.name: [str(value) for value in d.values] for d in market.space}
    assert found["mood"] == ["ok", "sad"]
    assert found["single"] == ["5.5", "19.99"]
    assert found["padded"] == ["x", "y"]
    assert found["flag"] == ["False", "True"]
    assert found["d"][-1] == "(missing)"
    assert market.records_by_value("d")[-1] == 20
    assert set(found) == {"mood", "single", "money", "d", "padded", "flag", "at"}
    assert market.total.records == 200


def test_the_want_is_never_sent(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked for, the engine hears the same questions; ranges that cut bins too."""
    from tacit.market.sources.engines.engine import RowEngine

    asked: list[str] = []
    real = RowEngine.run

    def noted(self: RowEngine, question: Any) -> Any:
        asked.append(str(self.backend.compile(question.as_table())))
        return real(self, question)

    monkeypatch.setattr(RowEngine, "run", noted)
    heard = []
    for age in (37, 53):
        asked.clear()
        market = load(database, table="complete", dimensions=["age", "race", "sex"])
        want = market.intent(f"age > {age} AND race = 'Black'")
        assert want.widened
        assert market.matching(want) is None
        result = tacit.protect(market, want, seed=1)
        tacit.audit(market, want, result)
        heard.append(list(asked))
    assert heard[0] == heard[1]


def test_sessions_of_others_stay_as_they_were(postgres: Postgres) -> None:
    """A pool is not given a session that can't write, and an open connection goes on as it was."""
    from sqlalchemy import create_engine, text

    with postgres.database() as uri:
        into_postgresql(uri)
        pool = create_engine(uri.replace("postgresql://", "postgresql+psycopg://"))
        found = tacit.load(pool, table="complete", dimensions=["sex"])
        with pool.begin() as connection:
            connection.execute(text("CREATE TABLE mine (a int)"))
            again = tacit.load(connection, table="complete", dimensions=["sex"])
            connection.execute(text("INSERT INTO mine VALUES (1)"))
        assert found.total == again.total
        with pool.connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM mine")).scalar() == 1
        pool.dispose()
