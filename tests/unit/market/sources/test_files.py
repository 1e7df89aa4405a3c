"""Files of every kind: the same table gives the same rows, whatever it is written as."""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from tacit._files import one_run, writing
from tacit.errors import InputError, SettingError, TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.files import base_of, is_pattern, open_file
from tacit.market.sources.opened import FileOptions, Opened
from tacit.market.sources.opening import open_table
from tests.helpers.tables import written
from tests.helpers.workbooks import workbook

NAMES = ["cité", "âge", "since", "fee"]
ROWS: list[tuple[Any, ...]] = [
    ("Orléans", 31, "2020-01-31", 1.5),
    ("Brest", None, "2021-12-01", 2.0),
    ("Orléans", 7, "2020-02-29", 0.25),
]
CSV = "cité,âge,since,fee\nOrléans,31,2020-01-31,1.5\nBrest,NA,2021-12-01,2\nOrléans,7,2020-02-29,.25\n"
FRAME = pd.DataFrame(ROWS, columns=NAMES).astype({"âge": "Int64"})
ARROW = pa.Table.from_pandas(FRAME, preserve_index=False)


def packed(text: str) -> bytes:
    return bytes(pa.compress(text.encode(), "zstd", asbytes=True))


def dumped(rows: Any) -> str:
    return json.dumps(rows, ensure_ascii=False)


OBJECTS = [dict(zip(NAMES, row, strict=True)) for row in ROWS]
TEXTS: dict[str, str | bytes] = {
    "a.csv": CSV,
    "bom.csv": "\ufeff" + CSV,
    "a.tsv": CSV.replace(",", "\t"),
    "semicolons.csv": CSV.replace(",", ";").encode("latin-1"),
    "pipes.txt": CSV.replace(",", "|"),
    "wide.csv": CSV.encode("utf-16"),
    "a.csv.gz": gzip.compress(CSV.encode()),
    "latin.csv.gz": gzip.compress(CSV.encode("cp1252")),
    "a.csv.zst": packed(CSV),
    "a.data": CSV,
    "a.jsonl": "\n".join(map(dumped, OBJECTS)),
    "a.ndjson": "\n".join(map(dumped, OBJECTS)),
    "a.json": dumped(OBJECTS),
    "lines.json": "\n".join(map(dumped, OBJECTS)),
    "wide.json": dumped(OBJECTS).encode("utf-16"),
    "a.jsonl.gz": gzip.compress("\n".join(map(dumped, OBJECTS)).encode()),
    "a.jsonl.zst": packed("\n".join(map(dumped, OBJECTS))),
    "objects.txt": "\n".join(map(dumped, OBJECTS)),
}


def as_stream(folder: Path) -> Path:
    with (
        pa.OSFile(str(folder / "a.arrows"), "wb") as file,
        pa.ipc.new_stream(file, ARROW.schema) as out,
    ):
        out.write_table(ARROW)
    return folder / "a.arrows"


def as_feather(folder: Path, compression: str = "lz4") -> Path:
    feather.write_feather(ARROW, folder / "a.feather", compression=compression)
    return folder / "a.feather"


def as_parquet(folder: Path) -> Path:
    pq.write_table(ARROW, folder / "a.parquet")
    return folder / "a.parquet"


def as_folder(folder: Path) -> Path:
    (folder / "parts" / "deeper").mkdir(parents=True)
    pq.write_table(ARROW.slice(0, 2), folder / "parts" / "1.parquet")
    pq.write_table(ARROW.slice(2), folder / "parts" / "deeper" / "2.parquet")
    (folder / "parts" / "_SUCCESS").touch()
    (folder / "parts" / ".hidden").write_text("x")
    return folder / "parts"


def as_hive(folder: Path) -> Path:
    for i, row in enumerate(ROWS):
        place = folder / "hive" / f"since={row[2]}"
        place.mkdir(parents=True)
        pq.write_table(ARROW.slice(i, 1).drop_columns("since"), place / "0.parquet")
    return folder / "hive"


