"""What a published box may look like, on lines that a person can list."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.against import Against
from tacit.errors import SettingError
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.rules import Rules
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.small_markets import grid, line

THIRD = Fraction(1, 3)


def ordered(counts: list[int]) -> Market:
    return Market.from_cube(Space((Ordinal("x", tuple("abcdefgh"[: len(counts)])),)), counts)


def ground(market: Market, want: str, against: str = "em-f", **rules: Any) -> Boxes:
    attackers = Against.of(against).posts
    true = market.intent({"x": list(want)})
    return Boxes(market, true, attackers, [THIRD] * len(attackers), Rules(**rules))


def chosen(mask: Any) -> str:
    return "".join("abcdefgh"[i] for i in np.flatnonzero(mask))


def test_targets_are_claims_over_limits_rounded_up() -> None:
    boxes = ground(line([4, 3, 9]), "a", "em-f,pi-uniform")
    assert boxes.targets == [12, 3]
    assert boxes.measures == ["records", "cells"]
    assert [much for _, much in boxes.lacking(boxes.mass(boxes.start))] == [8, 2]
    assert not boxes.holds(boxes.mass(boxes.start))
    assert boxes.holds(boxes.market.total)


def test_the_floor_is_that_of_the_attacker_who_goes_by_the_objective() -> None:
    market = line([4, 3, 9])
    for objective, floor in (("records", 12), ("cells", 3), ("cost", 4)):
        assert ground(market, "a", "em-f,pi-uniform", objective=objective).floor == floor


def test_on_an_order_neighbours_are_offered_and_ends_are_left_out() -> None:
    boxes = ground(ordered([1, 2, 3, 4, 5, 6]), "c")
    box = boxes.box(boxes.market.intent({"x": ["b", "c", "d"]}).masks())
    assert boxes.offers(box.masks, boxes.allowed).tolist() == [0, 4]
    assert [chosen(less.masks[0]) for less in boxes.less_one(box)] == ["cd", "bc"]


def test_without_an_order_all_others_are() -> None:
    boxes = ground(line([1, 2, 3, 4, 5, 6]), "c")
    box = boxes.box(boxes.market.intent({"x": ["b", "c", "e"]}).masks())
    assert boxes.offers(box.masks, boxes.allowed).tolist() == [0, 3, 5]
    assert [chosen(less.masks[0]) for less in boxes.less_one(box)] == ["ce", "bc"]


def test_a_refused_value_ends_what_can_be_reached() -> None:
    boxes = ground(ordered([1, 2, 3, 4, 5, 6]), "c", never={"x": ["e"]})
    assert chosen(boxes.reachable(boxes.start, boxes.allowed)[0]) == "abcd"
    with pytest.raises(SettingError, match="never be published"):
        ground(ordered([1, 2, 3]), "a", never={"x": ["b"]}, always={"x": ["c"]})


def test_gaps_are_closed_unless_the_true_intent_has_one() -> None:
    market = ordered([1, 2, 3, 4])
    assert chosen(ground(market, "a", always={"x": ["c"]}).start[0]) == "abc"
    assert chosen(ground(market, "ac").start[0]) == "ac"
    assert ground(market, "ac").orders == [None]


def test_a_box_with_one_more_value_knows_what_it_holds() -> None:
    market = grid([[6, 1, 30], [1, 4, 50]], prices=[[1, 2, 3], [4, 5, 6]])
    true = market.intent({"x": ["a"], "y": ["p"]})
    boxes = Boxes(market, true, Against.of("em-f").posts, [THIRD], Rules())
    box = boxes.box(boxes.start)
    unknown = boxes.with_value(box, 1)
    assert box.mass.records == 6
    assert box.frontier.records[1] == 1
    assert box.is_known
    known = boxes.with_value(box, 1)
    assert known.mass == unknown.mass == boxes.mass(known.masks)


def test_the_most_promising_value_brings_most_of_what_is_lacking_for_its_cost() -> None:
    """8 records are lacking, so 9 bring no more than 8 would; the empty one brings nothing."""
    market = line([4, 3, 9, 0], each=2)
    boxes = ground(market, "a", objective="cost")
    box = boxes.box(boxes.start)
    offers = boxes.offers(box.masks, boxes.allowed)
    promise = boxes.promise(box.mass, box.frontier, offers)
    cost = boxes.added(box.frontier)[offers]
    expected = np.array([3 / 8, 1, 0]) / (cost + 0.5)
    assert promise.tolist() == pytest.approx(expected.tolist())
    assert boxes.enough(box.mass, box.frontier, offers).tolist() == [2]
