"""Opening a table: a CSV or Parquet file, or a pandas, Polars or Arrow frame, inside DuckDB.

Whatever the table is, it becomes the view `t`, with text trimmed and every mark that means
"missing" turned into NULL. A CSV file holds only text, so its columns' types are found by looking
at all of their values, not at the first thousand.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from weakref import finalize

from tacit._files import UNFINISHED, reading
from tacit._progress import Phase
from tacit.errors import MixedTypes, TableError, nearest
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.csv_text import READING, SUFFIXES, load_text
from tacit.market.sources.quoting import literal, one_file, pattern_of, quoted
from tacit.market.sources.waiting import waited_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from tacit._progress import Listener
    from tacit.market.sources.bounds import Bounds

MISSING_MARKS = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "#N/A")
_SQL_TYPES = {"integer": "BIGINT", "number": "DOUBLE", "date": "DATE"}
KINDS = 5
"""How many counts tell what a column of a text file holds."""
AT_ONCE = 20
"""So many columns are looked at in one pass."""
_WORDS = {"integer": "numbers", "number": "numbers", "date": "dates"}


@dataclass(frozen=True)
class Column:
    """What a column holds.

    Attributes:
        kind: "text", "integer", "number", "date", "bool" or "other".
        missing: how many rows lack a value.
        distinct: how many different values there are.
    """

    name: str
    kind: str
    missing: int
    distinct: int


class Source:
    """An open table."""

    def __init__(
        self,
        name: str,
        connection: Any,
        kinds: dict[str, str],
        is_text: bool,
        progress: Listener | None = None,
    ) -> None:
        self.name = name
        self.is_text = is_text
        self.progress = progress
        self._connection = connection
        self._phase = Phase(None, "")
        self._raw_kinds = kinds
        self.orders: dict[str, list[str]] = {}
        """For columns of ordered categories, their names from the lowest to the highest."""
        self.rows = int(self.ask("SELECT count(*) FROM raw")[0][0])
        if not self.rows:
            raise TableError(f"{name} has no rows.")
        self._make_view(dict.fromkeys(kinds, ""))

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return list(self._raw_kinds)

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

    def _asked(self, work: Callable[[], Any]) -> Any:
        with self._reading():
            return waited_for(self._connection, work, self._phase)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Say in our words that a table can't be read; its pages are only looked at when asked."""
        import duckdb

        try:
            yield
        except duckdb.Error as error:
            raise TableError(f"{self.name} can't be read: {first_line(error)}") from None

    def columns(self, as_text: Collection[str] = ()) -> dict[str, Column]:
        """Find out what each column holds, and make text columns of numbers or dates so.

        A column of a text file that holds numbers and other things is refused, unless it is one of
        `as_text`. Those count as text whatever they hold.
        """
        self.require(as_text)
        kinds = dict(self._raw_kinds)
        if self.is_text:
            kinds = self._text_kinds(as_text)
            self.convert(kinds)
        self.begin("counting the values of columns")
        kinds |= dict.fromkeys(as_text, "text")
        types = {name: _SQL_TYPES.get(kind, "") for name, kind in kinds.items()}
        found: list[int] = []
        for some in _in_parts(list(kinds)):
            counts = ", ".join(
                f"count(*) - count({q}), count(DISTINCT {q})" for q in map(quoted, some)
            )
            found += self.ask(
                f"SELECT {counts} FROM ({self._selected({n: types[n] for n in some})})"
            )[0]
        return {
            name: Column(name, kind, int(found[2 * i]), int(found[2 * i + 1]))
            for i, (name, kind) in enumerate(kinds.items())
        }

    def convert(self, kinds: dict[str, str]) -> None:
        """Turn text columns into what they must hold, and refuse columns that can't hold it."""
        phase = self.begin("checking what columns hold", len(kinds))
        for name, kind in kinds.items():
            self.require([name])
            if kind in _SQL_TYPES:
                self._require_all(name, kind)
            phase()
        self._make_view({name: _SQL_TYPES.get(kinds.get(name, ""), "") for name in self.names})

    def complete(self, names: Collection[str]) -> str:
        """A condition on the table for rows that lack no value in some columns, whatever their types.

        The table of a seller may hold numbers where a text file holds their digits.
        """
        marks = ", ".join(literal(mark) for mark in MISSING_MARKS)
        parts = []
        for name in dict.fromkeys(names):
            c = quoted(name)
            is_text = self._raw_kinds[name] == "text"
            text = f"trim(CAST({c} AS VARCHAR))"
            parts.append(f"{text} NOT IN ({marks})" if is_text else f"{c} IS NOT NULL")
        return " AND ".join(parts)

    def require(self, names: Collection[str]) -> None:
        """Refuse a column that the table does not have."""
        for name in names:
            if name not in self._raw_kinds:
                raise TableError(
                    f"{self.name} has no column '{name}'.{nearest(name, self.names)} "
                    f"It has: {', '.join(self.names)}."
                )

    def _text_kinds(self, as_text: Collection[str]) -> dict[str, str]:
        """What each column of a text file holds."""
        phase = self.begin("finding out what columns hold", len(self.names))
        found = dict.fromkeys(self.names, "text")
        for some in _in_parts([name for name in self.names if name not in as_text]):
            counted = ", ".join(map(_counted_kinds, some))
            counts = self.ask(f"SELECT {counted} FROM ({self._selected(dict.fromkeys(some, ''))})")[
                0
            ]
            for i, name in enumerate(some):
                found[name] = self._text_kind(name, *counts[KINDS * i : KINDS * (i + 1)])
            phase(len(some))
        return found

    def _text_kind(
        self, name: str, filled: int, numbers: int, whole: int, codes: int, dates: int
    ) -> str:
        """What a column holds, from how many rows hold what."""
        if not filled or codes:
            return "text"
        if dates == filled:
            return "date"
        if numbers == filled:
            return "integer" if whole == filled else "number"
        if numbers:
            self._refuse_mixed(name, numbers, filled - numbers)
        return "text"

    def _require_all(self, name: str, kind: str) -> None:
        """Refuse a column unless all of its values can be taken as numbers or dates."""
        c, held = quoted(name), self._raw_kinds[name]
        if held != "text":
            if _WORDS.get(held) != _WORDS[kind]:
                raise TableError(f"column '{name}' of {self.name} must hold {_WORDS[kind]}.")
            return
        sql_type = "TIMESTAMP" if kind == "date" else _SQL_TYPES[kind]
        good, filled = self.ask(f"SELECT count(TRY_CAST({c} AS {sql_type})), count({c}) FROM t")[0]
        if good != filled:
            raise (MixedTypes if good else TableError)(
                f"column '{name}' of {self.name} must hold {_WORDS[kind]}, but {filled - good:,} "
                f"of {filled:,} rows hold something else. Mend the column, or use another."
            )

    def _refuse_mixed(self, name: str, good: int, bad: int) -> None:
        raise MixedTypes(
            f"column '{name}' of {self.name} mixes types: {good:,} rows hold numbers and {bad:,} "
            f"rows hold something else. Mend the column, or declare it as text (text = ['{name}'], or "
            'kind = "nominal" in the market file).'
        )

    def _make_view(self, types: dict[str, str]) -> None:
        self._connection.execute(f"CREATE OR REPLACE VIEW t AS {self._selected(types)}")

    def _selected(self, types: dict[str, str]) -> str:
        """A query for some columns, trimmed, with marks for missing values turned into NULL."""
        # Not as a list: DuckDB makes a join of each, and takes hours to plan a thousand of them.
        marks = " ".join(f"WHEN {literal(mark)} THEN NULL" for mark in MISSING_MARKS)
        columns = []
        for name, sql_type in types.items():
            c, kind = quoted(name), self._raw_kinds[name]
            if kind == "text":
                clean = f"trim(CAST({c} AS VARCHAR))"
                clean = f"CASE {clean} {marks} ELSE {clean} END"
                typed = _cast(clean, sql_type) if sql_type else clean
            elif kind == "number":
                typed = f"CASE WHEN isfinite(CAST({c} AS DOUBLE)) THEN CAST({c} AS DOUBLE) END"
            elif kind == "date":
                typed = f"CAST({c} AS DATE)"
            else:
                typed = c
            columns.append(f"{typed} AS {c}")
        return f"SELECT {', '.join(columns)} FROM raw"


