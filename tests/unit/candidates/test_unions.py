"""Unions as candidates: counted once, without those that nobody would write so."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidate_class import Cut, Within
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import SameShape
from tacit.candidates.listing import candidates, how_many
from tacit.candidates.unions import Unions
from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import AnyOf, any_of
from tests.unit.candidates.tiny import BOXES, SPACE, TINY, in_a_row, intents, of

WHOLE = Box.everything(SPACE)
LIKE = any_of([of((0,), (0,), (0, 1)), of((1, 2), (1,), (0,))])
ALIKE = any_of([of((0,), (0,), (0,)), of((1,), (1,), (1,))])
THREE = any_of([of((0, 1, 2, 3), (0,), (0,)), of((1,), (0, 1, 2), (1,)), of((1,), (2,), (2,))])


def shape(box: Box) -> tuple[object, ...]:
    ordered = [d.natural_order is not None for d in SPACE]
    pairs = zip(box.codes, ordered, strict=True)
    return tuple((len(codes), not row or in_a_row(codes)) for codes, row in pairs)


def brute(like: Intent) -> set[frozenset[tuple[tuple[int, ...], ...]]]:
    """Every set of boxes of these shapes that is still so many boxes once it is joined."""
    by_shape = {one: [b for b in BOXES if shape(b) == one] for one in map(shape, like.boxes)}
    found = set()
    for boxes in product(*(by_shape[shape(box)] for box in like.boxes)):
        made = any_of(boxes)
        if len(made.boxes) == len(like.boxes) and {b.codes for b in made.boxes} == {
            b.codes for b in boxes
        }:
            found.add(frozenset(b.codes for b in boxes))
    return found


@pytest.mark.parametrize("like", [LIKE, ALIKE])
def test_all_of_them(like: Intent) -> None:
    within = Within(TINY, WHOLE, like)
    every = intents(Unions().every(within))
    known = brute(like)
    assert len(every) == len(known) == Unions().how_many(within)
    assert {frozenset(b.codes for b in one.boxes) for one in every} == known
    assert all(isinstance(one, AnyOf) for one in every)
    assert like in every


def test_what_can_be_written_in_several_ways_is_one_candidate() -> None:
    """A row that lies in part in a box can end there in several places, and the union is the same."""
    like = any_of([of((0,), (0,), (0, 1)), of((0, 1), (0,), (0, 2))])
    every = intents(Unions().every(Within(TINY, WHOLE, like)))
    cells = [frozenset(one.cells()) for one in every]
    ways = [any_of(Box(SPACE, codes) for codes in way) for way in brute(like)]
    assert len(set(cells)) == len(cells) < len(ways)
    assert set(cells) == {frozenset(one.cells()) for one in ways}


def test_a_table_may_weigh_a_union_in_any_of_its_ways() -> None:
    like = any_of([of((0,), (0,), (0, 1)), of((0, 1), (0,), (0, 2))])
    every = Unions().every(Within(TINY, WHOLE, like))
    ways = [any_of(Box(SPACE, codes) for codes in way) for way in brute(like)]
    listed = Candidates.of_intents(TINY, ways)
    found = listed.places(every).tolist()
    assert min(found) >= 0
    assert all(every.intent(at) == way for at, way in zip(found, ways, strict=True))


def test_many_boxes_are_told_apart_too(monkeypatch: pytest.MonkeyPatch) -> None:
    like = any_of([of((0,), (0,), (0, 1)), of((0, 1), (0,), (0, 2))])
    within = Within(TINY, WHOLE, like)
    known = Unions().every(within)
    monkeypatch.setattr("tacit.candidates.unions.MOST_TOGETHER", 1)
    assert Unions().every(within).keys() == known.keys()


def test_each_is_in_the_same_class() -> None:
    within = Within(TINY, WHOLE, LIKE)
    every = Unions().every(within)
    for at in range(0, len(every), 50):
        one = every.intent(at)
        assert Belief("usual").settled(one).candidates == "unions"
        assert Unions().every(Within(TINY, WHOLE, one)).keys() == every.keys()


def test_three_boxes_and_what_they_make_together() -> None:
    within = Within(TINY, WHOLE, THREE)
    assert Unions().holds(within, THREE)
    found = Unions().some(within, 200, np.random.default_rng(0))
    assert len(found) == 200
    for one in intents(found):
        assert Counter(map(shape, one.boxes)) == Counter(map(shape, THREE.boxes))
        assert one.size < one.hull.size
    assert not Unions().holds(within, LIKE)
    assert not Unions().holds(within, THREE.hull)


def test_one_box_is_its_shape() -> None:
    box = of((0, 1), (0, 2), (2,))
    within = Within(TINY, WHOLE, box)
    assert set(intents(Unions().every(within))) == set(intents(SameShape().every(within)))
    assert Unions().how_many(within) == SameShape().how_many(within)


def test_more_than_can_be_listed_are_counted_by_their_boxes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tacit.candidates.unions.COUNTED", 10)
    assert how_many(TINY, Belief("unions"), ALIKE) == len(list(combinations(range(36), 2)))


def test_each_is_drawn_as_often_as_any_other() -> None:
    within, many = Within(TINY, WHOLE, ALIKE), 30
    every = Unions().every(within)
    found = Unions().some(within, many * len(every), np.random.default_rng(3))
    times = Counter(found.keys())
    assert set(times) == set(every.keys())
    assert all(abs(n - many) < 8 * many**0.5 for n in times.values())


def test_what_each_holds_and_covers() -> None:
    """Cells that boxes share count once: judged by the intents and the market."""
    like = any_of([of((0, 1), (0,), (0, 1)), of((1,), (0, 1), (0,))])
    found = candidates(TINY, Belief("unions"), like).take(np.arange(0, 300, 7))
    every = intents(found)
    for at, intent in enumerate(every):
        assert found.held.one(at) == TINY.mass(intent)
        assert found.place(intent) == at
        assert (found.stack[0][at] == intent.hull.masks()[0]).all()
    kinds = {tuple(cell in intent for intent in every) for cell in WHOLE.cells()}
    covers = found.covers()
    assert {tuple(row) for row in covers.tolist()} == {kind for kind in kinds if any(kind)}
    assert len(covers) == len({tuple(row) for row in covers.tolist()})


def test_without_a_true_intent_there_are_none() -> None:
    with pytest.raises(SettingError, match="need a true intent"):
        Unions().how_many(Within(TINY, WHOLE))
    with pytest.raises(SettingError, match="unions"):
        SameShape().how_many(Within(TINY, WHOLE, LIKE))
    with pytest.raises(SettingError, match="not among the candidates"):
        Unions().part(Within(TINY, WHOLE, LIKE), ALIKE, Cut("records", 10))
