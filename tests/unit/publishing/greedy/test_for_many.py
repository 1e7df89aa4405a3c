"""The greedy expansion of many at once: its parts by hand, and the whole against one by one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.against import Against
from tacit.attackers.registry import ATTACKERS
from tacit.market.stack_frontiers import many_boxes
from tacit.market.stacks import rows_of
from tacit.publishing.greedy.expansion import best_score, greedy
from tacit.publishing.greedy.for_many import (
    best_scores,
    claims_of,
    greedy_for_many,
    least_weights,
    measures_of,
    needed_for,
)
from tests.helpers.candidate_stacks import every_box, singles
from tests.helpers.small_markets import grid, line

HALF = Fraction(1, 2)


def test_what_attackers_go_by() -> None:
    assert measures_of(list(ATTACKERS.values())) == ["cells", "records", "price", "spend"]
    assert measures_of([]) == []


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_claims_are_those_of_the_attackers(layout: str) -> None:
    """The engine works them out from measures: it counts on what `goes_by` promises."""
    market = grid([[6, 2, 0], [0, 4, 8]], prices=[[1, 2, 3], [4, 5, 6]], layout=layout)
    candidates = every_box(market)
    many = many_boxes(market)
    assert many is not None
    attackers = list(ATTACKERS.values())
    measures = measures_of(attackers)
    assert measures is not None
    found = claims_of(many, rows_of(market, candidates), measures)
    for i, masks in enumerate(zip(*candidates, strict=True)):
        true = market.intent({
            d.name: [v for v, m in zip(d.values, mask, strict=True) if m]
            for d, mask in zip(market.space, masks, strict=True)
        })  # fmt: skip
        for attacker, claims in zip(attackers, found, strict=True):
            assert claims[i] == attacker.claim(market, true)


def test_needed_weights_are_rounded_up_and_capped() -> None:
    (found,) = needed_for([np.array([0, 1, 3, 4])], [Fraction(3, 10)])
    assert found.tolist() == [0, 4, 10, 14]
    (huge,) = needed_for([np.array([5])], [Fraction(1, 10**30)])
    assert huge.tolist() == [2**63 - 1]
    market = line([4, 3])
    least = least_weights(
        market, rows_of(market, singles(market)), Against.of("em-f").posts, [HALF]
    )
    assert least is not None
    assert least[0].tolist() == [8, 6]


@pytest.mark.parametrize("size", [1, 2**40])
def test_scores_choose_as_one_by_one(size: int) -> None:
    rng = np.random.default_rng(7)
    addition, increase = rng.integers(0, 6, (2, 40, 5)) * size
    among = rng.random((40, 5)) < 0.6
    among[:, 2] = True
    for alpha in (Fraction(0), Fraction(1, 3), Fraction(1)):
        found = best_scores(addition, increase, among, alpha)
        for i in range(40):
            offers = np.flatnonzero(among[i])
            best = best_score(addition[i, offers], increase[i, offers], alpha)
            assert found[i] == offers[best]


def test_each_box_grows_as_it_does_alone() -> None:
    market = grid([[6, 2, 0], [0, 4, 8], [1, 0, 3]])
    attackers, limits = Against.of("em-f,pi-uniform").posts, [HALF, Fraction(1, 4)]
    engine = greedy_for_many(market, attackers, limits, HALF)
    assert engine is not None
    grown, reached = engine.expand(rows_of(market, singles(market)))
    for cell, row, fine in zip(np.ndindex(3, 3), grown, reached, strict=True):
        true = market.intent({"x": ["abc"[cell[0]]], "y": ["pqr"[cell[1]]]})
        lowest = [a.lowest_limit(market, true) for a in attackers]
        assert fine == all(low <= limit for low, limit in zip(lowest, limits, strict=True))
        if fine:
            plan = greedy(market, true, attackers, limits)
            assert np.concatenate(plan.published.masks()).tolist() == row.tolist()


def test_a_box_that_leaves_its_bounds_is_given_up() -> None:
    market = line([4, 3, 9, 1])
    engine = greedy_for_many(market, Against.of("em-f").posts, [HALF], Fraction(1))
    assert engine is not None
    rows = rows_of(market, singles(market))
    _, reached = engine.expand(rows, within=np.array([True, True, False, True]))
    assert reached.tolist() == [True, True, False, True]
