"""Purchase-f compares with blind buying, exactly, on tables a person can compute."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import tacit
from tacit.attackers.purchase_f import PurchaseF
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.paper.expansion import TRUE_INTENT_1
from tests.helpers.markets import bought, line


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


def simulated(supply: str, held: int, stock: int, total: int, size: int) -> tuple[float, float]:
    """The share of simulated blind purchases that hold fewer of a cell, and its standard error."""
    rng, sets = np.random.default_rng(7), 20_000
    if supply == "finite":
        drawn = rng.hypergeometric(stock, total - stock, size, size=sets)
    else:
        drawn = rng.binomial(size, stock / total, size=sets)
    share = float((drawn < held).mean())
    return share, sqrt(share * (1 - share) / sets)


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

    def test_everything_bought_gives_nothing_away(self) -> None:
        market = line([4, 6])
        assert PurchaseF().confidence(bought(market, a=4, b=6), market.intent({})).upper == 0

    @pytest.mark.parametrize("supply", ["finite", "endless"])
    @pytest.mark.parametrize("held", [5, 10, 14])
    def test_simulation_agrees_within_five_standard_errors(self, supply: str, held: int) -> None:
        market = line([20, 60, 20])
        seen = bought(market, a=held, b=29, c=1)
        confidence = PurchaseF(supply=supply).confidence(seen, market.intent({"x": ["a"]}))
        exact = float(confidence.upper)
        share, error = simulated(supply, held, 20, 100, held + 30)
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
        published = tacit.protect(
            market, true, against="em-fc", limit=0.3, alpha=alpha, method="greedy"
        ).published
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
        published = tacit.protect(
            market, true, against="em-fc", limit=0.3, alpha=0.5, method="greedy"
        ).published
        for held, within in ((6, True), (7, False)):
            seen = of_first_cell(market, published, true, held, 61)
            confidence = PurchaseF(only_over=True).confidence(seen, true)
            assert confidence.within(Fraction(3, 10)) == within


class TestWhatMayBeBought:
    """4 of 10 records, three drawn: fewer than 1, 2, 3 in 20, 80, 116 of 120 draws."""

    @pytest.mark.parametrize(
        ("limit", "most"),
        [("1/6", 1), ("2/3", 2), ("116/120", 3), ("1", 3), ("19/120", 0), ("79/120", 1)],
    )
    def test_the_most_within_a_limit(self, limit: str, most: int) -> None:
        assert PurchaseF().most(np.array([4, 4]), 10, 3, Fraction(limit)).tolist() == [most] * 2

    def test_a_fair_share_is_always_allowed_where_only_more_is_tested(self) -> None:
        """Two draws from 10 of 20: one is fair, though none come out in 45 of 190 draws."""
        tight = Fraction(1, 5)
        assert PurchaseF().most(np.array([10]), 20, 2, tight).tolist() == [0]
        assert PurchaseF(only_over=True).most(np.array([10]), 20, 2, tight).tolist() == [1]

    @pytest.mark.parametrize(("target", "fewest"), [("1/6", 2), ("19/120", 1), ("-1", 0)])
    def test_the_fewest_above_a_target(self, target: str, fewest: int) -> None:
        assert PurchaseF().enough(np.array([4]), 10, 3, Fraction(target)).tolist() == [fewest]

    def test_one_more_than_a_fair_share_is_tested_first(self) -> None:
        """10 of 100 from a half: 5 are fair, so nothing below 6 is even tested."""
        found = PurchaseF(only_over=True).enough(np.array([50]), 100, 10, Fraction(1, 1000))
        assert found.tolist() == [6]

    def test_no_cells_are_no_trouble(self) -> None:
        none = np.array([], dtype=np.int64)
        assert PurchaseF().most(none, 10, 3, Fraction(1, 2)).tolist() == []
