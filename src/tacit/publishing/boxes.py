"""Boxes under rules: what a published intent may look like, and how good one is.

The ground on which `optimal` searches. A box is one mask per dimension. Everything an attacker
weighs, and everything a box costs, only grows as the box grows, and what a value adds to a box only
grows as the box does: all pruning rests on these two facts.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.market.cells import Cells, offsets
from tacit.market.in_engine import EngineCube, opened
from tacit.publishing.rules import OBJECTIVES, Rules
from tacit.space.dimension import Dimension, Mask

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.frontier import Frontier
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.space.gaps import NaturalOrder

Masks = list[Mask]
Key = tuple[int, int, int]

EMPTY_TOO = frozenset({"cells", "price"})
"""What cells without records have too."""
COSTS_NOTHING = 0.5
"""What a value that adds nothing to the cost is taken to add: less than the least that others do."""


class WeighedBox:
    """One box; its mass and its frontier are worked out when first asked for, and once."""

    def __init__(self, market: Market, masks: Masks, mass: Mass | None = None) -> None:
        self._market, self.masks = market, masks
        if mass is not None:
            self.mass = mass

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

    def turned(self, dimension: int, code: int, mass: Mass | None = None) -> WeighedBox:
        """The box with one value more, or with one less that it has, and what it then holds."""
        masks = list(self.masks)
        masks[dimension] = masks[dimension].copy()
        masks[dimension][code] ^= True
        return WeighedBox(self._market, masks, mass)

    @property
    def is_known(self) -> bool:
        """Whether both its mass and its frontier were asked for already."""
        return vars(self).keys() >= {"mass", "frontier"}


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
        self.measures = [attacker.measure() for attacker in attackers]
        """What each attacker goes by; None for one that is asked about box after box."""
        self.objective = OBJECTIVES[rules.objective][0]
        """The measure that is made small."""
        self.offsets = offsets(market.space.shape)
        claims = [attacker.claim(market, true) for attacker in attackers]
        trios = zip(attackers, claims, limits, strict=True)
        self.targets = [attacker.needed(claim, limit) for attacker, claim, limit in trios]
        self.orders = [
            _kept_order(d, [box.masks()[i] for box in true.boxes]) if rules.contiguous else None
            for i, d in enumerate(market.space)
        ]
        """The natural order of the dimensions that must stay without gaps."""
        self.start = self.around(true.hull.masks())
        self.allowed = self._allowed()

    def mass(self, masks: Masks) -> Mass:
        """What a box holds."""
        return self.market.box_mass(masks)

    def box(self, masks: Masks) -> WeighedBox:
        """A box, for a closer look."""
        return WeighedBox(self.market, masks)

    def cells(self, widest: Masks) -> Cells:
        """The cells of a box, for those who look at boxes between the start and it.

        Those that stay in an engine come added up over dimensions of which the start has all values: no
        box tells them apart, unless someone goes by how many they are or by their prices.
        """
        market, measures = self.market, {*self.measures, self.objective}
        if not isinstance(market.cube, EngineCube) or market.cube.fits or measures & EMPTY_TOO:
            return market.cells(Box.from_masks(market.space, widest))
        kept = opened(self.start)
        found = market.cube.onto(kept)
        codes = np.zeros((len(market.space), len(found.records)), dtype=found.codes.dtype)
        codes[list(kept)] = found.codes
        found = Cells(codes, found.records, found.spend, None)
        return found.where(found.within(widest))

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
        found: NDArray[Any] = getattr(frontier, self.objective)
        return found

    @cached_property
    def floor(self) -> int:
        """A value of the objective that no box within the limits goes below."""
        return self.least(self.mass(self.start))

    def least(self, mass: Mass) -> int:
        """A value of the objective that nothing within the limits goes below, if it holds a mass."""
        pairs = zip(self.measures, self.targets, strict=True)
        floors = [target for measure, target in pairs if measure == self.objective]
        return max([self.key(mass)[0], *floors])

    def offers(self, masks: Masks, allowed: Mask) -> NDArray[np.intp]:
        """The values that may be taken in next, by flat id; on ordered dimensions neighbours."""
        found = allowed & ~np.concatenate(masks)
        for d, order in enumerate(self.orders):
            if order is not None:
                here = found[self.offsets[d] : self.offsets[d + 1]]
                here &= order.beside(masks[d])
        return np.flatnonzero(found)

    def reachable(self, masks: Masks, allowed: Mask) -> Masks:
        """The widest box that can be reached: nothing beyond a value that is not allowed."""
        widest = []
        for d, order in enumerate(self.orders):
            open_ = allowed[self.offsets[d] : self.offsets[d + 1]] | masks[d]
            widest.append(open_ if order is None else order.run_around(masks[d], open_))
        return widest

    def with_value(self, box: WeighedBox, value: int) -> WeighedBox:
        """The box with one more value, by flat id."""
        d = bisect_right(self.offsets, value) - 1
        mass = box.mass + box.frontier.mass(value) if box.is_known else None
        return box.turned(d, value - self.offsets[d], mass)

    def promise(
        self, mass: Mass, frontier: Frontier, offers: NDArray[np.intp], boldness: float = 1.0
    ) -> NDArray[np.float64]:
        """How promising each of some values is: the cover it gains for what it adds to the cost.

        Each attacker above its limit counts with the share of what is lacking that a value brings.
        The bolder, the more cost counts against cover.
        """
        cover = np.zeros(len(offers))
        for attacker, lacking in self.lacking(mass):
            added = attacker.added(frontier)[offers].astype(float)
            cover += np.minimum(added / float(lacking), 1)
        cost = self.added(frontier)[offers].astype(float)
        return np.asarray(cover / (cost + COSTS_NOTHING) ** boldness)

    def enough(self, mass: Mass, frontier: Frontier, offers: NDArray[np.intp]) -> NDArray[np.intp]:
        """Those of some values that alone bring what every attacker lacks."""
        for attacker, lacking in self.lacking(mass):
            offers = offers[(attacker.added(frontier)[offers] >= lacking).astype(bool)]
        return offers

    def lacking(self, mass: Mass) -> list[tuple[Attacker, int]]:
        """The attackers that are above their limits, and what weight each lacks."""
        pairs = zip(self.attackers, self.targets, strict=True)
        lacking = [(attacker, target - attacker.weight(mass)) for attacker, target in pairs]
        return [(attacker, much) for attacker, much in lacking if much > 0]

    def less_one(self, box: WeighedBox, least: Masks | None = None) -> Iterator[WeighedBox]:
        """The box without each value that may be left out again: on ordered dimensions the ends.

        It keeps what it has to hold at least: by default the start.
        """
        for d, order in enumerate(self.orders):
            extra = box.masks[d] & ~(least or self.start)[d]
            if order is not None:
                extra &= order.ends(box.masks[d])
            for code in np.flatnonzero(extra):
                yield box.turned(d, int(code))

    def closed(self, masks: Masks) -> Masks:
        """A box made to keep the rules: gaps on ordered dimensions are filled."""
        pairs = zip(self.orders, masks, strict=True)
        return [mask if order is None else order.closed(mask) for order, mask in pairs]

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
        masks[at] = Box.of(market.space, {name: asked}).masks()[at]
    return masks


def _kept_order(dimension: Dimension, masks: Sequence[Mask]) -> NaturalOrder | None:
    """The natural order of a dimension, if it has one and none of some masks has a gap in it."""
    order = dimension.natural_order
    return None if order is None or order.has_gaps(np.array(masks)).any() else order
