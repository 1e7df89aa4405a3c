"""A table that a database can read and has not read yet, and the database that can.

Whatever a table is, opening it looks at no more than its start: how it is written, and the names of
its columns. What is then selected from it is read as it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from weakref import finalize

from tacit._files import UNFINISHED
from tacit.errors import SettingError, TableError
from tacit.market.sources.quoting import literal, pattern_of, quoted
from tacit.market.sources.titles import check_line
from tacit.market.sources.zones import in_own_zones

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tacit.market.sources.bounds import Bounds

READING = "reading the table"
"""What is done while a table is opened."""
MISSING_MARKS = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "#N/A")
"""Texts that stand for no value."""
TEXT = "VARCHAR"
_ALONE = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",  # a name in a query is never a variable of the program
}


@dataclass(frozen=True)
class Opened:
    """A table that a database can read, and has not read yet.

    Attributes:
        name: what messages call it.
        connection: the database, which sees this table and nothing else.
        types: what each column is to the database; text in a table that holds only text.
        is_text: whether it is a table of text, whose types have to be found out.
        selected: what to select from, in SQL, such that columns of text come with the types named;
            a text that does not fit is a conversion error. Tables with types of their own take no
            notice.
        orders: for columns of ordered categories, their names from the lowest to the highest.
        notes: what the buyer should know.
        bytes: how large the file or the files are.
        shows_rows: whether one sees that there are rows; else it has to be asked.
        unmarked: the rows to select for one question that itself turns marks for missing values into
            NULL, where that is quicker than to let them be looked for in every field.
        mended: for an error of the database, another way to open the table, or None where there is
            none; it may raise an error in plain words.
    """

    name: str
    connection: Any
    types: Mapping[str, str]
    is_text: bool
    selected: Callable[[Mapping[str, str]], str]
    orders: Mapping[str, list[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    bytes: int | None = None
    shows_rows: bool = False
    unmarked: str | None = None
    mended: Callable[[str], Opened | None] = lambda _: None

    def after(self, error: Exception) -> Opened:
        """The table opened in another way, once it could not be read in this one.

        It need not be readable either, but there are only so many ways.

        Raises:
            TableError: if there is no other way; it says why.
        """
        other = self.mended(str(error))
        if other is None:
            raise TableError(f"{self.name} can't be read: {first_line(error)}")
        self.close()
        return other

    def close(self) -> None:
        """Let go of the database, and of all that was written for it."""
        self.connection.close()


@dataclass(frozen=True)
class FileOptions:
    """What a user says about a file that it does not say itself.

    Attributes:
        encoding: how its text is written.
        sheet: which sheet of a workbook is meant.
        header_line: which line of a text, or row of a sheet, names the columns.
    """

    encoding: str | None = None
    sheet: str | None = None
    header_line: int | None = None

    def __post_init__(self) -> None:
        check_line(self.header_line)

    def only(self, *names: str) -> None:
        """Refuse what is of no use for this kind of file."""
        if self.encoding is not None and "encoding" not in names:
            raise SettingError("an encoding only goes with files of text.", "encoding")
        if self.sheet is not None and "sheet" not in names:
            raise SettingError("a sheet only goes with workbooks, such as table.xlsx.", "sheet")
        if self.header_line is not None and "header_line" not in names:
            raise SettingError(
                "a line that names the columns only goes with text tables and workbooks.",
                "header_line",
            )


NOTHING_SAID = FileOptions()


def connect(bounds: Bounds, *files: Path) -> Any:
    """A database of our own, that sees nothing but some files; days are cut at the same hour anywhere.

    It fetches no parts of itself from elsewhere, and no setting can be changed from then on. What does
    not fit into memory goes to a folder of its own, which must not be left behind.
    """
    import duckdb

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


def typed(
    name: str,
    connection: Any,
    rows: str,
    *,
    zones: Callable[[], Mapping[str, str]] = dict,
    notes: tuple[str, ...] = (),
    **more: Any,
) -> Opened:
    """A table whose columns have types; a single float such as 19.99 is as written, not as stored.

    Args:
        name: what messages call it.
        connection: the database.
        rows: what to select from.
        zones: says which time zones columns name; asked if there are moments with one.
        notes: what the buyer should know.
        more: what else there is to say of the table.
    """
    described = connection.execute(f"DESCRIBE SELECT * FROM {rows}").fetchall()
    types = {str(row[0]): str(row[1]) for row in described}
    singles = [quoted(column) for column, kind in types.items() if kind.upper() == "FLOAT"]
    if singles:
        written = ", ".join(f"CAST(CAST({c} AS VARCHAR) AS DOUBLE) AS {c}" for c in singles)
        rows = f"(SELECT * REPLACE ({written}) FROM {rows})"
        types = {c: "DOUBLE" if kind.upper() == "FLOAT" else kind for c, kind in types.items()}
    rows, types, told = in_own_zones(connection, rows, types, zones)
    return Opened(name, connection, types, False, lambda _: rows, notes=(*notes, *told), **more)


def as_types(rows: str, names: Mapping[str, str], types: Mapping[str, str]) -> str:
    """Columns of text as what they are said to be, with marks for missing values turned into NULL.

    Args:
        rows: what to select from.
        names: all columns, with what they are; those that are not text stay so.
        types: what columns of text are to be.
    """
    marks = " ".join(f"WHEN {literal(mark)} THEN NULL" for mark in MISSING_MARKS)
    columns = []
    for name, kind in names.items():
        c = quoted(name)
        if kind != TEXT:
            columns.append(c)
            continue
        clean = f"CASE trim({c}) {marks} ELSE {c} END"
        typed = clean if types.get(name, TEXT) == TEXT else f"CAST({clean} AS {types[name]})"
        columns.append(f"{typed} AS {c}")
    return f"(SELECT {', '.join(columns)} FROM {rows})"


def first_line(error: BaseException) -> str:
    """The first line of what a library says, which is the one for people."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
