"""Buying in a campaign: from what is left, judged by all that was published and bought before."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from tacit.auditing.asked import belief_about
from tacit.auditing.order import ordered
from tacit.auditing.reader import Reader
from tacit.campaign.ledger import GIVEN_UP
from tacit.campaign.refusals import require_promised
from tacit.campaign.remaining import Remaining
from tacit.campaign.standing import to_keep
from tacit.informed.post import usual_belief
from tacit.market.sources.built_in import lasting_name
from tacit.publishing.headline import Headline, judged_by_records
from tacit.publishing.publication import share_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tacit.auditing.chain import Chain
    from tacit.campaign.ledger import Ledger
    from tacit.campaign.promises import Promises
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure
    from tacit.purchasing.order import Order
    from tacit.purchasing.problem import Problem
    from tacit.purchasing.question import BuyingQuestion

NOT_KEPT = "what the posts so far have left to someone who knows the method is not known"


def reader_in(
    ledger: Ledger,
    market: Market,
    true: Intent,
    published: Intent,
    procedure: Procedure,
    promises: Promises,
) -> Reader:
    """The best-informed reader, who has seen everything published and bought so far."""
    secrets = to_keep(promises, market, procedure)
    share = share_of(market.wanted(true).records, market.mass(published).records)
    belief = belief_about(procedure, None, usual_belief(market, true))
    remaining = ledger.remaining(market)
    if remaining is None:
        unknown = Headline.not_known(secrets.limit, share, NOT_KEPT)
        return Reader(true, secrets, unknown, belief)
    left = remaining.among(market), [Fraction(1)] * len(remaining.intents)
    sure = judged_by_records(*left, secrets, true)
    return Reader(true, secrets, Headline.of(sure, share), belief, lambda: left)


def order_in(
    ledger: Ledger,
    problem: Problem,
    question: BuyingQuestion,
    procedure: Procedure,
    source: str | None = None,
    ready: Callable[[Order], object] | None = None,
    loosen: Sequence[str] = (),
    **how: Any,
) -> Order:
    """Choose what to buy, and write it down before it is shown; with where the market is, if told.

    An order that would break what was promised is refused, unless that is given up.
    """
    ledger.promises.require_known(loosen)
    promises = ledger.promises.without(loosen)
    about = (problem.market, problem.true, problem.published)
    reader = reader_in(ledger, *about, procedure, promises)
    order = ordered(problem, question, lambda: reader, **how)
    if promises.secrets(problem.market.space) is not None:
        require_promised(cast("Chain", order.chain))
    if ready is not None:
        ready(order)
    told = {
        "published": problem.published.to_json(),
        "asked": {**question.to_json(), "amount": str(question.amount)},
        "design": _design(order),
        "cost": str(order.cost),
        **({} if source is None else {"data": lasting_name(source)}),
        GIVEN_UP: list(loosen),
    }
    ledger.add_purchase(order.purchase, order.method, **told, **_leaves(ledger, order, reader))
    return order


def _design(order: Order) -> dict[str, Any] | None:
    """How a blind order is drawn, as the ledger keeps it: what a delivery is checked by."""
    design = order.design
    if design is None:
        return None
    simple = len(design.take) == 1
    strata = None if simple else design.stratum.tolist()
    return {"kind": design.kind, "take": design.take.tolist(), "stratum": strata}


def _leaves(ledger: Ledger, order: Order, reader: Reader) -> dict[str, Any]:
    """What a purchase leaves of the candidates, where it tells something."""
    after = cast("Chain", order.chain).reader
    if after is reader:
        return {}
    if after.left is None:
        return {"left": None}
    among, chances = after.left
    intents = tuple(among.intent(i) for i in range(len(among)))
    rows = [
        [chance * int(w) for chance, w in zip(chances, belief, strict=True)]
        for belief in among.beliefs
    ]
    considered = int(ledger.posts[0].entry["considered"])
    return {"left": Remaining.of(intents, rows, considered).to_json()}
