"""Publishing: choosing the wider intent that is shown to the market.

One method a file; `procedure.py` names them and reads their settings.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import INFORMED, attackers_named
from tacit.publishing.boxes import Boxes
from tacit.publishing.notes import notes_on, notes_on_disguise
from tacit.publishing.optimal.search import SECONDS
from tacit.publishing.plan import Plan, Proof
from tacit.publishing.procedure import Procedure, Seed
from tacit.publishing.publication import Publication
from tacit.publishing.sealed.boxes_to_draw import EFFORT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.attacker import Attacker
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


def protect(
    market: Market,
    true: Intent | Mapping[str, Any] | Sequence[Mapping[str, Any]] | str,
    *,
    against: str | Iterable[str] | None = None,
    limit: Number = 0.3,
    method: str = "greedy",
    alpha: Number = 0.5,
    objective: str = "records",
    contiguous: bool = True,
    never: Mapping[str, Any] | None = None,
    always: Mapping[str, Any] | None = None,
    boxes: int = 1,
    candidates: str = "cells",
    prior: str = "uniform",
    support: str = "nonempty",
    bare: bool = False,
    effort: int = EFFORT,
    seed: int | None = None,
    seconds: float = SECONDS,
    progress: Listener | None = None,
) -> Publication:
    """Choose what to publish so that every chosen attacker stays within the limit.

    Args:
        market: what is on offer.
        true: what is truly wanted: an intent, or what `market.intent` makes one of.
        against: the attackers to hold, as names or text with commas; by default all who look at
            posts, and for sealed the informed one, who is always held there. One may have a limit
            of its own: "em-f=0.1".
        limit: the highest confidence an attacker may reach, above 0 and at most 1.
        method: how to choose: "greedy", "optimal" or "sealed".
        alpha: for greedy, the weight of saving cost against gaining cover, from 0 to 1; "auto"
            tries every alpha that matters and keeps the best result.
        objective: for optimal, what to make small: "records", "cost" or "cells".
        contiguous: for optimal, whether ordered dimensions stay without gaps, where the true
            intent has none.
        never: values that must not be published, per dimension; where values have an order and the
            true intent has no gap, what lies beyond one is not published either.
        always: values that must be published, per dimension.
        boxes: for optimal, how many boxes may be published at most; each keeps the rules and pins.
        candidates: for sealed, the true intents that could have been: "cells", "shape" (as many
            values on each dimension as the true one has), "boxes", or the path of a list.
        prior: for sealed, how likely each is beforehand: "uniform", "records", "cost", or the path
            of a table.
        support: for sealed, "nonempty" if only candidates that hold records count, or "all".
        bare: for sealed, whether the true intent itself may be published.
        effort: for sealed, how many boxes to look at for one block, about: more take longer and
            bring the expected cost down.
        seed: for sealed, what decides the draw; whoever knows it can replay the draw, so without
            need leave it out.
        seconds: for optimal, how long to search at most; the result then comes with a bound.
        progress: for optimal, a function to call a few times a second with a `Progress`.

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
    procedure = Procedure.of(
        against=against,
        limit=limit,
        method=method,
        alpha=alpha,
        objective=objective,
        contiguous=contiguous,
        never=never,
        always=always,
        boxes=boxes,
        candidates=candidates,
        prior=prior,
        support=support,
        bare=bare,
        effort=effort,
        seconds=seconds,
        progress=progress,
    )
    return publish(procedure, market, market.as_intent(true), seed)


def publish(
    procedure: Procedure,
    market: Market,
    true: Intent,
    seed: Seed = None,
    among: Candidates | None = None,
    common: Intent | None = None,
) -> Publication:
    """Choose what to publish by a procedure; see `Procedure.plan`."""
    return described(procedure, market, true, procedure.plan(market, true, seed, among, common))


def described(procedure: Procedure, market: Market, true: Intent, plan: Plan) -> Publication:
    """Put a published intent together with what it costs and what attackers make of it."""
    attackers, limits, own = procedure.attackers, procedure.limits, procedure.own
    rules = procedure.settings.rules
    proof = plan.proof or Proof("heuristic", Boxes(market, true, attackers, limits, rules).floor)
    published = plan.published.as_public()
    mass, true_mass = market.mass(published), market.mass(true)
    confidences = judged(market, true, published, attackers, own)
    unprotected = judged(market, true, true, attackers, own)
    if plan.sealed is not None and plan.drawn is not None:
        confidences += (plan.sealed.confidence(plan.drawn, own.get(INFORMED)),)
        unprotected += (Confidence(INFORMED, Fraction(1)),)
    return Publication(
        market=market,
        true=true,
        published=published,
        method=procedure.method,
        limit=procedure.limit,
        confidences=confidences,
        unprotected=unprotected,
        mass=mass,
        true_mass=true_mass,
        proof=proof,
        steps=plan.steps,
        alpha=plan.alpha,
        objective=rules.objective,
        notes=(
            *notes_on(true, true_mass),
            *notes_on_disguise(true, published, true_mass, mass),
            *(plan.sealed.notes if plan.sealed else ()),
        ),
        sealed=plan.sealed,
        procedure=procedure,
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
