"""Every publish method of the register keeps the contract, and the suite notices one that does not."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tacit.attackers.against import Against
from tacit.intents.box import Box
from tacit.publishing.greedy.method import Greedy
from tacit.publishing.method import Method, Task
from tacit.publishing.plan import Choice, Plan
from tacit.publishing.registry import METHODS
from tests.contracts.methods import MethodContract
from tests.helpers.markets import line


class TestGreedy(MethodContract):
    @pytest.fixture
    def method(self) -> Method:
        return METHODS["greedy"]


class TestOptimal(MethodContract):
    @pytest.fixture
    def method(self) -> Method:
        return METHODS["optimal"]


class TestSealed(MethodContract):
    settings: ClassVar[dict[str, Any]] = {"effort": 500, "support": "all"}

    @pytest.fixture
    def method(self) -> Method:
        return METHODS["sealed"]


def test_every_method_is_held_to_it() -> None:
    assert set(METHODS) == {"greedy", "optimal", "sealed"}


class Lazy(Greedy):
    """Publishes what is wanted as it is, whoever is to be held."""

    def choose(self, task: Task) -> Choice:
        return Choice.of(Plan(task.true, 0))


class Forgetful(Greedy):
    """Publishes something else than what is wanted."""

    def choose(self, task: Task) -> Choice:
        return Choice.of(Plan(Box.of(task.market.space, {"x": ["b"]}), 0))


class Scripted(MethodContract):
    """The suite on one case: five, one and four records, the first of them wanted."""

    def judged(self, method: Method) -> tuple[bool, bool]:
        market = line([5, 1, 4])
        true = market.intent({"x": ["a"]})
        task = Task(market, true, Against.of("em-f", 0.6), method.settings.of())
        choice = self.choose(method, task)
        holds = all(task.true <= post.published for post in choice.posts)
        sure = [
            a.confidence(market, true, p.published).upper
            for a in task.attackers
            for p in choice.posts
            if true <= p.published
        ]
        return holds, all(one <= task.against.limit for one in sure)


@pytest.mark.parametrize(
    ("method", "expected"),
    [(Greedy(), (True, True)), (Lazy(), (True, False)), (Forgetful(), (False, True))],
)
def test_the_suite_tells_good_from_bad(method: Method, expected: tuple[bool, bool]) -> None:
    assert Scripted().judged(method) == expected
