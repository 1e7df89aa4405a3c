"""Purchases: choosing how many records to buy of each cell, so that the purchase gives nothing away.

One method a file. `ALLOCATIONS` names the paper's four and `blend`, which draw at random; `optimal`
answers three questions without a die.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import ALLOCATION, LIMIT, OBSERVER
from tacit._exact import Number, exact
from tacit._progress import Listener, Phase
from tacit.attackers.against import Against, Names, one_observer
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.tails import MOST_RECORDS
from tacit.errors import PurchaseError, SettingError, UnreachablePurchase
from tacit.purchasing.blend import blend
from tacit.purchasing.g_mcmc import g_mcmc
from tacit.purchasing.genetic import genetic
from tacit.purchasing.mc import mc
from tacit.purchasing.mcmc import mcmc
from tacit.purchasing.optimal import Found, affordable, optimal, smallest
from tacit.purchasing.order import Order, made
from tacit.purchasing.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.market.cells import Ints
    from tacit.market.market import Market

ALLOCATIONS: dict[str, Callable[..., Ints]] = {
    "blend": blend,
    "mc": mc,
    "mcmc": mcmc,
    "g-mcmc": g_mcmc,
    "genetic": genetic,
}
METHODS = ("optimal", *ALLOCATIONS)
HALVINGS = 24


def purchase(
    market: Market,
    true: Any,
    published: Any,
    *,
    buy: int | None = None,
    need: int | None = None,
    budget: Number | None = None,
    allocate: str = ALLOCATION,
    against: Names | Against = OBSERVER,
    limit: Number = LIMIT,
    objective: str = "records",
    seed: int = 0,
    progress: Listener | None = None,
    **settings: Any,
) -> Order:
    """Choose how many records to buy of each cell of a published intent.

    Exactly one of three questions:

    Args:
        market: what is on offer.
        true: what is wanted: an intent, or what `market.intent` makes one of.
        published: what may be bought from; it holds `true`. What `protect` returned will do.
        buy: how many records to buy: the most wanted ones among them.
        need: how many wanted records are needed: the smallest purchase with that many.
        budget: how much may be spent: the most wanted records for it.
        allocate: the method; all but "optimal" answer only `buy`.
        against: the observer to hold, by name, with a limit of its own if it has one
            ("purchase-f=0.1"), or as an object with settings of its own.
        limit: the highest confidence allowed about a wanted cell.
        objective: with `need`, "records" for the smallest purchase or "cost" for the cheapest.
        seed: where chance starts; the same seed gives the same purchase.
        progress: a function to call a few times a second with a `Progress`.
        settings: of the method, such as `epsilon` or `sets`.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
    ...                       "hours-per-week": ["full-time"], "income": [">50K"]})
    >>> post = tacit.protect(market, want, method="greedy", against="em-fc").published
    >>> order = purchase(market, want, post, buy=61)
    >>> order.true_records, f"{float(order.confidence.upper):.4f}"
    (5, '0.2377')
    """
    asked = {"buy": buy, "need": need, "budget": budget}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) != 1:
        raise SettingError("ask one question: how many to buy, how many are needed, or a budget.")
    if allocate not in METHODS:
        raise SettingError(f"there is no method '{allocate}'. Known are: {', '.join(METHODS)}.")
    if objective not in ("records", "cost"):
        raise SettingError("the objective must be records or cost.")
    _check_settings(allocate, settings, seed)
    observer, ceiling = one_observer(against, limit)
    true, published = market.as_intent(true), market.as_intent(published)
    problem = Problem(market, true, published.as_public(), ceiling, observer, progress)
    if allocate == "optimal":
        found = _answer(problem, buy, need, budget, objective)
        return made(problem, found, allocate, given[0])
    if buy is None:
        raise SettingError(f"{allocate} only answers how many to buy; use optimal for the others.")
    counts = allocated(problem, allocate, buy, np.random.default_rng(seed), **settings)
    return made(problem, Found(counts, buy, False), allocate)


def allocated(
    problem: Problem, allocate: str, size: int, rng: np.random.Generator, **settings: Any
) -> Ints:
    """How many records of each cell a method buys, of so many in all; `optimal` needs no die."""
    if allocate == "optimal":
        return _answer(problem, size, None, None, "records").counts
    problem.require_size(size)
    if problem.total >= MOST_RECORDS:
        raise PurchaseError(
            f"drawing at random works for fewer than {MOST_RECORDS:,} records. Use optimal, or "
            "publish a narrower intent."
        )
    return ALLOCATIONS[allocate](problem, size, rng, **settings)


def _check_settings(allocate: str, settings: dict[str, Any], seed: int) -> None:
    """Refuse what the method does not take."""
    method = ALLOCATIONS.get(allocate)
    taken = set(signature(method).parameters) - {"problem", "size", "rng"} if method else set()
    for name in settings:
        if name not in taken:
            known = f" It takes: {', '.join(sorted(taken))}." if taken else ""
            raise SettingError(f"{allocate} has no setting '{name}'.{known}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise SettingError("the seed must be a whole number, 0 or more.")


def _answer(
    problem: Problem, buy: int | None, need: int | None, budget: Number | None, objective: str
) -> Found:
    """Answer the one question that was asked."""
    if buy is not None:
        return _held(problem, lambda tested: optimal(tested, buy))
    if need is not None:
        return _held(problem, lambda tested: smallest(tested, need, objective))
    money = exact(budget if budget is not None else 0)
    if money <= 0:
        raise SettingError("a budget must be above 0.")
    return _held(problem, lambda tested: affordable(tested, money))


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
