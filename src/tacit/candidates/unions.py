"""Unions as candidates: for a true intent of several boxes, all that join boxes of the same shapes.

A union is written with as many boxes as the true intent, each of the shape of one of its boxes. Boxes of
one shape have no order, so a choice of boxes counts once. Left out are those that nobody would
write so: where a box lies in another, where two make one box, or all together do. What can be written in
several ways is one candidate where all are listed; in a class too large for that each way is one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tacit.candidates.candidate_class import CandidateClass
from tacit.candidates.candidates import MOST_TOGETHER, Candidates
from tacit.candidates.parts import part_holding
from tacit.candidates.products import Product
from tacit.errors import SettingError
from tacit.market.stacks import over_unions, stacked, taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import Cut, Within
    from tacit.intents.box import Box
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.stacks import Stack

COUNTED = 20_000
"""Of up to so many choices of boxes those that are left out, and other ways to write one, are not counted."""
FREE = 7
"""In a part of what is too large to list, so many boxes differ, and all others are the same."""
PRIME = 2**31 - 1
"""Marks are counted round this, so that no product of two overflows."""
TRIES = 50
"""How often those that are left out are drawn again."""


class Unions(CandidateClass):
    """Every union of as many boxes as the true intent has, each of the shape of one of them."""

    name = "unions"
    about = "all that join as many boxes as the true intent, of the shapes of its boxes"
    follows = True

    def gives_away(self, like: Intent | None = None) -> str:
        """The shapes."""
        return (
            "how many boxes are joined, and for each which dimensions are asked about, how many "
            "values on each, and whether they are in a row"
        )

    def free(self, within: Within) -> frozenset[int]:
        """Those on which every box of the true intent has all values."""
        return within.free

    def how_many(self, within: Within) -> int:
        """The choices of boxes; of few, without those that are left out."""
        many = prod(comb(product.count, times) for product, times in _groups(within).items())
        return len(self.every(within)) if many <= COUNTED else many

    def every(self, within: Within) -> Candidates:
        """Every union, written in the first of its ways."""
        leaves = [(product.listed(), times) for product, times in _groups(within).items()]
        return _each_once(_kept(within.market, _choices(leaves)))

    def holds(self, within: Within, intent: Intent) -> bool:
        """Whether an intent joins boxes of these shapes."""
        groups = _groups(within)
        at = [_group(groups, box) for box in intent.boxes]
        times = list(groups.values())
        if Counter(at) != Counter(g for g, n in enumerate(times) for _ in range(n)):
            return False
        return len(_kept(within.market, [stacked([box]) for box in intent.boxes])) == 1

    def some(self, within: Within, count: int, rng: np.random.Generator) -> Candidates:
        """Box by box; what is left out is drawn again."""
        groups = _groups(within)
        found: list[Candidates] = []
        left = count if all(product.count for product in groups) else 0
        for _ in range(TRIES):
            pairs = groups.items()
            drawn = [product.drawn(left, rng) for product, times in pairs for _ in range(times)]
            found.append(_kept(within.market, drawn))
            left -= len(found[-1])
            if not left:
                break
        return found[0].joined(*found[1:])

    def part(self, within: Within, true: Intent, cut: Cut) -> Candidates:
        """Those whose boxes lie in the same parts of the boxes of each shape.

        Of very many boxes only the first ones, part by part, may differ: all others are the same.
        """
        if not self.holds(within, true):
            raise self._not_among()
        pieces = len(true.boxes)
        most = _root(cut.most, min(FREE, pieces))
        secrets = None if cut.secrets is None else cut.secrets.shared_by(pieces)
        each = _Leaves(within, replace(cut, most=most, secrets=secrets))
        leaves = sorted((each.holding(box) for box in true.boxes), key=lambda leaf: leaf.key)
        free, fixed = leaves[:FREE], leaves[FREE:]
        choices = []
        for key, times in Counter(leaf.key[:2] for leaf in free).items():
            stack = next(leaf.stack for leaf in free if leaf.key[:2] == key)
            if fixed and fixed[0].key[:2] == key:
                stack = taken(stack, slice(0, fixed[0].key[2]))
            choices.append((stack, times))
        choices += [(taken(leaf.stack, [leaf.key[2]]), 1) for leaf in fixed]
        return _kept(within.market, _choices(choices))


class _Leaf(NamedTuple):
    """A part of the boxes of one shape, as one of them leads to it.

    Attributes:
        key: which shape, which part, and where in it the box stands.
        stack: the boxes of the part.
    """

    key: tuple[int, str, int]
    stack: Stack


class _Leaves:
    """The parts of the boxes of each shape."""

    def __init__(self, within: Within, cut: Cut) -> None:
        self.market, self.cut = within.market, cut
        self.groups = _groups(within)

    def holding(self, box: Box) -> _Leaf:
        """The part that a box leads to."""
        group = _group(self.groups, box)
        assert group is not None
        product = list(self.groups)[group]
        found = part_holding(product, self.market, box.codes, self.cut)
        stack = found.listed()
        at = Candidates.of_boxes(self.market, stack).place(box)
        assert at is not None
        return _Leaf((group, found.path, at), stack)


def _groups(within: Within) -> dict[Product, int]:
    """The shapes of the true intent's boxes, and how many boxes have each, whatever their order."""
    if within.like is None:
        raise SettingError("the candidates unions need a true intent to be like.", "candidates")
    space, around = within.market.space, within.around.codes
    found = Counter(Product.of_shape(space, around, box.codes) for box in within.like.boxes)
    return dict(sorted(found.items(), key=lambda pair: _sizes(pair[0])))


