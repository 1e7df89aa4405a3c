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
from tacit.market.sources.columns import kind_of
from tacit.market.sources.grouping import packed, question_of
from tacit.market.sources.opened import NOTHING_SAID, READING, FileOptions
from tacit.market.sources.opening import open_table
from tacit.market.sources.questions import Measured, Questions, Summary
from tacit.market.sources.quoting import quoted
from tacit.market.sources.spelling import as_written, cleaned, listed
from tacit.market.sources.waiting import waited_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds
    from tacit.market.sources.opened import Opened
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.written import Written

AT_ONCE = 20
"""So many columns are asked about in one question: all at once take much memory, and long to plan."""
GROUPS_AT_ONCE = 2**18
"""So many groups of rows are fetched in one go."""
_MEGABYTE = 10**6


class Source(Questions):
    """A file or a frame in a database of our own, and what is asked of it.

    Nothing is read before it is asked for. `raw` is the table as it came; once it is converted, `t` is the
    same with text trimmed and every mark that means "missing" turned into NULL. What has to be parsed,
    such as a CSV file, is parsed again for every question until it is stored.
    """

    reads_text = rows_have_order = True

    def __init__(self, opened: Opened, progress: Listener | None = None) -> None:
        self.is_text = opened.is_text
        self.progress = progress
        self._phase, self._stored = Phase(None, ""), False
        self._use(opened)
        if not opened.shows_rows and not self.ask("SELECT 1 FROM raw LIMIT 1"):
            raise self._empty()

    def _empty(self) -> TableError:
        return TableError(f"{self.name} has no rows.")

    def _use(self, opened: Opened) -> None:
        """Ask this table from now on."""
        self._opened, self._connection = opened, opened.connection
        kinds = {name: kind_of(sql_type) for name, sql_type in opened.types.items()}
        super().__init__(opened.name, kinds, opened.notes)
        self._connection.execute(f"CREATE VIEW raw AS SELECT * FROM {opened.selected({})}")

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

    def first_rows(self, names: Sequence[str], most: int) -> dict[str, list[Any]]:
        """The values of the first rows, column by column."""
        columns = ", ".join(self._shown(name) for name in names if self.kind(name) != "other")
        found: dict[str, list[Any]] = {name: [] for name in names}
        if not columns:
            return found
        table = self.arrow(f"SELECT {columns} FROM raw LIMIT {most}")
        return found | {name: listed(table.column(name), name) for name in table.column_names}

    def _shown(self, name: str) -> str:
        """A column as Python can take it: there are more days in tables than it knows."""
        c = quoted(name)
        return f"CAST({c} AS VARCHAR) AS {c}" if self.kind(name) == "date" else c

    def summaries(self, names: Sequence[str], many: Collection[str]) -> dict[str, Summary]:
        """What each column holds in short; values are only counted in those that may have many."""
        found: dict[str, Summary] = {}
        for some in _in_parts(names):
            asked = []
            for name in some:
                c, is_many = quoted(name), name in many
                asked.append(f"count({c})")
                asked.append(f"approx_count_distinct({c})" if is_many else "0")
                asked.append(f"avg(length({c}))" if is_many and self.kind(name) == "text" else "0")
            row = self.ask(f"SELECT {', '.join(asked)} FROM raw")[0]
            for i, name in enumerate(some):
                filled, distinct, length = row[3 * i : 3 * i + 3]
                found[name] = Summary(int(filled), int(distinct), float(length or 0))
        return found

    def counts(self, name: str, *, as_text: bool = False) -> dict[Any, int]:
        """How many rows hold each value of a column, in order."""
        c = quoted(name) if self.kind(name) == "text" else self.clean(name)
        if as_text and self.kind(name) != "text":
            c = f"CAST({c} AS VARCHAR)"
        rows = self.ask(f"SELECT {c}, count(*) FROM raw GROUP BY 1 ORDER BY 1")
        return {value: int(n) for value, n in rows if value is not None}

    def measured(self, name: str, kind: str, written: Written | None) -> Measured:
        """What there is to know of a column of very many numbers or dates."""
        c = self.clean(name, written)
        whole = f"bool_and({c} = floor({c}))" if kind == "number" else "FALSE"
        fits, low, high, is_whole, distinct = self.ask(
            f"SELECT count({c}), min({c}), max({c}), {whole}, approx_count_distinct({c}) FROM raw"
        )[0]
        return Measured(int(fits), low, high, bool(is_whole), int(distinct))

    def distinct(self, name: str, written: Written | None) -> int:
        """How many different numbers or dates a column has, exactly."""
        c = self.clean(name, written)
        return int(self.ask(f"SELECT count(*) FROM (SELECT DISTINCT {c} FROM raw)")[0][0])

    def points(
        self, name: str, written: Written | None, shares: int, leaving: Sequence[float]
    ) -> list[float]:
        """The numbers below which equal shares of a column lie, some of them left aside."""
        c = self.clean(name, written)
        at = ", ".join(f"{i / shares:.6f}" for i in range(1, shares))
        others = " AND ".join(f"{c} <> {value!r}" for value in leaving) or "TRUE"
        rows = self.ask(f"SELECT quantile_disc({c}, [{at}]) FROM raw WHERE {others}")
        return [float(point) for point in rows[0][0] or ()]

    def misfits(self, name: str, written: Written, most: int) -> list[str]:
        """Texts that are not written in some way."""
        c, text = self.clean(name, written), quoted(name)
        rows = self.ask(
            f"SELECT {text} FROM raw WHERE {c} IS NULL AND {text} IS NOT NULL LIMIT {most}"
        )
        return [text for (text,) in rows]

    def has_leading_zeros(self, name: str) -> bool:
        """Whether a text is a number with a 0 before it that counts for nothing."""
        text = quoted(name)
        c = f"trim({text})"
        codes = f"starts_with({c}, '0') AND length({c}) > 1 AND {c}[2] BETWEEN '0' AND '9'"
        # Few texts begin with a 0 or a blank, and to look at how they begin takes no time.
        found = f"CASE WHEN {text} < '1' OR {text} > '~' THEN {codes} END"
        return bool(self.ask(f"SELECT 1 FROM raw WHERE {found} LIMIT 1"))

    def heads(self, name: str, lengths: range) -> list[int]:
        """How many different beginnings of each length texts have."""
        longest = f"SELECT DISTINCT left({self.text(name)}, {max(lengths)}) AS head FROM raw"
        asked = ", ".join(f"count(DISTINCT left(head, {n}))" for n in lengths)
        return [int(n) for n in self.ask(f"SELECT {asked} FROM ({longest})")[0]]

    def texts(self, name: str, length: int | None = None, most: int | None = None) -> list[str]:
        """The different texts of a column, or how they begin."""
        c = self.text(name) if length is None else f"left({self.text(name)}, {length})"
        few = "" if most is None else f"ORDER BY 1 LIMIT {most}"
        rows = self.ask(f"SELECT DISTINCT {c} AS v FROM raw {few}")
        return [str(text) for (text,) in rows if text is not None]

    def text_counts(self, name: str, most: int) -> dict[str, int]:
        """How many rows hold each text, as far as there are not too many of them."""
        c = self.text(name)
        rows = self.ask(
            f"SELECT {c}, count(*) FROM raw WHERE {c} IS NOT NULL GROUP BY 1 LIMIT {most}"
        )
        return {str(name): int(n) for name, n in rows}

    def filled(self, name: str) -> int:
        """How many rows hold something in a column."""
        return int(self.ask(f"SELECT count({self.clean(name)}) FROM raw")[0][0])

    def grouped(self, recipe: Recipe, unused: Sequence[str] = ()) -> Any:
        """How many rows hold what, by one question."""

        def counted() -> Any:
            unmarked = self._opened.unmarked if self.is_parsed else None
            sql = question_of(self, recipe, unused, unmarked or "raw").sql
            return packed(self._connection.sql(sql).to_arrow_reader(GROUPS_AT_ONCE))

        found = self._read(counted, "counting cells")
        if not found.num_rows:
            raise self._empty()
        return found

    def close(self) -> None:
        """Let go of the database."""
        self._opened.close()

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


def _in_parts(names: Sequence[str]) -> Iterable[Sequence[str]]:
    return (names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE))


def open_source(
    table: Any,
    progress: Listener | None = None,
    bounds: Bounds = USUAL,
    options: FileOptions = NOTHING_SAID,
) -> Source:
    """Open a table given as a path or a frame, and tell who listens how far that has come."""
    return Source(open_table(table, progress, bounds, options), progress)
