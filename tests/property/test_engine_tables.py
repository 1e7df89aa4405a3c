"""Whatever table is built, an engine and a file are counted alike, cell by cell, or refused alike."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.errors import TacitError
from tacit.intents.box import Box

NAMES = st.sampled_from(["team", "select", 'say "so"', "a b", "ünï", "d0", "records", "v", "lacks"])
TEXTS = st.sampled_from(["red", "blue", " red", "NA", "", "1", "2.0", "ö", "'", "%s", "NAPLES"])
KINDS = {
    "TEXT": st.none() | TEXTS,
    "INTEGER": st.none() | st.integers(-5, 400),
    "REAL": st.none() | st.floats(-1e3, 1e3, allow_nan=False).map(lambda x: round(x, 2)),
}


@st.composite
def tables(draw: st.DrawFn) -> dict[str, tuple[str, list[Any]]]:
    """A few columns of SQLite's kinds with as many rows."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    rows = draw(st.integers(2, 40))
    columns = {}
    for name in names:
        kind = draw(st.sampled_from(sorted(KINDS)))
        columns[name] = (kind, draw(st.lists(KINDS[kind], min_size=rows, max_size=rows)))
    return columns


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def stored(columns: dict[str, tuple[str, list[Any]]], path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        told = ", ".join(f"{quoted(name)} {kind}" for name, (kind, _) in columns.items())
        connection.execute(f"CREATE TABLE t ({told})")
        marks = ", ".join("?" * len(columns))
        rows = zip(*(values for _, values in columns.values()), strict=True)
        connection.executemany(f"INSERT INTO t VALUES ({marks})", rows)


def as_frame(columns: dict[str, tuple[str, list[Any]]]) -> pa.Table:
    types = {"TEXT": pa.string(), "INTEGER": pa.int64(), "REAL": pa.float64()}
    return pa.table({n: pa.array(values, types[kind]) for n, (kind, values) in columns.items()})


def outcome(data: Any, **more: Any) -> Any:
    try:
        return tacit.load(data, **more)
    except TacitError as error:
        return type(error)


@settings(max_examples=60, deadline=None)
@given(tables())
def test_a_frame_and_an_engine_make_one_market(columns: dict[str, tuple[str, list[Any]]]) -> None:
    """By the dimensions that are proposed for the frame; the engine proposes as many."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.db"
        stored(columns, path)
        here = outcome(as_frame(columns))
        proposed = outcome(f"sqlite:///{path}", table="t")
        if isinstance(here, type):
            assert proposed is here
            return
        assert [(d.name, d.kind, len(d)) for d in proposed.space] == [
            (d.name, d.kind, len(d)) for d in here.space
        ]
        missing = "keep" if any(d.missing for d in here.space) else None
        told: dict[str, Any] = {"dimensions": list(here.space.dimensions), "missing": missing}
        there = tacit.load(f"sqlite:///{path}", table="t", **told)
    mine, its = (m.cells(Box.everything(m.space)) for m in (here, there))
    assert (mine.codes == its.codes).all()
    assert (mine.records == its.records).all()
    assert there.total == proposed.total == here.total
