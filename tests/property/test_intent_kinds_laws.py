"""Laws of every intent, one box or several, judged by plain sets of cells.

One suite for both kinds and for each pair of them. Several boxes are drawn as they come: they may
overlap, lie inside each other, or come to one box together.
"""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.reading import parse_intent
from tacit.intents.union import AnyOf, any_of
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

LAWS = settings(deadline=None, max_examples=60)
KINDS = ("box", "several")
SPACES = (
    Space((Nominal("x", ("a", "b", "c")),)),
    Space((Nominal("x", ("a", "b")), Ordinal("Level of y", ("low", "middle", "high")))),
    Space(
        (
            Numeric.binned("age", [17, 24, 61], integer=True),
            Nominal("order", ("a", "it's")),
            Ordinal("y", ("p", "q", "r")),
        )
    ),
)

Cells = set[tuple[int, ...]]

each_kind = pytest.mark.parametrize("kind", KINDS)
each_pair = pytest.mark.parametrize("kinds", list(product(KINDS, KINDS)), ids="-".join)


def drawn(data: st.DataObject, kind: str, space: Space) -> tuple[Intent, Cells]:
    """An intent of a kind, and the cells it should hold."""
    sets = [st.sets(st.integers(0, n - 1), min_size=1) for n in space.shape]
    codes = st.tuples(*(one.map(lambda chosen: tuple(sorted(chosen))) for one in sets))
    many = 1 if kind == "box" else data.draw(st.integers(2, 4))
    listed = [data.draw(codes) for _ in range(many)]
    boxes = [Box(space, one) for one in listed]
    cells = {cell for one in listed for cell in product(*one)}
    return (boxes[0] if kind == "box" else AnyOf(boxes)), cells


def two(data: st.DataObject, kinds: tuple[str, str]) -> tuple[Intent, Cells, Intent, Cells]:
    space = data.draw(st.sampled_from(SPACES))
    return *drawn(data, kinds[0], space), *drawn(data, kinds[1], space)


def one(data: st.DataObject, kind: str) -> tuple[Intent, Cells]:
    return drawn(data, kind, data.draw(st.sampled_from(SPACES)))


@each_kind
@LAWS
@given(data=st.data())
def test_it_holds_the_cells_of_its_boxes_each_once(kind: str, data: st.DataObject) -> None:
    intent, cells = one(data, kind)
    assert list(intent.cells()) == sorted(cells)
    assert intent.size == len(cells)
    assert intent.is_empty == (not cells)
    assert {cell for box in intent.boxes for cell in box.cells()} == cells
    assert sorted(cell for piece in intent.pieces for cell in piece.cells()) == sorted(cells)
    every = product(*map(range, intent.space.shape))
    assert {cell for cell in every if cell in intent} == cells


@each_kind
@LAWS
@given(data=st.data())
def test_the_hull_is_the_narrowest_box_around(kind: str, data: st.DataObject) -> None:
    intent, cells = one(data, kind)
    around = [{cell[d] for cell in cells} for d in range(len(intent.space))]
    assert [set(codes) for codes in intent.hull.codes] == around
    assert [set(np.flatnonzero(mask).tolist()) for mask in intent.hull.masks()] == around
    assert intent <= intent.hull
    assert intent.hull.hull == intent.hull
    assert list(intent.values().values()) == list(intent.hull.to_json().values())


@each_pair
@LAWS
@given(data=st.data())
def test_the_order_is_that_of_sets(kinds: tuple[str, str], data: st.DataObject) -> None:
    a, left, b, right = two(data, kinds)
    assert (a <= b) == (left <= right) == (b >= a)
    assert (a >= b) == (left >= right) == (b <= a)
    assert (a == b) == (left == right) == (b == a)
    assert (a != b) == (left != right)
    if a == b:
        assert hash(a) == hash(b)


@each_pair
@LAWS
@given(data=st.data())
def test_what_two_share_is_what_their_sets_share(
    kinds: tuple[str, str], data: st.DataObject
) -> None:
    a, left, b, right = two(data, kinds)
    assert set((a & b).cells()) == left & right
    assert (a & b).size == len(left & right)
    assert a & b == b & a
    assert a & b <= a
    assert a & a == a
    assert (a & b == a) == (a <= b)


@each_pair
@LAWS
@given(data=st.data())
def test_any_of_two_is_the_union_of_their_sets(kinds: tuple[str, str], data: st.DataObject) -> None:
    a, left, b, right = two(data, kinds)
    union = any_of([a, b])
    assert set(union.cells()) == left | right
    assert union == any_of([b, a])
    assert a <= union <= a.hull | b.hull
    assert isinstance(union, Box) == (union == union.hull)


@each_kind
@LAWS
@given(data=st.data())
def test_it_equals_itself_made_in_another_way(kind: str, data: st.DataObject) -> None:
    intent, cells = one(data, kind)
    singles = AnyOf([Box(intent.space, tuple((code,) for code in cell)) for cell in cells])
    assert intent == singles
    assert singles == intent
    assert len({intent, singles, any_of([singles]), intent.as_public()}) == 1


@each_kind
@LAWS
@given(data=st.data())
def test_json_and_sql_read_back_the_same(kind: str, data: st.DataObject) -> None:
    intent, cells = one(data, kind)
    for text in (json.dumps(intent.to_json()), intent.to_sql()):
        again = parse_intent(intent.space, text)
        assert set(again.cells()) == cells
        assert again == intent
        assert again.widened == ()


@each_kind
@LAWS
@given(data=st.data())
def test_what_is_hidden_says_nothing(kind: str, data: st.DataObject) -> None:
    a, _, b, _ = two(data, (kind, kind))
    assert repr(a) == repr(b) == str(a)
    assert a.as_public().public
    assert a.as_public() == a
    assert a.required() is a
