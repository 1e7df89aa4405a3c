"""The bound by whole values, on tables a person can compute."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.attackers.against import Against
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.bound_by_cells import beyond_start
from tacit.publishing.optimal.bound_by_values import CheapestValues
from tacit.publishing.rules import Rules
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.small_markets import grid, line

HALF = Fraction(1, 2)


def ground(market: Market, want: dict[str, list[str]], against: str = "em-f") -> Boxes:
    attackers = Against.of(against).posts
    return Boxes(market, market.intent(want), attackers, [HALF] * len(attackers), Rules())


def test_values_come_with_all_they_add() -> None:
    """pi-uniform wants one cell more. The cheapest cell is (b, q) with 1, but b adds 5 and q 7."""
    market = grid([[3, 7], [5, 1]])
    boxes = ground(market, {"x": ["a"], "y": ["p"]}, "pi-uniform")
    (cells,) = beyond_start(boxes, 16)
    assert cells is not None
    assert cells.least(1) == 1
    outlook = CheapestValues(boxes, 16).outlook(boxes.box(boxes.start), boxes.allowed, 16)
    assert outlook is not None
    assert outlook.least == 3 + 1, "a cell that lacks two values still comes singly"
    near = CheapestValues(boxes, 11).outlook(boxes.box(boxes.start), boxes.allowed, 11)
    assert near is not None
    assert near.least == 3 + 5, "for 11 nobody gets both b and q"


def test_a_value_that_costs_too_much_is_ruled_out() -> None:
    market = line([4, 4, 9])
    boxes = ground(market, {"x": ["a"]})
    outlook = CheapestValues(boxes, 17).outlook(boxes.box(boxes.start), boxes.allowed, 8)
    assert outlook is not None
    assert (outlook.least, outlook.allowed.tolist()) == (8, [True, True, False])


def test_it_says_on_which_value_most_profit_hangs() -> None:
    """Two cells more: the second costs 9, and at that price b gains 8."""
    market = line([4, 1, 9, 20])
    attackers = Against.of("pi-uniform").posts
    boxes = Boxes(market, market.intent({"x": ["a"]}), attackers, [Fraction(1, 3)], Rules())
    outlook = CheapestValues(boxes, 34).outlook(boxes.box(boxes.start), boxes.allowed, 34)
    assert outlook is not None
    assert (outlook.least, outlook.value) == (4 + 1 + 9, 1)


def test_without_enough_left_the_branch_ends() -> None:
    market = line([4, 3, 9])
    boxes = ground(market, {"x": ["a"]})
    values = CheapestValues(boxes, 16)
    assert values.outlook(boxes.box(boxes.start), boxes.allowed, 7) is None
    without_c = np.array([True, True, False])
    assert values.outlook(boxes.box(boxes.start), without_c, 16) is None


def test_on_an_order_a_value_takes_all_that_come_before_it() -> None:
    market = Market.from_cube(Space((Ordinal("x", tuple("abcd")),)), [4, 3, 1, 9])
    boxes = ground(market, {"x": ["a"]})
    outlook = CheapestValues(boxes, 17).outlook(boxes.box(boxes.start), boxes.allowed, 9)
    assert outlook is not None
    assert outlook.allowed.tolist() == [True, True, True, False]


def test_who_goes_by_no_measure_ends_a_branch_only_if_nothing_holds_it() -> None:
    market = line([4, 3, 1, 9])
    boxes = ground(market, {"x": ["a"]})
    boxes.measures[0] = None
    values = CheapestValues(boxes, 17)
    outlook = values.outlook(boxes.box(boxes.start), boxes.allowed, 17)
    assert outlook is not None
    assert (outlook.least, outlook.value) == (4, None)
    assert values.outlook(boxes.box(boxes.start), boxes.allowed, 6) is None


def test_counts_beyond_floating_point() -> None:
    """b lacks one record of what is asked for, which only whole numbers see."""
    big = 2**58
    market = line([big, big - 1, 5 * big // 4])
    boxes = ground(market, {"x": ["a"]})
    values = CheapestValues(boxes, market.total.records)
    start = boxes.box(boxes.start)
    without_c = np.array([True, True, False])
    assert values.outlook(start, without_c, market.total.records) is None
    outlook = values.outlook(start, boxes.allowed, 2 * big)
    assert outlook is None, "c is too much and b not enough"
