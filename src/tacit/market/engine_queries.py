"""What is asked of an engine that holds cells, as Ibis expressions, and how answers come back.

Answers are whole numbers. They are read from the engine's own cursor, since each engine has a type of its
own for a sum and a detour over floats would not be exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import EngineFailed
from tacit.market.cells import offsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.market.cells import Ints
    from tacit.space.dimension import Mask

FEW_RANGES = 8
"""Up to so many ranges of codes are written as such, and what has more as a list."""
AT_ONCE = 50_000
"""How many rows are taken from a cursor at a time."""


class Questions:
    """Asks an engine, and counts what was asked.

    Attributes:
        asked: how many queries there were.
        with_values: how many of them said which values a box has; the others name dimensions only.
    """

    def __init__(self, cells: Any) -> None:
        self._engine = cells.get_backend()
        self.asked = self.with_values = 0

    def answer(self, query: Any, *, with_values: bool) -> dict[str, Ints]:
        """The columns of an answer.

        Raises:
            EngineFailed: if the engine gives none. What it said is left out, as that quotes the query.
        """
        self.asked += 1
        self.with_values += with_values
        try:
            return _columns(self._engine, self._engine.compile(query), query.columns)
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
    """Whether codes are in a set, in few words: as ranges, or by the shorter list of what is in or out."""
    inner, outer = runs(mask), runs(~mask)
    if min(len(inner), len(outer)) <= FEW_RANGES:
        return _in_ranges(codes, inner) if len(inner) <= len(outer) else ~_in_ranges(codes, outer)
    listed = np.flatnonzero(mask).tolist()
    others = np.flatnonzero(~mask).tolist()
    return codes.isin(listed) if len(listed) <= len(others) else codes.notin(others)


def runs(mask: Mask) -> list[tuple[int, int]]:
    """Where codes follow each other: the first and the last of each run."""
    turns = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(first), int(end) - 1) for first, end in turns.reshape(-1, 2)]


def _in_ranges(codes: Any, ranges: Sequence[tuple[int, int]]) -> Any:
    """Whether codes are in one of some ranges; ranges of one are told together."""
    import ibis

    single = [first for first, last in ranges if first == last]
    found = [codes.between(first, last) for first, last in ranges if first < last]
    return ibis.or_(*found, *([codes.isin(single)] if single else []))
