"""Purchase-fc compares where the money went with where blind buying would have sent it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import bought, line


def spends_less(stock: Sequence[int], prices: Sequence[int], counts: Sequence[int]) -> Fraction:
    """The share of all blind purchases that spend relatively less on the first cell."""
    cells = [i for i, n in enumerate(stock) for _ in range(n)]
    spent = sum(n * p for n, p in zip(counts, prices, strict=True))
    ours, less, draws = Fraction(counts[0] * prices[0], spent), 0, 0
    for drawn in combinations(cells, sum(counts)):
        total = sum(prices[i] for i in drawn)
        theirs = Fraction(sum(prices[i] for i in drawn if i == 0), total) if total else Fraction(0)
        less += theirs < ours
        draws += 1
    return Fraction(less, draws)


class TestPurchaseFc:
    @pytest.mark.parametrize(
        ("stock", "prices", "counts"),
        [
            ((3, 4, 5), (1, 1, 1), (2, 1, 1)),
            ((3, 4, 5), (5, 1, 2), (1, 2, 1)),
            ((3, 4, 5), (5, 1, 2), (2, 1, 1)),
            ((2, 4, 4), (10**9, 1, 1), (1, 1, 2)),
            ((4, 4, 2), (1, 0, 7), (3, 1, 1)),
            ((1, 9), (3, 2), (1, 2)),
        ],
    )
    def test_the_interval_holds_the_truth(
        self, stock: tuple[int, ...], prices: tuple[int, ...], counts: tuple[int, ...]
    ) -> None:
        market = line(stock, prices)
        seen = bought(market, **dict(zip("abc", counts, strict=False)))
        confidence = PurchaseFc().confidence(seen, market.intent({"x": ["a"]}))
        assert confidence.lower is not None
        assert confidence.estimate is not None
        assert confidence.lower <= confidence.estimate <= confidence.upper
        assert confidence.lower <= spends_less(stock, prices, counts) <= confidence.upper
        assert confidence.upper - confidence.lower < Fraction(3, 100)

    def test_with_one_price_everywhere_it_is_purchase_f(self) -> None:
        market = line([20, 60, 20], [3, 3, 3])
        for held in (1, 5, 9, 14):
            seen, want = bought(market, a=held, b=29, c=1), market.intent({"x": ["a", "c"]})
            for (_, ours), (_, exact) in zip(
                sorted(PurchaseFc().per_record(seen, want), key=lambda pair: str(pair[0])),
                sorted(PurchaseF().per_record(seen, want), key=lambda pair: str(pair[0])),
                strict=True,
            ):
                assert ours.lower is not None
                assert ours.lower <= exact.upper <= ours.upper

    def test_the_same_seed_finds_the_same(self) -> None:
        market = line([20, 60, 20], [1, 2, 3])
        seen, want = bought(market, a=8, b=29, c=1), market.intent({"x": ["a"]})
        first, again = (PurchaseFc(sets=500).confidence(seen, want) for _ in range(2))
        other = PurchaseFc(sets=500, seed=1).confidence(seen, want)
        assert first == again
        assert first != other

    def test_where_nothing_costs_anything_nothing_is_given_away(self) -> None:
        market = line([3, 4], [0, 0])
        confidence = PurchaseFc().confidence(bought(market, a=3, b=1), market.intent({"x": ["a"]}))
        assert confidence.upper == 0

    def test_a_free_wanted_cell_is_never_overspent(self) -> None:
        market = line([3, 4], [0, 5])
        confidence = PurchaseFc().confidence(bought(market, a=3, b=1), market.intent({"x": ["a"]}))
        assert confidence.estimate == 0

    @pytest.mark.slow
    def test_very_many_prices_take_fewer_sets_and_a_wider_interval(self) -> None:
        """20,000 cells of 20,000 prices: the simulation stays small and says so."""
        names = tuple(f"v{i}" for i in range(20_000))
        market = Market.from_cube(
            Space((Nominal("x", names),)), np.full(20_000, 2), np.arange(20_000) + 1
        )
        everything = market.intent({})
        seen = Purchase.of(market, market.cells(everything), np.ones(20_000, dtype=int))
        few = PurchaseFc().confidence(seen, market.intent({"x": ["v7"]}))
        assert few.estimate is not None
        assert few.estimate.denominator < 1_000
        assert few.lower is not None
        assert few.upper - few.lower > Fraction(1, 20)

    def test_beyond_what_can_be_simulated_nothing_is_known(self) -> None:
        market = line([10**9, 5], [1, 2])
        sure = PurchaseFc().confidence(bought(market, a=1, b=1), market.intent({"x": ["b"]}))
        assert (sure.lower, sure.upper, sure.estimate) == (0, 1, None)

    def test_equal_shares_are_not_less_however_large_the_prices(self) -> None:
        """All was bought, so every blind purchase is this one, and none spends less."""
        market = line([2, 2], [10**15 + 1, 10**15 + 1])
        sure = PurchaseFc(sets=300).confidence(bought(market, a=2, b=2), market.intent({}))
        assert sure.estimate == 0
