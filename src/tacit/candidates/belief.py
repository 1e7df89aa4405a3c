"""Beliefs: which true intents someone reckons with, and how likely each is beforehand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tacit.candidates.classes import CandidateClass, GivenList
from tacit.candidates.given import Given
from tacit.candidates.prior import from_table
from tacit.candidates.registry import CLASSES, PRIORS
from tacit.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.classes import Within
    from tacit.intents.intent import Intent

USUAL = "usual"
"""The class that the true intent belongs to: cells, or its shape if it has several."""
SUPPORTS = ("nonempty", "all")


@dataclass(frozen=True)
class Belief:
    """Which true intents someone reckons with, and how likely each is beforehand.

    Attributes:
        candidates: `cells`, `shape`, `boxes`, another class of the registry, `usual`, or a list.
        prior: `uniform`, `records`, `cost`, or a table of weights.
        support: `nonempty` if candidates without records do not count, or `all`.
    """

    candidates: str | Given = "cells"
    prior: str | Given = "uniform"
    support: str = "all"

    def __post_init__(self) -> None:
        if isinstance(self.candidates, str) and self.candidates not in (*CLASSES, USUAL):
            known = ", ".join(CLASSES)
            raise SettingError(
                f"the candidates must be one of {known}, or a list of them.", "candidates"
            )
        if isinstance(self.prior, str) and self.prior not in PRIORS:
            known = ", ".join(PRIORS)
            raise SettingError(f"the prior must be one of {known}, or a table of weights.", "prior")
        if self.support not in SUPPORTS:
            raise SettingError(f"the support must be one of: {', '.join(SUPPORTS)}.", "support")

    def settled(self, true: Intent | None) -> Belief:
        """The same with the class named, where it was the usual one of a true intent."""
        if self.candidates != USUAL:
            return self
        single = true is None or true.size == 1
        return replace(self, candidates="cells" if single else "shape")

    @property
    def of_class(self) -> CandidateClass:
        """The class of its candidates; the usual one must be settled before."""
        if isinstance(self.candidates, Given):
            return GivenList(self.candidates)
        return CLASSES[self.candidates]

    def weights(self, found: Candidates, within: Within) -> NDArray[Any]:
        """How likely each candidate is beforehand, as whole numbers in proportion."""
        if isinstance(self.prior, Given):
            return from_table(found, self.prior, within)
        return PRIORS[self.prior](found)

    def to_json(self) -> dict[str, Any]:
        """The belief by its names; what a list holds is not told."""
        return {
            "candidates": "given" if isinstance(self.candidates, Given) else self.candidates,
            "prior": "given" if isinstance(self.prior, Given) else self.prior,
            "support": self.support,
        }
