"""Iterative proportional fitting: counts of cells that agree with tables of some dimensions each.

Start from all cells alike. Scale them so that they add up to the first table, then to the second, and so
on, again and again. What this comes to is, of all counts that agree with every table, the one with the
least dependence beyond what the tables show (the most likely by chance alone). A slow plain twin is in
its test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Table = tuple[tuple[int, ...], NDArray[np.float64]]

CLOSE = 1e-9
"""Tables are met to this share of the total."""
MOST_ROUNDS = 1_000


class Fit(NamedTuple):
    """What fitting came to.

    Attributes:
        counts: a count for each cell, one axis a dimension.
        off: by how many records the table that is met worst is missed, at its worst value.
        rounds: how often all tables were gone through.
    """

    counts: NDArray[np.float64]
    off: float
    rounds: int


def fitted(
    shape: Sequence[int], tables: Sequence[Table], tick: Callable[[], None] | None = None
) -> Fit:
    """Fit counts of cells to tables, each with the places of its dimensions, in order, and its counts.

    Contract:
        needs: tables with the same total, above 0.
        promises: where some counts agree with all tables, so do these, as nearly as `off` says.
        cost: one pass over the cells for each table and round.

    Raises:
        TableError: if a table has records where the others leave none.
    """
    total = float(tables[0][1].sum())
    counts = np.full(tuple(shape), total / float(np.prod(shape)))
    off, rounds = total, 0
    while rounds < MOST_ROUNDS:
        rounds += 1
        for dimensions, table in tables:
            away = tuple(d for d in range(len(shape)) if d not in dimensions)
            now = counts.sum(axis=away, keepdims=True)
            asked = table.reshape(now.shape)
            if ((now == 0) & (asked > 0)).any():
                raise TableError(
                    "the tables contradict each other: one has records where the others leave none."
                )
            counts *= np.divide(asked, now, out=np.zeros_like(now), where=now > 0)
        before, off = off, _off(counts, tables)
        if tick is not None:
            tick()
        if off <= CLOSE * total or abs(before - off) <= CLOSE * off:
            break
    return Fit(counts, off, rounds)


def _off(counts: NDArray[np.float64], tables: Sequence[Table]) -> float:
    """By how much the worst value of a table is missed."""
    worst = 0.0
    for dimensions, table in tables:
        away = tuple(d for d in range(counts.ndim) if d not in dimensions)
        worst = max(worst, float(np.abs(counts.sum(axis=away) - table).max()))
    return worst
