"""Sealed: a published intent that holds even against someone who knows how it was chosen.

A method that always answers the same can be replayed: run it on every intent that could have been
wanted, and keep those that lead to what was published. So `sealed` draws. Before the true intent is
looked at, it settles how likely each box is to be published for each candidate, such that someone
who knows all these chances, and how likely each candidate is beforehand, stays within the limit
about every record; among all ways to do that, at the least expected cost (`program.py`). Then it
draws a box for the true intent. Only the draw is secret.

Where there are too many candidates for one program they are put into blocks first (`blocks.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import LARGEST
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import INFORMED
from tacit.candidates.listing import MOST, candidates, how_many
from tacit.errors import SettingError, UnreachableLimit
from tacit.market.stacks import patterns
from tacit.publishing.rules import OBJECTIVES
from tacit.publishing.sealed.blocks import Block, Blocks, cells_around, likeliest
from tacit.publishing.sealed.boxes_to_draw import (
    Form,
    family,
    fewest,
    may_be_published,
    out_of_reach,
)
from tacit.publishing.sealed.mechanism import Mechanism, mechanism
from tacit.publishing.sealed.overlaps import Overlaps
from tacit.publishing.sealed.program import Program

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.box import Box
    from tacit.market.cells import Ints
    from tacit.market.market import Market

NEARLY = Fraction(1, 10**6)
"""How far above the proven bound what is called optimal may be, as a share: ten times `CLOSE`.

The search ends at that, and what the repair of the solver's numbers adds is a little more.
"""
OnRound = Callable[[float, float], None]
"""Told after each round of a program what it costs so far, and a bound."""


@dataclass(frozen=True, repr=False, eq=False)
class SealedBlock:
    """How a block of candidates is published.

    Attributes:
        mechanism: the chances.
        block: the candidates that are treated alike.
        considered: how many candidates there are in all.
        limit: the highest confidence allowed.
        bound: what no way to publish this block costs less than on average, in the objective.
        status: whether that is met ("optimal"), or what else the result is worth.
    """

    mechanism: Mechanism
    block: Block
    considered: int
    limit: Fraction
    bound: Fraction
    status: str

    def expected(self, measure: str) -> Fraction:
        """What is published on average, in records, spend or cells."""
        return self.mechanism.expected(getattr(self.mechanism.masses, measure))

    def floor(self, measure: str) -> Fraction:
        """What no way to publish goes below on average: the mean of what is wanted, over the limit.

        Given a box, no record is likelier than the limit, so of what the box holds at most that
        share is wanted on average.
        """
        block = self.block.candidates
        pairs = zip(getattr(block.held, measure).tolist(), block.weights.tolist(), strict=True)
        return Fraction(sum(s * w for s, w in pairs), block.total) / self.limit

    def confidence(self, drawn: int, limit: Fraction | None) -> Confidence:
        """How sure the informed attacker is, given what was drawn."""
        remaining = len(self.mechanism.joint[drawn])
        upper = self.mechanism.confidence(drawn)
        return Confidence(
            INFORMED, upper, limit=limit, considered=self.considered, remaining=remaining
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What the buyer should know."""
        found = [
            "what is published was drawn: draw once and keep to it, as each new draw for the same "
            "intent tells more (a campaign file keeps it)"
        ]
        if len(self.block.places) < self.considered:
            found.append(
                f"hidden among a block of {len(self.block.places):,} of {self.considered:,} "
                "candidates; expected records and cost are those of the block"
            )
        return tuple(found)


