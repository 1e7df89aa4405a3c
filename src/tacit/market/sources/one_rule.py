"""Text tables by one rule: a copy with one kind of line end, and as many fields in each row as columns.

Slow and careful, for the few files that a database can't read as they are. A row that has fields too
few, or too many that are not empty, is refused with its line: no row is left out or cut off.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from io import TextIOWrapper
from itertools import islice
from typing import TYPE_CHECKING

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.opened import READING
from tacit.market.sources.packing import stream
from tacit.market.sources.private_copy import PrivateCopy
from tacit.market.sources.text_encoding import GUESSED, UTF8

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tacit.market.sources.header import Header
    from tacit.market.sources.text_file import TextFile

LONG = "{} holds a field that is far too long. Mend the line."
UNCLOSED = "{} has a quote that is not closed. Mend the line."
_OFTEN = 10_000
"""After so many rows it is told that time passes."""


def by_one_rule(file: TextFile, header: Header) -> TextFile:
    """The same table with one kind of line end, and no empty fields after the last column."""
    try:
        copy = _mended_copy(file, header)
    except UnicodeDecodeError:
        if file.may_be_western:
            return by_one_rule(file.in_utf8(GUESSED), header)
        raise TableError(f"{file.path} is not UTF-8 text, as was said. Say its encoding.") from None
    finally:
        file.forget()
    return replace(file, copy=copy, is_mended=True, header_line=1, told=header.above)


def _mended_copy(file: TextFile, header: Header) -> PrivateCopy:
    copy, phase = PrivateCopy(), Phase(file.progress, READING)
    with stream(file.place, file.place_packing) as content, copy.written() as target:
        lines = TextIOWrapper(content, "utf-8-sig", newline="")
        text = TextIOWrapper(target, UTF8, newline="")
        writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
        for done, row in enumerate(_rows(file.path, header, islice(lines, header.skipped, None))):
            writer.writerow(row)
            if not done % _OFTEN:
                phase.beat()
        text.detach()
        lines.detach()
    return copy


def _rows(path: Path, header: Header, lines: Iterable[str]) -> Iterator[list[str]]:
    """The rows of a table, each with as many fields as there are columns."""
    wanted = len(header.names)
    reader = csv.reader(lines, delimiter=header.separator, quotechar=header.quote, strict=True)
    try:
        for row in reader:
            if not row and wanted > 1:
                continue  # an empty line
            if len(row or [""]) < wanted or any(field.strip() for field in row[wanted:]):
                where = f"line {reader.line_num + header.skipped:,}"
                raise TableError(unreadable(path, wrong_fields(where, len(row), wanted)))
            yield row[:wanted] or [""]
    except csv.Error as error:
        where = f"line {reader.line_num + header.skipped:,}"
        why = LONG if "limit" in str(error) else UNCLOSED
        raise TableError(unreadable(path, why.format(where))) from None


def unreadable(path: Path, why: str) -> str:
    """That a file can't be read, and why."""
    return f"{path} can't be read as a table: {why}"


def wrong_fields(where: str, got: int, wanted: int) -> str:
    """That a row does not have a field for each column."""
    return (
        f"{where} has {got} fields, but the first line names {wanted} columns. Mend it, or say which line "
        "names them (--header-line)."
    )
