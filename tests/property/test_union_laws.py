"""Laws of unions on random small markets, judged by plain sets of cells.

The judge knows an intent as a set of cells and a market as a dictionary. Published unions are judged
by listing every pair of boxes; it shares no code with pieces, sums or searches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tacit.attackers.registry import ATTACKERS
from tacit.auditing.audit import audit
from tacit.errors import UnreachableLimit
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.reading import parse_intent
from tacit.intents.union import AnyOf, any_of
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.bound_by_cells import least_around
from tacit.publishing.optimal.unions import Union
from tacit.publishing.publication import Publication
from tacit.publishing.rules import Rules
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.choosing import choose
from tests.helpers.judged_markets import Case, Cell, attacker_sets, cases, cells_of

LAWS = settings(deadline=None, max_examples=150)
OBJECTIVES = ("records", "cost", "cells")
Codes = tuple[frozenset[int], ...]

limits = st.fractions(Fraction(1, 20), 1, max_denominator=20)


@st.composite
def boxes(draw: st.DrawFn, space: Space, fewest: int = 1) -> Box:
    """A box; with `fewest` 0 it may be empty."""
    sets = [st.sets(st.integers(0, n - 1), min_size=fewest) for n in space.shape]
    return Box(space, tuple(tuple(draw(codes)) for codes in sets))


@st.composite
def unions(draw: st.DrawFn, space: Space, most: int = 4) -> Intent:
    return any_of(draw(st.lists(boxes(space), min_size=1, max_size=most)))


@st.composite
def listed(draw: st.DrawFn, sets: int) -> list[list[Box]]:
    """Several lists of boxes of one space, some of the boxes empty."""
    space = draw(cases()).space
    fewest = draw(st.sampled_from((1, 1, 1, 0)))
    return [draw(st.lists(boxes(space, fewest), min_size=1, max_size=4)) for _ in range(sets)]


def unit(amounts: dict[Cell, Fraction], total: int) -> Fraction:
    """What one of the market's ticks is in the judge's money."""
    return Fraction(sum(amounts.values()), total) if total else Fraction(1)


# What a union is.


@LAWS
@given(listed(1))
def test_a_union_holds_what_its_boxes_hold(one: list[list[Box]]) -> None:
    (given_boxes,) = one
    union, cells = any_of(given_boxes), cells_of(*given_boxes)
    assert union.size == len(cells)
    assert list(union.cells()) == sorted(cells)
    assert cells_of(*union.boxes) == cells == cells_of(*union.pieces)
    assert sum(piece.size for piece in union.pieces) == len(cells)
    assert union.is_empty == (not cells)
    every = product(*(range(n) for n in union.space.shape))
    assert {cell for cell in every if cell in union} == cells


@LAWS
@given(listed(1))
def test_a_union_is_one_box_wherever_it_can_be(one: list[list[Box]]) -> None:
    (given_boxes,) = one
    union, cells = any_of(given_boxes), cells_of(*given_boxes)
    around = [{cell[d] for cell in cells} for d in range(len(union.space))]
    assert [set(codes) for codes in union.hull.codes] == around
    assert cells_of(union.hull) == set(product(*around))
    assert isinstance(union, AnyOf) == (len(cells) < len(set(product(*around))))
    assert isinstance(union, AnyOf) == (len(union.boxes) > 1)
    for a, b in combinations(union.boxes, 2):
        assert not a <= b
        assert not b <= a


@LAWS
@given(listed(2))
def test_the_algebra_is_that_of_sets(two: list[list[Box]]) -> None:
    (a, b), (left, right) = map(any_of, two), (cells_of(*one) for one in two)
    assert (a <= b) == (left <= right)
    assert (b <= a) == (right <= left)
    assert (a == b) == (left == right)
    assert set((a & b).cells()) == left & right
    assert a & b == b & a
    if a == b:
        assert hash(a) == hash(b)
    assert a <= a.hull <= (a.hull | b.hull)


@LAWS
@given(listed(1))
def test_json_and_sql_say_the_same_again(one: list[list[Box]]) -> None:
    union = any_of(one[0]).as_public()
    assume(not union.is_empty)
    assert isinstance(union.to_json(), list) == isinstance(union, AnyOf)
    assert parse_intent(union.space, json.dumps(union.to_json())) == union
    assert parse_intent(union.space, json.dumps({"published": union.to_json()})) == union
    assert parse_intent(union.space, union.to_sql()) == union


# What a market says of it.


@st.composite
def markets(draw: st.DrawFn) -> tuple[Case, Market, Intent]:
    case = draw(cases())
    market = case.dense if draw(st.booleans()) else case.sparse
    return case, market, draw(unions(case.space))


@LAWS
@given(markets())
def test_overlapping_cells_count_once(asked: tuple[Case, Market, Intent]) -> None:
    case, market, union = asked
    cells = cells_of(*union.boxes)
    mass = market.mass(union)
    money, tick = unit(case.spend, market.total.spend), unit(case.price, market.total.price)
    assert mass.cells == len(cells)
    assert mass.records == sum(case.records[cell] for cell in cells)
    assert mass.spend * money == sum(case.spend[cell] for cell in cells)
    assert mass.price * tick == sum(case.price[cell] for cell in cells)
    peak = market.peak(union)
    assert peak.records == max(case.records[cell] for cell in cells)
    assert peak.spend * money == max(case.spend[cell] for cell in cells)
    assert peak.price * tick == max(case.price[cell] for cell in cells)


@LAWS
@given(markets())
def test_each_known_cell_is_listed_once(asked: tuple[Case, Market, Intent]) -> None:
    case, market, union = asked
    found = market.cells(union)
    codes = [tuple(int(code) for code in column) for column in found.codes.T]
    assert len(set(codes)) == len(codes)
    cells = cells_of(*union.boxes)
    assert set(codes) <= cells
    assert {cell for cell in cells if case.records[cell]} <= set(codes)
    assert found.records.tolist() == [case.records[cell] for cell in codes]


@LAWS
@given(st.data())
def test_confidences_are_those_of_the_cells(data: st.DataObject) -> None:
    case, market, published = data.draw(markets())
    true = data.draw(unions(case.space)) & published
    assume(not true.is_empty)
    wanted, shown = cells_of(*true.boxes), cells_of(*published.boxes)
    judged = audit(market, true, published, against=tuple(ATTACKERS), made_by="greedy")
    *outside, informed = judged.protected
    assert informed.attacker == "informed"
    for confidence in outside:
        weigh = {cell: case.weight(confidence.attacker, cell) for cell in shown}
        most = max(weigh[cell] for cell in wanted)
        claim = Fraction(len(wanted)) if confidence.attacker == "pi-uniform" else most
        assert confidence.upper == (claim / sum(weigh.values()) if claim else 0)
    exposed = ATTACKERS["em-f"].per_record(market, true, published)
    held = {cell for cell in wanted if case.records[cell]}
    assert len(exposed) == len(held)


# What is published for it.


@dataclass(frozen=True)
class Asked:
    """One question to `protect`."""

    case: Case
    market: Market
    true: Intent
    against: list[str]
    limit: Fraction
    objective: str = "records"
    contiguous: bool = True

    def answer(self, most: int) -> Publication:
        return choose(
            self.market,
            self.true,
            against=self.against,
            limit=self.limit,
            method="optimal",
            objective=self.objective,
            contiguous=self.contiguous,
            boxes=most,
            seconds=60,
        )

    def holds(self, cells: set[Cell]) -> bool:
        return all(self._within(name, cells) for name in self.against)

    def _within(self, name: str, cells: set[Cell]) -> bool:
        wanted = cells_of(*self.true.boxes)
        claim = max(self.case.weight(name, cell) for cell in wanted)
        claim = Fraction(len(wanted)) if name == "pi-uniform" else claim
        return claim <= self.limit * sum(self.case.weight(name, cell) for cell in cells)

    def value(self, cells: set[Cell]) -> Fraction:
        if self.objective == "cells":
            return Fraction(len(cells))
        of_cell = self.case.records if self.objective == "records" else self.case.spend
        return sum((Fraction(of_cell[cell]) for cell in cells), Fraction(0))

    def money(self, value: int) -> Fraction:
        money = unit(self.case.spend, self.market.total.spend)
        return value * (money if self.objective == "cost" else 1)

    def sets(self, d: int) -> Iterator[frozenset[int]]:
        """The sets of values that one published box may have on a dimension."""
        dimension = self.case.space.dimensions[d]
        codes = range(len(dimension))
        every = chain.from_iterable(combinations(codes, n) for n in range(1, len(codes) + 1))
        wanted = [set(box.codes[d]) for box in self.true.boxes]
        ordered = isinstance(dimension, Ordinal) and self.contiguous
        if ordered and all(unbroken(dimension, one) for one in wanted):
            return (frozenset(one) for one in every if unbroken(dimension, set(one)))
        return (frozenset(one) for one in every)

    def every_box(self) -> list[frozenset[Cell]]:
        """Every box that keeps the rules, as its cells."""
        found = product(*(list(self.sets(d)) for d in range(len(self.case.space))))
        return [frozenset(product(*codes)) for codes in found]

    def least(self) -> Fraction:
        """The lowest objective of all pairs of boxes that hold the true intent and the attackers."""
        wanted = cells_of(*self.true.boxes)
        values = []
        for a, b in combinations_with_replacement(self.every_box(), 2):
            cells = set(a | b)
            if wanted <= cells and self.holds(cells):
                values.append(self.value(cells))
        return min(values)


def unbroken(dimension: Ordinal, codes: set[int]) -> bool:
    ranks = sorted(dimension.ranks[code] for code in codes)
    return ranks[-1] - ranks[0] + 1 == len(ranks)


@st.composite
def questions(draw: st.DrawFn, small: bool = False) -> Asked:
    case = draw(cases())
    if small:
        assume(case.space.size <= 12 and sum(case.space.shape) <= 8)
    market = case.dense if draw(st.booleans()) else case.sparse
    true = draw(unions(case.space, most=2 if small else 4))
    objective, contiguous = draw(st.sampled_from(OBJECTIVES)), draw(st.booleans())
    return Asked(case, market, true, draw(attacker_sets), draw(limits), objective, contiguous)


@LAWS
@given(questions(), st.integers(2, 4))
def test_what_is_published_holds_the_true_intent_and_the_attackers(asked: Asked, most: int) -> None:
    try:
        one = asked.answer(1)
    except UnreachableLimit:
        with pytest.raises(UnreachableLimit):
            asked.answer(most)
        return
    several = asked.answer(most)
    for result in (one, several):
        cells = cells_of(*result.published.boxes)
        assert cells_of(*asked.true.boxes) <= cells
        assert result.held
        assert asked.holds(cells)
        assert result.mass == asked.market.mass(result.published)
    assert len(one.published.boxes) == 1
    assert len(several.published.boxes) <= most
    name = {"records": "records", "cost": "spend", "cells": "cells"}[asked.objective]
    assert getattr(several.mass, name) <= getattr(one.mass, name)
    assert several.proof.bound <= getattr(several.mass, name)
    for box in several.published.boxes:
        for d in range(len(asked.case.space)):
            assert frozenset(box.codes[d]) in set(asked.sets(d))


@settings(deadline=None, max_examples=60)
@given(questions(small=True))
def test_no_pair_of_boxes_is_below_the_bound(asked: Asked) -> None:
    try:
        result = asked.answer(2)
    except UnreachableLimit:
        return
    least = asked.least()
    found = asked.value(cells_of(*result.published.boxes))
    assert asked.money(result.proof.bound) <= least <= found
    assert (result.proof.status == "optimal") == (asked.money(result.proof.bound) == found)


@LAWS
@given(st.data())
def test_what_a_value_adds_to_a_union_and_takes_from_it(data: st.DataObject) -> None:
    _, market, union = data.draw(markets())
    rules = Rules(contiguous=False)
    ground = Boxes(market, union, [ATTACKERS["em-f"]], [Fraction(1)], rules)
    parts = [box.masks() for box in union.boxes]
    start = Union.of(ground, [*parts, *parts[:1]])
    assert start.mass == market.mass(union)
    for i, part in enumerate(start.parts):
        for value in ground.offers(part.masks, ground.allowed):
            wider = start.put(i, ground.with_value(part, int(value)), start.mass)
            mass = market.mass(wider.intent)
            assert start.mass + start.gains(i).mass(int(value)) == mass
            assert mass - wider.loss(i, part) == start.mass


@LAWS
@given(questions())
def test_the_floor_is_one(asked: Asked) -> None:
    """Nothing within the limits goes below it: not even any set of cells that holds the intent."""
    attackers = [ATTACKERS[name] for name in asked.against]
    rules = Rules(asked.objective, asked.contiguous)
    ground = Boxes(asked.market, asked.true, attackers, [asked.limit] * len(attackers), rules)
    floor = asked.money(least_around(ground, asked.true))
    wanted = cells_of(*asked.true.boxes)
    rest = sorted(set(product(*(range(n) for n in asked.case.space.shape))) - wanted)
    assume(len(rest) <= 8)
    for chosen in chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1)):
        cells = wanted | set(chosen)
        if asked.holds(cells):
            assert floor <= asked.value(cells)
