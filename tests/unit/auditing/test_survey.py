"""Surveys as they are asked for: of posts, and of purchases within one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit._defaults import METHOD
from tacit._progress import Cancelled, Progress
from tacit.auditing.survey import survey, survey_purchases
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.errors import SettingError
from tacit.informed.measure import measure
from tacit.informed.post import Informed
from tacit.publishing.procedure import Procedure
from tests.helpers.markets import line

MARKET = line([10, 40, 90, 60])
ALL = MARKET.intent({})
HELD: dict[str, Any] = {"against": "em-f, pi-uniform", "limit": "1/2"}


class TestPosts:
    @pytest.mark.parametrize("method", ["greedy", "optimal"])
    def test_every_box_is_tried_by_default(self, method: str) -> None:
        expected = Informed(MARKET, Procedure.of(method=method, **HELD), Belief("boxes")).survey()
        assert survey(MARKET, method, **HELD) == expected
        assert expected.candidates == 15

    def test_a_procedure_says_it_all(self) -> None:
        how = Procedure.of(**HELD)
        assert survey(MARKET, how) == survey(MARKET, **HELD)
        assert survey(MARKET, how.to_json()) == survey(MARKET, how)

    def test_what_a_method_hides_among_is_what_is_tried(self) -> None:
        how = Procedure.of(method="sealed", against="informed", limit="2/5")
        found = survey(MARKET, how)
        assert (found.candidates, found.limit, found.holds) == (4, Fraction(2, 5), True)

    def test_a_rival_may_reckon_with_something_else(self) -> None:
        assert survey(MARKET, "greedy", belief={"candidates": "cells"}, **HELD).candidates == 4
        assert survey(MARKET, "greedy", belief=Belief("cells", "records"), **HELD).candidates == 4
        given = Given.of([{"x": ["a"]}, {"x": ["b", "c"]}])
        assert survey(MARKET, "greedy", belief={"candidates": given}, **HELD).candidates == 2

    def test_the_method_that_is_usual_is_surveyed_by_default(self) -> None:
        asked: dict[str, Any] = {"belief": {"candidates": "cells"}, **HELD}
        assert survey(MARKET, **asked) == survey(MARKET, METHOD, **asked)

    def test_candidates_of_one_shape(self) -> None:
        belief = {"candidates": "shape"}
        found = survey(MARKET, "greedy", belief=belief, like={"x": ["a", "b"]}, **HELD)
        assert found.candidates == 6
        with pytest.raises(SettingError, match="need a true intent"):
            survey(MARKET, "greedy", belief=belief, **HELD)

    def test_one_who_sees_purchases_sees_no_post(self) -> None:
        with pytest.raises(SettingError, match="looks at purchases"):
            survey(MARKET, against="purchase")


class TestPurchases:
    def test_each_method_is_measured_once(self) -> None:
        found = survey_purchases(MARKET, ALL, "optimal, blend,optimal", 20, limit=0.9, runs=30)
        assert [one.method for one in found] == ["optimal", "blend"]
        assert found == survey_purchases(MARKET, ALL, ["optimal", "blend"], 20, limit=0.9, runs=30)

    def test_it_is_what_measuring_says(self) -> None:
        inside = candidates(MARKET, Belief("cells", support="nonempty"), within=ALL)
        expected = measure(MARKET, ALL, inside, "optimal", 20, 0.9)
        assert survey_purchases(MARKET, ALL, "optimal", 20, limit=0.9) == [expected]
        own = survey_purchases(MARKET, ALL, "optimal", 20, against="purchase-f=0.9", limit=0.1)
        assert own == [expected]

    def test_a_rival_may_reckon_with_something_else(self) -> None:
        asked: dict[str, Any] = {"limit": 0.9}
        posted = MARKET.intent({"x": ["a", "b", "c"]})
        shape = survey_purchases(
            MARKET,
            posted,
            "optimal",
            20,
            belief={"candidates": "shape"},
            like={"x": ["a", "b"]},
            **asked,
        )
        assert shape[0].candidates == 3
        for belief, count in (({"prior": "records"}, 3), ({"candidates": "boxes"}, 7)):
            found = survey_purchases(MARKET, posted, "optimal", 20, belief=belief, **asked)
            assert found[0].candidates == count

    def test_progress_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        asked = (MARKET, ALL, "optimal,blend", 20)
        survey_purchases(*asked, limit=0.9, runs=5, progress=told.append)
        by_method = [p for p in told if p.phase == "buying by each method"]
        assert told[0].phase == "listing candidates"
        assert {p.total for p in by_method} == {2}
        assert [(p.done, p.total) for p in by_method[:1]] == [(0, 2)]
        assert (by_method[-1].done, by_method[-1].phase) == (2, told[-1].phase)

    def test_of_a_single_method_all_phases_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        told: list[Progress] = []
        survey_purchases(MARKET, ALL, "mc", 20, limit=0.9, runs=5, progress=told.append)
        phases = list(dict.fromkeys(p.phase for p in told))
        assert phases[2:] == ["looking at candidates", "replaying purchases", "judging purchases"]

    def test_it_can_be_stopped(self) -> None:
        asked = (MARKET, ALL, "optimal,blend", 20)
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            survey_purchases(*asked, limit=0.9, runs=5, progress=stopping)
        assert caught.value is stop
