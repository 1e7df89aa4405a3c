"""Opening a table: a CSV or Parquet file, or a pandas, Polars or Arrow frame, inside DuckDB.

Whatever the table is, it becomes the view `t`, with text trimmed and every mark that means
"missing" turned into NULL. A CSV file holds only text, so its columns' types are found by looking at
all of their values, not at the first thousand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.errors import MixedTypes, TableError

MISSING_MARKS = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "#N/A")
TEXT_FILES = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz")


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

    def __init__(self, name: str, connection: Any, kinds: dict[str, str], is_text: bool) -> None:
        self.name = name
        self.is_text = is_text
        self._connection = connection
        self._raw_kinds = kinds
        self.rows = int(self.ask("SELECT count(*) FROM raw")[0][0])
        if not self.rows:
            raise TableError(f"{name} has no rows.")
        self._make_view({n: "VARCHAR" if is_text else "" for n in kinds})

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return list(self._raw_kinds)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a query and fetch all rows."""
        rows: list[tuple[Any, ...]] = self._connection.execute(sql).fetchall()
        return rows

    def arrow(self, sql: str) -> Any:
        """Run a query and fetch an Arrow table."""
        return self._connection.sql(sql).to_arrow_table()

    def columns(self, as_text: Collection[str] = ()) -> dict[str, Column]:
        """Find out what each column holds, and make text columns of numbers or dates so.

        A column of a text file that holds numbers and other things is refused, unless it is one of
        `as_text`.
        """
        self.require(as_text)
        kinds = dict(self._raw_kinds)
        if self.is_text:
            kinds = {name: self._text_kind(name, as_text) for name in kinds}
            self.convert(kinds)
        counts = ", ".join(
            f"count(*) - count({q}), count(DISTINCT {q})" for q in map(quoted, kinds)
        )
        found = self.ask(f"SELECT {counts} FROM t")[0]
        return {
            name: Column(name, kind, int(found[2 * i]), int(found[2 * i + 1]))
            for i, (name, kind) in enumerate(kinds.items())
        }

    def convert(self, kinds: dict[str, str]) -> None:
        """Turn text columns into what they are known to hold."""
        if not self.is_text:
            return
        types = {"integer": "BIGINT", "number": "DOUBLE", "date": "DATE"}
        for name, kind in kinds.items():
            self.require([name])
            if kind in types:
                self._require_all(name, kind, types[kind])
        self._make_view({name: types.get(kinds.get(name, ""), "VARCHAR") for name in self.names})

    def require(self, names: Collection[str]) -> None:
        """Refuse a column that the table does not have."""
        from difflib import get_close_matches

        for name in names:
            if name not in self._raw_kinds:
                close = get_close_matches(name, self.names, n=1, cutoff=0.5)
                nearest = f" Did you mean '{close[0]}'?" if close else ""
                raise TableError(
                    f"{self.name} has no column '{name}'.{nearest} "
                    f"It has: {', '.join(self.names)}."
                )

    def _text_kind(self, name: str, as_text: Collection[str]) -> str:
        if name in as_text:
            return "text"
        c = quoted(name)
        filled, numbers, whole, codes, dates = self.ask(
            f"SELECT count({c}), count(TRY_CAST({c} AS DOUBLE)), "
            f"count(*) FILTER (regexp_full_match({c}, '[+-]?[0-9]{{1,18}}')), "
            f"count(*) FILTER (regexp_full_match({c}, '0[0-9]+')), "
            f"count(*) FILTER (regexp_full_match({c}, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}([ T].*)?') "
            f"AND TRY_CAST({c} AS TIMESTAMP) IS NOT NULL) FROM t"
        )[0]
        if not filled or codes:
            return "text"
        if dates == filled:
            return "date"
        if numbers == filled:
            return "integer" if whole == filled else "number"
        if numbers:
            self._refuse_mixed(name, numbers, filled - numbers)
        return "text"

    def _require_all(self, name: str, kind: str, sql_type: str) -> None:
        c = quoted(name)
        good, filled = self.ask(f"SELECT count(TRY_CAST({c} AS {sql_type})), count({c}) FROM t")[0]
        if good != filled:
            self._refuse_mixed(name, good, filled - good, kind)

    def _refuse_mixed(self, name: str, good: int, bad: int, kind: str = "number") -> None:
        plural = "dates" if kind == "date" else "numbers"
        raise MixedTypes(
            f"column '{name}' of {self.name} mixes types: {good:,} rows hold {plural} and {bad:,} "
            f"rows hold something else. Mend the column, or declare it as text "
            f"(--text '{name}', or kind = \"nominal\" in the market file)."
        )

    def _make_view(self, types: dict[str, str]) -> None:
        marks = ", ".join(literal(mark) for mark in MISSING_MARKS)
        columns = []
        for name, sql_type in types.items():
            c, kind = quoted(name), self._raw_kinds[name]
            if kind == "text":
                clean = f"trim(CAST({c} AS VARCHAR))"
                clean = f"CASE WHEN {clean} IN ({marks}) THEN NULL ELSE {clean} END"
                typed = clean if sql_type in ("", "VARCHAR") else _cast(clean, sql_type)
            elif kind == "number":
                typed = f"CASE WHEN isfinite(CAST({c} AS DOUBLE)) THEN CAST({c} AS DOUBLE) END"
            elif kind == "date":
                typed = f"CAST({c} AS DATE)"
            else:
                typed = c
            columns.append(f"{typed} AS {c}")
        self._connection.execute(f"CREATE OR REPLACE VIEW t AS SELECT {', '.join(columns)} FROM raw")


