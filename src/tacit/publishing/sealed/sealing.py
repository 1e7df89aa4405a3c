"""Sealed: a published intent that holds even against someone who knows how it was chosen.

A method that always answers the same can be replayed: run it on every intent that could have been
wanted, and keep those that lead to what was published. So `sealed` draws. Before the true intent is
looked at, it settles how likely each box is to be published for each candidate, such that someone
who knows all these chances, and how likely each candidate is beforehand, stays within the limit
about every secret, by every belief; among all ways to do that, at the least expected cost
(`program.py`). Then it draws a box for the true intent. Only the draw is secret.

Where there are too many candidates for one program they are put into blocks first (`blocks.py`). All
of it is done in the dimensions that matter (`what_matters.py`), and told in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import LARGEST
from tacit._progress import Phase
from tacit.attackers.registry import INFORMED
from tacit.candidates.folded import folded, folded_belief, lifted
from tacit.candidates.listing import around
from tacit.candidates.secrets import Secrets, about_value, judged
from tacit.errors import SettingError, UnreachableLimit
from tacit.market.stacks import masses
from tacit.publishing.rules import OBJECTIVES
from tacit.publishing.sealed.blocks import Block, Blocks
from tacit.publishing.sealed.boxes_to_draw import (
    Form,
    family,
    may_be_published,
    thinned,
)
from tacit.publishing.sealed.lines import Lines
from tacit.publishing.sealed.mechanism import Mechanism, mechanism
from tacit.publishing.sealed.program import CLOSE, Program
from tacit.publishing.sealed.remembered import digest, remembered
from tacit.publishing.sealed.served import served
from tacit.publishing.sealed.what_matters import onto_what_matters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit._progress import Listener, Progress
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.folding import Folding
    from tacit.market.market import Market

NEARLY = Fraction(1, 10**6)
"""How far above the proven bound what is called optimal may be, as a share: twice `CLOSE`.

