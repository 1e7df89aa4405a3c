"""Blocks: candidates that `sealed` treats alike, where the space is too large for one program.

The candidates are split in two again and again, by one dimension at a time: ordered ones at a
threshold, others by values of low and of high cost. Each split is the one that keeps the expected
cost lowest if each half were published whole, among those that keep both halves safe: no secret of a
half may be likelier than its limit, by any belief. It is chosen from the market, the prior and the limit alone,
never from the true intent, which only says which half to look into. So every candidate of a block
would have been treated alike, and what is published tells no more than the block and the draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit.intents.box import Box
from tacit.market.stacks import hull
from tacit.publishing.rules import OBJECTIVES
from tacit.publishing.sealed.boxes_to_draw import Form, closed, fits
from tacit.publishing.sealed.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.space.dimension import Mask

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

    def __init__(self, candidates: Candidates, secrets: Secrets, form: Form) -> None:
        self.all, self.secrets, self.form = candidates, secrets, form
        cost = getattr(candidates.held, OBJECTIVES[form.objective][0])
        self._cost = np.asarray(cost, dtype=float)
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
        if fits(candidates, around, self.secrets, self.form):
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
        """Whether no secret of either half is likelier than its limit, given the half."""
        return all(kept(candidates.take(half), self.secrets) for half in (left, ~left))


def kept(candidates: Candidates, secrets: Secrets) -> bool:
    """Whether every secret is within its limit if all that is known is that one of these is wanted.

    Each belief must hold some of them possible.
    """
    if not all(weights.any() for weights in candidates.beliefs):
        return False
    if candidates.codes is None:
        return Lines.of(candidates, secrets).everyone()
    names = candidates.market.space.names
    hidden = [(names.index(name), limit) for name, limit in secrets.hidden.items()]
    for weights in candidates.beliefs:
        total = int(weights.sum())
        if int(weights.max()) > secrets.limit * total:
            return False
        for d, limit in hidden:
            codes = candidates.codes[d]
            sums = [int(weights[codes == code].sum()) for code in np.unique(codes)]
            if candidates.market.space.shape[d] > 1 and max(sums) > limit * total:
                return False
    return True


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
