"""Surveys of methods that always answer the same, judged by replaying them naively."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import tacit
from tacit._progress import Cancelled, CountProgress, Progress
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.errors import TooManyCandidates
from tacit.informed import post as informed
from tacit.informed.post import Informed
from tacit.informed.survey import Survey, counted, exposed, groups_of
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tests.helpers.markets import line
from tests.unit.informed.replays import (
    counts,
    every_box,
    led_to,
    procedures,
    tiny,
)


@pytest.fixture(scope="module")
def adult() -> Market:
    return tacit.load("adult")


@settings(max_examples=15, deadline=None)
@given(counts=counts, procedure=procedures)
def test_a_survey_is_every_judgement_together(counts: list[int], procedure: Procedure) -> None:
    market = tiny(counts)
    everyone = list(every_box(market))
    survey = Informed(market, procedure, Belief("boxes")).survey()
    published = [led_to(market, procedure, v) for v in everyone]
    own = []
    for true, shown in zip(everyone, published, strict=True):
        left = [v for v, u in zip(everyone, published, strict=True) if u == shown]
        held = [sum(cell in v for v in left) for cell in true.cells()]
        own.append(Fraction(max(held), len(left)))
    limit = procedure.limit
    assert survey.candidates == survey.considered == len(everyone)
    assert survey.exceed == sum(c > limit for c in own)
    assert survey.mean == sum(own) / len(own)
    assert survey.worst == max(own)
    assert survey.alone == sum(published.count(u) == 1 for u in published)


@pytest.mark.parametrize(
    ("against", "exceed", "mean", "alone"),
    [
        ("pi-uniform", 25_968, 0.577, 2_436),
        ("em-f", 29_295, 0.894, 11_639),
        ("em-c", 29_295, 0.995, 25_437),
        ("em-fc", 29_295, 0.894, 11_639),
    ],
)
def test_greedy_on_adult_leaves_nine_in_ten_exposed(
    adult: Market, against: str, exceed: int, mean: float, alone: int
) -> None:
    found = Informed(adult, Procedure.of(against=against), Belief("boxes")).survey()
    assert (found.candidates, found.exceed, found.alone) == (29_295, exceed, alone)
    assert float(found.mean) == pytest.approx(mean, abs=0.0006)
    assert not found.holds


def test_a_survey_of_a_large_class_tries_some(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    procedure = Procedure.of(against="em-f")
    monkeypatch.setattr(informed, "MANY_CELLS", 100)
    monkeypatch.setattr(informed, "SLOW", 230)
    found = Informed(adult, procedure, Belief("cells")).survey()
    assert (found.candidates, found.considered) == (informed.SOME, 240)
    low, high = found.interval
    assert low <= 236 / 240 <= high
    assert found.to_json()["interval"] == [low, high]
    with pytest.raises(TooManyCandidates):
        Informed(adult, procedure, Belief("boxes")).survey()


def test_those_who_lead_to_the_same_are_a_group() -> None:
    posts = [np.array([[1, 1], [0, 1], [1, 1], [1, 0]], bool), np.array([[1], [1], [1], [1]], bool)]
    assert sorted(group.tolist() for group in groups_of(posts)) == [[0, 2], [1], [3]]


def test_by_cell_and_by_kind_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    everyone = candidates(market, Belief("boxes", "records"))
    groups = groups_of([rows[::-1] & rows for rows in everyone.stack])
    by_cell = exposed(everyone, groups)
    monkeypatch.setattr("tacit.informed.survey.LAID_OUT", 0)
    assert exposed(everyone, groups) == by_cell


class TestWhatASurveySays:
    """Of four candidates with weights 1 to 4, two are above 3/10."""

    MARKET = line([1, 2, 3, 4])
    OWN = [Fraction(n, 10) for n in (1, 3, 4, 10)]  # noqa: RUF012

    def survey(self, considered: int = 4) -> Survey:
        everyone = candidates(self.MARKET, Belief("cells", "records"))
        most = [max(sure, Fraction(2, 5)) for sure in self.OWN]
        return counted(Fraction(3, 10), everyone, self.OWN, most, 1, 2, considered)

    def test_candidates_are_counted_and_the_mean_is_weighed(self) -> None:
        found = self.survey()
        assert (found.exceed, found.exceed_any, found.alone, found.refused) == (2, 4, 1, 2)
        assert found.mean == Fraction(1 * 1 + 2 * 3 + 3 * 4 + 4 * 10, 100)
        assert (found.worst, found.holds, found.complete) == (1, False, True)

    def test_all_of_them_need_no_interval(self) -> None:
        assert self.survey().to_json()["interval"] is None
        assert self.survey().sentence == (
            "50% of 4 true intents are exposed above 30% to someone who knows the method: 59% on "
            "average, 100% at worst; 1 are identified outright"
        )

    def test_some_of_them_do(self) -> None:
        found = self.survey(considered=1_000)
        low, high = found.interval
        assert 0 < low < 0.5 < high < 1
        assert found.to_json()["interval"] == [low, high]
        assert "of 1,000)" in found.sentence

    def test_where_blocks_were_tried_they_are_what_is_counted(self) -> None:
        found = replace(self.survey(considered=1_000), draws=(0, 100))
        assert found.interval[0] == 0
        assert found.interval[1] < 0.1


class TestProgress:
    """Greedy for all 29,295 boxes of Adult."""

    ASKED: dict[str, Any] = {"against": "em-f"}  # noqa: RUF012

    @pytest.fixture(autouse=True)
    def often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)

    def test_it_is_told(self, adult: Market) -> None:
        told: list[CountProgress] = []
        attacker = Informed(adult, Procedure.of(**self.ASKED), Belief("boxes"))
        attacker.survey(told.append)  # type: ignore[arg-type]
        done = [p.done for p in told]
        assert len(done) > 10
        assert done == sorted(done)
        assert told[-1] == CountProgress("candidates", 29_295, 29_295)

    def test_it_can_be_stopped(self, adult: Market) -> None:
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        attacker = Informed(adult, Procedure.of(**self.ASKED), Belief("boxes"))
        with pytest.raises(Cancelled) as caught:
            attacker.survey(stopping)
        assert caught.value is stop


def test_pins_that_rule_candidates_out_leave_those_with_everything() -> None:
    """Nothing can be published for who wants what must never be; they count as refused."""
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    how = Procedure.of(against="pi-uniform", limit="1/2", never={"colour": ["a"]})
    found = Informed(market, how, Belief("cells")).survey()
    assert (found.candidates, found.refused) == (9, 3)
