"""The posterior: what someone who knows the method makes of a post, and of several together.

They ask, of every intent that could have been wanted, how likely it was to lead to what was
published. What they are left with after one post is what they bring to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.campaign.remaining import Remaining
from tacit.candidates.listing import how_many
from tacit.informed.post import Informed, usual_belief
from tacit.intents.box import Box

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit._progress import Listener
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.plan import StillPossible
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication

MOST_KEPT = 5_000
"""More candidates than this are not kept from one publication to the next."""


def what_remains(
    market: Market, result: Publication, progress: Listener | None = None
) -> Remaining | None:
    """What a publication leaves to someone who knows how it was made; None if that is not known."""
    if result.still_possible is not None:
        return _as_settled(result.still_possible)
    return _after_a_replay(market, result.true, result.published, result.procedure, progress)


def left_by_both(
    market: Market,
    before: Remaining | None,
    result: Publication,
    progress: Listener | None = None,
) -> Remaining | None:
    """The candidates that could have led to the earlier posts and to one made without drawing.

    Those whom the earlier posts have left, and nobody else, by the beliefs of those posts.
    """
    if before is None:
        return None
    rival = Informed(market, result.procedure, usual_belief(market, result.true))
    chances = rival.led_by(before.among(market), result.published, progress)
    if chances is None:
        return None
    kept = [i for i, chance in enumerate(chances) if chance]
    rows = [[row[i] * chances[i] for i in kept] for row in before.weights]
    if not any(map(any, rows)):
        return None
    return Remaining.of(tuple(before.intents[i] for i in kept), rows, before.considered)


def _as_settled(found: StillPossible) -> Remaining:
    """The candidates that the method itself says could have led to this post."""
    intents = tuple(found.candidates.intent(i) for i in range(len(found.candidates)))
    return Remaining.of(intents, _by_now(found.candidates, found.chances), found.considered)


def _by_now(candidates: Candidates, chances: list[Fraction]) -> list[list[Fraction]]:
    """How likely each candidate is by each belief, given how likely it was to lead to a post."""
    return [
        [chance * int(weight) for chance, weight in zip(chances, belief, strict=True)]
        for belief in candidates.beliefs
    ]


def _after_a_replay(
    market: Market,
    true: Intent,
    published: Intent,
    procedure: Procedure,
    progress: Listener | None = None,
) -> Remaining | None:
    """The candidates for which the method publishes just this."""
    if not isinstance(true, Box):
        return None
    belief = usual_belief(market, true)
    rival = Informed(market, procedure, belief)
    found = rival.left(true, published, progress, made_here=True)
    if found is None or not 0 < len(found[0]) <= MOST_KEPT:
        return None
    candidates, chances = found
    intents = tuple(candidates.intent(i) for i in range(len(candidates)))
    if true not in intents:  # a need that was not reckoned with
        return None
    return Remaining.of(intents, _by_now(candidates, chances), how_many(market, belief, true))