The search ends at that, and what the repair of the solver's numbers adds is a little more.
"""
EXACT = 3
"""Of candidates that share records, up to so many pairs with boxes per unit of effort are all looked at."""
ROUGH = 1e-2
"""How near the least cost the search comes where not all are, as a share of it."""


@dataclass(frozen=True, repr=False, eq=False)
class SealedBlock:
    """How a block of candidates is published.

    Attributes:
        mechanism: the chances.
        block: the candidates that are treated alike.
        considered: how many candidates there are in all.
        limit: how likely a record may be by the named beliefs.
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

    def told_in(self, market: Market, scale: int | None, objective: str) -> SealedBlock:
        """The same told of a market of which each record stood for so many, if for as many each."""
        if scale is None:
            times, status = Fraction(0), "heuristic"
        else:
            times, status = Fraction(1 if objective == "cells" else scale), self.status
        everyone = replace(self.block.candidates, market=market, known=None)
        made = self.mechanism
        return replace(
            self,
            mechanism=replace(made, candidates=everyone, masses=masses(market, made.boxes)),
            block=replace(self.block, candidates=everyone),
            bound=self.bound * times,
            status=status,
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What the buyer should know."""
        if len(self.block.places) == self.considered:
            return ()
        return (
            f"hidden among a block of {len(self.block.places):,} of {self.considered:,} candidates; "
            "expected records and cost are those of the block",
        )


class Sealing:
    """How every candidate would be published; settled from the market and the settings alone.

    Attributes:
        folding: the dimensions in which it is settled; `inside` and `blocks` are in these.
        inside: the candidates there.
        blocks: those that are treated alike.
        considered: how many candidates there are in all.
        unserved: those that nothing can be published for, if there are any.
        progress: who is told how far the work on a block has come.
    """

    def __init__(
        self,
        market: Market,
        belief: Belief,
        secrets: Secrets,
        form: Form,
        like: Intent | None = None,
        progress: Listener | None = None,
        among: Candidates | None = None,
        folding: Folding | None = None,
    ) -> None:
        """Settle it for the candidates of a class, or `among` those that earlier posts have left.

        Of a class that is too large to list, for the part that holds `like`. The folding is by default
        the one onto what matters.
        """
        Phase(progress, "listing candidates")
        folding = folding or onto_what_matters(market, belief, form, like, among)
        secrets = secrets.among(folding.folded.space.names)
        form = form if form.common is None else replace(form, common=folding.fold(form.common))
        if among is None:
            example = None
            if like is not None and folding.keeps(like):  # else it is none of a list
                example = folding.fold(like)
            asked = (folding.folded, folded_belief(belief, folding, like), example)
            listed, self.considered = around(*asked, form.objective, secrets.lowered)
        else:
            listed, self.considered = folded(among, folding), len(among)
        found, self.unserved = served(listed, form, secrets)
        found = _believed(found)
        self.considered -= len(listed) - len(found)
        self.folding, self.inside, self.form = folding, found, form
        self.secrets, self.progress = secrets.lowered, progress
        _require_reachable(found, secrets)
        self.blocks = Blocks(found, self.secrets, form)

    @cached_property
    def candidates(self) -> Candidates:
        """The candidates, in all dimensions."""
        return lifted(self.inside, self.folding)

    def place(self, true: Intent) -> int:
        """Where an intent stands among the candidates."""
        folding = self.folding
        place = self.inside.place(folding.fold(true)) if folding.keeps(true) else None
        if place is None:
            if self.unserved and folding.keeps(true) and self.unserved.has(folding.fold(true)):
                raise self.unserved.error
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
        Phase(self.progress, "putting candidates into blocks")
        return self.sealed(self.blocks.holding(place))

    @property
    def in_one_block(self) -> bool:
        """Whether all candidates are treated alike."""
        return len(self.blocks.holding(0).places) == len(self.candidates)

    def sealed(self, block: Block) -> SealedBlock:
        """How a block is published, in all dimensions."""
        asked, folding = digest(block, self.secrets, self.form, self.considered), self.folding
        found = remembered(asked, lambda: self._settled(block))
        if not folding.away:
            return found
        made, everyone = found.mechanism, lifted(block.candidates, folding)
        boxes, held = folding.lift_stack(made.boxes), folding.lift_masses(made.masses)
        around = folding.lift_masks(block.around)
        return replace(
            found,
            mechanism=replace(made, candidates=everyone, boxes=boxes, masses=held),
            block=replace(block, candidates=everyone, around=around),
            bound=found.bound * self._unit,
        )

    @property
    def _unit(self) -> int:
        """What one of the objective stands for that was made small in fewer dimensions."""
        return self.folding.times if self.form.objective == "cells" else 1

    def _settled(self, block: Block) -> SealedBlock:
        """How a block is published, in the dimensions that matter."""
        Phase(self.progress, "finding boxes to draw")
        inside, limit = block.candidates, self.secrets.limit
        found = family(inside, block.around, self.secrets, self.form)
        allowed = may_be_published(inside, found, self.form)
        measure = OBJECTIVES[self.form.objective][0]
        cost = getattr(found.masses, measure)
        cost = np.minimum(cost, LARGEST).astype(np.int64)  # only cells can be more
        for_all = np.flatnonzero(allowed.all(axis=1))
        whole = int(for_all[np.argmin(cost[for_all])])
        lines = Lines.of(inside, self.secrets)
        guess = getattr(inside.held, measure).astype(float) / float(limit)
        allowed, close = self._within_effort(lines, allowed, found.complete)
        program = Program(lines, allowed, cost, guess, self.progress and self._told, close)
        complete = found.complete and close != ROUGH
        solution = program.solve()
        made = mechanism(inside, lines, found.boxes, found.masses, whole, solution)
        proven = solution is not None and complete
        bound = program.lower_bound() if proven else Fraction(0)
        result = SealedBlock(made, block, self.considered, limit, bound, "bounded")
        result = replace(result, bound=max(bound, result.floor(measure)))
        return replace(result, status=self._status(result, complete, measure))

    def _told(self, progress: Progress) -> None:
        """Tell who listens how far a program has come, with costs in the user's unit."""
        assert self.progress is not None
        if progress.best is not None and progress.bound is not None:
            objective, market = self.form.objective, self.folding.whole
            unit = float(market.money_tick) if objective == "cost" else float(self._unit)
            best, bound = progress.best * unit, progress.bound * unit
            progress = replace(progress, best=best, bound=bound, objective=objective)
        self.progress(progress)

    def _within_effort(
        self, lines: Lines, allowed: NDArray[np.bool_], complete: bool
    ) -> tuple[NDArray[np.bool_], float]:
        """Which box may be drawn for whom, and how near the least cost the search must come."""
        small = lines.cover is None or int(allowed.sum()) <= EXACT * self.form.effort
        if lines.plain or (complete and small):
            return allowed, CLOSE
        return thinned(allowed), ROUGH

    def _status(self, result: SealedBlock, complete: bool, measure: str) -> str:
        whole = len(result.block.places) == result.considered
        if not whole or not complete:
            return "heuristic"
        gap = result.expected(measure) - result.bound
        return "optimal" if gap <= NEARLY * result.bound else "bounded"


def _require_reachable(found: Candidates, secrets: Secrets) -> None:
    """Refuse limits that are broken before anything is published, with those that were asked for."""
    before = judged(found, [Fraction(1)] * len(found), secrets)
    if before.holds:
        return
    name = before.broken[0]
    if name is None:
        raise UnreachableLimit(INFORMED, secrets.limit, before.record)
    limit, lowest = secrets.hidden[name], before.values[name]
    raise UnreachableLimit(about_value(name), limit, lowest)


def _believed(found: Candidates) -> Candidates:
    """The same without beliefs that hold none of them possible: those have nothing to say of them."""
    first, *others = (weights for weights in found.beliefs if weights.any())
    return replace(found, weights=first, others=tuple(others))
