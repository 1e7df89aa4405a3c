"""Feather and Arrow files: checked before anyone looks into them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pytest

from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.files import open_file
from tacit.market.sources.table import open_source


def stream_of(path: Path, table: Any) -> Path:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as out:
        for batch in table.to_batches(max_chunksize=2):
            out.write_batch(batch)
    return path


TABLE = pa.table({"a": ["x", "y", None, "x", "z"], "n": [1, 2, 3, None, 5]})


@pytest.mark.parametrize("compression", ["lz4", "zstd", "uncompressed"])
def test_batches_are_read_one_after_the_other(tmp_path: Path, compression: str) -> None:
    feather.write_feather(TABLE, path := tmp_path / "a", compression=compression, chunksize=2)
    for place in (path, stream_of(tmp_path / "b", TABLE)):
        source = open_source(place)
        assert source.ask("SELECT * FROM raw") == [tuple(row.values()) for row in TABLE.to_pylist()]
        assert source.ask("SELECT sum(n) FROM raw") == [(11,)]


def test_columns_of_one_name_are_told_apart(tmp_path: Path) -> None:
    table = pa.table([pa.array([1]), pa.array([2])], names=["a", "A"])
    opened = open_file(stream_of(tmp_path / "a", table), None, USUAL)
    assert list(opened.types) == ["a", "A_2"]
    assert len(opened.notes) == 1


def test_ordered_categories_keep_their_order(tmp_path: Path) -> None:
    sizes = pd.Categorical(["big", "small"], ["small", "big"], ordered=True)
    frame = pd.DataFrame({"n": [1, 2], "size": sizes})
    feather.write_feather(frame, tmp_path / "a.feather")
    opened = open_file(tmp_path / "a.feather", None, USUAL)
    assert opened.orders == {"size": ["small", "big"]}
    assert open_source(tmp_path / "a.feather").rows == 2


def test_a_text_that_points_outside_is_refused(tmp_path: Path) -> None:
    path = stream_of(tmp_path / "a", pa.table({"a": ["x", "yz"], "b": ["p", "q"]}))
    ends = pa.array([0, 1, 3], pa.int32()).buffers()[1].to_pybytes()[:12]
    far = pa.array([0, 1, 10**9], pa.int32()).buffers()[1].to_pybytes()[:12]
    assert path.read_bytes().count(ends) == 1
    path.write_bytes(path.read_bytes().replace(ends, far))
    with pytest.raises(TableError, match="can't be read"):
        open_source(path).columns()


def test_a_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    feather.write_feather(pa.table({"a": list(range(9_999))}), path := tmp_path / "a")
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(TableError, match="can't be read as a table"):
        open_source(path)


def test_a_file_without_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="can't be read as a table"):
        open_source(stream_of(tmp_path / "a", pa.table({})))
