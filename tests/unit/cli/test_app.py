"""What comes before a verb, and what is said where a command line is wrong."""

from __future__ import annotations

import pytest
import typer

from tacit._version import __version__
from tacit.cli._app import VERBS, BadUsage, make_app
from tests.helpers.command_line import Run

CODE = "\x1b]52;c;ZXZpbA==\x07"


def test_every_verb_is_there() -> None:
    names = [command.name for command in make_app().registered_commands]
    assert names == list(VERBS)


def test_the_version(run: Run) -> None:
    assert run("--version").stdout == f"{__version__}\n"


@pytest.mark.parametrize(
    "args", [(CODE,), (f"--{CODE}",), ("describe", f"--{CODE}"), ("describe", "a", CODE)]
)
def test_what_is_wrong_is_shown_as_text(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\\x1b]52" in done.stderr


def test_what_is_raised_about_a_command_line() -> None:
    assert issubclass(typer.BadParameter, BadUsage)
    assert BadUsage("words").message == "words"  # type: ignore[attr-defined]


def test_what_is_logged_is_shown_as_text(
    run: Run, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import logging

    from tacit.market.sources import load

    really = load.propose

    def telling(*args: object, **more: object) -> object:
        logging.getLogger("tacit").info("about %s", CODE)
        return really(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(load, "propose", telling)
    done = run("--verbose", "describe", table, "--no-write")
    assert "tacit: about \\x1b]52;c;ZXZpbA==\\x07\n" in done.stderr
