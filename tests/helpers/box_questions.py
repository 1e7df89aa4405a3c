"""Questions to `protect` on random small markets, with a judge who lists every box.

The judge keeps the boxes that hold the true intent and keep the rules, and adds up plain dictionaries
of cells. It shares no code with the market's sums, the attackers or the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations, product

from hypothesis import strategies as st

from tacit.intents.intent import Intent
from tacit.publishing.publication import Publication
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.choosing import choose
from tests.helpers.judged_markets import Case, attacker_sets, boxes, cases

Codes = tuple[frozenset[int], ...]
Pins = dict[str, list[object]]
COUNTED = {"records": "em-f", "cost": "em-fc", "cells": "pi-uniform"}
"""Each objective, and the attacker who goes by it."""
EXACT = 60.0
"""Seconds that no search here comes near, so that a slow machine changes nothing."""

limits = st.one_of(
    st.fractions(Fraction(1, 50), 1, max_denominator=50),
    st.sampled_from([Fraction(1), Fraction(3, 10), Fraction(1, 3)]),
)


@dataclass(frozen=True)
class Asked:
    """One question to `protect`, but for the market's layout."""

    case: Case
    true: Intent
    against: list[str]
    limit: Fraction
    objective: str = "records"
    contiguous: bool = True
    never: Pins = field(default_factory=dict)
    always: Pins = field(default_factory=dict)

    def answer(self, layout: str = "dense", seconds: float = EXACT) -> Publication:
        return choose(
            self.case.dense if layout == "dense" else self.case.sparse,
            self.true,
            against=self.against,
            limit=self.limit,
            method="optimal",
            objective=self.objective,
            contiguous=self.contiguous,
            never=self.never,
            always=self.always,
            seconds=seconds,
        )

    def greedy(self, alpha: Fraction | str) -> Publication:
        pins = {"never": self.never, "always": self.always}
        held = {"against": self.against, "limit": self.limit}
        return choose(self.case.dense, self.true, method="greedy", alpha=alpha, **held, **pins)

    def pinned(self, pins: Pins, d: int) -> set[int]:
        dimension = self.case.space.dimensions[d]
        return {dimension.values.index(value) for value in pins.get(dimension.name, [])}  # type: ignore[arg-type]

    def choices(self, d: int) -> list[frozenset[int]]:
        """Every set of values that may be published on one dimension."""
        true, dimension = set(self.true.codes[d]), self.case.space.dimensions[d]
        must = true | self.pinned(self.always, d)
        may = set(range(len(dimension))) - self.pinned(self.never, d)
        rest = sorted(may - must)
        sets = chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1))
        found = [frozenset(must | set(more)) for more in sets] if must <= may else []
        if self.contiguous and isinstance(dimension, Ordinal) and unbroken(dimension, true):
            return [chosen for chosen in found if unbroken(dimension, chosen)]
        return found

    def boxes(self) -> Iterator[Codes]:
        return product(*(self.choices(d) for d in range(len(self.case.space))))

    def lowest(self) -> Fraction | None:
        """The lowest limit that a box keeps, or None if no box keeps the rules."""
        every = [max(self.confidence(name, box) for name in self.against) for box in self.boxes()]
        return min(every, default=None)

    def confidence(self, attacker: str, box: Codes) -> Fraction:
        claim = self.case.claim(attacker, self.true)
        covered = sum((self.case.weight(attacker, cell) for cell in product(*box)), Fraction(0))
        return claim / covered if claim else Fraction(0)

    def value(self, box: Codes) -> Fraction:
        """The objective, in the user's unit."""
        cells = list(product(*box))
        if self.objective == "cells":
            return Fraction(len(cells))
        of_cell = self.case.records if self.objective == "records" else self.case.spend
        return sum((Fraction(of_cell[cell]) for cell in cells), Fraction(0))

    def least(self) -> Fraction:
        """The lowest objective of all boxes that keep limits and rules."""
        held = (b for b in self.boxes() if self.holds(b))
        return min(self.value(b) for b in held)

    def holds(self, box: Codes) -> bool:
        return all(self.confidence(name, box) <= self.limit for name in self.against)

    def keeps_the_rules(self, box: Codes) -> bool:
        return all(chosen in self.choices(d) for d, chosen in enumerate(box))


def unbroken(dimension: Ordinal, codes: set[int] | frozenset[int]) -> bool:
    ranks = sorted(dimension.ranks[code] for code in codes)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def codes_of(result: Publication) -> Codes:
    return tuple(map(frozenset, result.published.codes))


@st.composite
def questions(draw: st.DrawFn, pins: bool = True) -> Asked:
    """A question of any kind, its limit moved to one that the whole space keeps."""
    case = draw(cases())
    true, against = draw(boxes(case.space)), draw(attacker_sets)
    lowest = max(case.lowest(name, true) for name in against)
    return Asked(
        case,
        true,
        against,
        max(lowest, draw(limits)),
        draw(st.sampled_from(list(COUNTED))),
        draw(st.booleans()),
        draw(some_values(case.space)) if pins else {},
        draw(some_values(case.space)) if pins else {},
    )


@st.composite
def some_values(draw: st.DrawFn, space: Space) -> Pins:
    """A few values, mostly none."""
    chosen = {}
    for dimension in space:
        if draw(st.integers(0, 3)) == 0:
            chosen[dimension.name] = draw(st.lists(st.sampled_from(dimension.values), max_size=2))
    return chosen  # type: ignore[return-value]
