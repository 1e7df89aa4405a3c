"""Boxes under rules: what a published intent may look like, and how good one is.

The ground on which `optimal` searches. A box is one mask per dimension. Everything an attacker
weighs, and everything a box costs, only grows as the box grows, and what a value adds to a box only
grows as the box does: all pruning rests on these two facts.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import SettingError
from tacit.intents.intent import Intent
from tacit.market.cells import offsets
from tacit.publishing.rules import OBJECTIVES, Rules
from tacit.space.dimension import Dimension, Mask
from tacit.space.ordinal import Ordinal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.market.frontier import Frontier
    from tacit.market.market import Market
    from tacit.market.mass import Mass

Masks = list[Mask]
Key = tuple[int, int, int]


class Box:
    """One box; its mass and its frontier are worked out when first asked for, and once."""

    def __init__(self, market: Market, masks: Masks) -> None:
        self._market, self.masks = market, masks

    @cached_property
    def mass(self) -> Mass:
        """What the box holds."""
        return self._market.box_mass(self.masks)

    @cached_property
    def frontier(self) -> Frontier:
        """What each value outside would add."""
        return self._market.box_frontier(self.masks)

    @property
    def name(self) -> bytes:
        """What tells the box from others."""
        return np.concatenate(self.masks).tobytes()

    def turned(self, dimension: int, code: int) -> Box:
        """The box with one value more, or with one less that it has."""
        masks = list(self.masks)
        masks[dimension] = masks[dimension].copy()
        masks[dimension][code] ^= True
        return Box(self._market, masks)


class Boxes:
    """All boxes that may be published for a true intent, and what each is worth."""

    def __init__(
        self,
        market: Market,
        true: Intent,
        attackers: Sequence[Attacker],
        limits: Sequence[Fraction],
        rules: Rules,
    ) -> None:
        self.market, self.attackers, self.rules = market, attackers, rules
        self.offsets = offsets(market.space.shape)
        claims = [attacker.claim(market, true) for attacker in attackers]
        self.targets = [ceil(claim / limit) for claim, limit in zip(claims, limits, strict=True)]
        self.ranks = [
            _ranks(d, [box.masks()[i] for box in true.boxes]) if rules.contiguous else None
            for i, d in enumerate(market.space)
        ]
        """The natural order of the dimensions that must stay without gaps."""
        self.start = self.around(true.masks())
        self.allowed = self._allowed()

    def mass(self, masks: Masks) -> Mass:
        """What a box holds."""
        return self.market.box_mass(masks)

    def box(self, masks: Masks) -> Box:
        """A box, for a closer look."""
        return Box(self.market, masks)

    def holds(self, mass: Mass) -> bool:
        """Whether every attacker is within its limit."""
        return all(a.weight(mass) >= t for a, t in zip(self.attackers, self.targets, strict=True))

    def key(self, mass: Mass) -> Key:
        """What a box costs; smaller is better."""
        first, second, third = (getattr(mass, n) for n in OBJECTIVES[self.rules.objective])
        return first, second, third

    def in_unit(self, amount: int) -> int | float:
        """An amount of the objective in the user's unit."""
        return self.market.money(amount) if self.rules.objective == "cost" else amount

    def added(self, frontier: Frontier) -> NDArray[Any]:
        """What each value outside would add to the objective."""
        found: NDArray[Any] = getattr(frontier, OBJECTIVES[self.rules.objective][0])
        return found

    @cached_property
    def floor(self) -> int:
        """A value of the objective that no box within the limits goes below."""
        return self.least(self.mass(self.start))

    def least(self, mass: Mass) -> int:
        """A value of the objective that nothing within the limits goes below, if it holds a mass."""
        first = OBJECTIVES[self.rules.objective][0]
        same = {"records": "em-f", "spend": "em-fc", "cells": "pi-uniform"}[first]
        floors = [t for a, t in zip(self.attackers, self.targets, strict=True) if a.name == same]
        return max([self.key(mass)[0], *floors])

    def offers(self, masks: Masks, allowed: Mask) -> NDArray[np.intp]:
        """The values that may be taken in next, by flat id; on ordered dimensions neighbours."""
        found = allowed & ~np.concatenate(masks)
        for d, ranks in enumerate(self.ranks):
            if ranks is not None:
                inside = ranks[masks[d]]
                here = found[self.offsets[d] : self.offsets[d + 1]]
                here &= (ranks == inside.min() - 1) | (ranks == inside.max() + 1)
        return np.flatnonzero(found)

    def reachable(self, masks: Masks, allowed: Mask) -> Masks:
        """The widest box that can be reached: nothing beyond a value that is not allowed."""
        widest = []
        for d, ranks in enumerate(self.ranks):
            open_ = allowed[self.offsets[d] : self.offsets[d + 1]] | masks[d]
            widest.append(open_ if ranks is None else _run_around(ranks, open_, masks[d]))
        return widest

    def with_value(self, box: Box, value: int) -> Box:
        """The box with one more value, by flat id."""
        d = bisect_right(self.offsets, value) - 1
        return box.turned(d, value - self.offsets[d])

    def less_one(self, box: Box, least: Masks | None = None) -> Iterator[Box]:
        """The box without each value that may be left out again: on ordered dimensions the ends.

        It keeps what it has to hold at least: by default the start.
        """
        for d, ranks in enumerate(self.ranks):
            extra = box.masks[d] & ~(least or self.start)[d]
            if ranks is not None:
                inside = ranks[box.masks[d]]
                extra &= (ranks == inside.min()) | (ranks == inside.max())
            for code in np.flatnonzero(extra):
                yield box.turned(d, int(code))

    def closed(self, masks: Masks) -> Masks:
        """A box made to keep the rules: gaps on ordered dimensions are filled."""
        pairs = zip(self.ranks, masks, strict=True)
        return [mask if ranks is None else _filled(ranks, mask) for ranks, mask in pairs]

    def around(self, masks: Masks) -> Masks:
        """The narrowest box that holds one and keeps the rules."""
        always = _pinned(self.market, self.rules.always)
        return self.closed([a | b for a, b in zip(masks, always, strict=True)])

    def _allowed(self) -> Mask:
        allowed: Mask = ~np.concatenate(_pinned(self.market, self.rules.never))
        if (np.concatenate(self.start) & ~allowed).any():
            raise SettingError(
                "a value that must never be published is needed: it is wanted, always published, "
                "or lies between values that are."
            )
        return allowed


