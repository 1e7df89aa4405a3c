"""Opening a file, whatever it is: how it starts tells that first, and its name only after that."""

from __future__ import annotations

import glob
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tacit._files import reading
from tacit.errors import TableError
from tacit.market.sources.arrow_files import open_arrow
from tacit.market.sources.csv_text import open_text
from tacit.market.sources.excel import open_excel
from tacit.market.sources.json_lines import open_json
from tacit.market.sources.opened import NOTHING_SAID, FileOptions, Opened
from tacit.market.sources.packing import name_unpacked, packing_of
from tacit.market.sources.parquet_files import open_parquet, open_parquets
from tacit.market.sources.text_file import TextFile

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds

TEXTS = (".csv", ".tsv", ".txt", ".tab", ".psv", ".dat", ".data")
JSONS = (".json", ".jsonl", ".ndjson")
_ALLOWED = (
    "Allowed are Parquet, Feather and Arrow files, workbooks (.xlsx), JSON "
    f"({', '.join(JSONS)}), and text tables ({', '.join(TEXTS)}); text and JSON may be packed as .gz or "
    ".zst."
)
_PARQUET = b"PAR1"
_LATER = {
    b"FEA1": "is of the first version of Feather. Save it as version 2",
    b"PARE": "is encrypted. Save it without that",
    b"\xd0\xcf\x11\xe0": "is a workbook of the old kind, or encrypted. Save it as .xlsx",
    b"SQLi": "is a database. Export the table to Parquet",
    b"%PDF": "is a PDF document. Save the table as CSV",
}


def open_file(
    path: str | Path,
    progress: Listener | None,
    bounds: Bounds,
    options: FileOptions = NOTHING_SAID,
) -> Opened:
    """Open a table in a file, in all files of a folder, or in all that a pattern names.

    Raises:
        TableError: if it is no table, or can't be read.
    """
    named = Path(path)
    _require_text(named)
    try:
        if is_pattern(named) or named.is_dir():
            options.only()
            return open_parquets(named, base_of(named), files_of(named), progress, bounds)
        reading(named)
        return _one(named, _magic(named), progress, bounds, options)
    except OSError as error:
        raise TableError(f"{path} can't be read: {error.strerror or error}.") from None


def is_pattern(path: Path) -> bool:
    """Whether a path stands for all files that match it; one that is there stands for itself."""
    return glob.has_magic(str(path)) and not path.exists()


def base_of(path: Path) -> Path:
    """The folder that a folder or pattern starts from."""
    while is_pattern(path):
        path = path.parent
    return path


def files_of(named: Path) -> list[Path]:
    """The files that a path stands for: one, or all in a folder or of a pattern."""
    return _many(named) if is_pattern(named) or named.is_dir() else [named]


def _many(named: Path) -> list[Path]:
    """The Parquet files in a folder or of a pattern; others in a folder must be hidden."""
    if named.is_dir():
        every = [path for path in named.rglob("*") if _is_seen(path.relative_to(named))]
    else:
        every = [Path(name) for name in glob.glob(str(named), recursive=True)]
    files = sorted(path for path in every if path.is_file())
    for path in files:
        _require_text(path)
    if not files:
        what = "is a folder without" if named.is_dir() else "names no"
        raise TableError(f"{named} {what} files that could be a table.")
    other = [path for path in files if not _is_parquet(path)]
    if other:
        raise TableError(
            f"{other[0]} is no Parquet file, and {named} stands for one table. A folder or pattern may "
            "only name Parquet files: name one file, or give a pattern such as folder/*.parquet."
        )
    return files


def _is_seen(path: Path) -> bool:
    return not any(part.startswith((".", "_")) for part in path.parts)


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_PARQUET)) == _PARQUET


def _one(
    path: Path, start: bytes, progress: Listener | None, bounds: Bounds, options: FileOptions
) -> Opened:
    """Open one file by how it starts."""
    if start.startswith(b"PK\x03\x04"):
        options.only("sheet", "header_line")
        return open_excel(path, options.sheet, progress, bounds, options.header_line)
    if start.startswith(_PARQUET) and (_ends_like_parquet(path) or not _is_named_text(path)):
        options.only()
        return open_parquet(path, progress, bounds)
    is_stream = start.startswith(b"\xff\xff\xff\xff")
    if start.startswith(b"ARROW1\0\0") or is_stream:
        options.only()
        return open_arrow(path, is_stream, progress, bounds)
    for mark, what in _LATER.items():
        if start.startswith(mark) and not _is_named_text(path):
            raise TableError(f"{path} {what}.")
    return _text(path, start, progress, bounds, options)


def _text(
    path: Path, start: bytes, progress: Listener | None, bounds: Bounds, options: FileOptions
) -> Opened:
    """Open text, packed or not: JSON or CSV."""
    name = name_unpacked(path)
    if not name.endswith((*TEXTS, *JSONS)) and ("." in name.strip(".") or b"\0" in start):
        raise TableError(f"{path} is not a table that can be read. {_ALLOWED}")
    options.only("encoding", "header_line")
    said = (options.encoding, options.header_line)
    file = TextFile.at(path, packing_of(path, start), bounds, progress, *said)
    if name.endswith(JSONS) or _is_json(file.start()):
        options.only("encoding")
        return open_json(file)
    return open_text(file)


def _is_json(start: bytes) -> bool:
    """Whether a text starts as JSON objects do, which no line of column names does."""
    return re.match(rb'(\xef\xbb\xbf)?\s*(\[\s*)?\{\s*"[^"\n]*"\s*:', start) is not None


def _is_named_text(path: Path) -> bool:
    return name_unpacked(path).endswith((*TEXTS, *JSONS))


def _ends_like_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - len(_PARQUET)))
        return file.read() == _PARQUET


def _require_text(path: Path) -> None:
    """Refuse a name of bytes that are no text, which databases have no words for."""
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:
        pass
    else:
        return
    raise TableError(
        f"the name of {path}, or of a folder that it lies in, is not UTF-8 text. Rename it."
    )


def _magic(path: Path) -> bytes:
    """The first bytes of a file, which tell what it is."""
    if not path.exists():
        raise TableError(
            f"there is no file {path}. DATA is adult, synthetic, a table or a market file."
        )
    if not path.stat().st_size:
        raise TableError(f"{path} is empty.")
    with path.open("rb") as file:
        return file.read(16)
