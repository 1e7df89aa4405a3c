"""What remains after all posts: whole numbers in the right proportions, and how sure they make one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.campaign.remaining import Remaining
from tests.unit.campaign.shared import cell, city


def test_chances_become_the_smallest_whole_numbers_in_the_same_proportion() -> None:
    market = city()
    intents = tuple(cell(market, "a", y) for y in "pqr")
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    found = Remaining.of(intents, chances, 12)
    assert (found.intents, found.weights, found.considered) == (intents, (3, 2, 1), 12)
    assert Remaining.of(intents, [Fraction(4), Fraction(2), Fraction(6)], 12).weights == (2, 1, 3)


def test_how_sure_one_is_of_the_likeliest_record() -> None:
    market = city()
    alone = Remaining((cell(market, "a", "p"), cell(market, "b", "q")), (1, 3), 12)
    assert alone.confidence == Fraction(3, 4)
    wide = market.intent({"x": ["a"], "y": ["p", "q"]})
    sharing = Remaining((wide, cell(market, "a", "q"), cell(market, "c", "s")), (2, 3, 4), 9)
    assert sharing.confidence == Fraction(5, 9)  # the cell that two of the three hold


def test_someone_who_knows_the_method_is_told_with_what_remains() -> None:
    market = city()
    found = Remaining((cell(market, "a", "p"), cell(market, "b", "q")), (1, 3), 12)
    sure = found.judged(Fraction(4, 5))
    assert (sure.attacker, sure.upper, sure.limit) == ("informed", Fraction(3, 4), Fraction(4, 5))
    assert (sure.considered, sure.remaining) == (12, 2)
    assert found.judged().limit is None


@pytest.mark.parametrize("wide", [False, True])
def test_the_candidates_to_hide_among_are_these(wide: bool) -> None:
    market = city()
    other = market.intent({"x": ["a"], "y": ["p", "q"]}) if wide else cell(market, "a", "q")
    found = Remaining((cell(market, "b", "r"), other), (10**30, 7), 12).among(market)
    assert [found.intent(at) for at in range(len(found))] == [cell(market, "b", "r"), other]
    assert found.total == 10**30 + 7


def test_it_is_kept_as_names_and_weights_and_hidden() -> None:
    market = city()
    found = Remaining((cell(market, "a", "p"), cell(market, "b", "q")), (1, 3), 12)
    assert found.to_json() == [
        {"intent": {"x": ["a"], "y": ["p"]}, "weight": 1},
        {"intent": {"x": ["b"], "y": ["q"]}, "weight": 3},
    ]
    assert "'a'" not in repr(found)
