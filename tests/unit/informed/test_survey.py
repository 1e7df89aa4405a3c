"""Surveys of methods that always answer the same, judged by replaying them naively."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings

import tacit
from tacit._progress import Cancelled, Progress
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.informed import post as informed
from tacit.informed.post import Informed
from tacit.informed.survey import Exposed, Survey, counted, exposed, groups_of
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
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
    found = Informed(
        adult, Procedure.of(against=against, method="greedy"), Belief("boxes")
    ).survey()
    assert (found.candidates, found.exceed, found.alone) == (29_295, exceed, alone)
    assert float(found.mean) == pytest.approx(mean, abs=0.0006)
    assert not found.holds


def test_a_survey_of_a_large_class_tries_some(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    procedure = Procedure.of(against="em-f", method="greedy")
    monkeypatch.setattr(informed, "MANY_CELLS", 100)
    monkeypatch.setattr(informed, "SLOW", 230)
    found = Informed(adult, procedure, Belief("cells")).survey()
    assert (found.candidates, found.considered) == (informed.SOME, 240)
    low, high = found.interval
    assert low <= 236 / 240 <= high
    assert found.to_json()["interval"] == [low, high]
    assert found.unsure == 0


def test_a_survey_that_must_estimate_counts_by_upper_ends(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(informed, "LISTED", 100)
    monkeypatch.setattr(informed, "SLOW", 50)
    monkeypatch.setattr(informed, "SOME", 20)
    procedure = Procedure.of(against="em-f", method="greedy")
    found = Informed(adult, procedure, Belief("boxes")).survey()
    assert (found.candidates, found.considered) == (20, 29_295)
    assert 0 < found.unsure <= 20
    assert found.exceed == 20, "every box of Adult is exposed, and an upper end is no lower"
    assert "counts by its upper end" in found.sentence
    assert found.to_json()["unsure"] == found.unsure


def test_those_who_lead_to_the_same_are_a_group() -> None:
    posts = [np.array([[1, 1], [0, 1], [1, 1], [1, 0]], bool), np.array([[1], [1], [1], [1]], bool)]
    assert sorted(group.tolist() for group in groups_of(posts)) == [[0, 2], [1], [3]]


def test_by_cell_and_by_kind_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    everyone = candidates(market, Belief("boxes", "records"))
    groups = groups_of([rows[::-1] & rows for rows in everyone.stack])
    by_cell = exposed(everyone, groups, Secrets(Fraction(1, 2)))
    monkeypatch.setattr("tacit.informed.survey.LAID_OUT", 0)
    assert exposed(everyone, groups, Secrets(Fraction(1, 2))) == by_cell


class TestWhatASurveySays:
    """Of four candidates with weights 1 to 4, two are above 3/10."""

    OWN = [Fraction(n, 10) for n in (1, 3, 4, 10)]  # noqa: RUF012

    def survey(self, considered: int = 4) -> Survey:
        tried = [
            Exposed(weight, own, own, max(own, Fraction(2, 5)), alone=own == 1)
            for weight, own in enumerate(self.OWN, start=1)
        ]
        return counted(Secrets(Fraction(3, 10)), tried, considered, 2)

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

    ASKED: dict[str, Any] = {"method": "greedy", "against": "em-f"}  # noqa: RUF012

    @pytest.fixture(autouse=True)
    def often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)

    def test_it_is_told(self, adult: Market) -> None:
        told: list[Progress] = []
        attacker = Informed(adult, Procedure.of(**self.ASKED), Belief("boxes"))
        attacker.survey(told.append)
        phases = ["listing candidates", "replaying candidates", "judging every post"]
        assert list(dict.fromkeys(p.phase for p in told)) == phases
        for phase in phases[1:]:
            done = [p.done or 0 for p in told if p.phase == phase]
            assert len(done) > 10
            assert done == sorted(done)
            (total,) = {p.total for p in told if p.phase == phase}
            assert (done[0], done[-1]) == (0, total)
        assert {p.total for p in told if p.phase == phases[1]} == {29_295}

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
    how = Procedure.of(against="pi-uniform", limit="1/2", never={"colour": ["a"]}, method="greedy")
    found = Informed(market, how, Belief("cells")).survey()
    assert (found.candidates, found.refused) == (9, 3)


class TestEveryBeliefAndEverySecret:
    """All boxes of a tiny market, greedy; every posterior by hand."""

    MARKET = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
    HIDE: ClassVar[dict[str, Fraction]] = {"colour": Fraction(1, 2), "size": Fraction(1, 2)}

    @staticmethod
    def raised(sure: Fraction, within: int) -> Fraction:
        return within * sure / (within * sure + 1 - sure)

    def asked(self, intent: Intent, d: int) -> set[int]:
        values = set(intent.hull.codes[d])
        return values if len(values) < 3 else set()

    @pytest.mark.parametrize("within", [1, 2])
    def test_a_survey_is_every_posterior_together(self, within: int) -> None:
        how = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
        everyone = list(every_box(self.MARKET))
        posts = [led_to(self.MARKET, how, one) for one in everyone]
        priors = [[1] * len(everyone), [self.MARKET.mass(one).records for one in everyone]]
        exceed, worst, values = 0, [], {name: list[Fraction]() for name in self.HIDE}
        for true, post in zip(everyone, posts, strict=True):
            same = [i for i, other in enumerate(posts) if other == post]
            sure, of_values = Fraction(0), dict.fromkeys(self.HIDE, Fraction(0))
            for prior in priors:
                total = sum(prior[i] for i in same)
                for cell in true.cells():
                    held = sum(prior[i] for i in same if cell in everyone[i])
                    sure = max(sure, Fraction(held, total))
                for d, name in enumerate(self.HIDE):
                    for v in self.asked(true, d):
                        held = sum(prior[i] for i in same if v in self.asked(everyone[i], d))
                        of_values[name] = max(of_values[name], Fraction(held, total))
            worst.append(self.raised(sure, within))
            for name, share in of_values.items():
                values[name].append(self.raised(share, within))
            over = [values[name][-1] > limit for name, limit in self.HIDE.items()]
            exceed += worst[-1] > how.limit or any(over)
        belief = Belief("boxes", "uniform,records", within=Fraction(within))
        found = Informed(self.MARKET, how, belief, Secrets(how.limit, self.HIDE)).survey()
        assert found.exceed == exceed
        assert found.worst == max(worst)
        assert found.mean == sum(worst) / len(worst)
        assert {one.dimension: one.worst for one in found.hidden} == {
            name: max(shares) for name, shares in values.items()
        }
        told = found.to_json()
        assert told["beliefs"] == 2
        assert [one["dimension"] for one in told["hidden"]] == ["colour", "size"]
        assert told["hidden"][0]["limit"] == 0.5

    def test_the_margin_is_the_lowest(self) -> None:
        tried = [
            Exposed(1, worst_of_any=Fraction(1, 4)),
            Exposed(1, worst_of_any=Fraction(1, 5), values_of_any={"size": Fraction(1, 2)}),
        ]
        found = counted(Secrets(Fraction(1, 2), {"size": Fraction(3, 5)}), tried, 2, 0)
        assert found.margin == Fraction(3, 2)
        assert found.holds
        assert "exposed above a limit" in found.sentence