def _pinned(market: Market, pins: Mapping[str, Any]) -> Masks:
    """The values named on each dimension; none where nothing is said."""
    masks = [np.zeros(n, dtype=bool) for n in market.space.shape]
    for name, asked in pins.items():
        at = market.space.index(name)
        masks[at] = Intent.of(market.space, {name: asked}).masks()[at]
    return masks


def _ranks(dimension: Dimension, masks: Sequence[Mask]) -> NDArray[np.int64] | None:
    """The natural order of a dimension, if it has one and none of some masks has a gap in it."""
    if not isinstance(dimension, Ordinal):
        return None
    ranks = np.array(dimension.ranks)
    whole = all(int(np.ptp(ranks[mask])) + 1 == np.count_nonzero(mask) for mask in masks)
    return ranks if whole else None


def _filled(ranks: NDArray[Any], mask: Mask) -> Mask:
    filled: Mask = (ranks >= ranks[mask].min()) & (ranks <= ranks[mask].max())
    return filled


def _run_around(ranks: NDArray[Any], open_: Mask, mask: Mask) -> Mask:
    """The values that can be reached from those inside without passing a closed one."""
    shut, inside = ranks[~open_], ranks[mask]
    low = shut[shut < inside.min()].max(initial=-1)
    high = shut[shut > inside.max()].min(initial=len(ranks))
    reached: Mask = (ranks > low) & (ranks < high)
    return reached
