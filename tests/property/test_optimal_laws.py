"""Laws of the optimal publication on random small markets, judged by exhaustive search.

The judge lists every box that holds the true intent and keeps the rules, and adds up plain
dictionaries of cells. It shares no code with the market's sums, the attackers or the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import chain, combinations, count, product
from math import prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.attackers.against import Against
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.bound_by_cells import beyond_start
from tacit.publishing.optimal.bound_by_values import CheapestValues
from tacit.publishing.publication import Publication
from tacit.publishing.rules import Rules
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.box_questions import (
    COUNTED,
    EXACT,
    Asked,
    Codes,
    codes_of,
    limits,
    questions,
    unbroken,
)
from tests.helpers.choosing import choose
from tests.helpers.judged_markets import NAMES, Cell, alphas, attacker_sets


def in_unit(result: Publication, amount: int, objective: str) -> Fraction:
    """An amount of the objective as the judge counts it.

    A cost is counted in the market's ticks; the judge's case may count a column's in cents.
    """
    return Fraction(amount) * (result.market.money_tick if objective == "cost" else 1)


def judged(asked: Asked, amount: Fraction) -> Fraction:
    """The judge's amount in the market's unit: a column of costs is kept in cents there."""
    column = asked.case.dense.money_tick == Fraction(1, 100)
    return amount / 100 if asked.objective == "cost" and column else amount


def check(asked: Asked, result: Publication) -> None:
    """What every result promises, however long the search was."""
    box = codes_of(result)
    assert asked.true <= result.published
    assert asked.keeps_the_rules(box)
    for confidence in result.confidences:
        assert confidence.upper == asked.confidence(confidence.attacker, box) <= asked.limit
    found = {"records": result.mass.records, "cost": result.mass.spend, "cells": result.mass.cells}
    value = in_unit(result, found[asked.objective], asked.objective)
    assert value == judged(asked, asked.value(box))
    bound = in_unit(result, result.proof.bound, asked.objective)
    least = judged(asked, asked.least())
    assert bound <= least <= value
    assert result.proof.status in ("optimal", "bounded")
    if result.proof.status == "optimal":
        assert bound == least == value


@settings(deadline=None, max_examples=300)
@given(questions(), st.sampled_from(["dense", "sparse"]))
def test_the_result_is_the_cheapest_of_all_boxes(asked: Asked, layout: str) -> None:
    lowest = asked.lowest()
    if lowest is None:
        with pytest.raises(SettingError):
            asked.answer(layout)
    elif lowest > asked.limit:
        with pytest.raises(UnreachableLimit) as caught:
            asked.answer(layout)
        assert caught.value.lowest == lowest
    else:
        result = asked.answer(layout)
        assert result.proof.status == "optimal"
        check(asked, result)


@settings(deadline=None, max_examples=80)
@given(questions(pins=False))
def test_without_time_the_bound_is_still_a_bound(asked: Asked) -> None:
    check(asked, asked.answer(seconds=0))


@settings(deadline=None, max_examples=150)
@given(questions(pins=False), st.integers(0, 60))
def test_cut_short_anywhere_the_bound_is_still_a_bound(asked: Asked, ticks: int) -> None:
    """A clock that moves on by one second whenever it is looked at stops the search anywhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            import_module("tacit.publishing.optimal.search"), "monotonic", count().__next__
        )
        result = asked.answer(seconds=ticks)
    check(asked, result)


@settings(deadline=None, max_examples=200)
@given(questions(pins=False), st.sampled_from(["dense", "sparse"]), st.integers(0, 60) | st.none())
def test_the_better_bound_is_a_bound_too(asked: Asked, layout: str, ticks: int | None) -> None:
    """As if every search took long, so that it is used from the first branch on."""
    module = import_module("tacit.publishing.optimal.search")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "POLISH", 0)
        patch.setattr(module, "MANY", 2)
        if ticks is not None:
            patch.setattr(module, "monotonic", count().__next__)
        result = asked.answer(layout, EXACT if ticks is None else ticks)
    check(asked, result)
    assert ticks is not None or result.proof.status == "optimal"


@settings(deadline=None, max_examples=150)
@given(questions(pins=False), st.data())
def test_no_box_of_a_branch_does_better_than_its_outlook(asked: Asked, data: st.DataObject) -> None:
    """A branch from any box, with any values ruled out, and any box of it that holds."""
    market, attackers = asked.case.dense, Against.of(asked.against).posts
    rules = Rules(asked.objective, asked.contiguous)
    ground = Boxes(market, asked.true, attackers, [asked.limit] * len(attackers), rules)
    every = [Box(market.space, tuple(map(tuple, codes))).masks() for codes in asked.boxes()]
    inner = ground.box(data.draw(st.sampled_from(every)))
    allowed = np.array(data.draw(st.lists(st.booleans(), min_size=len(ground.allowed),
                                          max_size=len(ground.allowed))))  # fmt: skip
    within = np.concatenate(inner.masks) | allowed
    values = CheapestValues(ground, max(ground.key(ground.mass(masks))[0] for masks in every))
    for masks in every:
        mass, flat = ground.mass(masks), np.concatenate(masks)
        holds_inner = (flat | ~np.concatenate(inner.masks)).all()
        if holds_inner and (within | ~flat).all() and ground.holds(mass):
            cost = ground.key(mass)[0]
            outlook = values.outlook(inner, allowed, cost)
            assert outlook is not None
            assert outlook.least <= cost
            assert (np.concatenate(inner.masks) | outlook.allowed | ~flat).all()


