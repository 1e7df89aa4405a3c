"""What a sealed publication is worth, in numbers and in a sentence."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tacit.market.market import Market
from tacit.publishing.publication import Publication
from tacit.publishing.sealed.worth import SealedWorth
from tests.helpers.choosing import choose
from tests.helpers.markets import line

FOUR = line([5, 1, 2, 4], [2, 3, 1, 1.5])
"""12 records for 21; where all four are published alike there is no choice."""


def published(market: Market = FOUR, limit: str = "1/4", **more: object) -> Publication:
    true = market.intent({"x": ["a"]})
    held: dict[str, Any] = {"against": "informed", "limit": limit}
    return choose(market, true, method="sealed", seed=1, **held, **more)


def worth_of(result: Publication) -> SealedWorth:
    assert isinstance(result.proof, SealedWorth)
    return result.proof


def test_its_status_is_that_of_the_block() -> None:
    worth = worth_of(published())
    assert worth.status == worth.sealed.status == "optimal"
    assert worth.bound == int(worth.sealed.bound)


def test_what_it_costs_on_average_is_told_in_every_measure() -> None:
    """Mean wanted: 3 records, 21/4 cost, 1 cell; over a limit of 1/4, four times that."""
    told = published().worth_json()
    assert told["proof"] == {"status": "optimal", "bound": 12.0, "gap": 0.0}
    assert (told["expected_records"], told["expected_cost"], told["expected_cells"]) == (12, 21, 4)
    assert (told["floor_records"], told["floor_cost"], told["floor"]) == (12, 21, 4)


def test_the_bound_is_in_the_objectives_unit() -> None:
    told = published(objective="cost").worth_json()
    assert told["proof"] == {"status": "optimal", "bound": 21.0, "gap": 0.0}
    assert published(objective="cells").worth_json()["proof"]["bound"] == 4.0


def test_what_is_least_is_least_to_within_a_millionth() -> None:
    assert published().worth == (
        "Proven optimal: 12.00 records on average, and no way to draw that keeps the limit has less, "
        "to within a millionth."
    )
    assert published(objective="cost").worth.startswith("Proven optimal: 21.00 cost on average")


def test_what_is_not_least_is_told_with_what_none_goes_below() -> None:
    result = published()
    worth = worth_of(result)
    for status in ("heuristic", "bounded"):
        other = SealedWorth(replace(worth.sealed, status=status))
        said = other.sentence(FOUR, result.published, "records")
        assert said == f"The result is {status}: 12.00 records on average; none goes below 12.00."


@pytest.mark.parametrize("limit", ["1/3", "1/2", "1"])
def test_bounds_are_bounds(limit: str) -> None:
    worth = worth_of(published(limit=limit))
    assert worth.sealed.floor("records") <= worth.sealed.bound <= worth.sealed.expected("records")
    told = published(limit=limit).worth_json()
    assert 0 <= told["proof"]["gap"] < 1e-5
    assert worth.sealed.floor("cells") == 1 / Fraction(limit)


def test_a_market_that_costs_nothing_has_no_gap() -> None:
    told = published(line([0, 0, 0, 0]), support="all").worth_json()
    assert told["proof"] == {"status": "optimal", "bound": 0.0, "gap": 0.0}
