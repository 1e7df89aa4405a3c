"""Candidates and beliefs say the same in fewer dimensions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.folded import folded, folded_belief, lifted, lifted_values
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import SurestValue
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.folding import Folding
from tests.unit.candidates.tiny import SPACE, TINY, intents, of

ALL_Y, ALL_Z = range(3), range(3)
COLUMN = of([1], [0], ALL_Z)
PAIR = of([1, 2], [0], ALL_Z)
CORNERS = any_of([of([0], [0], ALL_Z), of([2, 3], [1], ALL_Z)])
TABLE = Given.of(
    [
        {"intent": {"x": ["a"], "y": ["p"]}, "weight": 3},
        {"intent": {"x": ["b"], "y": ["p"]}, "weight": 2},
        {"intent": {"x": ["d"], "y": ["r"]}, "weight": 1},
    ]
)


def without_z() -> Folding:
    found = Folding.of(TINY, {2})
    assert found is not None
    return found


def likely(found: Candidates, folding: Folding | None = None) -> dict[Intent, list[Fraction]]:
    """How likely each candidate is by each belief, lifted if they were folded."""
    rows = [[Fraction(int(w), int(b.sum())) for w in b] for b in found.beliefs]
    named = [one if folding is None else folding.lift(one) for one in intents(found)]
    return {one: [row[i] for row in rows] for i, one in enumerate(named)}


@pytest.mark.parametrize("support", ["all", "nonempty"])
@pytest.mark.parametrize(
    ("like", "of_class", "prior"),
    [
        *((COLUMN, "shape", prior) for prior in ("uniform", "records", "cost", "halving", TABLE)),
        (COLUMN, "ranges", "uniform,records"),
        (PAIR, "shape", "halving,cost"),
        (PAIR, "ranges", "records"),
        (CORNERS, "unions", "uniform,records"),
        (CORNERS, "usual", "cost"),
        (COLUMN, TABLE, "uniform"),
        (PAIR, "shape+ranges", "records"),
    ],
)
def test_a_belief_says_the_same(like: Intent, of_class: Any, prior: Any, support: str) -> None:
    belief = Belief(of_class, prior, support)
    assert belief.settled(like).free(TINY, like) == {2}
    folding = without_z()
    there = folded_belief(belief, folding, like)
    small = candidates(folding.folded, there, folding.fold(like))
    assert likely(small, folding) == likely(candidates(TINY, belief, like))


def test_all_of_the_shape_of_a_cell_are_cells_and_only_they() -> None:
    folding, nothing = without_z(), Folding.of_nothing(TINY)
    assert folded_belief(Belief("shape"), folding, COLUMN).candidates == "cells"
    assert folded_belief(Belief("usual"), folding, COLUMN).candidates == "cells"
    assert folded_belief(Belief("shape"), folding, PAIR).candidates == "shape"
    assert folded_belief(Belief("shape"), nothing, COLUMN).candidates == "shape"
    assert folded_belief(Belief("shape"), nothing, of([0], [0], [0])).candidates == "cells"
    assert folded_belief(Belief("ranges"), folding, COLUMN).candidates == "ranges"


def test_what_is_not_a_list_stays_as_it_is() -> None:
    belief = Belief("unions", "records,cost", "nonempty", Fraction(3, 2))
    assert folded_belief(belief, without_z(), CORNERS) == belief
    table = Belief("shape", TABLE)
    assert folded_belief(table, Folding.of_nothing(TINY), PAIR) == table


def test_a_belief_that_says_something_else_in_fewer_dimensions_is_left_whole() -> None:
    assert Belief("unions", "halving").free(TINY, CORNERS) == frozenset()
    assert Belief("ranges", "uniform,halving").free(TINY, PAIR) == frozenset()
    elsewhere = Given.of([{"x": ["a"], "y": ["p"], "z": [1]}])
    assert Belief("shape", elsewhere).free(TINY, COLUMN) == frozenset()
    assert Belief(elsewhere).free(TINY, COLUMN) == frozenset()
    assert Belief("boxes").free(TINY, COLUMN) == frozenset()


@pytest.mark.parametrize("like", [COLUMN, PAIR, CORNERS])
def test_candidates_are_folded_and_lifted_with_all_that_is_known_of_them(like: Intent) -> None:
    belief, folding = Belief("usual", "records,uniform"), without_z()
    whole = candidates(TINY, belief, like)
    there = folded(whole, folding)
    assert (there.codes is not None) is (like is COLUMN)
    assert intents(there) == [folding.fold(one) for one in intents(whole)]
    back = lifted(there, folding)
    assert back.market is TINY
    assert intents(back) == intents(whole)
    assert [b.tolist() for b in back.beliefs] == [b.tolist() for b in whole.beliefs]
    for one, other in zip(back.held, whole.held, strict=True):
        assert one.tolist() == other.tolist()
    some = back.take(np.array([2, 0]))
    assert some.held.one(0) == TINY.mass(whole.intent(2))


def test_where_nothing_is_folded_candidates_are_the_same_thing() -> None:
    nothing, some = Folding.of_nothing(TINY), candidates(TINY, Belief("cells"))
    assert folded(some, nothing) is lifted(some, nothing) is some


def test_none_at_all_are_lifted_to_none() -> None:
    folding = without_z()
    for belief, like in ((Belief("shape"), COLUMN), (Belief("shape"), PAIR)):
        there = folded(candidates(TINY, belief, like), folding)
        assert len(lifted(there.take([]), folding)) == 0


def test_of_what_is_folded_away_no_value_is_asked_for() -> None:
    known = (SurestValue("x", "a", Fraction(1, 2)), SurestValue("y", "p", Fraction(1, 3)))
    assert lifted_values(known, without_z()) == (*known, SurestValue("z", None, Fraction(0)))
    assert lifted_values(known, Folding.of_nothing(TINY))[:2] == known


def test_candidates_know_on_which_dimensions_all_of_them_have_all_values() -> None:
    assert candidates(TINY, Belief("usual"), COLUMN).free == {2}
    assert candidates(TINY, Belief("usual"), CORNERS).free == {2}
    assert Candidates.of_intents(TINY, [of([0], ALL_Y, ALL_Z), COLUMN]).free == {2}
    assert candidates(TINY, Belief("cells")).free == frozenset()
    assert Candidates.of_intents(TINY, [Box.everything(SPACE)]).free == {0, 1, 2}
