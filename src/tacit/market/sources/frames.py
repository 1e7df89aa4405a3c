"""Frames: pandas, Polars and Arrow tables, datasets, readers, and whatever else speaks Arrow."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.column_names import each_once
from tacit.market.sources.opened import READING, Opened, connect, first_line, typed
from tacit.market.sources.zones import zones_of

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds

NAME = "the frame"


def open_frame(frame: Any, progress: Listener | None, bounds: Bounds) -> Opened:
    """Open a frame; what can be read only once is read now."""
    import duckdb

    Phase(progress, READING)
    made, notes = _as_arrow(frame)
    connection = connect(bounds)
    try:
        connection.register("given", made)
        orders = _orders(made) if hasattr(made, "column") else {}
        zones = partial(zones_of, made.schema)
        return typed(NAME, connection, "given", zones=zones, orders=orders, notes=notes)
    except duckdb.Error as error:
        raise TableError(f"the frame can't be read as a table: {first_line(error)}") from None


def _as_arrow(frame: Any) -> tuple[Any, tuple[str, ...]]:
    """Any frame as an Arrow table, or a dataset as it is; and a note if names had to be changed."""
    problem = ""
    try:
        made = _made(frame)
        names, notes = each_once(made.schema.names)
        if notes:
            made = (made if hasattr(made, "rename_columns") else made.to_table()).rename_columns(
                names
            )
        return made, notes
    except (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except (
        BaseException
    ) as error:  # Polars raises what it did not foresee past all who catch errors
        problem = first_line(error)
    raise TableError(
        f"a {type(frame).__name__} can't be read as a table: {problem}. Give a path, or a pandas, "
        "Polars or Arrow frame."
    )


def _made(frame: Any) -> Any:
    import pyarrow as pa

    module = type(frame).__module__.split(".")[0]
    if module == "pandas" and hasattr(frame, "columns"):
        return _from_pandas(frame)
    if module in ("duckdb", "_duckdb") and hasattr(frame, "to_arrow_table"):
        return frame.to_arrow_table()
    if isinstance(frame, pa.RecordBatchReader):
        return frame.read_all()
    if module == "pyarrow" and hasattr(frame, "to_table") and hasattr(frame, "schema"):
        return frame  # a dataset, which is read as it is asked for
    if hasattr(frame, "collect") and not hasattr(frame, "__arrow_c_stream__"):
        frame = frame.collect()
    return pa.table(frame)


def _from_pandas(frame: Any) -> Any:
    """A pandas frame, column by column: one that mixes numbers and other things becomes text."""
    import pyarrow as pa

    columns = [_column(frame.iloc[:, i]) for i in range(len(frame.columns))]
    return pa.Table.from_arrays(columns, names=[str(name) for name in frame.columns])


def _column(series: Any) -> Any:
    import pyarrow as pa

    try:
        return pa.Array.from_pandas(series)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        if series.dtype != object:
            raise
        return pa.array([None if _is_missing(x) else str(x) for x in series], pa.string())


def _is_missing(value: Any) -> bool:
    """Whether a cell of a mixed column holds nothing; what is not a number is not equal to itself."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def _orders(table: Any) -> dict[str, list[str]]:
    """The order of the names in columns of ordered categories."""
    import pyarrow as pa

    found = {}
    for field in table.schema:
        if pa.types.is_dictionary(field.type) and field.type.ordered:
            chunks = table.column(field.name).unify_dictionaries().chunks
            names = chunks[0].dictionary.to_pylist() if chunks else []
            found[field.name] = [str(name) for name in names]
    return found
