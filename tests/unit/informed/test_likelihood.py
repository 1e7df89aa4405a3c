"""How likely a method is to make a purchase, against brute force on markets of four cells."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.errors import SettingError
from tacit.informed.likelihood import BLIND, SAME, TUNED, Blind, Buying, Replayed, within_bounds
from tacit.informed.purchase import Watcher
from tacit.market.cells import Ints
from tacit.purchasing.purchase import METHODS
from tests.unit.informed.shared import (
    BOXES,
    CELLS,
    SHOP,
    all_purchases,
    everyone,
    problem,
    shop,
    watcher,
)


@pytest.mark.parametrize("i", range(9))
@pytest.mark.parametrize("size", [1, 7, 30])
def test_blind_purchases_within_bounds_are_counted_right(i: int, size: int) -> None:
    p = problem(everyone(BOXES).intent(i), "0.6")
    most = p.most(size)
    expected = np.zeros(size + 1)
    for counts in all_purchases(size):
        held = np.array(counts)[p.wanted]
        if (held <= most).all():
            pairs = zip(p.stock.tolist(), counts, strict=True)
            expected[held.sum()] += prod(comb(n, k) for n, k in pairs) / comb(30, size)
    assert within_bounds(p, most, size) == pytest.approx(expected, abs=1e-12)


def test_methods_are_all_of_one_kind() -> None:
    assert sorted((*SAME, *BLIND, *TUNED)) == sorted(METHODS)


@pytest.mark.parametrize(
    ("method", "of_method", "belief"),
    [
        ("mc", {"sets": 1}, CELLS),
        ("mc", {"sets": 4}, BOXES),
        ("mcmc", {"steps": 4}, CELLS),
        ("g-mcmc", {}, CELLS),
        ("genetic", {"parents": 4, "kept": 2, "rounds": 1}, CELLS),
    ],
)
@pytest.mark.slow
def test_the_belief_is_that_of_counting_whole_purchases(
    method: str, of_method: dict[str, Any], belief: Belief
) -> None:
    """Brute force: on a tiny market each possible purchase comes up often enough to count."""
    market = shop([[3, 2], [2, 4]])
    among, size, limit = everyone(belief, market), 5, 0.7
    buying = Buying.of(method, size, limit, **of_method)
    one = Watcher(market, market.intent({}), among, buying)
    estimate = one.estimated(400, np.random.default_rng(1))
    rng, many = np.random.default_rng(2), 1_000
    seen: dict[tuple[int, ...], Ints] = {}
    for i, each in enumerate(one.problems):
        for _ in range(many):
            counts = buying.counts(each, rng)
            if counts is not None:
                row = seen.setdefault(tuple(counts), np.zeros(len(among), dtype=np.int64))
                row[i] += 1
    apart = []
    for counts, row in seen.items():
        if row.sum() >= 100:
            now = one.belief(estimate.chances(np.array(counts)))
            apart.append((np.abs(now - row / row.sum()).sum() / 2, row.sum()))
    assert len(apart) >= 5
    distance = np.average([a for a, _ in apart], weights=[n for _, n in apart])
    assert distance < 0.1


def test_more_of_a_cell_than_passes_rules_it_out() -> None:
    one = watcher("mc", 10)
    estimate = one.estimated(5, np.random.default_rng(0))
    found = estimate.chances(np.array([6, 0, 2, 2]))
    assert found[0] == 0
    assert found[3] > 0


class TestBuying:
    def test_who_is_feared_may_have_a_limit_of_its_own(self) -> None:
        plain, own = Buying.of("blend", 5), Buying.of("blend", 5, 0.9, "purchase=0.2")
        assert (plain.limit, plain.observer.name) == (Fraction(3, 10), "purchase-f")
        assert (own.limit, own.observer.name) == (Fraction(1, 5), "purchase")

    def test_what_lies_elsewhere_is_not_bought_for(self) -> None:
        buying = Buying.of("optimal", 5)
        inside, elsewhere = SHOP.intent({"x": ["b"]}), SHOP.intent({"x": ["canary"], "y": ["p"]})
        assert buying.problem(SHOP, elsewhere, inside) is None
        assert buying.counts(None, np.random.default_rng(0)) is None

    def test_an_unknown_method(self) -> None:
        with pytest.raises(SettingError, match="no method 'magic'"):
            Buying.of("magic", 5)


def test_a_replayed_method_is_certain_and_a_blind_one_never() -> None:
    problems = [problem(everyone().intent(i)) for i in range(4)]
    buying = Buying.of("optimal", 10)
    known = Replayed(problems, buying)
    mine = known.answers[0]
    assert mine is not None
    assert known.chances(mine)[0] == 1
    assert set(known.chances(mine).tolist()) <= {0.0, 1.0}
    assert Blind([*problems, None]).chances(mine).tolist() == [1, 1, 1, 1, 0]
