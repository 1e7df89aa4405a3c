"""One shape for all methods: a new one need only choose, and the rest has a slow path."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from tacit._progress import Progress
from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.errors import SettingError
from tacit.publishing.method import Method, Pace, Replay, Task, unreachable
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import GreedySettings, OptimalSettings
from tests.helpers.markets import line
from tests.unit.publishing.toy import Widest, WidestSettings, registered

MARKET = line([1, 4, 9, 6])
ALL = MARKET.intent({})
HELD = Against.of("em-f", "1/5")


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with registered(Widest()):
        yield


def everyone(kind: str = "boxes") -> Candidates:
    return candidates(MARKET, Belief(kind))


def task(*values: str, cells: int = 1) -> Task:
    return Task(MARKET, MARKET.intent({"x": list(values)}), HELD, WidestSettings(cells))


class TestTheSlowPath:
    """What a method has that says only what it would publish."""

    def test_it_is_replayed_one_by_one(self) -> None:
        assert Widest().pace(WidestSettings()) is Pace.EACH
        asked = Replay(MARKET, HELD, WidestSettings(2), everyone())
        found = Widest().replayed(asked)
        (only,) = np.flatnonzero(found.reached)
        few = MARKET.intent({"x": ["a", "b"]})
        assert everyone().intent(only) == few, "of two cells, none with over 4 of 20 records"
        assert found.equal(ALL).tolist() == found.reached.tolist()

    def test_each_candidate_leads_there_or_does_not(self) -> None:
        asked = Replay(MARKET, Against.of("em-f", 1), WidestSettings(2), everyone())
        true = MARKET.intent({"x": ["a"]})
        chances = Widest().leading_to(asked, ALL, true)
        assert chances == [Fraction(everyone().intent(i).size > 1) for i in range(15)]
        assert not any(Widest().leading_to(asked, true, true))

    @pytest.mark.parametrize("name", ["greedy", "optimal", "sealed"])
    def test_it_says_what_every_method_says_sooner(self, name: str) -> None:
        """The slow path is the judge of what each method replaces it by."""
        kind = "cells" if name == "sealed" else "boxes"
        against = None if name == "sealed" else "em-f"
        how = Procedure.of(method=name, against=against, limit="2/5")
        true = MARKET.intent({"x": ["a"]})
        choice = how.choose(MARKET, true)
        for post in choice.posts:
            inside = candidates(MARKET, Belief(kind), within=post.published)
            asked = how.replay(MARKET, inside)
            quick = how.method.leading_to(asked, post.published, true)
            assert quick == Method.leading_to(how.method, asked, post.published, true)
            assert sum(quick) > 0

    def test_progress_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        Widest().replayed(Replay(MARKET, HELD, WidestSettings(), everyone(), told.append))
        assert [p.done for p in told] == list(range(16))
        assert {(p.phase, p.total) for p in told} == {("replaying candidates", 15)}

    def test_several_boxes_are_not_replayed(self) -> None:
        asked = Replay(MARKET, HELD, OptimalSettings(boxes=2), everyone())
        with pytest.raises(SettingError, match="publish one box") as error:
            METHODS["optimal"].replayed(asked)
        assert error.value.setting == "boxes"


class TestTasks:
    def test_whom_to_hold_at_which_limit(self) -> None:
        asked = Task(MARKET, ALL, Against.of("em-f=0.1, em-c", 0.2), GreedySettings())
        assert [a.name for a in asked.attackers] == ["em-f", "em-c"]
        assert asked.limits == (Fraction(1, 10), Fraction(1, 5))

    def test_the_boxes_that_may_be_published_keep_the_rules(self) -> None:
        asked = Task(MARKET, MARKET.intent({"x": ["a"]}), HELD, GreedySettings(never={"x": ["c"]}))
        assert asked.boxes.allowed.tolist() == [True, True, False, True]

    def test_a_limit_out_of_reach_names_the_worst(self) -> None:
        """Of 20 records and 4 cells: em-f 6/20 for 1/5, pi-uniform 1/4 for 1/3."""
        asked = Task(
            MARKET,
            MARKET.intent({"x": ["d"]}),
            Against.of("pi-uniform=1/3, em-f", "1/5"),
            GreedySettings(),
        )
        error = unreachable(asked)
        assert error is not None
        assert (error.attacker, error.limit, error.lowest) == (
            "em-f",
            Fraction(1, 5),
            Fraction(3, 10),
        )
        assert unreachable(task("a")) is None

    def test_nobody_to_hold_is_always_within_reach(self) -> None:
        asked = Task(MARKET, ALL, Against.nobody("1/100"), GreedySettings())
        assert unreachable(asked) is None

    def test_a_refusal_is_no_publication(self) -> None:
        assert Widest().published(task("a")) == ALL
        assert Widest().published(task("a", cells=2)) is None
        assert Widest().published(task("c", "d")) is None, "em-f can't be held"


def test_all_candidates_may_be_refused() -> None:
    asked = Replay(MARKET, Against.of("em-f", "1/1000"), WidestSettings(), everyone())
    found = Widest().replayed(asked)
    assert not found.reached.any()
    assert not np.hstack(found.masks).any()
