"""Greedy as a method: its settings, and how it is replayed for many."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit._progress import Cancelled, Progress
from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.publishing.greedy.every_alpha import best_alpha
from tacit.publishing.greedy.expansion import greedy
from tacit.publishing.greedy.method import Greedy
from tacit.publishing.method import Method, Pace, Replay, Task
from tacit.publishing.settings import GreedySettings
from tests.helpers.markets import line

MARKET = line([5, 2, 1, 9, 4])
HELD = Against.of("em-f, pi-uniform", "2/5")
TRUE = MARKET.intent({"x": ["a"]})
PINS: list[dict[str, Any]] = [{}, {"never": {"x": ["c"]}}, {"always": {"x": ["d"]}}]


def asked(**settings: Any) -> Task:
    return Task(MARKET, TRUE, HELD, GreedySettings.of(**settings))


@pytest.mark.parametrize("alpha", ["0", "1/3", "1"])
def test_it_is_the_papers_expansion(alpha: str) -> None:
    choice = Greedy().choose(asked(alpha=alpha))
    plan = greedy(MARKET, TRUE, HELD.posts, HELD.limits, Fraction(alpha))
    assert (choice.published, choice.alpha) == (plan.published, Fraction(alpha))
    assert choice.posts[0].steps == plan.steps
    assert choice.worth is None, "nothing is known beyond the floor"


def test_auto_finds_the_best_alpha() -> None:
    choice = Greedy().choose(asked(alpha="auto"))
    plan = best_alpha(MARKET, TRUE, HELD.posts, HELD.limits)
    assert (choice.published, choice.alpha) == (plan.published, plan.alpha)


@pytest.mark.parametrize("pins", PINS)
@pytest.mark.parametrize("alpha", ["1/2", "auto"])
def test_all_at_once_only_for_one_alpha_and_without_pins(pins: dict[str, Any], alpha: str) -> None:
    pace = Greedy().pace(GreedySettings.of(alpha=alpha, **pins))
    assert pace is (Pace.EACH if pins or alpha == "auto" else Pace.MANY)


@pytest.mark.parametrize("pins", PINS)
@pytest.mark.parametrize("alpha", ["1/2", "auto"])
def test_however_it_is_replayed_the_answers_are_the_same(pins: dict[str, Any], alpha: str) -> None:
    everyone = candidates(MARKET, Belief("boxes"))
    replay = Replay(MARKET, HELD, GreedySettings.of(alpha=alpha, **pins), everyone)
    quick, slow = Greedy().replayed(replay), Method.replayed(Greedy(), replay)
    assert np.array_equal(quick.reached, slow.reached)
    assert np.array_equal(np.hstack(quick.masks), np.hstack(slow.masks))


class TestProgress:
    REPLAY = (MARKET, HELD, GreedySettings(), candidates(MARKET, Belief("boxes")))

    def test_it_is_told_all_the_way(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        Greedy().replayed(Replay(*self.REPLAY, told.append))
        last = told[-1]
        assert (last.phase, last.done, last.total) == ("replaying candidates", 31, 31)

    @pytest.mark.parametrize(
        ("alpha", "phase", "unit"),
        [("1/2", "widening the intent", "steps"), ("auto", "trying every alpha", "ways")],
    )
    def test_so_are_the_steps_for_one_intent(
        self, monkeypatch: pytest.MonkeyPatch, alpha: str, phase: str, unit: str
    ) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        task = Task(MARKET, TRUE, HELD, GreedySettings.of(alpha=alpha), progress=told.append)
        Greedy().choose(task)
        assert {(p.phase, p.unit) for p in told} == {(phase, unit)}
        assert told[0].done == 0
        assert told[-1].done == max(p.done for p in told if p.done is not None) > 0

    @pytest.mark.parametrize("settings", [GreedySettings(), GreedySettings(alpha=None)])
    def test_it_can_be_stopped(
        self, settings: GreedySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        replay = Replay(MARKET, HELD, settings, self.REPLAY[-1], stopping)
        for work in (Greedy().replayed, lambda r: Greedy().leading_to(r, MARKET.intent({}), TRUE)):
            with pytest.raises(Cancelled) as caught:
                work(replay)
            assert caught.value is stop
