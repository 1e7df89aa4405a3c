"""`audit`: every attacker side by side, with and without protection."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from tacit._defaults import LIMIT
from tacit._progress import Cancelled, Progress
from tacit.auditing.asked import NO_UNIONS
from tacit.auditing.audit import audit
from tacit.auditing.protect import protect
from tacit.auditing.survey import survey
from tacit.candidates.belief import Belief
from tacit.errors import EmptyIntent, NotContained, SettingError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.made_here import note_how
from tacit.publishing.publication import Publication
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
    made = protect(market, true, against="em-fc", limit=0.5, method="greedy")
    assert made.published == market.intent({"sex": ["F"]})
    found = audit(market, true, made)
    names = ["pi-uniform", "em-f", "em-c", "em-fc", "informed"]
    assert [c.attacker for c in found.protected] == names
    expected = [Fraction(1, 2), Fraction(6, 8), Fraction(1, 6), Fraction(6, 16), 1]
    assert [c.upper for c in found.protected] == expected
    assert [c.upper for c in found.unprotected] == [1, 1, 1, 1, 1]
    assert [c.lower for c in found.protected] == [Fraction(1, 2), None, None, None, None]


def test_one_who_knows_the_method_is_judged_if_it_was_made_that_way(
    market: Market, true: Intent
) -> None:
    made = protect(market, true, against="pi-uniform", limit=0.5, method="greedy")
    found = audit(market, true, made, limit=0.5)
    assert found.protected[-1].attacker == "informed"
    assert found.protected[-1].remaining == 1
    assert found.finding is not None
    assert found.finding.possible
    otherwise = audit(
        market,
        true,
        market.intent({"sex": ["F"]}),
        made_by="greedy",
        belief=Belief("boxes"),
    )
    assert otherwise.finding is not None
    assert not otherwise.finding.possible
    informed = otherwise.protected[-1]
    assert informed.upper == Fraction(2, 3), "of the 3 boxes inside, 2 hold either cell"
    assert not informed.known, "who is wrong about the method knows less than one who is not"
    assert not informed.within(Fraction(1))


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
    """Everything is published: em-f is 6 of 12 sure, and all others are less sure."""
    assert audit(market, true, market.intent({}), against="em-f", limit=limit).holds is holds


def test_one_attacker_above_the_limit_is_enough(market: Market, true: Intent) -> None:
    assert audit(market, true, market.intent({}), against="em-c,em-f", limit="1/2").holds
    found = audit(market, true, market.intent({}), against="em-c,em-f", limit="2/5")
    assert [row.attacker for row in found.above] == ["em-f"]
    assert not found.holds


def test_json_holds_the_promised_fields(market: Market, true: Intent) -> None:
    made = protect(market, true, against="em-fc", limit=0.5, method="greedy")
    found = audit(market, true, made, against="pi-uniform,em-f")
    told = json.loads(json.dumps(found.to_json()))
    bare = {"lower": None, "upper": 1.0}
    assert told == {
        "limit": 0.5,
        "holds": False,
        "headline": found.headline.to_json(),
        "verdict": "Above the limit: em-f (75%), informed (100%, left out).",
        "published": {"sex": ["F"], "race": ["canary", "B"]},
        "attackers": [
            {
                "name": "pi-uniform",
                "lower": 0.5,
                "upper": 0.5,
                "holds": True,
                "asked": True,
                "unprotected": {"lower": 1.0, "upper": 1.0},
            },
            {
                "name": "em-f",
                "lower": None,
                "upper": 0.75,
                "holds": False,
                "asked": True,
                "unprotected": bare,
            },
            {
                "name": "em-c",
                "lower": None,
                "upper": 1 / 6,
                "holds": True,
                "asked": False,
                "unprotected": bare,
            },
            {
                "name": "em-fc",
                "lower": None,
                "upper": 0.375,
                "holds": True,
                "asked": False,
                "unprotected": bare,
            },
            {
                "name": "informed",
                "lower": None,
                "upper": 1.0,
                "holds": False,
                "candidates": 3,
                "remaining": 1,
                "asked": False,
                "unprotected": bare,
            },
        ],
        "records": 8,
        "cost": 16.0,
        "cells": 2,
        "true": {"records": 6, "cost": 6.0, "cells": 1, "matching": 6},
        "made_by": {
            "method": "greedy",
            "limit": "1/2",
            "against": ["em-fc=1/2"],
            "alpha": "1/2",
        },
        "known_by": "as was told",
        "informed": {
            "confidence": 1.0,
            "wanted": 1.0,
            "candidates": 3,
            "remaining": 1,
            "listed": True,
            "part": None,
            "possible": True,
            "margin": 0.0,
            "sentence": "of 3 intents that could have led here, 1 remains: someone who knows the "
            "method is 100% sure of a record",
        },
        "gives_away": [
            {
                "dimension": "sex",
                "value": "F",
                "before": {"sure": 2 / 3},
                "after": {"sure": 1.0},
                "hidden": False,
                "limit": None,
                "exact": True,
            },
            {
                "dimension": "race",
                "value": None,
                "before": {"sure": 2 / 3},
                "after": {"sure": 1.0},
                "hidden": False,
                "limit": None,
                "exact": True,
            },
        ],
        "notes": [],
        "counts": None,
    }


def test_no_value_of_the_true_intent_leaks(market: Market, true: Intent) -> None:
    found = audit(market, true)
    assert "canary" not in json.dumps(found.to_json())
    assert "canary" not in repr(found)
    assert "canary" not in found._repr_html_()


def test_html_marks_who_is_above_the_limit(market: Market, true: Intent) -> None:
    shown = audit(market, true, market.intent({}), limit=0.3)._repr_html_()
    assert shown.count(">NO<") == 2, "em-f at 6 of 12, informed at 1 of 3, for whom greedy gives up"
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
    uppers = {c.attacker: c.upper for c in found.protected}
    assert uppers == {"em-f": 0, "em-fc": 0, "pi-uniform": 1, "em-c": 1, "informed": 1}
    assert any("holds no records" in note for note in found.notes)


def test_what_protect_promises_the_audit_confirms(market: Market, true: Intent) -> None:
    result = protect(market, true, against="em-f,em-c", limit=0.6, method="greedy")
    for post, how in ((result, {}), (result.published, {"against": "em-f,em-c", "limit": 0.6})):
        found = audit(market, true, post, **how)  # type: ignore[arg-type]
        assert found.holds
        assert set(result.confidences) <= set(found.protected)
        assert set(result.unprotected) <= set(found.unprotected)
        assert found.headline == result.headline


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
        made = protect(market, wide, method="sealed", limit=0.7, seed=1)
        found = audit(market, wide, made, limit=0.7)
        assert found.protected[-1].upper == made.confidences[-1].upper
        assert found.protected[-1].considered == made.confidences[-1].considered
        assert found.holds

    def test_a_rival_may_reckon_with_something_else(self, market: Market, true: Box) -> None:
        beliefs = (None, {"candidates": "boxes"}, {"support": "all"}, Belief("boxes"))
        found = [audit(market, true, market.intent({}), belief=belief) for belief in beliefs]
        remaining = [one.protected[-1].remaining for one in found]
        assert remaining == [3, 8, 4, 9], "one of the 4 cells, which is a box too, has no records"

    def test_a_limit_of_its_own(self, market: Market, true: Box) -> None:
        found = audit(market, true, market.intent({}), against="em-f=0.6, informed=0.2", limit=0.1)
        own = {c.attacker: c.limit for c in found.protected if c.limit is not None}
        assert own == {"em-f": Fraction(3, 5), "informed": Fraction(1, 5)}
        within = {c.attacker: c.within(found.limit) for c in found.protected}
        assert (within["em-f"], within["informed"]) == (True, False)

    CORNERS = ({"sex": ["F"], "race": ["B"]}, {"sex": ["M"], "race": ["canary"]})

    def test_several_boxes_are_asked_about_among_unions(self, market: Market) -> None:
        """Two pairs of cells are no box: these corners, and the other two."""
        found = audit(market, list(self.CORNERS), market.intent({}), limit=1)
        assert found.finding is not None
        assert found.finding.confidence.considered == 2
        assert found.finding.listed

    def test_among_single_boxes_they_can_not_be(self, market: Market) -> None:
        """So nothing is known of that one, whether or not it was told how they were published."""
        asked: dict[str, Any] = {"belief": {"candidates": "boxes"}, "limit": 1}
        for made_by in (None, "greedy"):
            found = audit(market, list(self.CORNERS), market.intent({}), made_by=made_by, **asked)
            assert found.finding is None
            assert not found.protected[-1].known
            assert found.headline.unknown == NO_UNIONS
            assert not found.holds

    def test_several_may_be_published(self) -> None:
        """A corner is disguised by both cells beside it, without the crowded one between them."""
        market = Market.from_cube(SPACE, [[10, 5], [5, 90]])
        true = market.intent({"sex": ["F"], "race": ["canary"]})
        made = protect(market, true, method="optimal", boxes=2, against="em-f", limit=0.5)
        assert len(made.published.boxes) == 2
        found = audit(market, true, made)
        assert found.finding is not None
        assert found.finding.possible
        assert found.protected[-1] == made.confidences[-1]
        assert not audit(market, true, made.published, limit=0.5).headline.known

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
        """Greedy publishes all women for both cells of theirs."""
        made = protect(market, true, against="em-f", limit=0.9, method="greedy")
        assert made.published == market.intent({"sex": ["F"]})
        found = audit(market, true, made, against="em-f,informed=0.9", hide="race=0.4,sex")
        names = ["informed", "informed:race", "informed:sex"]
        assert [row.attacker for row in found.protected[-3:]] == names
        assert [row.attacker for row in found.unprotected[-3:]] == names
        assert [row.limit for row in found.protected[-3:]] == [
            Fraction(9, 10),
            Fraction(2, 5),
            Fraction(9, 10),
        ]
        assert [row.upper for row in found.protected[-3:]] == [Fraction(1, 2), Fraction(1, 2), 1]
        assert [row.upper for row in found.unprotected[-3:]] == [1, 1, 1]
        told = {row["name"]: row for row in found.to_json()["attackers"]}
        assert [told[name]["asked"] for name in names] == [True, True, True]
        assert not found.holds
        assert found.verdict == "Above the limit: informed:race (50%), informed:sex (100%)."

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
        held: dict[str, Any] = {"against": "informed", "limit": "2/5"}
        made = protect(market, true, method="sealed", hide="x=1/2", seed=1, **held)
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
        limits: dict[str, Any] = {"limit": "2/5", "against": "informed"}
        made = protect(market, true, method="sealed", seed=1, **limits)
        one, both, wide = (
            audit(market, true, made, belief=belief, **limits)
            for belief in (
                None,
                {"prior": "uniform,records"},
                {"prior": "uniform,records", "within": 3},
            )
        )
        records = audit(market, true, made, belief={"prior": "records"}, **limits)
        most = max(one.protected[-1].upper, records.protected[-1].upper)
        assert both.protected[-1].upper == most
        assert wide.protected[-1].upper == 3 * most / (3 * most + 1 - most)
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


class TestTheLimit:
    """Greedy publishes all women: em-f is 3/4 sure, em-fc 3/8, one who knows the method 1/2."""

    @pytest.fixture
    def made(self, market: Market, true: Box) -> Publication:
        return protect(market, true, against="em-f=0.8,em-fc", limit=0.9, method="greedy")

    def test_it_is_what_the_post_was_made_for(
        self, market: Market, true: Box, made: Publication
    ) -> None:
        for post, made_by in ((made, None), (made.published, made.to_json()["made_by"])):
            found = audit(market, true, post, made_by=made_by)
            assert found.limit == found.headline.limit == Fraction(9, 10)
            assert {row.attacker: row.limit for row in found.protected}["em-f"] == Fraction(4, 5)

    def test_whoever_is_asked_about_it_stays(
        self, market: Market, true: Box, made: Publication
    ) -> None:
        found = audit(market, true, made, against="em-c")
        assert found.limit == Fraction(9, 10)
        assert found.asked == ("em-c",)

    def test_one_that_is_said_counts_instead(
        self, market: Market, true: Box, made: Publication
    ) -> None:
        found = audit(market, true, made, limit=0.7)
        assert found.limit == found.headline.limit == Fraction(7, 10)
        assert [row.attacker for row in found.above] == ["em-f"]

    def test_where_nothing_says_one_it_is_the_usual(self, market: Market, true: Box) -> None:
        usual = Fraction(LIMIT)
        assert audit(market, true).limit == usual
        assert audit(market, true, market.intent({})).limit == usual
        assert audit(market, true, market.intent({}), made_by="greedy").limit == usual


class TestTheVerdict:
    """It speaks of everyone, whoever was asked about."""

    def test_within(self, market: Market, true: Box) -> None:
        found = audit(market, true, market.intent({}), limit="1/2")
        assert found.holds
        assert found.verdict == (
            "Within the limit: every attacker, the one who knows the method among them."
        )

    def test_above_names_those_who_are_and_who_was_left_out(
        self, market: Market, true: Box
    ) -> None:
        made = protect(market, true, against="em-fc", limit="1/2", method="greedy")
        assert made.held
        found = audit(market, true, made, against="em-fc")
        assert found.asked == ("em-fc",)
        assert not found.holds
        assert found.verdict == (
            "Above the limit: em-f (75%, left out), informed (100%, left out)."
        )
        assert audit(market, true, made).verdict == "Above the limit: em-f (75%), informed (100%)."

    def test_what_nothing_explains_is_not_within(self, market: Market, true: Box) -> None:
        """No method publishes all women for a limit of 1, at which nobody else is above."""
        found = audit(market, true, market.intent({"sex": ["F"]}), limit=1)
        assert [row.attacker for row in found.above] == ["informed"]
        assert not found.protected[-1].known
        assert (found.finding, found.made_by) == (None, None)
        assert not found.holds
        assert found.verdict == (
            "Not known to be within the limit: one who knows how the post was made."
        )
        assert "none of greedy, optimal and sealed leads here" in found.known_by
        assert found.known_by in found.headline.sentence
        assert "informed not known" in repr(found)
        assert "not known" in found._repr_html_()
        told = found.to_json()
        assert (told["made_by"], told["informed"], told["gives_away"]) == (None, None, [])
        assert told["attackers"][-1]["known"] is False

    def test_a_procedure_that_does_not_lead_there_is_none_that_is_known(
        self, market: Market, true: Box
    ) -> None:
        post = market.intent({"sex": ["F"]})
        found = audit(market, true, post, limit=1, made_by="greedy")
        assert found.finding is not None
        assert not found.finding.possible
        assert not found.headline.known
        assert not found.holds

    def test_where_empty_cells_were_the_disguise_the_headline_decides(self) -> None:
        """Each of the cells may be wanted, those without records too; one who wants records does not."""
        market = line([4, 4, 0, 0, 0, 0])
        true = market.intent({"x": ["a"]})
        made = protect(
            market, true, method="sealed", support="all", against="informed", limit="1/3", seed=1
        )
        found = audit(market, true, made, against="informed")
        assert found.protected[-1].within(found.limit)
        assert found.headline.sure == Fraction(1, 2)
        assert not found.holds


class TestWhenItIsNotToldHowItWasMade:
    def test_the_one_that_tells_most_counts(self, market: Market, true: Box) -> None:
        """At 3/4 only optimal publishes all women for this one; sealed may."""
        found = audit(market, true, market.intent({"sex": ["F"]}), limit="3/4")
        assert found.made_by is not None
        assert found.made_by.method.name == "optimal"
        assert found.protected[-1].upper == 1
        assert "optimal leads here and tells most" in found.known_by

    def test_whom_the_user_asks_about_it_may_have_been_made_for(
        self, market: Market, true: Box
    ) -> None:
        made = protect(market, true, against="em-fc", limit="1/2", method="greedy")
        unasked = audit(market, true, made.published, limit="1/2")
        assert not unasked.headline.known, "against all, nothing leads there"
        found = audit(market, true, made.published, limit="1/2", against="em-fc")
        assert found.headline == made.headline
        assert found.made_by is not None
        assert found.made_by.against.names == ("em-fc",)

    def test_what_was_noted_when_it_was_made_here_counts(self) -> None:
        market = line([5, 1, 2, 4, 3])
        true = market.intent({"x": ["b"]})
        made = protect(market, true, limit="1/2", hide="x=3/4", prior="records", seed=1)
        unnoted = audit(market, true, made.published)
        assert (unnoted.limit, unnoted.headline.hidden) == (Fraction(LIMIT), ())
        note_how(made)
        found = audit(market, true, made.published)
        assert found.known_by == "noted when it was made on this machine"
        assert found.limit == Fraction(1, 2), "what it was made for"
        assert found.headline == made.headline
        assert found.holds


class TestWantsOfSeveralBoxes:
    CORNERS: ClassVar = [{"sex": ["F"], "race": ["canary"]}, {"sex": ["M"], "race": ["B"]}]

    @pytest.mark.parametrize("made_by", [None, "greedy", "optimal"])
    def test_they_have_an_informed_row(self, market: Market, made_by: str | None) -> None:
        """Of all pairs of cells two are no box: these corners, and the other two."""
        found = audit(market, self.CORNERS, market.intent({}), made_by=made_by)
        row = found.protected[-1]
        assert (row.attacker, row.known, row.upper) == ("informed", True, Fraction(1, 2))
        assert (row.considered, row.remaining) == (2, 2)
        assert found.headline.sure == Fraction(1, 2)
        assert not found.holds
