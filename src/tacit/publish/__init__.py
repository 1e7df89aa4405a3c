"""Publishing: choosing the wider intent that is shown to the market.

One method a file. To add one, write its file and name it in `METHODS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tacit._exact import Number, exact, share
from tacit.attackers import ATTACKERS, Attacker, Confidence, attackers_named, limits_named
from tacit.errors import SettingError, UnreachableLimit
from tacit.intent import Intent
from tacit.market import Market, Mass
from tacit.publish._alphas import best_alpha
from tacit.publish._boxes import OBJECTIVES, Boxes, Rules
from tacit.publish._plan import Plan, Proof
from tacit.publish.greedy import greedy
from tacit.publish.optimal import SECONDS, optimal
from tacit.publish.publication import Publication

AUTO = "auto"


@dataclass(frozen=True)
class Settings:
    """What a method may be told.

    Attributes:
        alpha: for greedy, the weight of saving cost against gaining cover; None for the best.
        rules: for optimal, what the published intent may look like.
        seconds: for optimal, how long to search at most.
    """

    alpha: Fraction | None = Fraction(1, 2)
    rules: Rules = field(default_factory=Rules)
    seconds: float = SECONDS


def _greedy(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    settings: Settings,
) -> Plan:
    if settings.rules != Rules():
        raise SettingError("greedy follows the paper and takes no objective or rules: use optimal.")
    if settings.alpha is None:
        return best_alpha(market, true, attackers, limits)
    return greedy(market, true, attackers, limits, settings.alpha)


def _optimal(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    settings: Settings,
) -> Plan:
    return optimal(market, true, attackers, limits, settings.rules, settings.seconds)


METHODS: dict[str, Callable[..., Plan]] = {"greedy": _greedy, "optimal": _optimal}


def protect(
    market: Market,
    true: Intent | Mapping[str, Any] | str,
    *,
    against: str | Iterable[str] = tuple(ATTACKERS),
    limit: Number = 0.3,
    method: str = "greedy",
    alpha: Number = 0.5,
    objective: str = "records",
    contiguous: bool = True,
    never: Mapping[str, Any] | None = None,
    always: Mapping[str, Any] | None = None,
    seconds: float = SECONDS,
) -> Publication:
    """Choose what to publish so that every chosen attacker stays within the limit.

    Args:
        market: what is on offer.
        true: what is truly wanted: an intent, or what `market.intent` makes one of.
        against: the attackers to hold, as names or text with commas; all of them by default. One
            may have a limit of its own: "em-f=0.1".
        limit: the highest confidence an attacker may reach, above 0 and at most 1.
        method: how to choose; see `METHODS`.
        alpha: for greedy, the weight of saving cost against gaining cover, from 0 to 1; "auto"
            tries every alpha that matters and keeps the best result.
        objective: for optimal, what to make small: "records", "cost" or "cells".
        contiguous: for optimal, whether ordered dimensions stay without gaps, where the true
            intent has none.
        never: for optimal, values that must not be published, per dimension.
        always: for optimal, values that must be published, per dimension.
        seconds: for optimal, how long to search at most; the result then comes with a bound.

    Raises:
        UnreachableLimit: if even the whole space leaves an attacker above the limit.

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
    true = market.as_intent(true)
    attackers, own = limits_named(against, limit)
    ceiling = share("limit", limit)
    limits = [own.get(attacker.name, ceiling) for attacker in attackers]
    weight = None if alpha == AUTO else exact(alpha)
    if weight is not None and not 0 <= weight <= 1:
        raise SettingError('alpha must be from 0 to 1 (for example 0.5), or "auto".')
    if method not in METHODS:
        raise SettingError(f"there is no method '{method}'. Known are: {', '.join(METHODS)}.")
    rules = Rules(objective, contiguous, never or {}, always or {})
    _require_reachable(market, true.required(), attackers, limits, rules)
    settings = Settings(weight, rules, seconds)
    plan = METHODS[method](market, true, attackers, limits, settings)
    proof = plan.proof or Proof("heuristic", Boxes(market, true, attackers, limits, Rules()).floor)
    published = plan.published.as_public()
    mass, true_mass = market.mass(published), market.mass(true)
    return Publication(
        market=market,
        true=true,
        published=published,
        method=method,
        limit=ceiling,
        confidences=judged(market, true, published, attackers, own),
        unprotected=judged(market, true, true, attackers, own),
        mass=mass,
        true_mass=true_mass,
        proof=proof,
        steps=plan.steps,
        alpha=plan.alpha,
        objective=objective,
        notes=(*notes_on(true, true_mass), *notes_on_disguise(true, published, true_mass, mass)),
    )


def lowest_limit(market: Market, true: Intent, against: str | Iterable[str]) -> Fraction:
    """The lowest limit that some published intent reaches for all these attackers."""
    return max(a.lowest_limit(market, true.required()) for a in attackers_named(against))


def judged(
    market: Market,
    true: Intent,
    published: Intent,
    attackers: Sequence[Attacker],
    own: Mapping[str, Fraction],
) -> tuple[Confidence, ...]:
    """Each attacker's confidence, with its own limit where it has one."""
    return tuple(
        replace(a.confidence(market, true, published), limit=own.get(a.name)) for a in attackers
    )


def _require_reachable(
    market: Market,
    true: Intent,
    attackers: Sequence[Attacker],
    limits: Sequence[Fraction],
    rules: Rules,
) -> None:
    whole = market.total
    if rules.never:
        boxes = Boxes(market, true, attackers, limits, rules)
        whole = boxes.mass(boxes.reachable(boxes.start, boxes.allowed))
    lowest = [a.judge(a.claim(market, true), whole).upper for a in attackers]
    over = [low / limit for low, limit in zip(lowest, limits, strict=True)]
    worst = over.index(max(over))
    if over[worst] > 1:
        raise UnreachableLimit(attackers[worst].name, limits[worst], lowest[worst])


def notes_on_disguise(
    true: Intent, published: Intent, true_mass: Mass, mass: Mass
) -> tuple[str, ...]:
    """What a buyer should know about a disguise that is none."""
    if published == true:
        return (
            "WARNING: what is published is the true intent itself. These attackers are within the "
            "limit without any disguise, but everyone who reads the post reads your intent; name "
            "pi-uniform among the attackers, or lower the limit",
        )
    if mass.records == true_mass.records:
        return (
            "the disguise holds no records: it hides the intent from those who read the post, but "
            "whoever sees what is bought sees wanted records only",
        )
    return ()


def notes_on(true: Intent, mass: Mass) -> tuple[str, ...]:
    """What a buyer should know about an intent, without naming its values."""
    notes = [
        f"a range on '{name}' did not meet its bins and was widened to them"
        for name in true.widened
    ]
    if not mass.records:
        notes.append(
            "the true intent holds no records in this market, so attackers who go by records have "
            "nothing to find (confidence 0)"
        )
    return tuple(notes)


__all__ = [
    "METHODS",
    "OBJECTIVES",
    "Proof",
    "Publication",
    "judged",
    "lowest_limit",
    "notes_on",
    "protect",
]
