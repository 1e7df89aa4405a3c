"""The first line of a text table, which is the judge of how the rest is written.

It names the columns, and the mark it uses most often between them is the separator. Nothing is
guessed from the rows, so a row that does not fit is an error and never a reason to read the file in
another way.
"""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.errors import TableError
from tacit.market.sources.column_names import from_first_line, require_few

if TYPE_CHECKING:
    from pathlib import Path

SEPARATORS = (",", ";", "\t", "|")
HEAD = 2**20
"""So many bytes are looked at for the first line."""
_LINE = {quote: re.compile(rf"(?:{quote}[^{quote}]*{quote}|[^{quote}\r\n])*") for quote in "\"'"}
_LINE_END = re.compile(r"\r\n|\r|\n")
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True)
class Header:
    """How a text table is written.

    Attributes:
        names: the columns' names.
        separator: what is between fields.
        quote: what is around fields that hold separators.
        skipped: how many empty lines come before the one with the names.
        notes: what the buyer should know about the names.
    """

    names: tuple[str, ...]
    separator: str
    quote: str = '"'
    skipped: int = 0
    notes: tuple[str, ...] = ()


def header_of(path: Path, start: bytes) -> Header:
    """How a table is written, from the start of its text in UTF-8."""
    if b"\0" in start:
        raise TableError(f"{path} is named like a text table but holds binary data.")
    text = start.decode("utf-8-sig", errors="replace")
    body = text.lstrip("\r\n")
    quote = _quote(body)
    line = _first_line(path, body, quote, len(start) == HEAD)
    bare = re.sub(f"{quote}[^{quote}]*{quote}", "", line)
    separator = max(SEPARATORS, key=bare.count)
    require_few(path, bare.count(separator) + 1)
    names, notes = from_first_line(path, _fields(path, line, separator, quote))
    skipped = len(_LINE_END.findall(text[: len(text) - len(body)]))
    return Header(tuple(names), separator, quote, skipped, notes)


def _quote(text: str) -> str:
    """What is put around fields: single quotes only if the very first name is in them."""
    marks = "".join(map(re.escape, SEPARATORS))
    return "'" if re.match(rf"'[^'\r\n]*'([{marks}\r\n]|\Z)", text) else '"'


def _first_line(path: Path, text: str, quote: str, is_cut: bool) -> str:
    """The line with the columns' names; a name in quotes may hold line breaks."""
    found = _LINE[quote].match(text)
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
