"""A mechanism: for each candidate, how likely each box is to be published for it.

All chances are exact fractions. The solver's numbers are not, so they are repaired: every mix is
used a hair less than the solver says, and what each candidate then lacks is published with the box
that holds them all, which is checked like any other. So the chances of a candidate add up to its
prior to the last digit, and every secret is kept by every belief to the last digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit.intents.box import Box
from tacit.market.stacks import Masses, Stack, box, taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.publishing.sealed.lines import Lines
    from tacit.publishing.sealed.pricing import Mix
    from tacit.publishing.sealed.program import Solution

HAIRS = (1e-9, 1e-7, 1e-5, 1e-3)
"""By how much less mixes are used, until the repair holds: from what the solver promises upwards."""
FINEST = 2**70
"""The denominator of chances: finer than floats, so that rounding down takes next to nothing."""


@dataclass(frozen=True, repr=False, eq=False)
class Mechanism:
    """For each candidate, how likely each box is to be published.

    Attributes:
        candidates: those who are treated alike.
        lines: what the chances of every post must keep.
        boxes: what may be published.
        masses: what each of these holds.
        joint: for each box, the chance that it is published and a candidate wanted, by candidate; by
            the reference.
    """

    candidates: Candidates
    lines: Lines
    boxes: Stack
    masses: Masses
    joint: list[dict[int, Fraction]]

    def chances(self, candidate: int) -> dict[int, Fraction]:
        """How likely each box is to be published for a candidate."""
        prior = Fraction(int(self.lines.reference[candidate]), self.lines.total)
        return {u: row[candidate] / prior for u, row in enumerate(self.joint) if candidate in row}

    def leading_to(self, published: int) -> dict[int, Fraction]:
        """How likely each candidate is to have a box published for it."""
        weights, total = self.lines.reference, self.lines.total
        return {v: c * total / int(weights[v]) for v, c in self.joint[published].items()}

    @property
    def keeps(self) -> bool:
        """Whether every secret is kept by every belief, whatever is published; exactly."""
        return all(self.lines.kept(list(row), list(row.values())) for row in self.joint)

    def expected(self, values: NDArray[Any]) -> Fraction:
        """The mean of something over what is published, by the first belief."""
        counts = self.lines.counts
        parts = (
            sum((c for v, c in row.items() if counts[v]), Fraction(0)) * int(values[u])
            for u, row in enumerate(self.joint)
        )
        return sum(parts, Fraction(0)) * self.lines.total / int(self.lines.beliefs[0].sum())

    def intent(self, published: int) -> Box:
        """One of the boxes."""
        return Box.from_masks(self.candidates.market.space, box(self.boxes, published))


def mechanism(
    candidates: Candidates,
    lines: Lines,
    boxes: Stack,
    masses: Masses,
    whole: int,
    solution: Solution | None,
) -> Mechanism:
    """Make chances of a solution; without one, all candidates are published with the same box.

    `whole` is a box that may be published for every candidate.
    """
    prior = [Fraction(int(w), lines.total) for w in lines.reference]
    for hair in HAIRS if solution is not None else ():
        assert solution is not None
        joint = _repaired(solution, prior, whole, hair)
        if joint is None:
            continue
        used = sorted(joint)
        some = Masses(*(values[used] for values in masses))
        rows = [joint[u] for u in used]
        found = Mechanism(candidates, lines, taken(boxes, used), some, rows)
        if found.keeps:
            return found
    alike = dict(enumerate(prior))
    one = Masses(*(values[[whole]] for values in masses))
    return Mechanism(candidates, lines, taken(boxes, [whole]), one, [alike])


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
    for member, part in zip(mix.members.tolist(), mix.exact or (), strict=True):
        chance = weight * part
        row[member] = row.get(member, Fraction(0)) + chance
        lacking[member] -= chance
