"""Text tables: opening a CSV file however it is written.

The first line says how. A file that the database can't read as it is comes as a private copy that it
can: another encoding in UTF-8, line ends and empty fields at the end of rows by one rule. A row that
has more or fewer fields than there are columns is refused, and no row is left out.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tacit.errors import TableError
from tacit.market.sources.header import HEAD, Header, header_of
from tacit.market.sources.one_rule import UNCLOSED, by_one_rule, unreadable, wrong_fields
from tacit.market.sources.opened import MISSING_MARKS, TEXT, Opened
from tacit.market.sources.quoting import literal, one_file
from tacit.market.sources.text_encoding import GUESSED, is_utf8

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.market.sources.text_file import TextFile

_FIELDS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")
_TOO_LONG = "Maximum line size"


def open_text(file: TextFile) -> Opened:
    """Open a text table; all of it is text to begin with."""
    try:
        start = file.start()
        header = header_of(file.path, start, file.header_line)
    except BaseException:
        file.forget()
        raise
    if header.skipped:  # told to skip lines, the database may skip rows as well
        return open_text(by_one_rule(file, header))
    return Opened(
        file.path.name,
        file.connect(),
        dict.fromkeys(header.names, TEXT),
        True,
        partial(_selected, file, header),
        notes=(*file.notes, *header.notes),
        bytes=file.path.stat().st_size,
        shows_rows=file.place_packing is None and _shows_rows(start, header),
        unmarked=_selected(file, header, {}, ("",)),
        mended=partial(_mended, file, header),
    )


def _shows_rows(start: bytes, header: Header) -> bool:
    """Whether a row follows the first line of a large file, seen without the database.

    A small one is asked: that takes no time, and tells what is wrong with it at once.
    """
    first, _, rest = start.partition(b"\n")
    is_one_line = header.quote.encode() not in first and b"\r" not in first.rstrip()
    return len(start) == HEAD and is_one_line and bool(rest.strip())


def _selected(
    file: TextFile,
    header: Header,
    types: Mapping[str, str],
    marks: Sequence[str] = MISSING_MARKS,
) -> str:
    """The table with some columns as other types than text, and marks turned into NULL, in SQL."""
    columns = ", ".join(f"{literal(n)}: {literal(types.get(n, TEXT))}" for n in header.names)
    return (
        f"read_csv({one_file(file.place)}, auto_detect = false, header = true, "
        f"columns = {{{columns}}}, delim = {literal(header.separator)}, "
        f"quote = {literal(header.quote)}, escape = {literal(header.quote)}, "
        f"nullstr = [{', '.join(map(literal, marks))}], "
        f"compression = '{file.place_packing or 'none'}', strict_mode = true, "
        "hive_partitioning = false)"
    )


def _mended(file: TextFile, header: Header, error: str) -> Opened:
    """The table in another way that may be read, or an error that says what is wrong with it."""
    if file.may_be_western and not is_utf8(file.path, file.packing):
        return open_text(file.in_utf8(GUESSED))
    fields = _FIELDS.search(error)
    is_short = fields is not None and int(fields[2]) < int(fields[1])
    if not file.is_mended and not is_short and _TOO_LONG not in error:
        return open_text(by_one_rule(file, header))
    raise TableError(unreadable(file.path, _said(error)))


def _said(error: str) -> str:
    """What is wrong with a file, in our words."""
    at = re.search(r"CSV Error on Line: (\d+)", error)
    where = f"line {int(at.group(1)):,}" if at else "it"
    fields = _FIELDS.search(error)
    if fields:
        return wrong_fields(where, int(fields[2]), int(fields[1]))
    if "unicode" in error or "utf-8" in error:
        return f"{where} is not UTF-8 text. Save the file as UTF-8, or say its encoding."
    if _TOO_LONG in error:
        return f"{where} is longer than 2 MB. Mend the line."
    if "quote" in error.split("Possible fixes")[0]:
        return UNCLOSED.format(where)
    if "invalid state" in error:
        return "its quotes or line ends do not follow one rule. Save it anew as CSV."
    return error.strip().splitlines()[0]