def open_source(table: Any) -> Source:
    """Open a table given as a path or a frame."""
    import duckdb

    if isinstance(table, str | Path):
        return _open_file(duckdb, Path(table))
    frame = _as_arrow(table)
    connection = duckdb.connect(":memory:")
    connection.register("raw", frame)
    return _typed(connection, "the frame")


def _open_file(duckdb: Any, path: Path) -> Source:
    if not path.exists():
        raise TableError(f"there is no file {path}. DATA is adult, synthetic, a table or a market file.")
    if path.is_dir():
        raise TableError(f"{path} is a folder, not a table.")
    if not path.stat().st_size:
        raise TableError(f"{path} is empty.")
    connection = duckdb.connect(":memory:")
    try:
        with path.open("rb") as file:
            start = file.read(4096)
        if start.startswith(b"PAR1"):
            connection.execute(f"CREATE VIEW raw AS SELECT * FROM read_parquet({literal(path)})")
            return _typed(connection, path.name)
        if path.name.lower().endswith(TEXT_FILES):
            return _open_text(connection, path, start)
    except duckdb.Error as error:
        said = str(error).strip().splitlines()[0]
        raise TableError(f"{path} can't be read as a table: {said}") from None
    raise TableError(
        f"{path} is not a table that can be read. Allowed are Parquet files, and CSV or TSV files "
        f"whose names end in {', '.join(TEXT_FILES)}."
    )


def _open_text(connection: Any, path: Path, start: bytes) -> Source:
    if b"\0" in start:
        raise TableError(f"{path} is named like a text table but holds binary data.")
    connection.execute(
        f"CREATE TABLE raw AS SELECT * FROM read_csv({literal(path)}, header = true, "
        "all_varchar = true, sample_size = 100000)"
    )
    names = [str(row[0]) for row in connection.execute("DESCRIBE raw").fetchall()]
    numbers = [name for name in names if _is_number(name)]
    if numbers:
        raise TableError(
            f"the first line of {path} does not look like column names. Add a line with a name for "
            "each column."
        )
    return Source(path.name, connection, dict.fromkeys(names, "text"), is_text=True)


def _typed(connection: Any, name: str) -> Source:
    described = connection.execute("DESCRIBE SELECT * FROM raw").fetchall()
    kinds = {str(row[0]): _kind_of(str(row[1])) for row in described}
    return Source(name, connection, kinds, is_text=False)


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

    if hasattr(table, "collect") and not hasattr(table, "__arrow_c_stream__"):
        table = table.collect()
    try:
        if type(table).__module__.startswith("pandas"):
            return pa.Table.from_pandas(table, preserve_index=False)
        return pa.table(table)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        said = " ".join(str(part) for part in error.args)
        raise MixedTypes(
            f"the frame has a column of mixed types: {said}. Make the column all numbers or all text."
        ) from None
    except (TypeError, ValueError):
        raise TableError(
            f"a {type(table).__name__} is not a table. Give a path, or a pandas, Polars or Arrow frame."
        ) from None


def _cast(clean: str, sql_type: str) -> str:
    if sql_type == "DATE":
        return f"CAST(CAST({clean} AS TIMESTAMP) AS DATE)"
    if sql_type == "DOUBLE":
        return f"CASE WHEN isfinite(CAST({clean} AS DOUBLE)) THEN CAST({clean} AS DOUBLE) END"
    return f"CAST({clean} AS {sql_type})"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def quoted(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: object) -> str:
    """A text in SQL."""
    return "'" + str(value).replace("'", "''") + "'"
