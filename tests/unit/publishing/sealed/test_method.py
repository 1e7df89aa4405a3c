"""Sealed as a method: what may be drawn, with which chances, and what that leaves to know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tacit
from tacit._progress import Cancelled, Progress, SearchProgress
from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.method import DrawingMethod, Earlier, Method, Replay, Task
from tacit.publishing.plan import Choice
from tacit.publishing.protect import protect
from tacit.publishing.sealed.method import Sealed, SealedChoice
from tacit.publishing.settings import SealedSettings
from tests.helpers.markets import line, of_four_cells

MARKET = line([5, 1, 2, 4, 3])
TRUE = MARKET.intent({"x": ["b"]})
LIMIT = Fraction(2, 5)


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
                    sure = choice.informed(place)
                    assert sure is not None
                    assert sure.upper == max(chances) / sum(chances)
                    assert (sure.considered, sure.remaining) == (5, sum(c > 0 for c in chances))

    def test_whom_a_post_leaves_is_known(self) -> None:
        choice = chosen()
        for place, post in enumerate(choice.posts):
            left = choice.still_possible(place)
            sure = choice.informed(place)
            assert left is not None
            assert sure is not None
            assert left.considered == 5
            assert len(left.candidates) == len(left.chances) == sure.remaining
            assert max(left.chances) / sum(left.chances) == sure.upper
            for i in range(len(left.candidates)):
                one = left.candidates.intent(i)
                assert chosen(one).chance_of(post.published) * Fraction(1, 5) == left.chances[i]

    def test_the_informed_one_may_have_a_limit_of_its_own(self) -> None:
        choice = chosen(against="informed=1/2")
        assert isinstance(choice, SealedChoice)
        assert choice.limit == Fraction(1, 2)
        sure = [choice.informed(place) for place in range(len(choice.posts))]
        assert all(c is not None and c.within(Fraction(1, 100)) for c in sure)

    def test_the_buyer_is_told_to_draw_once(self) -> None:
        assert any("draw once and keep to it" in note for note in chosen().notes)

    def test_of_several_cells_all_of_that_shape_are_usual(self) -> None:
        """Each of five values is in four of ten pairs, so nothing below 2/5 could be promised."""
        two = MARKET.intent({"x": ["a", "b"]})
        result = protect(MARKET, two, method="sealed", limit=LIMIT, seed=3)
        assert result.to_json()["made_by"]["candidates"] == "shape"
        assert result.confidences[-1].considered == 10
        assert result.holds

    def test_several_boxes_are_refused(self) -> None:
        market = of_four_cells()
        corners = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
        with pytest.raises(SettingError, match="several boxes can't be sealed"):
            protect(market, corners, method="sealed")

    def test_what_is_no_candidate_is_refused(self) -> None:
        with pytest.raises(SettingError, match="not among the candidates") as error:
            chosen(MARKET.intent({"x": ["a", "b"]}), candidates="cells")
        assert error.value.setting == "candidates"


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
            sure = choice.informed(place)
            assert sure is not None
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
        assert sealing.limit == Fraction(1, 3)


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
    ASKED: dict[str, Any] = {"method": "sealed", "seed": 1}  # noqa: RUF012

    @pytest.fixture
    def adult(self, monkeypatch: pytest.MonkeyPatch) -> Market:
        monkeypatch.setattr("tacit.publishing.sealed.method.EVERY", 0)
        return tacit.load("adult")

    @staticmethod
    def wanted(market: Market) -> Box:
        return Box(market.space, tuple((0,) for _ in market.space))

    def test_it_is_told(self, adult: Market) -> None:
        told: list[SearchProgress] = []
        want = self.wanted(adult)
        result = protect(adult, want, progress=told.append, **self.ASKED)  # type: ignore[arg-type]
        assert len(told) > 1
        assert {p.objective for p in told} == {"records"}
        assert all(0 <= p.gap <= 1 and p.bound <= p.best for p in told)
        assert float(told[-1].best) == pytest.approx(649.42, abs=0.02)
        assert [p.looked_at for p in told[:2]] == ["1 rounds", "2 rounds"]
        same = protect(adult, want, **self.ASKED)
        assert result.published == same.published, "who listens changes nothing"

    def test_it_can_be_stopped(self, adult: Market) -> None:
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            protect(adult, self.wanted(adult), progress=stopping, **self.ASKED)
        assert caught.value is stop
