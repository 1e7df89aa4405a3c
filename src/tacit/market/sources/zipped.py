"""Zip files from elsewhere, such as workbooks: what is in them is looked at piece by piece first.

A zip file says of each part how large it is, and may lie. So each part is unpacked to be counted, and
nothing is made of it.
"""

from __future__ import annotations

import zipfile
import zlib
from typing import TYPE_CHECKING

from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from tacit._progress import Phase
    from tacit.market.sources.bounds import Bounds

_CHUNK = 2**16
_LOCAL_HEADER = 30
MOST_PARTS = 10_000


def pieces(path: Path, bounds: Bounds, phase: Phase) -> Iterator[bytes]:
    """All that is in a zip file, unpacked, a piece at a time; parts are kept apart by an empty piece.

    Raises:
        TableError: if it holds too much, or can't be unpacked.
    """
    size, found = path.stat().st_size, 0
    most = bounds.most_of(size)
    try:
        with zipfile.ZipFile(path) as listed:
            parts = listed.infolist()
        if len(parts) > MOST_PARTS:
            raise TableError(f"{path} has more than {MOST_PARTS:,} parts.")
        with path.open("rb") as file:
            for part in parts:
                for piece in _unpacked(file, part):
                    found += len(piece)
                    if found > most:
                        raise bounds.too_much(path, size)
                    phase.beat()
                    yield piece
                yield b""
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, ValueError, EOFError):
        raise TableError(f"{path} is packed in a way that can't be read.") from None


def require_workbook(path: Path) -> None:
    """Refuse a zip file that holds something else than a workbook, such as a packed CSV file."""
    with zipfile.ZipFile(path) as listed:
        names = listed.namelist()
    if not any(name.startswith("xl/") or name == "content.xml" for name in names):
        raise TableError(
            f"{path} is a zip file and no workbook. Unpack it, and give the table that is in it."
        )


def _unpacked(file: BinaryIO, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """One part, whatever it says about its size."""
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile
    file.seek(part.header_offset)
    header = file.read(_LOCAL_HEADER)
    names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    file.seek(part.header_offset + _LOCAL_HEADER + names)
    left = part.compress_size
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    while left > 0 and (packed := file.read(min(left, _CHUNK))):
        left -= len(packed)
        if part.compress_type == zipfile.ZIP_STORED:
            yield packed
            continue
        while packed:
            yield inflate.decompress(packed, 16 * _CHUNK)
            packed = inflate.unconsumed_tail
