"""Protect: choose what to publish, and say what everyone makes of it, the best-informed reader first."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT, METHOD
from tacit._doors import door
from tacit.attackers.registry import INFORMED
from tacit.auditing.asked import STAYS_AWAY
from tacit.candidates.secrets import Judged
from tacit.errors import TooManyCells
from tacit.informed.post import Informed, usual_belief
from tacit.publishing.giving_away import laid_bare
from tacit.publishing.headline import Headline
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tacit.publishing.settings import SETTINGS, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.against import Against, Names
    from tacit.candidates.secrets import Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.publication import Publication


@door
def protect(
    market: Market,
    true: Intent | Mapping[str, Any] | Sequence[Mapping[str, Any]] | str,
    *,
    against: Names | Against | None = None,
    limit: Number = LIMIT,
    method: str | Settings = METHOD,
    seed: int | None = None,
    fresh: bool = False,
    progress: Listener | None = None,
    **settings: Any,
) -> Publication:
    """Choose what to publish so that every chosen attacker stays within the limit.

    Args:
        market: what is on offer.
        true: what is truly wanted: an intent, or what `market.intent` makes one of.
        against: the attackers to hold, as names or text with commas; by default all who look at
            posts. Sealed always holds the informed one too. One may have a limit of its own:
            "em-f=0.1".
        limit: the highest confidence an attacker may reach, above 0 and at most 1.
        method: how to choose: "sealed", "optimal" or "greedy"; or its settings as a value. The other
            two hold only those who do not know the method; what that one makes of them is told.
        seed: what decides the draw, for a method that draws; whoever knows it can replay the draw.
            Without one it comes from a key that is kept for this user, and the question: asking twice
            gives the same answer.
        fresh: draw anew instead; post one draw only.
        progress: a function to call a few times a second with a `Progress`.
        settings: the method's own, as its settings class in `tacit.publishing.settings` has them:
            sealed takes `objective`, `contiguous`, `candidates`, `prior`, `within`, `hide`, `support`,
            `bare`, `effort`; optimal `objective`, `contiguous`, `never`, `always`, `boxes`, `seconds`;
            greedy `alpha`, `never`, `always`.

    Raises:
        UnreachableLimit: if even the whole space, or what the pins leave of it, keeps an attacker
            above the limit.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
    ...                       "hours-per-week": ["full-time"], "income": [">50K"]})
    >>> result = protect(market, want)
    >>> result.method, result.holds, result.headline.sure <= result.limit
    ('sealed', True, True)
    >>> best = protect(market, want, against="em-f", limit=0.3, method="optimal")
    >>> best.mass.records, best.proof.status, best.headline.sure
    (225, 'optimal', Fraction(1, 1))
    """
    procedure = Procedure.of(against=against, limit=limit, method=method, **settings)
    wanted = market.as_intent(true)
    result = publish(procedure, market, wanted, seed, progress=progress, fresh=fresh)
    return with_informed(result, progress)


def _with_settings(names: Sequence[str]) -> Any:
    """The signature of `protect` with every setting of every method, for help and completion."""
    own = [p for p in signature(protect).parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    more = [Parameter(n, Parameter.KEYWORD_ONLY, default=None) for n in names]
    return signature(protect).replace(parameters=[*own, *more])


protect.__signature__ = _with_settings(  # type: ignore[attr-defined]
    list(dict.fromkeys(name for one in SETTINGS.values() for name in one.options()))
)


def with_informed(result: Publication, progress: Listener | None = None) -> Publication:
    """A result with what someone makes of it who knows the method, where the method did not settle that."""
    how = result.procedure
    if how.method.draws:
        return result
    market, true, limit = result.market, result.true, how.informed_limit
    secrets = how.secrets(market.space)
    informed = Informed(market, how, usual_belief(market, true), secrets)
    try:
        found = informed.judge(true.required(), result.published, progress)
    except TooManyCells:
        return _not_replayed(result, secrets)
    rows = tuple(replace(row, known=found.known) for row in found.confidences)
    return replace(
        result,
        confidences=(*result.confidences, *rows),
        unprotected=(*result.unprotected, *laid_bare(true, rows)),
        gives_away=found.gives_away,
        headline=found.headline(limit, result.utility),
    )


def _not_replayed(result: Publication, secrets: Secrets) -> Publication:
    """A result of which nobody can tell here what someone makes of it who knows the method."""
    limit, own = result.procedure.informed_limit, result.procedure.against.own.get(INFORMED)
    sure = Judged(secrets, Fraction(1), dict.fromkeys(secrets.hidden, Fraction(1)))
    rows = sure.confidences(own, None, None, known=False)
    return replace(
        result,
        confidences=(*result.confidences, *rows),
        unprotected=(*result.unprotected, *laid_bare(result.true, rows)),
        headline=Headline.not_known(limit, result.utility, STAYS_AWAY),
    )