def as_workbook(folder: Path) -> Path:
    rows = [(*row[:2], row[2], row[3]) for row in ROWS]
    return workbook(folder / "a.xlsx", {"people": [NAMES, *rows]})


FILES: dict[str, Callable[[Path], Any]] = {
    **{name: lambda folder, n=name, c=c: written(folder, c, n) for name, c in TEXTS.items()},
    "stream": as_stream,
    "feather": as_feather,
    "feather, not packed": lambda folder: as_feather(folder, "uncompressed"),
    "parquet": as_parquet,
    "folder": as_folder,
    "pattern": lambda folder: as_folder(folder) / "**" / "*.parquet",
    "hive": as_hive,
    "pattern of hive": lambda folder: as_hive(folder) / "*" / "*.parquet",
    "workbook": as_workbook,
    "pandas": lambda _: FRAME,
    "polars": lambda _: pl.DataFrame(OBJECTS),
    "lazy": lambda _: pl.LazyFrame(OBJECTS),
    "arrow": lambda _: ARROW,
    "reader": lambda _: ARROW.to_reader(),
    "dataset": lambda folder: ds.dataset(as_parquet(folder)),
    "relation": lambda _: duckdb.connect().from_arrow(ARROW),
}
TYPES = {"âge": "BIGINT", "since": "DATE", "fee": "DOUBLE"}


def rows_of(opened: Opened) -> list[tuple[Any, ...]]:
    sql = f"""
        SELECT CAST("cité" AS VARCHAR), CAST("âge" AS BIGINT), CAST("since" AS DATE)::VARCHAR, "fee"
        FROM {opened.selected(TYPES)}"""
    found: list[tuple[Any, ...]] = opened.connection.execute(sql).fetchall()
    return sorted(found, key=lambda row: ROWS.index((*row[:2], *row[2:])))


@pytest.mark.parametrize("name", FILES)
def test_the_same_table_gives_the_same_rows(tmp_path: Path, name: str) -> None:
    opened = open_table(FILES[name](tmp_path))
    assert sorted(opened.types) == sorted(NAMES)
    assert rows_of(opened) == ROWS
    assert rows_of(opened) == ROWS, "it can be read again"


