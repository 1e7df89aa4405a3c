"""Surveys: what someone who knows the method makes of every post, or purchase, it could lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT, METHOD, MOST_RUNS, OBSERVER, REPLAYS
from tacit._doors import door
from tacit._exact import whole
from tacit._progress import Phase
from tacit.attackers.against import Against
from tacit.auditing.asked import belief_about, how_made, to_hide, told_parts
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.informed.measure import Measured, measure
from tacit.informed.post import Informed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.against import Names
    from tacit.auditing.asked import Partly
    from tacit.informed.survey import Survey
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure


@door
def survey(
    market: Market,
    made_by: Procedure | Mapping[str, Any] | str = METHOD,
    *,
    against: Names | Against | None = None,
    limit: Number = LIMIT,
    like: Any = None,
    belief: Partly = None,
    hide: Any = None,
    progress: Listener | None = None,
) -> Survey:
    """Publish for every true intent that could be, and say how many an informed attacker exposes.

    Args:
        market: what is on offer.
        made_by: how things are published: a `Procedure`, or the name of a method.
        against: whom the method holds, if only its name is given; by default as `protect`.
        limit: the highest confidence allowed, if only its name is given.
        like: an intent of the shape to try, for candidates of one shape.
        belief: which true intents there could be, and how likely each is; by default every box, or
            what the method hides among.
        hide: dimensions whose wanted value is a secret too, as for `audit`.
        progress: a function to call a few times a second with a `Progress`.

    >>> import tacit
    >>> survey(tacit.load("adult"), "greedy", against="em-f").exceed
    29295
    """
    held = Against.nobody(limit) if against is None else Against.of(against, limit)
    how = how_made(made_by, belief, held.about_posts())
    shape = None if like is None else market.as_intent(like)
    reckoned = belief_about(how, belief, Belief("boxes"))
    secrets = Secrets.of(market.space, how.informed_limit, {**how.settings.hidden, **to_hide(hide)})
    return Informed(market, how, reckoned, secrets).survey(progress, shape)


@door
def survey_purchases(
    market: Market,
    published: Any,
    allocate: str | Iterable[str],
    buy: int,
    *,
    against: Names | Against = OBSERVER,
    limit: Number = LIMIT,
    like: Any = None,
    belief: Partly = None,
    runs: int = REPLAYS,
    progress: Listener | None = None,
) -> list[Measured]:
    """Buy for every candidate inside a post, and let someone who knows the method guess whose it was.

    Args:
        market: what is on offer.
        published: what was posted.
        allocate: how purchases are chosen: one method, or several.
        buy: how many records each holds.
        against: the observer that purchases are tuned against.
        limit: the limit they are tuned to.
        like: an intent of the candidates' shape, if that matters.
        belief: which true intents there could be; by default the cells that hold records.
        runs: how often a method that draws is replayed for each candidate.
        progress: a function to call a few times a second with a `Progress`.
    """
    runs = whole("runs", runs, MOST_RUNS)
    published = market.as_intent(published)
    shape = None if like is None else market.as_intent(like)
    usual = Belief("cells", support="nonempty")
    reckoned = belief if isinstance(belief, Belief) else replace(usual, **told_parts(belief))
    Phase(progress, "listing candidates")
    inside = candidates(market, reckoned, shape, within=published)
    names = allocate.split(",") if isinstance(allocate, str) else list(allocate)
    methods = list(dict.fromkeys(name.strip() for name in names))
    phase, found = Phase(progress, "buying by each method", len(methods)), []
    asked = (buy, limit, runs)
    for method in methods:
        how: dict[str, Any] = {"observer": against, "progress": phase.inner}
        found.append(measure(market, published, inside, method, *asked, **how))
        phase()
    return found
