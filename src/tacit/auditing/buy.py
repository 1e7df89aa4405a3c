"""Purchase: choose what to buy, and say what the best-informed reader makes of post and purchase."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tacit._defaults import ALLOCATION, LIMIT, OBSERVER, ODDS
from tacit._doors import door
from tacit.attackers.against import Against, Names, one_observer
from tacit.auditing.audit import reader_of
from tacit.auditing.order import ordered
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import require_design, require_settings
from tacit.purchasing.question import BuyingQuestion

if TYPE_CHECKING:
    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.auditing.asked import MadeBy, Partly
    from tacit.auditing.reader import Reader
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.purchasing.order import Order


@door
def purchase(
    market: Market,
    true: Any,
    published: Any,
    *,
    buy: int | None = None,
    need: int | None = None,
    budget: Number | None = None,
    odds: Number = ODDS,
    design: str | None = None,
    allocate: str = ALLOCATION,
    against: Names | Against = OBSERVER,
    limit: Number | None = None,
    objective: str = "records",
    seed: int | None = None,
    fresh: bool = False,
    earlier: Purchase | None = None,
    made_by: MadeBy = None,
    belief: Partly = None,
    progress: Listener | None = None,
    **settings: Any,
) -> Order:
    """Choose how many records to buy of each cell of a published intent.

    By default they are drawn blindly, which adds nothing to the post, whatever an observer knows.

    Exactly one of three questions:

    Args:
        market: what is on offer.
        true: what is wanted: an intent, or what `market.intent` makes one of.
        published: what may be bought from; it holds `true`. What `protect` returned will do.
        buy: how many records to buy.
        need: how many wanted records are needed, with those bought earlier.
        budget: how much may be spent.
        odds: the chance with which a blind purchase holds what is needed, or stays within a budget. It
            never costs more than the budget: where it would, the draw stops in time.
        design: how to draw blindly: "simple" (a simple random sample), "stratified" (each price has
            its share), "weighted" (more of what is cheap) or "quotas" (for a need: enough for each want
            that could be behind the post). By default simple; for a need quotas, unless a simple
            sample would have the same size for each of them.
        allocate: "blend" draws blindly. "optimal" and the paper's "mc", "mcmc", "g-mcmc" and
            "genetic" pass the test of an observer; whoever knows them finds out more than the post
            tells.
        against: the observer of that test, by name, with a limit of its own if it has one
            ("purchase-f=0.1"), or as an object with settings of its own.
        limit: the highest confidence allowed: of the observer about a wanted cell, and of the
            best-informed reader about a record. By default 0.3, and what the post was made for.
        objective: with `need`, "records" for the smallest purchase or "cost" for the cheapest.
        seed: what decides the draw. By default a blind draw comes from a key that is kept for this
            user, and from what is drawn: asking twice gives the same answer. A tuned one is drawn anew.
        fresh: draw anew instead; buy one draw only.
        earlier: what was bought before for the same need: the draw is from what that left.
        made_by: how the post was made, as for `audit`; by default what the publication says.
        belief: which true intents the best-informed reader reckons with, as for `audit`.
        progress: a function to call a few times a second with a `Progress`.
        settings: of a tuned method, such as `epsilon` or `sets`.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
    ...                       "hours-per-week": ["full-time"], "income": [">50K"]})
    >>> post = tacit.protect(market, want, method="greedy", against="em-fc")
    >>> order = purchase(market, want, post, buy=61)
    >>> f"{float(order.expected):.2f}", order.reached
    ('6.13', 3)
    >>> purchase(market, want, post, need=5).records
    85
    >>> purchase(market, want, post, buy=61, allocate="optimal").true_records
    5
    """
    question = BuyingQuestion.of(buy, need, budget, odds, objective)
    require_settings(allocate, settings)
    require_design(design, allocate, question)
    observer, ceiling = one_observer(against, LIMIT if limit is None else limit)
    true, shown = market.as_intent(true), market.as_intent(published)
    problem = Problem(market, true, shown.as_public(), ceiling, observer, earlier, progress)

    @cache
    def reader() -> Reader:
        told: dict[str, Any] = {"made_by": made_by, "belief": belief, "limit": limit}
        return reader_of(market, true, published, **told, progress=progress)

    return ordered(
        problem,
        question,
        reader,
        allocate=allocate,
        design=design,
        seed=seed,
        fresh=fresh,
        **settings,
    )
