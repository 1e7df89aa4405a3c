"""Every attacker of the register keeps the contract, and the suite notices one who does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from tacit.attackers.attacker import Attacker
from tacit.attackers.em_f import EmF
from tacit.attackers.registry import ATTACKERS
from tacit.intents.intent import Intent
from tacit.market.mass import Mass
from tests.contracts.attackers import AttackerContract
from tests.helpers.judged_markets import Case
from tests.helpers.own_attackers import Crowd


class TestEveryAttacker(AttackerContract):
    @pytest.fixture(params=list(ATTACKERS))
    def attacker(self, request: pytest.FixtureRequest) -> Attacker:
        return ATTACKERS[request.param]


class TestOneOfOnesOwn(AttackerContract):
    @pytest.fixture
    def attacker(self) -> Attacker:
        return Crowd()

    def sureness(self, attacker: Attacker, case: Case, true: Intent, published: Intent) -> Fraction:
        claim = max(case.records[cell] for cell in true.cells()) + 3
        return Fraction(claim, sum(case.records[cell] + 3 for cell in published.cells()))


class Boaster(EmF):
    """Says that it goes by cells, and weighs records."""

    goes_by: ClassVar[str] = "cells"
    counts_empty: ClassVar[bool] = True

    def weight(self, mass: Mass) -> int:
        return mass.records


@pytest.mark.parametrize(
    ("law", "given"),
    [
        (AttackerContract.test_what_it_goes_by_is_told_truthfully, Mass(1, 2, 3, 4)),
        (AttackerContract.test_many_weights_are_the_weights_of_each, [Mass(1, 2, 3, 4)]),
    ],
)
def test_the_suite_notices_one_who_is_not_truthful(law: Any, given: Any) -> None:
    law.hypothesis.inner_test(AttackerContract(), Crowd(), given)
    with pytest.raises(AssertionError):
        law.hypothesis.inner_test(AttackerContract(), Boaster(), given)
