"""Replaying a publish method: which true intents lead to what was published?

A method that draws nothing at random can be replayed. Someone who knows it runs it on every
candidate, and those that lead to the published intent are what the true intent can be.

* `replay_one_by_one` says what each candidate leads to.
* `replayed_to` answers what such an attacker asks, and does less for it: a candidate that can't lead
  to the published intent, as it sticks out of it, say, is out at once.

Methods that know more about themselves do better than one by one: see their own `replay.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tacit.errors import IntentError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.stacks import rows_of, stack_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.market import Market
    from tacit.market.stacks import Stack
    from tacit.space.dimension import Mask

Publish = Callable[[Box], Intent | None]
"""Publishes for a true intent, or refuses with None."""
Tick = Callable[[int], None]
"""Told how many candidates more are done."""


@dataclass(frozen=True)
class Outcomes:
    """What each of many candidates leads to.

    Attributes:
        masks: the published intents; nothing where the method refuses.
        reached: for which candidates it does not.
    """

    masks: Stack
    reached: NDArray[np.bool_]

    def equal(self, published: Intent) -> NDArray[np.bool_]:
        """Which candidates lead to exactly this; none to several boxes at once."""
        if not isinstance(published, Box):
            return np.zeros_like(self.reached)
        same = self.reached.copy()
        for rows, mask in zip(self.masks, published.masks(), strict=True):
            same &= (rows == mask).all(axis=1)
        return same


def replay_one_by_one(
    market: Market, candidates: Stack, publish: Publish, tick: Tick | None = None
) -> Outcomes:
    """Replay any method that publishes single boxes, candidate after candidate."""
    rows = rows_of(market, candidates)
    masks, reached = np.zeros_like(rows), np.zeros(len(rows), dtype=bool)
    for i, row in enumerate(rows):
        published = publish(_intent(market, row))
        if published is not None:
            if not isinstance(published, Box):
                raise IntentError(
                    "this method published several boxes, and outcomes are one box each."
                )
            masks[i], reached[i] = np.concatenate(published.masks()), True
        tell(tick, 1)
    return Outcomes(stack_of(masks, market.space.shape), reached)


def replayed_to(
    market: Market,
    rows: Mask,
    possible: NDArray[np.bool_],
    published: Intent,
    publish: Publish,
    tick: Tick | None,
) -> NDArray[np.bool_]:
    """Which of the possible candidates lead to a published intent, replayed one by one.

    Contract:
        needs: the method publishes intents that hold the true one, and always the same.
        cost: one run of the method for each possible candidate.
    """
    leads = np.zeros(len(rows), dtype=bool)
    at = np.flatnonzero(possible)
    tell(tick, len(rows) - len(at))
    for i in at:
        leads[i] = publish(_intent(market, rows[i])) == published
        tell(tick, 1)
    return leads


def _intent(market: Market, row: Mask) -> Box:
    return Box.from_masks(
        market.space, [rows[0] for rows in stack_of(row[None], market.space.shape)]
    )


def tell(tick: Tick | None, count: int) -> None:
    """Tell who listens that so many more are done."""
    if tick is not None and count:
        tick(count)
