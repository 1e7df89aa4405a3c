"""Gaps in the natural order of a dimension, judged by looking at every set of values."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from tacit.space.dimension import Mask
from tacit.space.gaps import NaturalOrder, how_many_sets, sets_around, sets_within
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal

SIZE = 4
RANKS = list(permutations(range(SIZE)))
SETS = [np.array(bits) for bits in product([False, True], repeat=SIZE)]
FILLED = SETS[1:]


def ranks_in(ranks: tuple[int, ...], mask: Mask) -> set[int]:
    return {rank for rank, chosen in zip(ranks, mask, strict=True) if chosen}


def mask_of(ranks: tuple[int, ...], chosen: set[int]) -> list[bool]:
    return [rank in chosen for rank in ranks]


def is_run(chosen: set[int]) -> bool:
    return chosen == set(range(min(chosen), max(chosen) + 1))


@pytest.fixture(params=RANKS[::5], ids=str)
def ranks(request: pytest.FixtureRequest) -> tuple[int, ...]:
    return tuple(request.param)


@pytest.fixture
def order(ranks: tuple[int, ...]) -> NaturalOrder:
    return NaturalOrder(np.array(ranks))


def test_which_dimensions_have_an_order() -> None:
    assert Nominal("x", ("a", "b")).natural_order is None
    mixed = Ordinal("x", ("a", "b", "c"), (2, 0, 1)).natural_order
    assert mixed is not None
    assert (mixed.ranks.tolist(), mixed.codes.tolist()) == ([2, 0, 1], [1, 2, 0])
    assert Numeric.binned("x", [10, 20], ["a", "b", "c"]).natural_order is not None


def test_closing_takes_in_what_lies_between(ranks: tuple[int, ...], order: NaturalOrder) -> None:
    for mask in FILLED:
        inside = ranks_in(ranks, mask)
        between = set(range(min(inside), max(inside) + 1))
        assert order.closed(mask).tolist() == mask_of(ranks, between)
        assert bool(order.has_gaps(mask)) == (between != inside)


def test_many_rows_are_closed_as_each_is(order: NaturalOrder) -> None:
    rows = np.array(SETS)
    assert order.closed(rows).tolist() == [order.closed(mask).tolist() for mask in SETS]
    assert order.has_gaps(rows).tolist() == [bool(order.has_gaps(mask)) for mask in SETS]


def test_the_empty_set_has_no_gap(order: NaturalOrder) -> None:
    assert not order.closed(SETS[0]).any()
    assert not order.has_gaps(SETS[0])


def test_what_is_beside_a_run_and_at_its_ends(ranks: tuple[int, ...], order: NaturalOrder) -> None:
    for mask in FILLED:
        inside = ranks_in(ranks, mask)
        if is_run(inside):
            outside = set(range(SIZE)) - inside
            joins = {rank for rank in outside if is_run(inside | {rank})}
            assert order.beside(mask).tolist() == mask_of(ranks, joins)
            leaves = {rank for rank in inside if len(inside) == 1 or is_run(inside - {rank})}
            assert order.ends(mask).tolist() == mask_of(ranks, leaves)


def test_a_run_around_reaches_as_far_as_values_are_open(
    ranks: tuple[int, ...], order: NaturalOrder
) -> None:
    for mask, more in product(FILLED, SETS):
        inside, within = ranks_in(ranks, mask), ranks_in(ranks, mask | more)
        if is_run(inside):
            runs = [set(range(a, b + 1)) for a in range(SIZE) for b in range(a, SIZE)]
            widest = max((run for run in runs if inside <= run <= within), key=len)
            assert order.run_around(mask, mask | more).tolist() == mask_of(ranks, widest)


@pytest.mark.parametrize("ordered", [True, False])
def test_every_set_within_one_is_listed_once(
    ranks: tuple[int, ...], order: NaturalOrder, ordered: bool
) -> None:
    for within in FILLED:
        if ordered and not is_run(ranks_in(ranks, within)):
            continue
        listed = [tuple(row) for row in sets_within(order if ordered else None, within).tolist()]
        expected = {
            tuple(mask.tolist())
            for mask in FILLED
            if (mask <= within).all() and not (ordered and not is_run(ranks_in(ranks, mask)))
        }
        assert len(listed) == len(set(listed))
        assert set(listed) == expected
        assert how_many_sets(order if ordered else None, int(within.sum())) == len(listed)


@pytest.mark.parametrize("ordered", [True, False])
def test_every_set_around_one_is_listed_once_and_that_one_comes_first(
    ranks: tuple[int, ...], order: NaturalOrder, ordered: bool
) -> None:
    runs = [mask for mask in FILLED if is_run(ranks_in(ranks, mask))]
    some = runs if ordered else FILLED
    for mask, within in product(some, some):
        if (mask <= within).all():
            listed = sets_around(order if ordered else None, mask, within)
            expected = {
                tuple(one.tolist()) for one in some if (mask <= one).all() and (one <= within).all()
            }
            assert listed[0].tolist() == mask.tolist()
            assert len(listed) == len(expected)
            assert {tuple(row) for row in listed.tolist()} == expected
