"""Listing candidates: how many a belief has, all of them with their weights, a part, or some drawn.

An attacker who replays the method needs two things that the market does not say: which intents the
buyer could have had, and how likely each was beforehand.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.candidates.candidate_class import MOST as MOST
from tacit.candidates.candidate_class import NONEMPTY, Cut, Within
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import MOST_CELLS
from tacit.candidates.given import Given
from tacit.candidates.mixtures import Mixture
from tacit.candidates.products import choose
from tacit.errors import SettingError, TooManyCandidates
from tacit.intents.box import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.belief import Belief
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

LISTED = 3_000
"""To hide among, up to so many boxes are all listed."""
PART = 1_000
"""Of more, a part of so many at most, if it may be so small."""
MEASURES = {"uniform": None, "records": "records", "cost": "spend"}
"""The priors that can be drawn from without a list, and what they go by."""


def how_many(market: Market, belief: Belief, true: Intent | None, within: Box | None = None) -> int:
    """How many candidates a class has; except for cells, those without records are counted too."""
    belief = belief.settled(true)
    return belief.of_class.how_many(_where(market, belief, true, within))


def candidates(
    market: Market, belief: Belief, true: Intent | None = None, within: Intent | None = None
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
    if many > _most(belief, MOST):
        raise TooManyCandidates(many)
    found = belief.of_class.every(where)
    weighted = _weighted(found, belief, belief.weights(found, where))
    if within is None:
        return _some(weighted)
    return weighted.take(np.flatnonzero(weighted.within(within)))


def around(
    market: Market,
    belief: Belief,
    true: Intent | None,
    objective: str,
    secrets: Secrets | None = None,
) -> tuple[Candidates, int]:
    """The candidates to hide among, with their prior weights, and how many there are in all.

    Where they are too many to list, those of one part that holds the true intent.

    Contract:
        promises: nothing but the class, the market, the objective and the secrets says what the parts are; every
            candidate of a part leads to the same part, in the same order.
    """
    belief = belief.settled(true)
    where = _where(market, belief, true, None)
    many = belief.of_class.how_many(where)
    if many <= _most(belief, MOST if belief.candidates == "cells" else LISTED):
        found = belief.of_class.every(where)
        listed = _some(_weighted(found, belief, belief.weights(found, where)))
        return listed, len(listed)
    if true is None:
        raise TooManyCandidates(many)
    part = belief.of_class.part(where, true, Cut(objective, PART, secrets))
    return _some(_weighted(part, belief, belief.weights_in_part(part, where))), many


def drawn(
    market: Market,
    belief: Belief,
    true: Intent | None,
    within: Box,
    count: int,
    rng: np.random.Generator,
) -> Candidates:
    """Draw candidates of a class that lie in a box, with replacement, by the first prior.

    For classes that are too large to list. All that are drawn weigh the same; by further priors each
    weighs as much more or less as it is likelier or less likely there.
    """
    belief = belief.settled(true)
    where, first = _where(market, belief, true, within), belief.priors[0]
    known = isinstance(belief.of_class, Mixture) and how_many(market, belief, true) <= MOST
    if isinstance(first, str) and first in MEASURES and not known:
        found = belief.of_class.drawn(where, MEASURES[first], count, rng)
    else:
        found = _drawn_from_list(belief, where, count, rng)
    found = replace(found, weights=np.ones(len(found), dtype=np.int64), others=())
    if len(belief.priors) == 1 or not len(found):
        return found
    own, *others = belief.weights(found, where, some=True)
    return replace(found, others=tuple(_beside(own, other) for other in others))


def _drawn_from_list(
    belief: Belief, where: Within, count: int, rng: np.random.Generator
) -> Candidates:
    """Draw by a prior that says how likely each candidate is only once it is there."""
    first, of = belief.priors[0], belief.of_class
    if isinstance(first, Given):
        pairs = list(first.intents(where.market))
        known = [intent for intent in pairs if of.holds(where, intent)]
        if not known:
            raise SettingError("no candidate is left: none has records, or weight in the prior.")
        found = Candidates.of_intents(where.market, known)
    elif of.how_many(where) <= MOST:
        found = of.every(where)  # in a mixture, the whole of each class is weighed
    else:
        raise SettingError(
            f"of so many candidates only these priors can be drawn from: {', '.join(MEASURES)}, or a "
            "table of weights.",
            "prior",
        )
    alone = replace(belief, prior=first)
    listed = _weighted(found, alone, alone.weights(found, where, some=True))
    listed = _some(listed.take(np.flatnonzero(listed.within(where.around))))
    return listed.take(choose(listed.weights.tolist(), count, rng))


def _beside(own: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """How likely each that was drawn by one prior is by another."""
    if (own == own[0]).all():
        return other
    pairs = zip(own.tolist(), other.tolist(), strict=True)
    return np.array([Fraction(int(b), int(a)) for a, b in pairs], dtype=object)


def _most(belief: Belief, most: int) -> int:
    """Up to how many candidates are listed: cells with records take little room, lists are there."""
    if isinstance(belief.candidates, Given):
        return LARGEST
    known = belief.candidates == "cells" and belief.support == NONEMPTY
    return MOST_CELLS if known else most


def _where(market: Market, belief: Belief, true: Intent | None, within: Intent | None) -> Within:
    box = Box.everything(market.space) if within is None else within.hull
    return Within(market, box, true, belief.support)


def _weighted(found: Candidates, belief: Belief, weights: list[NDArray[Any]]) -> Candidates:
    """Give candidates their prior weights and drop those that can't be."""
    keep = np.any([w > 0 for w in weights], axis=0)
    if belief.support == NONEMPTY and belief.candidates != "cells":
        keep &= found.held.records > 0
    weighted = replace(found, weights=weights[0], others=tuple(weights[1:]))
    return weighted if keep.all() else weighted.take(np.flatnonzero(keep))


def _some(found: Candidates) -> Candidates:
    if not len(found):
        raise SettingError("no candidate is left: none has records, or weight in the prior.")
    if any(not weights.any() for weights in found.beliefs):
        raise SettingError("a prior gives no candidate any weight.", "prior")
    if any(float(weights.sum(dtype=float)) >= LARGEST for weights in found.beliefs):
        raise SettingError("the prior's weights are too large to be added up exactly.")
    return found
