"""Tacit: buy in a data market without telling the market what the data is for.

The map, in the order things happen:

* `load` opens a `Market`: a table counted into the cells of a `Space` of dimensions
  (`Nominal`, `Ordinal`, `Numeric`, `Tree`, `Matrix`).
* `market.intent(...)` makes an `Intent`: what is truly wanted. It hides its values when printed.
  It is a `Box`, a set of values on each dimension, or, where it takes several of those, an `AnyOf`.
* `protect` finds the wider intent to publish; it returns a `Publication`, with how sure the
  best-informed reader is of what is wanted.
* `export_post` writes it as SQL, JSON, an ODRL request or a letter, with nothing else in it.
* `purchase` chooses how many records to buy of each cell; it returns an `Order` with a `Purchase`.
* `audit` and `audit_purchase` show what every attacker would know; the first returns an `Audit`.
  `Against` says whom to ask, `Belief` what a rival reckons with, `Procedure` how a post was made.
* `survey` and `survey_purchases` try every intent that could be wanted, to judge a method.
* `frontier` shows what each limit costs; it returns a `TradeOff`.
* `Campaign` keeps one buying need over time in a file that a passphrase seals.
* `TacitError` is the base of every error; `UnreachableLimit` names the lowest limit there is.
  Raise `Cancelled` in a `progress` function to stop long work.

>>> import tacit
>>> market = tacit.load("adult")
>>> want = market.intent("race = 'Black' AND sex = 'Female' AND income = '>50K'")
>>> result = tacit.protect(market, want, limit=0.3)
>>> result.method, result.holds, want <= result.published
('sealed', True, True)
>>> tacit.audit(market, want, result).verdict
'Within the limit: every attacker, the one who knows the method among them.'
"""

from __future__ import annotations

from importlib import import_module

from tacit._version import __version__

TYPE_CHECKING = False  # as in typing, which takes longer to import than all that is here
if TYPE_CHECKING:
    from typing import Any

    from tacit.attackers.against import Against
    from tacit.auditing.audit import Audit, audit
    from tacit.auditing.buy import purchase
    from tacit.auditing.protect import protect
    from tacit.auditing.purchase import audit_purchase
    from tacit.auditing.survey import survey, survey_purchases
    from tacit.campaign.campaign import Campaign
    from tacit.candidates.belief import Belief
    from tacit.errors import Cancelled, TacitError, UnreachableLimit
    from tacit.export.post import export_post
    from tacit.intents.box import Box
    from tacit.intents.intent import Intent
    from tacit.intents.union import AnyOf
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.market.sources.load import load
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication
    from tacit.purchasing.order import Order
    from tacit.space.matrix import Matrix
    from tacit.space.nominal import Nominal
    from tacit.space.numeric import Numeric
    from tacit.space.ordinal import Ordinal
    from tacit.space.space import Space
    from tacit.space.tree import Tree
    from tacit.tradeoff import TradeOff, frontier

_HOMES = {
    "Against": "tacit.attackers.against",
    "AnyOf": "tacit.intents.union",
    "Audit": "tacit.auditing.audit",
    "Belief": "tacit.candidates.belief",
    "Box": "tacit.intents.box",
    "Campaign": "tacit.campaign.campaign",
    "Cancelled": "tacit.errors",
    "Intent": "tacit.intents.intent",
    "Market": "tacit.market.market",
    "Matrix": "tacit.space.matrix",
    "Nominal": "tacit.space.nominal",
    "Numeric": "tacit.space.numeric",
    "Order": "tacit.purchasing.order",
    "Ordinal": "tacit.space.ordinal",
    "Procedure": "tacit.publishing.procedure",
    "Publication": "tacit.publishing.publication",
    "Purchase": "tacit.market.purchase",
    "Space": "tacit.space.space",
    "TacitError": "tacit.errors",
    "TradeOff": "tacit.tradeoff",
    "Tree": "tacit.space.tree",
    "UnreachableLimit": "tacit.errors",
    "audit": "tacit.auditing.audit",
    "audit_purchase": "tacit.auditing.purchase",
    "export_post": "tacit.export.post",
    "frontier": "tacit.tradeoff",
    "load": "tacit.market.sources.load",
    "protect": "tacit.auditing.protect",
    "purchase": "tacit.auditing.buy",
    "survey": "tacit.auditing.survey",
    "survey_purchases": "tacit.auditing.survey",
}

__all__ = [
    "Against",
    "AnyOf",
    "Audit",
    "Belief",
    "Box",
    "Campaign",
    "Cancelled",
    "Intent",
    "Market",
    "Matrix",
    "Nominal",
    "Numeric",
    "Order",
    "Ordinal",
    "Procedure",
    "Publication",
    "Purchase",
    "Space",
    "TacitError",
    "TradeOff",
    "Tree",
    "UnreachableLimit",
    "__version__",
    "audit",
    "audit_purchase",
    "export_post",
    "frontier",
    "load",
    "protect",
    "purchase",
    "survey",
    "survey_purchases",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that `import tacit` stays fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'tacit' has no attribute '{name}'")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
