"""What is in a zip file is counted, whatever it says."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.bounds import Bounds
from tacit.market.sources.zipped import pieces, require_workbook

NOBODY = Phase(None, "")


def zipped(path: Path, kind: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", kind) as file:
        file.writestr("a", b"x" * 10**6)
        file.writestr("b", b"y")
    return path


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_all_of_it_comes_in_pieces(tmp_path: Path, kind: int) -> None:
    found = b"".join(pieces(zipped(tmp_path / "a", kind), Bounds(), NOBODY))
    assert found == b"x" * 10**6 + b"y"


def test_a_size_that_is_not_true_is_not_believed(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a")
    path.write_bytes(path.read_bytes().replace((10**6).to_bytes(4, "little"), b"\x09\0\0\0"))
    with pytest.raises(TableError, match="--unpacked"):
        list(pieces(path, Bounds.of(unpacked="500KB"), NOBODY))


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(tmp_path: Path, kind: int) -> None:
    with pytest.raises(TableError, match="packed in a way"):
        list(pieces(zipped(tmp_path / "a", kind), Bounds(), NOBODY))


def test_what_is_no_zip_file_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "a").write_bytes(b"PK\x03\x04")
    with pytest.raises(TableError, match="packed in a way"):
        list(pieces(path, Bounds(), NOBODY))


def test_a_zip_file_that_is_no_workbook_is_to_be_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "people.csv.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("people.csv", "a,b\n1,2\n")
    with pytest.raises(TableError, match="is a zip file and no workbook"):
        require_workbook(path)
