"""What a person sees while long work runs, and what a program does not."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.status import Status

from tests.conftest import Run
from tests.helpers.terminal import OnATerminal

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


def on_a_terminal(folder: Path, *args: str, **more: Any) -> tuple[str, str]:
    """Run a command with its standard error on a terminal; returns both outputs."""
    with OnATerminal(folder, *args, **more) as terminal:
        code, out = terminal.ended()
        assert code in (0, 1), terminal.shown
    return out, terminal.shown


@pytest.mark.process
def test_on_a_terminal_best_and_bound_are_shown(tmp_path: Path, wanted: str) -> None:
    longer = ("--seconds", "4")  # on a busy machine too there is something to show by then
    out, shown = on_a_terminal(tmp_path, *SEARCH, *longer, "--want", wanted)
    assert json.loads(out)["method"] == "optimal"
    assert "searching: best " in shown
    assert "records, at least " in shown
    assert " branches" in shown
    assert CANARY not in shown


@pytest.mark.process
def test_a_line_stays_a_line_on_a_narrow_terminal(tmp_path: Path, wanted: str) -> None:
    _, shown = on_a_terminal(tmp_path, *SEARCH, "--want", wanted, columns=30)
    plain = re.sub(r"\x1b\[[0-9?]*[A-Za-z]", "", shown)
    lines = [part for part in re.split(r"[\r\n]+", plain) if "searching" in part]
    assert lines
    assert all(len(line) <= 30 for line in lines)


SMALL = ("small.csv", "--want", "small.txt", "--json")
BUYING = ("--allocate", "mc", "--buy", "9", "--runs", "3", "--limit", "0.9")
TUNED = ("--allocate", "optimal", "--buy", "9", "--limit", "0.9")
SHOWN: dict[str, tuple[tuple[str, ...], str]] = {
    "reading": (("describe", "small.csv", "--no-write", "--json"), "counting cells"),
    "protect, greedy": (
        ("protect", *SMALL, "--limit", "0.4", "--method", "greedy"),
        "widening the intent: 1 steps",
    ),
    "protect, optimal": (
        ("protect", *SMALL, "--limit", "0.4", "--method", "optimal"),
        "searching: ",
    ),
    "protect, sealed": (
        ("protect", *SMALL, "--limit", "0.4", "--method", "sealed"),
        "settling the chances: best ",
    ),
    "audit": (
        ("audit", *SMALL, "--published", "post.json"),
        "replaying candidates: 0 of ",
    ),
    "survey": (("audit", "small.csv", "--survey", "--json"), "judging every post: "),
    "survey of purchases": (
        ("audit", *SMALL, "--survey", "--published", "post.json", *BUYING),
        "replaying purchases: ",
    ),
    "purchase": (
        ("purchase", *SMALL, "--published", "post.json", "--buy", "9"),
        "drawing a blind purchase",
    ),
    "purchase for a need": (
        ("purchase", *SMALL, "--published", "post.json", "--need", "3", "--design", "simple"),
        "sizing for each candidate: ",
    ),
    "purchase, tuned": (
        ("purchase", *SMALL, "--published", "post.json", *TUNED),
        "choosing what to buy: ",
    ),
    "frontier": (("frontier", *SMALL), "looking at limits: "),
    "campaign": (
        ("protect", *SMALL, "--campaign", "need.tacit", "--method", "greedy", "--against", "em-f"),
        "replaying candidates",
    ),
    "paper": (("paper", "figure-alpha", "--out", "out"), "protecting: "),
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small table, what is wanted of it, and a post; and all that is told is told at once."""
    counts = {("a", "p"): 9, ("a", "q"): 4, ("b", "p"): 6, ("b", "q"): 8, ("c", "q"): 7}
    rows = [",".join(cell) for cell, count in counts.items() for _ in range(count)]
    (tmp_path / "small.csv").write_text("\n".join(["x,y", *rows, ""]))
    (tmp_path / "small.txt").write_text(json.dumps({"x": ["a"], "y": ["p"]}))
    (tmp_path / "small.txt").chmod(0o600)
    (tmp_path / "post.json").write_text(json.dumps({"x": ["a", "b", "c"], "y": ["p", "q"]}))
    monkeypatch.setattr("tacit._progress.EVERY", 0)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("verb", SHOWN)
def test_every_verb_shows_how_far_it_is(
    run: Run, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    update = Status.update

    def noted(status: Status, words: Any) -> None:
        shown.append(str(words))
        update(status, words)

    monkeypatch.setattr(Status, "update", noted)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    args, words = SHOWN[verb]
    done = run(*args, passphrase="correct horse")
    assert done.returncode in (0, 1), done.stderr
    assert any(line.startswith(words) for line in shown), list(dict.fromkeys(shown))
    assert "reading the table" in shown[0] or verb in ("paper", "demo")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("verb", SHOWN)
def test_elsewhere_nothing_is_shown(run: Run, verb: str) -> None:
    done = run(*SHOWN[verb][0], passphrase="correct horse")
    assert done.returncode in (0, 1), done.stderr
    assert all(line.startswith("note: ") for line in done.stderr.splitlines()), done.stderr
