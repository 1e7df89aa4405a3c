"""Parquet files: one, all in a folder, or all that a pattern names; folders may say what is in them.

Tables of many files are often laid out in folders named `year=2024`: that is a column too.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from tacit._files import reading
from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.opened import READING, Opened, connect, first_line, typed
from tacit.market.sources.quoting import one_file, quoted
from tacit.market.sources.zones import zones_in_parquet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds

MOST_FILES = 10_000
LARGE = 2**20
"""Files of more bytes than this need not be asked first whether they have rows."""
_KEY = re.compile(r"([^=]+)=(.*)")


def open_parquet(path: Path, progress: Listener | None, bounds: Bounds) -> Opened:
    """Open one Parquet file."""
    Phase(progress, READING)
    return _opened(path, connect(bounds, path), _reads([path]), [path])


def open_parquets(
    named: Path, base: Path, files: Sequence[Path], progress: Listener | None, bounds: Bounds
) -> Opened:
    """Open many Parquet files as one table.

    Args:
        named: the folder or pattern, as messages call it.
        base: folders below this one may say what is in them.
        files: the files.
        progress: who wants to hear how far it is.
        bounds: what reading may take.
    """
    if len(files) > MOST_FILES:
        raise TableError(f"{named} names more than {MOST_FILES:,} files. Join some of them.")
    for path in files:
        reading(path)
    connection = connect(bounds, *files)
    keys = _keys(named, base, files)
    columns = _require_alike(named, connection, files, progress)
    above = set(_keys_of(base.absolute().parts)) - set(keys)
    if keys and above & columns:
        raise TableError(
            f"a folder above {named} is named like its column '{min(above & columns)}'. Rename it."
        )
    rows = _reads(files, bool(keys))
    if keys and above:
        rows = f"(SELECT * EXCLUDE ({', '.join(map(quoted, sorted(above)))}) FROM {rows})"
    return _opened(named, connection, rows, files)


def _opened(named: Path, connection: Any, rows: str, files: Sequence[Path]) -> Opened:
    import duckdb

    size = sum(path.stat().st_size for path in files)
    try:
        zones = partial(zones_in_parquet, connection, one_file(files[0]))
        name, large = named.name or str(named), size > LARGE
        return typed(name, connection, rows, zones=zones, bytes=size, shows_rows=large)
    except duckdb.Error as error:
        raise TableError(f"{named} can't be read as a table: {first_line(error)}") from None


def _reads(files: Sequence[Path], by_folder: bool = False) -> str:
    """The files as one table, in SQL; columns of numbers are as wide as the widest of them."""
    listed = ", ".join(map(one_file, files))
    joined = "true" if len(files) > 1 else "false"
    return (
        f"read_parquet([{listed}], hive_partitioning = {str(by_folder).lower()}, "
        f"union_by_name = {joined})"
    )


def _keys(named: Path, base: Path, files: Sequence[Path]) -> list[str]:
    """The columns that folders name; the same for all files."""
    found = {tuple(_keys_of(path.relative_to(base).parts[:-1])) for path in files}
    if len(found) > 1:
        raise TableError(
            f"some files in {named} lie in folders that name columns, such as year=2024, and others "
            "do not, or in another order. Lay them out alike."
        )
    return list(found.pop())


def _keys_of(folders: Sequence[str]) -> list[str]:
    return [match[1] for folder in folders if (match := _KEY.fullmatch(folder))]


def _require_alike(
    named: Path, connection: Any, files: Sequence[Path], progress: Listener | None
) -> set[str]:
    """Refuse files of different columns, since what one lacks would be taken for missing values."""
    import duckdb

    phase = Phase(progress, "looking at files", len(files))
    first: set[str] = set()
    for path in files:
        try:
            described = connection.execute(f"DESCRIBE SELECT * FROM {_reads([path])}").fetchall()
        except duckdb.Error as error:
            raise TableError(f"{path} can't be read as a table: {first_line(error)}") from None
        names = {str(row[0]) for row in described}
        first = first or names
        if names != first:
            odd = min(names ^ first)
            raise TableError(
                f"the files of {named} have different columns: '{odd}' is in one of {files[0].name} "
                f"and {path.name}, and not in the other. Open those that are alike."
            )
        phase()
    return first
