"""What is asked of a table in an engine, by hand on five rows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import tacit
from tacit.errors import TableError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.opening import open_engine_table
from tacit.market.sources.questions import Measured, Summary
from tacit.space.numeric import Numeric
from tests.unit.market.sources.engines.shared import people


def test_what_columns_hold(tmp_path: Path) -> None:
    with people(tmp_path) as table:
        assert table.kinds == {
            "team": "text",
            "age": "integer",
            "paid": "number",
            "day": "text",
            "code": "text",
            "n": "integer",
        }
        assert table.rows == 5
        assert table.summaries(["team", "age"], ["age"]) == {
            "team": Summary(4, 0, 0.0),
            "age": Summary(4, 3, 0.0),
        }
        assert table.filled("team") == 3


def test_values_are_counted_in_their_order(tmp_path: Path) -> None:
    with people(tmp_path) as table:
        assert table.counts("team") == {" blue ": 1, "NA": 1, "red": 2}
        assert list(table.counts("age").items()) == [(20, 2), (35, 1), (61, 1)]
        assert table.counts("age", as_text=True) == {"20": 2, "35": 1, "61": 1}


def test_numbers_are_measured_and_cut_into_equal_shares(tmp_path: Path) -> None:
    with people(tmp_path) as table:
        assert table.measured("paid", "number", None) == Measured(4, 1.5, 4.0, False, 4)
        assert table.measured("age", "number", None) == Measured(4, 20, 61, True, 3)
        assert table.distinct("age", None) == 3
        assert table.points("paid", None, 4, []) == [2.0, 3.25, 4.0]
        assert table.points("paid", None, 2, [1.5, 2.0]) == [4.0]
        assert table.points("paid", None, 2, [1.5, 2.0, 3.25, 4.0]) == []


def test_texts_and_how_they_begin(tmp_path: Path) -> None:
    with people(tmp_path) as table:
        assert table.heads("code", range(1, 4)) == [2, 3, 3]
        assert sorted(table.texts("code", 2)) == ["01", "02", "NA"]
        assert table.texts("code", None, 1) == ["0171"]
        assert table.text_counts("team", 10) == {"blue": 1, "red": 2}
        assert table.misfits("day", None, 5) == []  # type: ignore[arg-type]
        assert not table.has_leading_zeros("code")


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with people(tmp_path):
        pass
    place = Place(f"sqlite:///{tmp_path}/shop.db", query="SELECT * FROM people WHERE n > 9")
    with pytest.raises(TableError, match="the query has no rows"):
        open_engine_table(place)


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    with people(tmp_path):
        pass
    place = Place(f"sqlite:///{tmp_path}/shop.db", "people")
    table = open_engine_table(place, lambda progress: told.append(progress.phase))
    table.begin("counting cells")
    table.close()
    assert told == ["asking the engine", "counting cells"]


def test_a_column_of_sqlite_may_hold_anything(tmp_path: Path) -> None:
    """What is no number among numbers is missing; days may be declared as such; one half among whole ones."""
    values = [(i % 5, f"2024-01-{1 + i % 28:02}", i % 3) for i in range(60)]
    values += [("many", "2024-02-01", 1), ("", None, 2), (2.5, "2024-02-02", "n.a.")]
    with closing(sqlite3.connect(tmp_path / "odd.db")) as connection, connection:
        connection.execute("CREATE TABLE t (n INTEGER, day DATE, x)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", reversed(values))
    market = tacit.load(f"sqlite:///{tmp_path}/odd.db", table="t")
    found = dict(zip(market.space.dimensions[0].values, market.records_by_value("n"), strict=True))
    assert found == {0: 12, 1: 12, 2: 12, 2.5: 1, 3: 12, 4: 12, "(missing)": 2}
    assert sum(market.records_by_value("day")) == 63
    bins = [Numeric.binned("n", [1, 3], closed="left", missing="(none)")]
    there = tacit.load(f"sqlite:///{tmp_path}/odd.db", table="t", dimensions=bins, missing="keep")
    assert there.records_by_value("n") == [12, 25, 24, 2]


def test_a_table_of_ibis_may_be_bound_to_its_thread(tmp_path: Path) -> None:
    import ibis

    engine = ibis.sqlite.connect(tmp_path / "shop.db")
    engine.raw_sql(
        "CREATE TABLE t AS SELECT value % 3 AS n FROM (SELECT 1 AS value UNION SELECT 2)"
    )
    assert tacit.load(engine.table("t")).total.records == 2
    engine.disconnect()
