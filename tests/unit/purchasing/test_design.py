"""Blind designs: so many of each stratum, whatever is wanted."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest

from tacit.attackers.tails import Count
from tacit.purchasing.design import QUOTAS, SIMPLE, STRATIFIED, Design

STOCK = np.array([2, 3, 1, 4])
PARTED = Design(STRATIFIED, STOCK, np.array([0, 1, 0, 1]), np.array([2, 3]))
"""The first and third cell make one stratum, of which 2 of 3 are drawn; of the others 3 of 7."""


def test_a_simple_sample_is_one_stratum() -> None:
    design = Design.simple(STOCK, 4)
    assert (design.kind, design.size, design.budget) == (SIMPLE, 4, None)
    assert (design.holds.tolist(), design.take.tolist()) == ([10], [4])
    assert design.stratum.tolist() == [0, 0, 0, 0]


def test_what_strata_hold_is_added_up() -> None:
    assert PARTED.holds.tolist() == [3, 7]
    assert PARTED.size == 5


@pytest.mark.parametrize("design", [Design.simple(STOCK, 5), PARTED], ids=["simple", "parted"])
def test_so_many_are_drawn_of_each_stratum_and_never_more_than_there_are(design: Design) -> None:
    for seed in range(50):
        counts = design.draw(np.random.default_rng(seed))
        assert ((counts >= 0) & (counts <= design.stock)).all()
        assert [
            int(counts[design.stratum == s].sum()) for s in range(len(design.take))
        ] == design.take.tolist()


def test_every_record_of_a_stratum_is_drawn_alike() -> None:
    """All draws of the parted design, against their exact chances: within 5 standard errors."""
    draws = 4_000
    rng = np.random.default_rng(7)
    found = Counter(tuple(PARTED.draw(rng).tolist()) for _ in range(draws))
    ways = {
        counts: np.prod([comb(n, k) for n, k in zip(STOCK.tolist(), counts, strict=True)])
        for counts in product(*(range(n + 1) for n in STOCK.tolist()))
        if counts[0] + counts[2] == 2 and counts[1] + counts[3] == 3
    }
    total = comb(3, 2) * comb(7, 3)
    assert sum(ways.values()) == total
    assert set(found) <= set(ways)
    for counts, many in ways.items():
        share = many / total
        assert abs(found[counts] / draws - share) <= 5 * (share * (1 - share) / draws) ** 0.5


def test_a_stratum_of_one_cell_needs_no_die() -> None:
    alone = Design(QUOTAS, STOCK, np.arange(4), np.array([1, 0, 1, 2]))
    for seed in range(5):
        assert alone.draw(np.random.default_rng(seed)).tolist() == [1, 0, 1, 2]


def test_all_of_a_stratum_is_all_of_its_cells() -> None:
    everything = Design(QUOTAS, STOCK, np.array([0, 1, 0, 1]), np.array([3, 7]))
    assert everything.draw(np.random.default_rng(0)).tolist() == STOCK.tolist()


class TestWanted:
    def test_of_one_stratum_it_is_one_count(self) -> None:
        which = np.array([True, False, False, True])
        assert Design.simple(STOCK, 4).wanted(which).parts == (Count(10, 6, 4),)

    def test_of_several_one_for_each_that_may_bring_some(self) -> None:
        both, second = np.array([True, True, False, False]), np.array([False, False, False, True])
        assert PARTED.wanted(both).parts == (Count(3, 2, 2), Count(7, 3, 3))
        assert PARTED.wanted(second).parts == (Count(7, 4, 3),)

    def test_strata_of_which_nothing_is_taken_bring_nothing(self) -> None:
        none_of_first = Design(QUOTAS, STOCK, PARTED.stratum, np.array([0, 3]))
        which = np.array([True, False, True, False])
        assert none_of_first.wanted(which).parts == ()
        assert none_of_first.wanted(which).most == 0

    def test_nothing_wanted_brings_nothing(self) -> None:
        assert PARTED.wanted(np.zeros(4, dtype=bool)).parts == ()


def test_what_is_told_is_how_many_of_how_many_strata() -> None:
    assert PARTED.to_json() == {"kind": "stratified", "strata": 2, "records": 5}
