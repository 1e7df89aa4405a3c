"""Replaying a publish method: which true intents lead to what was published?

A method that draws nothing at random can be replayed. Someone who knows it runs it on every
candidate, and those that lead to the published intent are what the true intent can be.

* `replay_greedy` expands many candidates in step with one another (`_lockstep.py`), with exactly
  the result that `greedy` has for each.
* `replay_one_by_one` does the same for any method.
* The functions named `leading_to` answer what such an attacker asks, and do less for it: a
  candidate that sticks out of the published intent is out at once, a greedy expansion that takes in
  a value too many as soon as it does, and for `optimal` every candidate for which something
  cheaper than what was published would have done (`_rivals.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tacit.errors import IntentError
from tacit.intents.intent import Intent
from tacit.market.sparse import SparseCube
from tacit.market.stack_frontiers import rows_inside, rows_of, split
from tacit.publishing.greedy import greedy
from tacit.publishing.greedy_for_many import lockstep
from tacit.publishing.optimal.rule_out import may_be_optimal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.market.market import Market
    from tacit.market.stacks import Stack
    from tacit.publishing.rules import Rules
    from tacit.space.dimension import Mask

Method = Callable[[Intent], Intent | None]
"""Publishes for a true intent, or refuses with None."""
Tick = Callable[[int], None]
"""Told how many candidates more are done."""


@dataclass(frozen=True)
class Replayed:
    """What each of many candidates leads to.

    Attributes:
        masks: the published intents; nothing where the method refuses.
        reached: for which candidates it does not.
    """

    masks: Stack
    reached: NDArray[np.bool_]

    def equal(self, published: Intent) -> NDArray[np.bool_]:
        """Which candidates lead to exactly this; none to several boxes at once."""
        same = self.reached & (len(published.boxes) == 1)
        for rows, mask in zip(self.masks, published.masks(), strict=True):
            same &= (rows == mask).all(axis=1)
        return same


def replay_greedy(
    market: Market,
    candidates: Stack,
    attackers: Sequence[Attacker],
    limits: Fraction | Sequence[Fraction],
    alpha: Fraction = Fraction(1, 2),
    tick: Tick | None = None,
) -> Replayed:
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
    engine = lockstep(market, attackers, each, alpha)
    if engine is None:
        method = greedy_method(market, attackers, each, alpha)
        return replay_one_by_one(market, candidates, method, tick)
    masks, reached = engine.expand(rows, tick=tick)
    return Replayed(split(masks, market.space.shape), reached)


def replay_one_by_one(
    market: Market, candidates: Stack, method: Method, tick: Tick | None = None
) -> Replayed:
    """Replay any method that publishes single boxes, candidate after candidate."""
    rows = rows_of(market, candidates)
    masks, reached = np.zeros_like(rows), np.zeros(len(rows), dtype=bool)
    for i, row in enumerate(rows):
        published = method(_intent(market, row))
        if published is not None:
            if len(published.boxes) > 1:
                raise IntentError("a stack holds boxes: ask `leading_to` about several at once.")
            masks[i], reached[i] = np.concatenate(published.masks()), True
        _tell(tick, 1)
    return Replayed(split(masks, market.space.shape), reached)


def greedy_method(
    market: Market, attackers: Sequence[Attacker], limits: Sequence[Fraction], alpha: Fraction
) -> Method:
    """The greedy expansion of one true intent, which refuses where a limit can't be reached."""

    def publish(true: Intent) -> Intent | None:
        lowest = (a.lowest_limit(market, true) for a in attackers)
        if any(low > limit for low, limit in zip(lowest, limits, strict=True)):
            return None
        return greedy(market, true, attackers, limits, alpha).published

    return publish


def leading_to(
    market: Market,
    candidates: Stack,
    published: Intent,
    method: Method,
    tick: Tick | None = None,
) -> NDArray[np.bool_]:
    """Which candidates a method leads to exactly this published intent.

    Contract:
        needs: the method publishes intents that hold the true one, and always the same.
        cost: one run of the method for each candidate inside the published intent.
    """
    rows = rows_of(market, candidates)
    return _replayed_to(market, rows, rows_inside(rows, published), published, method, tick)


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
    possible = rows_inside(rows, published)
    near = _nearby(market, published)
    engine = lockstep(near, attackers, each, alpha) if len(published.boxes) == 1 else None
    if engine is None:
        method = greedy_method(near, attackers, each, alpha)
        return _replayed_to(market, rows, possible, published, method, tick)
    target = np.concatenate(published.masks())
    at = np.flatnonzero(possible)
    _tell(tick, len(rows) - len(at))
    masks, reached = engine.expand(rows[at], within=target, tick=tick)
    possible[at] = reached & (masks == target).all(axis=1)
    return possible


def optimal_leading_to(
    market: Market,
    candidates: Stack,
    published: Intent,
    attackers: Sequence[Attacker],
    limits: Fraction | Sequence[Fraction],
    rules: Rules,
    method: Method,
    tick: Tick | None = None,
) -> NDArray[np.bool_]:
    """Which candidates the optimal method leads to exactly this published intent.

    Contract:
        needs: a method that, under these rules, publishes what is proven optimal; where it runs out
            of time before the proof, ask `leading_to`.
        promises: the same as `leading_to`.
        cost: one run of the method for each candidate that `may_be_optimal` leaves.
    """
    rows = rows_of(market, candidates)
    each = _per_attacker(limits, attackers)
    possible = may_be_optimal(market, candidates, published, attackers, each, rules)
    return _replayed_to(market, rows, possible, published, method, tick)


def _nearby(market: Market, published: Intent) -> Market:
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


def _replayed_to(
    market: Market,
    rows: Mask,
    possible: NDArray[np.bool_],
    published: Intent,
    method: Method,
    tick: Tick | None,
) -> NDArray[np.bool_]:
    """Which of the possible candidates lead to a published intent, replayed one by one."""
    leads = np.zeros(len(rows), dtype=bool)
    at = np.flatnonzero(possible)
    _tell(tick, len(rows) - len(at))
    for i in at:
        leads[i] = method(_intent(market, rows[i])) == published
        _tell(tick, 1)
    return leads


def _intent(market: Market, row: Mask) -> Intent:
    return Intent.from_masks(
        market.space, [rows[0] for rows in split(row[None], market.space.shape)]
    )


def _per_attacker(
    limits: Fraction | Sequence[Fraction], attackers: Sequence[Attacker]
) -> list[Fraction]:
    return [limits] * len(attackers) if isinstance(limits, Fraction) else list(limits)


def _tell(tick: Tick | None, count: int) -> None:
    if tick is not None and count:
        tick(count)
