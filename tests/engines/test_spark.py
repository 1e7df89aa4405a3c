"""Spark for real: what takes too long is stopped on the workers, and what is wrong is told."""

from __future__ import annotations

import time
from typing import Any

import pytest

import tacit
from tacit.errors import TableError

ENDLESS = "SELECT CAST(id % 7 AS STRING) AS team, max(id % 5) AS s FROM range(0, 4000000000000) GROUP BY 1"


def test_what_takes_too_long_is_stopped_on_the_workers(spark_session: Any) -> None:
    master = spark_session.sparkContext.master
    with pytest.raises(TableError, match="--timeout"):
        tacit.load(master, query=ENDLESS, timeout=4)
    tracker = spark_session.sparkContext.statusTracker()
    end = time.monotonic() + 20
    while tracker.getActiveJobsIds():
        assert time.monotonic() < end, "a job goes on for nobody"
        time.sleep(0.05)


def test_what_is_wrong_is_told(spark_session: Any) -> None:
    master = spark_session.sparkContext.master
    with pytest.raises(TableError, match="'nowhere'"):
        tacit.load(master, table="nowhere")
    with pytest.raises(TableError, match="a column is not there"):
        tacit.load(master, query="SELECT nothing FROM range(5)")


def test_files_of_spark_are_tables_of_a_query(spark_session: Any, tmp_path: Any) -> None:
    """As wide as the workers see it; here they share our disk."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = {"team": ["a", "b", "b"] * 40, "age": [20, 30, None] * 40, "paid": [1.5, 2.25, 0.5] * 40}
    pq.write_table(pa.table(rows), tmp_path / "people.parquet")
    master = spark_session.sparkContext.master
    query = f"SELECT * FROM parquet.`{tmp_path}/people.parquet`"
    there = tacit.load(master, query=query, cost="paid")
    here = tacit.load(tmp_path / "people.parquet", cost="paid")
    assert there.total == here.total
    assert [d.values for d in there.space] == [d.values for d in here.space]
