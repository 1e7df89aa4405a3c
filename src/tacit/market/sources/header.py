"""The first line of a text table, which is the judge of how the rest is written.

It names the columns, and the mark it uses most often between them is the separator. Nothing else is
guessed from the rows than whether titles stand above it, so a row that does not fit is an error and
never a reason to read the file in another way.
"""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tacit.errors import TableError
from tacit.market.sources.column_names import from_first_line, require_few
from tacit.market.sources.first_lines import (
    LINE,
    LINE_END,
    SEPARATORS,
    bare,
    lines_above,
    separator_of,
)
from tacit.market.sources.titles import no_such_line, told_above

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 2**20
"""So many bytes are looked at for the first line."""
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True)
class Header:
    """How a text table is written.

    Attributes:
        names: the columns' names.
        separator: what is between fields.
        quote: what is around fields that hold separators.
        skipped: how many lines come before the one with the names: empty ones and titles.
        notes: what the buyer should know about the names.
        above: what to tell about what comes before them, if anything does.
    """

    names: tuple[str, ...]
    separator: str
    quote: str = '"'
    skipped: int = 0
    notes: tuple[str, ...] = ()
    above: tuple[str, ...] = ()


def header_of(path: Path, start: bytes, line: int | None = None) -> Header:
    """How a table is written, from the start of its text in UTF-8.

    Args:
        path: the file, for messages.
        start: its first bytes.
        line: which line names the columns, if that is said; else the first that does not look like a
            title above them.
    """
    if b"\0" in start:
        raise TableError(f"{path} is named like a text table but holds binary data.")
    text = start.decode("utf-8-sig", errors="replace")
    is_cut = len(start) == HEAD
    if line is not None:
        return _header(path, text, _lines_at(path, text, line), is_cut)
    titles = lines_above(text, is_cut)
    found = _header(path, text, titles or _empty_lines(text), is_cut)
    return replace(found, above=(told_above(path.name, titles + 1),)) if titles else found


def _header(path: Path, text: str, skipped: int, is_cut: bool) -> Header:
    """The header after some lines."""
    body = _after(text, skipped)
    quote = _quote(body)
    line = _first_line(path, body, quote, is_cut)
    separator = separator_of(line, quote)
    require_few(path, bare(line, quote).count(separator) + 1)
    names, notes = from_first_line(path, _fields(path, line, separator, quote))
    return Header(tuple(names), separator, quote, skipped, notes)


def _empty_lines(text: str) -> int:
    return len(LINE_END.findall(text[: len(text) - len(text.lstrip("\r\n"))]))


def _after(text: str, lines: int) -> str:
    """A text without its first lines; nothing if it has no more."""
    at = 0
    for _ in range(lines):
        end = LINE_END.search(text, at)
        if end is None:
            return ""
        at = end.end()
    return text[at:]


def _lines_at(path: Path, text: str, line: int) -> int:
    """How many lines come before one that is said to name the columns."""
    if not _after(text, line - 1).split("\n")[0].strip():
        raise no_such_line(path, line)
    return line - 1


def _quote(text: str) -> str:
    """What is put around fields: single quotes only if the very first name is in them."""
    marks = "".join(map(re.escape, SEPARATORS))
    return "'" if re.match(rf"'[^'\r\n]*'([{marks}\r\n]|\Z)", text) else '"'


def _first_line(path: Path, text: str, quote: str, is_cut: bool) -> str:
    """The line with the columns' names; a name in quotes may hold line breaks."""
    found = LINE[quote].match(text)
    line = found.group() if found else ""
    if len(line) == len(text) and is_cut:
        raise TableError(f"the first line of {path} is too long to be one of column names.")
    if not line.strip():
        raise TableError(f"{path} has no line with the names of its columns.")
    if _UNSEEN.search(line):
        raise TableError(f"{path} is named like a text table but holds binary data.")
    return line


def _fields(path: Path, line: str, separator: str, quote: str) -> list[str]:
    """The parts of the first line."""
    found: list[str] = []
    with suppress(csv.Error):
        found = next(
            csv.reader([line], delimiter=separator, quotechar=quote, skipinitialspace=True)
        )
    if not found:
        raise TableError(f"the first line of {path} holds a column name that is far too long.")
    return found
