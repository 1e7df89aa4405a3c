"""Packed files are known by how they start."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pytest

from tacit.errors import TableError
from tacit.market.sources.packing import name_unpacked, packing_of, start_of

CONTENT = b"a,b\n" * 1_000


@pytest.mark.parametrize(
    ("packed", "packing"),
    [
        (gzip.compress(CONTENT, mtime=0), "gzip"),
        (gzip.compress(CONTENT[:2_000], mtime=0) + gzip.compress(CONTENT[2_000:], mtime=0), "gzip"),
        (pa.compress(CONTENT, "zstd", asbytes=True), "zstd"),
        (CONTENT, None),
    ],
)
def test_what_is_packed_is_unpacked(tmp_path: Path, packed: bytes, packing: str | None) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(packed)
    assert packing_of(path, packed[:16]) == packing
    assert start_of(path, packing, 10**6) == CONTENT


@pytest.mark.parametrize("name", ["a.csv.gz", "a.csv.ZST"])
def test_a_name_that_says_otherwise_is_refused(name: str) -> None:
    with pytest.raises(TableError, match=r"is named like a (gzip|zstd) file"):
        packing_of(Path(name), b"a,b")


def test_what_is_cut_off_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "a.gz").write_bytes(gzip.compress(CONTENT, mtime=0)[:-12])
    with pytest.raises(TableError, match="can't be unpacked"):
        start_of(path, "gzip", 10**6)


def test_the_name_inside() -> None:
    assert [name_unpacked(Path(n)) for n in ("A.CSV.GZ", "a.json", "b.zst")] == [
        "a.csv",
        "a.json",
        "b",
    ]
