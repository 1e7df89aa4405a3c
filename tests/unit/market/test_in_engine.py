"""Cells that stay in an engine: how often it is asked, what it is told, and what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tacit
from tacit.attackers.registry import ATTACKERS
from tacit.errors import TooManyCells
from tacit.intents.box import Box
from tacit.market.fingerprint import fingerprint
from tacit.market.folding import Folding
from tacit.market.in_engine import EngineCube
from tacit.market.market import Market
from tacit.publishing.greedy.expansion import greedy
from tests.helpers.engines import connected, moved
from tests.helpers.walking import many_cells, some_box, walked

SHAPE = (6, 5, 40, 8)
SOME = 100_000
"""Bytes for some hundred cells: not for all, but for those on a few dimensions."""


@pytest.fixture
def engine() -> Iterator[Any]:
    with connected("sqlite") as engine:
        yield engine


@pytest.fixture(scope="module")
def market() -> Market:
    return many_cells(2_000, SHAPE)


def cube_of(market: Market) -> EngineCube:
    assert isinstance(market.cube, EngineCube)
    return market.cube


def asked(market: Market) -> tuple[int, int]:
    """How many queries there were since the cells were looked over, and how many told values."""
    questions = cube_of(market).questions
    return questions.asked - 1, questions.with_values


class TestHowOften:
    def test_the_whole_is_known_from_the_start(self, engine: Any, market: Market) -> None:
        kept = moved(market, engine, memory=0)
        everything = Box.everything(market.space)
        assert (kept.total, kept.peak(everything)) == (market.total, market.peak(everything))
        assert asked(kept) == (0, 0)

    def test_a_box_takes_one_query_for_what_it_holds_and_its_peak(
        self, engine: Any, market: Market
    ) -> None:
        kept, box = moved(market, engine, memory=0), some_box(market)
        for _ in range(2):
            assert (kept.mass(box), kept.peak(box)) == (market.mass(box), market.peak(box))
        assert asked(kept) == (1, 1)

    def test_a_step_takes_one(self, engine: Any, market: Market) -> None:
        kept, box = moved(market, engine, memory=0), some_box(market)
        assert walked(kept, box, 5) == walked(market, box, 5)
        assert asked(kept) == (5, 5)

    def test_greedy_takes_one_a_step_and_one_for_each_end(
        self, engine: Any, market: Market
    ) -> None:
        kept, want = moved(market, engine, memory=0), Box(market.space, ((0, 1),) * len(SHAPE))
        found = tacit.protect(kept, want, method="greedy", against="em-f", limit=0.01)
        right = greedy(market, want, [ATTACKERS["em-f"]], Fraction(1, 100))
        assert (found.published, found.steps) == (right.published, right.steps)
        assert found.mass == market.mass(right.published)
        assert found.steps > 5
        assert asked(kept) == (found.steps + 2, found.steps + 2)

    def test_cells_that_fit_are_fetched_once_whatever_is_asked(
        self, engine: Any, market: Market
    ) -> None:
        kept, want = moved(market, engine), market.intent({"x0": ["v1"], "x3": ["v2", "v3"]})
        found = tacit.protect(kept, want, method="greedy", against="em-f", limit=0.1)
        right = tacit.protect(market, want, method="greedy", against="em-f", limit=0.1)
        assert (found.published, found.headline) == (right.published, right.headline)
        assert kept.records_by_value("x1") == market.records_by_value("x1")
        assert Folding.of(kept, (1, 2)) is not None
        assert asked(kept) == (1, 0)

    def test_all_boxes_with_the_same_dimensions_whole_take_one_that_tells_no_value(
        self, engine: Any, market: Market
    ) -> None:
        kept = moved(market, engine, memory=SOME)
        assert not cube_of(kept).fits
        for values in (["v1"], ["v0", "v3"]):
            box = market.intent({"x0": values, "x2": ["v7", "v9"]})
            assert (kept.mass(box), kept.peak(box)) == (market.mass(box), market.peak(box))
            assert walked(kept, box, 4) == walked(market, box, 4)
        assert asked(kept) == (1, 0)

    def test_a_box_that_grows_is_asked_about_until_its_shadow_fits(
        self, engine: Any, market: Market
    ) -> None:
        kept, start = moved(market, engine, memory=SOME), some_box(market)
        mine, its = kept.growth(start), market.growth(start)
        for code in range(SHAPE[2]):
            mine.add(2, code)
            its.add(2, code)
        for dimension, code in ((0, 1), (1, 1), (3, 1)):
            assert mine.mass == its.mass
            assert mine.frontier.spend.tolist() == its.frontier.spend.tolist()
            mine.add(dimension, code)
            its.add(dimension, code)
        assert asked(kept) == (1, 0)

    def test_a_value_that_is_inside_already_changes_nothing(
        self, engine: Any, market: Market
    ) -> None:
        kept, box = moved(market, engine, memory=0), some_box(market)
        growth = kept.growth(box)
        before = growth.mass
        growth.add(0, box.codes[0][0])
        assert growth.mass == before == market.mass(box)
        assert asked(kept) == (1, 1)


class TestWhatDoesNotFit:
    def test_a_list_of_too_many_cells_is_refused_with_what_to_do(
        self, engine: Any, market: Market
    ) -> None:
        kept = moved(market, engine, memory=SOME)
        with pytest.raises(TooManyCells, match="needs 2,000 cells that stay in the engine") as told:
            kept.cells(Box.everything(market.space))
        assert told.value.setting == "memory"

    def test_the_cells_of_a_small_box_are_listed(self, engine: Any, market: Market) -> None:
        kept, box = moved(market, engine, memory=SOME), some_box(market, 2)
        found, right = kept.cells(box), market.cells(box)
        assert len(right.records)
        assert found.codes.tolist() == right.codes.tolist()
        assert found.spend.tolist() == right.spend.tolist()

    def test_how_many_records_have_each_value_always_fits(
        self, engine: Any, market: Market
    ) -> None:
        kept = moved(market, engine, memory=0)
        for name in market.space.names:
            assert kept.records_by_value(name) == market.records_by_value(name)
        assert asked(kept) == (len(SHAPE), 0)

    def test_nobody_can_be_replayed_so_the_headline_is_not_known(
        self, engine: Any, market: Market
    ) -> None:
        kept, want = moved(market, engine, memory=0), some_box(market, 2)
        post = tacit.protect(kept, want, method="greedy", against="em-f", limit=0.2)
        assert not post.headline.known
        assert "stay in the engine" in post.headline.sentence
        assert not post.holds
        found = tacit.audit(kept, want, post)
        assert not found.headline.known
        assert "stay in the engine" in found.headline.sentence
        right = tacit.audit(market, want, post.published, made_by=post.procedure)
        outsiders = [one.upper for one in right.protected if one.attacker != "informed"]
        assert [one.upper for one in found.protected if one.attacker != "informed"] == outsiders

    def test_the_fingerprint_is_then_another_but_the_same_each_time(
        self, engine: Any, market: Market
    ) -> None:
        one, again = (fingerprint(moved(market, engine, memory=0)) for _ in range(2))
        assert one == again != fingerprint(market)
        other = many_cells(2_000, SHAPE, seed=1)
        assert fingerprint(moved(other, engine, memory=0)) != one
        assert fingerprint(moved(market, engine)) == fingerprint(market)


class TestFewerDimensions:
    WANT: dict[str, Any] = {"x0": ["v1"], "x3": ["v2"]}  # noqa: RUF012

    def test_cells_are_folded_in_the_engine(self, engine: Any, market: Market) -> None:
        kept = moved(market, engine, memory=SOME)
        found, right = Folding.of(kept, (1, 2)), Folding.of(market, (1, 2))
        assert found is not None
        assert right is not None
        assert found.folded.total == right.folded.total
        assert found.price_unit == right.price_unit
        mine, its = (one.folded.cells(Box.everything(one.folded.space)) for one in (found, right))
        for column, other in zip(mine, its, strict=True):
            assert np.array_equal(column, other)
        assert asked(kept) == (1, 0)

    def test_and_refused_where_even_those_do_not_fit(self, engine: Any, market: Market) -> None:
        with pytest.raises(TooManyCells):
            Folding.of(moved(market, engine, memory=SOME), (0,))

    def test_they_are_counted_before_they_are_said_not_to_fit(self, engine: Any) -> None:
        space = many_cells(1, (300, 300, 3)).space
        codes = np.array([np.arange(900) % 10, np.arange(900) % 10, np.arange(900) // 300])
        codes[1] += 10 * (np.arange(900) % 300 // 10)
        market = Market.from_cells(space, codes[:, :300], np.ones(300, dtype=int), layout="sparse")
        kept = moved(market, engine, memory=100 * 32 * 4)
        assert len(cube_of(kept).onto((0, 2)).records) == 10
        assert asked(kept) == (2, 0)

    def test_sealed_draws_the_same_as_in_memory(self, engine: Any, market: Market) -> None:
        kept = moved(market, engine, memory=SOME)
        found = tacit.protect(kept, self.WANT, seed=3)
        right = tacit.protect(market, self.WANT, seed=3)
        assert (found.published, found.mass) == (right.published, right.mass)
        assert found.headline == right.headline
        assert found.holds == right.holds
        assert asked(kept)[1] == 0
        assert tacit.audit(kept, self.WANT, found).headline == found.headline

    @pytest.mark.parametrize("against", ["em-f", "em-fc"])
    def test_optimal_and_the_frontier_are_the_same_for_who_goes_by_records_or_cost(
        self, engine: Any, market: Market, against: str
    ) -> None:
        kept = moved(market, engine, memory=SOME)
        found = tacit.protect(kept, self.WANT, method="optimal", against=against, limit=0.01)
        right = tacit.protect(market, self.WANT, method="optimal", against=against, limit=0.01)
        assert (found.mass.records, found.proof.status) == (right.mass.records, "optimal")
        mine, its = (
            tacit.frontier(m, self.WANT, against=against, points=5) for m in (kept, market)
        )
        assert mine.rows() == its.rows()
        assert asked(kept) == (1, 0)

    def test_who_goes_by_cells_needs_them_all(self, engine: Any, market: Market) -> None:
        kept = moved(market, engine, memory=SOME)
        with pytest.raises(TooManyCells):
            tacit.protect(kept, self.WANT, method="optimal", against="pi-uniform", limit=0.1)
