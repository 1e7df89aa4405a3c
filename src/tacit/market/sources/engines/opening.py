"""The door to tables in engines: a place, a table of Ibis, or a connection with the name of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.errors import InputError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.asking import MEMORY, EngineTable
from tacit.market.sources.engines.connecting import (
    engine_of_connection,
    engine_of_table,
    open_engine,
)
from tacit.market.sources.engines.engine import TIMEOUT
from tacit.market.sources.engines.tables import query_of, table_of

if TYPE_CHECKING:
    from tacit._progress import Listener


@dataclass(frozen=True, eq=False)
class Connected:
    """A connection that somebody else has opened, and the name of a table behind it."""

    connection: Any
    table: str


def is_in_engine(table: Any) -> bool:
    """Whether a table stays in an engine, and is asked there."""
    return isinstance(table, Place | Connected) or is_ibis_table(table)


def is_ibis_table(table: Any) -> bool:
    """Whether something is a table of Ibis; asked without importing it."""
    kind = type(table)
    return kind.__module__.startswith("ibis.expr.types") and kind.__name__.endswith("Table")


def is_connection(data: Any) -> bool:
    """Whether something is a connection of SQLAlchemy or ADBC."""
    module = type(data).__module__.split(".")[0]
    return module in ("sqlalchemy", "adbc_driver_manager")


def connected(connection: Any, table: str | None) -> Connected:
    """A connection with the name of a table, which it needs."""
    if not table:
        raise InputError("a connection goes with the name of a table: table=...")
    return Connected(connection, table)


def open_engine_table(
    table: Any,
    progress: Listener | None = None,
    timeout: float | None = None,
    memory: int = MEMORY,
    *,
    read_only: bool = True,
) -> EngineTable:
    """Open a table in an engine; nothing is read yet but what its columns are.

    Args:
        table: a place, a connection with a table's name, or a table of Ibis.
        progress: who wants to hear how far it is.
        timeout: how many seconds a question may take.
        memory: how many bytes of cells may be fetched.
        read_only: whether nothing can be written there; else tables of the session's own can be made.
    """
    seconds = TIMEOUT if timeout is None else timeout
    if isinstance(table, Place):
        engine, name = open_engine(table, seconds, read_only=read_only), table.name
    elif isinstance(table, Connected):
        engine, name = engine_of_connection(table.connection, seconds), f"table '{table.table}'"
    else:
        engine, name = engine_of_table(table, seconds), "the table"
    try:
        if isinstance(table, Place) and table.query is not None:
            found = query_of(engine, table.query)
        elif isinstance(table, Place | Connected):
            found = table_of(engine, str(table.table))
        else:
            found = table
        return EngineTable(engine, found, name, progress, memory)
    except BaseException:
        engine.close()
        raise
