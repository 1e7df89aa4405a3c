"""`audit`: every attacker side by side, with and without protection."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tacit._progress import Cancelled, Progress
from tacit.auditing.audit import audit
from tacit.auditing.survey import survey
from tacit.errors import EmptyIntent, NotContained, SettingError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.protect import protect
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import line

SPACE = Space((Nominal("sex", ("F", "M")), Nominal("race", ("canary", "B"))))


@pytest.fixture
def market() -> Market:
    """Spend 6, 10, 0, 8."""
    return Market.from_cube(SPACE, [[6, 2], [0, 4]], [[1, 5], [3, 2]])


@pytest.fixture
def true(market: Market) -> Box:
    return market.intent({"sex": ["F"], "race": ["canary"]})


def test_every_attacker_before_and_after(market: Market, true: Intent) -> None:
    found = audit(market, true, market.intent({"sex": ["F"]}))
    assert [c.attacker for c in found.protected] == ["pi-uniform", "em-f", "em-c", "em-fc"]
    expected = [Fraction(1, 2), Fraction(6, 8), Fraction(1, 6), Fraction(6, 16)]
    assert [c.upper for c in found.protected] == expected
    assert [c.upper for c in found.unprotected] == [1, 1, 1, 1]
    assert [c.lower for c in found.protected] == [Fraction(1, 2), None, None, None]


def test_one_who_knows_the_method_is_judged_if_it_was_made_that_way(
    market: Market, true: Intent
) -> None:
    made = protect(market, true, against="pi-uniform", limit=0.5)
    found = audit(market, true, made, limit=0.5)
    assert found.protected[-1].attacker == "informed"
    assert found.protected[-1].remaining is not None
    assert found.finding is not None
    assert found.finding.possible
    by_hand = audit(market, true, market.intent({"sex": ["F"]}))
    assert by_hand.finding is not None
    assert not by_hand.finding.possible
    asked = audit(market, true, market.intent({"sex": ["F"]}), against="informed")
    assert [c.attacker for c in asked.protected] == ["informed"]
    assert asked.protected[0].upper == Fraction(2, 3), "of the 3 boxes inside, 2 hold either cell"


def test_masses_of_both_intents(market: Market, true: Intent) -> None:
    found = audit(market, true, market.intent({"sex": ["F"]}))
    assert (found.mass.records, found.mass.spend, found.mass.cells) == (8, 16, 2)
    assert (found.true_mass.records, found.true_mass.spend, found.true_mass.cells) == (6, 6, 1)


def test_without_a_published_intent_the_true_one_is_laid_bare(market: Market, true: Intent) -> None:
    found = audit(market, true, against="em-f,em-c")
    assert found.protected == found.unprotected
    assert found.published is None
    assert found.mass == found.true_mass
    assert not found.holds


@pytest.mark.parametrize(
    ("limit", "holds"),
    [("1/2", True), (0.5, True), (Fraction(1, 2) - Fraction(1, 10**18), False), (0.4999, False)],
)
def test_holds_is_decided_exactly(
    market: Market, true: Intent, limit: float | str | Fraction, holds: bool
) -> None:
    published = market.intent({"sex": ["F"]})
    assert audit(market, true, published, against="pi-uniform", limit=limit).holds is holds


def test_one_attacker_above_the_limit_is_enough(market: Market, true: Intent) -> None:
    published = market.intent({"sex": ["F"]})
    assert audit(market, true, published, against="em-c", limit="1/6").holds
    assert not audit(market, true, published, against="em-c,em-f", limit="1/6").holds


def test_json_holds_the_promised_fields(market: Market, true: Intent) -> None:
    found = audit(market, true, market.intent({"sex": ["F"]}), against="pi-uniform,em-f")
    told = json.loads(json.dumps(found.to_json()))
    assert told == {
        "limit": 0.3,
        "holds": False,
        "published": {"sex": ["F"], "race": ["canary", "B"]},
        "attackers": [
            {
                "name": "pi-uniform",
                "lower": 0.5,
                "upper": 0.5,
                "holds": False,
                "unprotected": {"lower": 1.0, "upper": 1.0},
            },
            {
                "name": "em-f",
                "lower": None,
                "upper": 0.75,
                "holds": False,
                "unprotected": {"lower": None, "upper": 1.0},
            },
        ],
        "records": 8,
        "cost": 16.0,
        "cells": 2,
        "true": {"records": 6, "cost": 6.0, "cells": 1},
        "informed": {
            "confidence": 2 / 3,
            "wanted": 2 / 3,
            "candidates": 9,
            "remaining": 0,
            "listed": True,
            "part": None,
            "possible": False,
            "margin": 3 / 14,
            "sentence": "of 9 intents none leads here in the way that was named; someone who only "
            "knows that it is one of those inside is 66.7% sure of a record",
        },
        "gives_away": [
            {
                "dimension": "sex",
                "value": "F",
                "before": {"sure": 1 / 3},
                "after": {"sure": 1.0},
                "hidden": False,
                "limit": None,
                "exact": True,
            },
            {
                "dimension": "race",
                "value": None,
                "before": {"sure": 1 / 3},
                "after": {"sure": 1 / 3},
                "hidden": False,
                "limit": None,
                "exact": True,
            },
        ],
        "notes": [],
    }


def test_no_value_of_the_true_intent_leaks(market: Market, true: Intent) -> None:
    found = audit(market, true)
    assert "canary" not in json.dumps(found.to_json())
    assert "canary" not in repr(found)
    assert "canary" not in found._repr_html_()


def test_html_marks_who_is_above_the_limit(market: Market, true: Intent) -> None:
    shown = audit(market, true, market.intent({}), limit=0.3)._repr_html_()
    assert shown.count(">NO<") == 2, "em-f at 6 of 12, informed at 4 of 9, for whom greedy gives up"
    assert shown.count(">yes<") == 3


def test_a_published_intent_that_leaves_out_what_is_wanted_is_refused(
    market: Market, true: Intent
) -> None:
    with pytest.raises(NotContained):
        audit(market, true, market.intent({"sex": ["M"]}))


def test_an_empty_true_intent_is_refused(market: Market) -> None:
    with pytest.raises(EmptyIntent):
        audit(market, Box(SPACE, ((), ())))


def test_settings_are_checked(market: Market, true: Intent) -> None:
    with pytest.raises(SettingError, match="limit"):
        audit(market, true, limit=0)
    with pytest.raises(SettingError, match="Did you mean 'em-f'"):
        audit(market, true, against="emf")


def test_a_true_intent_without_records_is_told(market: Market) -> None:
    unfilled = market.intent({"sex": ["M"], "race": ["canary"]})
    found = audit(market, unfilled, against="em-f,em-fc")
    assert [c.upper for c in found.protected] == [0, 0]
    assert any("holds no records" in note for note in found.notes)


def test_what_protect_promises_the_audit_confirms(market: Market, true: Intent) -> None:
    result = protect(market, true, against="em-f,em-c", limit=0.6)
    found = audit(market, true, result.published, against="em-f,em-c", limit=0.6)
    assert found.holds
    assert found.protected == result.confidences
    assert found.unprotected == result.unprotected


class TestHowItWasMade:
    """Women and men of two races: 6, 2, 0 and 4 records."""

    def test_the_publication_says_so_itself(self, market: Market, true: Box) -> None:
        made = protect(market, true, against="pi-uniform", limit=0.5, method="optimal")
        found = audit(market, true, made, limit=0.5)
        assert found.finding is not None
        assert found.finding.possible
        for made_by in (made.procedure, made.to_json()["made_by"]):
            told = audit(market, true, made.published, limit=0.5, made_by=made_by)
            assert told.finding is not None
            assert told.finding.to_json() == found.finding.to_json()

    def test_a_method_by_its_name(self, market: Market, true: Box) -> None:
        made = protect(market, true, against="pi-uniform", limit=0.5, method="optimal")
        asked = {"against": "pi-uniform, informed", "limit": 0.5, "made_by": "optimal"}
        found = audit(market, true, made.published, **asked)  # type: ignore[arg-type]
        assert found.finding is not None
        assert found.finding.possible

    def test_a_sealed_post_is_judged_among_its_own_candidates(self, market: Market) -> None:
        wide = market.intent({"sex": ["F"]})
        made = protect(market, wide, method="sealed", limit=0.6, seed=1)
        found = audit(market, wide, made, limit=0.6)
        assert found.protected[-1].upper == made.confidences[-1].upper
        assert found.protected[-1].considered == made.confidences[-1].considered
        assert found.holds

    def test_a_rival_may_reckon_with_something_else(self, market: Market, true: Box) -> None:
        everything = market.intent({})
        boxes, cells = (
            audit(market, true, everything, belief=belief).finding
            for belief in (None, {"candidates": "cells"})
        )
        assert boxes is not None
        assert cells is not None
        assert (boxes.confidence.considered, cells.confidence.considered) == (9, 4)

    def test_a_limit_of_its_own(self, market: Market, true: Box) -> None:
        found = audit(market, true, market.intent({}), against="em-f=0.6, informed=0.2", limit=0.1)
        assert [(c.attacker, c.limit) for c in found.protected] == [
            ("em-f", Fraction(3, 5)),
            ("informed", Fraction(1, 5)),
        ]
        assert [c.within(found.limit) for c in found.protected] == [True, False]

    CORNERS = ({"sex": ["F"], "race": ["B"]}, {"sex": ["M"], "race": ["canary"]})

    def test_several_boxes_are_asked_about_among_unions(self, market: Market) -> None:
        """Two pairs of cells are no box: these corners, and the other two."""
        found = audit(market, list(self.CORNERS), market.intent({}), limit=1)
        assert found.finding is not None
        assert found.finding.confidence.considered == 2
        assert found.finding.listed

    def test_among_single_boxes_they_can_not_be(self, market: Market) -> None:
        asked: dict[str, Any] = {"belief": {"candidates": "boxes"}}
        found = audit(market, list(self.CORNERS), market.intent({}), **asked)
        assert found.finding is None
        assert any("can't be asked about several boxes" in note for note in found.notes)
        with pytest.raises(SettingError, match="several boxes"):
            audit(market, list(self.CORNERS), market.intent({}), against="informed", **asked)

    def test_nor_about_several_that_are_published(self, market: Market) -> None:
        true, post = market.intent(self.CORNERS[0]), market.intent(list(self.CORNERS))
        assert audit(market, true, post).finding is None

    def test_who_listens_can_stop_it(
        self, market: Market, true: Box, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            audit(market, true, market.intent({}), progress=stopping)
        assert caught.value is stop


class TestHiddenDimensions:
    def test_each_is_a_row_after_the_informed_one(self, market: Market, true: Intent) -> None:
        post = market.intent({"sex": ["F"]})
        found = audit(market, true, post, against="em-f,informed=0.9", hide="race=0.4,sex")
        names = ["em-f", "informed", "informed:race", "informed:sex"]
        assert [row.attacker for row in found.protected] == names
        assert [row.attacker for row in found.unprotected] == names
        assert [row.limit for row in found.protected[1:]] == [
            Fraction(9, 10),
            Fraction(2, 5),
            Fraction(9, 10),
        ]
        assert [row.upper for row in found.unprotected] == [1, 1, 1, 1]
        told = {row["name"]: row for row in found.to_json()["attackers"]}
        assert told["informed:sex"]["upper"] == 1
        assert not found.holds

    def test_who_leaves_a_dimension_open_lays_nothing_bare_there(self, market: Market) -> None:
        women = market.intent({"sex": ["F"]})
        for post in (None, market.intent({})):
            found = audit(market, women, post, hide="race,sex")
            assert [row.upper for row in found.unprotected[-2:]] == [0, 1]
        bare = audit(market, women, hide="race,sex")
        assert [row.upper for row in bare.protected[-2:]] == [0, 1]

    def test_those_that_the_post_was_made_to_hide_are_asked_about(self) -> None:
        market = line([5, 1, 2, 4, 3])
        true = market.intent({"x": ["b"]})
        made = protect(market, true, method="sealed", limit="2/5", hide="x=1/2", seed=1)
        found = audit(market, true, made, limit="2/5")
        assert [row.attacker for row in made.confidences] == ["informed", "informed:x"]
        assert [row.attacker for row in found.protected[-2:]] == ["informed", "informed:x"]
        assert found.protected[-1].limit == Fraction(1, 2)
        assert [r.upper for r in found.protected[-2:]] == [r.upper for r in made.confidences]
        stricter = audit(market, true, made, limit="2/5", hide="x=1/9")
        assert stricter.protected[-1].limit == Fraction(1, 9)
        assert not stricter.holds

    def test_every_belief_is_asked_and_all_within_the_factor(self) -> None:
        market = line([5, 1, 2, 4, 3])
        true = market.intent({"x": ["b"]})
        made = protect(market, true, method="sealed", limit="2/5", seed=1)
        limits: dict[str, Any] = {"limit": "2/5", "against": "informed"}
        one, both, wide = (
            audit(market, true, made, belief=belief, **limits)
            for belief in (
                None,
                {"prior": "uniform,records"},
                {"prior": "uniform,records", "within": 3},
            )
        )
        records = audit(market, true, made, belief={"prior": "records"}, **limits)
        most = max(one.protected[0].upper, records.protected[0].upper)
        assert both.protected[0].upper == most
        assert wide.protected[0].upper == 3 * most / (3 * most + 1 - most)
        assert wide.finding is not None
        assert both.finding is not None
        assert wide.finding.margin == both.finding.margin

    def test_what_is_not_there_is_refused_before_any_work(
        self, market: Market, true: Intent
    ) -> None:
        with pytest.raises(SettingError, match="no dimension 'colour' to hide") as error:
            audit(market, true, market.intent({}), hide="colour")
        assert error.value.setting == "hide"
        with pytest.raises(SettingError, match="no dimension 'colour'"):
            survey(market, "greedy", hide="colour")

    def test_a_survey_asks_about_them_too(self, market: Market) -> None:
        found = survey(market, "greedy", against="em-f", hide="race=0.4")
        assert [(one.dimension, one.limit) for one in found.hidden] == [("race", Fraction(2, 5))]


def test_json_of_a_sealed_audit_tells_the_margin_and_what_is_given_away() -> None:
    market = line([5, 1, 2, 4, 3])
    true = market.intent({"x": ["b"]})
    made = protect(market, true, method="sealed", limit="2/5", seed=1)
    told = json.loads(json.dumps(audit(market, true, made, limit="1/2").to_json()))
    assert told["informed"]["margin"] >= 1
    (row,) = told["gives_away"]
    assert (row["dimension"], row["value"], row["before"]) == ("x", None, {"sure": 0.2})
    assert 0.2 <= row["after"]["sure"] <= 0.4