class Sealing:
    """How every candidate would be published; settled from the market and the settings alone."""

    def __init__(
        self,
        market: Market,
        belief: Belief,
        limit: Fraction,
        form: Form,
        shape: Box | None = None,
        tick: OnRound | None = None,
        among: Candidates | None = None,
    ) -> None:
        """Settle it for the candidates of a class, or `among` those that earlier posts have left."""
        if among is not None:
            listed, self.considered = among, len(among)
        else:
            listed, self.considered = _listed(market, belief, limit, form, shape)
        found = _protectable(listed, form)
        self.considered -= len(listed) - len(found)
        self.candidates, self.limit, self.form = found, limit, form
        self._tick = tick
        lowest = likeliest(found)
        if lowest > limit:
            raise UnreachableLimit(INFORMED, limit, lowest)
        self.blocks = Blocks(found, limit, form)

    def place(self, true: Box) -> int:
        """Where an intent stands among the candidates."""
        place = self.candidates.place(true)
        if place is None:
            raise SettingError(
                "the true intent is not among the candidates, so it can't be hidden among them. Reckon "
                "with those of its shape if it has several cells, with empty ones too if it holds no "
                "records, or with a prior that gives it weight; the whole space can't be hidden at "
                "all.",
                "candidates",
            )
        return place

    def holding(self, place: int) -> SealedBlock:
        """How the block of one candidate is published."""
        return self.sealed(self.blocks.holding(place))

    def sealed(self, block: Block) -> SealedBlock:
        """How a block is published."""
        inside = block.candidates
        found = family(inside, block.around, self.limit, self.form)
        allowed = may_be_published(inside, found, self.form)
        cost = getattr(found.masses, OBJECTIVES[self.form.objective][0])
        cost = np.minimum(cost, LARGEST).astype(np.int64)  # only cells can be more
        for_all = np.flatnonzero(allowed.all(axis=1))
        whole = int(for_all[np.argmin(cost[for_all])])
        program = self._program(inside, allowed, cost)
        solution = program.solve()
        made = mechanism(inside, found.boxes, found.masses, whole, solution, self.limit)
        bound = Fraction(0)
        if solution is not None and found.complete:
            bound = program.lower_bound(solution.worth)
        result = SealedBlock(made, block, self.considered, self.limit, bound, "bounded")
        measure = OBJECTIVES[self.form.objective][0]
        result = replace(result, bound=max(bound, result.floor(measure)))
        return replace(result, status=self._status(result, found.complete, measure))

    def _program(
        self, inside: Candidates, allowed: NDArray[np.bool_], cost: Ints
    ) -> Program | Overlaps:
        held = getattr(inside.held, OBJECTIVES[self.form.objective][0])
        guess = held.astype(float) / float(self.limit)
        if inside.codes is not None:
            return Program(inside.weights, allowed, cost, self.limit, guess, self._tick)
        cover, effort = patterns(inside.stack), self.form.effort
        return Overlaps(inside.weights, allowed, cost, self.limit, cover, guess, effort, self._tick)

    def _status(self, result: SealedBlock, complete: bool, measure: str) -> str:
        whole = len(result.block.places) == result.considered
        if not whole or not complete:
            return "heuristic"
        gap = result.expected(measure) - result.bound
        return "optimal" if gap <= NEARLY * result.bound else "bounded"


def _listed(
    market: Market, belief: Belief, limit: Fraction, form: Form, shape: Box | None
) -> tuple[Candidates, int]:
    """The candidates, or a part of them that was settled beforehand, and how many there are."""
    many = how_many(market, belief, shape)
    few = 4 * fewest(limit) <= MOST
    every_cell = (belief.candidates, belief.prior, belief.support) == ("cells", "uniform", "all")
    single = shape is not None and shape.size == 1
    if many > MOST and few and every_cell and single and not form.attackers:
        assert shape is not None
        return cells_around(market, shape, limit, form), many
    found = candidates(market, belief, shape)
    return found, len(found)


def _protectable(found: Candidates, form: Form) -> Candidates:
    """The candidates that something can be published for.

    The other attackers must be within their limits at least if everything is published, and one who
    wants everything can't be disguised.
    """
    market = found.market
    whole = market.total if form.common is None else market.mass(form.common)
    keep = ~out_of_reach(found, form.attackers, form.limits, whole)
    if not form.bare:
        keep &= (found.held.cells < market.space.size).astype(bool)
    if not keep.any():
        raise SettingError(
            "no candidate can be disguised: other attackers can't be held at their limits, or it is "
            "the whole space that is wanted."
        )
    return found if keep.all() else found.take(np.flatnonzero(keep))
