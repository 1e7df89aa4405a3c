"""Methods by name; one that is registered goes everywhere that the others go."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tacit.auditing.audit import audit
from tacit.auditing.survey import survey
from tacit.candidates.belief import Belief
from tacit.errors import SettingError
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import SETTINGS
from tests.helpers.choosing import choose
from tests.helpers.markets import line
from tests.unit.publishing.toy import Widest, registered

MARKET = line([1, 4, 9, 6])
TRUE = MARKET.intent({"x": ["a"]})


@pytest.mark.parametrize("name", METHODS)
def test_every_method_and_its_settings_have_one_name(name: str) -> None:
    assert METHODS[name].name == name
    assert METHODS[name].settings is SETTINGS[name]


def test_only_sealed_draws() -> None:
    assert [name for name, method in METHODS.items() if method.draws] == ["sealed"]


class TestOneOfOnesOwn:
    @pytest.fixture(autouse=True)
    def toy(self) -> Iterator[None]:
        with registered(Widest()):
            yield

    def test_it_protects(self) -> None:
        result = choose(MARKET, TRUE, against="em-f", limit=0.1, method="widest")
        assert result.published == MARKET.intent({})
        assert (result.method, result.held, result.proof.status) == ("widest", True, "heuristic")
        assert result.to_json()["made_by"] == {
            "method": "widest",
            "limit": "1/10",
            "against": ["em-f=1/10"],
            "cells": 1,
        }

    def test_its_settings_are_its_own(self) -> None:
        with pytest.raises(SettingError, match="too few cells"):
            choose(MARKET, TRUE, method="widest", cells=2, limit=1)
        with pytest.raises(
            SettingError, match=r"widest has no setting 'alpha'; greedy has\. It takes: cells"
        ):
            choose(MARKET, TRUE, method="widest", alpha=1)

    def test_it_is_told_and_read_again(self) -> None:
        how = Procedure.of(method="widest", cells=3, against="em-f")
        assert Procedure.from_json(how.to_json()).settings == how.settings

    def test_someone_who_knows_it_replays_it(self) -> None:
        result = choose(MARKET, TRUE, against="em-f", limit=0.5, method="widest")
        found = audit(MARKET, TRUE, result, belief=Belief("boxes")).finding
        assert found is not None
        assert found.possible
        assert found.confidence.remaining == 15, "everyone leads there, if only by being refused"
        assert found.confidence.upper == Fraction(8, 15)

    def test_and_surveys_it(self) -> None:
        found = survey(MARKET, "widest", against="em-f", limit="4/5")
        assert (found.candidates, found.alone, found.worst) == (15, 0, Fraction(8, 15))


def test_what_is_not_registered_is_not_known() -> None:
    with pytest.raises(SettingError, match="no method of that name"):
        choose(MARKET, TRUE, method="widest")
