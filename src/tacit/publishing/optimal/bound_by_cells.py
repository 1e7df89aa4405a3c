"""Retail: a bound on what more cover takes, from pretending that cells could be had one by one.

A box takes in cells by whole slabs. Could they be had singly, and even in parts, an attacker would
be held by the best ones for their cost: those that bring the most weight for what they add to the
objective. No box does better than that.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.intent import Intent
from tacit.publishing.rules import OBJECTIVES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.cells import Cells
    from tacit.market.market import Market
    from tacit.publishing.boxes import Boxes

GOES_BY = {"pi-uniform": "cells", "em-f": "records", "em-c": "price", "em-fc": "spend"}
"""What each attacker weighs, by its name in a mass."""
MARGIN = 1e-9
"""By how much less is asked for, so that rounded sums never make the bound too high."""


class Retail:
    """The least of the objective that some weight takes, the best cells first."""

    def __init__(self, weight: NDArray[Any], cost: NDArray[Any]) -> None:
        useful = weight > 0
        weight, cost = weight[useful], cost[useful]
        order = np.argsort(cost / weight)
        self._weight = np.concatenate([[0.0], np.cumsum(weight[order])])
        self._cost = np.concatenate([[0.0], np.cumsum(cost[order])])

    def least(self, weight: int) -> int:
        """The least of the objective that this much weight takes.

        >>> Retail(np.array([4.0, 6.0]), np.array([2.0, 1.0])).least(8)
        2
        """
        asked = float(weight) * (1 - MARGIN)
        return 0 if weight <= 0 else ceil(np.interp(asked, self._weight, self._cost))

    @property
    def total(self) -> float:
        """All the weight there is."""
        return float(self._weight[-1])

    def rate(self, weight: int) -> float:
        """What one more unit costs once there is this much weight.

        >>> Retail(np.array([4.0, 6.0]), np.array([2.0, 1.0])).rate(8)
        0.5
        """
        asked = float(weight) * (1 - MARGIN)
        at = min(int(np.searchsorted(self._weight, asked)), len(self._weight) - 1)
        rise, run = np.diff(self._cost[at - 1 : at + 1]), np.diff(self._weight[at - 1 : at + 1])
        return float(rise[0] / run[0]) if at > 0 else 0.0


def of_cells(market: Market, cells: Cells) -> dict[str, NDArray[Any]]:
    """What cells hold, by its name in a mass."""
    return {
        "records": cells.records,
        "spend": cells.spend,
        "cells": np.ones(len(cells.records), dtype=np.int64),
        "price": market.prices(cells),
    }


def retail(boxes: Boxes, most: int) -> list[Retail]:
    """For each attacker, what weight takes beyond the start, if no box may cost more than `most`.

    Cells that can't be had for that are left out: the values that one needs add at least the sum of
    what each would add alone.
    """
    market, start = boxes.market, boxes.box(boxes.start)
    reach = boxes.reachable(boxes.start, boxes.allowed)
    whole = boxes.mass(reach)
    cells = market.cells(Intent.from_masks(market.space, reach))
    inside, needed = np.ones(len(cells.records), dtype=bool), np.zeros(len(cells.records))
    added = boxes.added(start.frontier).astype(float)
    for d, codes in enumerate(cells.codes):
        inside &= start.masks[d].take(codes)
        needed += added[boxes.offsets[d] : boxes.offsets[d + 1]].take(codes)
    near = ~inside & (needed * (1 - MARGIN) <= most - boxes.key(start.mass)[0])
    held = of_cells(market, cells)
    objective = OBJECTIVES[boxes.rules.objective][0]
    found = []
    for name in (GOES_BY[attacker.name] for attacker in boxes.attackers):
        listed = sum(held[name][~inside].tolist())
        # Cells that are not listed hold no records, but count as cells and have a price.
        unlisted = getattr(whole, name) - getattr(start.mass, name) - listed
        most_each = max(market.rule.peak(reach), 1) if name == "price" else 1
        cost = unlisted / most_each if objective == "cells" else 0
        weights = np.append(held[name][near].astype(float), float(unlisted))
        found.append(Retail(weights, np.append(held[objective][near].astype(float), cost)))
    return found
