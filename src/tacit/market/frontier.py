"""The frontier of a box: what each single value would add to it, also while the box grows."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box
from tacit.market.cells import Added, CubeGrowth, offsets
from tacit.market.costs import PriceRule, whole_numbers
from tacit.market.mass import Mass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.market.market import Market
    from tacit.space.dimension import Mask


class Frontier:
    """What each single value would add to a box, by flat id; 0 for values already inside."""

    def __init__(self, masks: Sequence[Mask], added: Added, rule: PriceRule) -> None:
        self._masks, self._added, self._rule = masks, added, rule

    @property
    def records(self) -> NDArray[Any]:
        """Records added."""
        return self._added.records

    @property
    def spend(self) -> NDArray[Any]:
        """Cost added, in money ticks."""
        return self._added.spend

    @cached_property
    def cells(self) -> NDArray[Any]:
        """Cells added, empty ones included."""
        sizes = [int(np.count_nonzero(mask)) for mask in self._masks]
        at = offsets([len(mask) for mask in self._masks])
        found = whole_numbers(at[-1], prod(len(mask) for mask in self._masks))
        for d, mask in enumerate(self._masks):
            found[at[d] : at[d + 1]][~mask] = prod(sizes[:d] + sizes[d + 1 :])
        return found

    @cached_property
    def price(self) -> NDArray[Any]:
        """Price of one record of each added cell, together, in price ticks."""
        found = self._rule.added(self._masks)
        return found if self._added.excess is None else found + self._added.excess

    def mass(self, value: int) -> Mass:
        """What one value would add."""
        amounts = (self.records, self.spend, self.cells, self.price)
        return Mass(*(int(amount[value]) for amount in amounts))


class Growth:
    """A box that grows by one value at a time, with its mass and frontier kept up to date."""

    def __init__(self, market: Market, box: Box) -> None:
        self._market = market
        self._masks = box.masks()
        self._cube: CubeGrowth = market.cube.growth(self._masks)

    @property
    def intent(self) -> Box:
        """The box as it is now."""
        return Box.from_masks(self._market.space, self._masks)

    @property
    def mass(self) -> Mass:
        """What the box holds now."""
        return self._market.mass_of(self._cube.inside, self._masks)

    @property
    def frontier(self) -> Frontier:
        """What each value outside would add now."""
        masks = [mask.copy() for mask in self._masks]
        return Frontier(masks, self._cube.added(), self._market.rule)

    def add(self, dimension: int, code: int) -> None:
        """Take in one value."""
        self._cube.add(dimension, code)
        self._masks[dimension][code] = True
