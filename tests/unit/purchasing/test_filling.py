"""Filling up a purchase: cheapest first, in fair shares, and with every value in sight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.market.market import Market
from tacit.purchasing import filling as _fill
from tacit.purchasing.filling import Filled, cheapest, cost_of, fewest_to_cover, in_proportion, take
from tacit.purchasing.problem import Problem
from tacit.space.nominal import Nominal
from tacit.space.space import Space


def ints(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


def problem(records: Any, prices: Any = None, want: dict[str, list[str]] | None = None) -> Problem:
    """All of a market of one, two or three dimensions is published; the first cell is wanted."""
    shape = np.shape(records)
    names = "xyz"[: len(shape)]
    space = Space(
        tuple(
            Nominal(name, tuple(f"{name}{i}" for i in range(n)))
            for name, n in zip(names, shape, strict=True)
        )
    )
    market = Market.from_cube(space, records, prices, empty=None if prices is None else 0)
    true = market.intent(want if want is not None else {name: [f"{name}0"] for name in names})
    return Problem(market, true, market.intent({}), Fraction(3, 10), PurchaseF())


def fill(asked: Problem, size: int, most: Sequence[int], at_least: int = 0) -> Filled:
    filled = cheapest(asked, size, ints(*most), at_least)
    assert filled is not None
    assert int(filled.counts.sum()) == size
    assert filled.cost == cost_of(asked, filled.counts)
    return filled


class TestTake:
    def test_the_cheapest_first(self) -> None:
        assert take(ints(3, 1, 2), ints(5, 5, 5), 7).tolist() == [0, 5, 2]

    def test_among_equally_cheap_in_proportion(self) -> None:
        assert take(ints(1, 1, 9), ints(6, 3, 9), 3).tolist() == [2, 1, 0]

    def test_everything(self) -> None:
        assert take(ints(3, 1, 2), ints(5, 0, 4), 9).tolist() == [5, 0, 4]

    def test_nothing(self) -> None:
        assert take(ints(3, 1), ints(5, 5), 0).tolist() == [0, 0]
        assert take(ints(), ints(), 0).tolist() == []


class TestInProportion:
    def test_the_largest_remainders_get_the_rest(self) -> None:
        """Half of 5, 3 and 1 is 2.5, 1.5 and 0.5; of equal remainders the first ones go first."""
        assert in_proportion(ints(5, 3, 2), 5).tolist() == [3, 1, 1]
        assert in_proportion(ints(10, 1, 1), 6).tolist() == [5, 1, 0]

    def test_no_room(self) -> None:
        assert in_proportion(ints(0, 0), 0).tolist() == [0, 0]

    @pytest.mark.parametrize("scale", [1, 10**6, 2**55])
    def test_the_sum_is_met_and_the_room_kept_at_any_scale(self, scale: int) -> None:
        room = ints(7, 0, 1, 3, 12) * scale
        total = int(room.sum())
        for amount in (1, 5, total // 3, total - 1, total):
            taken = in_proportion(room, amount)
            assert int(taken.sum()) == amount
            assert (taken <= room).all()
            exact = [Fraction(int(r) * amount, total) for r in room]
            assert all(abs(int(t) - e) < 1 for t, e in zip(taken, exact, strict=True))


class TestCheapest:
    def test_what_is_needed_of_the_wanted_then_the_cheapest_of_all(self) -> None:
        asked = problem([4, 4, 4], [9, 2, 1])
        assert fill(asked, 5, [4], 2).counts.tolist() == [2, 1, 2]

    def test_cheap_wanted_records_are_disguise_too_up_to_the_cap(self) -> None:
        asked = problem([4, 4, 4], [0, 2, 1])
        filled = fill(asked, 5, [3], 1)
        assert (filled.counts.tolist(), filled.cheapest) == ([3, 1, 1], True)

    def test_every_value_is_shown_at_the_lowest_price(self) -> None:
        """Two of three values lie only in dear cells; one record of each will do."""
        asked = problem([9, 9, 9], [1, 50, 70])
        filled = fill(asked, 4, [9])
        assert (filled.counts.tolist(), filled.cost, filled.cheapest) == ([2, 1, 1], 122, True)

    def test_one_dear_record_beats_two_cheap_ones(self) -> None:
        """x1 and y1 can be shown by (x1, y1) at 5 or by two records at 3 each."""
        asked = problem([[9, 9], [9, 9]], [[1, 3], [3, 5]])
        filled = fill(asked, 3, [9])
        assert filled.cost == min(5 + 1 + 1, 3 + 3 + 1)

    @pytest.mark.parametrize("offset", [0, 10**9, 10**12])
    def test_small_differences_count_beside_huge_prices(self, offset: int) -> None:
        """Only differences decide: (x1, y1) costs less than the other two together."""
        prices = [[0, 4], [4, 7]]
        asked = problem([[9, 9], [9, 9]], (np.array(prices) + offset).tolist())
        filled = fill(asked, 2, [9])
        assert filled.counts.tolist() == [1, 0, 0, 1]
        assert (filled.cost, filled.cheapest) == (7 + 2 * offset, True)

    def test_where_prices_are_too_far_apart_to_be_sure_it_says_so(self) -> None:
        """Three records show all at 3 + 3 + 4, which is right; but a solver might have erred."""
        asked = problem([[9, 9], [9, 9]], [[10**12, 3], [4, 10**12 - 7]])
        filled = fill(asked, 3, [9])
        assert (filled.cost, filled.cheapest) == (10, False)
        asked = problem([[9, 9], [1, 9]], [[10**12, 3], [10**12 - 3, 10**12 - 7]])
        filled = fill(asked, 2, [9])
        assert (filled.cost, filled.cheapest) == (10**12, False)

    @pytest.mark.parametrize(
        ("size", "most", "at_least"), [(14, [4], 0), (9, [2], 3), (2, [4], 3), (1, [4], 0)]
    )
    def test_what_can_not_be(self, size: int, most: list[int], at_least: int) -> None:
        """More than there is; more wanted than allowed, than bought; too few to show x0 to x2."""
        assert cheapest(problem([4, 4, 4]), size, ints(*most), at_least) is None

    def test_a_value_that_only_a_forbidden_cell_has_can_not_be_shown(self) -> None:
        assert cheapest(problem([4, 4, 4]), 6, ints(0), 0) is None

    def test_values_that_nothing_on_offer_has_need_not_be_shown(self) -> None:
        asked = problem([[4, 0, 2], [0, 0, 0]])
        assert asked.to_cover.tolist() == [True, False, True, False, True]
        assert fill(asked, 2, [4]).counts.tolist() == [1, 1]

    def test_only_one_cell(self) -> None:
        filled = fill(problem([7]), 5, [6])
        assert (filled.counts.tolist(), filled.cheapest) == ([5], True)

    def test_without_the_program_it_is_found_but_not_proven(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = problem([9, 9, 9], [1, 50, 70])
        monkeypatch.setattr(_fill, "PROGRAM_UP_TO", 2)
        filled = fill(asked, 4, [9])
        assert (filled.counts.tolist(), filled.cheapest) == ([2, 1, 1], False)

    def test_mending_that_costs_nothing_is_proven_without_the_program(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Four records in proportion miss the small cells; exchanging them is free."""
        monkeypatch.setattr(_fill, "PROGRAM_UP_TO", 0)
        asked = problem([[50, 1], [50, 1], [50, 1]])
        filled = fill(asked, 4, [50])
        assert filled.cheapest
        shown = {(i // 2, i % 2) for i in np.flatnonzero(filled.counts)}
        assert ({x for x, _ in shown}, {y for _, y in shown}) == ({0, 1, 2}, {0, 1})


class TestFewestToCover:
    @pytest.mark.parametrize("program", [0, 10_000])
    def test_a_diagonal_shows_a_square(self, program: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_fill, "PROGRAM_UP_TO", program)
        asked = problem(np.ones((3, 3), dtype=int).tolist())
        assert fewest_to_cover(asked, asked.stock) == 3

    def test_a_cross_takes_every_arm(self) -> None:
        asked = problem([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
        assert fewest_to_cover(asked, asked.stock) == 4

    def test_wanted_records_count_on_top(self) -> None:
        asked = problem([[5, 1], [1, 1]])
        assert [fewest_to_cover(asked, asked.stock, n) for n in (0, 1, 2, 5)] == [2, 2, 3, 6]

    def test_against_all_subsets_of_a_cube(self) -> None:
        rng = np.random.default_rng(3)
        for _ in range(20):
            filled = rng.integers(0, 2, (2, 3, 2))
            filled[0, 0, 0] = 1
            asked = problem(filled.tolist())
            cells = list(zip(*np.nonzero(filled), strict=True))
            seen = [{cell[d] for cell in cells} for d in range(3)]
            fewest = min(
                sum(chosen)
                for chosen in product((0, 1), repeat=len(cells))
                if [{c[d] for c, n in zip(cells, chosen, strict=True) if n} for d in range(3)]
                == seen
            )
            assert fewest_to_cover(asked, asked.stock) == fewest


class TestCost:
    def test_beyond_what_fits_a_machine_number(self) -> None:
        """A thousand records at 2 ** 59 each."""
        asked = problem([1, 1, 1], [2**59, 2**59, 1])
        assert cost_of(asked, ints(1000, 1000, 1)) == 2000 * 2**59 + 1

    def test_of_nothing(self) -> None:
        assert cost_of(problem([3, 3]), ints(0, 0)) == 0
