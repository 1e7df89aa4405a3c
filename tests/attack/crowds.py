"""Tiny markets, and who could be behind a post in them, written down once more in plain sets.

Which intents a class of candidates has, and how likely each is by a prior, is worked out here from what
the documentation says. Nothing of the product is used but to make the market and the intents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from math import prod
from random import Random
from typing import Any

import numpy as np

import tacit
from tacit.intents.intent import Intent

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Sets = tuple[frozenset[int], ...]
"""A box: the values that it has on each dimension."""
Boxes = tuple[Sets, ...]
Weights = dict[Cells, Fraction]

COUNTS = (0, 0, 1, 1, 2, 3, 5, 8, 40)
FEWEST, MOST = 2, 36
"""How many candidates there are: one alone can't be hidden, and many take long."""


@dataclass(frozen=True)
class Place:
    """A tiny market.

    Attributes:
        market: as the product has it.
        records: what each cell holds.
        price: what a record of each cell costs.
        ranks: for each dimension the place of each value in its order; None if it has none.
    """

    market: tacit.Market
    records: dict[Cell, int]
    price: dict[Cell, int]
    ranks: tuple[tuple[int, ...] | None, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        return self.market.space.shape

    def held(self, cells: Cells) -> int:
        """How many records some cells hold."""
        return sum(self.records[cell] for cell in cells)

    def cost(self, cells: Cells) -> int:
        """What all of these cost."""
        return sum(self.records[cell] * self.price[cell] for cell in cells)

    def told(self, boxes: Boxes) -> Any:
        """An intent as a user writes it."""
        space = self.market.space
        each = [
            {d.name: [d.values[v] for v in sorted(one)] for d, one in zip(space, box, strict=True)}
            for box in boxes
        ]
        return each[0] if len(each) == 1 else each

    def intent(self, boxes: Boxes) -> Intent:
        return self.market.intent(self.told(boxes))


def row_of(*records: int) -> Place:
    """A market with one dimension without an order, at one price."""
    space = tacit.Space((_dimension(0, len(records), None),))
    held = {(value,): count for value, count in enumerate(records)}
    market = tacit.Market.from_cube(space, np.array(records))
    return Place(market, held, dict.fromkeys(held, 1), (None,))


def place(random: Random, most: int) -> Place:
    """One to three dimensions of two to four values, of so many cells at most; some hold nothing."""
    while True:
        sizes = [random.randint(2, 4) for _ in range(random.randint(1, 3))]
        if 3 <= prod(sizes) <= most:
            break
    ranks = tuple(_ranks(random, n) for n in sizes)
    space = tacit.Space(tuple(_dimension(d, n, ranks[d]) for d, n in enumerate(sizes)))
    cells = list(product(*map(range, sizes)))
    records = {cell: random.choice(COUNTS) for cell in cells}
    records[random.choice(cells)] += 1
    priced = random.random() < 0.4
    price = {cell: random.randint(0, 9) if priced else 1 for cell in cells}
    market = tacit.Market.from_cells(
        space,
        np.array(cells).T,
        [records[cell] for cell in cells],
        prices=[price[cell] for cell in cells] if priced else None,
        empty=1 if priced else None,
        layout=random.choice(["dense", "sparse"]),
    )
    return Place(market, records, price, ranks)


def _ranks(random: Random, n: int) -> tuple[int, ...] | None:
    """No order; or one, by which the first value need not be the lowest."""
    kind = random.choice(["none", "plain", "shuffled"])
    if kind == "none":
        return None
    return tuple(range(n)) if kind == "plain" else tuple(random.sample(range(n), n))


def _dimension(d: int, n: int, ranks: tuple[int, ...] | None) -> Any:
    names = tuple(f"v{i}" for i in range(n))
    if ranks is None:
        return tacit.Nominal(f"d{d}", names)
    return tacit.Ordinal(f"d{d}", names, ranks=ranks)


def cells_of(boxes: Boxes) -> Cells:
    """The cells of some boxes."""
    return frozenset(chain.from_iterable(product(*box) for box in boxes))


def _subsets(n: int) -> list[frozenset[int]]:
    sizes = range(1, n + 1)
    return [frozenset(one) for k in sizes for one in combinations(range(n), k)]


def has_gap(ranks: tuple[int, ...] | None, values: Iterable[int]) -> bool:
    """Whether values of an ordered dimension leave one out between them."""
    if ranks is None:
        return False
    found = sorted(ranks[value] for value in values)
    return found[-1] - found[0] >= len(found)


Fits = Callable[[int, frozenset[int]], bool]
"""Whether a candidate may have some values on a dimension."""


def _every(place: Place, fits: Fits) -> list[Boxes]:
    """Every box with values that fit on each dimension."""
    sets = [[s for s in _subsets(n) if fits(d, s)] for d, n in enumerate(place.shape)]
    return [(box,) for box in product(*sets)]


def _upto(place: Place, cells: int) -> list[Boxes]:
    return [one for one in _every(place, lambda _, __: True) if len(cells_of(one)) <= cells]


def _like(place: Place, box: Sets) -> list[Boxes]:
    """Every box of the shape of another."""

    def fits(d: int, values: frozenset[int]) -> bool:
        ranks = place.ranks[d]
        return len(values) == len(box[d]) and has_gap(ranks, values) == has_gap(ranks, box[d])

    return _every(place, fits)


def _about_as_large(place: Place, box: Sets) -> list[Boxes]:
    """Every box without gaps whose size on each dimension is within the same power of two."""

    def fits(d: int, values: frozenset[int]) -> bool:
        size, n = len(box[d]), place.shape[d]
        if size == n or len(values) == n:
            return size == len(values)
        alike = (size - 1).bit_length() == (len(values) - 1).bit_length()
        return alike and not has_gap(place.ranks[d], values)

    return _every(place, fits)


def joined(place: Place, like: Boxes) -> list[Boxes]:
    """Every union of two boxes of the shapes of two others, but for those that make one box."""
    first, second = (_like(place, box) for box in like)
    pairs = (a + b for a, b in product(first, second))
    found = {frozenset(pair): pair for pair in pairs if not _make_one(*pair)}
    return list(found.values())


def _unions(place: Place, like: Boxes) -> Candidates | None:
    """The same as candidates."""
    return None if _make_one(*like) else _class("unions", joined(place, like))


def _in_one_way(found: Candidates | None) -> Candidates | None:
    """Candidates each of which can be written in one way; None where two have the same cells."""
    alone = found is not None and len(found.wants) == len(found.groups[0][1])
    return found if alone else None


def _make_one(one: Sets, other: Sets) -> bool:
    """Whether one box lies in the other, or both differ on one dimension at most."""
    pairs = list(zip(one, other, strict=True))
    if all(a <= b for a, b in pairs) or all(b <= a for a, b in pairs):
        return True
    return sum(a != b for a, b in pairs) <= 1


@dataclass(frozen=True)
class Candidates:
    """Who could be behind a post, before a prior says how likely each is.

    Attributes:
        setting: what the product is told.
        groups: the intents of each class that is mixed, with the share of each class.
        listed: the weights of a list.
    """

    setting: Any
    groups: tuple[tuple[int, tuple[Boxes, ...]], ...]
    listed: Weights | None = None

    @property
    def wants(self) -> dict[Cells, Boxes]:
        """Each of them once, by its cells."""
        return {cells_of(one): one for _, group in self.groups for one in group}


def like(place: Place, box: Sets) -> Candidates:
    """All boxes of the shape of one."""
    return _class("shape", _like(place, box))


def upto(place: Place, cells: int) -> Candidates:
    """All boxes of so many cells at most."""
    return _class(f"upto:{cells}", _upto(place, cells))


KINDS = ("cells", "cells", "shape", "ranges", "boxes", "upto", "unions", "list", "mixture")


def candidates(random: Random, place: Place, kind: str) -> Candidates | None:
    """Candidates of a kind; None where they are too few or too many for a quick judge."""
    found = _candidates(random, place, kind)
    return found if found is not None and FEWEST <= len(found.wants) <= MOST else None


def _candidates(random: Random, place: Place, kind: str) -> Candidates | None:
    box = tuple(random.choice(_subsets(n)) for n in place.shape)
    if kind == "cells":
        return _class("cells", _upto(place, 1))
    if kind == "boxes":
        return _class("boxes", _every(place, lambda _, __: True))
    if kind == "shape":
        return like(place, box)
    if kind == "ranges":
        gap = any(has_gap(*pair) for pair in zip(place.ranks, box, strict=True))
        return None if gap else _class("ranges", _about_as_large(place, box))
    if kind == "upto":
        return upto(place, random.randint(1, 4))
    if kind == "mixture":
        share, most = random.randint(1, 3), random.randint(2, 4)
        groups = ((share, tuple(_upto(place, 1))), (1, tuple(_upto(place, most))))
        return Candidates(f"{share}*cells+upto:{most}", groups)
    other = tuple(random.choice(_subsets(n)) for n in place.shape)
    if kind == "unions":
        return _unions(place, (box, other))
    if kind == "unions in one way":
        return _in_one_way(_unions(place, (box, other)))
    return _a_list(random, place)


def _class(name: str, found: Sequence[Boxes]) -> Candidates:
    return Candidates(name, ((1, tuple(found)),))


def _a_list(random: Random, place: Place) -> Candidates:
    """A list of some cells, boxes and unions, most of them weighed."""
    found: dict[Cells, Boxes] = {}
    for _ in range(random.randint(3, 14)):
        boxes = tuple(
            tuple(random.choice(_subsets(n)) for n in place.shape)
            for _ in range(random.choice([1, 1, 2]))
        )
        found[cells_of(boxes)] = boxes
    weights = {cells: Fraction(random.choice([1, 1, 2, 3, 7, 0])) for cells in found}
    told = [
        {"intent": place.told(boxes), "weight": int(weights[cells])}
        for cells, boxes in found.items()
    ]
    return Candidates(told, ((1, tuple(found.values())),), weights)


def table(random: Random, place: Place, among: Candidates, support: str) -> tuple[Any, Weights]:
    """A table of weights, as the product is told and by cells."""
    known = {c: b for c, b in among.wants.items() if support == "all" or place.held(c)}
    some = [cells for cells in known if random.random() < 0.8] or list(known)
    weights = {cells: Fraction(random.choice([1, 1, 2, 3, 5])) for cells in some}
    told = [
        {"intent": place.told(known[cells]), "weight": int(weight)}
        for cells, weight in weights.items()
    ]
    return told, weights


def weighed(place: Place, among: Candidates, prior: str, support: str) -> Weights:
    """How likely each candidate is by a prior with a name; those that can't be are left out."""
    found: Weights = {}
    for share, group in among.groups:
        each = {cells_of(one): Fraction(0) for one in group}
        for cells in each:
            if support == "all" or place.held(cells):
                each[cells] = _weight(place, among, prior, cells)
        total = sum(each.values())
        for cells, weight in each.items():
            if weight:
                found[cells] = found.get(cells, Fraction(0)) + share * weight / total
    return found


def _weight(place: Place, among: Candidates, prior: str, cells: Cells) -> Fraction:
    if prior == "records":
        return Fraction(place.held(cells))
    if prior == "cost":
        return Fraction(place.cost(cells))
    if prior == "halving":
        return Fraction(1, 2 ** len(cells))
    return Fraction(1) if among.listed is None else among.listed[cells]
