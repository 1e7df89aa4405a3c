"""Optimal as a method: one box or several, with proof, told while it searches."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
import pytest

import tacit
from tacit._progress import Cancelled, Progress
from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.paper.expansion import TRUE_INTENT_2
from tacit.publishing.method import Method, Pace, Replay, Task
from tacit.publishing.optimal.method import Optimal
from tacit.publishing.optimal.search import optimal
from tacit.publishing.plan import Proof
from tacit.publishing.settings import OptimalSettings
from tests.helpers.choosing import choose
from tests.helpers.markets import line
from tests.helpers.nine_cells import CORNERS, grid

MARKET = line([5, 2, 1, 9, 4])
HELD = Against.of("em-f, pi-uniform", "2/5")
TRUE = MARKET.intent({"x": ["a"]})


def test_it_is_the_search_for_the_cheapest_box() -> None:
    choice = Optimal().choose(Task(MARKET, TRUE, HELD, OptimalSettings()))
    plan = optimal(MARKET, TRUE, HELD.posts, HELD.limits)
    assert (choice.published, choice.worth) == (plan.published, plan.proof)
    assert isinstance(choice.worth, Proof)
    assert choice.worth.status == "optimal"


def test_several_boxes_where_those_are_cheaper() -> None:
    market = grid([[10, 30, 90], [90, 90, 90], [90, 30, 10]])
    held = Against.of("em-f", "1/8")
    one, two = (
        Optimal().choose(Task(market, CORNERS, held, OptimalSettings(boxes=n))).published
        for n in (1, 2)
    )
    assert (len(one.boxes), market.mass(one).records) == (1, 200)
    assert (len(two.boxes), market.mass(two).records) == (2, 80)


@pytest.mark.parametrize(
    "settings",
    [{}, {"objective": "cells"}, {"never": {"x": ["c"]}}, {"always": {"x": ["d"]}}],
    ids=str,
)
def test_most_candidates_are_ruled_out_and_the_answers_are_the_same(
    settings: dict[str, Any],
) -> None:
    own = OptimalSettings.of(**settings)
    assert Optimal().pace(own) is Pace.SIFTED
    published = Optimal().choose(Task(MARKET, TRUE, HELD, own)).published
    inside = candidates(MARKET, Belief("boxes"), within=published)
    replay = Replay(MARKET, HELD, own, inside)
    quick = Optimal().leading_to(replay, published, TRUE)
    assert quick == Method.leading_to(Optimal(), replay, published, TRUE)
    place = inside.place(TRUE)
    assert place is not None
    assert quick[place] == Fraction(1)


def test_several_boxes_are_replayed_one_by_one() -> None:
    market = grid(np.array([[10, 5, 0], [5, 90, 0], [0, 0, 0]]))
    true = market.intent({"x": ["a"], "y": ["p"]})
    held, own = Against.of("em-f", "1/2"), OptimalSettings(boxes=2)
    published = Optimal().choose(Task(market, true, held, own)).published
    assert len(published.boxes) == 2
    inside = candidates(market, Belief("cells"), within=published)
    chances = Optimal().leading_to(Replay(market, held, own, inside), published, true)
    place = inside.place(true)
    assert place is not None
    assert chances[place] == 1


class TestProgress:
    """Synthetic's second case takes some hundred branches; the clock moves whenever it is asked."""

    @pytest.fixture(autouse=True)
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = count()
        for module in ("_progress", "publishing.optimal.search"):
            monkeypatch.setattr(f"tacit.{module}.monotonic", clock.__next__)

    ASKED: dict[str, Any] = {  # noqa: RUF012
        "against": "pi-uniform",
        "limit": 0.3,
        "method": "optimal",
        "seconds": 10**6,
    }

    def test_it_is_told(self) -> None:
        told: list[Progress] = []
        market = tacit.load("synthetic")
        choose(market, TRUE_INTENT_2, progress=told.append, **self.ASKED)
        assert len(told) > 20
        phases = list(dict.fromkeys(one.phase for one in told))
        assert phases == ["finding a good start", "searching", "asking every attacker"]

    def test_it_can_be_stopped(self) -> None:
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            choose(tacit.load("synthetic"), TRUE_INTENT_2, progress=stopping, **self.ASKED)
        assert caught.value is stop
