"""Replaying greedy: many candidates in step with one another, or one by one where that can't be.

`replay_greedy` has exactly the result that the expansion has for each candidate (`for_many.py`).
`greedy_leading_to` asks less: a candidate that sticks out of the published intent is out at once, and
an expansion that takes in a value too many as soon as it does.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tacit.intents.box import Box
from tacit.market.sparse import SparseCube
from tacit.market.stacks import inside, rows_of, stack_of, stacked
from tacit.publishing.greedy.expansion import greedy
from tacit.publishing.greedy.for_many import greedy_for_many
from tacit.publishing.replay import Outcomes, replay_one_by_one, replayed_to, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.stacks import Stack
    from tacit.publishing.replay import Publish, Tick
    from tacit.space.dimension import Mask


def replay_greedy(
    market: Market,
    candidates: Stack,
    attackers: Sequence[Attacker],
    limits: Fraction | Sequence[Fraction],
    alpha: Fraction = Fraction(1, 2),
    tick: Tick | None = None,
) -> Outcomes:
    """Replay the greedy expansion for many candidates.

    Contract:
        needs: each candidate has a value on each dimension.
        promises: for each candidate exactly what `greedy` publishes, or that a limit can't be
            reached.
        cost: Adult's 29,295 boxes within a second. Where numbers are too large for 64 bits,
            or a sparse market lists very many cells, one candidate after the other.
    """
    rows = rows_of(market, candidates)
    each = _per_attacker(limits, attackers)
    engine = greedy_for_many(market, attackers, each, alpha)
    if engine is None:
        method = greedy_method(market, attackers, each, alpha)
        return replay_one_by_one(market, candidates, method, tick)
    masks, reached = engine.expand(rows, tick=tick)
    return Outcomes(stack_of(masks, market.space.shape), reached)


def greedy_leading_to(
    market: Market,
    candidates: Stack,
    published: Intent,
    attackers: Sequence[Attacker],
    limits: Fraction | Sequence[Fraction],
    alpha: Fraction = Fraction(1, 2),
    tick: Tick | None = None,
) -> NDArray[np.bool_]:
    """Which candidates the greedy expansion leads to exactly this published intent.

    Contract:
        needs: as `replay_greedy`.
        promises: what comparing the results of `replay_greedy` would say, only sooner.
    """
    rows = rows_of(market, candidates)
    each = _per_attacker(limits, attackers)
    possible: Mask = inside(candidates, stacked([published.hull]))[0]
    near = _nearby(market, published.hull)
    engine = greedy_for_many(near, attackers, each, alpha) if isinstance(published, Box) else None
    if engine is None:
        method = greedy_method(near, attackers, each, alpha)
        return replayed_to(market, rows, possible, published, method, tick)
    target = np.concatenate(published.hull.masks())
    at = np.flatnonzero(possible)
    tell(tick, len(rows) - len(at))
    masks, reached = engine.expand(rows[at], within=target, tick=tick)
    possible[at] = reached & (masks == target).all(axis=1)
    return possible


def greedy_method(
    market: Market, attackers: Sequence[Attacker], limits: Sequence[Fraction], alpha: Fraction
) -> Publish:
    """The greedy expansion of one true intent, which refuses where a limit can't be reached."""

    def publish(true: Box) -> Intent | None:
        lowest = (a.lowest_limit(market, true) for a in attackers)
        if any(low > limit for low, limit in zip(lowest, limits, strict=True)):
            return None
        return greedy(market, true, attackers, limits, alpha).published

    return publish


def _nearby(market: Market, published: Box) -> Market:
    """The part of a sparse market that matters to boxes inside a published one.

    A cell outside it in two dimensions is neither inside such a box nor on its frontier. Where that
    makes a limit seem out of reach, it is out of reach for the published intent too.
    """
    if not isinstance(market.cube, SparseCube):
        return market
    cells = market.cube.all
    outside = np.zeros(len(cells.records), dtype=np.uint8)
    for mask, codes in zip(published.masks(), cells.codes, strict=True):
        outside = np.minimum(outside + ~mask.take(codes), 2)
    return replace(market, cube=SparseCube(cells.where(outside < 2), market.cube.shape))


def _per_attacker(
    limits: Fraction | Sequence[Fraction], attackers: Sequence[Attacker]
) -> list[Fraction]:
    return [limits] * len(attackers) if isinstance(limits, Fraction) else list(limits)
