"""The first lines of a text table, to see whether titles stand above the one that names the columns."""

from __future__ import annotations

import csv
import re
from contextlib import suppress

from tacit.market.sources.titles import BELOW, MOST_TITLES, line_of_names

SEPARATORS = (",", ";", "\t", "|")
LINE = {quote: re.compile(rf"(?:{quote}[^{quote}]*{quote}|[^{quote}\r\n])*") for quote in "\"'"}
"""A line, by what is put around fields; those may hold line ends."""
LINE_END = re.compile(r"\r\n|\r|\n")


def lines_above(text: str, is_cut: bool) -> int:
    """How many lines stand above the one that names the columns, where titles are among them; else 0."""
    lines = _first_lines(text, is_cut)
    filled = [line for _, line in lines if line.strip()]
    if len(filled) < 2:
        return 0
    own = separator_of(filled[0], '"')
    fields = [_split(line, own) for line in filled]
    alike = sum(len(row) == len(fields[0]) for row in fields[1:])
    if sum(map(bool, fields[0])) > 1 and 2 * alike >= len(fields) - 1:
        return 0
    best, most = 0, 0
    for separator in SEPARATORS:
        rows = [_split(line, separator) for _, line in lines]
        at = line_of_names(rows)
        if any(any(row) for row in rows[:at]) and len(rows[at]) > most:
            best, most = lines[at][0], len(rows[at])
    return best


def _first_lines(text: str, is_cut: bool) -> list[tuple[int, str]]:
    """The first lines, each with how many come before it; fields in quotes may hold line ends."""
    found: list[tuple[int, str]] = []
    at = before = 0
    while at < len(text) and len(found) < MOST_TITLES + BELOW:
        line = LINE['"'].match(text, at)
        assert line is not None
        end = LINE_END.match(text, line.end())
        if end is None and (is_cut or line.end() < len(text)):
            break  # the line is cut, or has a quote that is not closed
        found.append((before, line.group()))
        before += len(LINE_END.findall(line.group())) + 1
        at = len(text) if end is None else end.end()
    return found


def separator_of(line: str, quote: str) -> str:
    """What is most often between the parts of a line."""
    return max(SEPARATORS, key=bare(line, quote).count)


def bare(line: str, quote: str) -> str:
    """A line without what is in quotes."""
    return re.sub(f"{quote}[^{quote}]*{quote}", "", line)


def _split(line: str, separator: str) -> list[str]:
    with suppress(csv.Error, StopIteration):
        fields = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
        return [field.strip() for field in fields]
    return []
