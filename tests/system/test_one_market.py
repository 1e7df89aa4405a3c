"""One table, however it is written: one market, cell by cell."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.feather as feather
import pyarrow.ipc as ipc
import pyarrow.parquet as pq
import pytest

import tacit
from tests.helpers.workbooks import workbook

ROWS = 600
COLUMNS = ("city", "age", "paid", "day", "child")


def table() -> pa.Table:
    """Names with an umlaut and a comma, whole numbers, money, days, and values that are missing."""
    rng = np.random.default_rng(4)
    cities = ["Köln", "Paris", "Rome, old town", "Lyon"]
    first = date(2024, 1, 1)
    return pa.table(
        {
            "city": [cities[i] for i in rng.integers(0, 4, ROWS)],
            "age": [int(a) if a > 19 else None for a in rng.integers(18, 95, ROWS)],
            "paid": [round(float(p), 2) for p in rng.lognormal(5, 1, ROWS)],
            "day": [first + timedelta(days=int(d)) for d in rng.integers(0, 300, ROWS)],
            "child": [int(c) for c in rng.integers(0, 4, ROWS)],
        }
    )


def lines(separator: str, decimal: str = ".", day: str = "%Y-%m-%d") -> str:
    found = [separator.join(COLUMNS)]
    for row in table().to_pylist():
        city = f'"{row["city"]}"'
        age = "" if row["age"] is None else str(row["age"])
        paid = f"{row['paid']:.2f}".replace(".", decimal)
        found.append(separator.join((city, age, paid, row["day"].strftime(day), str(row["child"]))))
    return "\n".join(found) + "\n"


def objects() -> str:
    return "".join(json.dumps(row, default=str) + "\n" for row in table().to_pylist())


def file(name: str, content: bytes) -> Callable[[Path], Any]:
    def write(folder: Path) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    return write


def as_workbook(folder: Path) -> Path:
    rows = [
        [str(v) if isinstance(v, date) else v for v in row.values()] for row in table().to_pylist()
    ]
    return workbook(folder / "t.xlsx", {"S": [list(COLUMNS), *rows]})


def as_feather(folder: Path) -> Path:
    feather.write_feather(table(), folder / "t.feather")
    return folder / "t.feather"


def as_stream(folder: Path) -> Path:
    with pa.OSFile(str(folder / "t.arrows"), "wb") as out, ipc.new_stream(out, table().schema) as s:
        s.write_table(table())
    return folder / "t.arrows"


def as_parquet(folder: Path) -> Path:
    pq.write_table(table(), folder / "t.parquet")
    return folder / "t.parquet"


def as_parquet_folder(folder: Path) -> Path:
    (folder / "parts").mkdir()
    for i, part in enumerate((table().slice(0, 100), table().slice(100))):
        pq.write_table(part, folder / "parts" / f"{i}.parquet")
    return folder / "parts"


WAYS: dict[str, Callable[[Path], Any]] = {
    "tsv": file("t.tsv", lines("\t").encode()),
    "semicolons, decimal commas, latin-1": file("t.csv", lines(";", ",").encode("latin-1")),
    "days first": file("t.csv", lines(",", day="%d.%m.%Y").encode()),
    "utf-16": file("t.csv", lines(",").encode("utf-16")),
    "gz": file("t.csv.gz", gzip.compress(lines(",").encode())),
    "zst": file("t.csv.zst", pa.compress(lines(",").encode(), "zstd", asbytes=True)),
    "json lines": file("t.jsonl", objects().encode()),
    "xlsx": as_workbook,
    "feather": as_feather,
    "arrow stream": as_stream,
    "parquet": as_parquet,
    "folder": as_parquet_folder,
    "pandas": lambda _: table().to_pandas(),
    "polars": lambda _: pl.from_arrow(table()),
    "lazy": lambda _: pl.from_arrow(table()).lazy(),  # type: ignore[union-attr]
    "arrow": lambda _: table(),
    "reader": lambda _: table().to_reader(),
    "dataset": lambda folder: ds.dataset(as_parquet(folder)),
    "relation": lambda folder: duckdb.read_parquet(str(as_parquet(folder))),
    "pandas of texts": lambda _: pd.DataFrame(table().to_pylist()).astype({"city": "string"}),
}


def told(market: tacit.Market) -> dict[str, Any]:
    """The dimensions and the filled cells, by the names of values."""
    listed = market.cells(market.intent({}))
    cells = {
        tuple(market.space.cell(tuple(map(int, codes))).values()): int(n)
        for codes, n in zip(listed.codes.T, listed.records, strict=True)
        if n
    }
    return {"dimensions": [d.to_spec() for d in market.space], "cells": cells}


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return told(tacit.load(file("t.csv", lines(",").encode())(tmp_path_factory.mktemp("known"))))


def test_the_csv_file_gives_what_one_would_count_by_hand(known: dict[str, Any]) -> None:
    rows = table().to_pylist()
    assert sum(known["cells"].values()) == ROWS
    for city in {row["city"] for row in rows}:
        counted = sum(n for cell, n in known["cells"].items() if cell[0] == city)
        assert counted == sum(row["city"] == city for row in rows)
    missing = sum(n for cell, n in known["cells"].items() if cell[1] == "(missing)")
    assert missing == sum(row["age"] is None for row in rows) > 0


@pytest.mark.parametrize("way", WAYS)
def test_every_other_way_gives_the_same(way: str, known: dict[str, Any], tmp_path: Path) -> None:
    assert told(tacit.load(WAYS[way](tmp_path))) == known
