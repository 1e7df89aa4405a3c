"""What everyone who looks at purchases keeps to. Inherit the suite to hold one of your own to it.

class TestMine(ObserverContract):
    @pytest.fixture
    def observer(self) -> Observer:
        return Mine()
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.attackers.observer import Observer
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.contracts.settings import SOME

LINE = Space((Nominal("x", ("a", "b")),))
limits = st.fractions(0, 1, max_denominator=40)


@dataclass(frozen=True)
class Bought:
    """A purchase, and what was truly wanted."""

    purchase: Purchase
    true: Intent


@st.composite
def purchases(draw: st.DrawFn) -> Bought:
    """Some records of some cells of a small market, and cells that were wanted."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    space = Space(tuple(Nominal(f"d{i}", tuple("abc"[:n])) for i, n in enumerate(sizes)))
    stock = draw(st.lists(st.integers(0, 6), min_size=space.size, max_size=space.size))
    stock[0] += 1  # something is on offer
    prices = draw(st.lists(st.integers(0, 4), min_size=space.size, max_size=space.size))
    cube, asked = (np.array(numbers).reshape(space.shape) for numbers in (stock, prices))
    market = Market.from_cube(space, cube, asked, layout=draw(st.sampled_from(["dense", "sparse"])))
    cells = market.cells(market.intent({}))
    counts = np.array([draw(st.integers(0, int(n))) for n in cells.records])
    counts[0] = max(counts[0], int(counts.sum() == 0))
    wanted = {d.name: draw(st.sets(st.sampled_from(d.values), min_size=1)) for d in space}
    true = market.intent({name: sorted(values) for name, values in wanted.items()})
    return Bought(Purchase.of(market, cells, counts), true)


@dataclass(frozen=True)
class Counter:
    """Two cells on offer, a and b; a purchase of `size` records shows both, and a is wanted."""

    market: Market
    size: int

    @property
    def stock(self) -> tuple[int, int]:
        a, b = self.market.records_by_value("x")
        return a, b

    @property
    def counts(self) -> range:
        """How many of a can be bought beside at least one of b."""
        a, b = self.stock
        return range(max(1, self.size - b), min(a, self.size - 1) + 1)

    def buy(self, count: int) -> Purchase:
        codes = np.array([[0, 1]], dtype=np.uint32)
        return Purchase(self.market, codes, np.array([count, self.size - count]))

    def allowed(self, observer: Observer, limit: Fraction) -> int:
        return int(observer.most(*self._asked, limit)[0])

    def needed(self, observer: Observer, target: Fraction) -> int:
        return int(observer.enough(*self._asked, target)[0])

    @property
    def _asked(self) -> tuple[np.ndarray, int, int]:
        a, b = self.stock
        return np.array([a]), a + b, self.size


@st.composite
def counters(draw: st.DrawFn) -> Counter:
    a, b = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    return Counter(Market.from_cube(LINE, [a, b]), draw(st.integers(2, a + b)))


class ObserverContract:
    """The suite; `observer` is the one who is held to it."""

    @pytest.fixture
    def observer(self) -> Observer:
        raise NotImplementedError

    @SOME
    @given(purchases())
    def test_confidence_is_a_share(self, observer: Observer, bought: Bought) -> None:
        found = observer.confidence(bought.purchase, bought.true)
        assert found.attacker == observer.name
        assert isinstance(found.upper, Fraction)
        assert 0 <= found.upper <= 1
        assert found.lower is None or 0 <= found.lower <= found.upper
        if found.estimate is not None:
            assert (found.lower or 0) <= found.estimate <= found.upper

    @SOME
    @given(purchases())
    def test_confidence_is_that_of_the_most_exposed_wanted_cell(
        self, observer: Observer, bought: Bought
    ) -> None:
        most = observer.confidence(bought.purchase, bought.true).upper
        listed = observer.per_record(bought.purchase, bought.true)
        sures = [confidence.upper for _, confidence in listed]
        assert sures == sorted(sures, reverse=True)
        assert max(sures, default=Fraction(0)) == most

    @SOME
    @given(purchases())
    def test_only_what_is_wanted_and_bought_is_exposed(
        self, observer: Observer, bought: Bought
    ) -> None:
        space, counts = bought.purchase.market.space, bought.purchase.counts
        cells = [tuple(map(int, codes)) for codes in bought.purchase.codes.T]
        wanted = set(bought.true.cells())
        exposed = [space.cell(c) for c, n in zip(cells, counts, strict=True) if n and c in wanted]
        listed = [cell for cell, _ in observer.per_record(bought.purchase, bought.true)]
        assert sorted(map(str, listed)) == sorted(map(str, exposed))

    @SOME
    @given(purchases(), limits)
    def test_whether_a_limit_holds_is_decided(
        self, observer: Observer, bought: Bought, limit: Fraction
    ) -> None:
        found = observer.judge(bought.purchase, bought.true, limit)
        plain = observer.confidence(bought.purchase, bought.true)
        assert (found.upper, found.attacker) == (plain.upper, plain.attacker)
        assert found.within(limit) == (plain.upper <= limit)
        assert observer.judge(bought.purchase, bought.true, Fraction(1)).within(Fraction(1))

    @SOME
    @given(purchases())
    def test_the_same_purchase_is_judged_the_same_again(
        self, observer: Observer, bought: Bought
    ) -> None:
        once, again = (observer.confidence(bought.purchase, bought.true) for _ in range(2))
        assert once == again

    @SOME
    @given(counters(), limits)
    def test_one_more_than_the_most_breaks_the_limit(
        self, observer: Observer, counter: Counter, limit: Fraction
    ) -> None:
        if not observer.by_cell:
            with pytest.raises(NotImplementedError):
                counter.allowed(observer, limit)
            return
        most, wanted = counter.allowed(observer, limit), counter.market.intent({"x": ["a"]})
        assert most <= counter.stock[0]
        for count in counter.counts:
            judged = observer.judge(counter.buy(count), wanted, limit)
            assert judged.within(limit) == (count <= most)

    @SOME
    @given(counters(), limits)
    def test_fewer_than_enough_stay_at_the_target_and_enough_reach_it(
        self, observer: Observer, counter: Counter, target: Fraction
    ) -> None:
        if not observer.by_cell:
            with pytest.raises(NotImplementedError):
                counter.needed(observer, target)
            return
        enough, wanted = counter.needed(observer, target), counter.market.intent({"x": ["a"]})
        for count in counter.counts:
            sure = observer.confidence(counter.buy(count), wanted).upper
            assert sure >= target if count >= enough else sure <= target
