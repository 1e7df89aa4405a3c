"""What an audit is told: in full, in part, or not at all; and posts as files have them."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tacit.attackers.against import Against
from tacit.auditing.asked import belief_about, how_made, may_hold, read_post, to_hide
from tacit.auditing.audit import audit
from tacit.auditing.protect import protect
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.errors import SettingError
from tacit.market.market import Market
from tacit.publishing.kept import to_keep
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import MOST_TOLD_EFFORT, GreedySettings, SealedSettings
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import line, of_four_cells

NOBODY = Against.nobody("2/5")
GIVEN = Given.of([{"x": ["a"]}, {"x": ["b"]}, {"x": ["c"]}])


class TestHowItWasMade:
    def test_a_procedure_says_it_all(self) -> None:
        how = Procedure.of(method="optimal", against="em-c")
        assert how_made(how, {"prior": "records"}, NOBODY) is how

    def test_what_a_result_tells_is_read(self) -> None:
        how = Procedure.of(method="sealed", limit=0.2, prior="records")
        assert how_made(how.to_json(), None, NOBODY).settings == how.settings

    def test_lists_that_a_result_does_not_tell_come_with_the_belief(self) -> None:
        how = Procedure.of(method="sealed", candidates=GIVEN)
        told = how.to_json()
        found = how_made(told, {"candidates": GIVEN, "prior": "records"}, NOBODY)
        assert found.settings == how.settings, "the prior is the rival's, not the method's"
        with pytest.raises(SettingError, match="Give the list too"):
            how_made(told, {"prior": "records"}, NOBODY)

    @pytest.mark.parametrize("given", [GIVEN, ("records", GIVEN)])
    def test_also_one_among_several(self, given: Any) -> None:
        how = Procedure.of(method="sealed", prior=("uniform", GIVEN))
        assert how_made(how.to_json(), {"prior": given}, NOBODY).settings == how.settings
        with pytest.raises(SettingError, match="Give the list too"):
            how_made(how.to_json(), {"prior": "records"}, NOBODY)

    @pytest.mark.parametrize("made_by", ["greedy", "optimal"])
    def test_against_the_same_where_nothing_else_is_said(self, made_by: str) -> None:
        held = Against.of("em-f=0.1, em-c, informed=0.2", 0.4)
        found = how_made(made_by, None, held)
        assert found.method.name == made_by
        assert str(found.against) == "em-f=1/10, em-c"
        assert found.limit == Fraction(2, 5)

    def test_against_all_where_nobody_is_named(self) -> None:
        found = how_made("greedy", None, NOBODY)
        assert str(found.against) == "pi-uniform, em-f, em-c, em-fc"
        assert found.limit == Fraction(2, 5)

    def test_whom_it_was_made_for_may_be_said(self) -> None:
        found = how_made("optimal", None, Against.of("em-f"), "pi-uniform=1/5")
        assert str(found.against) == "pi-uniform=1/5"

    def test_settings_that_the_method_does_not_have_are_refused(self) -> None:
        assert how_made("greedy", None, NOBODY, alpha=1).settings.told() == {"alpha": "1"}
        with pytest.raises(SettingError, match="sealed has no setting 'alpha'"):
            how_made("sealed", None, NOBODY, alpha=1)

    def test_what_a_rival_reckons_with_is_what_the_method_hides_among_if_it_does(self) -> None:
        parts = {"candidates": "boxes", "prior": None}
        settings = how_made("sealed", parts, NOBODY).settings
        assert settings == SealedSettings.of(candidates="boxes")
        assert how_made("greedy", parts, NOBODY).settings == GreedySettings.of()

    def test_what_is_hidden_is_what_the_method_hides_if_it_does(self) -> None:
        assert how_made("sealed", None, NOBODY, hide="x=0.3").settings.hidden.keys() == {"x"}
        assert how_made("greedy", None, NOBODY, hide="x=0.3").settings.hidden == {}

    def test_an_unknown_method_is_refused(self) -> None:
        with pytest.raises(SettingError, match="no method of that name"):
            how_made("magic", None, NOBODY)


class TestWhatARivalReckonsWith:
    USUAL = Belief("shape", support="nonempty")

    def test_all_of_it_is_taken_as_it_is(self) -> None:
        belief = Belief("boxes", "records")
        for method in METHODS:
            assert belief_about(Procedure.of(method=method), belief, self.USUAL) is belief

    def test_what_the_method_hides_among_changed_in_part(self) -> None:
        how = Procedure.of(method="sealed", candidates="cells")
        assert belief_about(how, None, self.USUAL) == Belief("cells", "uniform", "nonempty")
        found = belief_about(how, {"prior": "records", "support": None}, self.USUAL)
        assert found == Belief("cells", "records", "nonempty")

    @pytest.mark.parametrize("nothing", [None, {}, {"candidates": None}, {"prior": "uniform"}])
    def test_nothing_said_is_what_is_usual(self, nothing: Any) -> None:
        assert belief_about(Procedure.of(method="greedy"), nothing, self.USUAL) == self.USUAL

    def test_what_is_usual_changed_in_part(self) -> None:
        how = Procedure.of(method="greedy")
        found = belief_about(how, {"prior": "cost"}, self.USUAL)
        assert found == Belief("shape", "cost", "nonempty")
        found = belief_about(how, {"candidates": "cells", "support": "all"}, self.USUAL)
        assert found == Belief("cells")

    def test_names_that_do_not_exist_are_refused(self) -> None:
        with pytest.raises(SettingError, match="prior must be one of"):
            belief_about(Procedure.of(method="greedy"), {"prior": "flat"}, self.USUAL)


class TestReadingAPost:
    MARKET = line([1, 4, 9])

    def write(self, tmp_path: Path, content: Any) -> Path:
        path = tmp_path / "post.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def test_an_intent_by_itself_does_not_say_how_it_was_made(self, tmp_path: Path) -> None:
        post = read_post(self.MARKET, self.write(tmp_path, {"x": ["a", "b"]}))
        assert post.published == self.MARKET.intent({"x": ["a", "b"]})
        assert post.made_by is None

    def test_a_condition_does_not_either(self, tmp_path: Path) -> None:
        post = read_post(self.MARKET, self.write(tmp_path, "x IN ('a', 'b')"))
        assert (post.published.size, post.made_by) == (2, None)

    def test_a_result_does(self, tmp_path: Path) -> None:
        result = protect(self.MARKET, {"x": ["a"]}, against="em-f", limit="1/5", method="greedy")
        post = read_post(self.MARKET, self.write(tmp_path, result.to_json()))
        assert post.published == result.published
        assert post.made_by == result.procedure.to_json()
        found = audit(self.MARKET, {"x": ["a"]}, post.published, made_by=post.made_by)
        assert found.finding is not None
        assert found.finding.possible

    def test_it_need_not_say_how_it_was_made(self, tmp_path: Path) -> None:
        content = {"published": {"x": ["a"]}, "made_by": None}
        assert read_post(self.MARKET, self.write(tmp_path, content)).made_by is None

    def test_a_kept_file_says_it_all(self, tmp_path: Path) -> None:
        """Also the list, which a result does not tell."""
        made: dict[str, Any] = {"against": "informed=1/2", "limit": "1/2", "candidates": GIVEN}
        how = Procedure.of(method="sealed", **made)
        result = publish(how, self.MARKET, self.MARKET.intent({"x": ["a"]}), seed=1)
        post = read_post(self.MARKET, self.write(tmp_path, to_keep(result)))
        assert (post.published, post.made_by) == (result.published, how)
        assert audit(self.MARKET, {"x": ["a"]}, post.published, made_by=post.made_by).holds

    def test_a_kept_file_tells_whether_the_market_is_still_the_same(self, tmp_path: Path) -> None:
        result = protect(self.MARKET, {"x": ["a"]}, against="em-f", limit="1/5", method="greedy")
        post = read_post(self.MARKET, self.write(tmp_path, to_keep(result)))
        assert not post.changed(self.MARKET)
        assert post.changed(line([1, 4, 8]))
        unsaid = read_post(self.MARKET, self.write(tmp_path, result.to_json()))
        assert not unsaid.changed(line([1, 4, 8])), "nothing says which it was"

    @pytest.mark.parametrize(
        "lists", [3, {"candidates": 3}, {"candidates": [3]}, {"candidates": [[3]]}]
    )
    def test_what_is_wrong_in_a_kept_file_is_not_blamed_on_an_option(
        self, tmp_path: Path, lists: Any
    ) -> None:
        kept = {"kept": 1, "published": {"x": ["a"]}, "made_by": {"method": "sealed"}}
        path = self.write(tmp_path, {**kept, "lists": lists})
        with pytest.raises(SettingError, match="says of how it was made can't be used") as error:
            read_post(self.MARKET, path)
        assert error.value.setting is None

    @pytest.mark.parametrize("made_by", [3, "greedy", ["greedy"]])
    def test_what_is_no_such_thing_is_refused(self, tmp_path: Path, made_by: Any) -> None:
        path = self.write(tmp_path, {"published": {"x": ["a"]}, "made_by": made_by})
        with pytest.raises(SettingError, match="says of how it was made can't be used"):
            read_post(self.MARKET, path)

    def test_faults_in_it_are_not_blamed_on_an_option(self, tmp_path: Path) -> None:
        told = {"method": "sealed", "effort": 10**12}
        with pytest.raises(SettingError, match="what the post says of how it was made") as error:
            audit(self.MARKET, {"x": ["a"]}, {"x": ["a", "b"]}, made_by=told)
        assert error.value.setting is None

    def test_who_says_otherwise_names_the_method_too(self) -> None:
        told = {"method": "greedy"}
        with pytest.raises(SettingError, match="To say otherwise, name the method too"):
            how_made(told, None, Against.of("em-f"), made_for="em-c")

    def test_a_dimension_may_be_called_made_by(self, tmp_path: Path) -> None:
        market = Market.from_cube(Space((Nominal("made_by", ("a", "b")),)), [1, 2])
        post = read_post(market, self.write(tmp_path, {"made_by": ["a"]}))
        assert post.made_by is None

    def test_a_file_that_it_names_is_not_opened(self, tmp_path: Path) -> None:
        """Whoever opens the pipe waits for ever."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        made_by = {"method": "sealed", "candidates": str(pipe)}
        path = self.write(tmp_path, {"published": {"x": ["a", "b"]}, "made_by": made_by})
        post = read_post(self.MARKET, path)
        with pytest.raises(SettingError, match="candidates must be one of"):
            audit(self.MARKET, {"x": ["a"]}, post.published, made_by=post.made_by)


