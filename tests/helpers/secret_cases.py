"""Cases with several beliefs and hidden dimensions, and all that a judge knows of them by itself.

Candidates are sets of cells: cells, boxes or unions of boxes. The judge counts with plain sets and
fractions, and shares no code with candidates, secrets or lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.secrets import Secrets
from tacit.market.market import Market
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.space import Space
from tests.helpers.sealed_cases import MEASURES, Cell, ValueSets, entry, has_gap, spaces, subsets
from tests.helpers.whole_program import Secret, least, sure

LIMITS = [Fraction(text) for text in ("1/2", "1/3", "1/4", "0.3", "0.35", "0.7")]
FACTORS = [Fraction(1), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4)]
ROOM = [Fraction(0), Fraction(0), Fraction(1, 20), Fraction(1, 5), Fraction(1, 2)]
"""How much of what is left to certainty a limit that can't be kept is raised above what is known."""


@dataclass(frozen=True)
class SecretCase:
    """Who could want what, who believes what, and what must stay unlikely.

    Attributes:
        wants: each candidate as the boxes that it is the union of.
        beliefs: how likely each of them is by each belief, in proportion.
        hidden: the limits of hidden dimensions, by their place.
    """

    space: Space
    records: dict[Cell, int]
    wants: tuple[tuple[ValueSets, ...], ...]
    beliefs: tuple[tuple[int, ...], ...]
    limit: Fraction
    hidden: tuple[tuple[int, Fraction], ...]
    within: Fraction
    form: Form

    @cached_property
    def market(self) -> Market:
        cells = sorted(self.records)
        counts = [self.records[cell] for cell in cells]
        return Market.from_cells(self.space, np.array(cells).T, counts, layout="dense")

    @property
    def measure(self) -> str:
        return MEASURES[self.form.objective]

    def sealing(self) -> Sealing:
        told = [[entry(self.space, box, 1)["intent"] for box in want] for want in self.wants]
        intents = [self.market.intent(want) for want in told]
        first, *others = (np.array(belief) for belief in self.beliefs)
        among = replace(
            Candidates.of_intents(self.market, intents, first), others=tuple(map(np.array, others))
        )
        names = self.space.names
        hidden = {names[d]: limit for d, limit in self.hidden}
        secrets = Secrets(self.limit, hidden, self.within)
        return Sealing(self.market, Belief(), secrets, self.form, among=among)

    @cached_property
    def cells(self) -> list[frozenset[Cell]]:
        """The cells of each candidate."""
        return [frozenset(cell for box in want for cell in product(*box)) for want in self.wants]

    @cached_property
    def secrets(self) -> list[Secret]:
        """Who holds each cell, and who asks for each value of a hidden dimension."""
        found = [
            (self._who(lambda one, cell=cell: cell in one), self.limit)
            for cell in product(*map(range, self.space.shape))
        ]
        found += [
            (self._who(lambda one, d=d, value=value: value in self._asked(one, d)), limit)
            for d, limit in self.hidden
            for value in range(self.space.shape[d])
        ]
        return [(who, limit) for who, limit in found if who]

    def _who(self, holds: Callable[[frozenset[Cell]], bool]) -> frozenset[int]:
        return frozenset(v for v, one in enumerate(self.cells) if holds(one))

    def _asked(self, wanted: frozenset[Cell], d: int) -> set[int]:
        """The values that are asked for on a dimension: none, if all are."""
        values = {cell[d] for cell in wanted}
        return set() if len(values) == self.space.shape[d] else values

    @cached_property
    def boxes(self) -> list[ValueSets]:
        """Every box that may be published for someone."""
        sets = [
            [s for s in subsets(len(d)) if not (self.form.contiguous and has_gap(d, s))]
            for d in self.space
        ]
        return list(product(*sets))

    def may(self, v: int, box: ValueSets) -> bool:
        """Whether a box may be published for a candidate."""
        inside = frozenset(product(*box))
        return self.cells[v] <= inside and (self.form.bare or self.cells[v] != inside)

    @cached_property
    def least(self) -> float | None:
        """What the cheapest way to publish costs on average; None without one."""
        every = product(range(len(self.wants)), range(len(self.boxes)))
        pairs = [(v, u) for v, u in every if self.may(v, self.boxes[u])]
        lower = [(who, limit / (limit + self.within * (1 - limit))) for who, limit in self.secrets]
        return least([self.costs(box) for box in self.boxes], pairs, lower, self.beliefs)

    def costs(self, box: ValueSets) -> int:
        """What a box costs in the objective."""
        cells = list(product(*box))
        return len(cells) if self.measure == "cells" else sum(self.records[c] for c in cells)

    @cached_property
    def is_reachable(self) -> bool:
        """Whether every secret is within its limit before anything is published."""
        return self.worst_at_once(self._nothing) <= 0

    @property
    def _nothing(self) -> dict[int, Fraction]:
        """How likely each candidate leads to a post that says nothing."""
        return dict.fromkeys(range(len(self.wants)), Fraction(1))

    def reachable(self, room: Fraction) -> SecretCase:
        """The same with limits that are too low raised to what is known, and some of what is left."""

        def raised(case: SecretCase, limit: Fraction) -> Fraction:
            over = case.worst_at_once(case._nothing)
            return limit if over <= 0 else limit + over + room * (1 - limit - over)

        limit = raised(replace(self, hidden=()), self.limit)
        alone = (
            (d, replace(self, limit=Fraction(1), hidden=((d, own),))) for d, own in self.hidden
        )
        hidden = tuple((d, raised(case, case.hidden[0][1])) for d, case in alone)
        return replace(self, limit=limit, hidden=hidden)

    def worst(self, chances: Mapping[int, Fraction]) -> Fraction:
        """How far above its limit the surest rival is, given how likely each leads to a post.

        Of all that reckon with any candidates more than was named, by the whole factor.
        """
        return max(
            sure(who, belief, chances) - limit
            for belief in self._extremes(list(chances))
            for who, limit in self.secrets
        )

    def worst_at_once(self, chances: Mapping[int, Fraction]) -> Fraction:
        """The same of those who reckon more with just the candidates that share a secret."""
        found = []
        for who, limit in self.secrets:
            times = [self.within if v in who else Fraction(1) for v in range(len(self.wants))]
            for belief in self.beliefs:
                changed = [w * factor for w, factor in zip(belief, times, strict=True)]
                found.append(sure(who, changed, chances) - limit)
        return max(found)

    def _extremes(self, some: Sequence[int]) -> Iterator[list[Fraction]]:
        """Every belief that holds some candidates likelier by the whole factor, and others not."""
        factors = {Fraction(1), self.within}
        for belief, times in product(self.beliefs, product(factors, repeat=len(some))):
            changed = [Fraction(w) for w in belief]
            for v, factor in zip(some, times, strict=True):
                changed[v] *= factor
            yield changed


