"""The servers that tests use are real, shared, and gone when nobody uses them any more."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.servers.java import version, wrapped
from tests.helpers.servers.postgres import Postgres
from tests.helpers.servers.shared import ROOT, noted
from tests.helpers.servers.spark import WORKERS, Spark

USE = """
import sys, time
from pathlib import Path
from tests.helpers.servers.shared import shared
with shared("postgres", Path(sys.argv[1])) as notes:
    print(notes["port"], flush=True)
    sys.stdin.read()
"""


def using(folder: Path) -> subprocess.Popen[str]:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-c", USE, str(folder)], cwd=ROOT, **pipes)


@pytest.mark.process
def test_those_who_share_a_server_reach_the_same_until_the_last_is_killed(tmp_path: Path) -> None:
    with using(tmp_path) as one, using(tmp_path) as other:
        assert one.stdout is not None
        assert other.stdout is not None
        assert one.stdout.readline() == other.stdout.readline() != ""
        server = Postgres(**json.loads(noted("postgres", tmp_path).read_text()))
        one.send_signal(signal.SIGKILL)
        one.wait()
        assert server.sql("SELECT 1") == [(1,)]
        other.send_signal(signal.SIGKILL)
    while noted("postgres", tmp_path).exists():
        time.sleep(0.05)


def test_a_wrong_password_is_refused(postgres: Postgres, postgres_database: str) -> None:
    import psycopg

    with psycopg.connect(postgres_database) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("buyer",)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(postgres_database.replace(postgres.password, "wrong"))


def test_a_superuser_sees_and_ends_what_others_do(
    postgres: Postgres, postgres_database: str
) -> None:
    import psycopg

    name = postgres_database.rsplit("/", 1)[1]
    with psycopg.connect(postgres_database) as connection:
        seen = postgres.sql("SELECT pid FROM pg_stat_activity WHERE datname = %s", name)
        assert seen == [(connection.info.backend_pid,)]
        postgres.sql("SELECT pg_terminate_backend(%s)", *seen[0])
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")


def test_spark_works_on_several_machines(spark: Spark, spark_session: Any) -> None:
    context = spark_session.sparkContext
    assert context.master == spark.master
    total = spark_session.range(100_000).selectExpr("sum(id)").collect()[0][0]
    assert total == sum(range(100_000))
    executors = context._jsc.sc().getExecutorMemoryStatus().size()
    assert executors <= WORKERS + 1


CONNECT = """
import sys
import numpy as np
from pyspark.sql import SparkSession
import ibis
from tests.helpers.engines import moved
from tests.helpers.markets import of_four_cells
session = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
market = of_four_cells()
kept = moved(market, ibis.pyspark.connect(session=session), memory=0)
box = market.intent({"sex": ["F"], "race": ["A"]})
assert kept.mass(box) == market.mass(box)
assert kept.growth(box).frontier.spend.tolist() == market.growth(box).frontier.spend.tolist()
kept.cube.close()
session.stop()
print("the same")
"""


def test_cells_may_stay_behind_spark_connect(spark_connect: str) -> None:
    command = [sys.executable, "-c", CONNECT, spark_connect]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "the same\n", done.stderr


@pytest.mark.process
def test_a_java_is_wrapped_so_that_it_is_not_asked_for_what_it_lacks(tmp_path: Path) -> None:
    java = Path(sys.executable)  # stands for a Java: it shows what it was called with
    home = wrapped(java, tmp_path / "java")
    shows = [
        "-c",
        "import sys; print(sys.argv[1:])",
        "--add-modules=jdk.incubator.vector",
        "-x",
        "a b",
    ]
    said = subprocess.run([home / "bin" / "java", *shows], capture_output=True, text=True)
    assert said.stdout.strip() == "['-x', 'a b']"
    assert version(tmp_path / "none") == 0
