"""Bounds that hold: no mix is worth more, whatever worths and prices are given."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tacit.publishing.sealed.proven import WholeWorth, beyond_box, most_valuable
from tests.helpers.tiny_lines import HALF, QUESTIONS, best_mix, lines


def test_the_most_valuable_candidates_of_each_box() -> None:
    inside = np.array(
        [[True, True, True, True], [True, False, True, True], [False, True, True, False]]
    )
    first, last = most_valuable(inside, np.array([5, 9, 1, 7]), 2)
    assert first.tolist() == [16, 12, 10]
    assert last.tolist() == [5, 1, 0]


class TestWholeWorth:
    LIMIT = Fraction(2, 5)

    def test_the_formula_puts_the_limit_on_the_best_and_the_rest_on_the_next(self) -> None:
        """At 2/5: two fifths of 9, two of 7, one of 5."""
        worth = WholeWorth.of(np.array([5.0, 9.0, 1.0, 7.0]), np.array([4]), self.LIMIT)
        assert worth is not None
        (found,) = worth.by_formula(np.ones((1, 4), dtype=bool), self.LIMIT)
        assert worth.unscaled(int(found)) == Fraction(2 * 9 + 2 * 7 + 5, 5)
        assert worth.unscaled(int(worth.scaled(np.array([4]))[0])) == 4

    def test_every_mix_on_a_grid_is_within_the_formula(self) -> None:
        worths = [7, 2, 5, -1]
        worth = WholeWorth.of(np.array(worths, dtype=float), np.array([7]), self.LIMIT)
        assert worth is not None
        (found,) = worth.by_formula(np.ones((1, 4), dtype=bool), self.LIMIT)
        most = worth.unscaled(int(found))
        for parts in product(range(3), repeat=4):
            if sum(parts) == 5:
                mixed = sum(y * part for y, part in zip(worths, parts, strict=True))
                assert most >= Fraction(mixed, 5)

    def test_rounding_takes_less_than_a_part_and_floats_say_the_same(self) -> None:
        given = np.random.default_rng(1).random(50) * 100 - 20
        worth = WholeWorth.of(given, np.array([99]), self.LIMIT)
        assert worth is not None
        assert worth.parts == 2**30
        assert all(
            0 <= y - float(w) / worth.parts < 1 / worth.parts
            for y, w in zip(given, worth.whole, strict=True)
        )
        assert [Fraction(f) for f in worth.floats.tolist()] == [
            Fraction(int(w), worth.parts) for w in worth.whole
        ]

    def test_the_bound_is_what_candidates_are_worth_less_what_a_box_gains(self) -> None:
        worth = WholeWorth.of(np.array([6.0, 3.0]), np.array([4]), HALF)
        assert worth is not None
        weights = np.array([1, 2])
        assert worth.bound(weights, 3, Fraction(-5)) == 4
        assert worth.bound(weights, 3, Fraction(1)) == 3
        assert worth.bound(weights, 1, Fraction(1)) == 9, "where only one in three counts"

    def test_numbers_too_large_to_count_with_are_refused(self) -> None:
        assert WholeWorth.of(np.array([1.0]), np.array([2**60]), Fraction(1, 10**9)) is None
        large = WholeWorth.of(np.array([2.0**50]), np.array([5]), HALF)
        assert large is not None
        assert large.parts <= 2**7, "worths count as much as costs"
        assert large.floats.tolist() == [2.0**50]


class TestByPrices:
    def test_candidates_that_share_a_record(self) -> None:
        """Two hold the same record, so together they have two thirds, and the third has the rest."""
        of = lines([1] * 3, limit=Fraction(2, 3), cover=[[1, 1, 0], [0, 0, 1]])
        worth, rows = np.array([9.0, 9.0, 3.0]), of.rows(np.arange(3))
        assert beyond_box(of, rows, np.array([[6.0, 0.0]]), worth, 2.0) == pytest.approx(7 - 2)
        assert best_mix(of, range(3), worth.tolist(), 2.0) == pytest.approx(7 - 2)
        assert beyond_box(of, rows, np.zeros((1, 2)), worth, 2.0) == pytest.approx(9 - 2)

    def test_it_is_never_below_what_the_prices_say_exactly(self) -> None:
        """The same in fractions: there is room for all that rounding does."""
        of = lines([1, 2, 3, 5], [3, 1, 4, 1], limit=HALF)
        rows, rng = of.rows(np.arange(4)), np.random.default_rng(3)
        for _ in range(50):
            worth, prices = rng.random(4) * 1e6, rng.random((2, 4)) * 1e6
            told = beyond_box(of, rows, prices, worth, 12345.678)
            exact = []
            for v in range(4):
                own = Fraction(float(worth[v])) - Fraction(12345.678)
                for b, belief in enumerate(of.beliefs):
                    ratio = Fraction(int(belief[v]) * of.total, int(of.reference[v]))
                    ratio /= int(belief.sum())
                    each = [Fraction(float(p)) for p in prices[b]]
                    own -= ratio * (each[v] - HALF * sum(each))
                exact.append(own)
            assert Fraction(told) >= max(exact)
            assert told == pytest.approx(float(max(exact)), rel=1e-9)

    @pytest.mark.parametrize("name", QUESTIONS)
    @pytest.mark.parametrize("seed", range(10))
    def test_any_prices_give_a_number_that_no_mix_exceeds(self, name: str, seed: int) -> None:
        of, rng = QUESTIONS[name], np.random.default_rng(seed)
        members = np.sort(rng.choice(6, int(rng.integers(4, 7)), replace=False))
        rows = of.rows(members)
        worth, cost = rng.random(6) * 30 - 5, float(rng.integers(0, 20))
        size = (len(of.beliefs), len(rows.limits))
        prices = rng.random(size) * rng.integers(0, 2, size) * rng.choice([0.1, 3, 1000])
        best = best_mix(of, members.tolist(), worth.tolist(), cost)
        told = beyond_box(of, rows, prices, worth, cost)
        assert best is None or told >= best - 1e-6
