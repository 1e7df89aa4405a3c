"""Options that verbs share mean the same in each, and each says what it is for."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, get_args

import pytest
import typer

from tacit.cli import _options, make_app
from tacit.publishing.settings import SETTINGS

COMMANDS: dict[str, Any] = typer.main.get_command(make_app()).commands  # type: ignore[attr-defined]
DECLARED = {
    name: one for name, one in vars(_options).items() if get_args(one) and name[0].isupper()
}
MAY_DIFFER = {
    *("--want", "--published", "--against", "--out", "--buy", "--seed"),
    *("--method", "--allocate", "--objective", "--limit"),
}
"""What a verb says in its own words, or makes of something else."""


@pytest.mark.parametrize("name", DECLARED)
def test_each_says_what_it_is_for(name: str) -> None:
    info = get_args(DECLARED[name])[1]
    assert info.help.endswith(".")
    assert info.help[0].isupper() or name == "Data"  # which begins with a name


@pytest.mark.parametrize("name", DECLARED)
def test_each_is_taken_by_a_verb(name: str) -> None:
    info = get_args(DECLARED[name])[1]
    assert info.help in {one.help for command in COMMANDS.values() for one in command.params}


def test_one_name_means_one_thing() -> None:
    told: dict[str, set[tuple[str, str]]] = defaultdict(set)
    settings = {f"--{name}" for one in SETTINGS.values() for name in one.options()}
    for command in COMMANDS.values():
        for one in command.params:
            if one.opts[0] not in MAY_DIFFER | settings:
                told[one.opts[0]].add((one.help, one.metavar))
    assert {flag: said for flag, said in told.items() if len(said) > 1} == {}


def test_no_secret_is_an_argument() -> None:
    """What stands on the command line itself, others on the machine can see."""
    arguments = {
        name: [one.name for one in command.params if one.param_type_name == "argument"]
        for name, command in COMMANDS.items()
    }
    with_data = {"describe", "protect", "purchase", "audit", "frontier"}
    assert arguments == {name: ["data"] for name in with_data} | {
        "export": ["post"],
        "campaign": ["file"],
        "receive": ["delivery"],
        "paper": ["exhibit"],
        "demo": [],
    }


def test_what_names_a_file_says_so() -> None:
    files = {"--want", "--published", "--purchased", "--report", "--letter", "--sql"}
    files |= {"--plot", "--csv"}
    for command in COMMANDS.values():
        for one in command.params:
            if one.opts[0] in files:
                assert (one.metavar, one.default) == ("FILE", None)
