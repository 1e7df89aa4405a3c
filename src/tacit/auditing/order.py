"""Orders: how a question is answered, so that the answer tells nothing, and how that is judged."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import ALLOCATION
from tacit._progress import Phase
from tacit.auditing.chain import chain_of_order, is_same_for_all
from tacit.candidates.listing import candidates, how_many
from tacit.errors import NoKey, PurchaseError, SettingError, UnreachablePurchase
from tacit.informed.post import LISTED, usual_belief
from tacit.publishing.own_key import OwnKey
from tacit.purchasing.blind import Answer, answered, lacking
from tacit.purchasing.design import QUOTAS, SIMPLE
from tacit.purchasing.purchase import BLEND, blindly, tuned
from tacit.purchasing.question import NEED
from tacit.purchasing.quotas import can_serve, quotas

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.auditing.reader import Reader
    from tacit.candidates.belief import Belief
    from tacit.candidates.candidates import Candidates
    from tacit.purchasing.order import Order
    from tacit.purchasing.problem import Problem
    from tacit.purchasing.question import BuyingQuestion

BUYING = 7
"""Sets the draws of purchases apart from all others that come from the same seed or key."""
TOO_MANY = (
    "the wants that could be behind the post are too many to order enough for each. A simple random "
    "sample of {size:,} records would do (--design simple), but that number tells how many you want to "
    "one who knows your need; to tell nothing, say how many to buy, whatever you want."
)
QUOTAS_WHY = (
    "the order has enough for each want that could be behind the post, yours among them, but is no fair "
    "sample of it; a simple random sample would take {size:,} records, and that number would tell how many "
    "you want (--design simple)"
)


def ordered(
    problem: Problem,
    question: BuyingQuestion,
    reader: Callable[[], Reader],
    *,
    allocate: str = ALLOCATION,
    design: str | None = None,
    seed: int | None = None,
    fresh: bool = False,
    **settings: Any,
) -> Order:
    """Choose what to buy, given what the best-informed reader knows by now."""
    _require_need(problem, question)
    Phase(problem.progress, "choosing what to buy")
    if allocate == BLEND:
        answer = _designed(problem, question, design, reader)
        rng = _draws(problem, answer, seed, fresh=fresh)
        order = blindly(problem, question, answer, rng)
    else:
        start = np.random.default_rng(None if seed is None else _checked(seed))
        order = tuned(problem, question, allocate, start, **settings)
    return replace(
        order, judge=cache(lambda: chain_of_order(reader(), problem, order, problem.progress))
    )


def _require_need(problem: Problem, question: BuyingQuestion) -> None:
    """Refuse a need that the post can't meet, or that is met already."""
    if question.kind != NEED:
        return
    # Of the post as a whole: what depends on the want, an order must not depend on.
    bought = 0 if problem.earlier is None else problem.earlier.records_in(problem.published)
    if question.records > problem.total + bought:
        raise PurchaseError(
            f"{question.records:,} wanted records were asked for, but the published intent holds "
            f"{problem.total + bought:,}. Ask for fewer, or publish a wider intent."
        )
    if not lacking(problem, question.records):
        raise PurchaseError(
            f"nothing more is needed: {problem.came:,} wanted records were bought before, and "
            "more are not needed or not there."
        )


def _designed(
    problem: Problem, question: BuyingQuestion, design: str | None, reader: Callable[[], Reader]
) -> Answer:
    """The blind design that answers a question."""
    if question.kind != NEED:
        return answered(problem, question, design or SIMPLE)
    simple = answered(problem, question, SIMPLE) if design is None else None
    if simple is not None and is_same_for_all(reader(), problem, question, SIMPLE):
        return replace(simple, same_for_all=True)
    if design not in (None, QUOTAS):
        return answered(problem, question, design)
    among = _inside(problem, reader().belief)
    if simple is not None and not can_serve(problem, among):
        raise UnreachablePurchase(TOO_MANY.format(size=simple.design.size))
    found = quotas(problem, among, question.records, question.objective)
    reached = found.design.wanted(problem.wanted).fewest
    told = () if simple is None else (QUOTAS_WHY.format(size=simple.design.size),)
    return Answer(found.design, found.proven, reached, notes=told)


def _inside(problem: Problem, belief: Belief | None) -> Candidates | None:
    """The wants that could be behind the post, by its values alone; None if they can't be listed."""
    market, true, published = problem.market, problem.true, problem.published
    reckoned = belief or usual_belief(market, true)
    if how_many(market, reckoned, true, published.hull) > LISTED:
        return None
    return candidates(market, reckoned, true, within=published)


def _draws(
    problem: Problem, answer: Answer, seed: int | None, *, fresh: bool
) -> np.random.Generator:
    """Where a blind draw comes from: a seed, the user's own key and what is drawn, or anew."""
    if seed is not None:
        return np.random.default_rng([*_checked(seed), BUYING])
    if fresh:
        return np.random.default_rng()
    try:
        key = OwnKey.read_or_make()
    except NoKey:
        return np.random.default_rng()
    return np.random.default_rng([*key.draw(_what_is_drawn(problem, answer)), BUYING])


def _what_is_drawn(problem: Problem, answer: Answer) -> bytes:
    """What tells one blind draw from another: the post, what it holds and the design, not the want."""
    design = answer.design
    told = (problem.published.to_json(), design.kind, str(design.budget))
    arrays = (problem.prices, design.stock, design.stratum, design.take)
    counts = (np.asarray(one, dtype="<i8").tobytes() for one in arrays)
    codes = np.ascontiguousarray(problem.cells.codes, dtype="<u4").tobytes()
    return b"purchase: " + repr(told).encode() + codes + b"".join(counts)


def _checked(seed: int) -> tuple[int]:
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise SettingError("the seed must be a whole number, 0 or more.", "seed")
    return (seed,)
