"""Observers: how sure someone is who saw the purchase, on tables a person can compute."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import tacit
from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc
from tacit.attackers.registry import OBSERVERS
from tacit.errors import EmptyIntent
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.paper.expansion import TRUE_INTENT_1
from tacit.space.nominal import Nominal
from tacit.space.space import Space


def line(records: Sequence[int], prices: Sequence[Any] | None = None) -> Market:
    names = tuple("abcdefghij"[: len(records)])
    return Market.from_cube(Space((Nominal("x", names),)), records, prices)


def bought(market: Market, **counts: int) -> Purchase:
    return Purchase.from_plan(
        market, [{"cell": {"x": name}, "count": n} for name, n in counts.items()]
    )


def of_first_cell(
    market: Market, published: Intent, true: Intent, held: int, size: int
) -> Purchase:
    """A purchase of some size with so many records of the one wanted cell, showing every value."""
    cells = market.cells(published)
    filled = cells.records > 0
    inside = np.array([tuple(code) in true for code in cells.codes.T.tolist()])
    counts = np.where(filled, 1, 0)
    counts[inside & filled] = held
    spare = np.where(inside, 0, cells.records - counts)
    missing = size - int(counts.sum())
    for i in np.flatnonzero(spare):
        more = min(missing, int(spare[i]))
        counts[i] += more
        missing -= more
    assert missing == 0
    return Purchase.of(market, cells, counts)


class TestPurchaseAlone:
    def test_the_share_of_the_most_exposed_wanted_cell(self) -> None:
        market = line([9, 9, 9])
        seen = bought(market, a=1, b=2, c=5)
        for wanted, share in (("a", 1), ("ab", 2), ("abc", 5)):
            confidence = PurchaseAlone().confidence(seen, market.intent({"x": list(wanted)}))
            assert confidence.upper == Fraction(share, 8)

    def test_what_was_not_bought_exposes_nothing(self) -> None:
        market = line([9, 9, 9])
        assert (
            PurchaseAlone().confidence(bought(market, a=1), market.intent({"x": ["b"]})).upper == 0
        )

    def test_one_by_one_most_exposed_first(self) -> None:
        market = line([9, 9, 9])
        found = PurchaseAlone().per_record(bought(market, a=1, c=3), market.intent({}))
        assert [(cell["x"], c.upper) for cell, c in found] == [
            ("c", Fraction(3, 4)),
            ("a", Fraction(1, 4)),
        ]

    def test_an_empty_true_intent_is_refused(self) -> None:
        market = line([9, 9])
        nothing = market.intent({"x": ["a"]}) & market.intent({"x": ["b"]})
        for observer in OBSERVERS.values():
            with pytest.raises(EmptyIntent):
                observer.confidence(bought(market, a=1), nothing)


class TestPurchaseF:
    def test_by_hand(self) -> None:
        """Of 4 + 6 records three are drawn: fewer than two of the four in 80 of 120 draws."""
        market = line([4, 6, 50])
        seen = bought(market, a=2, b=1)
        confidence = PurchaseF().confidence(seen, market.intent({"x": ["a"]}))
        assert confidence.upper == Fraction(80, 120)

    def test_only_what_was_seen_is_compared_with(self) -> None:
        """With c in sight there are 60 records, and two of the four are far more striking."""
        market = line([4, 6, 50])
        narrow = PurchaseF().confidence(bought(market, a=2, b=1), market.intent({"x": ["a"]}))
        wide = PurchaseF().confidence(bought(market, a=2, c=1), market.intent({"x": ["a"]}))
        assert wide.upper > Fraction(98, 100) > narrow.upper

    def test_with_an_endless_supply(self) -> None:
        """4 in 10, three times: fewer than two with 0.6 ** 3 + 3 x 0.4 x 0.6 ** 2 = 0.648."""
        market = line([4, 6])
        seen = bought(market, a=2, b=1)
        confidence = PurchaseF(supply="endless").confidence(seen, market.intent({"x": ["a"]}))
        assert confidence.upper == Fraction(648, 1000)

    @pytest.mark.parametrize(
        ("a", "b", "every", "over"), [(2, 3, Fraction(11, 42), 0), (3, 2, *[Fraction(31, 42)] * 2)]
    )
    def test_both_readings(self, a: int, b: int, every: Fraction, over: Fraction) -> None:
        """4 of 10, five drawn: two are a fair share, three are over it.

        C(6,5) + C(4,1) C(6,4) = 66 of 252 draws hold fewer than two, and 186 fewer than three.
        """
        market = line([4, 6])
        want, seen = market.intent({"x": ["a"]}), bought(market, a=a, b=b)
        assert PurchaseF().confidence(seen, want).upper == every
        assert PurchaseF(only_over=True).confidence(seen, want).upper == over

    def test_a_tie_with_the_limit_holds_and_a_hair_less_does_not(self) -> None:
        market = line([4, 6])
        seen, at = bought(market, a=2, b=1), np.array([0])
        assert PurchaseF().holds(seen, at, Fraction(2, 3))
        assert not PurchaseF().holds(seen, at, Fraction(2, 3) - Fraction(1, 10**60))
        want = market.intent({"x": ["a"]})
        assert PurchaseF().confidence(seen, want).within(Fraction(2, 3))

    def test_an_untested_cell_holds_any_limit(self) -> None:
        market = line([4, 6])
        seen = bought(market, a=2, b=3)
        assert PurchaseF(only_over=True).holds(seen, np.array([0]), Fraction(1, 10**9))
        assert PurchaseF(only_over=True).simulated(seen, 0, np.random.default_rng(0)) == (0.0, 0.0)

    def test_everything_bought_gives_nothing_away(self) -> None:
        market = line([4, 6])
        assert PurchaseF().confidence(bought(market, a=4, b=6), market.intent({})).upper == 0

    @pytest.mark.parametrize("supply", ["finite", "endless"])
    @pytest.mark.parametrize("held", [5, 10, 14])
    def test_simulation_agrees_within_five_standard_errors(self, supply: str, held: int) -> None:
        market = line([20, 60, 20])
        seen, observer = bought(market, a=held, b=29, c=1), PurchaseF(supply=supply)
        exact = float(observer.confidence(seen, market.intent({"x": ["a"]})).upper)
        share, error = observer.simulated(seen, 0, np.random.default_rng(7), sets=20_000)
        assert 0 < error < 0.01
        assert abs(share - exact) <= 5 * error

    @pytest.mark.parametrize(
        ("data", "alpha", "size", "held", "sure"),
        [("adult", 0.5, 61, 5, "0.2377"), ("synthetic", 0.4, 1516, 394, "0.2976")],
    )
    def test_the_paper_s_cases(
        self, data: str, alpha: float, size: int, held: int, sure: str
    ) -> None:
        market = tacit.load(data)
        true = market.intent(TRUE_INTENT_1)
        published = tacit.protect(market, true, against="em-fc", limit=0.3, alpha=alpha).published
        seen = of_first_cell(market, published, true, held, size)
        assert f"{float(PurchaseF().confidence(seen, true).upper):.4f}" == sure
        more = of_first_cell(market, published, true, held + 1, size)
        assert PurchaseF().confidence(more, true).upper > Fraction(3, 10)
        fair = Fraction(size * market.mass(true).records, market.mass(published).records)
        over = PurchaseF(only_over=True).confidence(more, true).upper
        assert (over > 0) == (held + 1 > fair)

    def test_by_the_text_s_own_reading_adult_admits_six(self) -> None:
        market = tacit.load("adult")
        true = market.intent(TRUE_INTENT_1)
        published = tacit.protect(market, true, against="em-fc", limit=0.3, alpha=0.5).published
        for held, within in ((6, True), (7, False)):
            seen = of_first_cell(market, published, true, held, 61)
            confidence = PurchaseF(only_over=True).confidence(seen, true)
            assert confidence.within(Fraction(3, 10)) == within


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


class TestAll:
    def test_each_has_a_name_and_says_what_it_sees(self) -> None:
        assert list(OBSERVERS) == ["purchase", "purchase-f", "purchase-fc"]
        assert all(observer.sees for observer in OBSERVERS.values())

    @pytest.mark.parametrize("name", OBSERVERS)
    def test_the_most_exposed_comes_first_and_is_the_confidence(self, name: str) -> None:
        market = line([9, 8, 30], [1, 2, 3])
        seen, want = bought(market, a=1, b=4, c=2), market.intent({"x": ["a", "b"]})
        found = OBSERVERS[name].per_record(seen, want)
        assert [cell["x"] for cell, _ in found] == ["b", "a"]
        assert found[0][1] == OBSERVERS[name].confidence(seen, want)
