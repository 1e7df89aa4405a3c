"""For which true intents may a published intent be optimal?

A *rival* is a box that the rules allow and that costs less. If one holds a candidate and keeps every
attacker within its limit for it, the optimal method publishes something else for that candidate.
Most are ruled out by the rivals that lack one value of what was published, others by the boxes that
the greedy expansion makes for them. What is left must be replayed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box
from tacit.market.stacks import Stack, inside, masses, rows_of, stack_of, stacked
from tacit.publishing.greedy.for_many import greedy_for_many, least_weights
from tacit.publishing.replay import replayed_to
from tacit.publishing.rules import OBJECTIVES, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tacit.attackers.attacker import Attacker
    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.market import Market
    from tacit.publishing.replay import Publish, Tick
    from tacit.space.dimension import Dimension, Mask

ALPHAS = (Fraction(1, 2), Fraction(1), Fraction(0))
"""The greedy expansions that are asked for rivals: the usual one, the thriftiest, the boldest."""
MOST_RIVALS = 2000
"""So many of the cheapest rivals are compared; chosen so that the table with candidates stays small."""


def may_be_optimal(
    market: Market,
    candidates: Stack,
    published: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    rules: Rules,
) -> NDArray[np.bool_]:
    """For which candidates a published intent may be optimal.

    Contract:
        promises: where it says no, the published intent is not optimal for the candidate.
        cost: milliseconds, and for candidates that are not ruled out at once greedy expansions.
    """
    rows = rows_of(market, candidates)
    possible: Mask = inside(candidates, stacked([published.hull]))[0]
    if not isinstance(published, Box):
        return possible
    at = np.flatnonzero(possible)
    possible[at] = _left(market, rows[at], published, attackers, limits, rules)
    return possible


def optimal_leading_to(
    market: Market,
    candidates: Stack,
    published: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    rules: Rules,
    publish: Publish,
    tick: Tick | None = None,
) -> NDArray[np.bool_]:
    """Which candidates the optimal method leads to exactly this published intent.

    Contract:
        needs: a way to publish that, under these rules, publishes what is proven optimal; where it runs out
            of time before the proof, ask `leading_to`.
        promises: the same as `leading_to`.
        cost: one search for each candidate that `may_be_optimal` leaves.
    """
    rows = rows_of(market, candidates)
    possible = may_be_optimal(market, candidates, published, attackers, limits, rules)
    return replayed_to(market, rows, possible, published, publish, tick)


def _left(
    market: Market,
    rows: Mask,
    published: Box,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    rules: Rules,
) -> NDArray[np.bool_]:
    """Which candidates inside a published box are not ruled out."""
    needed = least_weights(market, rows, attackers, limits)
    if needed is None:
        return np.ones(len(rows), dtype=bool)
    rivals = Rivals(market, published, attackers, rules)
    left = rivals.allow(rows) & rivals.covered(needed)
    _rule_out(left, rows, needed, rivals, rivals.narrower())
    for alpha in ALPHAS:
        engine = greedy_for_many(market, attackers, limits, alpha)
        if engine is not None and left.any():
            grown, reached = engine.expand(rows[left])
            _rule_out(left, rows, needed, rivals, grown[reached])
    return left


class Rivals:
    """Which boxes compete with a published one."""

    def __init__(
        self, market: Market, published: Box, attackers: Sequence[Attacker], rules: Rules
    ) -> None:
        self._market, self._rules = market, rules
        self._published = stacked([published])
        self._attackers = attackers
        self._first = OBJECTIVES[rules.objective][0]
        mass = market.mass(published)
        self._weights = [attacker.weight(mass) for attacker in attackers]
        self._cost = getattr(mass, self._first)

    def allow(self, rows: Mask) -> NDArray[np.bool_]:
        """For which candidates the published intent keeps the rules: a gap needs a gap."""
        fine = np.ones(len(rows), dtype=bool)
        pairs = zip(stack_of(rows, self._market.space.shape), self._gapped(), strict=True)
        for dimension, (part, gap) in zip(self._market.space, pairs, strict=True):
            if gap:
                fine &= _has_gaps(dimension, part)
        return fine

    def covered(self, needed: Sequence[Ints]) -> NDArray[np.bool_]:
        """For which candidates the published intent keeps the attackers within their limits."""
        fine: Mask = _covers([np.array([weight]) for weight in self._weights], needed)[0]
        return fine

    def narrower(self) -> Mask:
        """What was published without each of its values."""
        whole = np.concatenate(self._published, axis=1)[0]
        values = np.flatnonzero(whole)
        rows = np.repeat(whole[None], len(values), axis=0)
        rows[np.arange(len(values)), values] = False
        return rows

    def among(self, rows: Mask) -> tuple[Mask, list[Ints]]:
        """The boxes that the rules allow and that cost less, with what each attacker weighs."""
        rows = np.unique(rows[self._keep_rules(rows)], axis=0)
        if not len(rows):
            return rows, [np.zeros(0, dtype=np.int64) for _ in self._attackers]
        held = masses(self._market, stack_of(rows, self._market.space.shape))
        cost = getattr(held, self._first)
        at = np.argsort(cost, kind="stable")[: int((cost < self._cost).sum())][:MOST_RIVALS]
        return rows[at], [attacker.weights(held)[at] for attacker in self._attackers]

    def _keep_rules(self, rows: Mask) -> NDArray[np.bool_]:
        """Which boxes are allowed for every candidate that the published intent is allowed for."""
        rules, fine = self._rules, np.ones(len(rows), dtype=bool)
        parts = zip(self._market.space, stack_of(rows, self._market.space.shape), strict=True)
        for (dimension, part), gap in zip(parts, self._gapped(), strict=True):
            fine &= part.any(axis=1)
            if rules.contiguous and not gap:
                fine &= ~_has_gaps(dimension, part)
            if dimension.name in rules.always:
                fine &= part[:, self._pinned(dimension, rules.always)].all(axis=1)
            if dimension.name in rules.never:
                fine &= ~part[:, self._pinned(dimension, rules.never)].any(axis=1)
        return fine

    def _gapped(self) -> list[bool]:
        """On which dimensions the rules forbid gaps and the published intent has one."""
        pairs = zip(self._market.space, self._published, strict=True)
        return [self._rules.contiguous and bool(_has_gaps(d, rows)[0]) for d, rows in pairs]

    def _pinned(self, dimension: Dimension, pins: Mapping[str, Any]) -> Mask:
        space = self._market.space
        named = {dimension.name: pins[dimension.name]}
        return Box.of(space, named).masks()[space.index(dimension.name)]


def _rule_out(
    possible: NDArray[np.bool_], rows: Mask, needed: Sequence[Ints], rivals: Rivals, boxes: Mask
) -> None:
    """Strike the candidates that one of some boxes would serve better."""
    at = np.flatnonzero(possible)
    found, weights = rivals.among(boxes)
    if not len(at) or not len(found):
        return
    better = _covers(weights, [least[at] for least in needed])
    better &= inside([rows[at]], [found])
    possible[at] = ~better.any(axis=0)


def _covers(weights: Sequence[NDArray[Any]], needed: Sequence[Ints]) -> NDArray[np.bool_]:
    """Which box (row) keeps all attackers within their limits for which candidate (column)."""
    enough = np.ones((len(weights[0]), len(needed[0])), dtype=bool)
    for weight, least in zip(weights, needed, strict=True):
        enough &= (weight[:, None] >= least).astype(bool)
    return enough


def _has_gaps(dimension: Dimension, rows: Mask) -> NDArray[np.bool_]:
    """Which sets of values leave a gap in the order of a dimension, if it has one."""
    order = dimension.natural_order
    return np.zeros(len(rows), dtype=bool) if order is None else order.has_gaps(rows)
