"""Beliefs: which true intents someone reckons with, and how likely each is beforehand.

Nobody knows a rival's prior, so several may be named, and all priors within a factor of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._doors import doors
from tacit._exact import factor
from tacit.candidates.candidate_class import Within
from tacit.candidates.classes import GivenList
from tacit.candidates.given import Given, listed, listed_or_several
from tacit.candidates.prior import from_table
from tacit.candidates.registry import BY_CELLS, PRIORS, class_named
from tacit.errors import SettingError
from tacit.intents.box import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.candidates.candidate_class import CandidateClass
    from tacit.candidates.candidates import Candidates
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

USUAL = "usual"
"""The class that the true intent belongs to: cells, its shape if it has several, or unions like it."""
SUPPORTS = ("nonempty", "all")


@doors("__init__")
@dataclass(frozen=True)
class Belief:
    """Which true intents someone reckons with, and how likely each is beforehand.

    Attributes:
        candidates: `cells`, `shape`, `ranges`, `boxes`, `unions`, `upto:K`, another class of the
            registry, a mixture such as `3*cells+shape`, `usual`, or a list.
        prior: `uniform`, `records`, `cost`, `halving`, or a table of weights; several in a tuple, or
            by name with commas.
        support: `nonempty` if candidates without records do not count, or `all`.
        within: by which factor the odds of any two candidates may differ from those of a prior.
    """

    candidates: str | Given = "cells"
    prior: str | Given | tuple[str | Given, ...] = "uniform"
    support: str = "all"
    within: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        found = listed_or_several(self.prior)
        priors = found if isinstance(found, tuple) else (found,)
        object.__setattr__(self, "prior", priors[0] if len(priors) == 1 else priors)
        object.__setattr__(self, "within", factor(self.within))
        among = listed(self.candidates)
        if isinstance(among, str) and among != USUAL:
            among = class_named(among).name
        object.__setattr__(self, "candidates", among)
        if not priors or any(isinstance(p, str) and p not in PRIORS for p in priors):
            known = ", ".join(PRIORS)
            raise SettingError(f"the prior must be one of {known}, or a table of weights.", "prior")
        if any(prior in priors[:at] for at, prior in enumerate(priors)):
            raise SettingError("a prior was named twice.", "prior")
        if self.support not in SUPPORTS:
            raise SettingError(f"the support must be one of: {', '.join(SUPPORTS)}.", "support")

    def settled(self, true: Intent | None) -> Belief:
        """The same with the class named, where it was the usual one of a true intent."""
        if self.candidates != USUAL:
            return self
        if true is None or true.size == 1:
            return replace(self, candidates="cells")
        return replace(self, candidates="shape" if len(true.boxes) == 1 else "unions")

    @property
    def of_class(self) -> CandidateClass:
        """The class of its candidates; the usual one must be settled before."""
        if isinstance(self.candidates, Given):
            return GivenList(self.candidates)
        return class_named(self.candidates)

    @property
    def priors(self) -> tuple[str | Given, ...]:
        """All priors, the first of which says what counts as expected."""
        return self.prior if isinstance(self.prior, tuple) else (self.prior,)

    def free(self, market: Market, like: Intent | None) -> frozenset[int]:
        """The dimensions, by their places, without which it says the same; none where that is not known.

        All candidates have all values there, and so has all that a table weighs. A prior that goes by
        cells says something else in fewer dimensions, unless all candidates have as many.
        """
        of = self.of_class
        if not of.one_size and any(prior in BY_CELLS for prior in self.priors):
            return frozenset()
        found = of.free(Within(market, Box.everything(market.space), like, self.support))
        for prior in self.priors if found else ():
            found &= prior.free(market) if isinstance(prior, Given) else found
        return found

    def weights(self, found: Candidates, within: Within, some: bool = False) -> list[NDArray[Any]]:
        """How likely each candidate is by each prior, as whole numbers in proportion.

        Args:
            found: the candidates.
            within: where they were looked for.
            some: whether there may be others, which a table weighs too.
        """
        of = self.of_class
        return [
            from_table(found, prior, within, some)
            if isinstance(prior, Given)
            else of.weights(found, within, PRIORS[prior])
            for prior in self.priors
        ]

    def weights_in_part(self, found: Candidates, within: Within) -> list[NDArray[Any]]:
        """The same of candidates that are a part of one class, beside each other."""
        return [
            from_table(found, prior, within, some=True)
            if isinstance(prior, Given)
            else PRIORS[prior](found)
            for prior in self.priors
        ]

    def to_json(self) -> dict[str, Any]:
        """The belief by its names; what a list holds is not told."""
        return {
            "candidates": "given" if isinstance(self.candidates, Given) else self.candidates,
            "prior": ",".join(p if isinstance(p, str) else "given" for p in self.priors),
            "support": self.support,
            "within": str(self.within),
        }
