"""Audit of a purchase: what the best-informed reader makes of it after the post, and what tests say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tacit._defaults import LARGEST, LIMIT, MOST_RUNS, OBSERVER, REPLAYS
from tacit._doors import door
from tacit._exact import whole
from tacit.attackers.against import Against, Names, one_observer
from tacit.attackers.looks_blind import in_post, unlike_blind
from tacit.attackers.registry import OBSERVERS
from tacit.auditing.audit import reader_of
from tacit.auditing.chain import Chain, chain_of_tuned, not_known, nothing_added
from tacit.auditing.purchase_audit import PurchaseAudit, with_tests
from tacit.auditing.reader import Reader
from tacit.candidates.secrets import Secrets
from tacit.errors import PurchaseError, SettingError
from tacit.informed.likelihood import SAME, Buying
from tacit.publishing.headline import Headline
from tacit.publishing.publication import share_of
from tacit.purchasing.order import Order
from tacit.purchasing.plan import Plan
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import BLEND, require_settings

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.auditing.asked import MadeBy, Partly
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase

NO_POST = "the post is not known; give what was published"
NOT_TOLD = "how the purchase was chosen is not told; say it with --allocate"
SIZED = (
    "that it was made, or how many records it has, follows from how many are wanted, and the plan does not "
    "say what was needed; in a campaign, ask audit --campaign"
)


@door
def audit_purchase(
    true: Any,
    purchase: Purchase | Plan | Order,
    *,
    against: Names | Against | None = None,
    limit: Number | None = None,
    seed: int = 0,
    allocate: str | None = None,
    published: Any = None,
    made_by: MadeBy = None,
    belief: Partly = None,
    runs: int = REPLAYS,
    reader: Reader | None = None,
    progress: Listener | None = None,
) -> PurchaseAudit:
    """Judge post and purchase by one who knows how both were made, and by everyone's test.

    Args:
        true: what is truly wanted.
        purchase: what was bought; an order or a plan file also say how it was chosen, and which post
            it is from.
        against: those who saw it, whose tests are shown; by default all.
        limit: the highest confidence allowed; by default 0.3, and what the post was made for.
        seed: where simulations start.
        allocate: how it was chosen, if nothing else says.
        published: the post, if nothing else says.
        made_by: how the post was made, as for `audit`; by default what the publication says.
        belief: which true intents the best-informed reader reckons with, as for `audit`.
        runs: how often that one replays a method that draws.
        reader: the best-informed reader of the post, where that was found before.
        progress: a function to call a few times a second with a `Progress`.
    """
    runs, seed = whole("runs", runs, MOST_RUNS), whole("seed", seed, LARGEST, 0)
    plan = _plan(purchase)
    bought = plan.purchase
    market, ceiling = bought.market, LIMIT if limit is None else limit
    true = market.as_intent(true)
    everyone = tuple(OBSERVERS) if against is None else against
    held = Against.of(everyone, ceiling).about_purchases()
    said = (limit, allocate, published, made_by, belief, reader)
    if isinstance(purchase, Order) and _knows_itself(purchase) and not any(map(_is_said, said)):
        chain = cast("Chain", purchase.chain)
        return with_tests(true, bought, chain, held, purchase.blindness, progress)
    method = allocate or plan.method
    if method is not None:
        require_settings(method, {})
    post = plan.published if published is None else published
    if reader is None:
        told: dict[str, Any] = {"made_by": made_by, "belief": belief, "limit": limit}
        known = post is not None
        reader = (
            reader_of(market, true, post, **told, progress=progress)
            if known
            else _blank(market, true, held.limit)
        )
    asked = (held if against is not None else None, runs, seed, progress)
    chain = _chain(reader, plan, method, post, held, asked)
    rng = np.random.default_rng(seed)
    blindness = None
    if not plan.in_strata:
        shown = None if post is None else market.as_intent(post)
        blindness = unlike_blind(bought, rng) if shown is None else in_post(bought, shown, rng)
    return with_tests(true, bought, chain, held, blindness, progress)


def _is_said(told: Any) -> bool:
    return told is not None


def _knows_itself(order: Order) -> bool:
    """Whether an order says best what is made of it: unless it takes many replays to tell."""
    return order.judge is not None and (order.blind or order.method in SAME)


def _plan(purchase: Purchase | Plan | Order) -> Plan:
    """What is known of a purchase."""
    if isinstance(purchase, Order):
        return Plan.of(purchase)
    return purchase if isinstance(purchase, Plan) else Plan(purchase)


def _blank(market: Market, true: Intent, limit: Fraction) -> Reader:
    """A reader of whom nothing is known."""
    share = share_of(market.wanted(true).records, market.total.records)
    return Reader(true, Secrets(limit), Headline.not_known(limit, share, NO_POST))


def _chain(
    reader: Reader,
    plan: Plan,
    method: str | None,
    published: Any,
    held: Against,
    asked: tuple[Against | None, int, int, Listener | None],
) -> Chain:
    """What the reader makes of a purchase, given what is known of how it was chosen."""
    named, runs, seed, progress = asked
    if published is None:
        return not_known(reader, NO_POST)
    bought = plan.purchase
    market = bought.market
    post = market.as_intent(published)
    if bought.size != bought.records_in(post):
        raise PurchaseError("the purchase holds records outside the published intent.")
    if method is None:
        return not_known(reader, NOT_TOLD)
    if plan.sized_by_want:
        return not_known(reader, SIZED)
    if method == BLEND:
        return nothing_added(reader)
    observer, limit = _tested_by(plan, held, named)
    problem = Problem(market, reader.true, post.as_public(), limit, observer)
    buying = Buying(method, bought.size, limit, observer)
    return chain_of_tuned(reader, problem, buying, bought, runs, seed, progress)


def _tested_by(plan: Plan, held: Against, named: Against | None) -> tuple[Any, Fraction]:
    """Whose test a purchase was tuned to: as the plan says, the only one asked about, or the usual."""
    if plan.against is not None:
        try:
            return one_observer(plan.against, plan.limit)
        except SettingError:
            pass
        raise PurchaseError("the purchase file names an observer or a limit that there is not.")
    if named is not None and len(named.observers) == 1:
        return named.observers[0], named.limit_of(named.observers[0].name)
    usual = [one for one in held.observers if one.name == OBSERVER] or [OBSERVERS[OBSERVER]]
    return usual[0], held.limit_of(usual[0].name)
