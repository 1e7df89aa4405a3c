"""Genetic: purchases are crossed, and the fittest that keep the limit are kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.errors import UnreachablePurchase
from tacit.purchasing.genetic import TRIES, _cross, _fittest, genetic
from tests.helpers.purchases import small_problem


def ints(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


def test_breeding_finds_as_many_wanted_records_as_may_be_held() -> None:
    """Of 30 records 6 are wanted; fifteen may hold two of them."""
    problem = small_problem()
    counts = genetic(problem, 15, np.random.default_rng(0))
    assert counts[problem.wanted].tolist() == problem.most(15).tolist() == [2]
    assert int(counts.sum()) == 15


def test_without_rounds_the_best_of_the_parents_is_bought() -> None:
    problem = small_problem()
    counts = genetic(problem, 15, np.random.default_rng(0), parents=5, rounds=0)
    assert int(counts.sum()) == 15
    assert int(counts[problem.wanted].sum()) <= 2


def test_the_fittest_keep_the_limit_and_hold_the_most() -> None:
    problem = small_problem()  # the first cell is wanted
    population = [ints(3, 4, 2, 1), ints(0, 4, 3, 3), ints(2, 4, 2, 2), ints(1, 4, 4, 1)]
    fittest = _fittest(problem, population, ints(2), 2)
    assert [one[0] for one in fittest] == [2, 1]


def test_children_are_as_large_as_their_parents_and_within_the_stock() -> None:
    problem = small_problem()
    a, b = ints(2, 4, 2, 2), ints(0, 0, 5, 5)
    for seed in range(50):
        children = _cross(problem, a, b, np.random.default_rng(seed))
        for child in children:
            assert int(child.sum()) == 10
            assert ((child >= 0) & (child <= problem.stock)).all()
        if len(children) == 2:
            assert (children[0] + children[1]).tolist() == (a + b).tolist()


def test_a_child_of_more_than_there_is_dies() -> None:
    """Both parents hold all of the wanted cell's records, so many a child would hold more."""
    problem = small_problem()
    a, b = ints(6, 4, 0, 0), ints(6, 0, 4, 0)
    born = [len(_cross(problem, a, b, np.random.default_rng(seed))) for seed in range(50)]
    assert min(born) < 2


def test_where_no_draw_keeps_the_limit_the_number_of_tries_is_named() -> None:
    problem = small_problem([[8, 1]], limit="1/100", observer=PurchaseAlone())
    with pytest.raises(UnreachablePurchase, match=f"none of {TRIES * 2} blind purchases"):
        genetic(problem, 2, np.random.default_rng(0), parents=2)
