"""Tail probabilities: named cases a person can compute, and the far ends in many digits."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import pytest

from tacit.attackers.tails import Count
from tacit.errors import SettingError

HAIR = Fraction(1, 10**60)


def digits(count: Count, at: int) -> tuple[Decimal, Decimal]:
    """Both tails in sixty digits, from the first possible count upwards without a logarithm.

    Probabilities are multiples of that of the first count, so the sums start at 1 and grow.
    """
    n, k, q = count.total, count.stock, count.drawn
    with localcontext(prec=60, Emin=-999_999_999, Emax=999_999_999):
        term, below, above = Decimal(1), Decimal(0), Decimal(0)
        for j in range(count.lowest, count.highest + 1):
            below, above = (below + term, above) if j < at else (below, above + term)
            if count.supply == "finite":
                term = term * ((k - j) * (q - j)) / ((j + 1) * (n - k - q + j + 1))
            else:
                term = term * ((q - j) * k) / ((j + 1) * (n - k))
        return below / (below + above), above / (below + above)


def relative(ours: float, truth: Decimal) -> float:
    return abs(float((Decimal(ours) - truth) / truth))


class TestByHand:
    def test_four_of_ten_in_three_draws(self) -> None:
        """C(6,3) = 20, C(4,1) C(6,2) = 60, C(4,2) C(6,1) = 36 and C(4,3) = 4 of 120."""
        count = Count(total=10, stock=4, drawn=3)
        found = [count.below_exactly(at) for at in range(5)]
        assert found == [0, Fraction(20, 120), Fraction(80, 120), Fraction(116, 120), 1]

    def test_with_an_endless_supply(self) -> None:
        count = Count(total=10, stock=5, drawn=2, supply="endless")
        assert [count.below_exactly(at) for at in range(4)] == [
            0,
            Fraction(1, 4),
            Fraction(3, 4),
            1,
        ]

    def test_one_draw(self) -> None:
        for supply in ("finite", "endless"):
            count = Count(10, 3, 1, supply)
            assert count.below_exactly(1) == Fraction(7, 10)
            assert count.most_within(Fraction(7, 10)) == 1
            assert count.most_within(Fraction(7, 10) - HAIR) == 0

    def test_the_paper_s_first_case(self) -> None:
        """56 of 557 records, 61 drawn: five or more come out with 1 - 23.77%."""
        count = Count(557, 56, 61)
        assert f"{count.below(5):.4f}" == "0.2377"
        assert count.most_within(Fraction(3, 10)) == 5
        assert count.below_exactly(6) > Fraction(3, 10)


class TestEdges:
    @pytest.mark.parametrize("supply", ["finite", "endless"])
    @pytest.mark.parametrize(
        ("total", "stock", "drawn", "only"),
        [(9, 0, 4, 0), (9, 9, 4, 4), (9, 4, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1)],
    )
    def test_where_only_one_count_can_occur(
        self, supply: str, total: int, stock: int, drawn: int, only: int
    ) -> None:
        count = Count(total, stock, drawn, supply)
        assert (count.lowest, count.highest) == (only, only)
        assert (count.below(only), count.at_least(only)) == (0.0, 1.0)
        assert (count.below(only + 1), count.at_least(only + 1)) == (1.0, 0.0)
        assert (count.below_exactly(only), count.below_exactly(only + 1)) == (0, 1)
        for limit in (Fraction(0), Fraction(1, 10**9), Fraction(1, 2), Fraction(1)):
            assert count.most_within(limit) == only
            assert count.is_below_within(only, limit)
            assert count.is_below_within(only + 1, limit) == (limit == 1)

    def test_everything_drawn_from_a_finite_stock(self) -> None:
        count = Count(total=9, stock=4, drawn=9)
        assert (count.lowest, count.highest, count.most_within(HAIR)) == (4, 4, 4)

    def test_with_limit_1_anything_goes(self) -> None:
        assert Count(10, 4, 3).most_within(Fraction(1)) == 3
        assert Count(10, 2, 3).most_within(Fraction(1)) == 2
        assert Count(10, 2, 3, "endless").most_within(Fraction(1)) == 3

    def test_with_limit_0_only_what_is_certain(self) -> None:
        assert Count(10, 8, 5).most_within(Fraction(0)) == 3
        assert Count(2_000_000, 1_000_000, 200_000).most_within(Fraction(0)) == 0
        assert not Count(2_000_000, 1_000_000, 200_000).is_below_within(1, Fraction(0))

    def test_counts_outside_the_possible(self) -> None:
        count = Count(10, 4, 3)
        assert (count.below(-5), count.at_least(-5)) == (0.0, 1.0)
        assert (count.below(99), count.at_least(99)) == (1.0, 0.0)
        assert count.below_exactly(-5) == 0
        assert count.is_below_within(-5, Fraction(0))
        assert not count.is_below_within(99, 1 - HAIR)

    @pytest.mark.parametrize(
        "arguments",
        [
            (3, 4, 1, "finite"),
            (3, -1, 1, "finite"),
            (3, 1, -1, "finite"),
            (3, 1, 4, "finite"),
            (0, 0, 1, "endless"),
            (3, 1, 1, "plenty"),
        ],
    )
    def test_what_can_not_be_is_refused(self, arguments: tuple[int, int, int, str]) -> None:
        with pytest.raises(SettingError):
            Count(*arguments)

    def test_an_endless_supply_gives_more_than_there_is(self) -> None:
        assert Count(3, 1, 40, "endless").highest == 40


class TestTies:
    @pytest.mark.parametrize("supply", ["finite", "endless"])
    @pytest.mark.parametrize("at", [1, 40, 50, 57, 75])
    def test_of_hundreds(self, supply: str, at: int) -> None:
        count = Count(1000, 500, 100, supply)
        exact = count.below_exactly(at)
        assert count.is_below_within(at, exact)
        assert not count.is_below_within(at, exact - HAIR)
        assert count.most_within(exact) == at
        assert count.most_within(exact - HAIR) == at - 1

    @pytest.mark.parametrize(
        "count",
        [
            Count(2_000_000, 1_000_000, 99_999),
            Count(2_000_000, 1_000_000, 99_999, "endless"),
            Count(2_000_000, 99_999, 1_000_000),
        ],
    )
    def test_one_half_by_symmetry_among_millions(self, count: Count) -> None:
        """As many as not: an odd draw from halves holds fewer than its middle half of the time."""
        half = Fraction(1, 2)
        assert count.below_exactly(50_000) == half
        assert count.most_within(half) == 50_000
        assert count.most_within(half - HAIR) == 49_999

    def test_a_single_record_among_millions(self) -> None:
        """It stays out with chance 1 - q/N, here 7/10 on the dot."""
        count = Count(3_000_000, 1, 900_000)
        assert count.below_exactly(1) == Fraction(7, 10)
        assert count.most_within(Fraction(7, 10)) == 1
        assert count.most_within(Fraction(7, 10) - HAIR) == 0

    def test_limits_smaller_than_any_float_difference(self) -> None:
        count = Count(10_000, 5_000, 200)
        exact = count.below_exactly(40)
        assert Fraction(1, 10**20) < exact < Fraction(1, 10**9)
        assert count.most_within(exact) == 40
        assert count.most_within(exact * (1 - Fraction(1, 10**40))) == 39


class TestFarEnds:
    @pytest.mark.parametrize("at", [0, 1, 60, 150, 240, 299, 300])
    @pytest.mark.parametrize("stock", [1_000, 500_000, 2_999_000])
    @pytest.mark.parametrize("supply", ["finite", "endless"])
    def test_counts_in_the_millions_against_sixty_digits(
        self, supply: str, stock: int, at: int
    ) -> None:
        count = Count(3_000_000, stock, 300, supply)
        below, above = digits(count, at)
        for ours, truth in ((count.below(at), below), (count.at_least(at), above)):
            if truth > Decimal("1e-290"):
                assert relative(ours, truth) < 1e-11
            else:
                assert ours <= 1e-280

    @pytest.mark.parametrize("sigmas", [-30, -8, -1, 0, 1, 8, 30])
    def test_large_draws_against_sixty_digits(self, sigmas: int) -> None:
        """40,000 of 4,000,000, a fifth of them in the cell: 8,000 expected, give or take 80."""
        count = Count(4_000_000, 800_000, 40_000)
        at = 8_000 + 80 * sigmas
        below, above = digits(count, at)
        assert relative(count.below(at), below) < 1e-10
        assert relative(count.at_least(at), above) < 1e-10

    def test_no_tail_is_found_by_subtracting_from_1(self) -> None:
        """All of 20 draws in a cell of one in a thousand: 1000 ** -20, whatever 1 - x rounds to."""
        count = Count(1_000, 1, 20, "endless")
        assert count.at_least(20) == pytest.approx(1e-60, rel=1e-12)
        assert Count(1_000, 999, 20, "endless").below(1) == pytest.approx(1e-60, rel=1e-12)

    def test_the_last_count_of_a_finite_stock(self) -> None:
        """All 30 of a cell's records in 100 draws from 1,000,000."""
        truth = Fraction(comb(100, 30), comb(1_000_000, 30))
        ours = Count(1_000_000, 30, 100).at_least(30)
        assert abs(Fraction(ours) / truth - 1) < Fraction(1, 10**12)

    def test_the_caps_of_millions(self) -> None:
        count = Count(4_000_000, 800_000, 40_000)
        for limit in (Fraction(1, 10**12), Fraction(3, 10), 1 - Fraction(1, 10**12)):
            most = count.most_within(limit)
            at, beyond = digits(count, most)[0], digits(count, most + 1)[0]
            assert Fraction(at) <= limit < Fraction(beyond)
