"""Sums over the cells of many boxes at once, where boxes share their sets of values.

Boxes by cells is a large table: a hundred thousand boxes in a market of as many cells are ten billion
entries. But such boxes are made of few sets of values on each dimension. So cells are added up dimension
by dimension: those outside a set are left out, and those that differ on that dimension alone become one.
What is left is added up once for all boxes that go on in different ways. All in whole numbers.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.market.cells import Ints

WHOLE = 2**62
"""Places of cells are numbered up to here."""


FEWER = 8
"""Where sets of values go together in so many times fewer ways than there are boxes, it is worth it."""


def sums_over(
    stack: Sequence[NDArray[np.bool_]], codes: NDArray[Any], values: Ints
) -> NDArray[np.int64] | None:
    """What each box of a stack adds up to; None if boxes share too little for this way.

    Args:
        stack: the boxes; for each dimension, one row of its values per box.
        codes: the cells, one column each.
        values: what each cell has, one column for each measure.

    Returns:
        One row for each box, one column for each measure.
    """
    sets = [_sets(rows) for rows in stack]
    order = sorted(range(len(stack)), key=lambda d: (len(sets[d][0]), d))
    ways = prod(len(sets[d][0]) for d in order[:-1])
    if ways * FEWER > len(stack[0]):
        return None
    found = np.zeros((len(stack[0]), values.shape[1]), dtype=np.int64)
    shape = [rows.shape[1] for rows in stack]
    _add(found, np.arange(len(found)), order, sets, shape, codes.astype(np.int64), values)
    return found


def _sets(rows: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Ints]:
    """The different sets of values that boxes have on a dimension, and which of them each has."""
    packed = np.ascontiguousarray(np.packbits(rows, axis=1))
    as_one = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, which = np.unique(as_one, return_index=True, return_inverse=True)
    return rows[first], which.reshape(-1)


def _add(
    found: NDArray[np.int64],
    boxes: Ints,
    order: Sequence[int],
    sets: Sequence[tuple[NDArray[np.bool_], Ints]],
    shape: Sequence[int],
    codes: Ints,
    values: Ints,
) -> None:
    """Add up the cells of some boxes, which are the same on all dimensions that are not left."""
    d, *rest = order
    masks, which = sets[d]
    if not rest:
        table = np.zeros((shape[d], values.shape[1]), dtype=np.int64)
        np.add.at(table, codes[d], values)
        found[boxes] = (masks.astype(np.int64) @ table)[which[boxes]]
        return
    own = which[boxes]
    for one in np.unique(own):
        inside = masks[one][codes[d]]
        left = _joined(codes[:, inside], values[inside], rest, shape)
        _add(found, boxes[own == one], rest, sets, shape, *left)


def _joined(
    codes: Ints, values: Ints, rest: Sequence[int], shape: Sequence[int]
) -> tuple[Ints, Ints]:
    """Cells that are the same on the dimensions that are left, as one."""
    sizes = [shape[d] for d in rest]
    if not values.size or np.prod(sizes, dtype=float) >= WHOLE:
        return codes, values
    places = np.ravel_multi_index(tuple(codes[d] for d in rest), sizes)
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    return codes[:, order[starts]], np.add.reduceat(values[order], starts, axis=0)
