"""Moments with a time zone: they fall on the days of their column's own zone, where it names one.

Arrow and pandas keep a zone with each column, and so do the Parquet files that they write. A column that
names none, such as in Parquet files of other programs, is cut into days in UTC. Either is told.
"""

from __future__ import annotations

import binascii
import re
from typing import TYPE_CHECKING, Any

from tacit.market.sources.quoting import literal, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ZONED, PLAIN = "TIMESTAMP WITH TIME ZONE", "TIMESTAMP"
"""What a database calls moments with a zone, and those without."""
_OFFSET = re.compile("[+-][0-9]{2}:?[0-9]{2}")
_UTC = "UTC"
_SHOWN = 5


def zones_of(schema: Any) -> dict[str, str]:
    """The zones that columns of Arrow name."""
    found = ((field.name, getattr(field.type, "tz", None)) for field in schema)
    return {name: str(zone) for name, zone in found if zone}


def zones_in_parquet(connection: Any, file: str) -> dict[str, str]:
    """The zones that a Parquet file says its columns had when Arrow wrote it.

    Args:
        connection: a database that sees the file.
        file: the file, in SQL.
    """
    import duckdb
    import pyarrow as pa

    asked = f"SELECT value FROM parquet_kv_metadata({file}) WHERE decode(key) = 'ARROW:schema'"
    try:
        rows = connection.execute(asked).fetchall()
        return zones_of(pa.ipc.read_schema(pa.py_buffer(binascii.a2b_base64(rows[0][0]))))
    except (duckdb.Error, pa.ArrowException, IndexError, ValueError, TypeError, OSError):
        return {}


def in_own_zones(
    connection: Any, rows: str, types: Mapping[str, str], zones: Callable[[], Mapping[str, str]]
) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """A table whose moments are those of clocks in their columns' own zones.

    Args:
        connection: the database.
        rows: what to select from.
        types: what each column is to the database.
        zones: says which zones columns name.

    Returns:
        What to select from, what columns are then, and what to tell.
    """
    zoned = [name for name, kind in types.items() if kind.upper() == ZONED]
    if not zoned:
        return rows, dict(types), ()
    named = zones()
    known = {name: _known(connection, named.get(name, _UTC)) for name in zoned}
    moved = ", ".join(
        f"({quoted(name)} AT TIME ZONE {literal(zone)}) AS {quoted(name)}"
        for name, zone in known.items()
    )
    told = []
    for zone in dict.fromkeys(known.values()):
        names = [f"'{name}'" for name in zoned if known[name] == zone]
        more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
        which = "UTC, as no other time zone is named" if zone == _UTC else f"the time zone {zone}"
        told.append(f"days in {', '.join(names[:_SHOWN])}{more} are those of {which}")
    return (
        f"(SELECT * REPLACE ({moved}) FROM {rows})",
        {**types, **dict.fromkeys(zoned, PLAIN)},
        tuple(told),
    )


def _known(connection: Any, zone: str) -> str:
    """A zone as the database knows it; UTC for one that it does not know."""
    import duckdb

    asked = f"GMT{zone}" if _OFFSET.fullmatch(zone) else zone
    try:
        connection.execute(f"SELECT TIMESTAMPTZ '2000-01-01 00:00Z' AT TIME ZONE {literal(asked)}")
    except duckdb.Error:
        return _UTC
    return asked
