"""Markets known between two counts: every market between them is tried."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tacit.intents.intent import Intent
from tacit.market.bounded import Bounded
from tacit.market.folding import Folding
from tacit.market.market import Market
from tests.helpers.markets import FOUR_CELLS, line


def on(market: Market, *names: str) -> Intent:
    return market.intent({"x": list(names)})


class TestBounded:
    LEAST, ABOUT, MOST = [2, 0, 10, 5], [4, 1, 12, 5], [6, 3, 14, 5]

    def known(self, prices: list[int] | None = None) -> Bounded:
        return Bounded(line(self.LEAST, prices), line(self.MOST, prices), "")

    @pytest.mark.parametrize("prices", [None, [1, 4, 2, 3]])
    @pytest.mark.parametrize("want", ["a", "ab", "bd"])
    @pytest.mark.parametrize("post", ["abd", "abcd"])
    def test_the_ends_are_those_of_every_market_between(
        self, want: str, post: str, prices: list[int] | None
    ) -> None:
        known = self.known(prices)
        each = prices or [1] * 4
        found = []
        ranges = [range(a, b + 1) for a, b in zip(self.LEAST, self.MOST, strict=True)]
        for counts in product(*ranges):
            spent = {name: n * p for name, n, p in zip("abcd", counts, each, strict=True)}
            whole = sum(spent[name] for name in post)
            found.append(max(Fraction(spent[name], whole) for name in want) if whole else 0)
        lower, upper = known.share("spend", on(known.least, *want), on(known.least, *post))
        assert upper == max(found)
        assert lower <= min(found)
        if len(want) == 1:
            assert lower == min(found)

    def test_a_target_is_where_the_upper_end_comes_within_the_limit(self) -> None:
        limit = Fraction(3, 10)
        for rest in range(40):
            known = Bounded(line([2, rest]), line([6, rest + 3]), "")
            true, everything = on(known.least, "a"), on(known.least, "a", "b")
            reached = known.least.total.records >= known.target("records", limit, true)
            upper = known.share("records", true, everything).upper
            assert reached == (upper <= limit)
            assert known.at_most("records", true, known.least.total) == upper

    def test_folding_adds_up_both(self) -> None:
        least = Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]])
        most = Market.from_cube(FOUR_CELLS, [[6, 9], [9, 4]])
        market = replace(least, knowledge=Bounded(least, most, ""))
        folding = Folding.of(market, {1})
        assert folding is not None
        known = folding.folded.knowledge
        assert isinstance(known, Bounded)
        assert known.least.records_by_value("sex") == [8, 4]
        assert known.most.records_by_value("sex") == [15, 13]

    def test_it_is_within_a_factor_only_if_no_cell_may_be_empty(self) -> None:
        assert self.known().factor is None
        assert Bounded(line([2, 5]), line([6, 5]), "").factor == 9

    def test_sure_bounds_hold_always(self) -> None:
        assert self.known().to_json()["level"] == 1.0
        assert replace(self.known(), surely=False).to_json()["level"] == 0.95