def _in_parts(names: list[str]) -> Iterator[list[str]]:
    """Names, a few at a time; all at once take much memory, and to plan a query over all takes long."""
    return (names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE))


def _counted_kinds(name: str) -> str:
    """The SQL for how many rows of a text column hold something, numbers, whole ones, codes and dates."""
    c = quoted(name)
    return (
        f"count({c}), count(TRY_CAST({c} AS DOUBLE)), "
        f"count(*) FILTER (regexp_full_match({c}, '[+-]?[0-9]{{1,18}}')), "
        f"count(*) FILTER (regexp_full_match({c}, '0[0-9]+')), "
        f"count(*) FILTER (regexp_full_match({c}, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}([ T].*)?') "
        f"AND year(TRY_CAST({c} AS TIMESTAMP)) > 0)"
    )


def open_source(table: Any, progress: Listener | None = None, bounds: Bounds = USUAL) -> Source:
    """Open a table given as a path or a frame, and tell who listens how far that has come."""
    import duckdb

    if isinstance(table, str | Path):
        return _open_file(duckdb, Path(table), progress, bounds)
    Phase(progress, READING)
    frame = _as_arrow(table)
    connection = _connect(duckdb, bounds)
    try:
        connection.register("given", frame)
        source = _typed(connection, "the frame", progress)
        source.orders = _orders(frame)
        return source
    except duckdb.Error as error:
        raise TableError(f"the frame can't be read as a table: {first_line(error)}") from None


