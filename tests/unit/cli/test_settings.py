"""Settings of publish methods as options: what was said, and what is left to the method."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
import typer

from tacit.candidates.given import Given
from tacit.candidates.registry import CLASSES
from tacit.cli._settings import Said, default_of, flag_of, takes_settings
from tacit.errors import InputError, SettingError
from tacit.publishing.settings import SETTINGS, Settings, setting
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused

Ask = Callable[..., Said]


def verb_with(*only: str, **more: Any) -> tuple[Any, list[Said]]:
    """A verb that takes settings, and what it was told."""
    told: list[Said] = []

    @takes_settings(*only, **more)
    def verb(*, settings: Said) -> None:
        told.append(settings)

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(verb)
    return typer.main.get_command(app), told


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """What a verb is told when it is called with options, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    command, told = verb_with()

    def call(*args: str) -> Said:
        command.main(args, standalone_mode=False)
        return told[-1]

    return call


def flags(command: Any) -> dict[str, Any]:
    return {option.opts[0]: option for option in command.params}


class TestOptions:
    def test_they_are_the_fields_of_the_settings_classes(self) -> None:
        names = {name for one in SETTINGS.values() for name in one.options()}
        assert set(flags(verb_with()[0])) == {flag_of(name) for name in names}

    def test_a_verb_may_take_some(self) -> None:
        assert list(flags(verb_with("alpha", "prior")[0])) == ["--alpha", "--prior"]

    def test_they_are_listed_by_the_methods_that_have_them(self) -> None:
        found = flags(verb_with()[0])
        assert found["--alpha"].rich_help_panel == "With --method greedy"
        assert found["--never"].rich_help_panel == "With --method greedy or optimal"
        assert found["--free"].rich_help_panel == "With --method optimal or sealed"
        assert found["--effort"].rich_help_panel == "With --method sealed"

    def test_or_under_one_heading(self) -> None:
        command, _ = verb_with("alpha", "prior", panel="Elsewhere")
        assert {one.rich_help_panel for one in command.params} == {"Elsewhere"}

    def test_help_shows_the_default_unless_it_is_left_open(self) -> None:
        found = flags(verb_with("alpha", "prior", left_open=["prior"])[0])
        assert found["--alpha"].help.endswith("[default: 1/2][/dim]")
        assert found["--prior"].help.endswith("The first one says what is expected.")

    def test_those_of_a_method_that_is_added_are_there(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        @dataclass(frozen=True)
        class Loudly(Settings):
            method: ClassVar[str] = "loudly"
            how_loud: int = setting(3, "How loud.", "N", int)
            shouts: bool = setting(False, "Shout.", "", bool)

        monkeypatch.setitem(SETTINGS, "loudly", Loudly)
        command, told = verb_with()
        command.main(["--how-loud", "7", "--shouts"], standalone_mode=False)
        assert told == [Said({"how_loud": "7", "shouts": True}, ())]
        assert flags(command)["--how-loud"].rich_help_panel == "With --method loudly"


def test_what_a_setting_is_called() -> None:
    assert (flag_of("alpha"), flag_of("contiguous")) == ("--alpha", "--free")
    assert flag_of("made_up") == "--made-up"


def test_defaults_as_a_user_would_write_them() -> None:
    assert default_of("alpha") == Fraction(1, 2)
    assert (default_of("contiguous"), default_of("bare")) == (True, False)
    assert default_of("never") is None
    assert default_of("made_up") is None


class TestSaid:
    def test_nothing_is_left_to_the_method(self, ask: Ask) -> None:
        assert ask() == Said({}, ())

    def test_words_and_numbers_are_passed_on_as_written(self, ask: Ask) -> None:
        said = ask("--alpha", "auto", "--boxes", "2", "--support", "all", "--objective", "cost")
        assert said.values == {"alpha": "auto", "boxes": "2", "support": "all", "objective": "cost"}
        assert said.files == ()

    def test_a_flag_turns_the_default_over(self, ask: Ask) -> None:
        assert ask("--free").values == {"contiguous": False}
        assert ask("--bare").values == {"bare": True}


class TestFiles:
    """They are read here, at the edge: further in, no setting is a path."""

    def test_pins(self, ask: Ask, tmp_path: Path) -> None:
        (tmp_path / "pins.json").write_text('{"x": ["a"]}')
        for name in ("never", "always"):
            assert ask(f"--{name}", "pins.json") == Said({name: {"x": ["a"]}}, ("pins.json",))

    def test_candidates_and_priors(self, ask: Ask, tmp_path: Path) -> None:
        given = [{"intent": {"x": ["a"]}, "weight": 2}, {"intent": {"x": ["b"]}}]
        (tmp_path / "list.json").write_text(json.dumps(given))
        (tmp_path / "weights.csv").write_text("x,weight\na,2\nb,1\n")
        said = ask("--candidates", "list.json", "--prior", "weights.csv")
        assert said.files == ("list.json", "weights.csv")
        assert said.values["candidates"] == Given.of(given)
        assert isinstance(said.values["prior"], Given)

    def test_several_priors_with_files_among_them(self, ask: Ask, tmp_path: Path) -> None:
        (tmp_path / "weights.csv").write_text("x,weight\na,2\nb,1\n")
        said = ask("--prior", "uniform, weights.csv,records")
        assert said.files == ("weights.csv",)
        uniform, table, records = said.values["prior"]
        assert (uniform, records) == ("uniform", "records")
        assert isinstance(table, Given)
        assert ask("--prior", "uniform,records") == Said({"prior": "uniform,records"}, ())

    def test_a_file_with_a_comma_in_its_name_is_one_file(self, ask: Ask, tmp_path: Path) -> None:
        (tmp_path / "uniform,mine.csv").write_text("x,weight\na,2\nb,1\n")
        said = ask("--prior", "uniform,mine.csv")
        assert said.files == ("uniform,mine.csv",)
        assert isinstance(said.values["prior"], Given)

    @pytest.mark.parametrize(
        "name",
        ["usual", "cells", "shape", "boxes", "ranges", "unions", "upto:12", "3*cells+upto:2"],
    )
    def test_names_are_no_files(self, ask: Ask, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text("not a list")
        assert ask("--candidates", name) == Said({"candidates": name}, ())

    def test_nor_is_the_name_of_a_class_that_is_added(
        self, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(CLASSES, "slices", CLASSES["cells"])
        (tmp_path / "slices").write_text("not a list")
        assert ask("--candidates", "slices") == Said({"candidates": "slices"}, ())

    def test_a_name_that_is_neither_is_refused_with_what_there_is(self, ask: Ask) -> None:
        with pytest.raises(
            SettingError, match="uniform, records, cost, halving, or a file"
        ) as caught:
            ask("--prior", "zanzibar")
        assert caught.value.setting == "prior"
        assert "zanzibar" not in str(caught.value)

    def test_pins_that_are_not_there_or_no_pins_are_refused(self, ask: Ask, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no such values file"):
            ask("--never", "nowhere.json")
        (tmp_path / "pins.json").write_text('["zanzibar"]')
        with pytest.raises(InputError, match="as JSON") as caught:
            ask("--never", "pins.json")
        assert "zanzibar" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--boxes", "2"), "sealed has no setting 'boxes'; optimal has."),
        (("--method", "greedy", "--boxes", "2"), "greedy has no setting 'boxes'; optimal has."),
        (("--alpha", "1"), "sealed has no setting 'alpha'; greedy has."),
        (
            ("--method", "greedy", "--free"),
            "greedy has no setting 'contiguous'; optimal and sealed have.",
        ),
        (("--method", "greedy", "--alpha", "2"), "alpha must be from 0 to 1"),
        (("--prior", "odd"), "the prior must be one of"),
    ],
)
def test_a_refusal_names_the_option(
    run: Run, table: str, wanted_file: str, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    flag = next(one for one in options if one not in ("--method", "greedy"))
    told = refused(run, tmp_path, "protect", table, "--want", wanted_file, *options)
    assert said in told
    assert told.endswith(f"The option is {flag}.\n")
