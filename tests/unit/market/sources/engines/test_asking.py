"""What is asked of a table in an engine, by hand on five rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import TableError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.opening import open_engine_table
from tacit.market.sources.questions import Measured, Summary
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
