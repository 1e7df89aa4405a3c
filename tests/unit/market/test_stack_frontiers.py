"""What each value would add to each of many boxes, against asking the market box by box."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from tacit.intents.box import Box
from tacit.market import stack_frontiers
from tacit.market.market import Market
from tacit.market.stack_frontiers import many_boxes
from tacit.market.stacks import rows_of
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.stacks import SPACE, random_stack

NAMES = ("records", "spend", "cells", "price")
PRICES: dict[str, dict[str, Any]] = {
    "one": {},
    "per cell": {"prices": np.arange(SPACE.size) % 5, "empty": 2},
    "per value": {"prices_per_value": {"x": {"a": 1, "c": 5}, "y": {"q": 2}}, "base": 3},
}
ENGINES: dict[str, dict[str, Any]] = {
    "laid out": {"LAID_UP_TO": 2**17},
    "laid out, box by box": {"FEW_CELLS": 0, "LAID_FOR_LISTED": 1000},
    "listed": {"LAID_UP_TO": 0},
}


def market(prices: str) -> Market:
    codes = np.indices(SPACE.shape).reshape(len(SPACE), -1)
    counts = np.arange(SPACE.size) * 7 % 11 * (np.arange(SPACE.size) % 3 > 0)
    return Market.from_cells(SPACE, codes, counts, **PRICES[prices])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("prices", PRICES)
def test_slabs_and_peaks_are_those_of_each_box(prices: str, engine: str) -> None:
    shop = market(prices)
    stack = random_stack(np.random.default_rng(3), 30)
    rows = rows_of(shop, stack)
    with patch.multiple(stack_frontiers, **ENGINES[engine]):
        many = many_boxes(shop)
        assert many is not None
        slabs = many.slabs(rows, NAMES)
        peaks = many.peaks(rows, NAMES)
    for i in range(30):
        intent = Box.from_masks(SPACE, [part[i] for part in stack])
        frontier, mass, peak = shop.frontier(intent), shop.mass(intent), shop.peak(intent)
        outside = ~rows[i]
        for name in NAMES:
            assert slabs[name][i][outside].tolist() == getattr(frontier, name)[outside].tolist()
            assert many.weight(rows, slabs[name])[i] == getattr(mass, name)
        for name in ("records", "spend", "price"):
            assert peaks[name][i] == getattr(peak, name)
        assert peaks["cells"][i] == mass.cells


@pytest.mark.parametrize("engine", ENGINES)
def test_the_slab_of_a_value_inside_is_what_it_contributes(engine: str) -> None:
    shop = market("one")
    intent = Box.of(SPACE, {"x": ["a", "b"]})
    with patch.multiple(stack_frontiers, **ENGINES[engine]):
        many = many_boxes(shop)
        assert many is not None
        slabs = many.slabs(np.concatenate(intent.masks())[None], ["records"])["records"][0]
    for code in (0, 1):
        only = Box(SPACE, ((code,), *intent.codes[1:]))
        assert slabs[code] == shop.mass(only).records


def test_where_numbers_or_cells_are_too_many_there_is_no_engine() -> None:
    assert many_boxes(market("one")) is not None
    wide = Space(tuple(Nominal(f"d{i}", tuple(range(40))) for i in range(20)))
    codes = np.random.default_rng(1).integers(0, 40, (20, 50))
    assert many_boxes(Market.from_cells(wide, codes, np.ones(50, dtype=int))) is None
    with patch.multiple(stack_frontiers, LAID_UP_TO=0, LISTED_UP_TO=0):
        assert many_boxes(market("one")) is None


def test_sums_beyond_floating_point_are_exact() -> None:
    big = 2**60
    space = Space((Nominal("x", ("a", "b", "c")), Nominal("y", ("p", "q"))))
    shop = Market.from_cube(space, [[big, 1], [1, 1], [0, 1]])
    for engine in ENGINES.values():
        with patch.multiple(stack_frontiers, **engine):
            many = many_boxes(shop)
            assert many is not None
            slabs = many.slabs(np.array([[True, True, False, True, True]]), ["records"])
        assert slabs["records"][0].tolist() == [big + 1, 2, 1, big + 1, 2]
