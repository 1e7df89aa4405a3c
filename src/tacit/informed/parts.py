"""A part of very many candidates: the one that a method which draws hides a true intent in.

Where a class is too large to list, the part is what can be looked at. Someone who is told the part
knows more than someone who is not, so what is found about that one bounds what anyone finds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from tacit.candidates.candidate_class import Within
from tacit.intents.box import Box

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.method import DrawingMethod
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.sealed.sealing import Sealing


def settled_around(
    market: Market, procedure: Procedure, true: Intent | None, progress: Listener | None = None
) -> Sealing:
    """How candidates are published: all of them, or of too many the part that holds a true intent."""
    method = cast("DrawingMethod", procedure.method)
    how = (*procedure.held_in(market), procedure.settings)
    return method.settle(*how, cast("Box", true), progress=progress)


def part_of(
    market: Market,
    procedure: Procedure,
    belief: Belief,
    true: Intent | None,
    progress: Listener | None = None,
) -> Candidates | None:
    """The part that a true intent is hidden in, each of it as likely as a belief has it.

    None where there are no parts: the method draws among all, or does not draw.
    """
    if not procedure.method.draws:
        return None
    sealing = settled_around(market, procedure, true, progress)
    if len(sealing.candidates) == sealing.considered:
        return None
    return believed(sealing.candidates, procedure, belief, true)


def believed(
    found: Candidates, procedure: Procedure, belief: Belief, true: Intent | None = None
) -> Candidates:
    """Candidates that a method has settled for its own belief, as likely as another has them."""
    own = procedure.belief
    if own is not None and own.priors == belief.priors:
        return found
    alike = replace(found, weights=np.ones(len(found), dtype=np.int64), others=())
    everywhere = Within(found.market, Box.everything(found.market.space), true, belief.support)
    first, *others = belief.weights_in_part(alike, everywhere)
    return replace(found, weights=first, others=tuple(others))
