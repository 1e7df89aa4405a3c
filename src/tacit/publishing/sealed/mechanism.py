"""A mechanism: for each candidate, how likely each box is to be published for it.

All chances are exact fractions. The solver's numbers are not, so they are repaired: every mix is
used a hair less than the solver says, and what each candidate then lacks is published with the box
that holds them all, which is checked like any other. So the chances of a candidate add up to its
prior to the last digit, and the limit holds to the last digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from tacit.intents.box import Box
from tacit.market.stacks import Masses, Stack, box, most_covered, taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.publishing.sealed.program import Mix, Solution

HAIRS = (1e-9, 1e-7, 1e-5, 1e-3)
"""By how much less mixes are used, until the repair holds: from what the solver promises upwards."""
FINEST = 2**70
"""The denominator of chances: finer than floats, so that rounding down takes next to nothing."""


@dataclass(frozen=True, repr=False, eq=False)
class Mechanism:
    """For each candidate, how likely each box is to be published.

    Attributes:
        candidates: those who are treated alike.
        boxes: what may be published.
        masses: what each of these holds.
        joint: for each box, the chance that it is published and a candidate wanted, by candidate.
    """

    candidates: Candidates
    boxes: Stack
    masses: Masses
    joint: list[dict[int, Fraction]]

    def chances(self, candidate: int) -> dict[int, Fraction]:
        """How likely each box is to be published for a candidate."""
        prior = Fraction(int(self.candidates.weights[candidate]), self.candidates.total)
        return {u: row[candidate] / prior for u, row in enumerate(self.joint) if candidate in row}

    def confidence(self, published: int) -> Fraction:
        """How likely the likeliest record is, given that a box was published."""
        row = self.joint[published]
        members = taken(self.candidates.stack, list(row))
        unit = lcm(*(chance.denominator for chance in row.values()))
        weights = [int(chance * unit) for chance in row.values()]
        return Fraction(most_covered(members, weights), sum(weights))

    @cached_property
    def highest(self) -> Fraction:
        """How likely the likeliest record is, given any box."""
        return max(self.confidence(u) for u in range(len(self.joint)))

    def expected(self, values: NDArray[Any]) -> Fraction:
        """The mean of something over what is published."""
        parts = (sum(r.values(), Fraction(0)) * int(values[u]) for u, r in enumerate(self.joint))
        return sum(parts, Fraction(0))

    def intent(self, published: int) -> Box:
        """One of the boxes."""
        return Box.from_masks(self.candidates.market.space, box(self.boxes, published))


def mechanism(
    candidates: Candidates,
    boxes: Stack,
    masses: Masses,
    whole: int,
    solution: Solution | None,
    limit: Fraction,
) -> Mechanism:
    """Make chances of a solution; without one, all candidates are published with the same box.

    `whole` is a box that may be published for every candidate.
    """
    prior = [Fraction(int(w), candidates.total) for w in candidates.weights]
    for hair in HAIRS if solution is not None else ():
        assert solution is not None
        joint = _repaired(solution, prior, whole, hair)
        if joint is None:
            continue
        used = sorted(joint)
        masses_used = Masses(*(values[used] for values in masses))
        found = Mechanism(candidates, taken(boxes, used), masses_used, [joint[u] for u in used])
        if found.highest <= limit:
            return found
    alike = dict(enumerate(prior))
    one = Masses(*(values[[whole]] for values in masses))
    return Mechanism(candidates, taken(boxes, [whole]), one, [alike])


def _repaired(
    solution: Solution, prior: Sequence[Fraction], whole: int, hair: float
) -> dict[int, dict[int, Fraction]] | None:
    """The chances of mixes used a hair less, the rest with the box that holds all."""
    joint: dict[int, dict[int, Fraction]] = {}
    lacking = list(prior)
    for mix, weight in zip(solution.mixes, solution.weights, strict=True):
        _use(joint, lacking, mix, Fraction(int(weight * (1 - hair) * FINEST), FINEST))
    if min(lacking) < 0:
        return None
    row = joint.setdefault(whole, {})
    for v, chance in enumerate(lacking):
        if chance:
            row[v] = row.get(v, Fraction(0)) + chance
    return {u: row for u, row in joint.items() if row}


def _use(
    joint: dict[int, dict[int, Fraction]],
    lacking: list[Fraction],
    mix: Mix,
    weight: Fraction,
) -> None:
    """Use a mix this much."""
    if not weight:
        return
    row = joint.setdefault(mix.box, {})
    for member, part in zip(mix.members.tolist(), mix.parts, strict=True):
        chance = weight * Fraction(part, mix.whole)
        row[member] = row.get(member, Fraction(0)) + chance
        lacking[member] -= chance
