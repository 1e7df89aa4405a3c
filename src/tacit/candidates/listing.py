"""Listing candidates: how many a belief has, all of them with their weights, or some drawn.

An attacker who replays the method needs two things that the market does not say: which intents the
buyer could have had, and how likely each was beforehand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import LARGEST
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import NONEMPTY, Within
from tacit.candidates.given import Given
from tacit.errors import SettingError, TooManyCandidates
from tacit.intents.box import Box

if TYPE_CHECKING:
    from tacit.candidates.belief import Belief
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

MOST = 2_000_000
"""More candidates than this are not listed: their boxes alone would take gigabytes."""


def how_many(market: Market, belief: Belief, true: Box | None, within: Box | None = None) -> int:
    """How many candidates a class has; except for cells, those without records are counted too."""
    belief = belief.settled(true)
    return belief.of_class.how_many(_where(market, belief, true, within))


def candidates(
    market: Market, belief: Belief, true: Box | None = None, within: Intent | None = None
) -> Candidates:
    """List the candidates of a class with their prior weights.

    Args:
        market: where they could have been wanted.
        belief: the class, the prior and the support.
        true: for `shape`, an intent of that shape.
        within: leave out those that do not lie in this intent.

    >>> import tacit
    >>> from tacit.candidates.belief import Belief
    >>> market = tacit.load("adult")
    >>> len(candidates(market, Belief("cells"))), len(candidates(market, Belief("boxes")))
    (240, 29295)
    >>> len(candidates(market, Belief("cells", support="nonempty")))
    155
    """
    belief = belief.settled(true)
    where = _where(market, belief, true, within)
    many = belief.of_class.how_many(where)
    if many > MOST:
        raise TooManyCandidates(many)
    weighted = _weighted(belief.of_class.every(where), belief, where)
    if within is None:
        return _some(weighted)
    return weighted.take(np.flatnonzero(weighted.within(within)))


def drawn(
    market: Market,
    belief: Belief,
    true: Box | None,
    within: Box,
    count: int,
    rng: np.random.Generator,
) -> Candidates:
    """Draw candidates of a class that lie in a box, each as likely as any other.

    For classes that are too large to list; priors other than uniform can't be drawn from.
    """
    belief = belief.settled(true)
    if belief.prior != "uniform" or isinstance(belief.candidates, Given):
        raise SettingError("of so many candidates only a uniform prior can be drawn from.")
    return belief.of_class.some(_where(market, belief, true, within), count, rng)


def _where(market: Market, belief: Belief, true: Box | None, within: Intent | None) -> Within:
    around = Box.everything(market.space) if within is None else within.hull
    return Within(market, around, true, belief.support)


def _weighted(found: Candidates, belief: Belief, within: Within) -> Candidates:
    """Give candidates their prior weights and drop those that can't be."""
    weights = belief.weights(found, within)
    keep = weights > 0
    if belief.support == NONEMPTY and belief.candidates != "cells":
        keep &= found.held.records > 0
    if keep.all() and weights is found.weights:
        return found
    kept = found.take(np.flatnonzero(keep))
    return Candidates(found.market, weights[keep], kept.codes, kept.boxes)


def _some(found: Candidates) -> Candidates:
    if not len(found):
        raise SettingError("no candidate is left: none has records, or weight in the prior.")
    if float(found.weights.sum(dtype=float)) >= LARGEST:
        raise SettingError("the prior's weights are too large to be added up exactly.")
    return found
