"""Families of sets: counted, numbered, listed and drawn, judged by listing all sets."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from tacit.candidates.families import ANY, GAP, RUN, Family, form_of
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal

LINE = Ordinal("n", tuple("abcdef"))
NAMES = Nominal("m", tuple("abcdef"))
CASES = [
    (dimension, codes, sizes, form)
    for dimension, form in ((NAMES, ANY), (LINE, ANY), (LINE, RUN), (LINE, GAP))
    for codes in (range(6), (0, 1, 3, 4, 5), (2, 4))
    for sizes in ((1,), (2,), (3,), (1, 2, 3), (2, 4), (5, 6))
]
IDS = [f"{f}-{''.join(map(str, c))}-{s}" for _, c, s, f in CASES]


def brute(
    codes: range | tuple[int, ...], sizes: tuple[int, ...], form: str
) -> list[tuple[int, ...]]:
    every = [c for k in sizes for c in combinations(codes, k)]
    runs = {c for c in every if c[-1] - c[0] == len(c) - 1}
    return sorted(c for c in every if form == ANY or (c in runs) == (form == RUN))


@pytest.fixture(params=CASES, ids=IDS)
def case(request: pytest.FixtureRequest) -> tuple[Family, list[tuple[int, ...]]]:
    """A family, and its sets."""
    dimension, codes, sizes, form = request.param
    return Family.of(dimension, list(codes), sizes, form), brute(codes, sizes, form)


Case = tuple[Family, list[tuple[int, ...]]]


def test_they_are_counted_and_listed_in_order(case: Case) -> None:
    family, sets = case
    assert list(family.listed()) == sets
    assert family.count == len(sets)
    sizes = Counter(map(len, sets))
    assert {k: n for k, n in family.by_size.items() if n} == sizes
    assert [np.flatnonzero(row).tolist() for row in family.rows()] == [list(s) for s in sets]


def test_each_has_its_number(case: Case) -> None:
    family, sets = case
    assert [family.number(one) for one in sets] == list(range(len(sets)))
    known = set(sets)
    for k in range(1, 7):
        for one in combinations(range(6), k):
            assert family.holds(one) == (one in known)


def test_stretches(case: Case) -> None:
    family, sets = case
    for low in range(len(sets)):
        for high in range(low + 1, len(sets) + 1):
            assert list(family.listed(low, high)) == sets[low:high]
            assert family.between(low, high) == Counter(map(len, sets[low:high]))
            inside = {code for one in sets[low:high] for code in one}
            around = set(np.flatnonzero(family.around(low, high)).tolist())
            assert inside <= around
            assert family.form == GAP or inside == around
            if high - low > 1:
                assert low < family.cut(low, high) < high
            small = [one for one in sets[low:high] if len(one) <= 2]
            assert list(family.listed(low, high, 2)) == small


def test_those_with_a_value(case: Case) -> None:
    family, sets = case
    for at, code in enumerate(family.codes):
        sizes = Counter(len(one) for one in sets if code in one)
        assert {k: n for k, n in family.by_size_with(at).items() if n} == sizes


def test_each_of_a_size_is_drawn_as_often_as_any_other(case: Case) -> None:
    family, sets = case
    rng, many = np.random.default_rng(1), 400
    for size in {len(one) for one in sets}:
        mine = [one for one in sets if len(one) == size]
        rows = family.drawn(np.full(many * len(mine), size), rng)
        found = Counter(tuple(np.flatnonzero(row).tolist()) for row in rows)
        assert set(found) == set(mine)
        assert all(abs(n - many) < 6 * many**0.5 for n in found.values())


def test_and_so_is_each_that_holds_a_value(case: Case) -> None:
    family, sets = case
    rng, many = np.random.default_rng(2), 400
    for size in {len(one) for one in sets}:
        at = len(family.codes) // 2
        mine = [one for one in sets if len(one) == size and family.codes[at] in one]
        if not mine:
            continue
        count = many * len(mine)
        rows = family.drawn(np.full(count, size), rng, np.full(count, at))
        found = Counter(tuple(np.flatnonzero(row).tolist()) for row in rows)
        assert set(found) == set(mine)
        assert all(abs(n - many) < 6 * many**0.5 for n in found.values())


def test_a_natural_order_that_is_not_that_of_the_values() -> None:
    size = Ordinal("size", ("M", "S", "L"), ranks=(1, 0, 2))
    assert list(Family.of(size, [0, 1, 2], (2,), RUN).listed()) == [(1, 0), (0, 2)]
    assert [form_of(size, codes) for codes in ((0, 1), (1, 2), (0, 1, 2))] == [RUN, GAP, RUN]
    assert form_of(NAMES, (0, 5)) == ANY


def test_more_sets_than_could_be_listed() -> None:
    codes = list(range(100))
    wide = Family.of(Nominal("many", tuple(map(str, codes))), codes, range(1, 101))
    assert wide.count == 2**100 - 1
    one = tuple(range(0, 100, 3))
    number = wide.number(one)
    assert list(wide.listed(number, number + 1)) == [one]
    cut = wide.cut(0, wide.count)
    assert wide.count // 3 <= cut <= wide.count - wide.count // 3


@pytest.mark.parametrize("form", [ANY, RUN])
def test_all_of_very_many_values_are_one_set(form: str) -> None:
    """As on a column of thousands of names on which everything is wanted."""
    many = 5_000
    family = Family(many, tuple(range(many)), (many,), form, (True,) * (many - 1))
    assert family.rows().all()
    assert family.rows().shape == (1, many)
    assert family.around(0, 1).all()
    assert list(family.listed(1)) == list(family.listed(largest=5)) == []
