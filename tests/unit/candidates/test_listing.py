"""Listing candidates: how many there are, all of them, some of them, or too many."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates, drawn, how_many
from tacit.errors import SettingError, TooManyCandidates
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.unit.candidates.shared import SHOP, SPACE, box, shares


def test_on_adult() -> None:
    market = load("adult")
    beliefs = [Belief("cells"), Belief("cells", support="nonempty"), Belief("boxes")]
    found = [candidates(market, belief) for belief in beliefs]
    assert [len(one) for one in found] == [240, 155, 29_295]
    assert [how_many(market, belief, None) for belief in beliefs] == [240, 155, 29_295]
    pairs = Box(market.space, tuple((0, 1) for _ in market.space))
    assert how_many(market, Belief("shape"), pairs) == 6 * 10 * 3
    assert len(candidates(market, Belief("shape"), pairs)) == 180


def test_only_some_are_asked_for() -> None:
    outer = box("ab", "s")
    for kind in ("cells", "boxes"):
        for belief in (Belief(kind, support="nonempty"), Belief(kind, "records"), Belief(kind)):
            found = candidates(SHOP, belief)
            inner = found.take(np.flatnonzero(found.within(outer)))
            assert shares(candidates(SHOP, belief, within=outer)) == shares(inner)


@pytest.mark.parametrize(("true", "kind"), [(box("a", "s"), "cells"), (box("ab", "s"), "shape")])
def test_the_usual_class_is_that_of_the_true_intent(true: Box, kind: str) -> None:
    usual, named = Belief("usual"), Belief(kind)
    assert shares(candidates(SHOP, usual, true)) == shares(candidates(SHOP, named, true))
    assert how_many(SHOP, usual, true) == how_many(SHOP, named, true)


class TestDrawing:
    def test_those_drawn_lie_in_the_box(self) -> None:
        rng = np.random.default_rng(2)
        found = drawn(SHOP, Belief("boxes"), None, box("ab", "q"), 40, rng)
        assert {found.intent(i) for i in range(40)} == {
            box("a", "q"),
            box("b", "q"),
            box("ab", "q"),
        }

    @pytest.mark.parametrize(
        "belief", [Belief("boxes", "records"), Belief(Given.of([{"x": ["a"]}]))]
    )
    def test_only_from_a_uniform_prior(self, belief: Belief) -> None:
        with pytest.raises(SettingError, match="only a uniform prior"):
            drawn(SHOP, belief, None, box("abc"), 5, np.random.default_rng(0))


class TestRefusals:
    def test_no_candidate_is_left(self) -> None:
        empty = Market.from_cube(SPACE, np.zeros((3, 2), int))
        for belief in (Belief("cells", "records"), Belief("cells", support="nonempty")):
            with pytest.raises(SettingError, match="no candidate is left"):
                candidates(empty, belief)

    def test_too_many(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(11)))
        market = Market.from_cells(space, np.zeros((11, 1), int), [1])
        ones = Box(space, tuple((0,) for _ in space))
        for belief, many in ((Belief("cells"), 4**11), (Belief("boxes"), 15**11)):
            assert how_many(market, belief, None) == many
            with pytest.raises(TooManyCandidates, match=f"{many:,}") as error:
                candidates(market, belief)
            assert error.value.many == many
            assert error.value.setting == "candidates"
        with pytest.raises(TooManyCandidates):
            candidates(market, Belief("shape"), ones)
        assert len(candidates(market, Belief("cells", support="nonempty"))) == 1

    def test_weights_too_large_to_add_up(self) -> None:
        market = Market.from_cube(SPACE, [[2**60, 0], [2**60, 0], [2**60, 0]])
        with pytest.raises(SettingError, match="too large"):
            candidates(market, Belief("boxes", "records"))
