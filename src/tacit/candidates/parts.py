"""Parts: of a product that is too large to list, the part that holds one box.

The product is halved again and again, by one dimension at a time: by the number of its sets, so by their
first value, then by their second, and so on, where values without a natural order stand by what they
cost. Of all dimensions that one is halved which leaves what surrounds the halves cheap, if both are
large enough, and if no secret is much likelier in a half. All of this is settled by the market, the
product, the secrets and what is made small; the box only says which half to look into. So every box of
a part leads to that part.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tacit.candidates.products import Counting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import Cut
    from tacit.candidates.families import BySize, Family
    from tacit.candidates.products import Product, Stretch
    from tacit.candidates.secrets import Secrets
    from tacit.market.market import Market
    from tacit.market.stacks import Stack
    from tacit.space.dimension import Mask

LOOKED_AT = 5_000
"""Of so many sets the commonest value is found by looking at all of them."""
ROOM_LEFT = Fraction(3, 4)
"""Up to which share of its limit a secret may be likely in a part: some of its boxes may not count."""
EVEN = 4
"""A half has at least one in so many of the candidates, if that can be."""


@dataclass(frozen=True)
class Part:
    """A part of a product.

    Attributes:
        product: the whole.
        stretches: the sets on each dimension.
        path: which halves lead there.
    """

    product: Product
    stretches: tuple[Stretch, ...]
    path: str

    def listed(self) -> Stack:
        """Its boxes, as a stack."""
        return self.product.listed(self.stretches)


class Split(NamedTuple):
    """A way to halve a part: how good it is, on which dimension, and at which number."""

    uneven: bool
    cost: Fraction
    d: int
    middle: int


class Worth:
    """What the cells of a market are worth in the objective, looked at ever more closely."""

    def __init__(self, market: Market, objective: str) -> None:
        listed = market.cube.cells([np.ones(n, dtype=bool) for n in market.space.shape])
        self.shape, self.codes = market.space.shape, listed.codes
        self.each: NDArray[Any] = listed.spend if objective == "cost" else listed.records
        self.counts = objective == "cells"

    def by_value(self, d: int) -> NDArray[Any]:
        """What the cells with each value of a dimension are worth."""
        if self.counts:
            return np.ones(self.shape[d])
        found = np.bincount(self.codes[d], self.each.astype(float), minlength=self.shape[d])
        return np.asarray(found)

    def narrow(self, d: int, mask: Mask) -> None:
        """Look only at the cells with some values of a dimension."""
        if not self.counts:
            inside = mask.take(self.codes[d])
            self.codes, self.each = self.codes[:, inside], self.each[inside]


def part_holding(
    product: Product, market: Market, codes: Sequence[Sequence[int]], cut: Cut
) -> Part:
    """The part of a product that holds a box, of so many boxes at most, if secrets allow that."""
    worth = Worth(market, cut.objective)
    product = _by_cost(product, market, worth)
    numbers = [f.number(one) for f, one in zip(product.families, codes, strict=True)]
    stretches = [(0, family.count) for family in product.families]
    counting = _counting(product, stretches)
    path = ""
    while counting.total > cut.most:
        splits = sorted(_splits(product, stretches, counting, worth))
        safe = (one for one in splits if _safe(product, stretches, one, market, cut.secrets))
        split = next(safe, None)
        if split is None:
            break
        low, high = stretches[split.d]
        right = numbers[split.d] >= split.middle
        stretches[split.d] = (split.middle, high) if right else (low, split.middle)
        worth.narrow(split.d, product.families[split.d].around(*stretches[split.d]))
        counting = _counting(product, stretches)
        path += "1" if right else "0"
    return Part(product, tuple(stretches), path)


def _by_cost(product: Product, market: Market, worth: Worth) -> Product:
    """The same with values that have no natural order by what they cost, the cheapest first."""
    pairs = zip(product.families, market.space, strict=True)
    families = [
        family if dimension.natural_order is not None else _ranked(family, worth.by_value(d))
        for d, (family, dimension) in enumerate(pairs)
    ]
    return replace(product, families=tuple(families))


def _ranked(family: Family, cost: NDArray[Any]) -> Family:
    return replace(family, codes=tuple(sorted(family.codes, key=lambda c: (cost[c], c))))


def _splits(
    product: Product, stretches: Sequence[Stretch], counting: Counting, worth: Worth
) -> list[Split]:
    """The best way to halve each dimension."""
    found = []
    for d, (family, (low, high)) in enumerate(zip(product.families, stretches, strict=True)):
        if high - low < 2:
            continue
        middle = family.cut(low, high)
        left = counting.of(d, _sizes(product, d, (low, middle)))
        counts = (left, counting.total - left)
        shares = [_share(family, h, worth.by_value(d)) for h in ((low, middle), (middle, high))]
        cost = sum((n * s for n, s in zip(counts, shares, strict=True)), Fraction(0))
        found.append(Split(min(counts) * EVEN < counting.total, cost, d, middle))
    return found


def _safe(
    product: Product,
    stretches: Sequence[Stretch],
    split: Split,
    market: Market,
    secrets: Secrets | None,
) -> bool:
    """Whether no record, and no hidden value, is likely in either half, all boxes alike; about."""
    if secrets is None:
        return True
    low, high = stretches[split.d]
    names = market.space.names
    shares = [_likeliest(f, s) for f, s in zip(product.families, stretches, strict=True)]
    for half in ((low, split.middle), (split.middle, high)):
        shares[split.d] = _likeliest(product.families[split.d], half)
        if prod(shares) > ROOM_LEFT * secrets.limit:
            return False
        for name, limit in secrets.hidden.items():
            if (
                shares[names.index(name)] > ROOM_LEFT * limit
                and product.families[names.index(name)].count > 1
            ):
                return False
    return True


@lru_cache(maxsize=4096)
def _likeliest(family: Family, stretch: Stretch) -> Fraction:
    """Which share of a stretch of sets has its commonest value; of very many, its commonest first one."""
    low, high = stretch
    if high - low <= LOOKED_AT:
        rows = family.rows(low, high)
        return Fraction(int(rows.sum(axis=0).max()), len(rows))
    return Fraction(family.most_begun(low, high), high - low)


def _share(family: Family, half: Stretch, values: NDArray[Any]) -> Fraction:
    """Which share of what there is lies around a half."""
    inside, whole = values[family.around(*half)].sum(), values.sum()
    return Fraction(float(inside)) / Fraction(float(whole)) if whole else Fraction(1)


def _counting(product: Product, stretches: Sequence[Stretch]) -> Counting:
    """The count of boxes that have their sets in stretches."""
    each = (_sizes(product, d, stretch) for d, stretch in enumerate(stretches))
    return Counting(tuple(each), product.most)


def _sizes(product: Product, d: int, stretch: Stretch) -> BySize:
    """How many sets of each size lie in a stretch; where any size will do, as if all had one."""
    low, high = stretch
    return {1: high - low} if product.most is None else product.families[d].between(low, high)