@st.composite
def wanted(draw: st.DrawFn, space: Space, fewest: int) -> tuple[tuple[ValueSets, ...], ...]:
    """A few candidates: cells, boxes, or unions of one or two boxes; no two the same."""
    kind = draw(st.sampled_from(["cells", "boxes", "unions"]))
    narrow = [[s for s in subsets(n) if len(s) == 1 or kind != "cells"] for n in space.shape]
    boxes = [box for box in product(*narrow) if len(list(product(*box))) * 2 <= space.size]
    pieces = st.lists(st.sampled_from(boxes), min_size=1, max_size=2 if kind == "unions" else 1)
    fewest, most = min(fewest, len(boxes)), min(fewest + 4, len(boxes))
    found = draw(st.lists(pieces, min_size=fewest, max_size=most))
    by_cells = {frozenset(c for box in want for c in product(*box)): tuple(want) for want in found}
    return tuple(by_cells.values())


@st.composite
def secret_cases(draw: st.DrawFn, fewest: int = 4) -> SecretCase:
    """A case in which everyone can be disguised and each belief holds someone possible.

    A limit that is too low to be kept is raised to what is known beforehand, or a little more.
    """
    space = draw(spaces(12))
    cells = list(product(*map(range, space.shape)))
    wants = draw(wanted(space, fewest))
    weight = st.sampled_from([1, 1, 1, 2, 3, 7, 0])
    weights = st.tuples(*(weight for _ in wants)).filter(any)
    beliefs = draw(st.lists(weights, min_size=1, max_size=3, unique=True))
    possible = [v for v in range(len(wants)) if any(belief[v] for belief in beliefs)]
    dims = draw(st.lists(st.integers(0, len(space) - 1), max_size=2, unique=True))
    case = SecretCase(
        space,
        {cell: draw(st.sampled_from([0, 1, 2, 3, 5, 40])) for cell in cells},
        tuple(wants[v] for v in possible),
        tuple(tuple(belief[v] for v in possible) for belief in beliefs),
        draw(st.sampled_from(LIMITS)),
        tuple((d, draw(st.sampled_from(LIMITS))) for d in dims),
        draw(st.sampled_from(FACTORS)),
        Form(
            draw(st.sampled_from(["records", "cells"])),
            draw(st.booleans()),
            bare=draw(st.booleans()),
        ),
    )
    assume(case.form.bare or all(len(one) < len(cells) for one in case.cells))
    return case.reachable(draw(st.sampled_from(ROOM)))
