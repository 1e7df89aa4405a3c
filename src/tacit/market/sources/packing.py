"""Packed files: gzip and Zstandard, known by how they start, and looked at before they are unpacked."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MARKS = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_ENDINGS = {".gz": "gzip", ".zst": "zstd", ".zstd": "zstd"}


def packing_of(path: Path, start: bytes) -> str | None:
    """How a file is packed: "gzip" or "zstd"; None if it is not.

    Raises:
        TableError: if its name says that it is packed, and it is not.
    """
    for mark, packing in _MARKS.items():
        if start.startswith(mark):
            return packing
    if path.suffix.lower() in _ENDINGS:
        raise not_unpacked(path, _ENDINGS[path.suffix.lower()])
    return None


def name_unpacked(path: Path) -> str:
    """The name of what is in a packed file, in lower case."""
    name = path.name.lower()
    return name[: -len(path.suffix)] if path.suffix.lower() in _ENDINGS else name


@contextmanager
def stream(path: Path, packing: str | None) -> Iterator[Any]:
    """What is in a file, packed or not, to be read as bytes.

    Raises:
        TableError: if it can't be unpacked.
    """
    import pyarrow as pa

    try:
        if packing is None:
            with path.open("rb") as content:
                yield content
        else:
            with pa.CompressedInputStream(pa.OSFile(str(path), "r"), packing) as content:
                yield content
    except OSError as error:
        if packing is None or error.errno is not None:  # the disk has errors of its own
            raise
        raise not_unpacked(path, packing) from None


def start_of(path: Path, packing: str | None, most: int) -> bytes:
    """The first bytes of what is in a file."""
    with stream(path, packing) as content:
        return bytes(content.read(most))


def not_unpacked(path: Path, packing: str) -> TableError:
    """That a file is not what it is named like."""
    return TableError(f"{path} is named like a {packing} file but can't be unpacked.")
