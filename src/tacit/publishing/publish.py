"""Publish: choose what to publish by a procedure, draw it, and say what it costs.

`tacit.protect` (in `auditing/protect.py`) adds what the best-informed reader makes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tacit._progress import Phase
from tacit.attackers.against import Against, Names
from tacit.errors import NoKey, SettingError
from tacit.publishing.boxes import Boxes
from tacit.publishing.giving_away import (
    laid_bare,
    most_given_away,
    note_on_giving_away,
    told_by,
)
from tacit.publishing.headline import Headline, judged_by_records
from tacit.publishing.made_here import note_how
from tacit.publishing.notes import notes_on, notes_on_disguise
from tacit.publishing.own_key import OwnKey
from tacit.publishing.plan import Choice, Post, Proof
from tacit.publishing.publication import Publication, share_of
from tacit.publishing.question import question

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit._progress import Listener
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.method import Earlier
    from tacit.publishing.plan import StillPossible, Worth
    from tacit.publishing.procedure import Procedure

PUBLISHING = 0x7461636974
"""What tells the draws of a publication from others with the same seed."""
Seed = int | Sequence[int] | None

BY_KEY = "drawn by your key on this machine: the same question gives the same post"
ANEW = (
    "drawn anew: post one draw and no other, as whoever sees two for the same intent can tell more than "
    "from one"
)
BY_SEED = (
    "drawn by a seed: whoever knows it can replay the draw, so it is as secret as the true intent"
)


def publish(
    procedure: Procedure,
    market: Market,
    true: Intent,
    seed: Seed = None,
    earlier: Earlier | None = None,
    progress: Listener | None = None,
    *,
    fresh: bool = False,
) -> Publication:
    """Choose what to publish by a procedure; draw it, where that is up to chance.

    Args:
        procedure: how to choose.
        market: what is on offer.
        true: what is truly wanted.
        seed: what decides the draw; by default the user's own key and the question.
        earlier: what earlier posts for the same need have left; then the draw is new.
        progress: a function to call a few times a second with a `Progress`.
        fresh: whether to draw anew, where the key would give the same again.
    """
    procedure = procedure.settled(true)
    choice = procedure.choose(market, true, earlier, progress)
    Phase(progress, "asking every attacker")
    place, notes = 0, tuple[str, ...]()
    if len(choice.posts) > 1:
        rng, notes = _draws_from(procedure, market, true, seed, fresh=fresh or earlier is not None)
        place = choice.draw(rng)
    result = described(procedure, market, true, choice, place)
    result = replace(result, notes=(*notes, *result.notes))
    if BY_KEY in notes:
        with suppress(NoKey):  # then an audit of the post alone has to guess
            note_how(result)
    told = most_given_away(result)
    if told is None:
        return result
    note = note_on_giving_away(result, told, earlier, progress)
    return replace(result, notes=(*result.notes, note))


def _draws_from(
    procedure: Procedure, market: Market, true: Intent, seed: Seed, *, fresh: bool
) -> tuple[np.random.Generator, tuple[str, ...]]:
    """Where a draw comes from, and what the buyer should know of that."""
    if seed is not None:
        return seeded(seed), (BY_SEED,)
    if fresh:
        return np.random.default_rng(), (ANEW,)
    try:
        key = OwnKey.read_or_make()
    except NoKey as error:
        return np.random.default_rng(), (f"{str(error).rstrip('.')}; so this was {ANEW}",)
    told = () if key.warning is None else (key.warning,)
    return by_key(key, procedure, market, true), (BY_KEY, *told)


def by_key(key: OwnKey, procedure: Procedure, market: Market, true: Intent) -> np.random.Generator:
    """What a user's own key draws by, for one question."""
    return seeded(key.draw(question(market, procedure, true)))


def seeded(seed: int | Sequence[int]) -> np.random.Generator:
    """What a seed draws by: never the numbers that the same seed gives a purchase."""
    parts = tuple(seed) if isinstance(seed, tuple | list) else (seed,)
    if not all(isinstance(part, int) and part >= 0 for part in parts):
        raise SettingError("the seed must be a whole number, 0 or more.", "seed")
    return np.random.default_rng([*parts, PUBLISHING])


def described(
    procedure: Procedure, market: Market, true: Intent, choice: Choice, place: int = 0
) -> Publication:
    """Put a published intent together with what it costs and what attackers make of it."""
    published = choice.posts[place].published.as_public()
    mass, true_mass = market.mass(published), market.mass(true)
    confidences = procedure.judged(market, true, published)
    unprotected = procedure.judged(market, true, true)
    left, secrets = choice.still_possible(place), procedure.secrets(market.space)
    informed = choice.informed(place)
    share = share_of(market.wanted(true).records, mass.records)
    return Publication(
        market=market,
        true=true,
        published=published,
        procedure=procedure,
        limit=procedure.limit,
        confidences=(*confidences, *informed),
        unprotected=(*unprotected, *laid_bare(true, informed)),
        mass=mass,
        true_mass=true_mass,
        proof=choice.worth or floor(procedure, market, true),
        steps=choice.posts[place].steps,
        alpha=choice.alpha,
        notes=(
            *notes_on(market, true),
            *notes_on_disguise(true, published, true_mass, mass),
            *choice.notes,
        ),
        still_possible=left,
        gives_away=() if left is None else told_by(left, secrets),
        headline=_headline(left, secrets, true, share),
        matching=market.matching(true),
    )


def _headline(
    left: StillPossible | None, secrets: Secrets, true: Intent, share: Fraction
) -> Headline:
    """How sure the best-informed reader is, where the method settles that."""
    if left is None:
        return Headline.not_known(secrets.limit, share, "nobody has replayed the method yet")
    return Headline.of(judged_by_records(left.candidates, left.chances, secrets, true), share)


def as_published(
    procedure: Procedure, market: Market, true: Intent, published: Intent
) -> Publication:
    """An intent that was published before, as if the procedure had just come to it."""
    return described(procedure, market, true, Choice((Post(published),)))


def floor(procedure: Procedure, market: Market, true: Intent) -> Worth:
    """What is known of a result that comes without proof: what no published intent goes below."""
    against, rules = procedure.against, procedure.settings.rules
    boxes = Boxes(market, true, against.posts, against.limits, rules)
    return Proof("heuristic", boxes.floor)


def lowest_limit(market: Market, true: Intent, against: Names) -> Fraction:
    """The lowest limit that some published intent reaches for all these attackers."""
    attackers = Against.of(against).about_posts().posts
    return max(attacker.lowest_limit(market, true.required()) for attacker in attackers)
