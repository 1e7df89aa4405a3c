"""Bounds proven in whole numbers: no mix is worth more, whatever worths and prices are given."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from tacit.publishing.sealed.proven import WholeWorth, has_no_mix, most_valuable

THIRD = Fraction(1, 3)


def best_mix(held: np.ndarray, worth: np.ndarray, limit: Fraction) -> float | None:
    """The worth of the best mix of a box, by a program of its own."""
    many = held.shape[1]
    found = linprog(
        -worth, A_ub=held.astype(float), b_ub=np.full(len(held), float(limit)),
        A_eq=np.ones((1, many)), b_eq=[1.0],
    )  # fmt: skip
    return None if found.status == 2 else -float(found.fun)


def test_the_most_valuable_candidates_of_each_box() -> None:
    inside = np.array(
        [[True, True, True, True], [True, False, True, True], [False, True, True, False]]
    )
    first, last = most_valuable(inside, np.array([5, 9, 1, 7]), 2)
    assert first.tolist() == [16, 12, 10]
    assert last.tolist() == [5, 1, 0]


def test_the_formula_puts_the_limit_on_the_best_and_the_rest_on_the_next() -> None:
    """At 2/5: two fifths of 9, two of 7, one of 5."""
    worth = WholeWorth.of(np.array([5.0, 9.0, 1.0, 7.0]), np.array([4]), Fraction(2, 5))
    assert worth is not None
    (found,) = worth.by_formula(np.ones((1, 4), dtype=bool))
    assert Fraction(int(found), worth.parts * 5) == Fraction(2 * 9 + 2 * 7 + 5, 5)
    assert worth.scaled(np.array([4]))[0] == 4 * worth.parts * 5


def test_prices_prove_what_candidates_that_share_a_record_can_not_do() -> None:
    """Two hold the same record, so together they have two thirds, and the third has the rest."""
    held = np.array([[True, True, False], [False, False, True]])
    worths = np.array([9.0, 9.0, 3.0])
    worth = WholeWorth.of(worths, np.array([9]), Fraction(2, 3))
    assert worth is not None
    unit = worth.parts * 3
    by_prices = worth.by_prices(worth.whole, held, np.array([6.0, 0.0]))
    assert by_prices is not None
    assert Fraction(by_prices, unit) == 7
    assert best_mix(held, worths, Fraction(2, 3)) == pytest.approx(7)
    (formula,) = worth.by_formula(np.ones((1, 3), dtype=bool))
    assert Fraction(int(formula), unit) == 9


@pytest.mark.parametrize("seed", range(20))
def test_any_prices_give_a_number_that_no_mix_exceeds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    held = np.vstack([np.eye(5, dtype=bool), rng.random((4, 5)) < 0.5])
    worths, limit = rng.integers(-3, 20, 5).astype(float), Fraction(1, int(rng.integers(1, 4)))
    worth = WholeWorth.of(worths, np.array([20]), limit)
    assert worth is not None
    best = best_mix(held, worths, limit)
    prices = rng.random(9) * rng.integers(0, 2, 9) * 10 - 1
    by_prices = worth.by_prices(worth.whole, held, prices)
    assert by_prices is not None
    if best is not None:
        assert by_prices / (worth.parts * limit.denominator) >= best - 1e-6
    proves = has_no_mix(held, prices, limit)
    assert not proves or best is None


def test_where_no_mix_keeps_the_limit_prices_prove_it() -> None:
    """All three hold one record: together they have the limit at most."""
    together = np.ones((1, 3), dtype=bool)
    assert has_no_mix(together, np.array([1.0]), Fraction(1, 2))
    assert not has_no_mix(together, np.array([1.0]), Fraction(1))
    apart = np.eye(3, dtype=bool)
    assert has_no_mix(apart, np.ones(3), Fraction(3, 10))
    assert not has_no_mix(apart, np.ones(3), THIRD)
    assert not has_no_mix(together, np.zeros(1), Fraction(1, 2)), "these prices prove nothing"


def test_the_bound_is_what_candidates_are_worth_less_what_a_box_gains() -> None:
    worth = WholeWorth.of(np.array([6.0, 3.0]), np.array([4]), Fraction(1, 2))
    assert worth is not None
    weights = np.array([1, 2])
    assert worth.bound(weights, 5) == 4
    assert worth.bound(weights, -worth.parts * 2 * 1) == 3, "short by one unit of cost"


def test_numbers_too_large_to_count_with_are_refused() -> None:
    assert WholeWorth.of(np.array([1.0]), np.array([2**60]), Fraction(1, 10**9)) is None
    large = WholeWorth.of(np.array([2.0**50]), np.array([5]), Fraction(1, 2))
    assert large is not None
    assert large.parts <= 2**7, "worths count as much as costs"
    assert large.by_prices(large.whole, np.ones((1, 1), dtype=bool), np.array([1e30])) is None


def test_every_mix_on_a_grid_is_within_the_formula() -> None:
    worths, limit = np.array([7.0, 2.0, 5.0, -1.0]), Fraction(2, 5)
    worth = WholeWorth.of(worths, np.array([7]), limit)
    assert worth is not None
    (formula,) = worth.by_formula(np.ones((1, 4), dtype=bool))
    for parts in product(range(3), repeat=4):
        if sum(parts) == 5:
            assert Fraction(int(formula), worth.parts * 5) >= Fraction(
                sum(int(y) * part for y, part in zip(worths, parts, strict=True)), 5
            )
