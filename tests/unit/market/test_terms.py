"""How a seller charges for an order: fees, a smallest order, and rebates by quantity."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.errors import SettingError
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.market.terms import AS_LISTED, MOST_TIERS, Terms, Tier
from tacit.space.nominal import Nominal
from tacit.space.space import Space

EXAMPLE = Path(__file__).parents[3] / "examples" / "terms.market.toml"
USUAL = Terms.of("EUR", fee=25, minimum=100, tiers=[(1000, 0.9), (10000, "0.75")])


def market(terms: Terms = AS_LISTED) -> Market:
    """One cell of 2,000 records at one half each."""
    return Market.from_cells(Space((Nominal("x", ("a",)),)), [[0]], [2000], each=0.5, terms=terms)


def bought(terms: Terms, records: int) -> Purchase:
    return Purchase.from_plan(market(terms), [{"cell": {"x": "a"}, "count": records}])


def test_numbers_are_taken_as_they_are_written() -> None:
    assert USUAL.tiers == (Tier(1000, Fraction(9, 10)), Tier(10000, Fraction(3, 4)))
    assert Terms.of(fee=0.1).fee == Fraction(1, 10)
    assert Terms.of(tiers=[(2, "1/3")]).share(2) == Fraction(1, 3)
    assert Terms.of() == AS_LISTED


def test_a_tier_goes_for_all_records_of_an_order() -> None:
    """999 records at one half cost 25 + 499.50; one more, and all of them cost nine tenths."""
    assert bought(USUAL, 999).cost == Fraction(1049, 2)
    assert bought(USUAL, 1000).cost == 475
    assert bought(USUAL, 1000).listed == 500


def test_nothing_bought_costs_nothing() -> None:
    assert USUAL.total(0, Fraction(0)) == 0


def test_steps_start_with_the_smallest_order_that_is_sold() -> None:
    assert USUAL.steps == (Tier(100, Fraction(1)), *USUAL.tiers)
    above = Terms.of(minimum=5000, tiers=[(1000, 0.9), (10000, 0.75)])
    assert above.steps == (Tier(5000, Fraction(9, 10)), Tier(10000, Fraction(3, 4)))
    exactly = Terms.of(minimum=1000, tiers=[(1000, 0.9)])
    assert exactly.steps == (Tier(1000, Fraction(9, 10)),)


def test_the_room_is_what_a_budget_leaves_for_the_list_price() -> None:
    assert USUAL.room(1000, Fraction(475)) == 500
    assert USUAL.room(100, Fraction(10)) < 0


BAD = {
    "long currency": ({"currency": "thirteen long"}, "at most 12 characters"),
    "currency of a line": ({"currency": "EU\nR"}, "short text"),
    "currency of control": ({"currency": "\x1b[31m"}, "short text"),
    "currency turned around": ({"currency": "\u202eRUE"}, "short text"),
    "currency of blanks": ({"currency": " "}, "short text"),
    "currency a number": ({"currency": 5}, "short text"),
    "negative fee": ({"fee": -1}, "0 or more"),
    "huge fee": ({"fee": "1e300"}, "0 or more"),
    "fee of text": ({"fee": "dear"}, "fee of an order must be a number"),
    "fee no number": ({"fee": True}, "fee of an order must be a number"),
    "fee endless": ({"fee": float("inf")}, "fee of an order must be a number"),
    "fine fee": ({"fee": "1e-40"}, "too many decimals"),
    "no minimum": ({"minimum": 0}, "1 record or more"),
    "half a minimum": ({"minimum": 1.5}, "minimum of an order must be a whole number"),
    "minimum true": ({"minimum": True}, "minimum of an order must be a whole number"),
    "half a tier": ({"tiers": [(1.5, 0.9)]}, "whole number"),
    "tier from nothing": ({"tiers": [(0, 0.9)]}, "from 1 record or more"),
    "tiers fall": ({"tiers": [(5, 0.9), (4, 0.8)]}, "from more records than"),
    "tiers stay": ({"tiers": [(5, 0.9), (5, 0.8)]}, "from more records than"),
    "price 0": ({"tiers": [(5, 0)]}, "above 0 and at most 1"),
    "price above 1": ({"tiers": [(5, 1.1)]}, "above 0 and at most 1"),
    "price of text": ({"tiers": [(5, "less")]}, "price of a tier must be a number"),
    "prices rise": ({"tiers": [(5, 0.8), (6, 0.9)]}, "must not be above"),
    "many tiers": ({"tiers": [(i, 1) for i in range(1, MOST_TIERS + 2)]}, "at most 1,000 tiers"),
}


@pytest.mark.parametrize(("given", "words"), BAD.values(), ids=BAD.keys())
def test_terms_that_can_not_be_used_say_why(given: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        Terms.of(**given)


def test_as_many_tiers_as_allowed_are_read() -> None:
    tiers = [(i, 1) for i in range(1, MOST_TIERS + 1)]
    assert len(Terms.of(tiers=tiers).tiers) == MOST_TIERS


def test_a_price_tag_has_the_currency_behind_the_amount() -> None:
    assert market(USUAL).price_tag(Fraction(2501, 2)) == "1,250.50 EUR"
    assert market().price_tag(Fraction(1250)) == "1,250"
    assert market(USUAL).price_of(market(USUAL).total) == "1,000 EUR"


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (AS_LISTED, ""),
        (Terms("EUR"), ""),
        (Terms.of(fee="2.50"), "Each order: 2.50 fee."),
        (Terms.of(minimum=2), "Each order: at least 2 records."),
        (Terms.of(tiers=[(10, 0.5)]), "Each order: 50% of the list price from 10 records."),
    ],
)
def test_what_goes_for_each_order_is_said_in_a_sentence(terms: Terms, words: str) -> None:
    assert terms.sentence == words


def test_many_tiers_are_counted_not_listed() -> None:
    terms = Terms.of(tiers=[(i, 1) for i in range(1, 9)])
    assert terms.sentence.endswith("100% from 6, and 2 more steps.")


def test_programs_are_told_every_part() -> None:
    assert USUAL.to_json() == {
        "currency": "EUR",
        "fee": 25.0,
        "minimum": 100,
        "tiers": [{"from": 1000, "price": 0.9}, {"from": 10000, "price": 0.75}],
    }
    assert market().to_json()["terms"]["currency"] is None


def test_the_example_has_its_terms_and_a_larger_order_can_be_cheaper() -> None:
    """856 records are enough to hold twenty wanted ones, but a thousand cost less."""
    panel = tacit.load(str(EXAMPLE))
    assert panel.terms == Terms.of("EUR", fee=25, minimum=100, tiers=[(500, 0.9), (1000, 0.75)])
    asked: dict[str, Any] = {"need": 20, "allocate": "optimal"}
    small = tacit.purchase(panel, {"country": ["Italy"]}, {}, **asked)
    cheap = tacit.purchase(panel, {"country": ["Italy"]}, {}, objective="cost", **asked)
    assert (small.records, cheap.records) == (856, 1000)
    assert cheap.cost == Fraction("275.95") < small.cost
