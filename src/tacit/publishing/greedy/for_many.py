"""The greedy expansion of many true intents, in step with one another.

Each step asks once, for all boxes that still grow, what every value would add; works out offers,
scores and ties as `expansion.py` does; and takes one value into each box. Boxes that hold every
attacker leave. The next value depends on nothing but the box and on who is furthest above the
limit, so nothing else is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import EXACT_FLOAT, LARGEST
from tacit.market.products import product
from tacit.market.stack_frontiers import ManyBoxes, many_boxes
from tacit.market.stacks import batches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.space.dimension import Mask

MOST_VALUES = 2048
"""With more values than this, the table of all distances would take more than 32 MB."""
_NEVER = np.iinfo(np.int64).max
"""Farther than any value is, and more than any weight."""


class GreedyForMany:
    """Expands many boxes at once."""

    def __init__(
        self,
        market: Market,
        many: ManyBoxes,
        attackers: Sequence[Attacker],
        measures: Sequence[str],
        limits: Sequence[Fraction],
        alpha: Fraction,
    ) -> None:
        self._many, self._limits, self._alpha = many, limits, alpha
        self._measures = measures
        self._names = list(dict.fromkeys(["spend", *self._measures]))
        self._counts_empty = np.array([attacker.counts_empty for attacker in attackers])
        self._totals = [attacker.weight(market.total) for attacker in attackers]
        self._offers_all = [dimension.offers_all for dimension in market.space]
        self._distances = _distances(market)

    def expand(
        self, rows: Mask, within: Mask | None = None, tick: Callable[[int], None] | None = None
    ) -> tuple[Mask, NDArray[np.bool_]]:
        """What each box grows to, and whether it does: nothing where a limit can't be reached.

        A box that leaves the bounds of `within` is given up at once.
        """
        grown, reached = np.zeros_like(rows), np.zeros(len(rows), dtype=bool)
        for batch in batches(len(rows), self._many.batch):
            self._expand(rows[batch], within, grown[batch], reached[batch])
            if tick is not None:
                tick(batch.stop - batch.start)
        return grown, reached

    def _expand(
        self, rows: Mask, within: Mask | None, grown: Mask, reached: NDArray[np.bool_]
    ) -> None:
        """Expand one batch and write the results down."""
        claims = claims_of(self._many, rows, self._measures)
        needed = needed_for(claims, self._limits)
        pairs = zip(self._totals, needed, strict=True)
        at = np.flatnonzero(np.logical_and.reduce([total >= n for total, n in pairs]))
        inside, far = rows[at], _matmul(rows[at], self._distances)
        while len(at):
            slabs = self._many.slabs(inside, self._names)
            weights = [self._many.weight(inside, slabs[name]) for name in self._measures]
            held = np.logical_and.reduce([w >= n[at] for w, n in zip(weights, needed, strict=True)])
            grown[at[held]], reached[at[held]] = inside[held], True
            go = np.flatnonzero(~held)
            at, inside, far = at[go], inside[go], far[go]
            worst = self._furthest_above([c[at] for c in claims], [w[go] for w in weights])
            slabs = {name: slab[go] for name, slab in slabs.items()}
            value = self._choose(worst, slabs, self._offered(inside, far))
            if within is not None:
                stay = within[value]
                at, inside, far, value = at[stay], inside[stay], far[stay], value[stay]
            inside[np.arange(len(at)), value] = True
            far += self._distances[value]

    def _furthest_above(self, claims: Sequence[Ints], weights: Sequence[Ints]) -> NDArray[np.intp]:
        """For each box the attacker furthest above the limit, as a multiple of it."""
        worst = np.zeros(len(claims[0]), dtype=np.intp)
        if len(claims) == 1 or not len(worst):
            return worst
        numbers = zip(claims, weights, self._limits, strict=True)
        above = [_fraction(c, np.maximum(w, 1), limit) for c, w, limit in numbers]
        top, bottom = above[0]
        for i, (upper, lower) in enumerate(above[1:], start=1):
            further = _products(upper, bottom) > _products(top, lower)
            worst[further] = i
            top, bottom = np.where(further, upper, top), np.where(further, lower, bottom)
        return worst

    def _offered(self, inside: Mask, far: Ints) -> Mask:
        """The values that each dimension offers: the nearest outside, or the first of them."""
        offered = ~inside
        distance = np.where(inside, _NEVER, far)
        at = self._many.offsets
        for d, offers_all in enumerate(self._offers_all):
            here = offered[:, at[d] : at[d + 1]]
            near = distance[:, at[d] : at[d + 1]]
            if offers_all:
                here &= near == near.min(axis=1, keepdims=True)
            else:
                first = np.zeros_like(here)
                first[np.arange(len(first)), near.argmin(axis=1)] = True
                here &= first
        return offered

    def _choose(
        self, worst: NDArray[np.intp], slabs: dict[str, Ints], offered: Mask
    ) -> NDArray[np.intp]:
        """The best of each box's offers."""
        addition, increase = slabs["spend"], slabs[self._measures[0]]
        for i, measure in enumerate(self._measures[1:], start=1):
            increase = np.where((worst == i)[:, None], slabs[measure], increase)
        hide = self._counts_empty[worst][:, None]
        taken = offered & np.where(hide, addition == 0, False)
        useful = offered & (hide | (increase != 0))
        scored = ~taken.any(axis=1) & useful.any(axis=1)
        # Where an offer is free the first such is taken; where none is useful, the first of all.
        first = np.where(taken.any(axis=1), taken.argmax(axis=1), offered.argmax(axis=1))
        value: NDArray[np.intp] = first.astype(np.intp)
        at = np.flatnonzero(scored)
        value[at] = best_scores(addition[at], increase[at], useful[at], self._alpha)
        return value


