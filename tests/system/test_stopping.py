"""Ctrl-C at any moment: exit code 130, no file, no traceback, and the terminal as it was."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

import tacit
from tests.conftest import PAPER_INTENT
from tests.helpers.command_line import Run
from tests.helpers.terminal import LONG, MODULE, SCRIPT, OnATerminal

pytestmark = pytest.mark.process

SECRET = "correct horse battery staple"
ADULT = ("adult", "--want", "intent.txt")
GREEDY = ("--method", "greedy")
OUT = ("--out", "post.json", "--report", "report.html", "--json")
SEALED = ("protect", *ADULT, "--method", "sealed", "--prior", "uniform,records", *OUT)
CLEARED = "\x1b[2K"
"""How a line that was moving goes."""


@pytest.fixture(autouse=True)
def before(tmp_path: Path, want: Callable[[Any], str]) -> list[str]:
    """What lies in the folder before anything is run."""
    want(PAPER_INTENT)
    return sorted(os.listdir(tmp_path))


def check(terminal: OnATerminal, folder: Path, before: list[str], code: int = 130) -> None:
    """It ended as it should: quietly, and as if it had never been started."""
    assert terminal.ended() == (code, "")
    shown = terminal.shown
    assert "Traceback" not in shown
    assert "Error" not in shown
    assert "Exception" not in shown
    assert "tacit: stopped.\r\n" in shown, shown[-300:]
    assert shown.rfind("\x1b[?25l") <= shown.rfind("\x1b[?25h"), "the cursor is hidden"
    assert sorted(os.listdir(folder)) == before


class TestWhileModulesAreImported:
    """With a line for each import on standard error, the moment is known."""

    @pytest.mark.parametrize("start", [MODULE, SCRIPT], ids=["module", "script"])
    @pytest.mark.parametrize("imported", ["typer", "rich.console", "numpy"])
    def test_the_first_imports(
        self, tmp_path: Path, before: list[str], start: tuple[str, ...], imported: str
    ) -> None:
        told = {"PYTHONPROFILEIMPORTTIME": "1"}
        with OnATerminal(tmp_path, *SEALED, start=start, env=told) as terminal:
            terminal.wait_until_shown(f" {imported}")
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)


MOMENTS: dict[str, tuple[tuple[str, ...], str]] = {
    "sealed": (SEALED, "settling the chances"),
    "sealed, in its rounds": (SEALED, " rounds, "),
    "survey": (("audit", "adult", "--survey", "--json"), "settling the chances"),
    "survey, one by one": (
        ("audit", "adult", "--survey", "--made-by", "optimal", "--for", "em-f", "--json"),
        "replaying candidates",
    ),
    "paper": (("paper", "figure-informed", "--out", "new/folder"), "surveying ways to publish"),
    "demo": (("demo",), "protecting"),
}


class TestWhileItWorks:
    @pytest.mark.parametrize("moment", MOMENTS)
    def test_when_something_is_shown(self, tmp_path: Path, before: list[str], moment: str) -> None:
        args, words = MOMENTS[moment]
        with OnATerminal(tmp_path, *args) as terminal:
            terminal.wait_until_shown(words)
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)
        assert CLEARED in terminal.shown[terminal.shown.rfind(words) :]

    @pytest.mark.parametrize("words", ["reading the table"])
    def test_while_a_table_is_read(self, tmp_path: Path, words: str) -> None:
        rng = Random(1)
        rows = [
            f"{rng.randint(1, 99)},{rng.random():.3f},n{rng.randint(1, 300)}" for _ in range(10**5)
        ]
        (tmp_path / "table.csv").write_text("\n".join(["a,b,c", *rows * 40, ""]))
        before = sorted(os.listdir(tmp_path))
        with OnATerminal(tmp_path, "describe", "table.csv") as terminal:
            terminal.wait_until_shown(words)
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)

    @pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
    def test_other_signals_too(
        self, tmp_path: Path, before: list[str], number: int, code: int
    ) -> None:
        with OnATerminal(tmp_path, *SEALED) as terminal:
            terminal.wait_until_shown("settling the chances")
            terminal.process.send_signal(number)
            check(terminal, tmp_path, before, code)

    def test_who_ignores_it_from_outside_is_left_alone(self, tmp_path: Path) -> None:
        """As `nohup` and shells do for what runs in the background."""
        quiet = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        start = ("-c", quiet + SCRIPT[1])
        with OnATerminal(tmp_path, "protect", *ADULT, *OUT, start=start) as terminal:
            terminal.wait_until_shown("settling the chances")
            terminal.press_ctrl_c()
            code, out = terminal.ended()
        assert code == 0
        assert json.loads(out)["method"] == "sealed"
        assert {"post.json", "report.html"} <= set(os.listdir(tmp_path))


class TestWhileItWrites:
    def test_files_that_are_half_done(self, tmp_path: Path, before: list[str]) -> None:
        """The second file is a pipe that nobody reads, so that the first waits for its end."""
        os.mkfifo(tmp_path / "report.html")
        (tmp_path / "post.json").write_text("of before")
        before = sorted(os.listdir(tmp_path))
        with OnATerminal(tmp_path, "protect", *ADULT, *GREEDY, *OUT) as terminal:
            terminal.wait_until(lambda: len(os.listdir(tmp_path)) > len(before))
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)
        assert (tmp_path / "post.json").read_text() == "of before"

    def test_an_answer_that_nobody_takes(self, tmp_path: Path, before: list[str]) -> None:
        """Nothing half-written is on standard output, and files are not there yet."""
        taken, given = os.pipe()
        full = fcntl.fcntl(given, fcntl.F_SETPIPE_SZ, 4096)
        os.write(given, b" " * full)
        with OnATerminal(tmp_path, "protect", *ADULT, *GREEDY, *OUT, stdout=given) as terminal:
            os.close(given)
            terminal.wait_until(lambda: len(os.listdir(tmp_path)) == len(before) + 2)
            terminal.wait_until_shown("note: ")
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)
        with open(taken) as pipe:
            assert pipe.read() == " " * full

    def test_whenever_it_comes_all_is_there_or_nothing(
        self, tmp_path: Path, before: list[str]
    ) -> None:
        """Many moments over the second half of a run, up to its end."""
        command = [sys.executable, *MODULE, "protect", *ADULT, *GREEDY, *OUT]
        start = monotonic()
        subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=LONG, check=True)
        took = monotonic() - start
        codes = []
        for i in range(10):
            for name in set(os.listdir(tmp_path)) - set(before):
                (tmp_path / name).unlink()
            with subprocess.Popen(
                command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as run:
                sleep(took * (0.4 + i / 15))
                run.send_signal(signal.SIGINT)
                out, err = run.communicate(timeout=LONG)
            codes.append(run.returncode)
            assert "Traceback" not in err
            left = sorted(set(os.listdir(tmp_path)) - set(before))
            assert (run.returncode, left) in (
                (130, []),
                (0, ["post.json", "report.html"]),
            )
            assert not out or json.loads(out)["method"] == "greedy", "half an answer"
        assert 130 in codes


class TestCampaigns:
    KNOWN = {"TACIT_PASSPHRASE": SECRET}  # noqa: RUF012
    ASKED = (*SEALED, "--campaign", "need.tacit")

    def test_a_new_file_that_nothing_is_in_yet_goes(
        self, tmp_path: Path, before: list[str]
    ) -> None:
        with OnATerminal(tmp_path, *self.ASKED, env=self.KNOWN) as terminal:
            terminal.wait_until_shown("settling the chances")
            assert (tmp_path / "need.tacit").exists()
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)

    def test_one_that_was_there_stays_as_it_was(self, tmp_path: Path) -> None:
        made = tacit.Campaign.start(tmp_path / "need.tacit", SECRET)
        market = tacit.load("adult")
        how = tacit.Procedure.of(against="em-f")
        made.protect(market, market.intent(PAPER_INTENT), how)
        before, content = sorted(os.listdir(tmp_path)), (tmp_path / "need.tacit").read_bytes()
        again = ("protect", *ADULT, "--campaign", "need.tacit", "--again")
        with OnATerminal(tmp_path, *again, env=self.KNOWN) as terminal:
            terminal.wait_until_shown("opening the campaign")
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)
        assert (tmp_path / "need.tacit").read_bytes() == content

    def test_a_question_for_the_passphrase(self, tmp_path: Path, before: list[str]) -> None:
        with OnATerminal(tmp_path, *self.ASKED) as terminal:
            terminal.wait_until_shown("New passphrase for the campaign: ")
            terminal.wait_until(lambda: not terminal.echoes)
            terminal.press_ctrl_c()
            check(terminal, tmp_path, before)
            assert terminal.echoes


def test_where_nobody_looks_only_that_it_was_stopped_is_said(
    tmp_path: Path, process: Run, before: list[str]
) -> None:
    ready = tmp_path / "intent.fifo"
    os.mkfifo(ready)
    command = [sys.executable, *MODULE, "protect", "adult", "--want", ready.name, "--json"]
    with (
        subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as run,
        ready.open("w"),
    ):  # opens when the other side does: by now the market is read
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=LONG)
    assert (run.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "tacit: stopped."
    assert all(line.startswith(("note: ", "tacit: ")) for line in err.splitlines())
