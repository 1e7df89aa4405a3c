"""Rows of a table that name values and say how many records have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tacit.errors import TableError
from tacit.market.sources.spelling import clean, code_finder, spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.market.sources.questions import Questions
    from tacit.space.dimension import Dimension

MOST_ROWS = 2_000_000
"""A table of counts with more rows is read as records."""


class Row(NamedTuple):
    """A cell of some dimensions, and what a table says of it, as it stands there; None where nothing does."""

    codes: tuple[int, ...]
    said: str | None


def listed(source: Questions, dimensions: Sequence[Dimension], count: str) -> list[Row]:
    """The rows of a table; each cell once.

    Raises:
        TableError: if a column is not there, a value is not one of its dimension, or a cell is listed twice.
    """
    names = list(dict.fromkeys([*(d.column for d in dimensions), count]))
    source.require(names)
    columns = source.first_rows(names, MOST_ROWS + 1)
    if len(columns[count]) > MOST_ROWS:
        raise TableError(f"{source.name} lists more than {MOST_ROWS:,} cells.")
    if len({len(column) for column in columns.values()}) > 1:
        raise TableError(
            f"{source.name} has a column that holds neither text nor numbers nor dates."
        )
    texts = [[_text(value) for value in columns[d.column]] for d in dimensions]
    rows = zip(*texts, map(_said, columns[count]), strict=True)
    finders = [code_finder(d) for d in dimensions]
    found: dict[tuple[int, ...], Row] = {}
    for *labels, text in rows:
        codes = tuple(
            _code(source, d, find(label))
            for d, find, label in zip(dimensions, finders, labels, strict=True)
        )
        if codes in found:
            named = ", ".join(
                f"{d.name} {d.values[code]}" for d, code in zip(dimensions, codes, strict=True)
            )
            raise TableError(f"{source.name} lists a cell twice: {named}. Remove one line.")
        found[codes] = Row(codes, text)
    return list(found.values())


def _text(value: Any) -> str | None:
    """A value as a table spells it; None for all that means "missing"."""
    found: str | None = None if value is None else clean(spelled(value))
    return found


def _said(value: Any) -> str | None:
    """What stands in the column of counts, as text; None if nothing does."""
    return None if value is None else str(value).strip() or None


def _code(source: Questions, d: Dimension, code: int | None) -> int:
    if code is not None:
        return code
    shown = ", ".join(map(str, d.values[:20])) + (", ..." if len(d) > 20 else "")
    raise TableError(
        f"{source.name} has a value that '{d.name}' does not have, or lacks one. Its values are: {shown}."
    )


def number(source: Questions, count: str, said: str | None) -> float:
    """What a row says, as a number."""
    try:
        found = float(said or "")
    except ValueError:
        found = float("nan")
    if abs(found) < float("inf"):
        return found
    what = (
        "has a row without a count" if said is None else f"says '{said[:40]}', which is no number"
    )
    raise TableError(f"column '{count}' of {source.name} {what}. Mend that row, or remove it.")
