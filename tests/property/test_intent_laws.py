"""Boxes form a lattice: what `&`, `|` and `<=` promise, on random small spaces."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import IntentError
from tacit.intents.box import Box
from tacit.space.nominal import Nominal
from tacit.space.space import Space

LAWS = settings(deadline=None, max_examples=150)


def space_of(shape: tuple[int, ...]) -> Space:
    return Space(
        tuple(Nominal(f"d{i}", tuple(f"v{j}" for j in range(n))) for i, n in enumerate(shape))
    )


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    return space_of(tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))))


@st.composite
def intents(draw: st.DrawFn, many: int) -> list[Box]:
    """Several intents of one space; about one in five is empty, so that its laws are met."""
    space = draw(spaces())

    def one() -> Box:
        fewest = draw(st.sampled_from((1, 1, 1, 1, 0)))
        sets = [st.sets(st.integers(0, n - 1), min_size=fewest) for n in space.shape]
        return Box(space, tuple(tuple(draw(codes)) for codes in sets))

    return [one() for _ in range(many)]


def cells_of(intent: Box) -> set[tuple[int, ...]]:
    return set(intent.cells())


@LAWS
@given(intents(2))
def test_meet_and_hull_are_commutative(pair: list[Box]) -> None:
    a, b = pair
    assert a & b == b & a
    assert a | b == b | a


@LAWS
@given(intents(3))
def test_meet_and_hull_are_associative(three: list[Box]) -> None:
    a, b, c = three
    assert (a & b) & c == a & (b & c)
    assert (a | b) | c == a | (b | c)


@LAWS
@given(intents(1))
def test_meet_and_hull_are_idempotent(one: list[Box]) -> None:
    (a,) = one
    assert a & a == a
    assert a | a == a


@LAWS
@given(intents(2))
def test_meet_and_hull_absorb_each_other(pair: list[Box]) -> None:
    a, b = pair
    assert a & (a | b) == a
    assert a | (a & b) == a


@LAWS
@given(intents(2))
def test_the_order_says_the_same_as_meet_and_hull(pair: list[Box]) -> None:
    a, b = pair
    assert (a <= b) == (a & b == a) == (a | b == b)
    assert (a >= b) == (b <= a)


@LAWS
@given(intents(3))
def test_the_order_is_partial(three: list[Box]) -> None:
    a, b, c = three
    assert a <= a
    assert not (a <= b and b <= a) or a == b
    assert not (a <= b and b <= c) or a <= c


@LAWS
@given(intents(3))
def test_meet_is_the_greatest_below_and_hull_the_least_above(three: list[Box]) -> None:
    a, b, c = three
    assert a & b <= a
    assert a <= a | b
    assert (c <= a and c <= b) == (c <= a & b)
    assert (a <= c and b <= c) == (a | b <= c)


@LAWS
@given(intents(2))
def test_order_meet_and_hull_are_those_of_the_sets_of_cells(pair: list[Box]) -> None:
    a, b = pair
    assert (a <= b) == (cells_of(a) <= cells_of(b))
    assert cells_of(a & b) == cells_of(a) & cells_of(b)
    assert cells_of(a | b) >= cells_of(a) | cells_of(b)
    assert (a == b) == (cells_of(a) == cells_of(b))


@LAWS
@given(intents(2))
def test_sizes_follow_the_order(pair: list[Box]) -> None:
    a, b = pair
    assert a.size == len(cells_of(a))
    assert (a & b).size <= min(a.size, b.size)
    assert (a | b).size >= max(a.size, b.size)
    assert (a & b).size + (a | b).size >= a.size + b.size
    assert not a <= b or a.size <= b.size


@LAWS
@given(intents(1))
def test_the_whole_space_and_nothing_are_the_ends(one: list[Box]) -> None:
    (a,) = one
    everything = Box.everything(a.space)
    nothing = Box(a.space, ((),) * len(a.space))
    assert nothing <= a <= everything
    assert a & everything == a == a | nothing
    assert a | everything == everything
    assert a & nothing == nothing
    assert everything.size == a.space.size
    assert nothing.is_empty
    assert a.is_empty == (a == nothing) == (a.size == 0)


@LAWS
@given(intents(1))
def test_a_cell_is_inside_exactly_if_it_is_listed(one: list[Box]) -> None:
    (a,) = one
    listed = list(a.cells())
    assert listed == sorted(listed)
    for cell in product(*map(range, a.space.shape)):
        assert (cell in a) == (cell in set(listed))


@LAWS
@given(intents(2))
def test_equal_intents_have_equal_hashes(pair: list[Box]) -> None:
    a, b = pair
    again = Box(a.space, tuple(tuple(reversed(codes)) * 2 for codes in a.codes))
    assert again == a
    assert hash(again) == hash(a)
    assert len({a, b, again}) == (1 if a == b else 2)


@LAWS
@given(intents(1))
def test_masks_and_json_lead_back(one: list[Box]) -> None:
    (a,) = one
    masks = a.masks()
    assert [mask.dtype for mask in masks] == [np.dtype(bool)] * len(a.space)
    assert Box.from_masks(a.space, masks) == a
    assert Box.of(a.space, a.to_json()) == a


@LAWS
@given(intents(1), st.data())
def test_one_more_value_widens_by_just_that_value(one: list[Box], data: st.DataObject) -> None:
    (a,) = one
    at = data.draw(st.integers(0, len(a.space) - 1))
    code = data.draw(st.integers(0, a.space.shape[at] - 1))
    wider = a.with_value(at, code)
    assert a <= wider
    if not a.is_empty:
        assert set(wider.codes[at]) == {*a.codes[at], code}
        assert wider.codes[:at] + wider.codes[at + 1 :] == a.codes[:at] + a.codes[at + 1 :]


@LAWS
@given(intents(1), st.data())
def test_the_hidden_repr_is_the_same_for_all_intents_of_a_space(
    one: list[Box], data: st.DataObject
) -> None:
    (a,) = one
    sets = [st.sets(st.integers(0, n - 1)) for n in a.space.shape]
    b = Box(a.space, tuple(tuple(data.draw(codes)) for codes in sets))
    assert repr(a) == str(a) == repr(b)


@LAWS
@given(intents(1), intents(1))
def test_intents_of_different_spaces_do_not_mix(one: list[Box], other: list[Box]) -> None:
    a, b = one[0], other[0]
    if a.space == b.space:
        b = Box.everything(Space((*a.space.dimensions, Nominal("one more", ("v0",)))))
    with pytest.raises(IntentError):
        a & b
    with pytest.raises(IntentError):
        a | b
    with pytest.raises(IntentError):
        a <= b  # noqa: B015
    assert a != b