def greedy_for_many(
    market: Market, attackers: Sequence[Attacker], limits: Sequence[Fraction], alpha: Fraction
) -> GreedyForMany | None:
    """An engine for many boxes, or None where boxes must be expanded one by one."""
    measures = measures_of(attackers)
    if measures is None or sum(market.space.shape) > MOST_VALUES:
        return None
    many = many_boxes(market)
    return None if many is None else GreedyForMany(market, many, attackers, measures, limits, alpha)


def least_weights(
    market: Market, rows: Mask, attackers: Sequence[Attacker], limits: Sequence[Fraction]
) -> list[Ints] | None:
    """For each attacker, the weight that must be published for each true intent; None if unknown."""
    measures = measures_of(attackers)
    many = many_boxes(market) if measures is not None else None
    if many is None or measures is None:
        return None
    parts = [claims_of(many, rows[batch], measures) for batch in batches(len(rows), many.batch)]
    empty = np.zeros(0, dtype=np.int64)
    claims = [np.concatenate([empty, *claim]) for claim in zip(*parts, strict=True)]
    return needed_for(claims or [empty] * len(measures), limits)


def measures_of(attackers: Sequence[Attacker]) -> list[str] | None:
    """What each attacker goes by; None if one goes by no measure, and is replayed one by one."""
    found = [attacker.measure() if attacker.plain else None for attacker in attackers]
    known = [measure for measure in found if measure is not None]
    return known if len(known) == len(found) else None


def claims_of(many: ManyBoxes, rows: Mask, measures: Sequence[str]) -> list[Ints]:
    """What speaks for the most exposed record of each true intent, for each attacker."""
    peaks = many.peaks(rows, measures)
    return [peaks[measure] for measure in measures]


def needed_for(claims: Sequence[Ints], limits: Sequence[Fraction]) -> list[Ints]:
    """The least whole weights that keep claims within limits; too large ones become the largest."""
    found = []
    for claim, limit in zip(claims, limits, strict=True):
        kinds, which = np.unique(claim, return_inverse=True)
        least = [-(-int(kind) * limit.denominator // limit.numerator) for kind in kinds]
        capped = np.array([min(number, _NEVER) for number in least], dtype=np.int64)
        found.append(capped[which.reshape(-1)])
    return found


def best_scores(addition: Ints, increase: Ints, among: Mask, alpha: Fraction) -> NDArray[np.intp]:
    """For each row the first offer with the highest score, as `best_score` finds it."""
    most = np.where(among, addition, -1).max(axis=1, keepdims=True, initial=-1)
    saved = most - addition
    gained = increase - np.where(among, increase, _NEVER).min(axis=1, keepdims=True, initial=_NEVER)
    most_saved = np.maximum(np.where(among, saved, 0).max(axis=1, keepdims=True, initial=0), 1)
    most_gained = np.maximum(np.where(among, gained, 0).max(axis=1, keepdims=True, initial=0), 1)
    saving, gaining = alpha.numerator, alpha.denominator - alpha.numerator
    parts = [saved, gained, most_saved, most_gained]
    if _too_large(alpha.denominator, most_saved, most_gained):
        parts = [part.astype(object) for part in parts]
    saved, gained, most_saved, most_gained = parts
    score = saving * most_gained * saved + gaining * most_saved * gained
    best: NDArray[np.intp] = np.where(among, score, -1).argmax(axis=1)
    return best


def _too_large(denominator: int, most_saved: Ints, most_gained: Ints) -> bool:
    """Whether a score may not fit 64 bits."""
    highest = int(most_saved.max(initial=1)) * int(most_gained.max(initial=1))
    return denominator * highest >= LARGEST


def _fraction(claims: Ints, weights: Ints, limit: Fraction) -> tuple[NDArray[Any], NDArray[Any]]:
    """Confidence as a multiple of the limit, as numerator and denominator."""
    return _products(claims, limit.denominator), _products(weights, limit.numerator)


def _products(a: NDArray[Any], b: NDArray[Any] | int) -> NDArray[Any]:
    """Multiply exactly, in Python's integers where 64 bits may not do."""
    highest = max(int(a.max()), 1) * (b if isinstance(b, int) else int(b.max()))
    return a * b if highest < LARGEST else a.astype(object) * b


def _distances(market: Market) -> Ints:
    """The distance of each value to each other of its dimension, by flat id; 0 elsewhere."""
    table = np.zeros((sum(market.space.shape),) * 2, dtype=np.int64)
    start = 0
    for dimension in market.space:
        here = slice(start, start + len(dimension))
        table[here, here] = [dimension.distances(code) for code in range(len(dimension))]
        start += len(dimension)
    return table


def _matmul(rows: Mask, table: Ints) -> Ints:
    """Add up the table's rows that each mask chooses."""
    if int(table.max()) * len(table) < EXACT_FLOAT:
        sums = product(rows.astype(float), table.astype(float))
    else:
        sums = rows.astype(np.int64) @ table
    return sums.astype(np.int64)
