"""What all who saw a purchase have in common."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from tacit.attackers.confidence import Confidence
from tacit.attackers.observer import Observer, exposed
from tacit.attackers.registry import OBSERVERS
from tacit.errors import EmptyIntent
from tacit.market.purchase import Purchase
from tests.helpers.markets import bought, line


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

    def test_an_empty_true_intent_is_refused(self) -> None:
        market = line([9, 9])
        nothing = market.intent({"x": ["a"]}) & market.intent({"x": ["b"]})
        for observer in OBSERVERS.values():
            with pytest.raises(EmptyIntent):
                observer.confidence(bought(market, a=1), nothing)


class Collector(Observer):
    """Someone who is as sure of a cell as the share of its stock that was bought."""

    name = "collector"
    sees = "how much of each cell was bought up"

    def per_cell(self, purchase: Purchase, at: NDArray[np.intp]) -> list[Confidence]:
        pairs = zip(purchase.bought[at].tolist(), purchase.cells.records[at].tolist(), strict=True)
        return [Confidence(self.name, Fraction(n, stock)) for n, stock in pairs]


class TestANewObserver:
    """`per_cell` is all that one must say."""

    market = line([4, 10, 5])

    def test_the_most_exposed_wanted_cell_is_what_counts(self) -> None:
        seen, want = bought(self.market, a=1, b=5, c=5), self.market.intent({"x": ["a", "b"]})
        assert Collector().confidence(seen, want).upper == Fraction(1, 2)
        found = Collector().per_record(seen, want)
        assert [(cell["x"], sure.upper) for cell, sure in found] == [
            ("b", Fraction(1, 2)),
            ("a", Fraction(1, 4)),
        ]

    def test_what_was_not_bought_exposes_nothing(self) -> None:
        seen, want = bought(self.market, c=5), self.market.intent({"x": ["a", "b"]})
        assert Collector().confidence(seen, want) == Confidence("collector", Fraction(0))

    @pytest.mark.parametrize(("limit", "kept"), [("1/2", True), ("49/100", False)])
    def test_it_is_judged_exactly(self, limit: str, kept: bool) -> None:
        seen, want = bought(self.market, b=5), self.market.intent({"x": ["b"]})
        assert Collector().judge(seen, want, Fraction(limit)).decided is kept

    def test_it_need_not_say_what_may_be_bought_of_a_cell(self) -> None:
        assert not Collector.by_cell
        with pytest.raises(NotImplementedError):
            Collector().most(np.array([4]), 4, 2, Fraction(1, 2))
        with pytest.raises(NotImplementedError):
            Collector().enough(np.array([4]), 4, 2, Fraction(1, 2))


def test_exposed_are_the_wanted_cells_of_which_something_was_bought() -> None:
    market = line([4, 10, 5, 7])
    seen = bought(market, b=1, c=2, d=1)
    at = exposed(seen, market.intent({"x": ["a", "b", "c"]}))
    assert [seen.cells.records[i] for i in at] == [10, 5]
