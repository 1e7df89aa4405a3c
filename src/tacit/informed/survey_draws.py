"""The survey of a method that draws: what an informed attacker makes of every draw.

Candidates are settled block by block: those of one block may be published alike, and never like
those of another. So every block is looked at by itself; some of them, if there are many.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

import numpy as np

from tacit._progress import Counter
from tacit.candidates.listing import candidates
from tacit.informed.survey import Exposed, Survey
from tacit.market.stacks import patterns, taken

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.box import Box
    from tacit.market.market import Market
    from tacit.publishing.method import DrawingMethod
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.sealed.blocks import Block
    from tacit.publishing.sealed.sealing import Sealing

SOME_BLOCKS = 25
"""Of more blocks than this, so many are looked at: a few seconds each on large markets."""


def survey_draws(
    market: Market,
    procedure: Procedure,
    belief: Belief,
    shape: Box | None = None,
    progress: Listener | None = None,
) -> Survey:
    """What the attacker makes of each candidate, over all that may be drawn for it."""
    method = cast("DrawingMethod", procedure.method)
    how = (market, procedure.against, procedure.settings)
    sealing = method.settle(*how, shape, progress=progress)
    everyone = candidates(market, belief, shape)
    standing = everyone.places(sealing.candidates)
    at = {place: i for i, place in enumerate(standing.tolist()) if place >= 0}
    blocks = _blocks(sealing)
    tick, seen = Counter(progress, "blocks", len(blocks)), []
    for block in blocks:
        seen.append(_exposed(sealing, block, everyone, at))
        tick()
    tried = [one for block in seen for one in block]
    weight = sum(one.weight for one in tried)
    limit = sealing.limit
    return Survey(
        limit=limit,
        candidates=len(tried),
        considered=len(at),
        refused=len(everyone) - len(at) if sealing.considered == len(sealing.candidates) else 0,
        exceed=sum(one.worst > limit for one in tried),
        exceed_any=sum(one.worst_of_any > limit for one in tried),
        alone=sum(one.alone for one in tried),
        mean=sum((one.weight * one.mean for one in tried), Fraction(0)) / weight,
        worst=max(one.worst for one in tried),
        draws=(sum(any(o.worst > limit for o in block) for block in seen), len(seen)),
    )


def _blocks(sealing: Sealing) -> list[Block]:
    """The only block, or some that are drawn."""
    first = sealing.blocks.holding(0)
    if len(first.places) == len(sealing.candidates):
        return [first]
    rng = np.random.default_rng(0)
    places = rng.integers(0, len(sealing.candidates), SOME_BLOCKS).tolist()
    return list({int(b.places[0]): b for b in map(sealing.blocks.holding, places)}.values())


def _exposed(
    sealing: Sealing, block: Block, everyone: Candidates, at: dict[int, int]
) -> list[Exposed]:
    """What the attacker makes of each candidate of a block that it reckons with."""
    made = sealing.sealed(block).mechanism
    known = {v: at[place] for v, place in enumerate(block.places.tolist()) if place in at}
    found = {v: Exposed(int(everyone.weights[i])) for v, i in known.items()}
    chances = {v: made.chances(v) for v in known}
    for u in range(len(made.joint)):
        members = [v for v in made.joint[u] if v in known]
        if not members:
            continue
        weights = [chances[v][u] * found[v].weight for v in members]
        held = patterns(taken(made.candidates.stack, members))
        sums = [sum((weights[i] for i in np.flatnonzero(row)), Fraction(0)) for row in held]
        total, most = sum(weights, Fraction(0)), max(sums)
        for i, v in enumerate(members):
            own = max(s for s, row in zip(sums, held, strict=True) if row[i])
            found[v].take(chances[v][u], own / total, most / total, len(members) == 1)
    return list(found.values())
