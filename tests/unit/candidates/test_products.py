"""Products of families: boxes counted, listed and drawn, with and without a number of cells."""

from __future__ import annotations

from collections import Counter
from math import prod

import numpy as np
import pytest

from tacit.candidates.families import ANY, RUN, Family
from tacit.candidates.products import Counting, Product, choose
from tests.unit.candidates.tiny import BOXES, COUNTS, SPACE, TINY, in_a_row


def every(most: int | None) -> Product:
    families = [Family.of(d, range(len(d)), range(1, len(d) + 1)) for d in SPACE]
    return Product(tuple(families), most)


def boxes(product: Product) -> list[tuple[tuple[int, ...], ...]]:
    stack = product.listed()
    return [
        tuple(tuple(np.flatnonzero(r[i]).tolist()) for r in stack) for i in range(len(stack[0]))
    ]


@pytest.mark.parametrize("most", [None, 1, 2, 3, 5, 8, 12, 36])
def test_boxes_of_at_most_so_many_cells(most: int | None) -> None:
    product, known = every(most), [b for b in BOXES if most is None or b.size <= most]
    found = boxes(product)
    assert product.count == len(found) == len(known)
    assert set(found) == {b.codes for b in known}
    assert all(product.holds(b.codes) == (most is None or b.size <= most) for b in BOXES)


@pytest.mark.parametrize("most", [1, 4, 9])
def test_of_stretches_too(most: int) -> None:
    product = every(most)
    stretches = [(3, 11), (2, 7), (0, 4)]
    sets = [list(f.listed(*part)) for f, part in zip(product.families, stretches, strict=True)]
    known = [(x, y, z) for x in sets[0] for y in sets[1] for z in sets[2]]
    stack = product.listed(stretches)
    found = [tuple(tuple(np.flatnonzero(r[i])) for r in stack) for i in range(len(stack[0]))]
    assert found == [box for box in known if prod(map(len, box)) <= most]


def test_rooms_of_any_size_are_counted_without_listing() -> None:
    wide = {size: 1 for size in range(1, 101)}
    assert Counting((wide,) * 3).total == 10**6
    most = 5_000
    pairs = Counter(i * j for i in range(1, 101) for j in range(1, 101))
    known = sum(n for product, n in pairs.items() if product <= most)
    assert Counting((wide, wide), most).total == known


@pytest.mark.parametrize("most", [None, 3])
def test_each_is_drawn_as_often_as_any_other(most: int | None) -> None:
    product, many = every(most), 40
    stack = product.drawn(many * product.count, np.random.default_rng(4))
    packed = Counter(row.tobytes() for row in np.packbits(np.hstack(stack), axis=1))
    assert len(packed) == product.count
    assert all(abs(n - many) < 8 * many**0.5 for n in packed.values())


@pytest.mark.parametrize("form", [ANY, RUN])
@pytest.mark.parametrize("most", [None, 3])
def test_or_as_often_as_its_cells_are_worth(form: str, most: int | None) -> None:
    families = [Family.of(d, range(len(d)), (1, 2), form) for d in SPACE]
    product = Product(tuple(families), most)
    inside = [
        box
        for box in BOXES
        if product.holds(box.codes)
        and all(
            in_a_row(c)
            for c, d in zip(box.codes, SPACE, strict=True)
            if form == RUN and d.natural_order
        )
    ]
    worth = {box.codes: int(TINY.mass(box).records) for box in inside}
    total, count = sum(worth.values()), 60_000
    cells = np.indices(SPACE.shape).reshape(3, -1)
    stack = product.drawn_by(cells, COUNTS.reshape(-1), count, np.random.default_rng(5))
    rows = zip(*(map(np.flatnonzero, one) for one in stack), strict=True)
    found = Counter(tuple(tuple(c.tolist()) for c in codes) for codes in rows)
    assert set(found) <= {codes for codes, records in worth.items() if records}
    for codes, records in worth.items():
        expected = count * records / total
        assert abs(found[codes] - expected) <= 8 * expected**0.5 + 1


def test_choosing_by_weights_of_any_size() -> None:
    rng = np.random.default_rng(6)
    for unit in (1, 10**30):
        found = Counter(choose([unit, 0, 3 * unit], 4_000, rng).tolist())
        assert set(found) == {0, 2}
        assert abs(found[0] - 1_000) < 200
