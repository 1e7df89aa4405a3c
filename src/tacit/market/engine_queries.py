"""What is asked of an engine that holds cells, as Ibis expressions, and how answers come back.

Answers are whole numbers. They are read from the engine's own cursor, since each engine has a type of its
own for a sum and a detour over floats would not be exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tacit.errors import Cancelled, EngineFailed, TacitError
from tacit.market.cells import offsets
from tacit.market.engine_dialects import settle_dialects

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tacit.market.cells import Ints
    from tacit.space.dimension import Mask

FEW_RANGES = 8
"""Up to so many ranges of codes are written as such, the longest ones; all other codes are listed."""
AT_ONCE = 50_000
"""How many rows are taken from a cursor at a time."""


class Asks(Protocol):
    """Someone through whom an engine is asked, who can withdraw what takes too long."""

    def ask(self, question: Any) -> Any:
        """The answer to an Ibis expression, as an Arrow table."""

    def waited_for(self, work: Callable[[], Any]) -> Any:
        """What comes of some other work in the engine."""


class Questions:
    """Asks an engine, and counts what was asked.

    Attributes:
        asked: how many queries there were.
        with_values: how many of them said which values a box has; the others name dimensions only.
    """

    def __init__(self, cells: Any, through: Asks | None = None) -> None:
        settle_dialects()
        self._engine, self._through = cells.get_backend(), through
        self.asked = self.with_values = 0

    def answer(self, query: Any, *, with_values: bool) -> dict[str, Ints]:
        """The columns of an answer.

        Raises:
            EngineFailed: if the engine gives none. What it said is left out, as that quotes the query.
        """
        self.asked += 1
        self.with_values += with_values
        try:
            if self._through is not None:
                return _from_arrow(self._through.ask(query), query.columns)
            return _columns(self._engine, self._engine.compile(query), query.columns)
        except (TacitError, Cancelled):
            raise
        except Exception as error:
            raise EngineFailed(type(error).__name__) from None


def _columns(engine: Any, sql: str, names: Sequence[str]) -> dict[str, Ints]:
    """An answer as arrays, however it comes."""
    if engine.name == "duckdb":
        return _from_arrow(engine.con.sql(sql).to_arrow_table(), names)
    found = engine.raw_sql(sql)
    if engine.name == "pyspark":
        return _from_arrow(found.toArrow(), names)
    parts = [np.zeros((0, len(names)), dtype=np.int64)]
    try:
        while rows := found.fetchmany(AT_ONCE):
            parts.append(np.array(rows, dtype=np.int64))
    finally:
        found.close()
    every = np.ascontiguousarray(np.concatenate(parts).T)
    return dict(zip(names, every, strict=True))


def _from_arrow(table: Any, names: Sequence[str]) -> dict[str, Ints]:
    arrays = [column.cast("int64").to_numpy() for column in table.columns]
    return dict(zip(names, arrays, strict=True))


def code(cells: Any, dimension: int) -> Any:
    """The codes of a dimension."""
    return cells[f"d{dimension}"]


def within(cells: Any, masks: Sequence[Mask]) -> Any:
    """The cells of a box; nothing is said of dimensions that it has whole."""
    said = [among(code(cells, d), mask) for d, mask in enumerate(masks) if not mask.all()]
    return cells.filter(said) if said else cells


def missing(cells: Any, masks: Sequence[Mask]) -> Any:
    """Which value a cell lacks to be in a box, in a number.

    As `tacit.market.sparse` has it: with `B` the number of all values, 0 is inside, a number from `B` up to
    `2B - 1` lacks one value, and less `B` it says which; cells that lack several have a higher one.
    """
    import ibis

    first = offsets([len(mask) for mask in masks])
    lacks = ibis.literal(0, "int64")
    for d, mask in enumerate(masks):
        if not mask.all():
            value = code(cells, d).cast("int64") + (first[-1] + first[d])
            lacks = lacks + ibis.ifelse(
                among(code(cells, d), mask), ibis.literal(0, "int64"), value
            )
    return lacks


def among(codes: Any, mask: Mask) -> Any:
    """Whether codes are in a set, in few words: by ranges and a list of what is in, or of what is out."""
    inner, outer = _told(mask), _told(~mask)
    return _is_told(codes, *inner) if _words(*inner) <= _words(*outer) else ~_is_told(codes, *outer)


def runs(mask: Mask) -> list[tuple[int, int]]:
    """Where codes follow each other: the first and the last of each run."""
    turns = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(first), int(end) - 1) for first, end in turns.reshape(-1, 2)]


def _told(mask: Mask) -> tuple[list[tuple[int, int]], list[int]]:
    """A set of codes as its longest ranges, and a list of the others."""
    every = sorted(runs(mask), key=lambda run: run[0] - run[1])
    ranges = [run for run in every[:FEW_RANGES] if run[0] < run[1]]
    others = (range(first, last + 1) for first, last in every[len(ranges) :])
    return ranges, sorted(code for run in others for code in run)


def _words(ranges: Sequence[tuple[int, int]], others: Sequence[int]) -> int:
    return 2 * len(ranges) + len(others)


def _is_told(codes: Any, ranges: Sequence[tuple[int, int]], others: Sequence[int]) -> Any:
    import ibis

    found = [codes.between(first, last) for first, last in ranges]
    return ibis.or_(*found, *([codes.isin(others)] if others else []))