@settings(deadline=None, max_examples=150)
@given(questions(pins=False))
def test_no_box_does_better_than_cells_one_by_one(asked: Asked) -> None:
    """Not even for boxes that cost just what the bound was told they may."""
    market, attackers = asked.case.dense, Against.of(asked.against).posts
    rules = Rules(asked.objective, asked.contiguous)
    within = [asked.limit] * len(attackers)
    ground = Boxes(market, asked.true, attackers, within, rules)
    start = market.mass(asked.true)
    for codes in asked.boxes():
        mass = market.mass(Box(market.space, tuple(map(tuple, codes))))
        most = ground.key(mass)[0]
        for attacker, bound in zip(attackers, beyond_start(ground, most), strict=True):
            more = attacker.weight(mass) - attacker.weight(start)
            assert ground.key(start)[0] + bound.least(more) <= most


@settings(deadline=None, max_examples=80)
@given(questions(pins=False), alphas)
def test_optimal_is_never_worse_than_greedy(asked: Asked, alpha: Fraction) -> None:
    market = asked.case.dense
    other = choose(
        market, asked.true, against=asked.against, limit=asked.limit, alpha=alpha, method="greedy"
    )
    assert asked.value(codes_of(asked.answer())) <= asked.value(codes_of(other))


@settings(deadline=None, max_examples=50)
@given(questions(pins=False))
def test_even_without_time_it_is_no_worse_than_the_usual_greedy(asked: Asked) -> None:
    other = choose(
        asked.case.dense, asked.true, against=asked.against, limit=asked.limit, method="greedy"
    )
    quick = asked.answer(seconds=0)
    if asked.objective == "records":
        assert quick.mass.records <= other.mass.records
    assert asked.value(codes_of(quick)) <= asked.value(codes_of(other))


@settings(deadline=None, max_examples=150)
@given(questions(), alphas | st.just("auto"))
def test_greedy_keeps_to_pins_too(asked: Asked, alpha: Fraction | str) -> None:
    """What it publishes is one of the boxes that the judge lists, so optimal is no worse."""
    asked = replace(asked, objective="records", contiguous=True)
    lowest = asked.lowest()
    if lowest is None:
        with pytest.raises(SettingError):
            asked.greedy(alpha)
    elif lowest > asked.limit:
        with pytest.raises(UnreachableLimit) as caught:
            asked.greedy(alpha)
        assert caught.value.lowest == lowest
    else:
        result = asked.greedy(alpha)
        box = codes_of(result)
        assert asked.true <= result.published
        assert asked.keeps_the_rules(box)
        for confidence in result.confidences:
            assert confidence.upper == asked.confidence(confidence.attacker, box) <= asked.limit
        assert result.proof.bound <= asked.least() <= result.mass.records
        quick = asked.answer(seconds=0)
        assert alpha != Fraction(1, 2) or quick.mass.records <= result.mass.records


@settings(deadline=None, max_examples=80)
@given(questions(pins=False), alphas)
def test_pins_that_ask_for_nothing_change_nothing(asked: Asked, alpha: Fraction) -> None:
    none = {dimension.name: [] for dimension in asked.case.space}
    wanted = dict(asked.true.to_json())
    plain = replace(asked, objective="records", contiguous=True)
    pinned = replace(plain, never=none, always=wanted)
    assert plain.greedy(alpha).published == pinned.greedy(alpha).published
    assert plain.greedy(alpha).steps == pinned.greedy(alpha).steps


@settings(deadline=None, max_examples=80)
@given(questions(pins=False), limits)
def test_a_looser_limit_never_costs_more(asked: Asked, further: Fraction) -> None:
    looser = Asked(
        asked.case,
        asked.true,
        asked.against,
        min(asked.limit + further, Fraction(1)),
        asked.objective,
        asked.contiguous,
    )
    tight, loose = codes_of(asked.answer()), codes_of(looser.answer())
    assert asked.value(loose) <= asked.value(tight)


@settings(deadline=None, max_examples=80)
@given(questions(pins=False), attacker_sets)
def test_more_attackers_never_cost_less(asked: Asked, others: list[str]) -> None:
    both = list(dict.fromkeys(asked.against + others))
    limit = max(asked.limit, *(asked.case.lowest(name, asked.true) for name in both))
    parts = (asked.case, asked.true)
    more = Asked(*parts, both, limit, asked.objective, asked.contiguous)
    fewer = Asked(*parts, asked.against, limit, asked.objective, asked.contiguous)
    assert asked.value(codes_of(fewer.answer())) <= asked.value(codes_of(more.answer()))


