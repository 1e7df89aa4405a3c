"""Text tables: finding out how a CSV file is written, and loading it as text.

The first line is the judge: it names the columns, and the mark it uses most often between them is
the separator. Nothing is guessed from the rows, so a row that does not fit is an error and never a
reason to read the file in another way.
"""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.quoting import literal, one_file
from tacit.market.sources.waiting import waited_for

if TYPE_CHECKING:
    from pathlib import Path

    from tacit._progress import Listener

READING = "reading the table"
"""What is done while a table is opened."""
SUFFIXES = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz")
SEPARATORS = (",", ";", "\t", "|")
MOST_COLUMNS = 1_000
"""Tables of more columns are refused: what they hold takes minutes to look at."""
_HEAD = 2**20
_MEGABYTE = 10**6


def load_text(connection: Any, path: Path, progress: Listener | None = None) -> list[str]:
    """Load a text table as the table `raw`, all of it text, and return its columns' names."""
    import duckdb

    line = _first_line(path)
    separator = max(SEPARATORS, key=_outside_quotes(line).count)
    names = _names(path, _fields(path, line, separator))
    columns = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in names)
    size = -(-path.stat().st_size // _MEGABYTE)
    phase = Phase(progress, READING, size, "MB")
    sql = (
        f"CREATE TABLE raw AS SELECT * FROM read_csv({one_file(path)}, auto_detect = false, "
        f"header = true, columns = {{{columns}}}, delim = {literal(separator)}, quote = '\"', "
        "escape = '\"', strict_mode = true, hive_partitioning = false)"
    )
    try:
        waited_for(connection, lambda: connection.execute(sql), phase, size)
    except duckdb.Error as error:
        raise TableError(f"{path} can't be read as a table: {_said(str(error))}") from None
    return names


def _first_line(path: Path) -> str:
    """The line with the columns' names; a name in quotes may hold line breaks."""
    start = _start(path)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TableError(f"{path} is not UTF-8 text but UTF-16. Save it as UTF-8.")
    if b"\0" in start:
        raise TableError(f"{path} is named like a text table but holds binary data.")
    text = start.decode("utf-8-sig", errors="replace").lstrip("\r\n")
    found = re.match(r'(?:"[^"]*"|[^"\r\n])*', text)
    line = found.group() if found else ""
    if "\ufffd" in line:
        raise TableError(f"{path} is not UTF-8 text. Save it as UTF-8.")
    if len(line) == len(text) and len(start) == _HEAD:
        raise TableError(f"the first line of {path} is too long to be one of column names.")
    if not line.strip():
        raise TableError(f"{path} has no line with the names of its columns.")
    return line


def _start(path: Path) -> bytes:
    if not path.name.lower().endswith(".gz"):
        with path.open("rb") as file:
            return file.read(_HEAD)
    try:
        with gzip.open(path) as packed:
            return packed.read(_HEAD)
    except (OSError, EOFError, zlib.error):
        raise TableError(f"{path} is named like a gzip file but can't be unpacked.") from None


def _outside_quotes(line: str) -> str:
    return re.sub(r'"[^"]*"', "", line)


def _fields(path: Path, line: str, separator: str) -> list[str]:
    """The parts of the first line."""
    if _outside_quotes(line).count(separator) >= MOST_COLUMNS:
        raise TableError(f"{path} has more than {MOST_COLUMNS:,} columns. Keep those that matter.")
    found: list[str] = []
    with suppress(csv.Error):
        found = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    if not found:
        raise TableError(f"the first line of {path} holds a column name that is far too long.")
    return found


def _names(path: Path, found: list[str]) -> list[str]:
    """The columns' names, each once; one without a name is called by its place."""
    names = [name.strip() or f"column{i}" for i, name in enumerate(found)]
    if any(_is_number(name) and not _is_year(name) for name in names):
        raise TableError(
            f"the first line of {path} does not look like column names. Add a line with a name for "
            "each column."
        )
    times = Counter(name.lower() for name in names)
    twice = [name for name in names if times[name.lower()] > 1]
    if twice:
        raise TableError(f"{path} names two columns '{twice[0]}'. Rename one of them.")
    return names


def _said(error: str) -> str:
    """What is wrong with a file, in our words."""
    at = re.search(r"CSV Error on Line: (\d+)", error)
    where = f"line {int(at.group(1)):,}" if at else "it"
    fields = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", error)
    if fields:
        wanted, got = fields.groups()
        return f"{where} has {got} fields, but the first line names {wanted} columns. Mend it."
    if "unicode" in error or "utf-8" in error:
        return f"{where} is not UTF-8 text. Save the file as UTF-8."
    if "quote" in error.split("Possible fixes")[0]:
        return f"{where} has a quote that is not closed. Mend the line."
    if "invalid state" in error:
        return "its quotes or line ends do not follow one rule. Save it anew as CSV."
    return error.strip().splitlines()[0]


def _is_year(text: str) -> bool:
    """Whether a number may name a column, as years do in tables with a column for each."""
    return re.fullmatch("(19|20)[0-9][0-9]", text) is not None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
