"""JSON: a line for each row, or one list of all rows.

Values are taken as text, like those of a CSV file, whatever most of them look like; what is nested
stays as it is.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.column_names import require_few
from tacit.market.sources.opened import READING, TEXT, Opened, as_types, first_line
from tacit.market.sources.quoting import literal, one_file, quoted
from tacit.market.sources.waiting import waited_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacit.market.sources.text_file import TextFile

NESTED = "JSON"
"""What columns are that hold lists or objects."""


def open_json(file: TextFile) -> Opened:
    """Open a file of JSON objects.

    Every row is looked at for the names of columns, since one that comes late would be lost.
    """
    import duckdb

    connection = file.connect()
    try:
        types = _types(file, connection)
    except duckdb.Error as error:
        raise TableError(f"{file.path} can't be read as a table: {_said(error)}") from None
    return Opened(
        file.path.name,
        connection,
        types,
        True,
        partial(_selected, file, types),
        notes=file.notes,
        bytes=file.path.stat().st_size,
    )


def _reads(file: TextFile, more: str) -> str:
    return (
        f"read_json({one_file(file.place)}, records = 'true', maximum_depth = 2, "
        f"compression = '{file.place_packing or 'uncompressed'}', hive_partitioning = false, {more})"
    )


def _types(file: TextFile, connection: Any) -> dict[str, str]:
    """The names of columns, and which hold lists or objects."""
    reads = _reads(
        file, "sample_size = -1, map_inference_threshold = -1, field_appearance_threshold = 0"
    )
    phase, asked = Phase(file.progress, READING), f"DESCRIBE SELECT * FROM {reads}"
    described = waited_for(connection, lambda: connection.execute(asked).fetchall(), phase)
    require_few(file.path, len(described))
    types = {str(row[0]): _kind(str(row[1])) for row in described}
    _require_names(file, connection, types)
    return types


def _kind(found: str) -> str:
    return NESTED if found.endswith("]") or found.startswith(("STRUCT", "MAP")) else TEXT


def _require_names(file: TextFile, connection: Any, types: Mapping[str, str]) -> None:
    """Refuse names that differ only in upper and lower case, which a database tells apart by numbers."""
    lowered = {name.lower() for name in types}
    for name in types:
        numbered = re.fullmatch(r"(.+)_[0-9]+", name, re.DOTALL)
        if numbered is None or numbered[1].lower() not in lowered:
            continue
        rows = _reads(file, f"columns = {{{literal(name)}: 'JSON'}}, ignore_errors = true")
        asked = f"SELECT 1 FROM {rows} WHERE {quoted(name)} IS NOT NULL LIMIT 1"
        if not connection.execute(asked).fetchall():
            raise TableError(
                f"{file.path} has names that differ only in upper and lower case, such as "
                f"'{numbered[1]}'. Rename one of them."
            )


def _selected(file: TextFile, all_types: Mapping[str, str], types: Mapping[str, str]) -> str:
    columns = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in all_types.items())
    return as_types(_reads(file, f"columns = {{{columns}}}"), all_types, types)


def _said(error: Exception) -> str:
    if "expected records" in str(error):
        return 'its rows must be objects, such as {"age": 31, "sex": "F"}.'
    return first_line(error)
