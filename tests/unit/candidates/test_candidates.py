"""Candidates with their weights: what each holds, and where each stands."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import asking, surest_record
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.stacks import stacked
from tests.unit.candidates.shared import COUNTS, PRICES, SHOP, SPACE, box, shares


class TestWhatEachHolds:
    def test_it_is_what_the_market_says(self) -> None:
        for belief in (Belief("cells"), Belief("boxes"), Belief("shape")):
            found = candidates(SHOP, belief, box("ab", "s"))
            for i in range(len(found)):
                assert found.held.one(i) == SHOP.mass(found.intent(i))

    @pytest.mark.parametrize("layout", ["dense", "sparse"])
    def test_where_prices_are_each_cells_own(self, layout: str) -> None:
        market = Market.from_cube(SPACE, COUNTS, PRICES, layout=layout, empty=9)
        found = candidates(market, Belief("cells"))
        assert found.held.price.tolist() == np.array(PRICES).reshape(-1).tolist()
        assert found.held.spend.tolist() == (np.array(PRICES) * COUNTS).reshape(-1).tolist()


class TestLookingUp:
    @pytest.mark.parametrize("kind", ["cells", "boxes"])
    def test_place_is_where_it_stands(self, kind: str) -> None:
        found = candidates(SHOP, Belief(kind))
        assert [found.place(found.intent(i)) for i in range(len(found))] == list(range(len(found)))

    def test_place_of_what_is_no_candidate(self) -> None:
        cells, pairs = (
            candidates(SHOP, Belief("cells")),
            candidates(SHOP, Belief("shape"), box("ab")),
        )
        assert cells.place(box("ab", "s")) is None
        assert cells.place(box("")) is None
        assert pairs.place(box("a")) is None
        assert candidates(SHOP, Belief("cells", support="nonempty")).place(box("a", "q")) is None

    def test_a_union_is_not_the_box_around_it(self) -> None:
        corners = any_of([box("a", "s"), box("b", "q")])
        assert corners.hull == box("ab")
        assert candidates(SHOP, Belief("boxes")).place(box("ab")) is not None
        assert candidates(SHOP, Belief("boxes")).place(corners) is None

    @pytest.mark.parametrize("kind", ["cells", "boxes"])
    def test_within(self, kind: str) -> None:
        found = candidates(SHOP, Belief(kind))
        for outer in (box("ab", "s"), box("c"), box("abc")):
            expected = [found.intent(i) <= outer for i in range(len(found))]
            assert found.within(outer).tolist() == expected

    @pytest.mark.parametrize("kind", ["cells", "boxes"])
    def test_within_several_boxes_not_within_the_box_around_them(self, kind: str) -> None:
        found, cross = candidates(SHOP, Belief(kind)), any_of([box("ab", "s"), box("b")])
        expected = [found.intent(i) <= cross for i in range(len(found))]
        assert found.within(cross).tolist() == expected
        assert found.within(cross).sum() < found.within(cross.hull).sum()
        inner = found.take(np.flatnonzero(expected))
        assert shares(candidates(SHOP, Belief(kind), within=cross)) == shares(inner)

    def test_take_keeps_the_weights(self) -> None:
        found = candidates(SHOP, Belief("boxes", "records"))
        some = found.take(np.array([5, 2]))
        assert [some.intent(0), some.intent(1)] == [found.intent(5), found.intent(2)]
        assert some.weights.tolist() == found.weights[[5, 2]].tolist()

    @pytest.mark.parametrize(("one", "other"), [("cells", "cells"), ("cells", "boxes")])
    def test_places_are_where_each_stands_among_others(self, one: str, other: str) -> None:
        some = candidates(SHOP, Belief(one, support="nonempty"))
        among = candidates(SHOP, Belief(other))
        expected = [among.place(some.intent(i)) for i in range(len(some))]
        assert some.places(among).tolist() == expected
        wide = candidates(SHOP, Belief("shape"), box("ab"))
        assert set(wide.places(candidates(SHOP, Belief("cells"))).tolist()) == {-1}


class TestUnions:
    """A union is what its pieces hold; one of fewer boxes has a box twice."""

    INTENTS = (
        any_of([box("a", "s"), box("b", "q")]),
        box("bc", "q"),
        any_of([box("ab", "s"), box("bc", "q"), box("c")]),
    )

    def found(self) -> Candidates:
        return Candidates.of_intents(SHOP, self.INTENTS, np.array([1, 2, 3]))

    def test_they_come_back(self) -> None:
        found = self.found()
        assert [found.intent(i) for i in range(3)] == list(self.INTENTS)
        assert [found.place(intent) for intent in self.INTENTS] == [0, 1, 2]
        assert found.place(box("ab")) is None, "which is the box around the first"
        turned = found.take(np.array([2, 0]))
        assert turned.intent(1) == self.INTENTS[0]
        assert turned.weights.tolist() == [3, 1]
        assert turned.places(found).tolist() == [2, 0]

    def test_what_they_hold_is_counted_once(self) -> None:
        for market in (SHOP, Market.from_cube(SPACE, COUNTS, PRICES, empty=9)):
            found = Candidates.of_intents(market, self.INTENTS)
            for i, intent in enumerate(self.INTENTS):
                assert found.held.one(i) == market.mass(intent)

    def test_also_where_they_are_many_boxes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit.candidates.candidates.MOST_TOGETHER", 2)
        found = self.found()
        assert [found.held.one(i) for i in range(3)] == [SHOP.mass(i) for i in self.INTENTS]

    def test_within(self) -> None:
        for outer in (box("ab"), box("bc"), box("abc"), self.INTENTS[2]):
            expected = [intent <= outer for intent in self.INTENTS]
            assert self.found().within(outer).tolist() == expected

    def test_covers_has_each_kind_of_cell_once(self) -> None:
        cells = box("abc").cells()
        kinds = {tuple(cell in intent for intent in self.INTENTS) for cell in cells}
        covers = [tuple(row) for row in self.found().covers().tolist()]
        assert sorted(covers) == sorted(kind for kind in kinds if any(kind))

    def test_boxes_and_unions_side_by_side(self) -> None:
        cells = candidates(SHOP, Belief("cells"))
        both = cells.joined(self.found())
        assert len(both) == 9
        assert both.intent(8) == self.INTENTS[2]
        assert cells.joined(cells).codes is not None
        assert both.places(cells).tolist() == [0, 1, 2, 3, 4, 5, -1, -1, -1]

    def test_secrets(self) -> None:
        found = self.found()
        weights = [[4, 1, 0], [2, 0, 1]]
        cells = list(box("abc").cells())
        sums = [
            Fraction(sum(w for w, i in zip(row, self.INTENTS, strict=True) if c in i), sum(row))
            for row in weights
            for c in cells
        ]
        assert surest_record(found, weights) == max(sums)
        assert surest_record(found.take([0, 2]), [[2, 3]]) == 1
        corners = Candidates.of_intents(
            SHOP, [any_of([box("a", "s"), box("b", "q")]), any_of([box("a", "q"), box("b", "s")])]
        )
        assert surest_record(corners, [[2, 3]]) == Fraction(3, 5), "though they have one box around"
        assert asking(found, 0).tolist() == [
            [True, False, False],
            [True, True, False],
            [False, True, False],
        ]
        assert asking(found, 1).tolist() == [[False, False, False], [False, True, False]]

    def test_a_list_may_have_unions(self) -> None:
        listed = [{"intent": intent.to_json()} for intent in self.INTENTS]
        found = candidates(SHOP, Belief(Given.of(listed)))
        assert [found.intent(i) for i in range(3)] == list(self.INTENTS)


def test_boxes_of_single_cells_are_kept_as_cells() -> None:
    cells = Candidates.of_boxes(SHOP, stacked([box("a", "s"), box("c", "q")]))
    assert cells.codes is not None
    assert cells.codes.tolist() == [[0, 2], [0, 1]]
    assert Candidates.of_boxes(SHOP, stacked([box("a", "s"), box("c")])).codes is None


def test_printing_shows_no_value() -> None:
    assert repr(candidates(SHOP, Belief("cells"))) == "Candidates(6 intents, values hidden)"
