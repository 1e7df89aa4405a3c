"""The paper's running example (its Figure 1): education level by work class.

The published intent so far is {Masters, Doctorate} x {Federal-gov}. Education has an order, so it
offers one value, the nearest by accumulated distance: Bachelors at 3, not Pre-school at 5. Work class
has none, so it offers all that is left: three values. Four candidates in all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tacit.intents.box import Box
from tacit.publishing.greedy.expansion import Offers
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space(
    (
        Ordinal("education", ("Pre-school", "Bachelors", "Masters", "Doctorate")),
        Nominal("work class", ("Federal-gov", "Without-pay", "Private", "Self-emp-not-inc")),
    )
)
PUBLISHED = {"education": ["Masters", "Doctorate"], "work class": ["Federal-gov"]}
PRINTED_DISTANCES = {"Pre-school": 5, "Bachelors": 3}
PRINTED_CANDIDATES = ("Bachelors", "Without-pay", "Private", "Self-emp-not-inc")


@dataclass(frozen=True)
class RunningExample:
    """What the example's step comes to.

    Attributes:
        distances: the accumulated distance of each education level outside.
        candidates: the values offered.
    """

    distances: dict[str, int]
    candidates: tuple[str, ...]


def run() -> RunningExample:
    """Compute the step."""
    box = Box.of(SPACE, PUBLISHED)
    offers = Offers(box)
    far = offers.accumulated(0)
    outside = [code for code in range(len(SPACE.dimensions[0])) if code not in box.codes[0]]
    values = [str(value) for dimension in SPACE for value in dimension.values]
    return RunningExample(
        distances={str(SPACE.dimensions[0].values[code]): int(far[code]) for code in outside},
        candidates=tuple(values[i] for i in np.flatnonzero(offers.flat)),
    )
