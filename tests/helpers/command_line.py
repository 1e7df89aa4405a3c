"""Two ways to call the command line: inside this process, and as a process of its own."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]

# Tables come out alike whatever terminal the tests run on.
LOOKS = {"COLUMNS": "120", "NO_COLOR": "1"}


def in_this_process(folder: Path, captured: pytest.CaptureFixture[str]) -> Run:
    """`tacit` called as a function: a hundred times quicker to start than a process.

    Outputs are captured as file descriptors, so what a library prints past Python is seen too.
    Warnings are errors, as everywhere in tests, and here that holds for the command line too.
    """

    def run(*args: str, stdin: str = "", passphrase: str | None = None) -> Done:
        with pytest.MonkeyPatch.context() as patch:
            _as_if_just_started(patch, folder, stdin, _environment(passphrase))
            captured.readouterr()
            code = _exit_code(args)
            logging.root.handlers.clear()
        out, err = captured.readouterr()
        return subprocess.CompletedProcess(["tacit", *args], code, out, err)

    return run


def as_a_process(folder: Path) -> Run:
    """`python -m tacit` as a user runs it, for tests where a real process is the point."""

    def run(*args: str, stdin: str = "", passphrase: str | None = None) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "tacit", *args],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=folder,
            env=_environment(passphrase),
            timeout=120,
            check=False,
        )

    return run


def environment() -> dict[str, str]:
    """Ours, without anything that Tacit itself would obey, but with the test's own place for a key."""
    kept = {"TACIT_HOME": os.environ["TACIT_HOME"]}
    return {n: value for n, value in os.environ.items() if not n.startswith("TACIT")} | kept


def _environment(passphrase: str | None) -> dict[str, str]:
    env = environment()
    if passphrase is not None:
        env["TACIT_PASSPHRASE"] = passphrase
    return {**env, **LOOKS}


def _as_if_just_started(
    patch: pytest.MonkeyPatch, folder: Path, stdin: str, env: dict[str, str]
) -> None:
    """What a process finds when it starts, and what a run may change for those after it."""
    patch.chdir(folder)
    for name in os.environ.keys() - env.keys():
        patch.delenv(name)
    for name, value in env.items():
        patch.setenv(name, value)
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
    patch.setattr(sys, "excepthook", sys.excepthook)  # Typer sets its own
    patch.setattr(logging.root, "handlers", [])  # pytest's would keep --verbose from making one
    patch.setattr(logging.root, "level", logging.WARNING)


def _exit_code(args: tuple[str, ...]) -> int:
    from tacit.cli import make_app

    try:
        make_app()(args=list(args), prog_name="python -m tacit")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:
        traceback.print_exc()
        return 1
    return 0
