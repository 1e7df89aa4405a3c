"""Every box at once: on small spaces nothing is faster than looking at all of them.

Summing a dense cube over every choice of values, dimension by dimension, gives the mass of all boxes in
a few array operations. It serves the frontier where there are few enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.market.dense import DenseCube
from tacit.market.mass import Mass
from tacit.publishing.rules import OBJECTIVES
from tacit.space.gaps import sets_around

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.publishing.boxes import Boxes
    from tacit.space.dimension import Mask

FEW = 100_000
"""So many boxes are summed over at most: a few megabytes a measure."""
MOST_FREE = 16
"""With more free values than this on one dimension, its sets alone are more than that, nearly."""


@dataclass(frozen=True)
class AllBoxes:
    """The masses of all boxes that keep the rules, flattened.

    Attributes:
        choices: for each dimension the sets of values that may be published, one row each.
        records, spend, cells, price: the mass of each box.
    """

    choices: tuple[NDArray[np.bool_], ...]
    records: NDArray[Any]
    spend: NDArray[Any]
    cells: NDArray[Any]
    price: NDArray[Any]

    def order(self, objective: str) -> NDArray[np.intp]:
        """All boxes from the best to the worst, as `OBJECTIVES` has it."""
        names = OBJECTIVES[objective]
        return np.lexsort(tuple(getattr(self, name) for name in reversed(names)))

    def mass(self, place: int) -> Mass:
        """What one box holds."""
        return Mass(*(int(getattr(self, n)[place]) for n in ("records", "spend", "cells", "price")))

    def masks(self, place: int) -> list[Mask]:
        """One box."""
        at = np.unravel_index(place, tuple(len(sets) for sets in self.choices))
        return [sets[i] for sets, i in zip(self.choices, at, strict=True)]


def all_boxes(boxes: Boxes) -> AllBoxes | None:
    """Sum over every box, or None where there are too many or the market is not dense."""
    cube = boxes.market.cube
    if not isinstance(cube, DenseCube) or boxes.market.rule.per_value is not None:
        return None
    trios = list(
        zip(boxes.orders, boxes.start, boxes.reachable(boxes.start, boxes.allowed), strict=True)
    )
    if any(order is None and (widest & ~start).sum() > MOST_FREE for order, start, widest in trios):
        return None
    choices = tuple(sets_around(order, start, widest) for order, start, widest in trios)
    if prod(len(sets) for sets in choices) > FEW:
        return None
    records, spend, excess = (array.reshape(-1) for array in cube.every_box(choices))
    sizes = [sets.sum(axis=1) for sets in choices]
    cells = sizes[0]
    for more in sizes[1:]:
        cells = np.multiply.outer(cells, more)
    cells = cells.reshape(-1).astype(np.int64)
    return AllBoxes(choices, records, spend, cells, cells * boxes.market.rule.base + excess)
