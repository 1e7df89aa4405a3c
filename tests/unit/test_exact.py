"""Numbers stay as the user wrote them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from tacit._defaults import LARGEST
from tacit._exact import Number, exact, in_ticks, share
from tacit.errors import SettingError


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (0.3, Fraction(3, 10)),
        (0.1 + 0.2, Fraction(30000000000000004, 10**17)),
        (1e-7, Fraction(1, 10**7)),
        (2, Fraction(2)),
        (-1.5, Fraction(-3, 2)),
        ("0.3", Fraction(3, 10)),
        (" 0.3 ", Fraction(3, 10)),
        ("1/3", Fraction(1, 3)),
        ("1 / 3", Fraction(1, 3)),
        ("-2/4", Fraction(-1, 2)),
        ("1e3", Fraction(1000)),
        (Decimal("0.10"), Fraction(1, 10)),
        (Fraction(5, 7), Fraction(5, 7)),
        (np.float64(0.3), Fraction(3, 10)),
        (np.int64(7), Fraction(7)),
    ],
)
def test_a_number_is_read_as_it_is_written(written: Number, meant: Fraction) -> None:
    assert exact(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "",
        "x",
        "1/0",
        "1/x",
        "0.1/0.3",
        "1/2/3",
        "nan",
        "inf",
        "-inf",
        float("nan"),
        float("inf"),
        True,
    ],
)
def test_what_is_no_finite_number_is_refused(written: Number) -> None:
    with pytest.raises(SettingError, match="finite number"):
        exact(written)


@pytest.mark.parametrize("limit", [1, "1", 0.001, "1/3", 1.0])
def test_a_share_lies_above_zero_and_up_to_one(limit: Number) -> None:
    assert share("limit", limit) == exact(limit)


@pytest.mark.parametrize("limit", [0, -0.1, 1.0000001, "4/3", "-1/3", 30])
def test_a_share_outside_is_refused_by_its_name(limit: Number) -> None:
    with pytest.raises(SettingError, match="the limit must be above 0 and at most 1"):
        share("limit", limit)


def test_ticks_are_whole_multiples_of_one_unit() -> None:
    assert in_ticks([0.5, 1.25, 2]) == ([2, 5, 8], Fraction(1, 4))
    assert in_ticks([0.1, 0.2]) == ([1, 2], Fraction(1, 10))
    assert in_ticks(["1/3", "1/2"]) == ([2, 3], Fraction(1, 6))
    assert in_ticks([3, 4]) == ([3, 4], Fraction(1))
    assert in_ticks([]) == ([], Fraction(1))


def test_ticks_lead_back_to_the_numbers() -> None:
    numbers = [0.1, 0.25, 7, "2/3"]
    ticks, tick = in_ticks(numbers)
    assert [count * tick for count in ticks] == [exact(number) for number in numbers]


def test_the_largest_total_fits_the_integers_we_count_with() -> None:
    assert int(np.int64(LARGEST)) == LARGEST
    assert np.iinfo(np.int64).max >= 2 * (LARGEST - 1)


@pytest.mark.parametrize("written", ["1." + "3" * 5_000, "9" * 1_500, "1e2000"])
def test_a_number_of_too_many_digits_is_refused_at_once(written: str) -> None:
    with pytest.raises(SettingError, match="too many digits"):
        exact(written)


def test_numbers_without_a_common_unit_worth_the_name_are_refused() -> None:
    with pytest.raises(SettingError, match="too fine"):
        in_ticks([f"1/{10**90 + n}" for n in range(1, 100)])
