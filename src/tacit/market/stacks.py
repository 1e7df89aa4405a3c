"""Many boxes at once: their forms, what they hold, and which lies in which.

They come in two forms. A *stack* holds, for each dimension, one row of that dimension's values per
box; most questions are asked of it. *Rows* are the same side by side, one row of all values per box
by flat id: the form for loops that take in a value of any dimension. `rows_of` and `stack_of` lead
from one to the other. What each single value would add to each box is in `stack_frontiers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit._defaults import EXACT_FLOAT, LARGEST
from tacit.errors import EmptyIntent, IntentError
from tacit.market.cells import offsets
from tacit.market.mass import Mass
from tacit.market.products import product
from tacit.market.sums import sums_over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tacit.intents.box import Box
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.space.dimension import Mask

Stack = list[NDArray[np.bool_]]

ROOM = 2**24
"""How many entries of a table of boxes by cells are worked on at a time: 128 MB of floats."""


class Masses(NamedTuple):
    """What each box of a stack holds; as in `Mass`, one entry per box."""

    records: Ints
    spend: Ints
    cells: NDArray[Any]
    price: NDArray[Any]

    def one(self, at: int) -> Mass:
        """What one box holds."""
        return Mass(*(int(values[at]) for values in self))


def stacked(boxes: Sequence[Box]) -> Stack:
    """Put boxes on one stack."""
    return [np.array(rows) for rows in zip(*(box.masks() for box in boxes), strict=True)]


def of_cells(codes: NDArray[Any], shape: Sequence[int]) -> Stack:
    """Put single cells, one per column, on a stack."""
    return [np.arange(n) == row[:, None] for row, n in zip(codes, shape, strict=True)]


def rows_of(market: Market, stack: Stack) -> Mask:
    """Boxes as rows of all values; refuses what are no boxes of the market."""
    expected = [(len(rows), n) for rows, n in zip(stack, market.space.shape, strict=False)]
    shapes = [rows.shape for rows in stack]
    if shapes != expected or len(shapes) != len(market.space) or len({n for n, _ in expected}) > 1:
        raise IntentError("candidates need, for each dimension, one row of its values each.")
    if not all(rows.any(axis=1).all() for rows in stack):
        raise EmptyIntent("a candidate is empty: each needs a value on each dimension.")
    return np.concatenate(stack, axis=1).astype(bool, copy=False)


def stack_of(rows: NDArray[Any], shape: Sequence[int]) -> list[NDArray[Any]]:
    """Rows of all values as a stack."""
    return np.split(rows, offsets(shape)[1:-1], axis=1)


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
    """Which outer box (row) holds which inner box (column) whole; rows do as a stack of one."""
    found = np.ones((len(outer[0]), len(inner[0])), dtype=bool)
    for a, b in zip(inner, outer, strict=True):
        found &= product((~b).astype(np.float32), a.astype(np.float32).T) == 0
    return found


def masses(market: Market, stack: Stack) -> Masses:
    """What each box of a stack holds."""
    listed = market.cube.cells(hull(stack))
    cells, price = _counts(market, stack)
    if len(stack[0]) * len(listed.records) > ROOM:
        columns = [
            listed.records,
            listed.spend,
            *([] if listed.excess is None else [listed.excess]),
        ]
        sums = sums_over(stack, listed.codes, np.stack(columns, axis=1))
        if sums is not None:
            more = 0 if listed.excess is None else sums[:, 2]
            return Masses(sums[:, 0], sums[:, 1], cells, price + more)
    records, spend, excess = (np.zeros(len(stack[0]), dtype=np.int64) for _ in range(3))
    for part in batches(len(stack[0]), ROOM // max(len(listed.records), 1)):
        held = holding(taken(stack, part), listed.codes)
        records[part] = _sums(held, listed.records)
        spend[part] = records[part] if listed.spend is listed.records else _sums(held, listed.spend)
        if listed.excess is not None:
            excess[part] = _sums(held, listed.excess)
    return Masses(records, spend, cells, price + excess)


def union_masses(market: Market, pieces: Sequence[Stack]) -> Masses:
    """What unions of boxes hold, cells that several share counted once; one stack per piece.

    Records are added up over the cells that any piece holds. Cells and prices by the rule are added up
    over every set of pieces, by what its boxes share, with the sign that counts each cell once.
    """
    listed = market.cube.cells(hull([np.vstack(rows) for rows in zip(*pieces, strict=True)]))
    count = len(pieces[0][0])
    records, spend, excess = (np.zeros(count, dtype=np.int64) for _ in range(3))
    for part in batches(count, ROOM // max(len(listed.records), 1)):
        held = np.logical_or.reduce([holding(taken(one, part), listed.codes) for one in pieces])
        records[part], spend[part] = _sums(held, listed.records), _sums(held, listed.spend)
        if listed.excess is not None:
            excess[part] = _sums(held, listed.excess)
    cells, price = over_unions(pieces, lambda stack: np.stack(_counts(market, stack)))
    return Masses(records, spend, cells, price + excess)


def over_unions(pieces: Sequence[Stack], measure: Callable[[Stack], NDArray[Any]]) -> NDArray[Any]:
    """What unions measure, one stack per piece, where boxes without a cell in common add up.

    Each piece brings what those before it do not have.
    """
    found = measure(pieces[0])
    for i, one in enumerate(pieces[1:], 1):
        shared = [[a & b for a, b in zip(one, other, strict=True)] for other in pieces[:i]]
        found = found + measure(one) - over_unions(shared, measure)
    return found


def batches(count: int, size: int) -> Iterator[slice]:
    """Cut a number of boxes into batches of a size, at least 1."""
    step = max(1, size)
    return (slice(at, min(at + step, count)) for at in range(0, count, step))


def _sums(held: NDArray[np.bool_], values: Ints) -> Ints:
    """The sum over the cells that each box holds; floats serve while they are exact."""
    if float(np.abs(values).sum(dtype=float)) < EXACT_FLOAT / 2:
        sums = np.rint(product(held.astype(np.float64), values.astype(np.float64)))
        exactly: Ints = sums.astype(np.int64)
        return exactly
    return held.astype(np.int64) @ values


def _counts(market: Market, stack: Stack) -> tuple[NDArray[Any], NDArray[Any]]:
    """How many cells each box has, and what one record of each would cost by the price rule."""
    small = max(market.total.cells, abs(market.total.price)) < LARGEST
    kind, rule = np.int64 if small else object, market.rule
    sizes = np.stack([rows.sum(axis=1).astype(kind) for rows in stack], axis=1)
    pairs = zip(stack, rule.per_value or (), strict=False)
    sums = [(rows @ table).astype(kind) for rows, table in pairs]
    found = RuleSums.of(sizes, np.stack(sums, axis=1) if sums else None, rule.base)
    return found.cells, found.prices


class RuleSums(NamedTuple):
    """What many boxes have by the market's rule alone, whatever records their cells hold.

    Attributes:
        cells: how many cells each box has.
        slabs: how many it has for each single value of a dimension; one column per dimension.
        shares: what the prices of a dimension's values come to over the box, likewise; None where
            no value has a price.
        base: the price that every cell has.
    """

    cells: NDArray[Any]
    slabs: NDArray[Any]
    shares: NDArray[Any] | None
    base: int

    @classmethod
    def of(cls, sizes: NDArray[Any], sums: NDArray[Any] | None, base: int) -> RuleSums:
        """Add up by closed forms: a box is a product of sets.

        Args:
            sizes: how many values each box has, one column per dimension.
            sums: what the prices of those values come to, likewise; None where they have none.
            base: the price that every cell has.
        """
        cells = sizes.prod(axis=1)
        slabs = cells[:, None] // np.maximum(sizes, 1)
        return cls(cells, slabs, None if sums is None else slabs * sums, base)

    @property
    def prices(self) -> NDArray[Any]:
        """What one record of each cell of a box costs, together."""
        base: NDArray[Any] = self.cells * self.base
        return base if self.shares is None else base + self.shares.sum(axis=1)


def patterns(stack: Stack) -> NDArray[np.bool_]:
    """For each kind of cell that some box holds, which boxes hold it; one row per kind."""
    count = len(stack[0])
    if not count:
        return np.zeros((0, 0), dtype=bool)
    found = np.ones((1, count), dtype=bool)
    for rows in stack:
        values = distinct_rows(rows.T)
        found = distinct_rows((found[:, None, :] & values[None, :, :]).reshape(-1, count))
    return found


def union_patterns(pieces: Sequence[Stack]) -> NDArray[np.bool_]:
    """For each kind of cell that some union of boxes holds, which unions do; one row per kind."""
    count = len(pieces[0][0])
    found = patterns([np.vstack(rows) for rows in zip(*pieces, strict=True)])
    by_piece = found.reshape(len(found), len(pieces), count)
    return distinct_rows(np.logical_or.reduce(by_piece, axis=1))


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


def distinct_rows(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each row once, without rows of nothing."""
    packed = np.packbits(rows, axis=1)
    _, at = np.unique(packed, axis=0, return_index=True)
    kept = rows[np.sort(at)]
    return kept[kept.any(axis=1)]
