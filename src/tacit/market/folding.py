"""Folding: a market in fewer dimensions, for those who look only at what is all values on the others.

Cells that differ only on dimensions that are folded away become one: their records and what these cost
add up, and so do the prices of one record of each, empty cells included. An intent that has all values
there is an intent in fewer dimensions, which is folded, and one in fewer dimensions is lifted again.

No attacker by cells, records, spend or price is less sure in fewer dimensions. What a post weighs is a sum
over its cells, which stays the same, or in `cells` is divided by as much as what is wanted; and what speaks
for a wanted cell grows, since it becomes a sum over cells of which it was one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import gcd, prod
from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import LARGEST
from tacit.intents.box import Box
from tacit.intents.union import any_of
from tacit.market.cells import cell_keys
from tacit.market.costs import Costs, PriceRule
from tacit.market.in_engine import summed
from tacit.market.mass import Mass
from tacit.market.stacks import Masses, Stack
from tacit.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.space.dimension import Mask


@dataclass(frozen=True, repr=False, eq=False)
class Folding:
    """A market, and the same in fewer dimensions.

    Contract:
        needs: what is folded has all values on the dimensions that are folded away.
        promises: `lift` undoes `fold`; records and spend of an intent are the same in both markets; every
            attacker by cells, records, spend or price is at least as sure in fewer dimensions.

    Attributes:
        whole: the market.
        folded: the same in fewer dimensions; the market itself if nothing is folded away.
        kept: the dimensions that are left, by their places.
        price_unit: how many price ticks of the market one of the folded market stands for.
    """

    whole: Market
    folded: Market
    kept: tuple[int, ...]
    price_unit: int = 1

    @classmethod
    def of(cls, market: Market, away: Collection[int]) -> Folding | None:
        """Fold some dimensions of a market away, given by their places; some must be left.

        None where prices become too large to be added up exactly, also in what the market is known by.
        Cells that stay in an engine are added up there, and what comes of them is in memory like any other.

        Raises:
            TooManyCells: if the cells stay in an engine, and those of fewer dimensions do not fit either.
        """
        if not away:
            return cls.of_nothing(market)
        kept = tuple(d for d in range(len(market.space)) if d not in away)
        space = Space(tuple(market.space.dimensions[d] for d in kept))
        cells = summed(market.cube, kept)
        measures = [cells.records, cells.spend, *([] if cells.excess is None else [cells.excess])]
        codes, (records, spend, *excess) = joined(space, cells.codes, *measures)
        spend = records if cells.spend is cells.records else spend
        found = _folded_costs(market, kept, records, spend, excess[0] if excess else None)
        if found is None:
            return None
        cost, unit = found
        about = {name: getattr(market, name) for name in ("name", "priced_by", "terms")}
        made = type(market).assemble(space, codes, records, cost, **about)
        if market.knowledge is not None:
            known = market.knowledge.folded(kept, lambda one: _folded_alone(one, away))
            if known is None:
                return None
            made = replace(made, knowledge=known)
        return cls(market, made, kept, unit)

    @classmethod
    def of_nothing(cls, market: Market) -> Folding:
        """The market itself."""
        return cls(market, market, tuple(range(len(market.space))))

    @cached_property
    def away(self) -> frozenset[int]:
        """The dimensions that are folded away, by their places."""
        return frozenset(range(len(self.whole.space))) - frozenset(self.kept)

    @cached_property
    def times(self) -> int:
        """How many cells one of the folded market stands for."""
        return prod(self.whole.space.shape[d] for d in self.away)

    def keeps(self, intent: Intent) -> bool:
        """Whether an intent can be folded: it has all values on what is folded away."""
        return self.away <= intent.free

    def fold(self, intent: Intent) -> Intent:
        """An intent in fewer dimensions."""
        return project(intent, self.folded.space) if self.away else intent

    def lift(self, intent: Intent) -> Intent:
        """An intent in fewer dimensions in all of them again."""
        if not self.away:
            return intent
        space, boxes = self.whole.space, intent.boxes
        return any_of(Box.from_masks(space, self.lift_masks(box.masks())) for box in boxes)

    def lift_masks(self, masks: Sequence[Mask]) -> list[Mask]:
        """The masks of a box in all dimensions again."""
        return [rows[0] for rows in self.lift_stack([mask[None, :] for mask in masks])]

    def fold_stack(self, stack: Stack) -> Stack:
        """Many boxes in fewer dimensions."""
        return [stack[d] for d in self.kept]

    def lift_stack(self, stack: Stack) -> Stack:
        """Many boxes in fewer dimensions in all of them again."""
        rows = dict(zip(self.kept, stack, strict=True))
        count = len(stack[0])
        return [
            rows[d] if d in rows else np.broadcast_to(np.True_, (count, n))
            for d, n in enumerate(self.whole.space.shape)
        ]

    def lift_masses(self, masses: Masses) -> Masses:
        """What many intents hold in all dimensions, from what they hold in fewer."""
        if not self.away:
            return masses
        total = self.lift_mass(self.folded.total)
        kind = np.int64 if max(total.cells, abs(total.price)) < LARGEST else object
        return Masses(
            masses.records,
            masses.spend,
            masses.cells.astype(kind) * self.times,
            masses.price.astype(kind) * self.price_unit,
        )

    def lift_mass(self, mass: Mass) -> Mass:
        """The same of one intent."""
        cells, price = mass.cells * self.times, mass.price * self.price_unit
        return Mass(mass.records, mass.spend, cells, price)


def _folded_alone(market: Market, away: Collection[int]) -> Market | None:
    """A market in fewer dimensions, if it can be had."""
    found = Folding.of(market, away)
    return None if found is None else found.folded


def project(intent: Intent, space: Space) -> Intent:
    """An intent in a space that has some of its dimensions."""
    kept = [intent.space.index(name) for name in space.names]
    return any_of(Box(space, tuple(box.codes[at] for at in kept)) for box in intent.boxes)


def joined(
    space: Space, codes: NDArray[np.integer], *measures: Ints
) -> tuple[NDArray[np.int64], list[Ints]]:
    """Cells, one per column, each once and in order; what stands there several times adds up."""
    if not codes.shape[1]:
        return codes.astype(np.int64), list(measures)
    keys = cell_keys(space, codes)
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    once = codes[:, order[starts]].astype(np.int64)
    return once, [np.add.reduceat(measure[order], starts) for measure in measures]


def _folded_costs(
    market: Market, kept: Sequence[int], records: Ints, spend: Ints, excess: Ints | None
) -> tuple[Costs, int] | None:
    """What joined cells cost, and how many price ticks one of theirs stands for; None if too many.

    Prices are divided by as much as divides them all, up to how many cells a folded one has: where they
    do not depend on what is folded away they stay as they are.
    """
    away = [n for d, n in enumerate(market.space.shape) if d not in kept]
    base, tables = _folded_rule(market, kept)
    own = np.zeros(0, dtype=np.int64) if excess is None else excess
    unit = gcd(prod(away), base, *chain.from_iterable(tables), int(np.gcd.reduce(own)))
    by_rule = base + sum(chain.from_iterable(tables))
    by_cell = base * len(records) + int(np.abs(own).sum())
    if max(by_rule, by_cell) // unit >= LARGEST:
        return None
    per_value = tuple(np.array([price // unit for price in one]) for one in tables)
    rule = PriceRule(base // unit, market.rule.tick * unit, per_value or None)
    return Costs(spend, own // unit if own.any() else None, rule, market.money_tick), unit


def _folded_rule(market: Market, kept: Sequence[int]) -> tuple[int, list[list[int]]]:
    """By the price rule, what one record of each cell of a folded one costs together.

    A base, and the price of each value of each dimension that is left, if values have prices.
    """
    rule, shape = market.rule, market.space.shape
    away = [d for d in range(len(shape)) if d not in kept]
    times = prod(shape[d] for d in away)
    if rule.per_value is None:
        return rule.base * times, []
    sums = sum(times // shape[d] * int(rule.per_value[d].sum()) for d in away)
    tables = [[price * times for price in rule.per_value[d].tolist()] for d in kept]
    return rule.base * times + sums, tables
