"""Candidates with their weights: what each holds, and where each stands."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
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


def test_boxes_of_single_cells_are_kept_as_cells() -> None:
    cells = Candidates.of_boxes(SHOP, stacked([box("a", "s"), box("c", "q")]))
    assert cells.codes is not None
    assert cells.codes.tolist() == [[0, 2], [0, 1]]
    assert Candidates.of_boxes(SHOP, stacked([box("a", "s"), box("c")])).codes is None


def test_printing_shows_no_value() -> None:
    assert repr(candidates(SHOP, Belief("cells"))) == "Candidates(6 intents, values hidden)"
