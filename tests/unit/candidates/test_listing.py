"""Listing candidates: how many there are, all of them, some of them, or too many."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.listing import around, candidates, drawn, how_many
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
    in_a_row = [d.natural_order is not None for d in market.space]
    many = prod(
        n - 1 if row else comb(n, 2) for n, row in zip(market.space.shape, in_a_row, strict=True)
    )
    assert how_many(market, Belief("shape"), pairs) == many == 60
    assert len(candidates(market, Belief("shape"), pairs)) == 60


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

    TABLE = Given.of(
        [{"intent": {"x": [x]}, "weight": w} for x, w in zip("abc", (1, 2, 5), strict=True)]
    )

    @pytest.mark.parametrize("support", ["all", "nonempty"])
    @pytest.mark.parametrize("prior", ["uniform", "records", "cost", "halving", TABLE])
    @pytest.mark.parametrize("kind", ["cells", "shape", "ranges", "boxes", "upto:2", TABLE])
    def test_each_as_often_as_it_is_likely(self, kind: Any, prior: Any, support: str) -> None:
        belief, count = Belief(kind, prior, support), 6_000
        if prior is self.TABLE and kind in ("cells", "shape", "ranges"):
            belief = Belief("boxes", prior, support)
        known = candidates(SHOP, belief, box("ab", "s"))
        rng = np.random.default_rng(8)
        found = drawn(SHOP, belief, box("ab", "s"), box("abc"), count, rng)
        assert found.weights.tolist() == [1] * count
        times = Counter(found.intent(i) for i in range(count))
        for intent, chance in shares(known).items():
            often = float(count * chance)
            assert abs(times.pop(intent, 0) - often) <= 7 * often**0.5 + 1
        assert not times

    def test_further_priors_come_along(self) -> None:
        belief = Belief("boxes", "uniform,records")
        found = drawn(SHOP, belief, None, box("abc"), 30, np.random.default_rng(0))
        assert found.others[0].tolist() == found.held.records.tolist()
        turned = drawn(
            SHOP, Belief("boxes", "records,uniform"), None, box("abc"), 30, np.random.default_rng(0)
        )
        assert turned.others[0].tolist() == [Fraction(1, n) for n in turned.held.records.tolist()]

    def test_those_of_a_list_that_lie_in_the_box(self) -> None:
        found = drawn(SHOP, Belief(self.TABLE), None, box("ab"), 50, np.random.default_rng(0))
        assert {found.intent(i) for i in range(50)} == {box("a"), box("b")}

    def test_of_too_many_only_some_priors_can_be_drawn_from(self) -> None:
        space = Space(tuple(Nominal(f"d{i}", tuple("abcd")) for i in range(11)))
        market = Market.from_cells(space, np.zeros((11, 1), int), [1])
        whole, rng = Box.everything(space), np.random.default_rng(0)
        with pytest.raises(SettingError, match="uniform, records, cost, or a table"):
            drawn(market, Belief("boxes", "halving"), None, whole, 5, rng)
        found = drawn(market, Belief("boxes", "records"), None, whole, 5, rng)
        assert found.held.records.tolist() == [1] * 5


class TestAround:
    def test_all_of_them_where_they_can_be_listed(self) -> None:
        for name in ("cells", "shape", "boxes", "upto:3", "cells+boxes"):
            belief = Belief(name, "uniform,records", "nonempty")
            found, many = around(SHOP, belief, box("ab", "s"), "records")
            assert many == len(found)
            known = candidates(SHOP, belief, box("ab", "s"))
            assert shares(found) == shares(known)
            assert found.others[0].tolist() == known.others[0].tolist()

    @pytest.mark.parametrize("prior", ["uniform", "records,halving"])
    def test_a_part_where_they_can_not(self, monkeypatch: pytest.MonkeyPatch, prior: str) -> None:
        monkeypatch.setattr("tacit.candidates.listing.LISTED", 10)
        monkeypatch.setattr("tacit.candidates.listing.PART", 8)
        belief = Belief("boxes", prior, "nonempty")
        everyone = candidates(SHOP, belief)
        seen: Counter[Any] = Counter()
        for i in range(len(everyone)):
            true = everyone.intent(i)
            found, many = around(SHOP, belief, true, "cost")
            assert many == 21
            assert found.place(true) is not None
            assert len(found) <= 8
            at = everyone.places(everyone)[
                [everyone.place(found.intent(j)) for j in range(len(found))]
            ]
            for weights, all_weights in zip(found.beliefs[:1], everyone.beliefs[:1], strict=True):
                assert weights.tolist() == all_weights[at].tolist()
            seen[tuple(sorted(at.tolist()))] += 1
        assert all(len(part) == times for part, times in seen.items())
        assert sum(map(len, seen)) == len(everyone)

    def test_a_table_may_weigh_what_is_in_another_part(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit.candidates.listing.LISTED", 10)
        monkeypatch.setattr("tacit.candidates.listing.PART", 4)
        table = Given.of(
            [{"intent": {"x": [x]}, "weight": w} for x, w in zip("abc", (1, 2, 5), strict=True)]
        )
        found, _ = around(SHOP, Belief("boxes", table), box("b"), "records")
        assert box("b") in shares(found)

    def test_without_a_true_intent_there_is_no_part(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit.candidates.listing.LISTED", 10)
        with pytest.raises(TooManyCandidates):
            around(SHOP, Belief("boxes"), None, "records")

    def test_one_that_is_no_candidate_is_in_no_part(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit.candidates.listing.LISTED", 2)
        with pytest.raises(SettingError, match="not among the candidates upto:2"):
            around(SHOP, Belief("upto:2"), box("abc"), "records")

    def test_cells_with_records_are_kept_in_few_bytes(self) -> None:
        found, _ = around(SHOP, Belief("cells", support="nonempty"), box("a", "s"), "records")
        assert found.codes is not None
        assert found.codes.dtype == np.uint8


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
