"""Tacit: buy in a data market without telling the market what the data is for.

The map, in the order things happen:

* `load` opens a `Market`: a table counted into the cells of a `Space` of dimensions
  (`Nominal`, `Ordinal`, `Numeric`, `Tree`, `Matrix`).
* `market.intent(...)` makes an `Intent`: what is truly wanted. It hides its values when printed.
  What takes several boxes is an `AnyOf`.
* `protect` finds the wider intent to publish; it returns a `Publication`.
* `purchase` chooses how many records to buy of each cell; it returns an `Order` with a `Purchase`.
* `audit` and `audit_purchase` show what every attacker would know; the first returns an `Audit`.
* `frontier` shows what each limit costs; it returns a `TradeOff`.
* `TacitError` is the base of every error; `UnreachableLimit` names the lowest limit there is.

>>> import tacit
>>> market = tacit.load("adult")
>>> want = market.intent("race = 'Black' AND sex = 'Female' AND income = '>50K'")
>>> tacit.protect(market, want, against="em-f", limit=0.3)
Publication(greedy: 1,056 records in 24 cells for 1,056, 8.0% of them wanted; the surest attacker
(em-f) is 5.3% sure where 30% is allowed)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tacit._version import __version__

if TYPE_CHECKING:
    from tacit.auditing import Audit, audit, audit_purchase
    from tacit.datasets import load
    from tacit.dimension import Matrix, Nominal, Numeric, Ordinal, Tree
    from tacit.errors import TacitError, UnreachableLimit
    from tacit.frontiers import TradeOff, frontier
    from tacit.intent import Intent
    from tacit.market import Market, Purchase
    from tacit.publish import Publication, protect
    from tacit.purchasing import Order, purchase
    from tacit.space import Space
    from tacit.unions import AnyOf

_HOMES = {
    "AnyOf": "tacit.unions",
    "Audit": "tacit.auditing",
    "Intent": "tacit.intent",
    "Market": "tacit.market",
    "Matrix": "tacit.dimension",
    "Nominal": "tacit.dimension",
    "Numeric": "tacit.dimension",
    "Order": "tacit.purchasing",
    "Ordinal": "tacit.dimension",
    "Publication": "tacit.publish",
    "Purchase": "tacit.market",
    "Space": "tacit.space",
    "TacitError": "tacit.errors",
    "TradeOff": "tacit.frontiers",
    "Tree": "tacit.dimension",
    "UnreachableLimit": "tacit.errors",
    "audit": "tacit.auditing",
    "audit_purchase": "tacit.auditing",
    "frontier": "tacit.frontiers",
    "load": "tacit.datasets",
    "protect": "tacit.publish",
    "purchase": "tacit.purchasing",
}

__all__ = [
    "AnyOf",
    "Audit",
    "Intent",
    "Market",
    "Matrix",
    "Nominal",
    "Numeric",
    "Order",
    "Ordinal",
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
    "frontier",
    "load",
    "protect",
    "purchase",
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
