"""Published unions, on tables a person can compute."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.against import Against
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.search import optimal
from tacit.publishing.optimal.unions import Union, UnionMoves, cheaper, starts
from tacit.publishing.rules import Rules
from tests.helpers.small_markets import grid

HALF = Fraction(1, 2)
EM_F = Against.of("em-f").posts


@pytest.fixture(params=["dense", "sparse"])
def market(request: pytest.FixtureRequest) -> Market:
    """Two corners are wanted; every other cell is dear, but (b, q)'s neighbours r and c are not."""
    return grid([[4, 90, 1], [90, 4, 90], [3, 90, 90]], layout=request.param)


def corners(market: Market) -> Intent:
    wanted: list[dict[str, list[str]]] = [{"x": ["a"], "y": ["p"]}, {"x": ["b"], "y": ["q"]}]
    return market.intent(wanted)


def ground(market: Market, limit: Fraction = HALF) -> Boxes:
    return Boxes(market, corners(market), EM_F, [limit], Rules(boxes=2))


def test_two_boxes_are_cheaper_than_the_one_around_them(market: Market) -> None:
    """The corners hide each other: 4 records of 8. One box around them holds 188."""
    true = corners(market)
    one = optimal(market, true, EM_F, [HALF], Rules(boxes=2))
    assert market.mass(one.published).records == 188
    plan = cheaper(one, ground(market), true, 2, 60)
    assert plan.published == true
    assert plan.proof is not None
    assert (plan.proof.status, plan.proof.bound, plan.steps) == ("optimal", 8, 0)


def test_a_box_of_a_union_grows_where_that_is_cheapest(market: Market) -> None:
    """At 2/5 ten records are needed. (c, p) brings 3 to the 8; (a, r) brings 1, which is too little."""
    true, limit = corners(market), Fraction(2, 5)
    one = optimal(market, true, EM_F, [limit], Rules(boxes=2))
    plan = cheaper(one, ground(market, limit), true, 2, 60)
    assert market.mass(plan.published).records == 11
    assert plan.proof is not None
    assert plan.proof.bound <= 11


def test_without_room_for_two_the_one_box_stays(market: Market) -> None:
    true = corners(market)
    one = optimal(market, true, EM_F, [HALF], Rules())
    assert cheaper(one, ground(market), true, 1, 60).published == one.published


def test_starts_are_groups_of_true_boxes_some_twice(market: Market) -> None:
    boxes, true = ground(market), corners(market)
    assert [len(start.parts) for start in starts(boxes, true, 1)] == [1]
    assert [len(start.parts) for start in starts(boxes, true, 2)] == [2, 1, 2]
    assert all(true <= start.intent for start in starts(boxes, true, 4))


def test_what_a_value_adds_to_a_union_leaves_out_what_others_hold(market: Market) -> None:
    """With q, the box of (a, p) also has (a, q): 90 more. With b it has (b, p), and then (b, q)."""
    boxes = ground(market)
    (start,) = [s for s in starts(boxes, corners(market), 2) if len(s.parts) == 2][:1]
    gains = start.gains(0)
    assert gains.records[boxes.offsets[1] + 1] == 90
    moves = UnionMoves(boxes)
    wider = moves.with_value(start, 0, 1)
    assert wider.mass == market.mass(wider.intent)
    both = moves.with_value(wider, 0, boxes.offsets[1] + 1)
    assert both.mass == market.mass(both.intent)
    assert both.mass.records == 188
    assert {less.mass.records for less in moves.less_one(both)} >= {98}


def test_a_union_is_named_by_its_boxes_in_any_order(market: Market) -> None:
    boxes = ground(market)
    parts = [box.masks() for box in corners(market).boxes]
    assert Union.of(boxes, parts).name == Union.of(boxes, parts[::-1]).name
