"""Procedures: a method, its settings and whom it holds, told and read again; a file is only data."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit._defaults import METHOD
from tacit.attackers.against import Against
from tacit.candidates.given import Given
from tacit.candidates.secrets import Secrets
from tacit.errors import EmptyIntent, ListNotGiven, SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import GreedySettings, SealedSettings, Settings
from tests.helpers.markets import line
from tests.helpers.settings import WRONG, greedies, optimals, sealeds

GIVEN = Given.of([{"x": ["a"]}, {"x": ["b"]}])
limits = st.fractions(Fraction(1, 1000), 1)
names = st.dictionaries(
    st.sampled_from(["pi-uniform", "em-f", "em-c", "em-fc"]), st.none() | limits, min_size=1
).map(lambda d: [n if own is None else f"{n}={own}" for n, own in d.items()])


def held(procedure: Procedure) -> tuple[list[tuple[str, Fraction]], Fraction, bool]:
    """Whom it holds at which limits."""
    against = procedure.against
    named = [(one.name, limit) for one, limit in zip(against.posts, against.limits, strict=True)]
    return named, procedure.informed_limit, against.informed


class TestReadingWhatAUserWrites:
    def test_all_who_look_at_posts_are_held_by_default(self) -> None:
        found = Procedure.of(method="greedy")
        assert found.method is METHODS["greedy"]
        assert [a.name for a in found.against.posts] == ["pi-uniform", "em-f", "em-c", "em-fc"]
        assert (found.limit, found.against.informed) == (Fraction(3, 10), False)

    def test_one_that_draws_is_the_default_and_holds_the_informed_one_too(self) -> None:
        found = Procedure.of()
        assert found == Procedure.of(method="sealed")
        everyone = ("pi-uniform", "em-f", "em-c", "em-fc", "informed")
        assert (found.against.names, found.limit) == (everyone, Fraction(3, 10))

    def test_it_holds_the_informed_one_and_whoever_is_named(self) -> None:
        alone, beside = (
            Procedure.of(method="sealed", against=name) for name in ("informed", "em-f")
        )
        assert alone.against.names == ("informed",)
        assert beside.against.names == ("em-f", "informed")

    def test_the_informed_one_may_have_a_limit_of_its_own(self) -> None:
        found = Procedure.of(method="sealed", against="informed=0.2, em-f", limit=0.4)
        assert (found.limit, found.informed_limit) == (Fraction(2, 5), Fraction(1, 5))

    @pytest.mark.parametrize("method", ["greedy", "optimal"])
    def test_one_that_always_answers_the_same_can_not_hold_the_informed_one(
        self, method: str
    ) -> None:
        with pytest.raises(SettingError, match="Use the method sealed") as error:
            Procedure.of(method=method, against="em-f, informed")
        assert error.value.setting == "against"

    @pytest.mark.parametrize("method", ["greedy", "optimal"])
    def test_nobody_to_hold_is_refused(self, method: str) -> None:
        with pytest.raises(SettingError, match="at least one attacker"):
            Procedure.of(method=method, against="")

    def test_settings_come_by_name_or_as_they_are(self) -> None:
        own = GreedySettings(alpha=Fraction(1, 4))
        assert Procedure.of(method=own) == Procedure.of(method="greedy", alpha=0.25)

    def test_no_error_names_a_flag_of_the_command_line(self) -> None:
        wrongs = ({"alpha": 2}, {"boxes": 2}, {"against": "informed"}, {"limit": 0})
        for wrong in wrongs:
            with pytest.raises(SettingError) as error:
                Procedure.of(**{"method": "greedy", **wrong})
            assert "--" not in str(error.value)


class TestRoundTrip:
    @given(greedies | optimals | sealeds, names, limits)
    def test_what_is_told_is_read_again(
        self, own: Settings, against: list[str], limit: Fraction
    ) -> None:
        made = Procedure.of(method=own, against=against, limit=limit)
        told = json.loads(json.dumps(made.to_json()))
        found = Procedure.from_json(told)
        assert found.settings == made.settings
        assert held(found) == held(made)
        assert found.to_json() == made.to_json()

    def test_a_list_that_is_not_in_the_file_is_asked_for(self) -> None:
        made = Procedure.of(method="sealed", candidates=GIVEN, prior=GIVEN)
        told = made.to_json()
        with pytest.raises(SettingError, match="Give the list too") as error:
            Procedure.from_json(told)
        assert error.value.setting == "candidates"
        found = Procedure.from_json(told, candidates=GIVEN, prior=GIVEN)
        assert found.settings == made.settings

    def test_nor_is_one_among_several(self) -> None:
        made = Procedure.of(method="sealed", prior=("uniform", GIVEN))
        told = made.to_json()
        assert told["prior"] == "uniform,given"
        with pytest.raises(ListNotGiven, match="Give the list too") as error:
            Procedure.from_json(told)
        assert error.value.setting == "prior"
        found = Procedure.from_json(told, prior=("uniform", GIVEN))
        assert found.settings == made.settings

    def test_a_hidden_dimension_may_be_called_given(self) -> None:
        made = Procedure.of(method="sealed", hide="given")
        assert Procedure.from_json(made.to_json()).settings == made.settings

    def test_only_the_methods_own_settings_are_told(self) -> None:
        told = Procedure.of(against="em-f=0.1, em-c", method="greedy").to_json()
        assert told == {
            "method": "greedy",
            "limit": "3/10",
            "against": ["em-f=1/10", "em-c=3/10"],
            "alpha": "1/2",
        }

    @pytest.mark.parametrize(
        "told",
        [
            {
                "method": "greedy",
                "limit": "3/10",
                "against": ["em-f=3/10"],
                "alpha": "1/4",
                "objective": "records",
                "contiguous": True,
                "boxes": 1,
            },
            {
                "method": "sealed",
                "limit": "3/10",
                "against": ["informed=1/5"],
                "alpha": "1/2",
                "objective": "cost",
                "contiguous": False,
                "boxes": 1,
                "candidates": "cells",
                "prior": "records",
                "support": "all",
                "bare": True,
                "effort": 300,
            },
        ],
        ids=["greedy", "sealed"],
    )
    def test_what_earlier_versions_told_is_still_read(self, told: dict[str, Any]) -> None:
        """They told some settings of all methods, whatever the method."""
        found = Procedure.from_json(told)
        again = found.to_json()
        since = {"within": "1", "hide": ""}
        assert again == {name: told.get(name, since.get(name)) for name in again}
        assert found.method.name == told["method"]

    def test_little_is_enough(self) -> None:
        assert Procedure.from_json({}) == Procedure.of(method=METHOD)
        assert Procedure.from_json({"method": "sealed"}) == Procedure.of(method="sealed")


class TestAFileIsData:
    """What `made_by` of a file from elsewhere says is typed, bounded, and never opened."""

    @pytest.mark.parametrize("role", ["candidates", "prior"])
    def test_a_path_is_never_opened(
        self, role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "candidates.json"
        path.write_text('[{"x": ["a"]}]')
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)  # whoever opens it waits for ever

        def refuse(*_: Any, **__: Any) -> Any:
            raise AssertionError("a file was opened")

        for opens in ("builtins.open", "io.open", "os.open"):
            monkeypatch.setattr(opens, refuse)
        for named in (path, pipe, Path("/etc/passwd")):
            told = {"method": "sealed", role: str(named)}
            with pytest.raises(SettingError, match="must be one of") as error:
                Procedure.from_json(told)
            assert error.value.setting == role
            assert named.name not in str(error.value)

    @pytest.mark.parametrize("role", ["candidates", "prior"])
    def test_a_list_in_the_file_itself_is_no_setting(self, role: str) -> None:
        with pytest.raises(SettingError, match="does not say how"):
            Procedure.from_json({"method": "sealed", role: [{"x": ["a"]}]})

    @pytest.mark.parametrize("word", ["depth", "progress", "true", "seed", "__class__"])
    def test_unknown_words_are_refused(self, word: str) -> None:
        with pytest.raises(SettingError, match="words that Tacit does not know"):
            Procedure.from_json({"method": "greedy", word: 1})

    @pytest.mark.parametrize(
        "told", [{"seconds": 10**9}, {"never": {"x": ["a"]}}, {"always": {"x": ["a"]}}], ids=str
    )
    def test_what_no_result_tells_is_not_obeyed(self, told: dict[str, Any]) -> None:
        with pytest.raises(SettingError, match="words that Tacit does not know"):
            Procedure.from_json({"method": "optimal", **told})

    @pytest.mark.parametrize(
        "told",
        [
            {"method": ["greedy"]},
            {"method": 3},
            {"method": None},
            {"against": 3},
            {"against": {"em-f": 1}},
            {"against": ["em-f", 3]},
            {"against": [["em-f"]]},
            {"limit": None},
            {"limit": [0.3]},
            {"limit": {"em-f": 1}},
            {"method": "greedy", "alpha": None},
            {"method": "greedy", "alpha": [1]},
            {"method": "optimal", "boxes": [2]},
            {"method": "sealed", "effort": {"many": 1}},
            {"method": "sealed", "bare": None},
            {"method": "sealed", "hide": 3},
            {"method": "sealed", "hide": True},
        ],
        ids=str,
    )
    def test_wrong_types_are_refused(self, told: dict[str, Any]) -> None:
        with pytest.raises(SettingError):
            Procedure.from_json(told)

    @pytest.mark.parametrize(
        ("method", "name", "value", "said"), [w for w in WRONG if w[1] not in ("never", "always")]
    )
    def test_so_is_what_a_user_may_not_write_either(
        self, method: str, name: str, value: Any, said: str
    ) -> None:
        with pytest.raises(SettingError):
            Procedure.from_json({"method": method, name: value})

    @pytest.mark.parametrize("limit", [0, -1, 2, "much", True, float("nan")])
    def test_so_is_a_limit_out_of_range(self, limit: Any) -> None:
        with pytest.raises(SettingError):
            Procedure.from_json({"limit": limit})

    def test_an_unknown_method_is_refused(self) -> None:
        with pytest.raises(SettingError, match="there is no method"):
            Procedure.from_json({"method": "magic"})


class TestChoosing:
    MARKET = line([1, 4, 9, 6])
    TRUE = MARKET.intent({"x": ["a"]})

    @pytest.mark.parametrize("method", ["greedy", "optimal"])
    def test_one_post_with_chance_1(self, method: str) -> None:
        how = Procedure.of(method=method, against="em-f", limit="1/5")
        (post,) = how.choose(self.MARKET, self.TRUE).posts
        assert post.chance == 1
        assert post.published >= self.TRUE
        assert how.published(self.MARKET, self.TRUE) == post.published

    def test_several_with_chances_that_add_up_to_1(self) -> None:
        how = Procedure.of(method="sealed", limit="1/2")
        posts = how.choose(self.MARKET, self.TRUE).posts
        assert len(posts) > 1
        assert sum(post.chance for post in posts) == 1
        assert all(post.published >= self.TRUE for post in posts)

    def test_a_limit_out_of_reach_is_told_or_refused(self) -> None:
        how = Procedure.of(against="em-f=1/100, em-c", limit=1, method="greedy")
        with pytest.raises(UnreachableLimit) as error:
            how.choose(self.MARKET, self.TRUE)
        assert (error.value.attacker, error.value.limit) == ("em-f", Fraction(1, 100))
        assert error.value.lowest == Fraction(1, 20)
        assert how.published(self.MARKET, self.TRUE) is None

    def test_the_pins_count_for_what_can_be_reached(self) -> None:
        how = Procedure.of(against="em-f", limit="1/10", never={"x": ["c", "d"]}, method="greedy")
        with pytest.raises(UnreachableLimit) as error:
            how.choose(self.MARKET, self.TRUE)
        assert error.value.lowest == Fraction(1, 5)

    def test_nothing_wanted_is_refused(self) -> None:
        with pytest.raises(EmptyIntent):
            Procedure.of(method="greedy").choose(self.MARKET, Box(self.MARKET.space, ((),)))

    def test_it_is_settled_by_what_is_wanted(self) -> None:
        how = Procedure.of(method="sealed")
        assert how.settled(self.TRUE) == replace(how, settings=SealedSettings(candidates="cells"))
        wide = self.MARKET.intent({"x": ["a", "b"]})
        assert how.settled(wide).to_json()["candidates"] == "shape"


class TestSecrets:
    SPACE = line([1, 2]).space

    def test_the_informed_limit_is_for_records_and_for_what_has_none_of_its_own(self) -> None:
        how = Procedure.of(method="sealed", against="informed=1/5", hide="x", within=3)
        assert how.secrets(self.SPACE) == Secrets(
            Fraction(1, 5), {"x": Fraction(1, 5)}, Fraction(3)
        )
        assert Procedure.of(limit="1/4", method="greedy").secrets(self.SPACE) == Secrets(
            Fraction(1, 4)
        )

    def test_what_is_not_there_can_not_be_hidden(self) -> None:
        market, how = line([1, 2]), Procedure.of(method="sealed", hide="race")
        with pytest.raises(SettingError, match="There are: x") as error:
            how.choose(market, market.intent({"x": ["a"]}))
        assert error.value.setting == "hide"


def test_one_that_is_read_is_compared_by_what_it_says() -> None:
    assert Procedure.of(against="em-f", method="greedy") == Procedure(
        GreedySettings(), Against.of("em-f")
    )
    assert Procedure.of(against="em-f", method="greedy") != Procedure.of(
        against="em-f", limit=0.2, method="greedy"
    )
