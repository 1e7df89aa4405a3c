"""Many boxes at once: a stack holds, for each dimension, one row of values per box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit._exact import LARGEST
from tacit.market.mass import Mass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.space.dimension import Mask

Stack = list[NDArray[np.bool_]]

ROOM = 2**24
"""How many entries of a table of boxes by cells are worked on at a time."""


class Masses(NamedTuple):
    """What each box of a stack holds; as in `Mass`, one entry per box."""

    records: Ints
    spend: Ints
    cells: NDArray[Any]
    price: NDArray[Any]

    def one(self, at: int) -> Mass:
        """What one box holds."""
        return Mass(*(int(values[at]) for values in self))


def stacked(intents: Sequence[Intent]) -> Stack:
    """Put intents on one stack."""
    return [np.array(rows) for rows in zip(*(intent.masks() for intent in intents), strict=True)]


def of_cells(codes: NDArray[Any], shape: Sequence[int]) -> Stack:
    """Put single cells, one per column, on a stack."""
    return [np.arange(n) == row[:, None] for row, n in zip(codes, shape, strict=True)]


def taken(stack: Stack, at: Any) -> Stack:
    """Some boxes of a stack."""
    return [rows[at] for rows in stack]


def box(stack: Stack, at: int) -> list[Mask]:
    """One box of a stack."""
    return [np.asarray(rows[at]) for rows in stack]


def hull(stack: Stack) -> list[Mask]:
    """The narrowest box around all boxes of a stack."""
    return [np.asarray(rows.any(axis=0)) for rows in stack]


def holding(stack: Stack, codes: NDArray[Any]) -> NDArray[np.bool_]:
    """Which box (row) holds which cell (column)."""
    found = stack[0][:, codes[0]]
    for rows, row in zip(stack[1:], codes[1:], strict=True):
        found &= rows[:, row]
    return found


def inside(inner: Stack, outer: Stack) -> NDArray[np.bool_]:
    """Which outer box (row) holds which inner box (column) whole."""
    found = np.ones((len(outer[0]), len(inner[0])), dtype=bool)
    for a, b in zip(inner, outer, strict=True):
        found &= (~b).astype(np.float32) @ a.astype(np.float32).T == 0
    return found


def masses(market: Market, stack: Stack) -> Masses:
    """What each box of a stack holds."""
    listed = market.cube.cells(hull(stack))
    records, spend, excess = (np.zeros(len(stack[0]), dtype=np.int64) for _ in range(3))
    for part in chunks(len(stack[0]), len(listed.records)):
        held = holding(taken(stack, part), listed.codes)
        records[part] = _sums(held, listed.records)
        spend[part] = records[part] if listed.spend is listed.records else _sums(held, listed.spend)
        if listed.excess is not None:
            excess[part] = _sums(held, listed.excess)
    cells, price = _counts(market, stack)
    return Masses(records, spend, cells, price + excess)


def chunks(boxes: int, width: int) -> Iterator[slice]:
    """Parts of a stack that fit a table of this width."""
    step = max(1, ROOM // max(width, 1))
    return (slice(at, at + step) for at in range(0, boxes, step))


def _sums(held: NDArray[np.bool_], values: Ints) -> Ints:
    """The sum over the cells that each box holds; floats serve while they are exact."""
    if float(np.abs(values).sum(dtype=float)) < 2**52:
        return np.rint(held.astype(np.float64) @ values.astype(np.float64)).astype(np.int64)
    return held.astype(np.int64) @ values


def _counts(market: Market, stack: Stack) -> tuple[NDArray[Any], NDArray[Any]]:
    """How many cells each box has, and what one record of each would cost by the price rule."""
    rule = market.rule
    small = max(market.total.cells, abs(market.total.price)) < LARGEST
    kind = np.int64 if small else object
    sizes = [rows.sum(axis=1).astype(kind) for rows in stack]
    cells = np.ones(len(stack[0]), dtype=kind)
    for size in sizes:
        cells = cells * size
    price = cells * rule.base
    for rows, size, table in zip(stack, sizes, rule.per_value or (), strict=False):
        price = price + cells // np.maximum(size, 1) * (rows @ table).astype(kind)
    return cells, price


def patterns(stack: Stack) -> NDArray[np.bool_]:
    """For each kind of cell that some box holds, which boxes hold it; one row per kind."""
    found = np.ones((1, len(stack[0])), dtype=bool)
    for rows in stack:
        values = _distinct(rows.T)
        found = _distinct((found[:, None, :] & values[None, :, :]).reshape(-1, len(rows)))
    return found


def most_covered(stack: Stack, weights: Sequence[int]) -> int:
    """The highest sum of weights over the boxes that hold one cell; exact.

    >>> boxes = [np.array([[True, True], [False, True]]), np.array([[True, False], [True, True]])]
    >>> most_covered(boxes, [2, 3])
    5
    """
    if all((rows.sum(axis=1) == 1).all() for rows in stack):
        by_cell: dict[tuple[int, ...], int] = {}
        cells = zip(*(rows.argmax(axis=1).tolist() for rows in stack), strict=True)
        for cell, weight in zip(cells, weights, strict=True):
            by_cell[cell] = by_cell.get(cell, 0) + weight
        return max(by_cell.values())
    kind = np.int64 if sum(weights) < LARGEST else object
    held = patterns(stack)
    return int((held.astype(kind) @ np.array(list(weights), dtype=kind)).max())


def _distinct(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each row once, without rows of nothing."""
    packed = np.packbits(rows, axis=1)
    _, at = np.unique(packed, axis=0, return_index=True)
    kept = rows[np.sort(at)]
    return kept[kept.any(axis=1)]
