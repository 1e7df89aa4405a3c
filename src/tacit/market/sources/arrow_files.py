"""Feather and Arrow files: batches of columns, each of which is checked before anyone looks into it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.column_names import each_once, require_few
from tacit.market.sources.opened import READING, Opened, connect, first_line, typed
from tacit.market.sources.zones import zones_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds


@dataclass(frozen=True)
class ArrowFile:
    """An Arrow file that can be read again and again, a batch at a time.

    What a batch says about itself is not believed: lengths that point outside of it are an error
    here, and would end the process elsewhere.
    """

    path: Path
    is_stream: bool
    names: tuple[str, ...] = ()

    @property
    def schema(self) -> Any:
        """What the columns are, by their own names or those given."""
        import pyarrow as pa

        found = self._open().schema
        named = zip(found, self.names or found.names, strict=True)
        return pa.schema([field.with_name(name) for field, name in named])

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """All batches, from the first on, for whoever reads Arrow."""
        import pyarrow as pa

        schema = self.schema
        reader = pa.RecordBatchReader.from_batches(schema, self._batches(schema))
        return reader.__arrow_c_stream__(requested_schema)

    def orders(self) -> dict[str, list[str]]:
        """For columns of ordered categories, their names from the lowest to the highest."""
        import pyarrow as pa

        schema = self.schema
        ordered = [
            field.name
            for field in schema
            if pa.types.is_dictionary(field.type) and field.type.ordered
        ]
        first = next(self._batches(schema), None) if ordered else None
        if first is None:
            return {}
        return {name: [str(v) for v in first[name].dictionary.to_pylist()] for name in ordered}

    def _batches(self, schema: Any) -> Iterator[Any]:
        import pyarrow as pa

        content = self._open()
        every = (
            content if self.is_stream else map(content.get_batch, range(content.num_record_batches))
        )
        for batch in every:
            batch.validate(full=True)
            yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)

    def _open(self) -> Any:
        import pyarrow as pa

        content = pa.memory_map(str(self.path))
        return (pa.ipc.open_stream if self.is_stream else pa.ipc.open_file)(content)


def open_arrow(path: Path, is_stream: bool, progress: Listener | None, bounds: Bounds) -> Opened:
    """Open a Feather file, or an Arrow file or stream."""
    import duckdb
    import pyarrow as pa

    Phase(progress, READING)
    try:
        schema = ArrowFile(path, is_stream).schema
        require_few(path, len(schema.names))
        names, notes = each_once(schema.names)
        file = ArrowFile(path, is_stream, tuple(names))
        more: dict[str, Any] = {"orders": file.orders(), "bytes": path.stat().st_size}
        more |= {"notes": notes, "zones": partial(zones_of, file.schema)}
        connection = connect(bounds)
        connection.register("given", file)
        return typed(path.name, connection, "given", **more)
    except (duckdb.Error, pa.ArrowException, OSError, ValueError) as error:
        raise TableError(f"{path} can't be read as a table: {first_line(error)}") from None
