"""Given: intents that the user lists, each with or without a weight.

A list says which true intents there could be; a table says how likely each is. Both are the same
thing here, and neither knows a market yet: the intents are read in the market they are used with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit._doors import doors
from tacit._exact import exact, in_ticks
from tacit.errors import InputError, IntentError, SettingError

if TYPE_CHECKING:
    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints
    from tacit.market.market import Market


Told = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""An intent as JSON has it: values per dimension, or a list of those for several boxes."""


@doors("of", "intents")
@dataclass(frozen=True, repr=False)
class Given:
    """Intents with or without weights, as values per dimension.

    Attributes:
        entries: each intent as JSON has it, values per dimension or a list of those, and its weight
            or None.
    """

    entries: tuple[tuple[Told, Any], ...]

    @classmethod
    def of(cls, listed: Sequence[Any]) -> Given:
        """Read a list of intents, or of `{"intent": ..., "weight": ...}`."""
        if not all(isinstance(entry, Mapping) for entry in listed):
            raise InputError('expected a list of {"intent": {...}, "weight": n}.')
        if not listed:
            raise InputError("the list has no intent.")
        return cls(tuple(map(_entry, listed)))

    def intents(self, market: Market) -> dict[Intent, Any]:
        """The intents in a market, each with its weight or None."""
        found: dict[Intent, Any] = {}
        for told, weight in self.entries:
            try:
                intent = market.intent(told)
            except IntentError as error:
                raise InputError(f"an entry of the list is no intent: {error}") from None
            if intent.required("an entry of the list") in found:
                raise InputError("the list has an intent twice.")
            found[intent] = weight
        return found

    def free(self, market: Market) -> frozenset[int]:
        """The dimensions on which all of them have all values in a market, by their places."""
        return frozenset.intersection(*(intent.free for intent in self.intents(market)))

    def to_json(self) -> list[dict[str, Any]]:
        """The list again."""
        return [
            {
                "intent": dict(told) if isinstance(told, Mapping) else list(told),
                **({} if weight is None else {"weight": weight}),
            }
            for told, weight in self.entries
        ]

    def __repr__(self) -> str:
        return f"Given({len(self.entries):,} intents, values hidden)"


def _entry(entry: Mapping[str, Any]) -> tuple[Told, Any]:
    told = entry.get("intent")
    several = isinstance(told, list | tuple) and all(isinstance(one, Mapping) for one in told)
    weighted = set(entry) <= {"intent", "weight"} and (
        isinstance(told, Mapping) or (several and told)
    )
    return (entry["intent"], entry.get("weight")) if weighted else (entry, None)


def listed(value: Any) -> str | Given:
    """A name, or a list of intents, as a user gives one or the other."""
    if isinstance(value, str | Given):
        return value.strip() if isinstance(value, str) else value
    if not isinstance(value, Sequence) or isinstance(value, bytes):
        raise SettingError("this is a name, or a list of intents.")
    return Given.of(value)


def listed_or_several(value: Any) -> str | Given | tuple[str | Given, ...]:
    """One of those, or several: names with commas between them, lists of intents, or both."""
    if isinstance(value, tuple) and any(not isinstance(one, Mapping) for one in value):
        return tuple(listed(one) for one in value)
    named = value.split(",") if isinstance(value, str) else ()
    return tuple(name.strip() for name in named) if len(named) > 1 else listed(value)


def whole_weights(numbers: Sequence[Any]) -> Ints:
    """Weights as whole numbers in proportion; None counts as 1."""
    given = [1 if n is None else n for n in numbers]
    if any(isinstance(n, bool) or not isinstance(n, int | float | str) for n in given):
        raise InputError("a weight must be a number, 0 or more.")
    if any(exact(n) < 0 for n in given):
        raise InputError("a weight must be a number, 0 or more.")
    ticks, _ = in_ticks(given)
    if sum(ticks) >= LARGEST:
        raise InputError("the weights are too large or too fine to be added up exactly.")
    return np.array(ticks, dtype=np.int64)
