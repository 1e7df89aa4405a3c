"""What all attackers who look at a published intent have in common.

Each of them spreads one unit of belief over the published intent by some weight: cells, records,
prices or spending. How confident one is about a record is the share of that weight which speaks for
it. So an attacker is two numbers: the *claim*, what speaks for the most exposed wanted record, and
the *weight* of all that was published. Confidence is claim / weight, an exact fraction.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tacit.attackers.confidence import Confidence
from tacit.errors import NotContained

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells
    from tacit.market.frontier import Frontier
    from tacit.market.knowledge import Knowledge
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.market.stacks import Masses
    from tacit.space.dimension import Label


class Attacker(ABC):
    """Someone who saw the published intent and wants to know what is truly wanted."""

    name: ClassVar[str]
    sees: ClassVar[str]
    """What this attacker goes by, in a few words for tables."""
    counts_empty: ClassVar[bool]
    """Whether cells without records hide the intent from this attacker."""

    goes_by: ClassVar[str | None] = None
    """The measure of a mass that it weighs, such as "records", if it weighs just one.

    Engines that look at many boxes at once work with measures. Whoever goes by anything else is
    asked about one box after the other; all they count on is that its weight never shrinks as the
    box grows.
    """

    @classmethod
    def measure(cls) -> str | None:
        """What engines may take it to go by: None if a subclass changed what speaks or weighs.

        Who says what it goes by promises that weights are that measure of a mass, and that the
        claim is the most that a wanted cell has of it (of "cells": how many are wanted).
        """
        for one in cls.__mro__:
            if "goes_by" in vars(one):
                return cls.goes_by
            if vars(one).keys() & {"claim", "claims", "weight", "weights", "added"}:
                break
        return None

    @abstractmethod
    def claim(self, market: Market, true: Intent) -> int:
        """What speaks for the most exposed record of the true intent."""

    @abstractmethod
    def weight(self, mass: Mass) -> int:
        """The weight of a published intent that holds this mass."""

    @abstractmethod
    def added(self, frontier: Frontier) -> NDArray[Any]:
        """The weight that each single value would add: the paper's *increase*."""

    @abstractmethod
    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        """What speaks for a record of each of some cells of the true intent."""

    def weights(self, masses: Masses) -> NDArray[Any]:
        """The weight of each of many published intents."""
        count = len(masses.records)
        return np.array([self.weight(masses.one(i)) for i in range(count)], dtype=object)

    plain: ClassVar[bool] = True
    """Whether it is within a limit just where the claim is, as a share of the weight."""

    def at(self, limit: Fraction) -> Attacker:
        """The same to be held at a limit: one who is held at an interval's end asks for more or less."""
        return self

    def needed(self, claim: int, limit: Fraction) -> int:
        """The least weight that must be published for a claim to be within a limit."""
        return ceil(claim / limit)

    def lowest(self, market: Market, true: Intent, whole: Mass) -> Fraction:
        """How sure it is if all of some mass is published."""
        return self.judge(self.claim(market, true), whole).upper

    def lower(self, mass: Mass) -> Fraction | None:
        """The least confidence about a record, where the model gives one."""
        return None

    def confidence(self, market: Market, true: Intent, published: Intent) -> Confidence:
        """How sure the attacker is about the most exposed wanted record.

        Contract:
            needs: `published` holds `true`, which is not empty.
            promises: `upper` is exact and at least the confidence in each wanted record; of a market
                known by statistics, `upper` and `lower` are the ends of an interval around `estimate`.
            cost: one pass over the market's cells.
        """
        _require_contained(true, published)
        found = self.judge(self.claim(market, true), market.mass(published))
        if market.knowledge is None:
            return found
        return self._as_known(found, market.knowledge, true, published)

    def _as_known(
        self, found: Confidence, knowledge: Knowledge, true: Intent, published: Intent
    ) -> Confidence:
        """A confidence by estimated counts, with the interval that these are known to; not its own bounds."""
        measure = self.measure()
        if not knowledge.speaks_of(measure):
            return found
        told = replace(found, estimate=found.upper, by=knowledge.by, level=knowledge.level)
        between = None if measure is None else knowledge.share(measure, true, published)
        if between is None:
            return replace(told, lower=Fraction(0), upper=Fraction(1), known=False)
        return replace(told, lower=between.lower, upper=between.upper)

    def judge(self, claim: int, mass: Mass) -> Confidence:
        """The confidence that follows from a claim and the mass of what was published."""
        upper = Fraction(claim, self.weight(mass)) if claim else Fraction(0)
        return Confidence(self.name, upper, self.lower(mass))

    def per_record(
        self, market: Market, true: Intent, published: Intent
    ) -> list[tuple[dict[str, Label], Fraction]]:
        """The confidence in a record of each wanted cell that holds records, most exposed first.

        This spells out the true intent: it is for the buyer's eyes only.
        """
        _require_contained(true, published)
        cells = market.cells(true)
        weight = self.weight(market.mass(published))
        claims = self.claims(market, true, cells)
        pairs = [
            (tuple(int(code) for code in cells.codes[:, i]), Fraction(int(claims[i]), weight or 1))
            for i in np.flatnonzero(cells.records)
        ]
        pairs.sort(key=lambda pair: (-pair[1], pair[0]))
        return [(market.space.cell(codes), confidence) for codes, confidence in pairs]

    def lowest_limit(self, market: Market, true: Intent) -> Fraction:
        """The confidence that remains when the whole space is published: none lower can be had."""
        return self.judge(self.claim(market, true.required()), market.total).upper


class GoesByMeasure(Attacker):
    """Someone who weighs one measure of what was published: records, spend, cells or price."""

    goes_by: ClassVar[str]

    def claim(self, market: Market, true: Intent) -> int:
        """The most that a wanted cell has of the measure."""
        most: int = getattr(market.peak(true), self.goes_by)
        return most

    def weight(self, mass: Mass) -> int:
        """What is published of the measure."""
        held: int = getattr(mass, self.goes_by)
        return held

    def added(self, frontier: Frontier) -> NDArray[Any]:
        """What each value adds to the measure."""
        more: NDArray[Any] = getattr(frontier, self.goes_by)
        return more

    def claims(self, market: Market, true: Intent, cells: Cells) -> NDArray[Any]:
        """What each cell has of the measure."""
        return market.measured(cells, self.goes_by)

    def weights(self, masses: Masses) -> NDArray[Any]:
        """What each of many published intents has of the measure."""
        held: NDArray[Any] = getattr(masses, self.goes_by)
        return held


def _require_contained(true: Intent, published: Intent) -> None:
    """Refuse an empty true intent, and a published one that leaves out part of it."""
    if not true.required() <= published:
        raise NotContained(
            "the published intent leaves out part of the true intent, so it would not bring "
            "what is wanted. Publish every value of the true intent."
        )
