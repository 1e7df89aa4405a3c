"""JSON: a line for each row, or one list of all rows.

Values are taken as text, like those of a CSV file, whatever most of them look like. The fields of objects
are columns of their own, `user.country`; lists stay as they are.
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
MOST_FIELDS = 100
"""An object with more fields than this is rather a list by name."""


def open_json(file: TextFile) -> Opened:
    """Open a file of JSON objects.

    Every row is looked at for the names of columns, since one that comes late would be lost.
    """
    import duckdb

    connection = file.connect()
    try:
        types, fields = _types(file, connection)
    except duckdb.Error as error:
        raise TableError(f"{file.path} can't be read as a table: {_said(error)}") from None
    return Opened(
        file.path.name,
        connection,
        types,
        True,
        partial(_selected, file, types, fields),
        notes=file.notes,
        bytes=file.path.stat().st_size,
    )


def _reads(file: TextFile, more: str) -> str:
    return (
        f"read_json({one_file(file.place)}, records = 'true', maximum_depth = 3, "
        f"compression = '{file.place_packing or 'uncompressed'}', hive_partitioning = false, {more})"
    )


def _types(file: TextFile, connection: Any) -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """The names of columns, which hold lists or objects, and which are fields of objects."""
    reads = _reads(
        file, "sample_size = -1, map_inference_threshold = -1, field_appearance_threshold = 0"
    )
    phase, asked = Phase(file.progress, READING), f"DESCRIBE SELECT * FROM {reads}"
    described = waited_for(connection, lambda: connection.execute(asked).fetchall(), phase)
    require_few(file.path, len(described))
    types = {str(row[0]): _kind(str(row[1])) for row in described}
    _require_names(file, connection, types)
    fields: dict[str, tuple[str, str]] = {}
    for row in described:
        own = _fields(connection, str(row[0]), str(row[1]))
        if own and not {name.lower() for name in own} & {name.lower() for name in types}:
            types = {
                n: k for name, kind in types.items() for n, k in _opened(name, kind, row[0], own)
            }
            fields |= {name: (str(row[0]), field) for name, (field, _) in own.items()}
    require_few(file.path, len(types))
    return types, fields


def _fields(connection: Any, column: str, found: str) -> dict[str, tuple[str, str]]:
    """The fields of an object by the names of their columns, each with its own name and kind."""
    if not found.startswith("STRUCT") or found.endswith("]"):
        return {}
    parts = [(str(name), str(kind)) for name, kind in connection.type(found).children]
    if len(parts) > MOST_FIELDS or len({name.lower() for name, _ in parts}) < len(parts):
        return {}
    return {f"{column}.{name}": (name, _kind(kind)) for name, kind in parts}


def _opened(
    name: str, kind: str, opened: str, fields: Mapping[str, tuple[str, str]]
) -> list[tuple[str, str]]:
    """A column, or its fields in its place."""
    if name != opened:
        return [(name, kind)]
    return [(field, field_kind) for field, (_, field_kind) in fields.items()]


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


def _selected(
    file: TextFile,
    all_types: Mapping[str, str],
    fields: Mapping[str, tuple[str, str]],
    types: Mapping[str, str],
) -> str:
    objects = {column: NESTED for column, _ in fields.values()}
    kinds = objects | {name: kind for name, kind in all_types.items() if name not in fields}
    columns = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in kinds.items())
    rows = _reads(file, f"columns = {{{columns}}}")
    if fields:
        of_objects = ", ".join(
            f"json_extract_string({quoted(column)}, {literal(_path(field))}) AS {quoted(name)}"
            for name, (column, field) in fields.items()
        )
        without = ", ".join(map(quoted, objects))
        rows = f"(SELECT * EXCLUDE ({without}), {of_objects} FROM {rows})"
    return as_types(rows, all_types, types)


def _path(field: str) -> str:
    """Where a field of an object is, as the database has it."""
    escaped = field.replace("~", "~0").replace("/", "~1")
    return f"/{escaped}"


def _said(error: Exception) -> str:
    if "expected records" in str(error):
        return 'its rows must be objects, such as {"age": 31, "sex": "F"}.'
    return first_line(error)
