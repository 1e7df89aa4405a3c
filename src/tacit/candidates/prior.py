"""Priors: how likely each candidate is beforehand, as whole numbers in proportion.

`uniform`, in proportion to the `records` or to the `cost` of each candidate, `halving` with each
further cell, or a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.candidates.given import Given, whole_weights
from tacit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import Within
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.cells import Ints

FLOOR = 40
"""How often a candidate's weight is halved at the most."""


def uniform(found: Candidates) -> NDArray[Any]:
    """As likely as any other, or as the list has it that they come from."""
    return found.weights


def by_records(found: Candidates) -> NDArray[Any]:
    """In proportion to what each holds."""
    return found.held.records


def by_cost(found: Candidates) -> NDArray[Any]:
    """In proportion to what each costs."""
    return found.held.spend


def halving(found: Candidates) -> NDArray[Any]:
    """Half as likely with each cell more than the smallest candidate has, down to 2 to the power -40.

    All that are smaller than that by the rule are alike there, so that weights stay whole numbers that
    can be added up. Of more than two million candidates the floor is higher.
    """
    cells = found.held.cells
    lowest = min(FLOOR, 61 - len(found).bit_length())
    more = np.minimum(cells - cells.min(initial=LARGEST), lowest).astype(np.int64)
    return np.asarray(np.left_shift(np.int64(1), lowest - more))


def from_table(found: Candidates, table: Given, within: Within, some: bool = False) -> Ints:
    """The weight of each candidate in a table; one that is not listed has none.

    The table may also weigh what is left out here: what lies elsewhere, or holds no records; where these
    are only some of the candidates, others too.
    """
    pairs = {
        intent: 1 if weight is None else weight
        for intent, weight in table.intents(within.market).items()
        if found.codes is None or intent.size == 1
    }
    known = np.full(0, -1)
    if pairs:
        listed = type(found).of_intents(within.market, list(pairs))
        at, known = found.places(listed).tolist(), listed.places(found)
    if not some:
        missing = [intent for intent, here in zip(pairs, known.tolist(), strict=True) if here < 0]
        _require_elsewhere(
            missing + [i for i in table.intents(within.market) if i not in pairs], within
        )
    worth = list(pairs.values())
    return whole_weights([worth[i] if i >= 0 else 0 for i in at] if pairs else [0] * len(found))


def _require_elsewhere(missing: Sequence[Intent], within: Within) -> None:
    """Refuse to weigh what is no candidate, although it lies where they do."""
    for intent in missing:
        if intent <= within.around and (
            within.support == "all" or within.market.mass(intent).records
        ):
            raise InputError("the prior gives weight to an intent that is no candidate.")
