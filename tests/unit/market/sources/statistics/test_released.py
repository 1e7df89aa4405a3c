"""Counts released with noise, or with small ones left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tacit.errors import MarketFileError, TableError
from tacit.market.bounded import Bounded
from tacit.market.market import Market
from tests.helpers.statistics import counts, loaded

TABLE = '[market]\ntable = "t.csv"\ncount = "n"'
SMALL = 'kind = "released"\nsuppressed-below = 10'
NOISY = 'kind = "released"\nnoise = "laplace"\nscale = 2'


def bounds(market: Market) -> tuple[dict[tuple[str, ...], int], dict[tuple[str, ...], int]]:
    assert isinstance(market.knowledge, Bounded)
    return counts(market.knowledge.least), counts(market.knowledge.most)


class TestSuppressed:
    ROWS = "sex,age,n\nF,young,<10\nF,old,25\nM,young,\n"

    def test_a_count_that_was_left_out_is_between_none_and_the_threshold(
        self, tmp_path: Path
    ) -> None:
        market = loaded(tmp_path, SMALL, TABLE, t=self.ROWS)
        assert counts(market) == {("F", "young"): 4, ("F", "old"): 25, ("M", "young"): 4}
        least, most = bounds(market)
        assert least == {("F", "old"): 25}
        assert most == {
            ("F", "young"): 9,
            ("F", "old"): 25,
            ("M", "young"): 9,
            ("M", "old"): 9,
        }

    def test_what_is_not_listed_may_be_said_to_be_empty_and_a_mark_to_hold_one(
        self, tmp_path: Path
    ) -> None:
        more = f'{SMALL}\nunlisted = "empty"\nat-least = 1'
        least, most = bounds(loaded(tmp_path, more, TABLE, t=self.ROWS))
        assert least == {("F", "young"): 1, ("F", "old"): 25, ("M", "young"): 1}
        assert ("M", "old") not in most

    def test_another_mark(self, tmp_path: Path) -> None:
        rows = self.ROWS.replace("<10", "*")
        market = loaded(tmp_path, f'{SMALL}\nmark = "*"', TABLE, t=rows)
        assert "2 of 3: each of these holds 0 to 9" in market.notes[-1]
        with pytest.raises(TableError, match="says '<10', which is no number"):
            loaded(tmp_path, f'{SMALL}\nmark = "*"', TABLE, t=self.ROWS)

    @pytest.mark.parametrize("said", ["7", "-3", "12.5"])
    def test_a_count_that_should_have_been_left_out_is_refused(
        self, tmp_path: Path, said: str
    ) -> None:
        with pytest.raises(TableError, match="those below 10 are said to be left out"):
            loaded(tmp_path, SMALL, TABLE, t=f"sex,age,n\nF,young,{said}\n")

    def test_prices_are_those_of_the_market_file(self, tmp_path: Path) -> None:
        more = f"{TABLE}\n[cost]\nbase = 1\n[cost.per-value.sex]\nM = 2"
        market = loaded(tmp_path, SMALL, more, t=self.ROWS)
        assert market.money(market.total.spend) == 4 + 25 + 3 * 4
        assert isinstance(market.knowledge, Bounded)
        most = market.knowledge.most
        assert most.money(most.total.spend) == 9 + 25 + 3 * 9 + 3 * 9


class TestNoise:
    ROWS = "sex,age,n\nF,young,40.25\nF,old,-1.5\nM,young,7\nM,old,100\n"

    def test_every_count_is_within_what_is_told(self, tmp_path: Path) -> None:
        market = loaded(tmp_path, NOISY, TABLE, t=self.ROWS)
        assert counts(market) == {("F", "young"): 40, ("M", "young"): 7, ("M", "old"): 100}
        least, most = bounds(market)  # four counts: within 8.7 of the truth
        assert least == {("F", "young"): 32, ("M", "old"): 92}
        assert most == {
            ("F", "young"): 48,
            ("F", "old"): 7,
            ("M", "young"): 15,
            ("M", "old"): 108,
        }
        assert "all 4 of them are within 8.7 of the truth" in market.notes[-1]

    def test_noise_and_a_threshold_together(self, tmp_path: Path) -> None:
        more = f"{NOISY}\nsuppressed-below = 5"
        market = loaded(tmp_path, more, TABLE, t="sex,age,n\nF,young,40\nF,old,<5\n")
        least, most = bounds(market)
        assert least == {("F", "young"): 32}
        assert most[("F", "old")] == most[("M", "old")] == 4 + 8

    def test_a_row_without_a_count_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(TableError, match="a row without a count"):
            loaded(tmp_path, NOISY, TABLE, t="sex,age,n\nF,young,4\nF,old,\n")

    def test_counts_of_nothing_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(TableError, match="of no cell"):
            loaded(tmp_path, NOISY, TABLE, t="sex,age,n\nF,young,-4\n")

    def test_over_1000_releases_the_intervals_hold_as_often_as_they_say(self) -> None:
        """The same steps as a table goes through, on a market of 12 cells."""
        from tacit.market.sources.statistics.noise import farthest

        rng = np.random.default_rng(5)
        truth = np.array([0, 3, 8, 20, 55, 90, 140, 12, 0, 33, 61, 250])
        off = farthest("laplace", 3.0, len(truth))
        noisy = truth + rng.laplace(0, 3.0, (1000, len(truth)))
        least, most = np.ceil(noisy - off).clip(0), np.floor(noisy + off).clip(0)
        kept = ((least <= truth) & (truth <= most)).all(axis=1)
        assert kept.mean() >= 0.95 - 3 * (0.95 * 0.05 / 1000) ** 0.5
        shares = most[:, 3] / (least.sum(axis=1) + most[:, 3] - least[:, 3])
        assert (shares[kept] >= truth[3] / truth.sum()).all()


def test_the_column_of_counts_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(MarketFileError, match="need the column that holds them"):
        loaded(tmp_path, SMALL, '[market]\ntable = "t.csv"', t="sex,age,n\nF,old,25\n")
