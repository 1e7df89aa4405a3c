"""Titles above a table: lines of one text each, before the line that names the columns.

Spreadsheets of reports have them. They are left out only where all speaks for it, since a table of one
column begins like that too: the names are all there and differ, and the rows below have as many fields.
Which line names the columns can also be said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tacit.errors import SettingError
from tacit.market.sources.column_names import may_be_name

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TITLES = 20
"""So many lines are looked at for the one that names the columns."""
BELOW = 10
"""So many rows below it are looked at."""
WIDE = 3
"""In a line of at least so many fields, of which one is filled, that one is a title."""
_SEPARATOR = re.compile("sep=.?", re.IGNORECASE)
_NUMBER = re.compile("[0-9]")


def line_of_names(rows: Sequence[Sequence[str]]) -> int:
    """The place of the row that names the columns, among the first rows of a table.

    Args:
        rows: the fields of each, without blanks around them; an empty line has none that is filled.

    Example:
        >>> line_of_names([["Report", ""], ["", ""], ["city", "people"], ["Oslo", "700000"]])
        2
    """
    first = next((at for at, row in enumerate(rows[:MOST_TITLES]) if _filled(row) > 1), 0)
    above, names = rows[:first], rows[first] if rows else []
    below = [row for row in rows[first + 1 :] if any(row)][:BELOW]
    if not any(_filled(row) for row in above):
        return next((at for at, row in enumerate(rows) if any(row)), 0)
    are_names = all(map(may_be_name, names)) and len({n.lower() for n in names}) == len(names)
    if not are_names or not below or any(len(row) != len(names) for row in below):
        return next((at for at, row in enumerate(rows) if any(row)), 0)
    is_sure = _are_apart(above, len(names)) or _holds_numbers(names, below)
    return first if is_sure else next(at for at, row in enumerate(rows) if any(row))


def _filled(row: Sequence[str]) -> int:
    return sum(map(bool, row))


def _are_apart(above: Sequence[Sequence[str]], columns: int) -> bool:
    """Whether lines are titles by their looks: fields left empty, an empty line, or `sep=;`."""
    titles = [row for row in above if any(row)]
    is_empty = not all(map(any, above[above.index(titles[0]) :]))
    is_wide = columns >= WIDE and all(len(row) == columns for row in titles)
    return is_empty or is_wide or all(_SEPARATOR.fullmatch("".join(row)) for row in titles)


def _holds_numbers(names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether all rows have a figure in some field whose name has none."""
    return any(
        not _NUMBER.search(name) and all(_NUMBER.match(row[at]) for row in below)
        for at, name in enumerate(names)
    )


def told_above(table: str, line: int) -> str:
    """What to tell about lines that are left out."""
    return (
        f"{table}: line {line} names the columns, and what stands above it is left out; another line is "
        "named with: header-line"
    )


def check_line(line: int | None) -> None:
    """Refuse what is no number of a line."""
    if line is not None and (isinstance(line, bool) or not isinstance(line, int) or line < 1):
        raise SettingError(
            "the line that names the columns is a whole number from 1.", "header_line"
        )


def no_such_line(table: object, line: int) -> SettingError:
    """That a line that should name the columns is empty, or not there."""
    return SettingError(f"line {line:,} of {table} holds no names of columns.", "header_line")
