"""Candidates and beliefs in fewer dimensions, and back.

What a belief says is the same in a market that is folded onto the dimensions that matter to it
(`Belief.free`): as many candidates, each as likely.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tacit.candidates.candidates import Candidates
from tacit.candidates.given import Given
from tacit.candidates.secrets import SurestValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.candidates.belief import Belief
    from tacit.intents.intent import Intent
    from tacit.market.folding import Folding


def folded_belief(belief: Belief, folding: Folding, like: Intent | None) -> Belief:
    """What a belief says of a market, said of the folded one; the usual class is settled.

    All of the shape of a single cell are the cells, of which many more can be listed.
    """
    belief = belief.settled(like)
    of, prior = belief.candidates, tuple(_folded(one, folding) for one in belief.priors)
    if of == "shape" and like is not None and folding.fold(like).size == 1:
        return replace(belief, candidates="cells", prior=prior)
    return replace(belief, candidates=_folded(of, folding), prior=prior)


def _folded(named: str | Given, folding: Folding) -> str | Given:
    """A list in fewer dimensions; names stay as they are."""
    if isinstance(named, str) or not folding.away:
        return named
    pairs = named.intents(folding.whole).items()
    return Given(tuple((folding.fold(intent).to_json(), weight) for intent, weight in pairs))


def folded(found: Candidates, folding: Folding) -> Candidates:
    """Candidates that have all values on what is folded away, in fewer dimensions."""
    if not folding.away:
        return found
    pieces = [folding.fold_stack(one) for one in found.in_pieces]
    return replace(Candidates.of_unions(folding.folded, pieces, found.weights), others=found.others)


def lifted(found: Candidates, folding: Folding) -> Candidates:
    """Candidates of the folded market in all dimensions again, with what each holds."""
    if not folding.away:
        return found
    pieces = [folding.lift_stack(one) for one in found.in_pieces]
    return replace(
        Candidates.of_unions(folding.whole, pieces, found.weights),
        others=found.others,
        known=folding.lift_masses(found.held),
    )


def lifted_values(found: Sequence[SurestValue], folding: Folding) -> tuple[SurestValue, ...]:
    """The surest value of every dimension: where all candidates have all values, none is asked for."""
    known = {one.dimension: one for one in found}
    names = folding.whole.space.names
    return tuple(known.get(name, SurestValue(name, None, Fraction(0))) for name in names)
