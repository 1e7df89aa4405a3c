"""Opening tables of every kind, and refusing what is none."""

from __future__ import annotations

import gc
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tacit._progress import Progress
from tacit.errors import MixedTypes, TableError
from tacit.market.sources.bounds import Bounds
from tacit.market.sources.table import open_source
from tacit.market.sources.written import Written
from tests.helpers.tables import PLAIN, ROWS, rows_of, written

PLAIN_AS = {"number": Written.named("plain"), "date": Written.named("2025-12-31")}


def kind_of(table: Any, column: str = "a") -> str:
    return open_source(table).kind(column)


def test_a_name_that_looks_like_a_pattern_means_one_file(tmp_path: Path) -> None:
    written(tmp_path, PLAIN, "data1.csv")
    assert open_source(written(tmp_path, PLAIN, "data*.csv")).rows == 3
    pq.write_table(pa.table({"a": [1]}), tmp_path / "b1.parquet")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "b?.parquet")
    assert open_source(tmp_path / "b?.parquet").rows == 1


def test_a_path_may_be_text(tmp_path: Path) -> None:
    assert rows_of(str(written(tmp_path, PLAIN))) == ROWS


@pytest.mark.parametrize(
    "mark", ["", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "#N/A", " ? "]
)
def test_marks_of_missing_values_are_known(tmp_path: Path, mark: str) -> None:
    assert rows_of(written(tmp_path, f"a,b\n{mark},y\nz,w\n"))[0] == (None, "y")


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pd.Series(["x", "y"]), "text"),
        (pd.Series(pd.Categorical(["x", "y"])), "text"),
        (pd.Series(pd.Categorical([3, 1])), "integer"),
        (pd.Series([True, False]), "bool"),
        (pd.Series([1, 2], dtype="int8"), "integer"),
        (pd.Series([1, None], dtype="Int64"), "integer"),
        (pd.Series([1.0, 2.0]), "number"),
        (pd.Series([Decimal("1.5"), Decimal("2")]), "number"),
        (pd.Series([date(2020, 1, 1), date(2020, 1, 2)]), "date"),
        (pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"])), "date"),
        (pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"], utc=True)), "date"),
        (pd.Series([timedelta(1), timedelta(2)]), "other"),
        (pd.Series([[1], [2]]), "other"),
        (pd.Series([{"k": 1}, {"k": 2}]), "other"),
    ],
)
def test_the_kind_of_a_pandas_column_is_known(column: Any, kind: str) -> None:
    assert kind_of(pd.DataFrame({"a": column})) == kind


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pl.Series(["x", "y"], dtype=pl.Categorical), "text"),
        (pl.Series(["x", "y"], dtype=pl.Enum(["y", "x"])), "text"),
        (pl.Series([1, 2], dtype=pl.UInt8), "integer"),
        (pl.Series([1, 2**64 - 1], dtype=pl.UInt64), "integer"),
        (pl.Series([Decimal("1.5"), Decimal("2")]), "number"),
        (pl.Series([1.5, 2], dtype=pl.Float32), "number"),
        (pl.Series([date(2020, 1, 1), date(2020, 1, 2)]), "date"),
        (pl.Series([datetime(2020, 1, 1), datetime(2020, 1, 2)]), "date"),
        (pl.Series([True, False]), "bool"),
        (pl.Series([b"a", b"b"]), "other"),
        (pl.Series([None, None]), "other"),
    ],
)
def test_the_kind_of_a_polars_column_is_known(column: Any, kind: str) -> None:
    assert kind_of(pl.DataFrame({"a": column})) == kind


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(ROWS, columns=["sex", "job"]),
        pl.DataFrame(ROWS, schema=["sex", "job"], orient="row"),
        pl.DataFrame(ROWS, schema=["sex", "job"], orient="row").lazy(),
        pa.table({"sex": ["F", "M", "F"], "job": ["nurse", "cook", "cook"]}),
        pa.RecordBatch.from_pydict({"sex": ["F", "M", "F"], "job": ["nurse", "cook", "cook"]}),
        {"sex": ["F", "M", "F"], "job": ["nurse", "cook", "cook"]},
    ],
    ids=["pandas", "polars", "lazy", "arrow", "batch", "dict"],
)
def test_frames_are_read_alike(frame: Any) -> None:
    assert rows_of(frame) == ROWS


