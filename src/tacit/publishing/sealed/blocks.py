"""Blocks: candidates that `sealed` treats alike, where the space is too large for one program.

The candidates are split in two again and again, by one dimension at a time: ordered ones at a
threshold, others by values of low and of high cost. Each split is the one that keeps the expected
cost lowest if each half were published whole, among those that keep both halves safe: no record of a
half may be likelier than the limit. It is chosen from the market, the prior and the limit alone,
never from the true intent, which only says which half to look into. So every candidate of a block
would have been treated alike, and what is published tells no more than the block and the draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.candidates import Candidates
from tacit.intents.box import Box
from tacit.market.stacks import hull, most_covered
from tacit.publishing.rules import OBJECTIVES
from tacit.publishing.sealed.boxes_to_draw import Form, closed, fewest, fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.market.market import Market
    from tacit.space.dimension import Dimension, Mask

LISTED = 4_096
"""Of a space that is too large to list, so many cells are looked at, about; chosen for time."""
EVEN = 8
"""A half has at least one in so many of the candidates, if that can be: so few splits are enough."""
LARGE = 1_000
"""The halves of so many candidates are kept, for other blocks: small ones are quickly made again."""

Halves = tuple[NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True, repr=False, eq=False)
class Block:
    """Candidates that are treated alike.

    Attributes:
        candidates: the candidates.
        places: where each stands among all.
        around: the narrowest box that may be published around all of them.
    """

    candidates: Candidates
    places: NDArray[np.intp]
    around: list[Mask]


class Blocks:
    """A partition of candidates, looked into only where needed."""

    def __init__(self, candidates: Candidates, limit: Fraction, form: Form) -> None:
        self.all, self.limit, self.form = candidates, limit, form
        cost = getattr(candidates.held, OBJECTIVES[form.objective][0])
        self._cost = np.asarray(cost, dtype=float)
        self._single = candidates.codes is not None
        self._known: dict[str, Halves] = {}

    def holding(self, place: int) -> Block:
        """The block that holds one candidate."""
        node, path = np.arange(len(self.all)), ""
        while (halves := self._remembered(node, path)) is not None:
            right = int(place not in halves[0])
            node, path = halves[right], f"{path}{right}"
        return self._block(node)

    def __iter__(self) -> Iterator[Block]:
        waiting = [np.arange(len(self.all))]
        while waiting:
            node = waiting.pop()
            halves = self._halves(node)
            if halves is None:
                yield self._block(node)
            else:
                waiting += [halves[1], halves[0]]

    def _block(self, node: NDArray[np.intp]) -> Block:
        candidates = self.all.take(node)
        if len(node) == len(self.all):
            space = self.all.market.space
            return Block(candidates, node, Box.everything(space).masks())
        return Block(candidates, node, self._around(candidates))

    def _around(self, candidates: Candidates) -> list[Mask]:
        market = self.all.market
        rows = [mask[None, :] for mask in _hull(candidates)]
        return [row[0] for row in closed(market, rows, self.form)]

    def _remembered(self, node: NDArray[np.intp], path: str) -> Halves | None:
        """The halves of a node, which are kept if they are many."""
        if path in self._known:
            return self._known[path]
        halves = self._halves(node)
        if halves is not None and len(node) >= LARGE:
            self._known[path] = halves
        return halves

    def _halves(self, node: NDArray[np.intp]) -> Halves | None:
        """The halves of a node; None if it is a block."""
        whole = len(node) == len(self.all)
        candidates = self.all if whole else self.all.take(node)
        space = self.all.market.space
        around = Box.everything(space).masks() if whole else self._around(candidates)
        if fits(candidates, around, self.limit, self.form):
            return None
        splits = [s for s in self._splits(candidates, node) if s is not None]
        if not splits:
            return None
        _, left = min(splits, key=lambda split: split[0])
        return node[left], node[~left]

    def _splits(
        self, candidates: Candidates, node: NDArray[np.intp]
    ) -> Iterator[tuple[tuple[bool, float], Mask] | None]:
        """For each dimension its best safe split: how good it is, and which candidates go left."""
        for d, dimension in enumerate(self.all.market.space):
            value, order = _value(candidates, d), dimension.natural_order
            costs = self._cost[node]
            rank = _by_cost(value, costs, len(dimension)) if order is None else order.ranks
            yield self._best_threshold(candidates, node, rank[value])

    def _best_threshold(
        self, candidates: Candidates, node: NDArray[np.intp], rank: NDArray[np.integer]
    ) -> tuple[tuple[bool, float], Mask] | None:
        """The best safe split of one dimension by a threshold on ranks."""
        size = int(rank.max()) + 1
        count = np.bincount(rank, minlength=size)
        if np.count_nonzero(count) < 2:
            return None
        weights = candidates.weights
        weight = np.bincount(rank, weights=weights.astype(float), minlength=size)
        cost = np.bincount(rank, weights=self._cost[node], minlength=size)
        n, w, c = (np.cumsum(x)[:-1] for x in (count, weight, cost))
        score = w * c + (weight.sum() - w) * (cost.sum() - c)
        uneven = np.minimum(n, len(node) - n) * EVEN < len(node)
        for at in np.lexsort((score, uneven)):
            left: Mask = rank <= at
            if 0 < n[at] < len(node) and self._safe(candidates, left):
                return (bool(uneven[at]), float(score[at])), left
        return None

    def _safe(self, candidates: Candidates, left: Mask) -> bool:
        """Whether no record of either half is likelier than the limit, given the half."""
        if self._single:
            weights = candidates.weights
            halves = (weights[left], weights[~left])
            return all(int(h.max()) <= self.limit * int(h.sum()) for h in halves)
        return all(likeliest(candidates.take(half)) <= self.limit for half in (left, ~left))


def cells_around(market: Market, cell: Box, limit: Fraction, form: Form) -> Candidates:
    """The cells of one part of a space that is too large to list, all alike: the part with a cell.

    The space is halved as candidates are, by numbers of cells, until few enough are left. Nothing
    but which half to look into depends on the cell. A half has a third of the cells at least, so
    every part has enough of them for the limit.
    """
    masks = Box.everything(market.space).masks()
    enough = max(LISTED, 4 * fewest(limit))
    while prod(int(mask.sum()) for mask in masks) > enough:
        known = market.cube.cells(masks)
        cost = known.spend if form.objective == "cost" else known.records
        halves = [
            _half(dimension, mask, row, cost)
            for dimension, mask, row in zip(market.space, masks, known.codes, strict=True)
        ]
        d = min(range(len(halves)), key=lambda d: halves[d][0])
        left = halves[d][1]
        masks[d] = left if left[cell.codes[d][0]] else masks[d] & ~left
    codes = np.array(np.meshgrid(*(np.flatnonzero(mask) for mask in masks), indexing="ij"))
    codes = codes.reshape(len(masks), -1)
    return Candidates(market, np.ones(codes.shape[1], dtype=np.int64), codes)


def _half(
    dimension: Dimension, mask: Mask, codes: NDArray[Any], cost: NDArray[np.int64]
) -> tuple[float, Mask]:
    """How good it is to halve a box on one dimension, and which values make the first half."""
    inside = np.flatnonzero(mask)
    if len(inside) < 2:
        return np.inf, mask
    held = np.bincount(codes, weights=cost.astype(float), minlength=len(mask))
    order = dimension.natural_order
    rank = held if order is None else order.ranks
    inside = inside[np.argsort(rank[inside], kind="stable")]
    first, cut = np.zeros_like(mask), len(inside) // 2
    first[inside[:cut]] = True
    share, whole = held[first].sum(), held.sum()
    return float(cut * share + (len(inside) - cut) * (whole - share)) / len(inside), first


def likeliest(candidates: Candidates) -> Fraction:
    """How likely the likeliest record is if all that is known is that one of these is wanted."""
    if candidates.codes is not None:
        return Fraction(int(candidates.weights.max()), candidates.total)
    covered = most_covered(candidates.stack, candidates.weights.tolist())
    return Fraction(covered, candidates.total)


def _hull(candidates: Candidates) -> list[Mask]:
    """The narrowest box around candidates."""
    if candidates.codes is None:
        return hull(candidates.stack)
    masks = [np.zeros(n, dtype=bool) for n in candidates.market.space.shape]
    for mask, row in zip(masks, candidates.codes, strict=True):
        mask[row] = True
    return masks


def _value(candidates: Candidates, d: int) -> NDArray[np.integer]:
    """The first value of each candidate on a dimension."""
    if candidates.codes is not None:
        return np.asarray(candidates.codes[d])
    return np.asarray(candidates.stack[d].argmax(axis=1))


def _by_cost(
    value: NDArray[np.integer], cost: NDArray[np.float64], size: int
) -> NDArray[np.integer]:
    """The rank of each value by the mean cost of the candidates that have it."""
    count = np.bincount(value, minlength=size)
    mean = np.bincount(value, weights=cost, minlength=size) / np.maximum(count, 1)
    rank = np.empty(size, dtype=np.intp)
    rank[np.argsort(mean, kind="stable")] = np.arange(size)
    return rank
