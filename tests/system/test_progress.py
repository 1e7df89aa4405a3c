"""What a person sees while a long search runs, and what a program does not."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from tests.conftest import Run

CANARY = "canary"
ARGS = ("protect", "table.csv", "--cost", "price", "--against", "em-fc", "--limit", "0.01")
SEARCH = (*ARGS, "--method", "optimal", "--seconds", "1", "--json")


@pytest.fixture
def wanted(tmp_path: Path, want: Callable[[Any], str]) -> str:
    """A table that takes long to search, and a true intent whose values can be told anywhere."""
    rng = Random(5)
    names = [[f"d{d}v{v}" for v in range(12)] for d in range(5)]
    first = [f"{CANARY}{d}" for d in range(5)]
    rows = [[rng.choice(on) for on in names] for _ in range(600)]
    lines = [",".join([*row, str(rng.randint(1, 20))]) for row in [first, *rows]]
    header = ",".join([*(f"d{d}" for d in range(5)), "price"])
    (tmp_path / "table.csv").write_text("\n".join([header, *lines]) + "\n")
    return want({f"d{d}": [name] for d, name in enumerate(first)})


def on_a_terminal(folder: Path, *args: str) -> tuple[str, str]:
    """Run a command with its standard error on a terminal; returns both outputs."""
    ours, theirs = pty.openpty()
    shown: list[bytes] = []

    def read() -> None:
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:
                return
            if not chunk:
                return
            shown.append(chunk)

    reader = Thread(target=read)
    reader.start()
    env = {k: v for k, v in os.environ.items() if not k.startswith("TACIT")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tacit", *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            cwd=folder,
            env={**env, "COLUMNS": "200", "TERM": "xterm"},
            timeout=120,
            check=True,
        )
    finally:  # or the reader waits for ever, and the tests with it
        os.close(theirs)
        reader.join()
        os.close(ours)
    return done.stdout, b"".join(shown).decode()


@pytest.mark.process
def test_on_a_terminal_best_and_bound_are_shown(tmp_path: Path, wanted: str) -> None:
    longer = ("--seconds", "4")  # on a busy machine too there is something to show by then
    out, shown = on_a_terminal(tmp_path, *SEARCH, *longer, "--want", wanted)
    assert json.loads(out)["method"] == "optimal"
    assert "widening the intent: best " in shown
    assert "records, at least " in shown
    assert " branches, " in shown
    assert CANARY not in shown


@pytest.mark.process
def test_greedy_shows_that_it_is_at_work(tmp_path: Path, wanted: str) -> None:
    out, shown = on_a_terminal(tmp_path, *ARGS, "--want", wanted, "--json")
    assert json.loads(out)["method"] == "greedy"
    assert "widening the intent ..." in shown
    assert "best" not in shown


def test_elsewhere_nothing_is_shown(run: Run, wanted: str) -> None:
    done = run(*SEARCH, "--want", wanted)
    assert json.loads(done.stdout)["method"] == "optimal"
    assert "best" not in done.stderr
    assert "branches" not in done.stderr
