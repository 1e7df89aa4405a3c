"""Purchases: choosing how many records to buy of each cell, so that the purchase gives nothing away.

One method a file. `blend` draws blindly, by a design that does not look at what is wanted (`blind.py`,
`quotas.py`). `optimal` and the paper's four are tuned to pass an observer's test; of these only
`optimal` answers three questions, without a die.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from inspect import signature
from typing import TYPE_CHECKING, Any

from tacit._display import many
from tacit._exact import whole
from tacit._progress import Phase
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.tails import MOST_RECORDS
from tacit.errors import PurchaseError, SettingError, UnreachablePurchase
from tacit.purchasing.blend import blend
from tacit.purchasing.blind import Answer, drawn, lacking
from tacit.purchasing.design import DESIGNS, QUOTAS, Design
from tacit.purchasing.g_mcmc import g_mcmc
from tacit.purchasing.genetic import genetic
from tacit.purchasing.mc import mc
from tacit.purchasing.mcmc import mcmc
from tacit.purchasing.optimal import Found, affordable, optimal, smallest
from tacit.purchasing.order import Order
from tacit.purchasing.question import BUDGET, BUY, NEED

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from tacit.market.cells import Ints
    from tacit.purchasing.problem import Problem
    from tacit.purchasing.question import BuyingQuestion

BLEND = "blend"
ALLOCATIONS: dict[str, Callable[..., Ints]] = {
    BLEND: blend,
    "mc": mc,
    "mcmc": mcmc,
    "g-mcmc": g_mcmc,
    "genetic": genetic,
}
METHODS = (BLEND, "optimal", *(name for name in ALLOCATIONS if name != BLEND))
HALVINGS = 24
MOST = {"sets": 10**9, "steps": 10**9, "parents": 10**6, "kept": 10**6, "rounds": 10**6}
"""How large the settings of the paper's methods may be: what is larger takes days, or all memory."""


def blindly(
    problem: Problem, question: BuyingQuestion, answer: Answer, rng: np.random.Generator
) -> Order:
    """Draw a blind design, and put the purchase together with what it is worth."""
    _require_few(problem)
    Phase(problem.progress, "drawing a blind purchase")
    counts = drawn(problem, answer.design, rng)
    needed = lacking(problem, question.records) if question.kind == NEED else None
    notes = list(answer.notes)
    lacks = 0 if needed is None else max(question.records - problem.came - needed, 0)
    if lacks:
        there = question.records - lacks
        notes.append(
            f"the market holds only {many(there, 'wanted record')}: this order is for all of them"
        )
    law = answer.design.wanted(problem.wanted)
    matches = problem.matching if answer.mean is None else None
    matching = None if matches is None else answer.design.wanted_of(matches)
    found = _order(problem, question, BLEND, counts, proven=answer.certain)
    return replace(
        found,
        wanted=law,
        matching=matching,
        design=answer.design,
        reached=answer.reached,
        mean=answer.mean,
        cells=problem.cells,
        same_for_all=answer.same_for_all,
        needed=needed,
        lacks=lacks,
        notes=tuple(notes),
    )


def tuned(
    problem: Problem,
    question: BuyingQuestion,
    method: str,
    rng: np.random.Generator,
    **settings: Any,
) -> Order:
    """Choose a purchase that passes the observer's test."""
    if method == "optimal":
        found = best(problem, question)
        return _order(problem, question, method, found.counts, proven=found.proven)
    if question.kind != BUY:
        raise SettingError(
            f"{method} only answers how many to buy; use blend or optimal for the others."
        )
    counts = allocated(problem, method, question.records, rng, **settings)
    return _order(problem, question, method, counts, proven=False)


def _order(
    problem: Problem, question: BuyingQuestion, method: str, counts: Ints, *, proven: bool
) -> Order:
    """Put counts together with what was asked."""
    bought = problem.purchase(counts)
    return Order(
        purchase=bought,
        true=problem.true,
        published=problem.published,
        method=method,
        limit=problem.limit,
        observer=problem.observer,
        question=question,
        wanted=Design.simple(problem.stock, bought.size).wanted(problem.wanted),
        proven=proven,
        earlier=problem.earlier,
    )


def allocated(
    problem: Problem, allocate: str, size: int, rng: np.random.Generator, **settings: Any
) -> Ints:
    """How many records of each cell a method buys, of so many in all; `optimal` needs no die."""
    if allocate == "optimal":
        return _held(problem, lambda tested: optimal(tested, size)).counts
    problem.require_size(size)
    _require_few(problem)
    return ALLOCATIONS[allocate](problem, size, rng, **settings)


def _require_few(problem: Problem) -> None:
    if problem.total >= MOST_RECORDS:
        raise PurchaseError(
            f"drawing at random works for fewer than {MOST_RECORDS:,} records. Publish a narrower "
            "intent."
        )


def require_settings(allocate: str, settings: dict[str, Any]) -> None:
    """Refuse a method that there is not, and what a method does not take."""
    if allocate not in METHODS:
        raise SettingError(f"there is no method '{allocate}'. Known are: {', '.join(METHODS)}.")
    method = ALLOCATIONS.get(allocate)
    taken = set(signature(method).parameters) - {"problem", "size", "rng"} if method else set()
    for name in settings:
        if name not in taken:
            known = f" It takes: {', '.join(sorted(taken))}." if taken else ""
            raise SettingError(f"{allocate} has no setting '{name}'.{known}")
        if name in MOST and settings[name] is not None:
            whole(name, settings[name], MOST[name])


def require_design(design: str | None, allocate: str, question: BuyingQuestion) -> None:
    """Refuse designs that there are not, or that do not answer the question."""
    if design is None:
        return
    if design not in DESIGNS:
        known = ", ".join(DESIGNS)
        raise SettingError(f"there is no design '{design}'. Known are: {known}.", "design")
    if allocate != BLEND:
        raise SettingError("a design is for blind draws: it goes with blend.", "design")
    if design == QUOTAS and question.kind != NEED:
        raise SettingError("quotas answer how many are needed; say a need.", "design")


def best(problem: Problem, question: BuyingQuestion) -> Found:
    """What `optimal` answers to a question."""
    if question.kind == BUDGET:
        return _held(problem, lambda tested: affordable(tested, question.amount))
    if question.kind == BUY:
        return _held(problem, lambda tested: optimal(tested, question.records))
    more = question.records - problem.came
    return _held(problem, lambda tested: smallest(tested, more, question.objective))


def _held(problem: Problem, solve: Callable[[Problem], Found]) -> Found:
    """Solve for the observer; one who judges only whole purchases by tightening the p-value test.

    Against a lower and lower limit for `purchase-f`, until the upper end of the observer's interval
    is within the limit that was asked.
    """
    if problem.observer.by_cell:
        return solve(problem)
    low, high, best = Fraction(0), Fraction(1), None
    phase = Phase(problem.progress, "choosing what to buy", unit="tries")
    tried = replace(problem, observer=PurchaseF(), progress=phase.inner)
    for _ in range(HALVINGS):
        phase()
        if best is not None and high - low < low / 20:
            break
        middle = (low + high) / 2
        try:
            found = solve(replace(tried, limit=middle))
        except UnreachablePurchase:
            low = middle
            continue
        sure = problem.observer.confidence(problem.purchase(found.counts), problem.true)
        if sure.within(problem.limit):
            best, low = found, middle
        else:
            high = middle
    if best is None:
        raise UnreachablePurchase(
            f"no purchase was found that keeps {problem.observer.name} within the limit. Ask for "
            "another number of records, allow a higher limit, or publish a wider intent."
        )
    return Found(best.counts, best.size, False)
