"""Sealed as a method: what may be drawn, with which chances, and what that leaves to know."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import tacit
from tacit._progress import Cancelled, Progress
from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.method import DrawingMethod, Earlier, Method, Replay, Task
from tacit.publishing.plan import Choice
from tacit.publishing.procedure import Procedure
from tacit.publishing.sealed.method import Sealed, SealedChoice
from tacit.publishing.settings import SealedSettings
from tests.helpers.choosing import choose
from tests.helpers.markets import FOUR_CELLS, line, of_four_cells
from tests.helpers.small_markets import grid
from tests.helpers.whole_program import sure

MARKET = line([5, 1, 2, 4, 3])
TRUE = MARKET.intent({"x": ["b"]})
LIMIT = Fraction(2, 5)
GRID = grid([[4, 1, 3, 2], [2, 3, 4, 4], [3, 5, 1, 4]])


def chosen(true: Box = TRUE, against: Any = "informed", **settings: Any) -> Choice:
    own = Sealed().settled(SealedSettings.of(**settings), true)
    return Sealed().choose(Task(MARKET, true, Against.of(against, LIMIT), own))


class TestWhatMayBeDrawn:
    def test_chances_add_up_and_each_post_holds_what_is_wanted(self) -> None:
        choice = chosen()
        assert sum(post.chance for post in choice.posts) == 1
        assert len({post.published for post in choice.posts}) == len(choice.posts) > 1
        for post in choice.posts:
            assert TRUE <= post.published != TRUE
            assert post.steps == post.published.size - 1
            assert post.chance > 0

    def test_no_post_makes_anyone_surer_than_the_limit(self) -> None:
        """Counted by hand: of all that may be drawn for every cell, the share of each cell."""
        cells = [MARKET.intent({"x": [x]}) for x in "abcde"]
        choices = [chosen(cell) for cell in cells]
        posts = {post.published for choice in choices for post in choice.posts}
        for post in posts:
            chances = [choice.chance_of(post) for choice in choices]
            assert max(chances) <= LIMIT * sum(chances)
            for choice, chance in zip(choices, chances, strict=True):
                if chance:
                    place = [p.published for p in choice.posts].index(post)
                    (sure,) = choice.informed(place)
                    assert sure.upper == max(chances) / sum(chances)
                    assert (sure.considered, sure.remaining) == (5, sum(c > 0 for c in chances))

    def test_whom_a_post_leaves_is_known(self) -> None:
        choice = chosen()
        for place, post in enumerate(choice.posts):
            left = choice.still_possible(place)
            (sure,) = choice.informed(place)
            assert left is not None
            assert left.considered == 5
            assert len(left.candidates) == len(left.chances) == sure.remaining
            assert max(left.chances) / sum(left.chances) == sure.upper
            for i in range(len(left.candidates)):
                one = left.candidates.intent(i)
                assert chosen(one).chance_of(post.published) == left.chances[i]

    def test_the_informed_one_may_have_a_limit_of_its_own(self) -> None:
        choice = chosen(against="informed=1/2")
        assert isinstance(choice, SealedChoice)
        assert choice.limit == Fraction(1, 2)
        sure = [c for place in range(len(choice.posts)) for c in choice.informed(place)]
        assert all(c.within(Fraction(1, 100)) for c in sure)

    def test_of_several_cells_all_of_that_shape_are_usual(self) -> None:
        """Each of five values is in four of ten pairs, so nothing below 2/5 could be promised."""
        two = MARKET.intent({"x": ["a", "b"]})
        result = choose(MARKET, two, method="sealed", limit=LIMIT, seed=3)
        assert result.to_json()["made_by"]["candidates"] == "shape"
        assert result.confidences[-1].considered == 10
        assert result.held

    def test_of_several_boxes_unions_like_it_are_usual(self) -> None:
        """Both diagonals of four cells, each as likely; only all four cells hold either."""
        market = of_four_cells()
        corners = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
        result = choose(market, corners, method="sealed", limit="1/2", seed=1, support="all")
        assert result.to_json()["made_by"]["candidates"] == "unions"
        assert (result.published.size, result.confidences[-1].considered) == (4, 2)
        assert result.held
        with pytest.raises(UnreachableLimit) as error:
            choose(market, corners, method="sealed", limit="2/5", support="all")
        assert error.value.lowest == Fraction(1, 2)

    def test_what_can_not_be_held_where_it_matters_is_out_of_reach(self) -> None:
        """Race A has 6 of 12 records, whatever the sex: em-f is 1/2 sure, though of a cell 1/3."""
        market = Market.from_cube(FOUR_CELLS, [[4, 4], [2, 2]])
        want, asked = {"race": ["A"]}, {"method": "sealed", "against": "em-f,informed=1"}
        with pytest.raises(UnreachableLimit) as error:
            choose(market, want, limit="2/5", **asked)
        assert (error.value.attacker, error.value.lowest) == ("em-f", Fraction(1, 2))
        assert choose(market, want, limit="1/2", **asked).published.size == 4

    def test_what_is_no_candidate_is_refused(self) -> None:
        with pytest.raises(SettingError, match="not among the candidates") as error:
            chosen(MARKET.intent({"x": ["a", "b"]}), candidates="cells")
        assert error.value.setting == "candidates"

    def test_nor_is_it_taken_for_one_that_it_is_in_fewer_dimensions(self) -> None:
        """All that are listed have both sexes; women alone are not on the list."""
        market = Market.from_cube(FOUR_CELLS, [[4, 4], [2, 2]])
        listed = [{"race": ["A"]}, {"race": ["B"]}]
        asked: dict[str, Any] = {"method": "sealed", "candidates": listed, "against": "em-f"}
        with pytest.raises(SettingError, match="not among the candidates"):
            choose(market, {"sex": ["F"], "race": ["A"]}, limit="1/2", **asked)
        found = tacit.audit(
            market, {"sex": ["F"], "race": ["A"]}, market.intent({}),
            made_by=Procedure.of(limit="1/2", **asked),
        ).finding  # fmt: skip
        assert found is not None
        assert (found.confidence.remaining, found.possible) == (2, False)


class TestSettling:
    def test_it_draws_from_what_is_settled_before(self) -> None:
        assert isinstance(Sealed(), DrawingMethod)
        assert Sealed().draws
        own = SealedSettings.of(candidates="cells")
        sealing = Sealed().settle(MARKET, Against.of("informed", LIMIT), own, None)
        found = sealing.holding(sealing.place(TRUE)).mechanism
        chances = {found.intent(u): c for u, c in found.chances(1).items()}
        assert chances == {post.published: post.chance for post in chosen().posts}

    def test_earlier_posts_leave_fewer_to_hide_among(self) -> None:
        own, held = SealedSettings.of(candidates="cells"), Against.of("informed", LIMIT)
        left = candidates(MARKET, Belief("cells")).take(np.array([0, 1, 3]))
        earlier = Earlier(MARKET.intent({"x": ["a", "b", "d"]}), left)
        sealing = Sealed().settle(MARKET, held, own, None, earlier)
        assert sealing.considered == 3
        choice = Sealed().choose(Task(MARKET, TRUE, held, own, earlier))
        for place in range(len(choice.posts)):
            (sure,) = choice.informed(place)
            assert (sure.considered, sure.upper <= LIMIT) == (3, True)

    def test_the_settings_say_what_is_settled(self) -> None:
        own = SealedSettings.of(
            objective="cells", contiguous=False, bare=True, effort=7, candidates="cells"
        )
        sealing = Sealed().settle(MARKET, Against.of("em-f=1/2, informed=1/3"), own, None)
        form = sealing.form
        assert (form.objective, form.contiguous, form.bare, form.effort) == (
            "cells",
            False,
            True,
            7,
        )
        assert ([a.name for a in form.attackers], form.limits) == (["em-f"], (Fraction(1, 2),))
        assert sealing.secrets == Secrets(Fraction(1, 3))

    def test_what_must_be_kept_is_lowered_by_the_factor(self) -> None:
        """Odds of 1 to 2 halved are 1 to 4, and of 3 to 2, 3 to 4."""
        own = SealedSettings.of(candidates="cells", hide="x=3/5", within=2)
        sealing = Sealed().settle(GRID, Against.of("informed=1/3"), own, None)
        assert sealing.secrets == Secrets(Fraction(1, 5), {"x": Fraction(3, 7)})


class TestSecretsAndBeliefs:
    """A grid of twelve cells: x hidden, two priors, and all within a factor of them."""

    SETTINGS: dict[str, Any] = {  # noqa: RUF012
        "candidates": "cells",
        "support": "all",
        "prior": "uniform,records",
        "hide": "x=3/5",
        "within": "5/4",
    }

    @pytest.fixture
    def choices(self) -> dict[Intent, Choice]:
        own, held = SealedSettings.of(**self.SETTINGS), Against.of("informed", LIMIT)
        cells = candidates(GRID, Belief("cells"))
        wants = [cells.intent(v) for v in range(len(cells))]
        return {want: Sealed().choose(Task(GRID, want, held, own)) for want in wants}

    def test_no_post_makes_anyone_surer_than_a_limit(self, choices: dict[Intent, Choice]) -> None:
        """From the chances alone, by whoever reckons with some of the candidates more."""
        posts = {post.published for choice in choices.values() for post in choice.posts}
        assert len(posts) > 1
        held = [1] * 12, [GRID.mass(want).records for want in choices]
        for post in posts:
            lead = {v: c for v, w in enumerate(choices) if (c := choices[w].chance_of(post))}
            secrets = [({v}, LIMIT) for v in lead]
            secrets += [({4 * x + y for y in range(4)}, Fraction(3, 5)) for x in range(3)]
            for (who, limit), belief in product(secrets, held):
                more = [w * (Fraction(5, 4) if v in who else 1) for v, w in enumerate(belief)]
                assert sure(who, more, lead) <= limit

    def test_each_secret_has_a_row(self, choices: dict[Intent, Choice]) -> None:
        for choice in choices.values():
            for place in range(len(choice.posts)):
                record, value = choice.informed(place)
                assert (record.attacker, value.attacker) == ("informed", "informed:x")
                assert (record.limit, value.limit) == (None, Fraction(3, 5))
                assert record.upper <= LIMIT
                assert value.upper <= Fraction(3, 5)
                assert record.considered == 12

    def test_what_was_known_before_is_told_of_every_dimension(
        self, choices: dict[Intent, Choice]
    ) -> None:
        left = next(iter(choices.values())).still_possible(0)
        assert left is not None
        assert [known.dimension for known in left.before or ()] == ["x", "y"]

    def test_a_value_that_is_too_likely_beforehand_is_told(self) -> None:
        settings = {**self.SETTINGS, "hide": "x=0.35", "within": 1}
        with pytest.raises(UnreachableLimit, match="values of 'x'") as error:
            choose(GRID, {"x": ["a"], "y": ["p"]}, method="sealed", limit=LIMIT, **settings)
        known = max(GRID.mass(GRID.intent({"x": [x]})).records for x in "abc")
        assert error.value.lowest == Fraction(known, GRID.total.records)


class TestReplaying:
    @pytest.mark.parametrize("kind", ["cells", "boxes"])
    def test_it_says_what_choosing_for_each_says(self, kind: str) -> None:
        own = SealedSettings.of(candidates="cells")
        held = Against.of("informed", LIMIT)
        for post in chosen().posts:
            inside = candidates(MARKET, Belief(kind), within=post.published)
            replay = Replay(MARKET, held, own, inside)
            quick = Sealed().leading_to(replay, post.published, TRUE)
            assert quick == Method.leading_to(Sealed(), replay, post.published, TRUE)
            place = inside.place(TRUE)
            assert place is not None
            assert quick[place] == post.chance

    def test_what_is_never_drawn_nobody_leads_to(self) -> None:
        own, held = SealedSettings.of(candidates="cells"), Against.of("informed", LIMIT)
        replay = Replay(MARKET, held, own, candidates(MARKET, Belief("cells"), within=TRUE))
        assert Sealed().leading_to(replay, TRUE, TRUE) == [Fraction(0)]


class TestProgress:
    HELD = Against.of("informed", Fraction(3, 10))

    @pytest.fixture
    def task(self, monkeypatch: pytest.MonkeyPatch) -> Task:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        adult = tacit.load("adult")
        want = Box(adult.space, tuple((0,) for _ in adult.space))
        return Task(adult, want, self.HELD, SealedSettings.of(candidates="cells"))

    def test_it_is_told(self, task: Task) -> None:
        told: list[Progress] = []
        choice = Sealed().choose(replace(task, progress=told.append))
        rounds = [p for p in told if p.best is not None]
        assert {p.objective for p in rounds} == {"records"}
        assert all(p.bound <= p.best and 0 <= p.gap <= 1 for p in rounds)  # type: ignore[operator]
        assert rounds[-1].best == pytest.approx(649.42, abs=0.02)
        assert {p.unit for p in rounds} == {"rounds"}
        assert sorted({p.done for p in rounds})[:2] == [1, 2]
        assert choice.posts == Sealed().choose(task).posts, "who listens changes nothing"

    def test_phase_by_phase(self, task: Task) -> None:
        told: list[Progress] = []
        Sealed().choose(replace(task, progress=told.append))
        assert list(dict.fromkeys(p.phase for p in told)) == [
            "listing candidates",
            "putting candidates into blocks",
            "finding boxes to draw",
            "settling the chances",
            "making them exact",
            "proving what it costs at least",
        ]
        exact = [p for p in told if p.phase == "making them exact"]
        assert [p.done for p in exact] == list(range(exact[0].total + 1))  # type: ignore[operator]

    def test_costs_are_told_in_money(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        own = SealedSettings.of(candidates="cells", objective="cost")
        market = line([4, 3, 9, 1, 5, 6], prices=["0.5"] * 6)
        task = Task(market, market.intent({"x": ["a"]}), self.HELD, own)
        choice = Sealed().choose(replace(task, progress=told.append))
        last = [p for p in told if p.best is not None][-1]
        assert last.objective == "cost"
        expected = choice.block.expected("spend") * market.money_tick  # type: ignore[attr-defined]
        assert last.best == pytest.approx(float(expected))

    @pytest.mark.parametrize("moment", range(6))
    def test_it_can_be_stopped_in_every_phase(self, task: Task, moment: int) -> None:
        stop, phases = Cancelled(), set[str]()

        def stopping(told: Progress) -> None:
            phases.add(told.phase)
            if len(phases) > moment:
                raise stop

        with pytest.raises(Cancelled) as caught:
            Sealed().choose(replace(task, progress=stopping))
        assert caught.value is stop


class TestTheLowestLimit:
    """What an error names can be reached, for all who must be held; and hardly less can."""

    @pytest.mark.parametrize("want", ["a", "b", "e", "h"])
    @pytest.mark.parametrize("asked", ["1/100", "1/10", "1/8", "1/5"])
    def test_it_is_reached(self, want: str, asked: str) -> None:
        market = line([1, 2, 4, 8, 16, 32, 64, 9])
        true = market.intent({"x": [want]})
        try:
            result = choose(market, true, method="sealed", limit=asked, seed=1)
        except UnreachableLimit as error:
            lowest = error.lowest
            assert lowest > Fraction(asked)
            result = choose(market, true, method="sealed", limit=lowest, seed=1)
            with pytest.raises(UnreachableLimit):
                choose(market, true, method="sealed", limit=lowest * Fraction(99, 100), seed=1)
        assert result.held

    def test_others_must_be_protected_too_to_be_hidden_among(self) -> None:
        """At 1/2 the other value can't be held, and without it there is nobody to hide among."""
        market = line([1, 3])
        true = market.intent({"x": ["a"]})
        with pytest.raises(UnreachableLimit) as error:
            choose(market, true, method="sealed", limit="1/4")
        assert Fraction(3, 4) <= error.value.lowest <= Fraction(3, 4) * Fraction(1001, 1000)

    def test_one_with_a_limit_of_its_own_has_a_lowest_of_its_own(self) -> None:
        market = line([1, 3, 4])
        with pytest.raises(UnreachableLimit) as error:
            choose(
                market, market.intent({"x": ["c"]}), method="sealed", against="em-f=0.1", limit=0.5
            )
        assert (error.value.attacker, error.value.lowest) == ("em-f", Fraction(1, 2))

    def test_where_everything_is_wanted_nothing_can_be_hidden(self) -> None:
        market = line([1, 3, 4])
        with pytest.raises(UnreachableLimit) as error:
            choose(market, market.intent({}), method="sealed", limit=0.5)
        assert error.value.lowest == 1
