"""Parquet files, one or many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.files import open_file
from tacit.market.sources.opened import Opened
from tacit.market.sources.table import open_source


def put(folder: Path, name: str, **columns: Any) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


def rows_of(opened: Opened) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = opened.connection.execute(
        f"FROM {opened.selected({})} ORDER BY ALL"
    ).fetchall()
    return found


def test_folders_name_columns_only_below_the_one_that_is_named(tmp_path: Path) -> None:
    put(tmp_path, "year=1999/t/k=x/1.parquet", a=[1])
    put(tmp_path, "year=1999/t/k=y/1.parquet", a=[2])
    opened = open_file(tmp_path / "year=1999" / "t", None, USUAL)
    assert opened.types == {"a": "BIGINT", "k": "VARCHAR"}
    assert rows_of(opened) == [(1, "x"), (2, "y")]
    assert open_source(tmp_path / "year=1999").names == ["a", "k"]
    assert rows_of(open_file(tmp_path, None, USUAL)) == [(1, "x", 1999), (2, "y", 1999)]


def test_one_file_has_the_columns_that_it_has(tmp_path: Path) -> None:
    assert open_file(put(tmp_path, "k=x/1.parquet", a=[1]), None, USUAL).types == {"a": "BIGINT"}


def test_numbers_of_different_width_are_not_cut(tmp_path: Path) -> None:
    put(tmp_path, "t/1.parquet", a=pa.array([1], pa.int8()))
    put(tmp_path, "t/2.parquet", a=[2.5])
    assert rows_of(open_file(tmp_path / "t", None, USUAL)) == [(1.0,), (2.5,)]


def test_columns_may_come_in_any_order(tmp_path: Path) -> None:
    put(tmp_path, "t/1.parquet", a=[1], b=["x"])
    put(tmp_path, "t/2.parquet", b=["y"], a=[2])
    assert rows_of(open_file(tmp_path / "t" / "*.parquet", None, USUAL)) == [(1, "x"), (2, "y")]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"t/1.parquet": ["a"], "t/2.parquet": ["a", "b"]}, "different columns: 'b' is in one of"),
        ({"t/k=1/1.parquet": ["a"], "t/2.parquet": ["a"]}, "Lay them out alike"),
        ({"k=0/t/j=1/1.parquet": ["a", "k"]}, "is named like its column 'k'"),
    ],
)
def test_files_that_do_not_go_together_are_refused(
    tmp_path: Path, files: dict[str, list[str]], words: str
) -> None:
    for name, columns in files.items():
        put(tmp_path, name, **{column: [1] for column in columns})
    folder = next(path for path in tmp_path.rglob("t"))
    with pytest.raises(TableError, match=words):
        open_file(folder, None, USUAL)


def test_a_bad_file_among_good_ones_is_named(tmp_path: Path) -> None:
    put(tmp_path, "t/1.parquet", a=[1])
    (tmp_path / "t" / "2.parquet").write_bytes(b"PAR1 bad PAR1")
    with pytest.raises(TableError, match=r"2\.parquet can't be read as a table"):
        open_file(tmp_path / "t", None, USUAL)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit.market.sources.parquet_files.MOST_FILES", 1)
    put(tmp_path, "t/1.parquet", a=[1])
    put(tmp_path, "t/2.parquet", a=[1])
    with pytest.raises(TableError, match="more than 1 files"):
        open_file(tmp_path / "t", None, USUAL)


def test_names_that_look_like_patterns_are_taken_as_they_are(tmp_path: Path) -> None:
    put(tmp_path, "t[1]*/a?.parquet", a=[1])
    put(tmp_path, "t1x/ab.parquet", a=[2])
    assert rows_of(open_file(tmp_path / "t[1]*", None, USUAL)) == [(1,)]
