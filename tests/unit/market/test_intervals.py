"""Intervals of shares, against tables that are printed elsewhere, exact sums, and every small case."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from tacit.errors import TableError
from tacit.market.intervals import (
    EACH_END,
    FINE,
    drawn_needed,
    money_above,
    money_below,
    money_needed,
    share_above,
    share_below,
)

LIMITS = [Fraction(1, 10), Fraction(3, 10), Fraction(1, 2), Fraction(9, 10)]


def at_most(hits: int, drawn: int, share: float) -> float:
    """How likely so few hits are, added up."""
    return sum(comb(drawn, k) * share**k * (1 - share) ** (drawn - k) for k in range(hits + 1))


@pytest.mark.parametrize(
    ("hits", "drawn", "lower", "upper"),
    [(0, 10, 0.0, 0.3085), (1, 10, 0.0025, 0.4450), (3, 10, 0.0667, 0.6525), (10, 10, 0.6915, 1.0)],
)
def test_the_ends_are_those_in_every_textbook(
    hits: int, drawn: int, lower: float, upper: float
) -> None:
    assert float(share_below(hits, drawn)) == pytest.approx(lower, abs=5e-5)
    assert float(share_above(hits, drawn)) == pytest.approx(upper, abs=5e-5)


@pytest.mark.parametrize(("hits", "drawn"), [(0, 1), (0, 7), (1, 7), (3, 20), (50, 200)])
def test_the_ends_are_where_the_sums_say_rounded_outwards(hits: int, drawn: int) -> None:
    above = float(share_above(hits, drawn))
    assert at_most(hits, drawn, above) <= EACH_END < at_most(hits, drawn, above - 4 / FINE)
    below = float(share_below(hits, drawn))
    if hits:
        assert 1 - at_most(hits - 1, drawn, below) <= EACH_END
        assert 1 - at_most(hits - 1, drawn, below + 4 / FINE) > EACH_END


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("hits", [0, 1, 2, 5, 30, 400])
def test_as_many_are_needed_as_bring_the_upper_end_within_the_limit(
    hits: int, limit: Fraction
) -> None:
    fewest = drawn_needed(hits, limit)
    assert share_above(hits, fewest) <= limit
    assert fewest == max(hits, 1) or share_above(hits, fewest - 1) > limit


def test_where_all_may_be_sure_nothing_more_is_needed() -> None:
    assert (drawn_needed(0, Fraction(1)), drawn_needed(7, Fraction(1))) == (1, 7)


def test_a_limit_next_to_nothing_is_refused_in_plain_words() -> None:
    with pytest.raises(TableError, match="no number of records"):
        drawn_needed(0, Fraction(1, 10**18))


def test_records_drawn_without_putting_back_are_covered_in_every_small_case() -> None:
    """Every market of up to 24 records, every sample of it: the chance to miss is counted out."""
    worst = 1.0
    for records in (6, 12, 24):
        for drawn in range(1, records + 1):
            ends = [(share_below(k, drawn), share_above(k, drawn)) for k in range(drawn + 1)]
            for held in range(records + 1):
                share = Fraction(held, records)
                covered = sum(
                    comb(held, k) * comb(records - held, drawn - k)
                    for k in range(min(held, drawn) + 1)
                    if drawn - k <= records - held and ends[k][0] <= share <= ends[k][1]
                )
                worst = min(worst, covered / comb(records, drawn))
    assert worst >= 0.95


class TestMoney:
    """Shares of money, in prices of the dearest record."""

    @pytest.mark.parametrize("limit", LIMITS)
    @pytest.mark.parametrize("hits", [0.0, 0.3, 1.0, 7.5, 120.0])
    def test_as_much_is_needed_as_brings_the_upper_end_within_the_limit(
        self, hits: float, limit: Fraction
    ) -> None:
        enough = money_needed(hits, limit)
        assert money_above(hits, enough * (1 + 1e-9)) <= limit + Fraction(3, FINE)
        assert money_above(hits, enough * 0.99) > limit

    def test_it_is_wider_than_that_of_records_but_not_by_far(self) -> None:
        for hits, drawn in ((1, 20), (10, 100), (100, 1000)):
            assert share_above(hits, drawn) < money_above(hits, drawn)
            assert money_below(hits, drawn) < share_below(hits, drawn)
            assert float(money_above(hits, drawn)) < 1.6 * float(share_above(hits, drawn))

    def test_the_more_was_drawn_the_narrower_it_is(self) -> None:
        ends = [(money_below(n / 5, n), money_above(n / 5, n)) for n in (10, 100, 1000, 10_000)]
        widths = [float(above - below) for below, above in ends]
        assert widths == sorted(widths, reverse=True)
        assert all(below < Fraction(1, 5) < above for below, above in ends)

    def test_nothing_and_everything(self) -> None:
        assert money_below(0.0, 5.0) == 0
        assert money_above(5.0, 5.0) == 1
        assert money_needed(3.0, Fraction(1)) == 3.0
        assert money_needed(3.0, Fraction(0)) == float("inf")

    def test_it_covers_shares_of_money_as_often_as_it_says(self) -> None:
        """1,000 samples of records of very different prices, of which one kind is asked about."""
        rng = np.random.default_rng(7)
        prices = np.array([1, 2, 5, 20, 50])
        records = np.array([4000, 2500, 900, 120, 60])
        spend = prices * records
        for kind in range(len(prices)):
            share = float(spend[kind] / spend.sum())
            drawn = rng.multivariate_hypergeometric(records, 400, size=1000)
            hits, total = drawn[:, kind] * prices[kind] / 50, drawn @ prices / 50
            missed = sum(
                not money_below(h, t) <= share <= money_above(h, t)
                for h, t in zip(hits.tolist(), total.tolist(), strict=True)
            )
            assert missed <= 50