@pytest.mark.parametrize("name", ["a.parquet", "a.pq", "a"])
def test_parquet_is_known_by_its_content(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    pq.write_table(pa.table({"sex": ["F", "M", "F"], "job": ["nurse", "cook", "cook"]}), path)
    assert rows_of(path) == ROWS


def test_text_in_frames_is_trimmed_and_its_marks_are_missing() -> None:
    assert rows_of(pd.DataFrame({"a": [" x ", "?", None]})) == [("x",), (None,), (None,)]


def test_numbers_that_are_none_are_missing() -> None:
    frame = pd.DataFrame({"a": [1.5, float("nan"), float("inf"), float("-inf")]})
    assert rows_of(frame) == [(1.5,), (None,), (None,), (None,)]


def test_single_floats_are_taken_as_written() -> None:
    assert rows_of(pa.table({"a": pa.array([19.99, 0.1], pa.float32())})) == [(19.99,), (0.1,)]


def test_an_instant_falls_on_its_day_in_utc() -> None:
    instants = pd.to_datetime(["2020-01-01T23:30:00-05:00"], utc=True)
    assert rows_of(pd.DataFrame({"a": instants})) == [(date(2020, 1, 2),)]


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        ("", "a.csv", "is empty"),
        ("sex,job\n", "a.csv", "has no rows"),
        ("sex,job", "a.csv", "has no rows"),
        (PLAIN, "a.xlsx", r"Allowed are Parquet, .*\.csv, .*\.gz"),
        (PLAIN, "a.doc", "Allowed are Parquet"),
        (b"PAR1", "a.parquet", "can't be read as a table"),
    ],
)
def test_files_that_are_no_tables_are_refused(
    tmp_path: Path, content: str | bytes, name: str, words: str
) -> None:
    with pytest.raises(TableError, match=words):
        open_source(written(tmp_path, content, name))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"there is no file .*nope\.csv"):
        open_source(tmp_path / "nope.csv")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="is a folder"):
        open_source(tmp_path)


def test_a_truncated_parquet_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": list(range(9999))}), path)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(TableError, match="can't be read as a table"):
        open_source(path)


def test_a_damaged_parquet_page_is_refused_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": list(range(9999))}), path)
    content = bytearray(path.read_bytes())
    content[10:2000] = b"\xff" * 1990
    path.write_bytes(bytes(content))
    with pytest.raises(TableError, match="can't be read"):
        open_source(path).ask("SELECT count(a) FROM raw WHERE a > 3")


def test_a_parquet_file_without_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": pa.array([], pa.string())}), path)
    with pytest.raises(TableError, match="has no rows"):
        open_source(path)


@pytest.mark.parametrize(
    "thing",
    [
        None,
        3,
        [1, 2],
        [{"a": 1}],
        np.ones((2, 2)),
        pd.Series([1, 2]),
        pd.DataFrame(),
        pd.DataFrame({"a": []}),
        pd.DataFrame({"a": [1j, 2j]}),
        pa.table({"a": pa.array(np.array([1, 2], dtype="float16"))}),
        pl.LazyFrame({"a": ["x"]}).select("b"),
    ],
)
def test_things_that_are_no_tables_are_refused(thing: Any) -> None:
    with pytest.raises(TableError, match=r"table|rows|Rename"):
        open_source(thing)


def test_an_unknown_column_is_refused_with_the_nearest(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, PLAIN))
    with pytest.raises(
        TableError, match=r"no column 'jobs'\. Did you mean 'job'\? It has: sex, job"
    ):
        source.require(["jobs"])


