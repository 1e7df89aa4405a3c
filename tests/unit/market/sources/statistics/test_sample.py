"""A market known by a sample."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tacit.errors import MarketFileError
from tacit.market.sampled import Sampled
from tacit.market.sources.statistics.sample import from_sample
from tacit.market.sources.statistics.told import told_from
from tests.helpers.markets import line


def test_each_record_stands_for_as_many() -> None:
    market = from_sample(line([3, 0, 7]), told_from({"kind": "sample", "rate": 0.01}))
    assert market.records_by_value("x") == [300, 0, 700]
    assert isinstance(market.knowledge, Sampled)
    assert (market.knowledge.sampled.total.records, market.knowledge.scale) == (10, 100)
    assert "10 records stand for 1,000, about 100 each" in market.notes[-1]


def test_a_total_is_met_to_the_record() -> None:
    market = from_sample(line([1, 1, 1]), told_from({"kind": "sample", "total": 10}))
    assert market.records_by_value("x") == [4, 3, 3]
    assert market.knowledge is not None
    assert market.knowledge.scale is None


def test_prices_stay_and_spending_grows_with_the_counts() -> None:
    drawn = line([3, 0, 7], ["0.5", 9, 2])
    market = from_sample(drawn, told_from({"kind": "sample", "rate": 0.5}))
    assert market.money(market.total.spend) == 2 * drawn.money(drawn.total.spend)
    for name in "abc":
        one = {"x": [name]}
        price = market.mass(market.intent(one)).price, drawn.mass(drawn.intent(one)).price
        assert price[0] == price[1]


def test_a_sample_of_everything_is_everything() -> None:
    drawn = line([3, 0, 7])
    market = from_sample(drawn, told_from({"kind": "sample", "rate": 1}))
    assert replace(market, knowledge=None).total == drawn.total


def test_a_total_below_the_sample_is_refused() -> None:
    with pytest.raises(MarketFileError, match=r"total .* is 9, but the sample alone has 10"):
        from_sample(line([3, 0, 7]), told_from({"kind": "sample", "total": 9}))


def test_what_a_record_stands_for_need_not_be_whole() -> None:
    market = from_sample(line([3, 0, 7]), told_from({"kind": "sample", "rate": Fraction(3, 10)}))
    assert market.records_by_value("x") == [10, 0, 23]