def _orders(frame: Any) -> dict[str, list[str]]:
    """The order of the names in columns of ordered categories."""
    import pyarrow as pa

    found = {}
    for field in frame.schema:
        if pa.types.is_dictionary(field.type) and field.type.ordered:
            chunks = frame.column(field.name).unify_dictionaries().chunks
            names = chunks[0].dictionary.to_pylist() if chunks else []
            found[field.name] = [str(name) for name in names]
    return found


def _connect(duckdb: Any, bounds: Bounds, *files: Path) -> Any:
    """A database of our own, that sees nothing but some files; days are cut at the same hour anywhere.

    It fetches no parts of itself from elsewhere, and no setting can be changed from then on. What does
    not fit into memory goes to a folder of its own, which must not be left behind.
    """
    connection = duckdb.connect(":memory:", config=_ALONE)
    spilled = Path(f".tacit-{token_hex(8)}.tmp")
    UNFINISHED[spilled] = None
    finalize(connection, UNFINISHED.pop, spilled, None)
    seen = [text for path in files for text in (str(path.absolute()), pattern_of(path))]
    for setting in (
        "TimeZone = 'UTC'",
        f"memory_limit = '{bounds.bytes}B'",
        f"temp_directory = {literal(str(spilled))}",
        "enable_progress_bar = true",  # so that it says how far it is, but not on the screen
        "enable_progress_bar_print = false",
        f"allowed_paths = [{', '.join(map(literal, seen))}]",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute(f"SET {setting}")
    return connection


_ALONE = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",  # a name in a query is never a variable of the program
}


