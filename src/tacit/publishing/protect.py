"""Protect: choose what to publish, and say what it costs and what attackers make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LIMIT, METHOD
from tacit.attackers.against import Against, Names
from tacit.errors import SettingError
from tacit.publishing.boxes import Boxes
from tacit.publishing.giving_away import (
    laid_bare,
    most_given_away,
    note_on_giving_away,
    told_by,
)
from tacit.publishing.notes import notes_on, notes_on_disguise
from tacit.publishing.plan import Choice, Post, Proof
from tacit.publishing.procedure import Procedure
from tacit.publishing.publication import Publication
from tacit.publishing.settings import SETTINGS, Settings

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.method import Earlier
    from tacit.publishing.plan import Worth

PUBLISHING = 0x7461636974
"""What tells the draws of a publication from others with the same seed."""
Seed = int | Sequence[int] | None


def protect(
    market: Market,
    true: Intent | Mapping[str, Any] | Sequence[Mapping[str, Any]] | str,
    *,
    against: Names | Against | None = None,
    limit: Number = LIMIT,
    method: str | Settings = METHOD,
    seed: int | None = None,
    progress: Listener | None = None,
    **settings: Any,
) -> Publication:
    """Choose what to publish so that every chosen attacker stays within the limit.

    Args:
        market: what is on offer.
        true: what is truly wanted: an intent, or what `market.intent` makes one of.
        against: the attackers to hold, as names or text with commas; by default all who look at
            posts, and for sealed the informed one, who is always held there. One may have a limit
            of its own: "em-f=0.1".
        limit: the highest confidence an attacker may reach, above 0 and at most 1.
        method: how to choose: "greedy", "optimal" or "sealed"; or its settings as a value.
        seed: what decides the draw, for a method that draws; whoever knows it can replay the draw,
            so without need leave it out.
        progress: a function to call a few times a second with a `Progress`.
        settings: the method's own, as its settings class in `tacit.publishing.settings` has them:
            greedy takes `alpha`, `never`, `always`; optimal `objective`, `contiguous`, `never`,
            `always`, `boxes`, `seconds`; sealed `objective`, `contiguous`, `candidates`, `prior`,
            `within`, `hide`, `support`, `bare`, `effort`.

    Raises:
        UnreachableLimit: if even the whole space, or what the pins leave of it, keeps an attacker
            above the limit.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
    ...                       "hours-per-week": ["full-time"], "income": [">50K"]})
    >>> result = protect(market, want, against="em-f", limit=0.3)
    >>> result.mass.records, result.mass.cells, result.holds
    (557, 6, True)
    >>> best = protect(market, want, against="em-f", limit=0.3, method="optimal")
    >>> best.mass.records, best.proof.status
    (225, 'optimal')
    """
    procedure = Procedure.of(against=against, limit=limit, method=method, **settings)
    return publish(procedure, market, market.as_intent(true), seed, progress=progress)


def _with_settings(names: Sequence[str]) -> Any:
    """The signature of `protect` with every setting of every method, for help and completion."""
    own = [p for p in signature(protect).parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    more = [Parameter(n, Parameter.KEYWORD_ONLY, default=None) for n in names]
    return signature(protect).replace(parameters=[*own, *more])


protect.__signature__ = _with_settings(  # type: ignore[attr-defined]
    list(dict.fromkeys(name for one in SETTINGS.values() for name in one.options()))
)


def publish(
    procedure: Procedure,
    market: Market,
    true: Intent,
    seed: Seed = None,
    earlier: Earlier | None = None,
    progress: Listener | None = None,
) -> Publication:
    """Choose what to publish by a procedure; draw it, where that is up to chance."""
    procedure = procedure.settled(true)
    choice = procedure.choose(market, true, earlier, progress)
    result = described(procedure, market, true, choice, choice.draw(_draw(seed)))
    told = most_given_away(result)
    if told is None:
        return result
    return replace(result, notes=(*result.notes, note_on_giving_away(result, told, earlier)))


def described(
    procedure: Procedure, market: Market, true: Intent, choice: Choice, place: int = 0
) -> Publication:
    """Put a published intent together with what it costs and what attackers make of it."""
    published = choice.posts[place].published.as_public()
    mass, true_mass = market.mass(published), market.mass(true)
    confidences = procedure.against.judged(market, true, published)
    unprotected = procedure.against.judged(market, true, true)
    left, secrets = choice.still_possible(place), procedure.secrets(market.space)
    informed = choice.informed(place)
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
            *notes_on(true, true_mass),
            *notes_on_disguise(true, published, true_mass, mass),
            *choice.notes,
        ),
        still_possible=left,
        gives_away=() if left is None else told_by(left, secrets),
    )


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


def _draw(seed: Seed) -> np.random.Generator:
    """Where a draw comes from: never the numbers that the same seed gives a purchase."""
    if seed is None:
        return np.random.default_rng()
    parts = (seed,) if isinstance(seed, int) else tuple(seed)
    if min(parts) < 0:
        raise SettingError("the seed must be 0 or more.", "seed")
    return np.random.default_rng([*parts, PUBLISHING])
