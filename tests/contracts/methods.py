"""What every publish method keeps to. Inherit the suite to hold one of your own to it.

    class TestMine(MethodContract):
        @pytest.fixture
        def method(self) -> Method:
            return Mine()

A method that needs settings to be quick on small markets gives them in `settings`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tacit.attackers.against import Against
from tacit.attackers.registry import INFORMED
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.errors import TacitError
from tacit.intents.box import Box
from tacit.publishing.method import Method, Replay, Task, unreachable
from tacit.publishing.plan import Choice
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS
from tests.contracts.settings import SOME
from tests.helpers.judged_markets import Case, attacker_sets, boxes, cases

LIMITS = (Fraction(1, 3), Fraction(1, 2), Fraction(4, 5), Fraction(1))


def asked_of(
    method: Method,
    case: Case,
    data: st.DataObject,
    settings: dict[str, Any],
    *,
    single: bool = False,
) -> Task:
    """A question that the method can answer, perhaps about a single cell: the limits can be reached."""
    market = data.draw(st.sampled_from([case.dense, case.sparse]))
    names = data.draw(attacker_sets)
    limit = data.draw(st.sampled_from(LIMITS))
    against = Against.of([*names, INFORMED] if method.draws else names, limit)
    wanted = data.draw(boxes(case.space))
    true = Box(case.space, tuple((codes[0],) for codes in wanted.codes)) if single else wanted
    own = method.settled(method.settings.of(**settings), true)
    task = Task(market, true, against, own)
    assume(unreachable(task) is None)
    return task


class MethodContract:
    """The suite; `method` is the one that is held to it."""

    settings: ClassVar[dict[str, Any]] = {}

    @pytest.fixture
    def method(self) -> Method:
        raise NotImplementedError

    def choose(self, method: Method, task: Task) -> Choice:
        """What the method would publish; cases that it refuses in plain words are left out."""
        try:
            return method.choose(task)
        except TacitError:
            assume(False)
            raise

    @SOME
    @given(cases(), st.data())
    def test_chances_add_up_and_every_post_holds_what_is_wanted(
        self, method: Method, case: Case, data: st.DataObject
    ) -> None:
        task = asked_of(method, case, data, self.settings)
        choice = self.choose(method, task)
        assert sum((post.chance for post in choice.posts), Fraction(0)) == 1
        assert all(post.chance > 0 for post in choice.posts)
        assert all(task.true <= post.published for post in choice.posts)
        assert method.draws or len(choice.posts) == 1

    @SOME
    @given(cases(), st.data())
    def test_every_attacker_is_held_by_every_post(
        self, method: Method, case: Case, data: st.DataObject
    ) -> None:
        task = asked_of(method, case, data, self.settings)
        choice = self.choose(method, task)
        for place, post in enumerate(choice.posts):
            for attacker in task.attackers:
                sure = case.confidence(attacker.name, task.true, post.published)
                assert sure <= task.against.limit_of(attacker.name)
            informed = choice.informed(place)
            assert bool(informed) == method.draws
            assert all(sure.within(task.against.limit) for sure in informed)

    @SOME
    @given(cases(), st.data())
    def test_it_answers_the_same_again_and_what_is_drawn_is_a_post(
        self, method: Method, case: Case, data: st.DataObject
    ) -> None:
        task = asked_of(method, case, data, self.settings)
        choice, again = self.choose(method, task), self.choose(method, task)
        assert [(p.published, p.chance) for p in choice.posts] == [
            (p.published, p.chance) for p in again.posts
        ]
        assert 0 <= choice.draw(np.random.default_rng(0)) < len(choice.posts)

    @SOME
    @given(cases(), st.data())
    def test_a_replay_says_what_choosing_for_each_says(
        self, method: Method, case: Case, data: st.DataObject
    ) -> None:
        task = asked_of(method, case, data, self.settings, single=method.draws)
        published = self.choose(method, task).posts[0].published
        inside = candidates(task.market, Belief("cells"), within=published)
        asked = Replay(task.market, task.against, task.settings, inside)
        found = method.leading_to(asked, published, task.true)
        plain = Method.leading_to(method, asked, published, task.true)
        assert found == plain

    def test_its_settings_survive_being_told(self, method: Method) -> None:
        made = Procedure.of(method=method.settings.of(**self.settings))
        told = json.loads(json.dumps(made.to_json()))
        assert Procedure.from_json(told).to_json() == told
        assert METHODS[told["method"]].settings is method.settings