class TestWhatIsHidden:
    def test_it_is_read_as_a_user_writes_it(self) -> None:
        limits = {"race": Fraction(7, 20), "income": None}
        assert to_hide("race=0.35,income") == to_hide(limits) == limits
        assert to_hide(None) == {}
        with pytest.raises(SettingError, match="twice"):
            to_hide("race,race=0.3")


class TestSeveralBoxes:
    MARKET = of_four_cells()
    BOX = MARKET.intent({"sex": ["F"]})
    UNION = MARKET.intent([{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}])

    def test_single_boxes_are_no_candidates_for_them(self) -> None:
        for name in ("cells", "shape", "boxes"):
            assert may_hold(Belief(name), self.BOX)
            assert not may_hold(Belief(name), self.UNION)
        assert may_hold(Belief(Given.of([{"sex": ["F"]}])), self.UNION)


class TestEffortInAFile:
    """A file's word is taken for some work; for more, who runs it says so."""

    MARKET = TestReadingAPost.MARKET

    @pytest.mark.parametrize("kept", [True, False])
    @pytest.mark.parametrize("effort", [MOST_TOLD_EFFORT + 1, "9e6", 2_000_000_000])
    def test_much_is_refused_unless_said(self, tmp_path: Path, effort: object, kept: bool) -> None:
        made_by = {"method": "sealed", "effort": effort}
        content = {"published": {"x": ["a", "b"]}, "made_by": made_by} | (
            {"kept": 1} if kept else {}
        )
        path = tmp_path / "post.json"
        path.write_text(json.dumps(content))
        with pytest.raises(SettingError, match="its effort is above 200,000") as caught:
            read_post(self.MARKET, path)
        assert caught.value.setting == "effort"
        told = read_post(self.MARKET, path, effort=300_000).made_by
        assert told is not None
        how = how_made(told, None, Against.nobody("1/2"))
        assert how.settings == SealedSettings.of(effort=300_000)

    def test_what_is_usual_is_taken(self, tmp_path: Path) -> None:
        path = tmp_path / "post.json"
        path.write_text('{"published": {"x": ["a"]}, "made_by": {"effort": 200000}}')
        assert read_post(self.MARKET, path).made_by == {"effort": 200_000}
