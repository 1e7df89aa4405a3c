from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.purchasing import stopping
from tacit.purchasing.spending import Spending
from tacit.purchasing.stopping import Mean, Stopping


def stops(prices: list[int], wanted: list[int], size: int, *steps: tuple[int, int]) -> Stopping:
    """One record at each price."""
    spending = Spending(np.ones(len(prices), dtype=np.int64), np.array(prices))
    return Stopping(spending, np.array(wanted), size, steps)


@pytest.mark.parametrize(
    ("stopping", "mean"),
    [
        # Two records, 1 and 3: the first fits and the other does not.
        (stops([1, 3], [1, 0], 2, (1, 3)), Fraction(1, 2)),
        # The dear one alone does not fit: a draw that begins with it is made again.
        (stops([1, 3], [1, 0], 2, (1, 2)), Fraction(1)),
        # Two of 1, 2 and 4, for 4: of six orders two buy 1 and 2, one 1, one 2, and two 4.
        (stops([1, 2, 4], [1, 0, 0], 2, (1, 4)), Fraction(3, 6)),
        (stops([1, 2, 4], [0, 0, 1], 2, (1, 4)), Fraction(2, 6)),
    ],
)
def test_the_mean_of_a_few_records_is_found_by_hand(stopping: Stopping, mean: Fraction) -> None:
    assert float(stopping.mean.low) == pytest.approx(float(mean), abs=1e-12)
    assert stopping.mean.low == stopping.mean.high


@pytest.mark.parametrize("most", [0, 500], ids=["bounded", "simulated"])
def test_where_it_is_not_worked_out_it_lies_between(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "WORK", 0)
    monkeypatch.setattr(stopping, "MOST_SIMULATED", most)
    found = stops([1, 2, 4], [1, 0, 0], 2, (1, 4)).mean
    assert found.low < Fraction(1, 2) < found.high <= 1
    assert found.low <= found.value <= found.high


def test_what_is_lost_is_simulated_more_closely_than_what_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prices = list(range(1, 41))
    worked_out = stops(prices, [1] * 40, 30, (1, 600)).mean.value
    monkeypatch.setattr(stopping, "WORK", 0)
    found = stops(prices, [1] * 40, 30, (1, 600)).mean
    assert found.low < worked_out < found.high
    assert found.high - found.low < 1


def test_a_draw_falls_short_as_often_as_the_first_record_does_not_fit() -> None:
    assert stops([1, 3], [1, 0], 2, (1, 2)).falls_short == pytest.approx(1 / 2)
    assert stops([1, 3], [1, 0], 2, (1, 3)).falls_short == 0


def test_a_larger_rebate_that_always_fits_keeps_a_draw_from_falling_short() -> None:
    assert stops([1, 3], [1, 0], 2, (1, 2), (2, 4)).falls_short == 0


def test_it_is_one_number_or_two_as_people_read_it() -> None:
    assert Mean(Fraction(2), Fraction(2)).words == "2.0"
    assert Mean(Fraction("2.01"), Fraction("2.02")).words == "2.0"
    assert Mean(Fraction(2), Fraction(3)).words == "2.0 to 3.0"
