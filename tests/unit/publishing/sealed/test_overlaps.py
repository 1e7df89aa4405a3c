"""Candidates that share records: the bound is proven, whatever the solver says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

from tacit.publishing.sealed import overlaps
from tacit.publishing.sealed.overlaps import Overlaps

RECORDS = [5, 1, 2, 4]
PAIRS = list(combinations(range(4), 2))
SETS = [set(s) for n in (2, 3, 4) for s in combinations(range(4), n)]
LIMIT = Fraction(1, 2)
"""Each value is in three of the six pairs, so a half is as low as it gets."""


def question(limit: Fraction = LIMIT, records: list[int] = RECORDS) -> Overlaps:
    """The candidates are all pairs of four values, the boxes all sets of values."""
    inside = np.array([[set(pair) <= box for pair in PAIRS] for box in SETS])
    cost = np.array([sum(records[v] for v in box) for box in SETS])
    cover = np.array([[v in pair for pair in PAIRS] for v in range(4)])
    held = np.array([sum(records[v] for v in pair) for pair in PAIRS])
    return Overlaps(np.ones(6, int), inside, cost, limit, cover, held / float(limit), 10_000)


def optimum(limit: Fraction, records: list[int] = RECORDS) -> float:
    """One program over all pairs of candidate and box."""
    pairs = [
        (v, u) for u, box in enumerate(SETS) for v, pair in enumerate(PAIRS) if set(pair) <= box
    ]
    cost = [sum(records[x] for x in SETS[u]) for _, u in pairs]
    demand = [[float(v == w) for v, _ in pairs] for w in range(6)]
    rows = [
        [(float(x in PAIRS[v]) - float(limit)) if u == box else 0.0 for v, u in pairs]
        for box in range(len(SETS))
        for x in range(4)
    ]
    found = linprog(cost, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=demand, b_eq=np.full(6, 1 / 6))
    assert found.status == 0
    return float(found.fun)


@pytest.mark.parametrize(
    "limit", [LIMIT, Fraction(3, 5), Fraction(2, 3), Fraction(3, 4), Fraction(1)]
)
def test_the_least_cost_is_found_and_proven(limit: Fraction) -> None:
    asked = question(limit)
    found = asked.solve()
    assert found is not None
    least = optimum(limit)
    assert found.cost == pytest.approx(least, rel=1e-6)
    bound = asked.lower_bound(found.worth)
    assert bound <= Fraction(least) + Fraction(1, 10**9)
    assert float(bound) == pytest.approx(least, rel=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_a_solver_that_lies_about_worths_proves_no_more_than_is_true(seed: int) -> None:
    asked = question(Fraction(3, 5))
    assert asked.solve() is not None
    asked._proving = np.random.default_rng(seed).random(6) * 30
    assert float(asked.lower_bound(asked._proving)) <= optimum(Fraction(3, 5)) + 1e-9


@pytest.mark.parametrize("factor", [0.0, 0.5, 3.0, -1.0])
def test_a_solver_that_lies_about_prices_proves_no_more_than_is_true(
    factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Overlaps._best_mixes
    asked = question(Fraction(3, 5))
    found = asked.solve()
    assert found is not None

    def lying(self: Overlaps, boxes: np.ndarray, worth: np.ndarray | None) -> object:
        best, prices = honest(self, boxes, worth)
        return best, [price * factor for price in prices]

    monkeypatch.setattr(Overlaps, "_best_mixes", lying)
    assert float(asked.lower_bound(found.worth)) <= optimum(Fraction(3, 5)) + 1e-9


def test_boxes_without_a_mix_are_left_out_and_that_is_proven() -> None:
    """Three values hold three pairs, each value in two of them: two thirds is the least."""
    asked = question(LIMIT)
    asked._drop_useless()
    assert [len(SETS[u]) for u in asked.kept] == [4]
    assert len(asked._doubtful[1]) == 0
    looser = question(Fraction(2, 3))
    looser._drop_useless()
    assert sorted(len(SETS[u]) for u in looser.kept) == [3, 3, 3, 3, 4]


def test_boxes_that_only_seem_to_have_no_mix_lower_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without proof they are counted by the formula, so nothing false is claimed."""
    monkeypatch.setattr(overlaps, "has_no_mix", lambda *_: False)
    asked = question(LIMIT)
    found = asked.solve()
    assert found is not None
    assert len(asked._doubtful[1]) > 0
    assert asked.lower_bound(found.worth) <= Fraction(optimum(LIMIT)) + Fraction(1, 10**9)


def test_mixes_add_up_and_keep_the_limit_exactly() -> None:
    limit = Fraction(3, 5)
    found = question(limit).solve()
    assert found is not None
    for mix in found.mixes:
        assert sum(mix.parts) == mix.whole
        for x in range(4):
            holders = (p for m, p in zip(mix.members, mix.parts, strict=True) if x in PAIRS[m])
            assert sum(holders) <= limit * mix.whole


def test_without_a_box_for_all_there_is_no_solution() -> None:
    asked = question(Fraction(2, 5))
    assert asked.solve() is None
