"""Cases to seal, and the judges that know them by brute force."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.secrets import Secrets
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.plan import Choice, Post
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.mechanism import Mechanism
from tacit.publishing.sealed.sealing import SealedBlock, Sealing
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.whole_program import least

Cell = tuple[int, ...]


ValueSets = tuple[frozenset[int], ...]


KINDS = ("cells", "shape", "boxes", "list")


MEASURES = {"records": "records", "cost": "spend", "cells": "cells"}


LIMITS = [Fraction(1, 2), Fraction(1, 3), Fraction(3, 10), Fraction(1, 4), Fraction(7, 10)]


MOST_PAIRS = 4000


"""More pairs of candidate and box than this make the judge slow."""


plenty = settings(deadline=None, suppress_health_check=list(HealthCheck))


@dataclass(frozen=True)
class Case:
    """A market, what is believed about the true intent, and what may be published."""

    space: Space
    records: dict[Cell, int]
    price: dict[Cell, int] | None
    belief: Belief
    listed: tuple[tuple[ValueSets, int], ...]
    shape: tuple[int, ...]
    limit: Fraction
    form: Form
    layout: str = "dense"

    @cached_property
    def market(self) -> Market:
        cells = sorted(self.records)
        codes, counts = np.array(cells).T, [self.records[cell] for cell in cells]
        prices = None if self.price is None else [self.price[cell] for cell in cells]
        return Market.from_cells(
            self.space, codes, counts, prices=prices, layout=self.layout, empty=1
        )

    @property
    def measure(self) -> str:
        return MEASURES[self.form.objective]

    def sealing(self) -> Sealing:
        belief, market = self.belief, self.market
        example = Box(self.space, tuple(tuple(range(n)) for n in self.shape))
        given = isinstance(belief.candidates, Given)
        secrets = Secrets(self.limit)
        return Sealing(market, belief, secrets, self.form, None if given else example)

    def holds(self, measure: str, box: ValueSets) -> int:
        cells = list(product(*box))
        if measure == "cells":
            return len(cells)
        price = self.price if measure == "spend" and self.price is not None else None
        return sum(self.records[c] * (1 if price is None else price[c]) for c in cells)

    @cached_property
    def everyone(self) -> list[tuple[ValueSets, int]]:
        """Every candidate of the class, whether it counts or not, with its weight in a list."""
        if isinstance(self.belief.candidates, Given):
            return list(self.listed)
        if self.belief.candidates == "boxes":
            return [(box, 1) for box in product(*(subsets(n) for n in self.space.shape))]
        sizes = self.shape if self.belief.candidates == "shape" else [1] * len(self.space)
        pairs = zip(self.space.shape, sizes, strict=True)
        sets = [[s for s in subsets(n) if len(s) == size] for n, size in pairs]
        sets = [
            [s for s in one if has_gap(d, s) == has_gap(d, range(size))]
            for d, one, size in zip(self.space, sets, sizes, strict=True)
        ]
        return [(box, 1) for box in product(*sets)]

    @cached_property
    def candidates(self) -> list[tuple[ValueSets, int]]:
        """Every candidate that counts, with its weight."""
        found = self.everyone
        weigh = {"records": "records", "cost": "spend"}.get(self.belief.prior)
        if weigh is not None:
            found = [(box, self.holds(weigh, box)) for box, _ in found]
        if self.belief.support == "nonempty":
            found = [(box, w) for box, w in found if self.holds("records", box)]
        return [(b, w) for b, w in found if w and self._protectable(b)]

    def _protectable(self, true: ValueSets) -> bool:
        everything = tuple(frozenset(range(n)) for n in self.space.shape)
        return self._others_hold(true, everything) and (self.form.bare or true != everything)

    @cached_property
    def asked(self) -> list[int]:
        """The dimensions on which some candidate leaves a value out; all, if none does anywhere."""
        sizes = list(enumerate(self.space.shape))
        found = [d for d, n in sizes if any(len(box[d]) < n for box, _ in self.everyone)]
        return found or [d for d, _ in sizes]

    def fullest(self, true: ValueSets) -> int:
        """The most records of wanted cells that are the same in all that is asked about."""
        found: Counter[Cell] = Counter()
        for cell in product(*true):
            found[tuple(cell[d] for d in self.asked)] += self.records[cell]
        return max(found.values())

    def _others_hold(self, true: ValueSets, box: ValueSets) -> bool:
        for attacker, limit in zip(self.form.attackers, self.form.limits, strict=True):
            if attacker.name == "pi-uniform":
                claim, weight = self.holds("cells", true), self.holds("cells", box)
            else:
                claim, weight = self.fullest(true), self.holds("records", box)
            if claim > limit * weight:
                return False
        return True

    def may(self, true: ValueSets, box: ValueSets) -> bool:
        """Whether a box may be published for a candidate."""
        if not all(a <= b for a, b in zip(true, box, strict=True)):
            return False
        return (self.form.bare or true != box) and self._others_hold(true, box)

    @cached_property
    def boxes(self) -> list[ValueSets]:
        """Every box that may be published for something."""
        sets = []
        for dimension in self.space:
            some = subsets(len(dimension))
            if self.form.contiguous and isinstance(dimension, Ordinal):
                some = [s for s in some if unbroken(dimension, s)]
            sets.append(some)
        return list(product(*sets))

    @cached_property
    def total(self) -> int:
        return sum(w for _, w in self.candidates)

    @cached_property
    def likeliest(self) -> Fraction:
        """How likely the likeliest record is before anything is published."""
        covered: Counter[Cell] = Counter()
        for box, weight in self.candidates:
            for cell in product(*box):
                covered[cell] += weight
        return Fraction(max(covered.values()), self.total)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        every = product(range(len(self.candidates)), range(len(self.boxes)))
        return [(v, u) for v, u in every if self.may(self.candidates[v][0], self.boxes[u])]

    @cached_property
    def publishable(self) -> bool:
        """Whether each candidate can be published at all."""
        return {v for v, _ in self.pairs} == set(range(len(self.candidates)))

    @cached_property
    def optimum(self) -> float:
        """The least expected cost, by one program over all pairs."""
        holders: dict[Cell, set[int]] = defaultdict(set)
        for v, (box, _) in enumerate(self.candidates):
            for cell in product(*box):
                holders[cell].add(v)
        secrets = [(frozenset(some), self.limit) for some in holders.values()]
        cost = [self.holds(self.measure, box) for box in self.boxes]
        found = least(cost, self.pairs, secrets, [[w for _, w in self.candidates]])
        assert found is not None
        return found


def entry(space: Space, box: ValueSets, weight: int) -> dict[str, Any]:
    """A candidate of a list, as a user gives it."""
    pairs = zip(space, box, strict=True)
    wanted = {d.name: [d.values[code] for code in sorted(one)] for d, one in pairs}
    return {"intent": wanted, "weight": weight}


def has_gap(dimension: Dimension, values: Iterable[int]) -> bool:
    """Whether values of an ordered dimension leave one out between them."""
    if dimension.natural_order is None:
        return False
    ranks = sorted(int(dimension.natural_order.ranks[value]) for value in values)
    return ranks[-1] - ranks[0] >= len(ranks)


def subsets(n: int) -> list[frozenset[int]]:
    sizes = range(1, n + 1)
    return list(map(frozenset, chain.from_iterable(combinations(range(n), k) for k in sizes)))


def unbroken(dimension: Ordinal, codes: frozenset[int]) -> bool:
    ranks = sorted(dimension.ranks[code] for code in codes)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def box_of(intent: Intent) -> ValueSets:
    return tuple(map(frozenset, intent.codes))


@st.composite
def spaces(draw: st.DrawFn, most: int) -> Space:
    """Two or three dimensions of two to four values; an order may differ from the value order."""
    sizes = draw(
        st.lists(st.integers(2, 4), min_size=2, max_size=3).filter(lambda s: prod(s) <= most)
    )
    dimensions: list[Dimension] = []
    for d, n in enumerate(sizes):
        names = tuple(f"v{i}" for i in range(n))
        kind = draw(st.sampled_from(["nominal", "ordinal", "shuffled"]))
        order = draw(st.permutations(names)) if kind == "shuffled" else names
        plain = Nominal(f"d{d}", names)
        dimensions.append(
            plain if kind == "nominal" else Ordinal.of(f"d{d}", names, order=tuple(order))
        )
    return Space(tuple(dimensions))


@st.composite
def forms(draw: st.DrawFn) -> Form:
    """What may be published; other attackers mostly absent."""
    names = draw(st.sampled_from([[], [], [], ["pi-uniform"], ["em-f"], ["em-f", "pi-uniform"]]))
    attackers = Against.of(names).posts if names else ()
    bounds = st.sampled_from([Fraction(1, 2), Fraction(2, 5), Fraction(4, 5)])
    return Form(
        draw(st.sampled_from(list(MEASURES))),
        draw(st.booleans()),
        attackers,
        tuple(draw(bounds) for _ in attackers),
        draw(st.booleans()),
    )


@st.composite
def cases(draw: st.DrawFn, kinds: Sequence[str] = KINDS, most: int = 18) -> Case:
    kind = draw(st.sampled_from(kinds))
    space = draw(spaces(most))
    cells = list(product(*map(range, space.shape)))
    counts = st.sampled_from([0, 0, 1, 2, 3, 5, 8, 40])
    records = {cell: draw(counts) for cell in cells}
    priced = draw(st.booleans())
    price = {cell: draw(st.integers(0, 9)) for cell in cells} if priced else None
    several = st.tuples(*(st.sampled_from(subsets(n)) for n in space.shape))
    listed: list[tuple[ValueSets, int]] = []
    if kind == "list":
        chosen = draw(st.lists(several, min_size=1, max_size=12, unique=True))
        listed = [(box, draw(st.integers(0, 9))) for box in chosen]
    given = Given.of([entry(space, *one) for one in listed]) if listed else kind
    return Case(
        space,
        records,
        price,
        Belief(
            given,
            draw(st.sampled_from(["uniform", "uniform", "records", "cost"])),
            draw(st.sampled_from(["all", "nonempty"])),
        ),
        tuple(listed),
        tuple(draw(st.integers(1, min(n, 2))) for n in space.shape),
        draw(st.sampled_from(LIMITS)),
        draw(forms()),
        draw(st.sampled_from(["dense", "sparse"])),
    )


@st.composite
def solvable(draw: st.DrawFn, kinds: Sequence[str] = KINDS, most: int = 18) -> Case:
    """A case whose limit can be kept, that is not too large for the judge."""
    case = draw(cases(kinds, most))
    assume(case.candidates)
    if case.likeliest > case.limit:
        case = replace(
            case, limit=draw(st.sampled_from([case.likeliest, (1 + case.likeliest) / 2]))
        )
    assume(case.publishable)
    assume(len(case.pairs) <= MOST_PAIRS)
    return case


def check_block(case: Case, found: SealedBlock) -> None:
    """What every block promises, however long the search was."""
    made, block = found.mechanism, found.block.candidates
    weights = [int(w) for w in block.weights]
    posts = [box_of(made.intent(u)) for u in range(len(made.joint))]
    assert len(set(posts)) == len(posts)
    joint: list[dict[int, Fraction]] = [{} for _ in posts]
    spent = Fraction(0)
    for v, weight in enumerate(weights):
        true, chances = box_of(block.intent(v)), made.chances(v)
        assert sum(chances.values()) == 1
        for u, chance in chances.items():
            assert chance > 0
            assert case.may(true, posts[u])
            assert posts[u] in case.boxes
            joint[u][v] = chance * weight / sum(weights)
            spent += joint[u][v] * case.holds(case.measure, posts[u])
    for box, row in zip(posts, joint, strict=True):
        assert posterior(block_boxes(found), box, row) <= case.limit
    mean = sum(
        w * case.holds(case.measure, b) for w, b in zip(weights, block_boxes(found), strict=True)
    )
    floor = Fraction(mean, sum(weights)) / case.limit
    assert found.expected(case.measure) == spent
    assert floor == found.floor(case.measure)
    assert floor <= found.bound <= spent


def block_boxes(found: SealedBlock) -> list[ValueSets]:
    block = found.block.candidates
    return [box_of(block.intent(v)) for v in range(len(block))]


def posterior(candidates: list[ValueSets], box: ValueSets, row: dict[int, Fraction]) -> Fraction:
    """How likely the likeliest record of a box is, given that it was published."""
    wanted: dict[Cell, Fraction] = dict.fromkeys(product(*box), Fraction(0))
    for v, chance in row.items():
        for cell in product(*candidates[v]):
            wanted[cell] += chance
    return max(wanted.values()) / sum(row.values())


def whole(case: Case) -> SealedBlock:
    """The only block of a case that is looked at in full."""
    sealing = case.sealing()
    (block,) = sealing.blocks
    assert block.places.tolist() == list(range(len(case.candidates)))
    return sealing.sealed(block)


def check_against_the_judge(case: Case, found: SealedBlock) -> None:
    """The bound is one, and a result that is called optimal is."""
    value, least = float(found.expected(case.measure)), case.optimum
    scale = max(1.0, least)
    assert float(found.bound) <= least + 1e-9 * scale
    assert value >= least - 1e-6 * scale
    assert found.status in ("optimal", "bounded")
    if found.status == "optimal":
        assert value == pytest.approx(least, rel=2e-6, abs=1e-6)


def in_order(case: Case, sealing: Sealing) -> list[tuple[ValueSets, int]]:
    """The candidates as the sealing lists them; they are the judge's, each with its share."""
    listed = sealing.candidates
    found = [(box_of(listed.intent(i)), int(listed.weights[i])) for i in range(len(listed))]
    shares = {box: Fraction(weight, case.total) for box, weight in case.candidates}
    assert {box: Fraction(w, listed.total) for box, w in found} == shares
    return found


CITY = Space((Nominal("x", tuple("abc")), Ordinal("y", tuple("pqrs"))))


COUNTS = [[9, 1, 4, 2], [3, 0, 7, 5], [6, 2, 1, 8]]


def city(kind: str, shape: tuple[int, int], effort: int = 20_000) -> Case:
    records = {(i, j): COUNTS[i][j] for i in range(3) for j in range(4)}
    # Few cells that differ much can't be put into blocks that are safe, alike ones can.
    belief = Belief(kind, "records" if effort == 20_000 else "uniform", "nonempty")
    form = Form("records", effort=effort)
    return Case(CITY, records, None, belief, (), shape, Fraction(2, 5), form)


def choice_for(made: Mechanism, candidate: int) -> Choice:
    """What may be drawn for a candidate."""
    chances = made.chances(candidate).items()
    return Choice(tuple(Post(made.intent(u), chance) for u, chance in chances))
