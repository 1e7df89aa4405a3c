"""Help shows the few options that most people need, and all of them to who asks for all."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from tacit.cli import make_app
from tacit.cli._app import VERBS
from tacit.cli._help import flowing
from tests.helpers.command_line import Run

COMMANDS: dict[str, Any] = typer.main.get_command(make_app()).commands  # type: ignore[attr-defined]
WITH_DATA = ("describe", "protect", "export", "purchase", "audit", "frontier")
FEW = {
    "protect": {"--want", "--limit", "--hide", "--method", "--out", "--keep", "--report", "--json"},
    "export": {"--as", "--market", "--dialect", "--seller-table", "--out", "--json"},
    "purchase": {
        *("--want", "--buy", "--need", "--budget", "--odds", "--published", "--limit"),
        *("--out", "--letter", "--sql", "--json"),
    },
    "audit": {"--want", "--published", "--purchased", "--limit", "--hide", "--json"},
}
"""What stands first in the help of a verb."""


def shown(run: Run, verb: str, asked: str) -> set[str]:
    """The options that a verb's help lists."""
    done = run(verb, asked)
    assert (done.returncode, done.stderr) == (0, "")
    return set(re.findall(r"^│\s+\*?\s*(--[a-z-]+)", done.stdout, flags=re.MULTILINE))


def every(verb: str) -> set[str]:
    """The options that a verb takes."""
    options = {one.opts[0] for one in COMMANDS[verb].params}
    return {flag for flag in options if flag.startswith("--")} | {"--help"}


@pytest.mark.parametrize("verb", FEW)
def test_few_options_stand_first(run: Run, verb: str) -> None:
    assert shown(run, verb, "--help") == FEW[verb] | {"--help", "--help-all"}


@pytest.mark.parametrize("verb", WITH_DATA)
def test_all_are_shown_to_who_asks(run: Run, verb: str) -> None:
    assert shown(run, verb, "--help-all") == every(verb)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in WITH_DATA])
def test_a_verb_without_more_shows_all_it_has(run: Run, verb: str) -> None:
    assert shown(run, verb, "--help") == every(verb)


def test_a_verb_with_few_options_shows_them_at_once(run: Run) -> None:
    assert shown(run, "describe", "--help") == every("describe")


def test_to_show_all_once_changes_nothing_for_the_next(run: Run) -> None:
    few = shown(run, "protect", "--help")
    assert "--effort" in shown(run, "protect", "--help-all")
    assert shown(run, "protect", "--help") == few


def test_an_option_that_is_not_shown_is_taken_all_the_same(
    run: Run, table: str, wanted_file: str
) -> None:
    args = ("protect", table, "--want", wanted_file, "--limit", "1/2")
    assert run(*args, "--effort", "100").returncode == 0


def test_paragraphs_break_where_the_screen_does() -> None:
    written = """One sentence, which
    goes on.

    Another one.
    """
    assert flowing(written) == "One sentence, which goes on.\n\nAnother one."
