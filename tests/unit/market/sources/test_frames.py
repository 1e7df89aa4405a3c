"""Frames of every kind, and what has to be changed to read them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.frames import open_frame
from tacit.market.sources.opened import Opened

DATA = {"sex": ["F", "M"], "age": [31, 7]}
ROWS = [("F", 31), ("M", 7)]


def rows_of(opened: Opened) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = opened.connection.execute(
        f"SELECT * FROM {opened.selected({})}"
    ).fetchall()
    return found


class SpeaksArrow:
    """A frame of a kind that nobody has heard of."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return pa.table(DATA).__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(DATA),
        pl.DataFrame(DATA),
        pl.LazyFrame(DATA),
        pa.table(DATA),
        pa.RecordBatch.from_pydict(DATA),
        pa.table(DATA).to_reader(),
        ds.dataset(pa.table(DATA)),
        duckdb.connect().from_arrow(pa.table(DATA)),
        SpeaksArrow(),
        DATA,
    ],
    ids=lambda frame: type(frame).__name__,
)
def test_frames_are_read_alike(frame: Any) -> None:
    opened = open_frame(frame, None, USUAL)
    assert (opened.name, opened.is_text, opened.notes) == ("the frame", False, ())
    assert rows_of(opened) == rows_of(opened) == ROWS


def test_a_dataset_is_read_as_it_is_asked_for(tmp_path: Path) -> None:
    ds.write_dataset(pa.table(DATA), tmp_path, format="parquet")
    assert rows_of(open_frame(ds.dataset(tmp_path), None, USUAL)) == ROWS


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1, "x", 2.5, None], ["1", "x", "2.5", None]),
        (["x", 1, float("nan"), pd.NA], ["x", "1", None, None]),
        ([2**80, 1], [str(2**80), "1"]),
        ([True, "x", Decimal("1.50")], ["True", "x", "1.50"]),
    ],
)
def test_a_column_of_mixed_types_becomes_text(values: list[Any], texts: list[str | None]) -> None:
    frame = pd.DataFrame({"a": pd.Series(values, dtype=object), "b": range(len(values))})
    opened = open_frame(frame, None, USUAL)
    assert opened.types == {"a": "VARCHAR", "b": "BIGINT"}
    assert [row[0] for row in rows_of(opened)] == texts


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([["x", "y"]], columns=["a", "A"]),
        pa.table([pa.array(["x"]), pa.array(["y"])], names=["a", "A"]),
        ds.dataset(pa.table([pa.array(["x"]), pa.array(["y"])], names=["a", "A"])),
    ],
)
def test_columns_of_one_name_are_told_apart(frame: Any) -> None:
    opened = open_frame(frame, None, USUAL)
    assert list(opened.types) == ["a", "A_2"]
    assert rows_of(opened) == [("x", "y")]
    assert len(opened.notes) == 1


def test_ordered_categories_keep_their_order() -> None:
    sizes = pd.Categorical(["big", "small"], ["small", "big"], ordered=True)
    opened = open_frame(pd.DataFrame({"size": sizes}), None, USUAL)
    assert opened.orders == {"size": ["small", "big"]}


def test_single_floats_are_taken_as_written() -> None:
    opened = open_frame(pa.table({"a": pa.array([19.99], pa.float32())}), None, USUAL)
    assert opened.types == {"a": "DOUBLE"}
    assert rows_of(opened) == [(19.99,)]


@pytest.mark.parametrize(
    "thing", [None, 3, [1, 2], np.ones((2, 2)), pd.Series([1]), pd.DataFrame({"a": [1j]})]
)
def test_what_is_no_table_is_refused(thing: Any) -> None:
    with pytest.raises(TableError, match="can't be read as a table"):
        open_frame(thing, None, USUAL)
