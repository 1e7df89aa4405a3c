"""What each value would add to a box, and a box that grows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.market.cells import Added
from tacit.market.costs import PriceRule
from tacit.market.frontier import Frontier
from tests.helpers.markets import LAYOUTS, of_hours


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_frontier_says_what_each_value_adds(layout: str) -> None:
    one = of_hours(layout)
    frontier = one.frontier(one.intent({"sex": "F", "hours": "few"}))
    assert frontier.records.tolist() == [0, 0, 0, 0, 4]
    assert frontier.spend.tolist() == [0, 0, 0, 0, 4]
    assert frontier.cells.tolist() == [0, 1, 0, 1, 1]
    assert frontier.price.tolist() == [0, 1, 0, 1, 1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_growing_box_keeps_its_sums(layout: str) -> None:
    one = of_hours(layout)
    growth = one.growth(one.intent({"sex": "F", "hours": "few"}))
    growth.add(1, 2)
    assert growth.mass.records == 5
    assert growth.frontier.records.tolist() == [0, 8, 0, 0, 0]
    growth.add(0, 1)
    growth.add(0, 1)
    assert growth.mass.records == 13
    assert growth.frontier.records.tolist() == [0, 0, 0, 2, 0]
    growth.add(1, 1)
    assert growth.mass == one.total
    assert not growth.frontier.records.any()
    assert growth.intent.size == 6


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_frontier_once_taken_stays_as_it_was(layout: str) -> None:
    one = of_hours(layout)
    growth = one.growth(one.intent({"sex": "F", "hours": "few"}))
    before = growth.frontier
    growth.add(1, 2)
    assert before.records.tolist() == [0, 0, 0, 0, 4]
    assert before.cells.tolist() == [0, 1, 0, 1, 1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_growing_leaves_the_market_and_its_intent_alone(layout: str) -> None:
    one = of_hours(layout)
    want = one.intent({"sex": "F", "hours": "few"})
    one.growth(want).add(0, 1)
    assert one.mass(want).records == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_prices_of_their_own_show_in_the_frontier(layout: str) -> None:
    """From F few: M brings its 9, some and many their 2 and 3."""
    one = of_hours(layout, prices=[[1, 2, 3], [9, 5, 6]])
    frontier = one.frontier(one.intent({"sex": "F", "hours": "few"}))
    assert (frontier.price * one.rule.tick).tolist() == [0, 9, 0, 2, 3]
    assert (frontier.spend * one.money_tick).tolist() == [0, 0, 0, 0, 12]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_growing_box_has_the_frontier_it_would_start_with(layout: str) -> None:
    one = of_hours(layout, prices=[[1, 2, 3], [9, 5, 6]])
    growth = one.growth(one.intent({"sex": "F", "hours": "few"}))
    growth.add(1, 1)
    anew = one.frontier(growth.intent)
    for measure in ("records", "spend", "cells", "price"):
        assert getattr(growth.frontier, measure).tolist() == getattr(anew, measure).tolist()
    assert growth.intent.to_json() == {"sex": ["F"], "hours": ["few", "some"]}


def test_cells_beyond_64_bits_are_counted_exactly() -> None:
    masks = [np.array([True] + [False] * 9) for _ in range(30)]
    masks[0][:] = [True] * 9 + [False]
    nothing = np.zeros(300, dtype=np.int64)
    frontier = Frontier(masks, Added(nothing, nothing, None), PriceRule(1, Fraction(1)))
    assert frontier.cells[:10].tolist() == [0] * 9 + [1]
    assert frontier.cells[10:12].tolist() == [0, 9]
    wide = [np.array([True] * 9 + [False]) for _ in range(30)]
    assert Frontier(wide, Added(nothing, nothing, None), PriceRule(1, Fraction(1))).cells[9] == (
        9**29
    )
