"""The bound by single cells: by hand, exact to the last digit, and the same from box and union."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations
from random import Random

import numpy as np
import pytest

from tacit.attackers.against import Against
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.bound_by_cells import (
    CheapestCells,
    beyond_start,
    by_ratio,
    lacking_takes,
    least_around,
    may_be_within,
)
from tacit.publishing.rules import Rules
from tests.helpers.small_markets import grid, line

HALF = Fraction(1, 2)


def ground(market: Market, against: str, objective: str = "records") -> Boxes:
    attackers = Against.of(against).posts
    true = market.intent({name: [d.values[0]] for name, d in zip(
        market.space.names, market.space, strict=True)})  # fmt: skip
    return Boxes(market, true, attackers, [HALF] * len(attackers), Rules(objective))


class TestCheapestCells:
    """Cells one by one: 6 units of weight for 1, then 4 for 2, then nothing more."""

    cells = CheapestCells(np.array([4, 6, 0]), np.array([2, 1, 7]))

    @pytest.mark.parametrize(
        ("weight", "least"),
        [(-3, 0), (0, 0), (1, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3), (10**30, 3)],
    )
    def test_the_best_come_first_and_parts_are_rounded_up(self, weight: int, least: int) -> None:
        assert self.cells.least(weight) == least

    def test_free_weight_costs_nothing(self) -> None:
        cells = CheapestCells(np.array([5, 5]), np.array([3, 0]))
        assert [cells.least(weight) for weight in (5, 10)] == [0, 3]

    def test_no_cells_at_all(self) -> None:
        cells = CheapestCells(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        assert (cells.least(7), cells.total, cells.price(7)) == (0, 0, (0, 1))

    def test_a_price_is_that_of_the_cell_at_the_margin(self) -> None:
        assert [Fraction(*self.cells.price(weight)) for weight in (6, 7, 10)] == [
            Fraction(1, 6), HALF, HALF,
        ]  # fmt: skip

    def test_what_is_not_listed_costs_nothing_or_its_cells(self) -> None:
        """10 more weight; if cells cost, each weighs 4 at most, so 3 of them are needed."""
        weight, cost = np.array([6]), np.array([1])
        free = CheapestCells.and_unlisted(weight, cost, 10, None)
        assert [free.least(n) for n in (10, 11, 16)] == [0, 1, 1]
        cells = CheapestCells.and_unlisted(weight, cost, 10, 4)
        assert [cells.least(n) for n in (6, 7, 10, 11, 16)] == [1, 2, 2, 3, 4]

    @pytest.mark.parametrize("large", [1, 2**40, 2**55, 10**25])
    def test_it_is_exact_however_large_the_numbers(self, large: int) -> None:
        """Judged by fractions: sort, fill up, round up."""
        rng = Random(large)
        for _ in range(30):
            pairs = [(rng.randint(1, 9) * large + rng.randint(0, 3), rng.randint(0, 9) * large)
                     for _ in range(rng.randint(1, 7))]  # fmt: skip
            weight, cost = (np.array(side, dtype=object) for side in zip(*pairs, strict=True))
            cells = CheapestCells(weight, cost)
            for asked in (1, large, sum(weight) // 3 + 1, sum(weight) - 1, sum(weight)):
                assert cells.least(int(asked)) == filled_up(pairs, int(asked))

    def test_ratios_that_floats_can_not_tell_apart_are_sorted(self) -> None:
        """Sorted wrongly, the bound would be too high, if only by one in 10^18."""
        big = np.array([10**18, 10**18 - 1]), np.array([10**18 - 1, 10**18 - 2])
        assert float(big[0][0] / big[1][0]) == float(big[0][1] / big[1][1])
        assert by_ratio(*big).tolist() == [0, 1]
        assert by_ratio(big[0][::-1], big[1][::-1]).tolist() == [1, 0]


def filled_up(pairs: list[tuple[int, int]], asked: int) -> int:
    total = Fraction(0)
    for weight, cost in sorted(pairs, key=lambda pair: Fraction(pair[1], pair[0])):
        part = min(Fraction(asked, weight), Fraction(1))
        total, asked = total + part * cost, asked - int(part * weight)
        if asked <= 0:
            break
    return -int(-total // 1)


def test_sums_in_floats_are_kept_if_they_may_be_within() -> None:
    exactly = 2**60 + 1
    assert may_be_within(np.array([float(exactly)]), 2**60).all(), "floats can't tell"
    assert not may_be_within(np.array([2.0**60 * 1.001]), 2**60).any()


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_by_hand(layout: str) -> None:
    """6 records want 6 more: b, q and their cell have 1, 1 and 4; the others 30 and 50."""
    market = grid([[6, 1, 30], [1, 4, 50]], layout=layout)
    boxes = ground(market, "em-f")
    (bound,) = beyond_start(boxes, market.total.records)
    assert bound is not None
    assert (bound.least(6), bound.total) == (6, 86)
    (near,) = beyond_start(boxes, 20)
    assert near is not None
    assert near.total == 6, "what needs r costs more than that"


def test_empty_cells_that_are_not_listed_are_counted() -> None:
    market = line([3, 0, 0, 2], layout="sparse")
    boxes = ground(market, "pi-uniform")
    (bound,) = beyond_start(boxes, 5)
    assert bound is not None
    assert [bound.least(n) for n in (1, 2, 3)] == [0, 0, 2]


def test_who_goes_by_no_measure_gives_no_bound() -> None:
    boxes = ground(line([3, 1, 1, 2]), "em-f,pi-uniform")
    boxes.measures[0] = None
    first, second = beyond_start(boxes, 7)
    assert first is None
    assert second is not None
    assert lacking_takes(boxes, [None, None], boxes.mass(boxes.start)) == 0


@pytest.mark.parametrize("objective", ["records", "cells"])
@pytest.mark.parametrize("against", ["em-f", "pi-uniform", "em-f,pi-uniform", "em-c"])
def test_nothing_that_holds_the_intent_is_below_the_bound(against: str, objective: str) -> None:
    market = grid([[4, 0, 2], [3, 1, 0]], prices=[[1, 2, 1], [3, 1, 2]])
    boxes = ground(market, against, objective)
    true = market.intent({"x": ["a"], "y": ["p"]})
    bound = least_around(boxes, true)
    rest = [
        market.intent({"x": [x], "y": [y]}) for x in "ab" for y in "pqr" if (x, y) != ("a", "p")
    ]
    for chosen in chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1)):
        mass = sum((market.mass(cell) for cell in chosen), market.mass(true))
        if boxes.holds(mass):
            assert bound <= boxes.key(mass)[0]