@pytest.mark.parametrize(
    ("frame", "kind", "error"),
    [
        ({"a": ["x", "1"]}, "number", MixedTypes),
        ({"a": ["x", "y"]}, "number", TableError),
        ({"a": [True, False]}, "number", TableError),
        ({"a": [date(2020, 1, 1)]}, "number", TableError),
        ({"a": [1, 2]}, "date", TableError),
        ({"a": ["2020-01-01", "soon"]}, "date", MixedTypes),
    ],
)
def test_a_column_that_must_be_something_else_is_refused(
    frame: Any, kind: str, error: type[TableError]
) -> None:
    with pytest.raises(error, match="column 'a' of the frame must hold"):
        open_source(frame).convert({"a": PLAIN_AS[kind]})


def test_texts_that_hold_numbers_or_dates_can_be_converted() -> None:
    source = open_source({"a": ["1.5", "2"], "b": ["2020-01-31", "2020-02-01 10:00:00"]})
    source.convert({"a": PLAIN_AS["number"], "b": PLAIN_AS["date"]})
    assert source.ask("SELECT * FROM t") == [(1.5, date(2020, 1, 31)), (2.0, date(2020, 2, 1))]


class TestWhatTheDatabaseLeavesBehind:
    def test_what_does_not_fit_into_memory_goes_to_a_folder_that_is_known(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """So that it can be removed where the process ends at once."""
        monkeypatch.setattr("tacit.market.sources.opened.UNFINISHED", known := {})
        source = open_source({"a": [1, 2]})
        ((folder,),) = source.ask("SELECT current_setting('temp_directory')")
        assert known == {Path(folder): None}
        assert not Path(folder).exists(), "it is made only where it is needed"
        del source
        gc.collect()
        assert known == {}

    def test_each_table_has_a_folder_of_its_own(self) -> None:
        sources = [open_source({"a": [1, 2]}) for _ in range(2)]
        asked = "SELECT current_setting('temp_directory')"
        assert len({source.ask(asked)[0] for source in sources}) == 2


class TestProgress:
    @pytest.fixture(autouse=True)
    def often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)

    def test_what_is_stored_is_counted_in_megabytes(self, tmp_path: Path) -> None:
        told: list[Progress] = []
        open_source(written(tmp_path, PLAIN), told.append).store()
        assert str(told[-1]) == "reading the table: 0 of 1 MB"

    def test_the_phase_is_what_was_begun_last(self) -> None:
        told: list[Progress] = []
        source = open_source({"a": [1, 2]}, told.append)
        source.begin("counting cells")
        source.ask("SELECT count(*) FROM raw")
        assert [p.phase for p in told] == ["reading the table", "counting cells"]


class TestLockedIn:
    """The database sees the named file and nothing else, fetches nothing, and stays so."""

    @pytest.mark.parametrize("kind", ["csv", "parquet", "frame"])
    def test_nothing_else_is_to_be_had(self, tmp_path: Path, kind: str) -> None:
        table: Any = {"a": ["1", "2"]}
        if kind == "csv":
            table = written(tmp_path, PLAIN)
        elif kind == "parquet":
            pq.write_table(pa.table(table), tmp_path / "a.parquet")
            table = tmp_path / "a.parquet"
        other = written(tmp_path, PLAIN, "other.csv")
        before, source = sorted(tmp_path.iterdir()), open_source(table)
        for question in (
            f"SELECT * FROM read_csv('{other}')",
            f"SELECT * FROM read_text('{other}')",
            f"SELECT * FROM '{other}'",
            f"SELECT * FROM glob('{tmp_path}/*')",
            f"COPY (SELECT 1) TO '{tmp_path / 'new.csv'}'",
            f"ATTACH '{tmp_path / 'new.db'}' AS new",
            "INSTALL httpfs",
            "LOAD httpfs",
            "SET enable_external_access = true",
            "SET memory_limit = '1TB'",
            "SELECT * FROM other",
        ):
            with pytest.raises(TableError):
                source.ask(question)
        assert sorted(tmp_path.iterdir()) == before

    def test_memory_is_bounded(self) -> None:
        asked = open_source({"a": [1, 2]}, bounds=Bounds.of("300MB"))
        (limit,) = asked.ask("SELECT current_setting('memory_limit')")[0]
        assert limit.startswith("286")  # MiB
