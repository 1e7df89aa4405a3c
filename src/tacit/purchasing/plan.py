"""The plan file: what to buy, of which post, and how it was chosen.

What it says of how it was chosen is what an audit needs, and what anyone who knows Tacit would guess:
nothing in it follows from what is wanted but what the purchase itself shows.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT
from tacit._doors import door
from tacit.errors import PurchaseError, TacitError
from tacit.intents.reading import intent_from, read_json, read_text
from tacit.market.purchase import Purchase
from tacit.purchasing.design import DESIGNS, SIMPLE
from tacit.purchasing.purchase import METHODS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.purchasing.order import Order

_SHAPE = 'a purchase file holds a list of {"cell": {...}, "count": n}, or an object with one called plan.'
_TOLD = "what the purchase file says of how it was chosen can't be used. Take chosen_by out of it."


@dataclass(frozen=True, repr=False)
class Plan:
    """A purchase, and what is known of how it came about.

    Attributes:
        purchase: how many records of each cell.
        published: the post that it was bought from, if that is known.
        method: how it was chosen, if that is known.
        design: how a blind one was drawn, if that is known.
        sized_by_want: whether that it was made, or how many records it has, follows from what is wanted.
        against: the observer whose test it was tuned to pass, if it was.
        limit: the limit of that test.
    """

    purchase: Purchase
    published: Intent | None = None
    method: str | None = None
    design: str | None = None
    sized_by_want: bool = False
    against: str | None = None
    limit: str = LIMIT

    @classmethod
    def of(cls, order: Order) -> Plan:
        """What an order says of itself."""
        return cls(
            purchase=order.purchase,
            published=order.published,
            method=order.method,
            design=None if order.design is None else order.design.kind,
            sized_by_want=order.asked_by_want,
            against=None if order.blind else order.observer.name,
            limit=str(order.limit),
        )

    @property
    def in_strata(self) -> bool:
        """Whether it was drawn from parts of the post, of which some gave more than others."""
        return self.design not in (None, SIMPLE)


@door
def read_plan(market: Market, source: str | Path) -> Plan:
    """Read a purchase from a file: a plan, or an object that holds one, as JSON."""
    try:
        content = read_json(read_text(source, "purchase"))
    except ValueError:
        raise PurchaseError("the purchase file is not valid JSON.") from None
    whole = content if isinstance(content, dict) else {}
    plan = whole.get("plan") if whole else content
    if not isinstance(plan, list):
        raise PurchaseError(_SHAPE)
    purchase = Purchase.from_plan(market, plan)
    return Plan(purchase, _published(market, whole), **_chosen(whole.get("chosen_by")))


def _published(market: Market, content: Mapping[str, Any]) -> Intent | None:
    told = content.get("published")
    if told is None:
        return None
    found: Intent | None = None
    with contextlib.suppress(TacitError, TypeError):
        found = intent_from(market.space, told).as_public()
    if found is not None:
        return found
    raise PurchaseError(
        "the published intent in the purchase file is none of this market. Take it out, and give "
        "the post by itself."
    )


def _chosen(told: Any) -> dict[str, Any]:
    """How a purchase was chosen, as its file says; what is wrong there is refused."""
    if told is None:
        return {}
    known = (str, type(None))
    if not isinstance(told, dict) or told.get("method") not in list(METHODS):
        raise PurchaseError(_TOLD)
    design, against, limit = (told.get(name) for name in ("design", "against", "limit"))
    sized = told.get("sized_by_want", True)  # what is not told does not count in its favour
    if design not in (None, *DESIGNS) or not isinstance(sized, bool):
        raise PurchaseError(_TOLD)
    if not isinstance(against, known) or not isinstance(limit, known):
        raise PurchaseError(_TOLD)
    return {
        "method": told["method"],
        "design": design,
        "sized_by_want": sized,
        "against": against,
        "limit": LIMIT if limit is None else limit,
    }
