"""Priors: how likely each candidate is beforehand, as whole numbers in proportion.

`uniform`, in proportion to the `records` or to the `cost` of each candidate, or a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.candidates.given import Given, whole_weights
from tacit.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.classes import Within
    from tacit.market.cells import Ints


def uniform(found: Candidates) -> NDArray[Any]:
    """As likely as any other, or as the list has it that they come from."""
    return found.weights


def by_records(found: Candidates) -> NDArray[Any]:
    """In proportion to what each holds."""
    return found.held.records


def by_cost(found: Candidates) -> NDArray[Any]:
    """In proportion to what each costs."""
    return found.held.spend


def from_table(found: Candidates, table: Given, within: Within) -> Ints:
    """The weight of each candidate in a table; one that is not listed has none.

    The table may also weigh what is left out here: what lies elsewhere, or holds no records.
    """
    weights: list[Any] = [0] * len(found)
    for intent, weight in table.intents(within.market).items():
        at = found.place(intent)
        if at is not None:
            weights[at] = 1 if weight is None else weight
        elif intent <= within.around and (
            within.support == "all" or within.market.mass(intent).records
        ):
            raise InputError("the prior gives weight to an intent that is no candidate.")
    return whole_weights(weights)