@pytest.mark.parametrize("name", ["wide.csv", "latin.csv.gz", "wide.json"])
def test_copies_are_private_and_removed(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    opened = open_table(FILES[name](tmp_path))
    (folder,) = temporary.iterdir()
    (copy,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, copy.stat().st_mode & 0o777) == (0o700, 0o600)
    assert rows_of(opened) == ROWS
    del opened
    assert not list(temporary.iterdir())


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (b"\xd0\xcf\x11\xe0 old", "a.xls", "Save it as .xlsx"),
        (b"FEA1....", "a.feather", "Save it as version 2"),
        (b"PARE....", "a.parquet", "encrypted"),
        (b"SQLite format 3\0", "a.db", "Export the table"),
        (b"ARROW1\0\0 bad", "a.feather", "can't be read as a table"),
        (b"\xff\xff\xff\xff\x10\0\0\0 bad", "a.arrows", "can't be read as a table"),
        (b"PK\x03\x04 bad", "a.xlsx", "packed in a way that can't be read"),
        (b"PAR1 bad PAR1", "a.parquet", "can't be read as a table"),
        ("{}", "a.toml.bak", "Allowed are"),
        (b"a\0b", "people", "Allowed are"),
        ("[1, 2]", "a.json", "rows must be objects"),
        ('{"a": 1}\n{"a":', "a.jsonl", "Malformed JSON"),
        ('{"a": 1, "A": 2}', "a.json", "differ only in upper and lower case"),
        (packed("a,b\n1,2\n")[:-3], "a.csv.zst", "can't be unpacked"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: str | bytes, name: str, words: str) -> None:
    with pytest.raises(TableError, match=words):
        open_file(written(tmp_path, content, name), None, USUAL)


def test_a_text_that_starts_like_parquet_is_a_text(tmp_path: Path) -> None:
    assert list(open_file(written(tmp_path, "PAR1,b\nx,y\n"), None, USUAL).types) == ["PAR1", "b"]


class TestOptions:
    def test_an_encoding_is_heeded(self, tmp_path: Path) -> None:
        path = written(tmp_path, "cité,âge\nŁódź,1\n".encode("cp852"))
        opened = open_file(path, None, USUAL, FileOptions(encoding="cp852"))
        assert list(opened.types) == ["cité", "âge"]
        assert opened.notes == ()

    @pytest.mark.parametrize("name", ["utf-9", "base64", "", "a\0b", "punycode"])
    def test_one_that_is_none_is_refused(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(SettingError, match="Common ones are: utf-8") as caught:
            open_file(written(tmp_path, CSV), None, USUAL, FileOptions(encoding=name))
        assert caught.value.setting == "encoding"

    def test_one_that_does_not_fit_is_refused(self, tmp_path: Path) -> None:
        path = written(tmp_path, CSV)
        with pytest.raises(TableError, match="is not text in ascii, as was said"):
            open_file(path, None, USUAL, FileOptions(encoding="ascii"))

    @pytest.mark.parametrize(
        ("name", "options", "setting"),
        [
            ("parquet", FileOptions(encoding="utf-8"), "encoding"),
            ("folder", FileOptions(sheet="x"), "sheet"),
            ("a.csv", FileOptions(sheet="x"), "sheet"),
            ("workbook", FileOptions(encoding="utf-8"), "encoding"),
            ("pandas", FileOptions(sheet="x"), "sheet"),
        ],
    )
    def test_what_is_of_no_use_is_refused(
        self, tmp_path: Path, name: str, options: FileOptions, setting: str
    ) -> None:
        with pytest.raises(SettingError) as caught:
            open_table(FILES[name](tmp_path), options=options)
        assert caught.value.setting == setting


class TestMany:
    def test_what_is_read_is_not_written_over(self, tmp_path: Path) -> None:
        with one_run():
            open_file(as_folder(tmp_path), None, USUAL)
            with pytest.raises(InputError, match="would be written over"):
                writing(tmp_path / "parts" / "deeper" / "2.parquet")

    def test_other_files_are_refused(self, tmp_path: Path) -> None:
        folder = as_folder(tmp_path)
        written(folder, CSV, "more.csv")
        with pytest.raises(TableError, match=r"more\.csv is no Parquet file"):
            open_file(folder, None, USUAL)

    @pytest.mark.parametrize("name", ["empty", "empty/*.parquet"])
    def test_none_are_refused(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "empty").mkdir()
        with pytest.raises(TableError, match="files that could be a table"):
            open_file(tmp_path / name, None, USUAL)

    def test_a_file_that_is_there_is_no_pattern(self, tmp_path: Path) -> None:
        path = written(tmp_path, CSV, "a*.csv")
        assert not is_pattern(path)
        assert is_pattern(tmp_path / "b*.csv")
        assert base_of(tmp_path / "*" / "b*.csv") == tmp_path

    def test_pipes_are_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(as_folder(tmp_path) / "pipe")
        assert rows_of(open_file(tmp_path / "parts", None, USUAL)) == ROWS


def test_opening_does_not_read_all_of_a_table(tmp_path: Path) -> None:
    """What is wrong with the last row is not known yet."""
    opened = open_file(written(tmp_path, "a,b\n" + "x,y\n" * 10**6 + "z\n"), None, USUAL)
    with pytest.raises(duckdb.Error) as caught:
        opened.connection.execute(f"SELECT * FROM {opened.selected({})}").fetchall()
    with pytest.raises(TableError, match="line 1,000,002 has 1 fields"):
        opened.after(caught.value)
