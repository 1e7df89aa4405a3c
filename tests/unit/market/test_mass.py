"""Masses add up and come apart again."""

from __future__ import annotations

from tacit.market.mass import Mass, Peak
from tests.helpers.markets import of_hours

ONE, TWO = Mass(records=5, spend=14, cells=3, price=7), Mass(8, 20, 1, 2)


def test_masses_are_added_measure_by_measure() -> None:
    assert Mass(13, 34, 4, 9) == ONE + TWO


def test_what_is_taken_away_leaves_the_rest() -> None:
    assert (ONE + TWO) - ONE == TWO
    assert Mass(-3, -6, 2, 5) == ONE - TWO


def test_numbers_of_any_size_stay_exact() -> None:
    big = 2**80
    assert (Mass(big, big, big, big) + Mass(1, 1, 1, 1)) - Mass(big, big, big, big) == Mass(
        1, 1, 1, 1
    )


def test_parts_of_a_market_add_up_to_it() -> None:
    market = of_hours(prices=[[1, 2, 3], [9, 5, 6]])
    women, men = (market.mass(market.intent({"sex": [sex]})) for sex in "FM")
    assert women + men == market.total


def test_peaks_of_the_same_size_are_equal() -> None:
    market = of_hours()
    assert market.peak(market.intent({"sex": ["F"]})) == Peak(records=4, spend=4, price=1)
