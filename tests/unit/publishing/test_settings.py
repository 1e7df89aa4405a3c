"""Settings: one class a method, read in one place, told as they are read."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from tacit._defaults import SECONDS
from tacit.candidates.belief import Belief
from tacit.errors import InputError, SettingError
from tacit.publishing.procedure import Procedure
from tacit.publishing.rules import Rules
from tacit.publishing.settings import (
    SETTINGS,
    GreedySettings,
    OptimalSettings,
    SealedSettings,
    Settings,
    settings_of,
)
from tests.helpers.markets import line
from tests.helpers.settings import GIVEN, LISTED, WRONG, greedies, optimals, sealeds


class TestEveryMethod:
    @pytest.mark.parametrize("name", SETTINGS)
    def test_its_settings_are_known_by_its_name(self, name: str) -> None:
        own = SETTINGS[name]
        assert own.method == name
        assert own.about
        assert list(own.options()) == [field.name for field in fields(own)]
        assert all(option.about.endswith(".") for option in own.options().values())

    @pytest.mark.parametrize("name", SETTINGS)
    def test_nothing_said_means_the_defaults(self, name: str) -> None:
        own = SETTINGS[name]
        assert own.of() == own()
        assert own.of(**dict.fromkeys(own.options())) == own(), "None is what nothing said is"

    @pytest.mark.parametrize("name", SETTINGS)
    def test_a_setting_that_it_does_not_have_is_refused_and_named(self, name: str) -> None:
        with pytest.raises(SettingError) as error:
            SETTINGS[name].of(depth=3)
        known = ", ".join(SETTINGS[name].options())
        assert str(error.value) == f"{name} has no setting 'depth'. It takes: {known}."
        assert error.value.setting == "depth"

    @given(greedies | optimals | sealeds)
    def test_what_is_told_is_read_again(self, own: Settings) -> None:
        assert type(own).of(**own.told()) == own

    def test_defaults(self) -> None:
        """The paper's alpha; and what a result of each tells where nothing was said."""
        assert GreedySettings().told() == {"alpha": "1/2"}
        assert OptimalSettings().told() == {"objective": "records", "contiguous": True, "boxes": 1}
        assert OptimalSettings().seconds == SECONDS
        assert SealedSettings().told() == {
            "objective": "records",
            "contiguous": True,
            "candidates": "usual",
            "prior": "uniform",
            "within": "1",
            "hide": "",
            "support": "nonempty",
            "bare": False,
            "effort": 20_000,
        }


class TestTelling:
    def test_pins_and_time_are_not_told(self) -> None:
        pinned = {"never": {"x": ["canary"]}, "always": {"x": ["other"]}}
        greedy, optimal = GreedySettings.of(**pinned), OptimalSettings.of(**pinned, seconds=3)
        assert set(greedy.told()) == {"alpha"}
        assert not {"never", "always", "seconds"} & set(optimal.told())

    def test_of_lists_it_is_told_only_that_there_are_some(self) -> None:
        told = SealedSettings.of(candidates=GIVEN, prior=GIVEN).told()
        assert (told["candidates"], told["prior"]) == ("given", "given")

    def test_auto_is_told_as_it_was_written(self) -> None:
        assert GreedySettings.of(alpha="auto") == GreedySettings(alpha=None)
        assert GreedySettings(alpha=None).told() == {"alpha": "auto"}


class TestReading:
    @pytest.mark.parametrize(("method", "name", "value", "said"), WRONG)
    def test_what_is_no_value_is_refused_by_name(
        self, method: str, name: str, value: Any, said: str
    ) -> None:
        with pytest.raises(SettingError, match=said) as error:
            Procedure.of(method=method, **{name: value})
        assert error.value.setting == name

    def test_numbers_may_be_written(self) -> None:
        assert OptimalSettings.of(boxes="2", seconds="1/2") == OptimalSettings(boxes=2, seconds=0.5)
        assert GreedySettings.of(alpha="1/3").alpha == Fraction(1, 3)
        assert SealedSettings.of(effort=1e3).effort == 1_000

    def test_lists_may_be_given_as_they_are(self) -> None:
        assert SealedSettings.of(candidates=LISTED).candidates == GIVEN
        assert SealedSettings.of(prior=tuple(LISTED)).prior == GIVEN
        with pytest.raises(InputError, match="no intent"):
            SealedSettings.of(candidates=[])
        with pytest.raises(InputError, match="expected a list"):
            SealedSettings.of(candidates=["canary"])

    def test_a_method_is_found_by_name_or_comes_with_its_settings(self) -> None:
        assert settings_of("greedy", alpha=1) == GreedySettings(alpha=Fraction(1))
        own = OptimalSettings(boxes=2)
        assert settings_of(own) is own
        with pytest.raises(SettingError, match="given twice"):
            settings_of(own, boxes=3)

    def test_an_unknown_method_is_answered_with_the_known_ones(self) -> None:
        with pytest.raises(SettingError, match=r"no method of that name.*'greedy'") as error:
            settings_of("gready")
        assert error.value.setting == "method"


class TestWhatTheyMean:
    def test_rules(self) -> None:
        pins: dict[str, Any] = {"never": {"x": ["a"]}, "always": {"x": ["b"]}}
        assert GreedySettings.of(**pins).rules == Rules(**pins)
        own = OptimalSettings.of(objective="cost", contiguous=False, boxes=3, **pins)
        assert own.rules == Rules("cost", False, boxes=3, **pins)
        assert SealedSettings.of(objective="cells").rules == Rules("cells")

    def test_only_one_that_draws_hides_values(self) -> None:
        half, factor = {"race": Fraction(1, 2)}, Fraction(2)
        sealed = SealedSettings.of(within=3).hiding(half)
        assert (sealed.hidden, sealed.within) == (half, 3)
        assert sealed.hiding({}, factor) == SealedSettings.of(within=2)
        assert GreedySettings().hiding(half, factor) == GreedySettings()
        assert GreedySettings().hidden == {}

    def test_only_one_that_draws_hides_among_others(self) -> None:
        assert Procedure.of(method="greedy").belief is None
        assert Procedure.of(method="optimal").belief is None
        own = {"candidates": "boxes", "prior": "cost", "support": "all"}
        assert Procedure.of(method="sealed", **own).belief == Belief("boxes", "cost", "all")

    def test_the_usual_candidates_depend_on_what_is_wanted(self) -> None:
        market = line([1, 2, 3])
        one, two = market.intent({"x": ["a"]}), market.intent({"x": ["a", "b"]})
        usual = Procedure.of(method="sealed")
        assert usual.settled(one).settings == SealedSettings(candidates="cells")
        assert usual.settled(two).settings == SealedSettings(candidates="shape")
        for named in (
            Procedure.of(method="sealed", candidates="boxes"),
            Procedure.of(method="greedy"),
        ):
            assert named.settled(two) == named


def test_dimensions_to_hide_may_have_commas_in_quotes() -> None:
    found = SealedSettings.of(hide='"a,b"=0.35,c=0.5, "d=e",f').hidden
    assert found == {"a,b": Fraction(7, 20), "c": Fraction(1, 2), "d=e": None, "f": None}
