"""The survey of a method that draws: what an informed attacker makes of every draw.

Candidates are settled block by block: those of one block may be published alike, and never like
those of another. So every block is looked at by itself; some of them, if there are many. Of a class
that is too large to list, some candidates are drawn, and the block of each is looked at.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tacit._progress import Phase
from tacit.candidates.folded import lifted
from tacit.candidates.listing import MOST, candidates, drawn, how_many
from tacit.candidates.secrets import asking, posteriors, raised, shares_of
from tacit.errors import TooManyCandidates
from tacit.informed.parts import believed, settled_around
from tacit.informed.survey import Exposed, Survey, counted
from tacit.informed.what_matters import in_what_matters
from tacit.intents.box import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Rows, Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.sealed.blocks import Block
    from tacit.publishing.sealed.mechanism import Mechanism
    from tacit.publishing.sealed.sealing import Sealing

SOME_BLOCKS = 25
"""Of more blocks than this, so many are looked at: a few seconds each on large markets."""
NAMED = 5
"""So many of those that are refused are named."""


class _Reckoned(NamedTuple):
    """The candidates of one sealing that the attacker reckons with.

    Attributes:
        everyone: all that the attacker reckons with.
        at: where each candidate of the sealing stands among them, if it does.
    """

    everyone: Candidates
    at: dict[int, int]


def survey_draws(
    market: Market,
    procedure: Procedure,
    belief: Belief,
    secrets: Secrets | None = None,
    shape: Intent | None = None,
    progress: Listener | None = None,
) -> Survey:
    """What the attacker makes of each candidate, over all that may be drawn for it."""
    secrets = secrets or procedure.secrets(market.space)
    folding, procedure, belief, _ = in_what_matters(market, procedure, belief, secrets, shape)
    market, shape = folding.folded, None if shape is None else folding.fold(shape)
    sealing = _settled(market, procedure, belief, shape, progress)
    if sealing is None:
        return _survey_parts(market, procedure, belief, secrets, shape, progress)
    Phase(progress, "listing candidates")
    everyone = candidates(market, belief, shape)
    standing = everyone.places(sealing.candidates)
    at = {place: i for i, place in enumerate(standing.tolist()) if place >= 0}
    blocks = _blocks(sealing)
    phase, seen = Phase(progress, "surveying blocks", len(blocks)), []
    sealing.progress = phase.inner
    for block in blocks:
        seen.append(_exposed(sealing, block, _Reckoned(everyone, at), secrets))
        phase()
    refused = np.flatnonzero(standing < 0)
    found = _together(seen, secrets, len(at), len(refused), len(everyone.beliefs))
    some = lifted(everyone.take(refused[:NAMED]), folding) if len(refused) else None
    return replace(found, refused_first=() if some is None else _conditions(some))


def _conditions(some: Candidates) -> tuple[str, ...]:
    return tuple(some.intent(i).to_sql() for i in range(len(some)))


def _settled(
    market: Market,
    procedure: Procedure,
    belief: Belief,
    shape: Intent | None,
    progress: Listener | None,
) -> Sealing | None:
    """How every candidate would be published; None where they are too many to be settled together."""
    if how_many(market, belief, shape) > MOST:
        return None
    try:
        sealing = settled_around(market, procedure, shape, progress)
    except TooManyCandidates:
        return None
    return sealing if len(sealing.candidates) == sealing.considered else None


def _survey_parts(
    market: Market,
    procedure: Procedure,
    belief: Belief,
    secrets: Secrets,
    shape: Intent | None,
    progress: Listener | None,
) -> Survey:
    """The same by the blocks of candidates that are drawn, each in the part that it is hidden in."""
    Phase(progress, "drawing candidates")
    rng, whole = np.random.default_rng(0), Box.everything(market.space)
    some = drawn(market, belief, shape, whole, SOME_BLOCKS, rng)
    phase, seen = Phase(progress, "surveying blocks", len(some)), []
    for i in range(len(some)):
        true = some.intent(i)
        sealing = settled_around(market, procedure, true, phase.inner)
        place = sealing.candidates.place(true)
        if place is not None:  # else nothing can be published for it
            everyone = believed(sealing.candidates, procedure, belief, true)
            some_weight = np.flatnonzero(np.any(everyone.beliefs, axis=0)).tolist()
            reckoned = _Reckoned(everyone, dict(zip(some_weight, some_weight, strict=True)))
            seen.append(_exposed(sealing, sealing.blocks.holding(place), reckoned, secrets))
        phase()
    refused = len(some) - len(seen)
    return _together(seen, secrets, how_many(market, belief, shape), refused, len(belief.priors))


def _together(
    seen: list[list[Exposed]], secrets: Secrets, considered: int, refused: int, beliefs: int
) -> Survey:
    tried = [one for block in seen for one in block]
    over = sum(any(one.exceeds(secrets) for one in block) for block in seen)
    return counted(secrets, tried, considered, refused, beliefs, draws=(over, len(seen)))


def _blocks(sealing: Sealing) -> list[Block]:
    """The only block, or some that are drawn."""
    if sealing.in_one_block:
        return [sealing.blocks.holding(0)]
    rng = np.random.default_rng(0)
    places = rng.integers(0, len(sealing.candidates), SOME_BLOCKS).tolist()
    return list({int(b.places[0]): b for b in map(sealing.blocks.holding, places)}.values())


def _exposed(
    sealing: Sealing, block: Block, reckoned: _Reckoned, secrets: Secrets
) -> list[Exposed]:
    """What the attacker makes of each candidate of a block that it reckons with."""
    made, at = sealing.sealed(block).mechanism, reckoned.at
    known = {v: at[place] for v, place in enumerate(block.places.tolist()) if place in at}
    found = {v: Exposed(int(reckoned.everyone.weights[i])) for v, i in known.items()}
    posts = _posts(made, known)
    phase = Phase(sealing.progress, "judging every post", len(posts))
    for chances in posts:
        left = reckoned.everyone.take([known[v] for v in chances])
        exposed = [found[v] for v in chances]
        _count(left, list(chances.values()), exposed, secrets)
        phase()
    return list(found.values())


def _posts(made: Mechanism, known: dict[int, int]) -> list[dict[int, Fraction]]:
    """For each post, how likely it is for each candidate that may lead there."""
    found: dict[int, dict[int, Fraction]] = {}
    for v in known:
        for u, chance in made.chances(v).items():
            found.setdefault(u, {})[v] = chance
    return list(found.values())


def _count(
    left: Candidates, chances: list[Fraction], exposed: list[Exposed], secrets: Secrets
) -> None:
    """Count in one post for each of those that may lead there."""
    rows, names = posteriors(left, chances), left.market.space.names
    own, most = _surely(left.covers(), rows, secrets.within)
    for one, chance, sure in zip(exposed, chances, own, strict=True):
        one.take(chance, sure, most, alone=len(left) == 1)
    for name in (one for one in secrets.hidden if one in names):  # the others are folded away
        own, most = _surely(asking(left, names.index(name)), rows, secrets.within)
        for one, sure in zip(exposed, own, strict=True):
            one.take_value(name, sure, most)


def _surely(
    masks: NDArray[np.bool_], rows: Rows, within: Fraction
) -> tuple[list[Fraction], Fraction]:
    """How sure the surest belief is of what each candidate has of some secrets, and of any of them."""
    shares = [max(each) for each in zip(*(shares_of(masks, row) for row in rows), strict=True)]
    raised_shares = [raised(share, within) for share in shares]
    own = [
        max((s for s, yes in zip(raised_shares, column, strict=True) if yes), default=Fraction(0))
        for column in masks.T
    ]
    return own, max(raised_shares)
