"""Moments fall on the days of their column's own time zone."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from tacit.market.sources.table import Source, open_source

LATE = datetime(2024, 1, 1, 3, 30)
"""Half past ten in the evening of the day before, in New York."""


def table(zone: str | None) -> Any:
    return pa.table({"at": pa.array([LATE, None], pa.timestamp("us", tz=zone))})


def days(source: Source) -> list[date]:
    return list(source.counts("at"))


@pytest.mark.parametrize(
    ("zone", "day", "told"),
    [
        ("America/New_York", 31, "the time zone America/New_York"),
        ("-05:30", 31, "the time zone GMT-05:30"),
        ("+02:00", 1, "the time zone GMT+02:00"),
        ("UTC", 1, "UTC, as no other time zone is named"),
        ("Nowhere/Land", 1, "UTC, as no other time zone is named"),
    ],
)
def test_a_day_is_one_of_the_columns_own_zone(
    tmp_path: Path, zone: str, day: int, told: str
) -> None:
    pq.write_table(table(zone), tmp_path / "a.parquet")
    pyarrow.feather.write_feather(table(zone), str(tmp_path / "a.feather"))
    for given in (
        table(zone),
        tmp_path / "a.parquet",
        tmp_path / "a.feather",
        tmp_path / "*.parquet",
    ):
        source = open_source(given)
        assert [found.day for found in days(source)] == [day]
        assert source.notes == (f"days in 'at' are those of {told}",)


def test_moments_without_a_zone_are_as_they_are(tmp_path: Path) -> None:
    pq.write_table(table(None), tmp_path / "a.parquet")
    source = open_source(tmp_path / "a.parquet")
    assert days(source) == [date(2024, 1, 1)]
    assert source.notes == ()


def test_a_parquet_file_that_names_no_zone_is_cut_in_utc(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    moment = "SELECT TIMESTAMPTZ '2024-01-01 03:30:00Z' AS at"
    duckdb.sql(f"COPY ({moment}) TO '{path}' (FORMAT parquet)")
    source = open_source(path)
    assert days(source) == [date(2024, 1, 1)]
    assert "UTC" in source.notes[0]


def test_many_columns_are_told_in_short() -> None:
    columns = {f"c{i}": pa.array([LATE], pa.timestamp("us", tz="Asia/Tokyo")) for i in range(8)}
    (note,) = open_source(pa.table(columns)).notes
    assert "'c4' and 3 more" in note
