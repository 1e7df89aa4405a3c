"""A post read without its market: values are the names that it gives, whatever they stand for.

Which bins or groups stand behind names only the market knows, and whether a dimension has other
values than those that are named. So every dimension that a post names is taken as limited to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tacit.errors import IntentError
from tacit.intents.box import ALL
from tacit.intents.reading import intent_from, intent_json, posted
from tacit.space.nominal import Nominal
from tacit.space.space import Space

if TYPE_CHECKING:
    from tacit.intents.intent import Intent

_NEEDS_MARKET = "Give the market that it was made in with --market DATA."


class Labelled(Nominal):
    """Names of values that only the market knows the meaning of, and one for whatever else there is."""

    kind: ClassVar[str] = "labelled"


def post_by_labels(text: str) -> Intent:
    """Read a post from JSON without its market.

    >>> post_by_labels('{"race": ["A", "B"], "sex": "ALL"}').to_sql()
    "race IN ('A', 'B')"
    """
    if not text.lstrip().startswith(("{", "[")):
        raise IntentError(
            f"the post is no JSON, which is all that can be read alone. {_NEEDS_MARKET}"
        )
    content = posted(intent_json(text))
    if isinstance(content, Mapping) and "@context" in content:
        raise IntentError(f"an ODRL request can't be read alone. {_NEEDS_MARKET}")
    boxes = content if isinstance(content, list) else [content]
    if not boxes or not all(isinstance(box, Mapping) for box in boxes):
        raise IntentError(
            "the post must be a JSON object with values by dimension, or a list of those."
        )
    named = [{name: _listed(name, asked) for name, asked in box.items()} for box in boxes]
    limited = [{name: own for name, own in box.items() if own is not None} for box in named]
    values: dict[str, dict[str, Any]] = {}
    for box in limited:
        for name, own in box.items():
            values.setdefault(name, {}).update({str(value): value for value in own})
    if not values:
        raise IntentError(f"the post names no values. {_NEEDS_MARKET}")
    space = Space(tuple(_dimension(name, list(own.values())) for name, own in values.items()))
    return intent_from(space, limited)


def _listed(name: str, asked: Any) -> list[Any] | None:
    """The values that an entry names; None where it is ALL."""
    if asked is None or asked == ALL:
        return None
    listed = asked if isinstance(asked, list) else [asked]
    if not all(isinstance(value, str | int | float | bool) for value in listed):
        raise IntentError(
            f"the entry of '{name}' is no list of values, which is all that can be read alone. "
            f"{_NEEDS_MARKET}"
        )
    return listed


def _dimension(name: str, values: list[Any]) -> Labelled:
    rest = "any other"
    while rest in map(str, values):
        rest += " still"
    return Labelled(name, (*values, rest), other=rest)
