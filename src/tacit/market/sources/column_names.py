"""The names of a table's columns: each has one, and no two the same."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING

from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_COLUMNS = 5_000
"""Tables of more columns are refused: what they hold takes minutes to look at."""
SHOWN = 5
_YEAR = re.compile("(19|20)[0-9][0-9]")


def each_once(names: Iterable[str]) -> tuple[list[str], tuple[str, ...]]:
    """Names that all differ, and a note if some had to be changed.

    Upper and lower case are the same to a database.

    >>> each_once(["a", "b", "A", "a"])
    (['a', 'b', 'A_2', 'a_3'], ("columns of the same name are told apart: 'A_2', 'a_3'",))
    """
    given = list(names)
    taken = {name.lower() for name in given}
    times: dict[str, int] = {}
    found, changed = [], []
    for name in given:
        key = name.lower()
        times[key] = times.get(key, 0) + 1
        if times[key] == 1:
            found.append(name)
            continue
        while f"{key}_{times[key]}" in taken:
            times[key] += 1
        changed.append(f"{name}_{times[key]}")
        taken.add(changed[-1].lower())
        found.append(changed[-1])
    return found, _note(changed)


def _note(changed: Sequence[str]) -> tuple[str, ...]:
    if not changed:
        return ()
    shown = ", ".join(f"'{name}'" for name in changed[:SHOWN])
    more = f" and {len(changed) - SHOWN:,} more" if len(changed) > SHOWN else ""
    return (f"columns of the same name are told apart: {shown}{more}",)


def from_first_line(table: object, found: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Names as a first line gives them; a column without a name is called by its place.

    Raises:
        TableError: if these are no names, or too many.
    """
    require_few(table, len(found))
    names = [name.strip() or f"column{i}" for i, name in enumerate(found)]
    if not all(map(may_be_name, names)):
        raise TableError(
            f"the first line of {table} does not look like column names. Add a line with a name for "
            "each column, or say which line names them (--header-line)."
        )
    return each_once(names)


def require_few(table: object, columns: int) -> None:
    """Refuse a table of too many columns."""
    if columns > MOST_COLUMNS:
        raise TableError(f"{table} has more than {MOST_COLUMNS:,} columns. Keep those that matter.")


def may_be_name(text: str) -> bool:
    """Whether a text may name a column: a number may not, but years do in tables with a column for each.

    >>> may_be_name("age"), may_be_name("2024"), may_be_name("inf"), may_be_name("7.5"), may_be_name("")
    (True, True, True, False, False)
    """
    return bool(text) and (_YEAR.fullmatch(text) is not None or not _is_number(text))


def _is_number(text: str) -> bool:
    """Whether a text is a number; `inf` and `nan` are words that someone may call a column by."""
    try:
        return isfinite(float(text)) or any(map(str.isdigit, text))
    except ValueError:
        return False
