"""The boxes that `sealed` may publish for a block of candidates.

All of them where there are few enough. Else, for single cells, the narrowest boxes around every few
of them: a mix never needs more cells than the limit asks for, and no wider box than theirs, so these
lose nothing. Else the boxes that grow around each candidate by the nearest others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil, comb, floor, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box
from tacit.market.stacks import Masses, Stack, box, hull, inside, masses, taken
from tacit.publishing.boxes import Boxes
from tacit.publishing.rules import OBJECTIVES, Rules
from tacit.publishing.settings import SealedSettings
from tacit.space.gaps import how_many_sets, sets_within

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.space.dimension import Mask
    from tacit.space.gaps import NaturalOrder

WIDE = 1_500
"""So many candidates that may share records make one block at most, if they can be split; chosen for time."""
SEEDS = 400
"""Around how many candidates boxes are grown at most; chosen for time."""
WIDENED = 300
"""How many boxes of a block are widened, the cheapest first, to hold other attackers; chosen for time."""


@dataclass(frozen=True)
class Form:
    """What a sealed publication may look like.

    Attributes:
        objective: what to make small: "records", "cost" or "cells".
        contiguous: whether ordered dimensions stay without gaps.
        attackers: who else must be held.
        limits: the limit of each.
        bare: whether the true intent itself may be published.
        effort: how many boxes to look at for one block, about.
        common: what earlier posts have in common; the others judge by what is left of that.
    """

    objective: str = "records"
    contiguous: bool = True
    attackers: tuple[Attacker, ...] = ()
    limits: tuple[Fraction, ...] = ()
    bare: bool = False
    effort: int = SealedSettings.effort
    common: Intent | None = None

    def orders(self, market: Market) -> list[NaturalOrder | None]:
        """The natural order of the dimensions that must stay without gaps."""
        return [d.natural_order if self.contiguous else None for d in market.space]


@dataclass(frozen=True)
class Family:
    """Boxes to choose from.

    Attributes:
        boxes: the boxes, the narrowest around all candidates and everything among them.
        masses: what each holds.
        complete: whether no other box could be of use.
    """

    boxes: Stack
    masses: Masses
    complete: bool


def fits(candidates: Candidates, around: Sequence[Mask], limit: Fraction, form: Form) -> bool:
    """Whether all useful boxes of a block can be looked at."""
    if candidates.codes is None and len(candidates) > WIDE:
        return False
    if how_many_boxes(candidates.market, around, form) <= form.effort:
        return True
    return candidates.codes is not None and comb(len(candidates), fewest(limit)) <= form.effort


def fewest(limit: Fraction) -> int:
    """How many cells a mix needs."""
    return ceil(1 / limit)


def how_many_boxes(market: Market, around: Sequence[Mask], form: Form) -> int:
    """How many boxes lie within one."""
    pairs = zip(form.orders(market), around, strict=True)
    return prod(how_many_sets(order, int(mask.sum())) for order, mask in pairs)


def family(candidates: Candidates, around: Sequence[Mask], limit: Fraction, form: Form) -> Family:
    """The boxes to choose from for a block of candidates, which lies within `around`."""
    market = candidates.market
    complete = True
    if how_many_boxes(market, around, form) <= form.effort:
        pairs = zip(form.orders(market), around, strict=True)
        sets = [sets_within(order, mask) for order, mask in pairs]
        at = np.unravel_index(np.arange(prod(map(len, sets))), tuple(map(len, sets)))
        boxes = [rows[here] for rows, here in zip(sets, at, strict=True)]
    elif fits(candidates, around, limit, form):
        boxes = _around_few(candidates, fewest(limit), form)
        # A single cell is no box to publish where the true intent itself must not be.
        complete = not form.attackers and (form.bare or fewest(limit) > 1)
    else:
        boxes, complete = _grown(candidates, limit, form), False
    whole = closed(market, [rows[None, :] for rows in hull(candidates.stack)], form)
    boxes = [np.concatenate(rows) for rows in zip(boxes, whole, strict=True)]
    if form.attackers and not all(mask.all() for mask in around):
        boxes, complete = _widened(candidates, boxes, limit, form), False
    boxes = _once(boxes)
    held = masses(market, boxes)
    if np.all([rows.all(axis=1) for rows in boxes], axis=0).any():
        return Family(boxes, held, complete)
    total = Masses(*(np.array([getattr(market.total, name)]) for name in Masses._fields))
    everything = [np.ones((1, n), dtype=bool) for n in market.space.shape]
    return Family(
        [np.concatenate(rows) for rows in zip(boxes, everything, strict=True)],
        Masses(*(np.concatenate(values) for values in zip(held, total, strict=True))),
        complete,
    )


def closed(market: Market, boxes: Stack, form: Form) -> Stack:
    """Boxes with the gaps on ordered dimensions filled, if they must be."""
    pairs = zip(form.orders(market), boxes, strict=True)
    return [rows if order is None else order.closed(rows) for order, rows in pairs]


def _around_few(candidates: Candidates, few: int, form: Form) -> Stack:
    """The narrowest boxes around every few cells, each once."""
    at = np.array(list(combinations(range(len(candidates)), few)))
    boxes = [rows[at].any(axis=1) for rows in candidates.stack]
    return _once(closed(candidates.market, boxes, form))


def _once(boxes: Stack) -> Stack:
    packed = np.packbits(np.hstack(boxes), axis=1)
    return taken(boxes, np.unique(packed, axis=0, return_index=True)[1])


def _grown(candidates: Candidates, limit: Fraction, form: Form) -> Stack:
    """Boxes that grow around each candidate by the one that adds least, up to twice the fewest."""
    market, stack = candidates.market, candidates.stack
    steps = min(len(candidates) - 1, 2 * fewest(limit))
    seeds = np.unique(np.linspace(0, len(candidates) - 1, SEEDS).astype(int))
    found = []
    for seed in seeds:
        now = taken(stack, [seed])
        for _ in range(steps):
            wider = closed(market, [a | b for a, b in zip(stack, now, strict=True)], form)
            held = getattr(masses(market, wider), OBJECTIVES[form.objective][0])
            more = np.any([(a & ~b).any(axis=1) for a, b in zip(wider, now, strict=True)], axis=0)
            if not more.any():
                break
            best = int(np.flatnonzero(more)[np.argmin(held[more])])
            now = taken(wider, [best])
            found.append(now)
    return _once([np.concatenate(rows) for rows in zip(*found, strict=True)]) if found else stack


def claims(candidates: Candidates, attackers: Sequence[Attacker]) -> list[NDArray[Any]]:
    """What speaks for the most exposed record of each candidate, by attacker."""
    return [_claims(candidates, attacker) for attacker in attackers]


def _claims(candidates: Candidates, attacker: Attacker) -> NDArray[Any]:
    """What speaks for the most exposed record of each candidate: of a cell, all that it has."""
    measure = attacker.measure()
    if candidates.codes is not None and measure is not None:
        found: NDArray[Any] = getattr(candidates.held, measure)
        return found
    intents = (candidates.intent(i) for i in range(len(candidates)))
    return np.array([attacker.claim(candidates.market, i) for i in intents], dtype=object)


def out_of_reach(
    candidates: Candidates, attackers: Sequence[Attacker], limits: Sequence[Fraction], whole: Mass
) -> NDArray[np.bool_]:
    """For which candidates some attacker is above its limit even if all of `whole` is published."""
    found = np.zeros(len(candidates), dtype=bool)
    spoken = claims(candidates, attackers)
    for attacker, limit, claim in zip(attackers, limits, spoken, strict=True):
        most = limit * attacker.weight(whole)
        found |= (claim > floor(most)).astype(bool)
    return found


def may_be_published(candidates: Candidates, found: Family, form: Form) -> NDArray[np.bool_]:
    """Which box (row) may be published for which candidate (column)."""
    allowed = inside(candidates.stack, found.boxes)
    spoken = claims(candidates, form.attackers)
    seen = found.masses
    if form.common is not None and form.attackers:
        seen = _shared(candidates.market, found.boxes, form.common)
    for attacker, limit, claim in zip(form.attackers, form.limits, spoken, strict=True):
        weight = attacker.weights(seen).astype(object) * limit.numerator
        asked = claim.astype(object) * limit.denominator
        allowed &= (asked[None, :] <= weight[:, None]).astype(bool)
    if not form.bare:
        allowed &= ~(allowed & inside(found.boxes, candidates.stack).T)
    return allowed


def _shared(market: Market, boxes: Stack, common: Intent) -> Masses:
    """What each box holds of what earlier posts have in common."""
    parts = [
        masses(market, [rows & mask for rows, mask in zip(boxes, piece.masks(), strict=True)])
        for piece in common.pieces
    ]
    return Masses(*(sum(values[1:], values[0]) for values in zip(*parts, strict=True)))


def _widened(candidates: Candidates, boxes: Stack, limit: Fraction, form: Form) -> Stack:
    """Boxes, and the cheapest of them widened until the other attackers hold for all inside."""
    market = candidates.market
    held = inside(candidates.stack, boxes)
    enough = np.flatnonzero(held.sum(axis=1) >= fewest(limit))
    cost = getattr(masses(market, boxes), OBJECTIVES[form.objective][0])
    first = enough[np.argsort(cost[enough], kind="stable")[:WIDENED]]
    spoken = claims(candidates, form.attackers)
    wider = []
    for u in dict.fromkeys([*first.tolist(), len(boxes[0]) - 1]):
        asked = [int(claim[held[u]].max()) for claim in spoken]
        targets = [ceil(c / limit) for c, limit in zip(asked, form.limits, strict=True)]
        wider.append(_wide_enough(market, box(boxes, u), targets, form))
    return [
        np.concatenate([a, np.array(b)])
        for a, b in zip(boxes, zip(*wider, strict=True), strict=True)
    ]


def _wide_enough(
    market: Market, masks: list[Mask], targets: Sequence[int], form: Form
) -> list[Mask]:
    """A box with values taken in, the most promising first, until the attackers' targets are met."""
    rules = Rules(form.objective, form.contiguous)
    start = Box.from_masks(market.space, masks)
    boxes = Boxes(market, start, form.attackers, form.limits, rules)
    boxes.targets = list(targets)  # those of the candidates inside, not of the box itself
    now = boxes.box(masks)
    while True:
        offers = boxes.offers(now.masks, boxes.allowed)
        if boxes.holds(now.mass) or not len(offers):
            return now.masks
        promise = boxes.promise(now.mass, now.frontier, offers)
        now = boxes.with_value(now, int(offers[np.argmax(promise)]))
