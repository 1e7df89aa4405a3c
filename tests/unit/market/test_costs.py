"""Prices and spend: exact, and right in empty cells too."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tacit.errors import CostError
from tacit.market.costs import (
    PriceRule,
    each,
    from_prices,
    from_spend,
    per_dimension,
    whole_numbers,
)
from tacit.market.market import Market
from tacit.space.dimension import Mask
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SPACE = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B", "C"))))


def ints(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


def boxes(shape: tuple[int, ...]) -> Iterator[list[Mask]]:
    """Every box of a small space, as masks."""
    sides = [
        [np.array(bits) for bits in product([False, True], repeat=n) if any(bits)] for n in shape
    ]
    return (list(masks) for masks in product(*sides))


def cells_of(masks: list[Mask]) -> list[tuple[int, ...]]:
    return list(product(*(np.flatnonzero(mask).tolist() for mask in masks)))


def price_at(market: Market, **wanted: str) -> Fraction:
    """The price of one record in a single cell, in the user's unit."""
    return market.mass(market.intent(wanted)).price * market.rule.tick


RULES = {
    "flat": PriceRule(3, Fraction(1)),
    "free": PriceRule(0, Fraction(1)),
    "per value": PriceRule(2, Fraction(1, 10), (ints(0, 5), ints(1, 0, 7))),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_the_rule_agrees_with_adding_up_every_cell(rule: PriceRule) -> None:
    def price(cell: tuple[int, ...]) -> int:
        return rule.base + sum(
            int(table[code]) for table, code in zip(rule.per_value or (), cell, strict=False)
        )

    for masks in boxes(SPACE.shape):
        inside = cells_of(masks)
        assert rule.total(masks) == sum(map(price, inside))
        assert rule.peak(masks) == max(map(price, inside))
        added = rule.added(masks).tolist()
        for flat, (d, code) in enumerate(
            (d, c) for d, n in enumerate(SPACE.shape) for c in range(n)
        ):
            wider = [mask.copy() for mask in masks]
            wider[d][code] = True
            assert added[flat] == sum(map(price, cells_of(wider))) - sum(map(price, inside))


def test_the_rule_counts_spaces_beyond_64_bits_exactly() -> None:
    masks = [np.ones(10, dtype=bool) for _ in range(30)]
    masks[0][0] = False
    rule = PriceRule(7, Fraction(1))
    assert rule.total(masks) == 7 * 9 * 10**29
    assert rule.added(masks)[0] == 7 * 10**29


def test_whole_numbers_switch_to_unbounded_integers_when_needed() -> None:
    assert whole_numbers(2, 10).dtype == np.int64
    assert whole_numbers(2, 10**30).dtype == object


def test_without_costs_every_record_costs_one() -> None:
    cost = each(ints(3, 0, 2))
    assert cost.spend.tolist() == [3, 0, 2]
    assert (cost.rule.base, cost.rule.tick, cost.money_tick, cost.excess) == (1, 1, 1, None)


def test_one_price_for_all_is_exact_in_decimal() -> None:
    cost = each(ints(3, 4), 0.1)
    assert [tick * cost.money_tick for tick in cost.spend.tolist()] == [
        Fraction(3, 10),
        Fraction(4, 10),
    ]


def test_a_free_record_costs_nothing() -> None:
    assert each(ints(3, 4), 0).spend.tolist() == [0, 0]


@pytest.mark.parametrize("price", ["1/3", 2, 2.5, np.float64(2.5), "0.07"])
def test_one_price_for_all_applies_to_empty_cells(price: Any) -> None:
    market = Market.from_cube(SPACE, [[3, 0, 0], [0, 0, 0]], each=price)
    expected = Fraction(price) if isinstance(price, str) else Fraction(float(price))
    assert price_at(market, sex="M", race="C") == expected


@pytest.mark.parametrize("price", [-1, "-0.5", float("nan"), float("inf"), "cheap", None, True])
def test_a_price_that_is_no_price_is_refused(price: Any) -> None:
    with pytest.raises(CostError, match="price"):
        each(ints(1), price)


def test_prices_per_value_add_up_in_every_cell() -> None:
    prices = {"sex": {"F": "0.10"}, "race": {"B": 2, "C": "0.2"}}
    market = Market.from_cube(SPACE, [[1, 2, 0], [0, 0, 3]], prices_per_value=prices, base="0.3")
    expected = {
        ("F", "A"): Fraction("0.4"),
        ("F", "B"): Fraction("2.4"),
        ("F", "C"): Fraction("0.6"),
        ("M", "A"): Fraction("0.3"),
        ("M", "B"): Fraction("2.3"),
        ("M", "C"): Fraction("0.5"),
    }
    for (sex, race), price in expected.items():
        assert price_at(market, sex=sex, race=race) == price
    assert market.total.spend * market.money_tick == Fraction("0.4") + 2 * Fraction(
        "2.4"
    ) + 3 / Fraction(2)


def test_prices_for_an_unknown_dimension_are_refused() -> None:
    with pytest.raises(CostError, match=r"'rase'.*sex, race"):
        per_dimension(SPACE, ints(0, 0)[:, None], ints(1), {"rase": {"A": 1}})


def test_prices_for_an_unknown_value_are_refused() -> None:
    with pytest.raises(CostError, match=r"'race' does not have, such as 'Z'"):
        per_dimension(SPACE, ints(0, 0)[:, None], ints(1), {"race": {"Z": 1}})


def test_a_negative_price_per_value_is_refused() -> None:
    with pytest.raises(CostError, match="negative"):
        per_dimension(SPACE, ints(0, 0)[:, None], ints(1), {"race": {"A": -1}})


def test_the_price_of_a_cell_is_the_mean_of_its_records() -> None:
    # 3 records for 10 cents, 1 for 5: means 3.3333 and 5, and 15/4 where there are none.
    cost = from_spend(ints(3, 1, 0), ints(10, 5, 0), Fraction(1, 100))
    assert cost.excess is not None
    prices = [(cost.rule.base + e) * cost.rule.tick * 100 for e in cost.excess.tolist()]
    assert prices == [Fraction("3.3333"), 5, Fraction("3.75")]
    assert cost.spend.tolist() == [10, 5, 0]


@pytest.mark.parametrize(
    ("spend", "records", "mean"),
    [(1, 20_000, 1), (1, 20_001, 0), (2, 3, 6667), (1, 3, 3333), (10, 4, 25000)],
)
def test_a_mean_is_rounded_half_up(spend: int, records: int, mean: int) -> None:
    cost = from_spend(ints(records), ints(spend), Fraction(1), empty=0)
    excess = 0 if cost.excess is None else int(cost.excess[0])
    assert cost.rule.base + excess == mean


def test_the_price_in_empty_cells_can_be_given() -> None:
    cost = from_spend(ints(2), ints(300), Fraction(1, 100), empty="2.5")
    assert cost.rule.base * cost.rule.tick == Fraction("2.5")


def test_a_negative_total_is_refused() -> None:
    with pytest.raises(CostError, match="negative"):
        from_spend(ints(2), ints(-1), Fraction(1))


def test_listed_prices_hold_as_listed_and_the_mean_elsewhere() -> None:
    market = Market.from_cells(SPACE, [[0, 0, 1], [0, 1, 1]], [1, 1, 0], prices=[1, 2, 9])
    assert price_at(market, sex="F", race="A") == 1
    assert price_at(market, sex="F", race="B") == 2
    assert price_at(market, sex="M", race="B") == 9
    assert price_at(market, sex="M", race="C") == Fraction(3, 2)
    assert market.total.spend * market.money_tick == 3


def test_the_price_of_unlisted_cells_can_be_given_and_may_be_nothing() -> None:
    for empty in (0, "0.25", 7):
        market = Market.from_cells(SPACE, [[0], [0]], [4], prices=["0.5"], empty=empty)
        assert price_at(market, sex="M", race="C") == Fraction(empty)
        assert market.total.spend * market.money_tick == 2


def test_listed_prices_must_be_as_many_as_the_cells() -> None:
    with pytest.raises(CostError, match="as many"):
        from_prices(ints(1, 2), [1])


def test_equal_prices_leave_no_excess() -> None:
    assert from_prices(ints(1, 2), [3, 3]).excess is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: each(ints(2**40), 2**30),
        lambda: each(ints(0), 10**30),
        lambda: from_prices(ints(1), [10**30]),
        lambda: from_prices(ints(0, 0), [2**61, 2**61]),
        lambda: from_prices(ints(1, 1), ["1e-300", 1]),
        lambda: from_prices(ints(1), [1], empty=10**30),
        lambda: from_spend(ints(1), ints(2**60), Fraction(1)),
        lambda: from_spend(ints(1), ints(1), Fraction(1), empty=10**30),
        lambda: from_spend(ints(2**40, *[1] * 40), ints(0, *[2**47] * 40), Fraction(1)),
        lambda: per_dimension(SPACE, ints(0, 0)[:, None], ints(1), {"race": {"A": 10**30}}),
        lambda: per_dimension(SPACE, ints(0, 0)[:, None], ints(2**40), {"race": {"A": 2**30}}),
    ],
)
def test_totals_too_large_to_count_exactly_are_refused(make: Any) -> None:
    with pytest.raises(CostError, match="too many digits"):
        make()
