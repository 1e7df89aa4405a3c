"""What remains after all posts: whole numbers in the right proportions, and how sure they make one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.campaign.remaining import Remaining
from tacit.candidates.secrets import Secrets
from tests.unit.campaign.shared import cell, city

HALF = Secrets(Fraction(1, 2))


def pair(*weights: tuple[int, ...]) -> Remaining:
    market = city()
    return Remaining((cell(market, "a", "p"), cell(market, "b", "q")), weights, 12)


def test_chances_become_the_smallest_whole_numbers_in_the_same_proportion() -> None:
    market = city()
    intents = tuple(cell(market, "a", y) for y in "pqr")
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    others = [Fraction(4), Fraction(2), Fraction(6)]
    found = Remaining.of(intents, [chances, others], 12)
    assert (found.intents, found.considered) == (intents, 12)
    assert found.weights == ((3, 2, 1), (2, 1, 3))


def test_how_sure_one_is_of_the_likeliest_record() -> None:
    market = city()
    assert pair((1, 3)).judged(market, HALF).record == Fraction(3, 4)
    wide = market.intent({"x": ["a"], "y": ["p", "q"]})
    sharing = Remaining((wide, cell(market, "a", "q"), cell(market, "c", "s")), ((2, 3, 4),), 9)
    assert sharing.judged(market, HALF).record == Fraction(
        5, 9
    )  # the cell that two of the three hold


def test_the_surest_belief_counts() -> None:
    found = pair((1, 3), (5, 1), (1, 1))
    assert found.judged(city(), HALF).record == Fraction(5, 6)


def test_a_belief_that_was_shown_to_be_wrong_does_not() -> None:
    found = Remaining.of(pair().intents, [[Fraction(0)] * 2, [Fraction(1, 2), Fraction(1, 3)]], 12)
    assert found.weights == ((0, 0), (3, 2))
    assert found.judged(city(), HALF).record == Fraction(3, 5)
    assert found.among(city()).weights.tolist() == [3, 2]


def test_someone_who_knows_the_method_is_told_with_what_remains() -> None:
    (sure,) = pair((1, 3)).rows(city(), HALF, Fraction(4, 5))
    assert (sure.attacker, sure.upper, sure.limit) == ("informed", Fraction(3, 4), Fraction(4, 5))
    assert (sure.considered, sure.remaining) == (12, 2)
    assert pair((1, 3)).rows(city(), HALF)[0].limit is None


def test_hidden_values_are_told_beside_records_for_every_belief_within_the_factor() -> None:
    """Three of four want x = a, by odds of 3 to 1; within a factor of 2 that is 6 to 1."""
    market = city()
    intents = (*(cell(market, "a", y) for y in "pqr"), cell(market, "b", "s"))
    secrets = Secrets(Fraction(1, 2), {"x": Fraction(4, 5), "y": Fraction(1, 3)}, Fraction(2))
    informed, x, y = Remaining(intents, ((1, 1, 1, 1),), 12).rows(market, secrets)
    assert [one.attacker for one in (informed, x, y)] == ["informed", "informed:x", "informed:y"]
    assert (informed.upper, x.upper, y.upper) == (Fraction(2, 5), Fraction(6, 7), Fraction(2, 5))
    assert (x.limit, y.limit) == (Fraction(4, 5), Fraction(1, 3))


@pytest.mark.parametrize("wide", [False, True])
def test_the_candidates_to_hide_among_are_these(wide: bool) -> None:
    market = city()
    other = market.intent({"x": ["a"], "y": ["p", "q"]}) if wide else cell(market, "a", "q")
    both = (cell(market, "b", "r"), other)
    found = Remaining(both, ((10**30, 7), (1, 2)), 12).among(market)
    assert [found.intent(at) for at in range(len(found))] == [cell(market, "b", "r"), other]
    assert found.total == 10**30 + 7
    assert [weights.tolist() for weights in found.others] == [[1, 2]]


def test_it_is_kept_as_names_and_weights_and_hidden() -> None:
    found = pair((1, 3))
    assert found.to_json() == [
        {"intent": {"x": ["a"], "y": ["p"]}, "weight": 1},
        {"intent": {"x": ["b"], "y": ["q"]}, "weight": 3},
    ]
    assert "'a'" not in repr(found)


def test_unions_may_remain_and_count_by_what_they_hold() -> None:
    """Two corners each; only one cell is in both."""
    market = city()
    corners = [{"x": ["a"], "y": ["p"]}, {"x": ["b"], "y": ["q"]}, {"x": ["c"], "y": ["r"]}]
    both = (market.intent(corners[:2]), market.intent(corners[1:]))
    found = Remaining(both, ((1, 2),), 12)
    sure = found.judged(market, Secrets(Fraction(1), {"x": Fraction(1)}))
    assert (sure.record, sure.values) == (1, {"x": Fraction(1)})
    one = Remaining((both[0], cell(market, "a", "q")), ((1, 2),), 12)
    assert one.judged(market, HALF).record == Fraction(2, 3), (
        "the box around holds it, not the union"
    )
    assert [found.among(market).intent(i) for i in (0, 1)] == list(both)


@pytest.mark.parametrize("weights", [((1, 3),), ((1, 3), (10**40, 0))])
def test_what_is_kept_is_read_again(weights: tuple[tuple[int, ...], ...]) -> None:
    found = pair(*weights)
    kept = [one["weight"] for one in found.to_json()]
    assert Remaining.kept(found.intents, kept, 12) == found
