"""Does a purchase look blind? On markets where every blind purchase can be listed."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tacit.attackers.looks_blind import Blindness, compared, in_post, unlike_blind
from tests.helpers.markets import bought, line


def share_as_uneven(stock: tuple[int, ...], counts: tuple[int, ...]) -> float:
    """The share of all blind purchases at least as far from the market's proportions."""
    fair = [sum(counts) * n / sum(stock) for n in stock]

    def distance(held: list[int]) -> float:
        return sum((n - f) ** 2 / f for n, f in zip(held, fair, strict=True))

    cells = [i for i, n in enumerate(stock) for _ in range(n)]
    draws = [[d.count(i) for i in range(len(stock))] for d in combinations(cells, sum(counts))]
    ours = distance(list(counts))
    return sum(distance(held) >= ours - 1e-9 for held in draws) / len(draws)


@pytest.mark.parametrize("counts", [(3, 1, 1), (1, 2, 2), (2, 2, 1)])
def test_the_interval_holds_the_share_of_all_blind_purchases(counts: tuple[int, ...]) -> None:
    stock = (4, 5, 6)
    seen = bought(line(stock), **dict(zip("abc", counts, strict=True)))
    found = unlike_blind(seen, np.random.default_rng(5))
    assert found.low <= share_as_uneven(stock, counts) <= found.high
    assert found.low <= found.share <= found.high
    assert found.high - found.low < 0.05


def test_the_most_even_purchase_is_the_least_striking() -> None:
    found = unlike_blind(bought(line([20, 20]), a=5, b=5), np.random.default_rng(0))
    assert found.share == 1.0


def test_a_lopsided_purchase_tells() -> None:
    found = unlike_blind(bought(line([500, 500]), a=90, b=10), np.random.default_rng(0))
    assert found.share == 0
    assert found.tells
    assert found.verdict.startswith("it does not look like a blind draw: 0% of")


def test_the_same_seed_finds_the_same() -> None:
    seen = bought(line([20, 30, 50]), a=7, b=3, c=10)
    first, again = (unlike_blind(seen, np.random.default_rng(3)) for _ in range(2))
    assert first == again


def test_beyond_what_can_be_simulated_nothing_is_known() -> None:
    seen = bought(line([10**9, 10]), a=1, b=1)
    assert unlike_blind(seen, np.random.default_rng(0)) == Blindness(0.5, 0.0, 1.0, 0.5, 0.0, 1.0)


@pytest.mark.parametrize(
    ("low", "high", "tells", "words"),
    [
        (0.001, 0.009, True, "does not look like a blind draw"),
        (0.992, 0.999, True, "is too even for a blind draw"),
        (0.005, 0.02, False, "may not look like a blind draw"),
        (0.98, 0.995, False, "may not look like a blind draw"),
        (0.3, 0.4, False, "it looks like a blind draw"),
    ],
)
def test_the_verdict_rests_on_the_interval(
    low: float, high: float, tells: bool, words: str
) -> None:
    found = Blindness((low + high) / 2, low, high, (low + high) / 2, low, high)
    assert found.tells is tells
    assert words in found.verdict


def test_the_most_even_purchase_there_is_tells_nothing_if_many_blind_ones_are_as_even() -> None:
    """Two of four and three of six come out of nearly half of all blind draws of five."""
    found = unlike_blind(bought(line([4, 6]), a=2, b=3), np.random.default_rng(0))
    assert found.share == 1
    assert 0.4 < found.more < 0.6
    assert not found.tells
    assert found.verdict.startswith("it looks like a blind draw")


def test_programs_get_the_share_and_its_interval() -> None:
    assert Blindness(0.35, 0.3, 0.4, 0.3, 0.25, 0.35).to_json() == {
        "share": 0.35,
        "interval": [0.3, 0.4],
    }


class TestStrata:
    STOCK = np.array([300, 300, 40, 60])
    STRATUM = np.array([0, 0, 1, 1])

    def found(self, *bought: int, stratum: Any = STRATUM) -> Blindness:
        return compared(self.STOCK, np.array(bought), stratum, np.random.default_rng(0))

    def test_as_many_are_drawn_of_each_as_were_bought_of_it(self) -> None:
        """Far from the market's proportions, but not from those within the strata."""
        assert self.found(10, 10, 20, 30, stratum=None).tells
        assert not self.found(10, 10, 20, 30).tells

    def test_what_is_uneven_within_a_stratum_tells(self) -> None:
        assert self.found(30, 0, 4, 6).tells

    def test_a_stratum_of_which_nothing_was_bought_plays_no_part(self) -> None:
        alone = compared(self.STOCK[:2], np.array([12, 8]), None, np.random.default_rng(0))
        assert self.found(12, 8, 0, 0) == alone

    def test_a_stratum_of_one_cell_is_as_it_must_be(self) -> None:
        assert self.found(9, 4, 2, 1, stratum=np.arange(4)).share == 1

    def test_the_interval_holds_the_share_of_all_draws(self) -> None:
        """Of two and of three from four of each kind: the chances multiply, as the draws do."""
        stock, counts = np.array([4, 4, 3, 3]), np.array([2, 0, 2, 1])
        found = compared(stock, counts, self.STRATUM, np.random.default_rng(1))
        expected = 0
        for first in combinations("aaaabbbb", 2):
            for other in combinations("cccddd", 3):
                far = (first.count("a") - 1) ** 2 * 2 + (other.count("c") - 1.5) ** 2 * 4 / 3
                expected += far >= 2 + 1 / 3 - 1e-9
        assert found.low <= expected / (28 * 20) <= found.high

    def test_very_many_cells_are_put_together_within_their_strata(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit.attackers.looks_blind.MOST_CELLS", 30)
        stock, stratum, rng = np.full(90, 20), np.arange(90) % 3, np.random.default_rng(0)
        drawn = rng.multivariate_hypergeometric(stock, 300)
        assert not compared(stock, drawn, stratum, rng).tells
        chosen = np.where(np.arange(90) < 15, 20, 0)
        assert compared(stock, chosen, stratum, rng).tells


def test_picking_one_kind_out_of_a_post_tells() -> None:
    """Among what was seen, one kind alone, it is all there could be; among the post it is not."""
    market = line([30, 30, 30])
    picked, rng = bought(market, a=20), np.random.default_rng(0)
    assert not unlike_blind(picked, rng).tells
    assert in_post(picked, market.intent({}), rng).tells
    assert not in_post(bought(market, a=7, b=6, c=7), market.intent({}), rng).tells