def _open_file(duckdb: Any, path: Path, progress: Listener | None, bounds: Bounds) -> Source:
    reading(path)
    _require_text(path)
    try:
        start = _magic(path)
        connection = _connect(duckdb, bounds, path)
        if start == b"PAR1":
            connection.execute(
                f"CREATE VIEW given AS SELECT * FROM read_parquet({one_file(path)}, "
                "hive_partitioning = false)"
            )
            Phase(progress, READING)
            return _typed(connection, path.name, progress)
    except duckdb.Error as error:
        raise TableError(f"{path} can't be read as a table: {first_line(error)}") from None
    except OSError as error:
        raise TableError(f"{path} can't be read: {error.strerror}.") from None
    if path.name.lower().endswith(SUFFIXES):
        if path.name.lower().endswith(".gz"):
            bounds.require_small(path, Phase(progress, "looking at what is packed"))
        names = load_text(connection, path, progress)
        return Source(path.name, connection, dict.fromkeys(names, "text"), True, progress)
    raise TableError(
        f"{path} is not a table that can be read. Allowed are Parquet files, and CSV or TSV files "
        f"whose names end in {', '.join(SUFFIXES)}."
    )


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
    """The first four bytes of a file, which tell a Parquet file from a text."""
    if not path.exists():
        raise TableError(
            f"there is no file {path}. DATA is adult, synthetic, a table or a market file."
        )
    if path.is_dir():
        raise TableError(f"{path} is a folder, not a table.")
    if not path.stat().st_size:
        raise TableError(f"{path} is empty.")
    with path.open("rb") as file:
        return file.read(4)


def _typed(connection: Any, name: str, progress: Listener | None) -> Source:
    """Open the table `given`; a single float such as 19.99 is taken as written, not as stored."""
    described = connection.execute("DESCRIBE SELECT * FROM given").fetchall()
    kinds = {str(row[0]): _kind_of(str(row[1])) for row in described}
    singles = [quoted(str(row[0])) for row in described if str(row[1]).upper() == "FLOAT"]
    written = ", ".join(f"CAST(CAST({c} AS VARCHAR) AS DOUBLE) AS {c}" for c in singles)
    replaced = f" REPLACE ({written})" if written else ""
    connection.execute(f"CREATE VIEW raw AS SELECT *{replaced} FROM given")
    return Source(name, connection, kinds, False, progress)


def _kind_of(sql_type: str) -> str:
    name = sql_type.upper()
    if name.endswith("]") or name.startswith(("STRUCT", "MAP", "UNION", "LIST")):
        return "other"
    if name.startswith(("VARCHAR", "ENUM")):
        return "text"
    if name.startswith(("FLOAT", "DOUBLE", "DECIMAL", "REAL")):
        return "number"
    if name.startswith(("DATE", "TIMESTAMP")):
        return "date"
    if name == "BOOLEAN":
        return "bool"
    return "integer" if name.endswith(("INT", "INTEGER")) else "other"


def _as_arrow(table: Any) -> Any:
    """Turn any frame into an Arrow table."""
    import pyarrow as pa

    is_pandas = type(table).__module__.startswith("pandas")
    if is_pandas and hasattr(table, "columns"):
        _once_each([str(name) for name in table.columns])
    problem = ""
    try:
        if hasattr(table, "collect") and not hasattr(table, "__arrow_c_stream__"):
            table = table.collect()
        made = pa.Table.from_pandas(table, preserve_index=False) if is_pandas else pa.table(table)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
        said = " ".join(str(part) for part in error.args)
        raise MixedTypes(
            f"the frame has a column of mixed types: {said}. Make the column all numbers or all "
            "text."
        ) from None
    except (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except (
        BaseException
    ) as error:  # Polars raises what it did not foresee past all who catch errors
        problem = first_line(error)
    if problem:
        raise TableError(
            f"a {type(table).__name__} can't be read as a table: {problem}. Give a path, or a pandas, "
            "Polars or Arrow frame."
        )
    _once_each(made.column_names)
    return made


def _once_each(names: list[str]) -> None:
    """Refuse two columns of one name; upper and lower case are the same to a database."""
    times = Counter(name.lower() for name in names)
    twice = [name for name in names if times[name.lower()] > 1]
    if twice:
        raise TableError(f"the frame has two columns '{twice[0]}'. Rename one of them.")


def _cast(clean: str, sql_type: str) -> str:
    if sql_type == "DATE":
        return f"CAST(CAST({clean} AS TIMESTAMP) AS DATE)"
    if sql_type == "DOUBLE":
        return f"CASE WHEN isfinite(CAST({clean} AS DOUBLE)) THEN CAST({clean} AS DOUBLE) END"
    return f"CAST({clean} AS {sql_type})"


def first_line(error: BaseException) -> str:
    """The first line of what a library says, which is the one for people."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
