"""Stacks of boxes, against sums over cells that are listed one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tacit.intents.box import Box
from tacit.market import stacks, sums
from tacit.market.market import Market
from tacit.market.stacks import (
    holding,
    inside,
    masses,
    most_covered,
    patterns,
    stacked,
    union_masses,
    union_patterns,
)
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.stacks import CELLS, SPACE, cells_of, random_stack

COUNTS = [(7 * i * i + 3 * i) % 11 for i in range(len(CELLS))]
PRICES: dict[str, dict[str, Any]] = {
    "alike": {},
    "one price": {"each": 3},
    "per value": {
        "prices_per_value": {"x": {"a": 2, "c": 5}, "y": {"q": 1.5}, "z": {"v": 4}},
        "base": 0.25,
    },
    "per cell": {"prices": [(5 * i) % 7 for i in range(len(CELLS))], "empty": 2},
    "large": {"prices": [2**50 + i for i in range(len(CELLS))], "empty": 2**50},
}


def market(layout: str, prices: str, listed: slice = slice(None)) -> Market:
    more = dict(PRICES[prices])
    if "prices" in more:
        more["prices"] = more["prices"][listed]
    codes = np.array(CELLS[listed]).T
    return Market.from_cells(SPACE, codes, COUNTS[listed], layout=layout, **more)


@pytest.mark.parametrize("layout", ["dense", "sparse"])
@pytest.mark.parametrize("prices", PRICES)
@pytest.mark.parametrize("listed", [slice(None), slice(3, 17), slice(0, 1)])
@pytest.mark.parametrize("shared", [False, True])
def test_masses_are_those_of_the_cells(
    monkeypatch: pytest.MonkeyPatch, layout: str, prices: str, listed: slice, shared: bool
) -> None:
    if shared:  # as where boxes are very many, and made of few sets of values
        monkeypatch.setattr(stacks, "ROOM", 1)
        monkeypatch.setattr(sums, "FEWER", 0)
    shop = market(layout, prices, listed)
    stack = random_stack(np.random.default_rng(1), 40)
    found = masses(shop, stack)
    alone = {c: shop.mass(Box(SPACE, tuple((v,) for v in c))) for c in CELLS}
    for i in range(40):
        inner = [alone[c] for c in cells_of(stack, i)]
        mass = found.one(i)
        assert mass.cells == len(inner)
        assert mass.records == sum(m.records for m in inner)
        assert mass.spend == sum(m.spend for m in inner)
        assert mass.price == sum(m.price for m in inner)


def test_records_and_spend_of_a_price_per_cell_by_hand() -> None:
    shop = market("dense", "per cell")
    stack = random_stack(np.random.default_rng(2), 20)
    found = masses(shop, stack)
    for i in range(20):
        places = [CELLS.index(c) for c in cells_of(stack, i)]
        assert found.records[i] == sum(COUNTS[p] for p in places)
        assert found.spend[i] == sum(COUNTS[p] * (5 * p % 7) for p in places)
        assert found.price[i] == sum(5 * p % 7 for p in places)


def test_masses_are_the_same_in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    shop, stack = market("sparse", "per value"), random_stack(np.random.default_rng(3), 33)
    at_once = masses(shop, stack)
    monkeypatch.setattr(stacks, "ROOM", 50)
    for whole, part in zip(at_once, masses(shop, stack), strict=True):
        assert whole.tolist() == part.tolist()


def test_boxes_too_large_for_machine_integers_are_counted_exactly() -> None:
    space = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(40)))
    prices = {"d0": {"a": 7}}
    shop = Market.from_cells(space, np.zeros((40, 1), int), [5], prices_per_value=prices, base=1)
    full = Box.everything(space)
    half = Box.of(space, {"d0": ["a", "b"], "d39": ["c"]})
    found = masses(shop, stacked([full, half]))
    assert [int(n) for n in found.cells] == [4**40, 2 * 4**38]
    assert [int(n) for n in found.price] == [4**40 + 7 * 4**39, 2 * 4**38 + 7 * 4**38]
    assert found.records.tolist() == [5, 0]
    assert found.spend.tolist() == [40, 0]


def test_holding_and_inside_are_those_of_the_cells() -> None:
    rng = np.random.default_rng(4)
    inner, outer = random_stack(rng, 25), random_stack(rng, 15)
    table = holding(outer, np.array(CELLS).T)
    contains = inside(inner, outer)
    assert contains.shape == (15, 25)
    assert contains.any()
    assert not contains.all()
    for u in range(15):
        box = cells_of(outer, u)
        assert {CELLS[c] for c in np.flatnonzero(table[u])} == box
        for v in range(25):
            assert contains[u, v] == (cells_of(inner, v) <= box)


def test_holding_leaves_the_stack_as_it_was() -> None:
    stack = random_stack(np.random.default_rng(5), 10)
    before = [rows.copy() for rows in stack]
    holding(stack, np.array(CELLS).T)
    assert all((a == b).all() for a, b in zip(before, stack, strict=True))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("count", [1, 3, 30])
def test_patterns_are_the_kinds_of_cells_that_some_box_holds(seed: int, count: int) -> None:
    stack = random_stack(np.random.default_rng(seed), count)
    by_cell = {tuple(c in cells_of(stack, i) for i in range(count)) for c in CELLS}
    found = [tuple(row) for row in patterns(stack).tolist()]
    assert len(found) == len(set(found))
    assert set(found) == {kind for kind in by_cell if any(kind)}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [1, 10**15, 10**30])
def test_most_covered_is_the_heaviest_cell(seed: int, size: int) -> None:
    rng = np.random.default_rng(seed)
    stack = random_stack(rng, 12)
    weights = [int(w) * size + 1 for w in rng.integers(0, 9, 12)]
    every = (sum(w for i, w in enumerate(weights) if c in cells_of(stack, i)) for c in CELLS)
    assert most_covered(stack, weights) == max(every)


def test_most_covered_adds_up_cells_that_are_listed_twice() -> None:
    stack = stacked([Box(SPACE, ((i,), (1,), (0,))) for i in (0, 1, 0, 2)])
    assert most_covered(stack, [2, 4, 3, 1]) == 5


def test_a_stack_is_taken_apart_as_it_was_put_together() -> None:
    intents = [Box.of(SPACE, {"x": ["a", "c"]}), Box.of(SPACE, {"y": ["q"], "z": ["v"]})]
    stack = stacked(intents)
    assert [Box.from_masks(SPACE, stacks.box(stack, i)) for i in (0, 1)] == intents
    assert Box.from_masks(SPACE, stacks.hull(stack)) == intents[0] | intents[1]
    assert Box.from_masks(SPACE, stacks.box(stacks.taken(stack, [1]), 0)) == intents[1]
    codes = np.array([(2, 0, 1), (1, 3, 0)]).T
    cells = stacks.of_cells(codes, SPACE.shape)
    assert [cells_of(cells, i) for i in (0, 1)] == [{(2, 0, 1)}, {(1, 3, 0)}]


def test_rows_and_stacks_are_two_forms_of_the_same() -> None:
    stack = random_stack(np.random.default_rng(6), 7)
    rows = stacks.rows_of(market("dense", "per value"), stack)
    assert rows.shape == (7, sum(SPACE.shape))
    again = stacks.stack_of(rows, SPACE.shape)
    assert all((a == b).all() for a, b in zip(stack, again, strict=True))
    assert (inside([rows], [rows]) == inside(stack, stack)).all()


def test_batches_make_up_the_whole() -> None:
    assert list(stacks.batches(7, 3)) == [slice(0, 3), slice(3, 6), slice(6, 7)]
    assert list(stacks.batches(2, 0)) == [slice(0, 1), slice(1, 2)]
    assert not list(stacks.batches(0, 5))


def test_what_the_rule_says_of_a_box_by_hand() -> None:
    """2 by 3 cells; the base is 10, the values of the first dimension cost 1 and 4."""
    found = stacks.RuleSums.of(np.array([[2, 3]]), np.array([[5, 0]]), 10)
    assert (found.cells.tolist(), found.slabs.tolist()) == ([6], [[3, 2]])
    assert found.prices.tolist() == [6 * 10 + 3 * 5]


@pytest.mark.parametrize("prices", PRICES)
@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_unions_hold_what_any_of_their_boxes_does(layout: str, prices: str) -> None:
    shop, rng = market(layout, prices), np.random.default_rng(3)
    pieces = [random_stack(rng, 30) for _ in range(3)]
    found = union_masses(shop, pieces)
    unions = [set().union(*(cells_of(one, i) for one in pieces)) for i in range(30)]
    for i, cells in enumerate(unions):
        each = [shop.mass(Box(SPACE, tuple((code,) for code in cell))) for cell in cells]
        for measure in ("records", "spend", "cells", "price"):
            assert getattr(found, measure)[i] == sum(getattr(one, measure) for one in each)
    kinds = {tuple(cell in cells for cells in unions) for cell in CELLS}
    covers = [tuple(row) for row in union_patterns(pieces).tolist()]
    assert sorted(covers) == sorted(kind for kind in kinds if any(kind))


def test_no_box_has_no_kind_of_cell() -> None:
    nothing = [np.zeros((0, 3), dtype=bool), np.zeros((0, 2), dtype=bool)]
    assert patterns(nothing).shape == (0, 0)
    assert union_patterns([nothing, nothing]).shape == (0, 0)
