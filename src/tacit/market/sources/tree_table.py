"""Trees from a table of paths: its columns go from the widest to the narrowest, a row is one path.

The last name of a row is a leaf; a path may end early, with blank cells after it. The table is data: it
is opened as any other, and only so much of it is read.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING

from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.market.sources.table import Source

MOST_PATHS = 200_000
"""A table with more rows is no tree that anyone could choose from."""
MOST_LEVELS = 50

Path = tuple[str, ...]


def paths_of(source: Source) -> list[Path]:
    """The paths that a table lists, each once, in its order.

    Raises:
        TableError: if a row has no names, or a gap between two; if a leaf is in two places, or names
            lie below each other in a circle; or if there are far too many.
    """
    if len(source.names) > MOST_LEVELS:
        raise TableError(
            f"{source.name} has {len(source.names):,} columns, but a tree has at most {MOST_LEVELS} "
            "levels, one column each."
        )
    columns = ", ".join(f"CAST({source.clean(name)} AS VARCHAR)" for name in source.names)
    rows = source.ask(f"SELECT {columns} FROM raw LIMIT {MOST_PATHS + 1}")
    if len(rows) > MOST_PATHS:
        raise TableError(
            f"{source.name} lists more than {MOST_PATHS:,} paths, too many for a tree."
        )
    lines: dict[Path, str] = {}
    for number, row in enumerate(rows, 1):
        where = _where(source, number)
        lines.setdefault(_path(row, where), where)
    _require_one_place(lines)
    _require_no_circle(lines)
    return list(lines)


def _where(source: Source, number: int) -> str:
    """What a row is called: in a text, by its line, of which the first names the columns."""
    row = f"line {number + 1:,}" if source.is_text else f"row {number:,}"
    return f"{row} of {source.name}"


def _path(row: Sequence[str | None], where: str) -> Path:
    names = [name for name in row if name]
    if not names:
        raise TableError(f"{where} is an empty path. Name a leaf in it, or remove it.")
    if not all(row[: len(names)]):
        raise TableError(f"{where} has a blank before a name. Blanks may only end a path.")
    return tuple(names)


def _require_one_place(lines: Mapping[Path, str]) -> None:
    """Refuse a leaf with two paths."""
    first: dict[str, str] = {}
    for path, where in lines.items():
        if path[-1] in first:
            raise TableError(
                f"{where} lists the leaf '{path[-1]}', which is in another place in "
                f"{first[path[-1]].split(' of ')[0]}. A leaf has one path."
            )
        first[path[-1]] = where


def _require_no_circle(lines: Mapping[Path, str]) -> None:
    """Refuse names that lie below each other; one may lie directly below itself, as Monaco does."""
    steps: dict[tuple[str, str], str] = {}
    below: dict[str, set[str]] = {}
    for path, where in lines.items():
        for above, name in pairwise(path):
            if above != name:
                steps.setdefault((above, name), where)
                below.setdefault(above, set()).add(name)
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        circle = [str(name) for name in error.args[1]][::-1]
        closing = set(pairwise(circle))
        where = [own for step, own in steps.items() if step in closing][-1]
        names = " and ".join(f"'{name}'" for name in dict.fromkeys(sorted(circle)[:5]))
    else:
        return
    raise TableError(f"{where} closes a circle: {names} lie below each other. A tree has none.")
