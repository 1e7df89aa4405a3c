"""The boxes that `sealed` may publish for a block of candidates.

All of them that are of use, where these are few enough: on each dimension the values of some candidates
together, as no post need be wider than the narrowest box around those that it is drawn for. Else, for
single cells and one belief, the narrowest boxes around every few of them: a mix never needs more cells
than the limit asks for. Else the narrowest boxes around two candidates.

Where no formula tells the best mix of a box, each box takes time. Then those are kept that promise most
by what candidates are worth, about: what they hold, over the limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil, comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box
from tacit.market.cells import Cells
from tacit.market.stacks import Masses, Stack, box, hull, inside, masses, taken
from tacit.publishing.boxes import Boxes
from tacit.publishing.rules import OBJECTIVES, Rules
from tacit.publishing.sealed.program import order_boxes
from tacit.publishing.sealed.useful_sets import useful_sets
from tacit.publishing.settings import SealedSettings
from tacit.space.gaps import how_many_sets, sets_within

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.space.dimension import Mask
    from tacit.space.gaps import NaturalOrder

WIDE = 600
"""So many candidates make one block at most where no formula tells the best mix; chosen for time."""
PAIRS = 10
"""So many pairs of box and candidate per unit of effort are looked at then; chosen for time."""
MEMBERS = 16
"""If not all boxes are looked at, for so many candidates each may be drawn; chosen for time."""
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


def fits(candidates: Candidates, around: Sequence[Mask], secrets: Secrets, form: Form) -> bool:
    """Whether a block is small enough for one program."""
    if not is_plain(candidates, secrets):
        return len(candidates) <= WIDE
    return _sets(candidates, around, secrets, form) is not None or _few(candidates, secrets, form)


def is_plain(candidates: Candidates, secrets: Secrets) -> bool:
    """Whether a formula tells the best mix of a box: cells, one belief, and no hidden dimension."""
    return candidates.codes is not None and not candidates.others and not secrets.hidden


def fewest(limit: Fraction) -> int:
    """How many cells a mix needs."""
    return ceil(1 / limit)


def family(candidates: Candidates, around: Sequence[Mask], secrets: Secrets, form: Form) -> Family:
    """The boxes to choose from for a block of candidates, which lies within `around`."""
    market, limit = candidates.market, secrets.limit
    complete, sets = True, _sets(candidates, around, secrets, form)
    if sets is not None:
        at = np.unravel_index(np.arange(prod(map(len, sets))), tuple(map(len, sets)))
        boxes = [rows[here] for rows, here in zip(sets, at, strict=True)]
    elif _few(candidates, secrets, form):
        boxes = _around_few(candidates, fewest(limit), form)
        # A single cell is no box to publish where the true intent itself must not be.
        complete = not form.attackers and (form.bare or fewest(limit) > 1)
    else:
        boxes, complete = _around_two(candidates, form), False
    if not is_plain(candidates, secrets):
        boxes, all_kept = _promising(candidates, boxes, limit, form)
        complete = complete and all_kept
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


def _sets(
    candidates: Candidates, around: Sequence[Mask], secrets: Secrets, form: Form
) -> list[Mask] | None:
    """The sets of values that posts may have on each dimension; None if they make too many boxes.

    Other attackers may need wider posts than the narrowest ones around candidates. So may a candidate
    that is published alone, or with others that lie in it, as its own box can't be published for it.
    Then every set counts.
    """
    orders = form.orders(candidates.market)
    own_box = not form.bare and (fewest(secrets.limit) == 1 or _nested(candidates))
    if form.attackers or own_box:
        pairs = list(zip(orders, around, strict=True))
        if prod(how_many_sets(order, int(mask.sum())) for order, mask in pairs) > form.effort:
            return None
        return [sets_within(order, mask) for order, mask in pairs]
    found, room = [], form.effort
    for rows, order in zip(_rows(candidates), orders, strict=True):
        sets = useful_sets(rows, order, room)
        if sets is None:
            return None
        found.append(sets)
        room //= len(sets)
    return found


def _rows(candidates: Candidates) -> Stack:
    """The sets of values that candidates have on each dimension; of cells, each once."""
    if candidates.codes is None:
        return candidates.stack
    pairs = zip(candidates.codes, candidates.market.space.shape, strict=True)
    return [np.eye(n, dtype=bool)[np.unique(row)] for row, n in pairs]


def _nested(candidates: Candidates) -> bool:
    """Whether a candidate lies in the box around another, or in the same."""
    if candidates.codes is not None:
        return False
    sizes = np.stack([rows.sum(axis=1) for rows in candidates.stack])
    alike = (sizes == sizes[:, :1]).all()
    if alike and candidates.boxes is not None:
        return False
    held = inside(candidates.stack, candidates.stack)
    return bool(held.sum() > len(candidates))


def _few(candidates: Candidates, secrets: Secrets, form: Form) -> bool:
    """Whether the boxes around every few cells are few enough, and all that is needed."""
    few = comb(len(candidates), fewest(secrets.limit)) <= form.effort
    return is_plain(candidates, secrets) and few


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


def _around_two(candidates: Candidates, form: Form) -> Stack:
    """The narrowest boxes around two candidates; and the same with all that is wanted on one dimension."""
    market, many = candidates.market, len(candidates)
    step = max(1, many * many // form.effort)
    first, second = (at[::step] for at in np.triu_indices(many, 1))
    around = [rows[first] | rows[second] for rows in candidates.stack]
    found = [around]
    for d, rows in enumerate(around):
        some = rows[:: len(around)]
        if not (rows == rows[:1]).all():
            wide = taken(around, slice(None, None, len(around)))
            wide[d] = np.broadcast_to(hull(candidates.stack)[d], some.shape)
            found.append(wide)
    joined = [np.concatenate(rows) for rows in zip(*found, strict=True)]
    return _once(closed(market, joined, form))


def _promising(
    candidates: Candidates, boxes: Stack, limit: Fraction, form: Form
) -> tuple[Stack, bool]:
    """The boxes that promise most, as many as there is time for; and whether these are all.

    Given a box no record is likelier than the limit, so a box holds what is wanted over the limit, on
    average. For each candidate those are taken first that hold just a little more.
    """
    measure, room = OBJECTIVES[form.objective][0], PAIRS * form.effort
    held = inside(candidates.stack, boxes)
    cost = getattr(masses(candidates.market, boxes), measure).astype(float)
    useful = order_boxes(held, cost, limit)
    if int(held[useful].sum()) <= room or form.attackers:
        return boxes, True
    boxes, held, cost = taken(boxes, useful), held[useful], cost[useful]
    pairs = held.sum(axis=1)
    least = getattr(candidates.held, measure).astype(float) / float(limit)
    order = np.argsort(cost, kind="stable")
    turn = np.full(len(order), len(order))
    for v in range(len(candidates)):
        fit = order[held[order, v] & (cost[order] >= least[v])]
        turn[fit] = np.minimum(turn[fit], np.arange(len(fit)))
    by_turn = np.lexsort((cost, turn))
    kept = by_turn[np.cumsum(pairs[by_turn]) <= room]
    return taken(boxes, np.sort(kept)), False


def claims(candidates: Candidates, attackers: Sequence[Attacker]) -> list[NDArray[Any]]:
    """What speaks for the most exposed record of each candidate, by attacker."""
    return [_claims(candidates, attacker) for attacker in attackers]


def _claims(candidates: Candidates, attacker: Attacker) -> NDArray[Any]:
    """What speaks for the most exposed record of each candidate: of a cell, all that it has."""
    measure = attacker.measure()
    if candidates.codes is not None and measure is not None:
        if not attacker.plain:
            cells = Cells(candidates.codes, *candidates.held[:2], None)
            return attacker.claims(candidates.market, candidates.intent(0), cells)
        found: NDArray[Any] = getattr(candidates.held, measure)
        return found
    intents = (candidates.intent(i) for i in range(len(candidates)))
    return np.array([attacker.claim(candidates.market, i) for i in intents], dtype=object)


def _needs(attacker: Attacker, claim: NDArray[Any], limit: Fraction) -> NDArray[Any]:
    """The least weight that must be published for each claim."""
    kinds, which = np.unique(claim, return_inverse=True)
    least = np.array([attacker.needed(int(kind), limit) for kind in kinds], dtype=object)
    return least[which.reshape(-1)]


def out_of_reach(
    candidates: Candidates, attackers: Sequence[Attacker], limits: Sequence[Fraction], whole: Mass
) -> NDArray[np.bool_]:
    """For which candidates some attacker is above its limit even if all of `whole` is published."""
    found = np.zeros(len(candidates), dtype=bool)
    spoken = claims(candidates, attackers)
    for attacker, limit, claim in zip(attackers, limits, spoken, strict=True):
        found |= (_needs(attacker, claim, limit) > attacker.weight(whole)).astype(bool)
    return found


def may_be_published(candidates: Candidates, found: Family, form: Form) -> NDArray[np.bool_]:
    """Which box (row) may be published for which candidate (column)."""
    allowed = inside(candidates.stack, found.boxes)
    spoken = claims(candidates, form.attackers)
    seen = found.masses
    if form.common is not None and form.attackers:
        seen = _shared(candidates.market, found.boxes, form.common)
    for attacker, limit, claim in zip(form.attackers, form.limits, spoken, strict=True):
        weight, asked = attacker.weights(seen).astype(object), _needs(attacker, claim, limit)
        allowed &= (asked[None, :] <= weight[:, None]).astype(bool)
    if not form.bare:  # a box that holds a candidate and no cell more is that candidate
        wider = found.masses.cells[:, None] > candidates.held.cells[None, :]
        allowed &= wider.astype(bool)
    return allowed


def thinned(allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each box for fewer candidates, spread over those that it holds; for all, if it holds all."""
    found = allowed.copy()
    for u in np.flatnonzero(~allowed.all(axis=1) & (allowed.sum(axis=1) > MEMBERS)).tolist():
        members = np.flatnonzero(allowed[u])
        spread = np.linspace(0, len(members) - 1, MEMBERS).astype(int)
        found[u] = False
        found[u, members[(spread + u) % len(members)]] = True
        found[u, members[[0, -1]]] = True
    return found


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
        trios = zip(form.attackers, asked, form.limits, strict=True)
        targets = [attacker.needed(c, limit) for attacker, c, limit in trios]
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