def _sizes(product: Product) -> list[tuple[tuple[int, ...], str]]:
    return [(family.sizes, family.form) for family in product.families]


def _group(groups: dict[Product, int], box: Box) -> int | None:
    """Which shape a box has, by its place among them."""
    return next((g for g, product in enumerate(groups) if product.holds(box.codes)), None)


def _choices(leaves: Sequence[tuple[Stack, int]]) -> list[Stack]:
    """Every choice of so many boxes from each of some stacks, as one stack per box."""
    tables = []
    for stack, times in leaves:
        chosen = list(combinations(range(len(stack[0])), times))
        tables.append(np.array(chosen, dtype=np.intp).reshape(-1, times))
    at = np.indices([len(table) for table in tables]).reshape(len(tables), -1)
    return [
        taken(stack, column)
        for (stack, _), table, rows in zip(leaves, tables, at, strict=True)
        for column in table[rows].T
    ]


def _kept(market: Market, pieces: Sequence[Stack]) -> Candidates:
    """Unions without those that nobody would write so."""
    keep = np.ones(len(pieces[0][0]), dtype=bool)
    for one, other in combinations(pieces, 2):
        keep &= ~_make_one(one, other)
    kept = Candidates.of_unions(market, [taken(one, keep) for one in pieces])
    if len(pieces) < 3 or not len(kept):  # two boxes that make the box around them were seen
        return kept
    around = prod(rows.sum(axis=1).astype(object) for rows in kept.stack)
    return kept.take(np.flatnonzero((kept.held.cells != around).astype(bool)))


def _each_once(found: Candidates) -> Candidates:
    """Unions without those that stand before in another way to write them."""
    alike: dict[int, list[int]] = {}
    for at, mark in enumerate(_marks(found)):
        alike.setdefault(mark, []).append(at)
    kept: list[int] = []
    for places in alike.values():
        first: dict[Intent, int] = {}  # which compares cell by cell
        for at in places if len(places) > 1 else ():
            first.setdefault(found.intent(at), at)
        kept += first.values() or places
    return found.take(np.array(sorted(kept), dtype=np.intp))


def _marks(found: Candidates) -> list[int]:
    """A number for each union that is the same in all ways to write it, and rarely that of others."""
    rng = np.random.default_rng(0)
    weights = [rng.integers(1, PRIME, size) for size in found.market.space.shape]

    def weighed(stack: Stack) -> NDArray[Any]:
        whole = np.ones(len(stack[0]), dtype=np.int64)
        for rows, own in zip(stack, weights, strict=True):
            whole = whole * (rows @ own % PRIME) % PRIME
        return whole

    if len(found.in_pieces) <= MOST_TOGETHER:
        return list((over_unions(found.in_pieces, weighed) % PRIME).tolist())
    each = (stacked(found.intent(at).pieces) for at in range(len(found)))
    return [int(weighed(stack).sum() % PRIME) for stack in each]


def _make_one(one: Stack, other: Stack) -> NDArray[np.bool_]:
    """Where two boxes make one: one lies in the other, or they differ on one dimension."""
    pairs = list(zip(one, other, strict=True))
    differ = sum((a != b).any(axis=1).astype(np.intp) for a, b in pairs)
    inside = np.logical_and.reduce([~(a & ~b).any(axis=1) for a, b in pairs])
    outside = np.logical_and.reduce([~(b & ~a).any(axis=1) for a, b in pairs])
    return np.asarray((differ <= 1) | inside | outside)


def _root(number: int, times: int) -> int:
    """The largest whole number that, so many times multiplied, is not larger."""
    found = 1
    while (found + 1) ** times <= number:
        found += 1
    return found