@settings(deadline=None, max_examples=80)
@given(questions(pins=False))
def test_free_choice_never_costs_more_than_ranges_without_gaps(asked: Asked) -> None:
    free, ranges = (
        Asked(asked.case, asked.true, asked.against, asked.limit, asked.objective, contiguous)
        for contiguous in (False, True)
    )
    assert asked.value(codes_of(free.answer())) <= asked.value(codes_of(ranges.answer()))


@settings(deadline=None, max_examples=80)
@given(questions(pins=False))
def test_both_layouts_cost_the_same_and_repeat_themselves(asked: Asked) -> None:
    dense, sparse = asked.answer("dense"), asked.answer("sparse")
    assert asked.value(codes_of(dense)) == asked.value(codes_of(sparse))
    assert dense.published == asked.answer("dense").published
    assert sparse.published == asked.answer("sparse").published


class TestLargerSpaces:
    """Seeded markets of up to 10^5 boxes, judged by sums over integer arrays."""

    SHAPES = ((9, 9), (5, 5, 5), (4, 4, 4, 4), (3, 3, 3, 3, 3), (2, 4, 3, 5), (16,), (7, 3, 6))

    @pytest.mark.parametrize("contiguous", [True, False], ids=["ranges", "free"])
    @pytest.mark.parametrize("shape", SHAPES, ids=str)
    @pytest.mark.parametrize("filled", [0.3, 1.0], ids=["sparse", "full"])
    def test_the_result_is_the_cheapest_of_all_boxes(
        self, shape: tuple[int, ...], filled: float, contiguous: bool
    ) -> None:
        rng = Random(f"{shape} {filled} {contiguous}")
        market, records, prices = random_market(shape, filled, rng)
        true = tuple(frozenset({rng.randrange(n)}) for n in shape)
        space = list(every_box(market, true, contiguous))
        assert len(space) <= 100_000
        weights = {
            "pi-uniform": np.ones(shape, dtype=np.int64),
            "em-f": records,
            "em-c": prices,
            "em-fc": records * prices,
        }
        totals = {name: box_sums(array, space) for name, array in weights.items()}
        corner = tuple(min(one) for one in true)
        intent = Box(market.space, tuple(tuple(one) for one in true))
        for size in (1, 2, 4):
            against = rng.sample(NAMES, size)
            claims = {name: int(weights[name][corner]) for name in against}
            lowest = [Fraction(claims[name], int(weights[name].sum())) for name in against]
            limit = max(Fraction(3, 10), *lowest)
            held = np.ones(len(space), dtype=bool)
            for name in against:
                held &= totals[name] * limit.numerator >= claims[name] * limit.denominator
            for objective, name in COUNTED.items():
                result = choose(
                    market, intent, against=against, limit=limit, method="optimal",
                    objective=objective, contiguous=contiguous, seconds=EXACT,
                )  # fmt: skip
                least = int(totals[name][held].min())
                assert result.proof.status == "optimal"
                assert result.proof.bound == least
                assert int(box_sums(weights[name], [codes_of(result)])[0]) == least
                assert codes_of(result) in set(space)
                assert result.held


def random_market(
    shape: tuple[int, ...], filled: float, rng: Random
) -> tuple[Market, np.ndarray, np.ndarray]:
    """A market with a price for each cell, and its arrays; every other dimension has an order."""
    dimensions: list[Dimension] = []
    for i, n in enumerate(shape):
        names = tuple(f"d{i}v{code}" for code in range(n))
        ranks = tuple(rng.sample(range(n), n))
        dimensions.append(Nominal(f"d{i}", names) if i % 2 else Ordinal(f"d{i}", names, ranks))
    cells = prod(shape)
    counts = [rng.randint(1, 60) if rng.random() < filled else 0 for _ in range(cells)]
    asked = [rng.randint(1, 9) for _ in range(cells)]
    records, prices = (np.array(numbers).reshape(shape) for numbers in (counts, asked))
    return Market.from_cube(Space(tuple(dimensions)), records, prices), records, prices


def every_box(market: Market, true: Codes, contiguous: bool) -> Iterator[Codes]:
    choices = []
    for dimension, must in zip(market.space, true, strict=True):
        rest = sorted(set(range(len(dimension))) - must)
        sets = chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1))
        found = [must | set(more) for more in sets]
        if contiguous and isinstance(dimension, Ordinal):
            found = [chosen for chosen in found if unbroken(dimension, chosen)]
        choices.append(found)
    return product(*choices)


def box_sums(array: np.ndarray, space: list[Codes]) -> np.ndarray:
    """The sum over each box: added up one dimension at a time, sharing what boxes share."""
    known: dict[Codes, np.ndarray] = {(): array}

    def partial(box: Codes) -> np.ndarray:
        if box not in known:
            known[box] = partial(box[:-1])[sorted(box[-1])].sum(axis=0)
        return known[box]

    return np.array([int(partial(box)) for box in space])


def test_the_judge_agrees_with_a_plain_sum() -> None:
    array = np.arange(24).reshape(2, 3, 4)
    box = (frozenset({0, 1}), frozenset({2}), frozenset({1, 3}))
    cells: list[Cell] = list(product(*map(sorted, box)))
    assert box_sums(array, [box])[0] == sum(int(array[cell]) for cell in cells) == 9 + 11 + 21 + 23
