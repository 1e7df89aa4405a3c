"""A toy class of candidates: one file, one registration."""

from __future__ import annotations

from typing import ClassVar

from tacit.candidates.candidate_class import CandidateClass, Within
from tacit.candidates.candidates import Candidates
from tacit.candidates.registry import register
from tacit.intents.box import Box
from tacit.market.stacks import stacked


class Slices(CandidateClass):
    """Every single value: whoever has it, whatever else they have."""

    name: ClassVar[str] = "slices"
    about: ClassVar[str] = "every value of every dimension, alone"

    def how_many(self, within: Within) -> int:
        """As many as there are values."""
        return sum(within.market.space.shape)

    def every(self, within: Within) -> Candidates:
        """One box for each value."""
        space = within.market.space
        boxes = [Box.of(space, {d.name: [value]}) for d in space for value in d.values]
        return Candidates.of_boxes(within.market, stacked(boxes))


register(Slices())
