"""What is asked of an open table, whatever it is.

Nothing is read before it is asked for. A table in columns is asked where it is. What has to be parsed,
such as a CSV file, is read once for one question; who has several stores it first.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.columns import Columns, kind_of
from tacit.market.sources.opened import NOTHING_SAID, READING, FileOptions
from tacit.market.sources.opening import open_table
from tacit.market.sources.quoting import quoted
from tacit.market.sources.spelling import as_written, cleaned
from tacit.market.sources.waiting import waited_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds
    from tacit.market.sources.opened import Opened
    from tacit.market.sources.written import Written

_MEGABYTE = 10**6


class Source(Columns):
    """An open table, and what is asked of it.

    Nothing is read before it is asked for. `raw` is the table as it came; `t` is the same with text
    trimmed and every mark that means "missing" turned into NULL. What has to be parsed, such as a CSV
    file, is parsed again for every question until it is stored.
    """

    def __init__(self, opened: Opened, progress: Listener | None = None) -> None:
        self.is_text = opened.is_text
        self.progress = progress
        self._phase, self._stored = Phase(None, ""), False
        self._use(opened)
        if not self.ask("SELECT 1 FROM raw LIMIT 1"):
            raise TableError(f"{self.name} has no rows.")

    def _use(self, opened: Opened) -> None:
        """Ask this table from now on."""
        self._opened, self._connection = opened, opened.connection
        kinds = {name: kind_of(sql_type) for name, sql_type in opened.types.items()}
        super().__init__(opened.name, kinds, opened.notes)
        self._connection.execute(f"CREATE VIEW raw AS SELECT * FROM {opened.selected({})}")
        self._make_view({})

    @property
    def orders(self) -> Mapping[str, list[str]]:
        """For columns of ordered categories, their names from the lowest to the highest."""
        return self._opened.orders

    @cached_property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.ask("SELECT count(*) FROM raw")[0][0])

    def begin(self, name: str, total: int | None = None) -> Phase:
        """Begin a phase of reading: what is asked from now on is a part of it."""
        self._phase = Phase(self.progress, name, total)
        return self._phase

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a query and fetch all rows."""
        rows: list[tuple[Any, ...]] = self._asked(lambda: self._connection.execute(sql).fetchall())
        return rows

    def arrow(self, sql: str) -> Any:
        """Run a query and fetch an Arrow table."""
        return self._asked(lambda: self._connection.sql(sql).to_arrow_table())

    def read_through(self, sql: str, doing: str) -> Any:
        """Run a query that reads the whole table, and tell how far it is; gives an Arrow table."""
        return self._read(lambda: self._connection.sql(sql).to_arrow_table(), doing)

    @property
    def is_parsed(self) -> bool:
        """Whether it has to be parsed for every question."""
        return self.is_text and not self._stored

    def store(self, names: Collection[str] | None = None) -> None:
        """Parse the table once, as far as some columns go; a table in columns is asked where it is."""
        if not self.is_parsed:
            return
        columns = [quoted(name) for name in self.names if names is None or name in names]
        sql = f"CREATE TABLE stored AS SELECT {', '.join(columns)} FROM raw"
        self._read(lambda: self._connection.execute(sql), READING)
        self._stored = True
        self._connection.execute("CREATE OR REPLACE VIEW raw AS SELECT * FROM stored")
        if names is None:
            self._make_view({})

    def _read(self, work: Callable[[], Any], doing: str) -> Any:
        size = -(-(self._opened.bytes or 0) // _MEGABYTE) if self.is_parsed else None
        self._phase = Phase(self.progress, doing, size, "MB" if size else "")
        return self._asked(work, size)

    def _asked(self, work: Callable[[], Any], total: int | None = None) -> Any:
        """What the database answers; where the table can't be read, it is opened in another way."""
        import duckdb

        while True:
            try:
                return waited_for(self._connection, work, self._phase, total)
            except duckdb.Error as error:
                problem = error
            self._use(self._opened.after(problem))

    def convert(self, written: Mapping[str, Written]) -> None:
        """Let `t` hold text as numbers or dates, and refuse columns that hold something else."""
        self.store()
        phase = self.begin("checking what columns hold", len(written))
        for name, how in written.items():
            self.require([name])
            self._require_all(name, how)
            phase()
        self._make_view(written)

    def _require_all(self, name: str, written: Written) -> None:
        """Refuse a column unless all of its values can be taken as numbers or dates."""
        if self.kinds[name] != "text":
            self.require_kind(name, written.kind)
            return
        c = quoted(name)
        good, filled = self.ask(
            f"SELECT count({as_written(c, written)}), count({cleaned(c)}) FROM raw"
        )[0]
        if good != filled:
            raise self.mixed(name, written.kind, int(filled - good), int(filled))

    def _make_view(self, written: Mapping[str, Written]) -> None:
        """Let `t` be the table with text trimmed, and every mark that means "missing" turned into NULL."""
        columns = (
            f"{self.clean(name, written.get(name))} AS {quoted(name)}" for name in self.names
        )
        self._connection.execute(
            f"CREATE OR REPLACE VIEW t AS SELECT {', '.join(columns)} FROM raw"
        )


def open_source(
    table: Any,
    progress: Listener | None = None,
    bounds: Bounds = USUAL,
    options: FileOptions = NOTHING_SAID,
) -> Source:
    """Open a table given as a path or a frame, and tell who listens how far that has come."""
    return Source(open_table(table, progress, bounds, options), progress)
