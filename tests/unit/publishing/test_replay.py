"""Replaying a method, on tables a person can compute."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest

import tacit
from tacit.attackers.against import Against
from tacit.attackers.em_f import EmF
from tacit.errors import EmptyIntent, IntentError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.market.stacks import Stack, stacked
from tacit.publishing.greedy.for_many import greedy_for_many
from tacit.publishing.greedy.replay import greedy_leading_to, greedy_method, replay_greedy
from tacit.publishing.optimal.rule_out import may_be_optimal, optimal_leading_to
from tacit.publishing.optimal.search import optimal
from tacit.publishing.replay import Outcomes, replay_one_by_one
from tacit.publishing.rules import Rules
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree
from tests.conftest import PAPER_INTENT
from tests.helpers.candidate_stacks import every_box, singles
from tests.helpers.replaying import leading_to
from tests.helpers.small_markets import grid, line

HALF = Fraction(1, 2)
FOUR = "pi-uniform,em-f,em-c,em-fc"


@pytest.fixture(params=["dense", "sparse"])
def layout(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def published(market: Market, replayed: Outcomes) -> list[Any]:
    rows = zip(*replayed.masks, strict=True)
    return [Box.from_masks(market.space, list(masks)).to_json() for masks in rows]


def agrees(market: Market, candidates: Stack, against: str, limit: Any, alpha: Any = HALF) -> bool:
    """Whether all at once is as one by one."""
    attackers = Against.of(against).posts
    each = [Fraction(limit)] * len(attackers)
    method = greedy_method(market, attackers, each, Fraction(alpha))
    once = replay_greedy(market, candidates, attackers, each, Fraction(alpha))
    alone = replay_one_by_one(market, candidates, method)
    pairs = zip(once.masks, alone.masks, strict=True)
    return np.array_equal(once.reached, alone.reached) and all(np.array_equal(*p) for p in pairs)


class TestReplayGreedy:
    def test_each_cell_of_a_line_leads_somewhere(self, layout: str) -> None:
        """With alpha 1 the cheapest other value is taken in; only d outweighs the rest."""
        market = line([5, 2, 1, 9], layout=layout)
        found = replay_greedy(market, singles(market), Against.of("em-f").posts, HALF, Fraction(1))
        assert found.reached.tolist() == [True, True, True, False]
        assert published(market, found) == [
            {"x": ["a", "b", "c", "d"]},
            {"x": ["a", "b", "c"]},
            {"x": ["b", "c"]},
            {"x": []},
        ]

    def test_whoever_needs_no_cover_leads_to_itself(self, layout: str) -> None:
        market = line([0, 7, 5], layout=layout)
        found = replay_greedy(market, singles(market), Against.of("em-f").posts, Fraction(1))
        assert published(market, found) == [{"x": ["a"]}, {"x": ["b"]}, {"x": ["c"]}]

    def test_no_candidates_lead_nowhere(self, layout: str) -> None:
        market = line([3, 7, 5], layout=layout)
        none = [rows[:0] for rows in singles(market)]
        found = replay_greedy(market, none, Against.of(FOUR).posts, HALF)
        assert found.reached.shape == (0,)
        assert found.masks[0].shape == (0, 3)
        all_of_it = market.intent({})
        assert not len(greedy_leading_to(market, none, all_of_it, Against.of(FOUR).posts, HALF))
        four = Against.of(FOUR).posts
        assert not len(may_be_optimal(market, none, all_of_it, four, [HALF] * 4, Rules()))

    def test_every_box_of_all_kinds_of_dimensions(self, layout: str) -> None:
        space = Space(
            (
                Ordinal.of("o", ["a", "b", "c"], order=["b", "c", "a"]),
                Tree.of("t", {"p": ["p1", "p2"], "q": ["q1"]}),
                Matrix("m", ("u", "v"), ((0, 0.1), (0.1, 0))),
                Numeric.binned("n", [10, 20]),
            )
        )
        counts = np.random.default_rng(5).integers(0, 4, space.shape)
        market = Market.from_cube(space, counts, counts % 3 + 1, layout=layout)
        some = [rows[::7] for rows in every_box(market)]
        for against in (*FOUR.split(","), FOUR, "em-fc,pi-uniform"):
            assert agrees(market, some, against, "3/10", "1/3")

    def test_prices_per_value(self, layout: str) -> None:
        prices = {"x": {"a": 1, "b": 5}, "y": {"p": 2, "q": 0, "r": 7}}
        records = [[1, 0, 4], [2, 3, 0], [0, 1, 1]]
        space = grid(records).space
        codes = np.indices((3, 3)).reshape(2, -1)
        market = Market.from_cells(
            space, codes, np.ravel(records), prices_per_value=prices, base="1/2", layout=layout
        )
        for against in ("em-c", "em-fc", FOUR):
            assert agrees(market, every_box(market), against, "2/5")

    def test_limits_of_their_own(self, layout: str) -> None:
        market = grid([[6, 2, 0], [0, 4, 8], [1, 0, 3]], layout=layout)
        attackers = Against.of("em-f,pi-uniform").posts
        limits = [Fraction(2, 3), Fraction(1, 5)]
        candidates = every_box(market)
        once = replay_greedy(market, candidates, attackers, limits)
        alone = replay_one_by_one(
            market, candidates, greedy_method(market, attackers, limits, HALF)
        )
        assert all(np.array_equal(*p) for p in zip(once.masks, alone.masks, strict=True))

    def test_progress_is_told(self) -> None:
        market = line([3, 7, 5, 1])
        told: list[int] = []
        four = Against.of(FOUR).posts
        replay_greedy(market, singles(market), four, HALF, tick=told.append)
        assert sum(told) == 4
        told.clear()
        want = market.intent({"x": ["a", "b"]})
        greedy_leading_to(market, singles(market), want, four, HALF, tick=told.append)
        assert sum(told) == 4
        told.clear()
        method = greedy_method(market, four, [HALF] * 4, HALF)
        leading_to(market, singles(market), want, method, told.append)
        assert sum(told) == 4

    def test_candidates_are_left_as_they_are(self) -> None:
        market = line([3, 7, 5, 1])
        candidates = singles(market)
        replay_greedy(market, candidates, Against.of("em-f").posts, HALF)
        assert np.array_equal(candidates[0], np.eye(4, dtype=bool))


class TestLargeNumbers:
    BIG = 2**60

    def test_counts_beyond_floating_point(self, layout: str) -> None:
        """c holds one record more than b, which only integers see."""
        market = line([self.BIG, self.BIG, self.BIG + 1], layout=layout)
        found = replay_greedy(market, singles(market), Against.of("em-f").posts, HALF, Fraction(0))
        assert published(market, found)[0] == {"x": ["a", "c"]}
        assert agrees(market, every_box(market), FOUR, "1/2")

    @pytest.mark.parametrize("limit", ["1/3", str(HALF - Fraction(1, 10**40)), f"1/{10**18}"])
    @pytest.mark.parametrize("alpha", ["0", "1/3", str(Fraction(1, 10**30)), "1"])
    def test_scores_and_limits_beyond_64_bits(self, limit: str, alpha: str, layout: str) -> None:
        big = self.BIG
        records = [[big, 3, 0], [big // 3, big // 7, 1], [0, 2, big // 5]]
        market = grid(records, prices=[[1, 2, 1], [1, 1, 1], [2, 1, 1]], layout=layout)
        for against in (FOUR, "pi-uniform,em-c", "em-fc"):
            assert agrees(market, every_box(market), against, limit, alpha)

    def test_prices_beyond_64_bits_are_replayed_one_by_one(self, layout: str) -> None:
        records = [[1, 2, 0, 0, 1], [3, 0, 1, 0, 0], [0, 0, 1, 1, 0], [1, 0, 0, 0, 0]]
        market = grid(records, each=2**58, layout=layout)
        attackers = Against.of("em-c").posts
        assert greedy_for_many(market, attackers, [HALF], HALF) is None
        all_of_it, candidates = market.intent({}), [rows[::9] for rows in every_box(market)]
        assert agrees(market, candidates, "em-c,pi-uniform", "3/10")
        found = greedy_leading_to(market, candidates, all_of_it, attackers, HALF)
        assert np.array_equal(
            found, replay_greedy(market, candidates, attackers, HALF).equal(all_of_it)
        )

    def test_a_space_of_more_cells_than_64_bits_count(self) -> None:
        space = Space(tuple(Nominal(f"x{i}", tuple(range(40))) for i in range(20)))
        codes = np.random.default_rng(3).integers(0, 40, (20, 50))
        market = Market.from_cells(space, codes, np.arange(1, 51))
        true = stacked([Box(space, tuple((int(c),) for c in codes[:, i])) for i in range(3)])
        assert agrees(market, true, "pi-uniform,em-f", "3/10")

    def test_a_large_space_with_few_cells_goes_by_those(self) -> None:
        space = Space(tuple(Ordinal(f"x{i}", tuple(range(20))) for i in range(8)))
        codes = np.random.default_rng(3).integers(0, 20, (8, 200))
        market = Market.from_cells(space, codes, np.arange(1, 201))
        assert greedy_for_many(market, Against.of("em-f").posts, [HALF], HALF) is not None
        true = stacked([Box(space, tuple((int(c),) for c in codes[:, i])) for i in range(20)])
        for against in ("pi-uniform", "em-f"):
            assert agrees(market, true, against, "1/10")

    def test_a_dimension_of_very_many_values_is_replayed_one_by_one(self) -> None:
        market = Market.from_cube(Space((Ordinal("x", tuple(range(3000))),)), np.ones(3000, int))
        assert greedy_for_many(market, Against.of("em-f").posts, [HALF], HALF) is None
        some = [rows[:3] for rows in [np.eye(3000, dtype=bool)]]
        assert agrees(market, some, "em-f", "1/3")


class TestOthers:
    def test_an_attacker_of_ones_own_is_replayed_one_by_one(self) -> None:
        class Doubtful(EmF):
            """Believes half of it."""

            name: ClassVar[str] = "em-f"

            def claim(self, market: Market, true: Intent) -> int:
                return super().claim(market, true) // 2

        market = line([6, 2, 1, 9])
        found = replay_greedy(market, singles(market), [Doubtful()], Fraction(1, 3), Fraction(1))
        method = greedy_method(market, [Doubtful()], [Fraction(1, 3)], Fraction(1))
        alone = replay_one_by_one(market, singles(market), method)
        assert np.array_equal(found.masks[0], alone.masks[0])
        assert may_be_optimal(
            market, singles(market), market.intent({}), [Doubtful()], [HALF], Rules()
        ).all()

    def test_any_method_is_replayed_and_may_refuse(self) -> None:
        market = line([6, 2, 1, 9])

        def widest(true: Intent) -> Intent | None:
            return market.intent({}) if 0 in true.codes[0] else None

        found = replay_one_by_one(market, singles(market), widest)
        assert found.reached.tolist() == [True, False, False, False]
        assert leading_to(market, singles(market), market.intent({}), widest).tolist() == [
            True,
            False,
            False,
            False,
        ]

    def test_several_boxes_published_are_not_the_box_around_them(self) -> None:
        market = grid([[1, 2], [3, 4]])
        corners = market.intent([{"x": ["a"], "y": ["p"]}, {"x": ["b"], "y": ["q"]}])
        true = stacked([market.intent({"x": ["a"], "y": ["p"]})])
        assert leading_to(market, true, corners, lambda _: corners).all()
        assert not leading_to(market, true, corners, lambda _: market.intent({})).any()
        four = Against.of(FOUR).posts
        assert not greedy_leading_to(market, true, corners, four, Fraction(1, 4)).any()
        assert may_be_optimal(market, true, corners, four, [HALF] * 4, Rules()).all()
        around = replay_one_by_one(market, true, lambda _: market.intent({}))
        assert around.equal(market.intent({})).all()
        assert not around.equal(corners).any()
        with pytest.raises(IntentError, match="boxes"):
            replay_one_by_one(market, true, lambda _: corners)

    @pytest.mark.parametrize(
        "shapes", [[(2, 3)], [(2, 3), (2, 3)], [(2, 2), (3, 2)], [(2, 2), (2, 2), (2, 2)]]
    )
    def test_what_are_no_candidates_is_refused(self, shapes: Sequence[tuple[int, int]]) -> None:
        market = grid([[1, 2], [3, 4]])
        with pytest.raises(IntentError, match="one row"):
            replay_greedy(
                market, [np.ones(s, bool) for s in shapes], Against.of("em-f").posts, HALF
            )

    def test_empty_candidates_are_refused(self) -> None:
        market = grid([[1, 2], [3, 4]])
        rows = [np.ones((2, 2), bool), np.array([[True, False], [False, False]])]
        with pytest.raises(EmptyIntent):
            replay_greedy(market, rows, Against.of("em-f").posts, HALF)
        with pytest.raises(EmptyIntent):
            leading_to(market, rows, market.intent({}), lambda true: true)


class TestOnAdult:
    def test_the_papers_case_remains_alone(self) -> None:
        """Promised was a confidence of at most 0.3, and 0.25 reached."""
        market = tacit.load("adult")
        true, attackers = market.intent(PAPER_INTENT), Against.of("pi-uniform").posts
        limit = Fraction(3, 10)
        post = greedy_method(market, attackers, [limit], HALF)(true)
        assert post is not None
        assert attackers[0].confidence(market, true, post).upper == Fraction(1, 4)
        candidates = every_box(market)
        assert len(candidates[0]) == 29_295
        found = np.flatnonzero(greedy_leading_to(market, candidates, post, attackers, limit))
        assert len(found) == 1
        assert Box.from_masks(market.space, [rows[found[0]] for rows in candidates]) == true

    @pytest.mark.parametrize("against", ["pi-uniform", "em-f", "em-c", "em-fc", FOUR])
    def test_some_of_its_boxes(self, against: str) -> None:
        market = tacit.load("adult")
        some = [rows[5::977] for rows in every_box(market)]
        assert agrees(market, some, against, "3/10")

    def test_optimal_is_replayed_for_few(self) -> None:
        market = tacit.load("adult")
        true, attackers = market.intent(PAPER_INTENT), Against.of("em-f").posts
        each = [Fraction(3, 10)]

        def method(true: Intent) -> Intent | None:
            return optimal(market, true, attackers, each).published

        post = method(true)
        assert post is not None
        candidates = every_box(market)
        left = may_be_optimal(market, candidates, post, attackers, each, Rules())
        assert left.sum() <= 20
        found = optimal_leading_to(market, candidates, post, attackers, each, Rules(), method)
        at = [int(i) for i in np.flatnonzero(found)]
        boxes = [Box.from_masks(market.space, [rows[i] for rows in candidates]) for i in at]
        assert true in boxes
