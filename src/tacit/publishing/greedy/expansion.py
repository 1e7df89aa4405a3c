"""Greedy: the paper's expansion, one value at a time.

Start from the true intent. At each step every dimension offers values: the nearest one if its
values have an order, all that are left if they do not. Each offer has an *addition*, what its
records would cost, and an *increase*, how much it adds to what the attacker must spread belief
over. Take the offer with the best score

    alpha x minmax(highest addition - addition) + (1 - alpha) x minmax(increase)

and stop as soon as the attacker is within the limit. Ties go to the first offer, in the order of
dimensions and values. Two rules treat offers that hold no records:

* where empty cells hide the intent (PI-uniform, EM-c), an offer that costs nothing is taken at
  once;
* where they do not (EM-f, EM-fc), an offer that adds nothing is left out, unless all do.

Against several attackers, each step goes by the one who is furthest above the limit. A slow twin,
written straight from the paper, stands in `reference.py` and judges this one in tests.

Pins go beyond the paper, and mean what they mean to `optimal`: what must always be published is
inside from the start, with what lies between it and the wanted values where they have an order and
no gap; what must never be published is not offered, and where values have an order neither is what
lies beyond it, as a gap would give it away. All other values are taken in sooner or later, so a
limit that can be reached is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit._defaults import LARGEST
from tacit._progress import Phase
from tacit.intents.box import Box
from tacit.market.cells import offsets
from tacit.publishing.plan import Plan

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.frontier import Frontier
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.boxes import Boxes, Masks
    from tacit.space.dimension import Mask

Score = Callable[[NDArray[Any], NDArray[Any], Fraction], int]
"""Picks one of several offers by their additions and increases."""


def greedy(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Fraction | Sequence[Fraction],
    alpha: Fraction = Fraction(1, 2),
    score: Score | None = None,
    pinned: Boxes | None = None,
    progress: Listener | None = None,
) -> Plan:
    """Widen the true intent until every attacker is within the limit, or each within its own.

    `score` replaces `best_score`, to replay how other programs decide. `pinned` says which boxes
    may be published, where not all that hold the true intent. `progress` is told step by step.

    Contract:
        needs: the limit is reachable for each attacker, also with pins (`tacit.protect` makes sure).
        promises: what comes back holds `true`, and every attacker is within the limit.
        cost: on a sparse market one pass over the cells in all, plus the number of values per step.
    """
    claims = [attacker.claim(market, true) for attacker in attackers]
    if isinstance(limits, Fraction):
        limits = [limits] * len(attackers)
    start, widest = (true.hull, None) if pinned is None else _room(pinned)
    growth = market.growth(start)
    offers = Offers(start, widest)
    steps = sum(map(len, start.codes)) - sum(map(len, true.hull.codes))
    phase = Phase(progress, "widening the intent", unit="steps")
    while (worst := _furthest_above(attackers, claims, limits, growth.mass)) is not None:
        value = choose(worst, growth.frontier, offers.flat, alpha, score or best_score)
        dimension, code = offers.take(value)
        growth.add(dimension, code)
        steps += 1
        phase()
    return Plan(growth.intent, steps, alpha=alpha)


def choose(
    attacker: Attacker, frontier: Frontier, offered: Mask, alpha: Fraction, score: Score
) -> int:
    """Choose the best of the offered values, all given by flat id."""
    values = np.flatnonzero(offered)
    addition, increase = frontier.spend[values], attacker.added(frontier)[values]
    if attacker.counts_empty:
        free = np.flatnonzero(addition == 0)
        if len(free):
            return int(values[free[0]])
    else:
        useful = np.flatnonzero(increase != 0)
        if not len(useful):
            return int(values[0])
        values, addition, increase = values[useful], addition[useful], increase[useful]
    return int(values[score(addition, increase, alpha)])


def best_score(addition: NDArray[Any], increase: NDArray[Any], alpha: Fraction) -> int:
    """The first offer with the highest score.

    Scores are multiplied by their common denominator and compared as integers, so a tie is a tie.
    """
    saved, gained = addition.max() - addition, increase - increase.min()
    most_saved, most_gained = int(saved.max()) or 1, int(gained.max()) or 1
    if alpha.denominator * most_saved * most_gained >= LARGEST:
        saved, gained = saved.astype(object), gained.astype(object)
    saving = alpha.numerator * most_gained
    gaining = (alpha.denominator - alpha.numerator) * most_saved
    return int(np.argmax(saving * saved + gaining * gained))


class Offers:
    """Which values each dimension offers to a growing box.

    A value's accumulated distance is the sum of its distances to the values inside. Where the box
    may not grow beyond a `widest` one, no other values are offered.
    """

    def __init__(self, box: Box, widest: Masks | None = None) -> None:
        self._space = box.space
        self._offsets = offsets(box.space.shape)
        self._outside = [~mask for mask in box.masks()]
        for outside, open_ in zip(self._outside, widest or (), strict=False):
            outside &= open_
        self._distance: list[NDArray[np.int64]] = [
            np.array([d.distances(code) for code in codes]).sum(axis=0)
            for d, codes in zip(box.space, box.codes, strict=True)
        ]
        self.flat: Mask = np.zeros(self._offsets[-1], dtype=bool)
        for d in range(len(box.space)):
            self._renew(d)

    def accumulated(self, dimension: int) -> NDArray[np.int64]:
        """The accumulated distance of each value of a dimension."""
        return self._distance[dimension]

    def take(self, value: int) -> tuple[int, int]:
        """Move a value into the box; returns its dimension and code."""
        dimension = bisect_right(self._offsets, value) - 1
        code = value - self._offsets[dimension]
        self._outside[dimension][code] = False
        further = self._space.dimensions[dimension].distances(code)
        self._distance[dimension] = self._distance[dimension] + further
        self._renew(dimension)
        return dimension, code

    def _renew(self, d: int) -> None:
        here = self.flat[self._offsets[d] : self._offsets[d + 1]]
        here[:] = False
        outside = np.flatnonzero(self._outside[d])
        if not len(outside):
            return
        distance = self._distance[d][outside]
        nearest = outside[distance == distance.min()]
        here[nearest if self._space.dimensions[d].offers_all else nearest[:1]] = True


def _room(boxes: Boxes) -> tuple[Box, Masks]:
    """The narrowest box that may be published, and the widest that can be reached from it."""
    start = Box.from_masks(boxes.market.space, boxes.start)
    return start, boxes.reachable(boxes.start, boxes.allowed)


def _furthest_above(
    attackers: Sequence[Attacker], claims: Sequence[int], limits: Sequence[Fraction], mass: Mass
) -> Attacker | None:
    """The attacker furthest above the limit, as a multiple of it, if any is; ties to the first."""
    pairs = zip(attackers, claims, limits, strict=True)
    judged = [a.judge(claim, mass).upper / limit for a, claim, limit in pairs]
    highest = max(judged)
    return attackers[judged.index(highest)] if highest > 1 else None
