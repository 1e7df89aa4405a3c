"""What is asked of a method that draws: the market, the method with all its settings, and the want.

Who asks the same is to be answered the same (`own_key.py`), so what does not change what is asked
does not count: the order of boxes, of a list or of those who are held, or how a number is written.
Whatever does change it makes another question, and its draw has nothing to do with the first one's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._exact import exact
from tacit.candidates.given import Given, whole_weights
from tacit.intents.box import Box
from tacit.market.fingerprint import fingerprint

if TYPE_CHECKING:
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure

VERSION = "tacit question 1"
"""Changed with what is written below: a question of another make is another question."""


def question(market: Market, procedure: Procedure, true: Intent) -> bytes:
    """What is asked, in 32 bytes. They tell the true intent to who tries them all: a secret too.

    Contract:
        promises: the same for the same market, settings and true intent, in any run and however
            they were written; with near certainty another for all others.
    """
    asked = {
        "question": VERSION,
        "market": fingerprint(market),
        "orders": _orders(market),
        "method": procedure.method.name,
        "limit": str(procedure.limit),
        "against": sorted(procedure.against.to_json()),
        "settings": _settings(market, procedure.settled(true)),
        "want": _boxes(true),
    }
    if market.knowledge is not None:  # the same counts, known otherwise, are held otherwise
        asked["known by"] = market.knowledge.identity
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).digest()


def _orders(market: Market) -> list[Any]:
    """Which values are in a row, which the cells do not tell but the posts depend on."""
    orders = [dimension.natural_order for dimension in market.space]
    return [None if order is None else order.ranks.tolist() for order in orders]


def _boxes(intent: Intent) -> list[Any]:
    """An intent by the codes of its boxes, whatever order they are in."""
    return sorted([list(map(int, one)) for one in box.codes] for box in intent.boxes)


def _settings(market: Market, procedure: Procedure) -> dict[str, Any]:
    """Every setting, also those that a result does not tell."""
    own = procedure.settings
    return {
        name: _pins(market, getattr(own, name))
        if option.file == "pins"
        else _written(market, getattr(own, name))
        for name, option in own.options().items()
        if not own.left_out(name)
    }


def _written(market: Market, value: Any) -> Any:
    """A setting as JSON, such that no two that differ are written alike."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int | float | Fraction):
        return {"number": str(exact(value))}
    if isinstance(value, Given):
        return {"list": _listed(market, value)}
    if isinstance(value, Mapping):
        return {"each": {str(name): _written(market, one) for name, one in value.items()}}
    if isinstance(value, tuple | list):
        return [_written(market, one) for one in value]
    return {"other": str(value)}


def _listed(market: Market, given: Given) -> list[Any]:
    """The intents of a list with their weights, in an order that is the same for all lists of them."""
    found = given.intents(market)
    weights = whole_weights(list(found.values())).tolist()
    return sorted([_boxes(intent), weight] for intent, weight in zip(found, weights, strict=True))


def _pins(market: Market, pins: Mapping[str, Any]) -> list[Any]:
    """The codes of the pinned values of each dimension that has some."""
    space = market.space
    at = {name: space.index(name) for name in sorted(pins)}
    return [[name, *Box.of(space, {name: pins[name]}).codes[i]] for name, i in at.items()]
