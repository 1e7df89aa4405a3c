"""Every verb as a process of its own: what other system tests call as a function is the same there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run

SECRET = "correct horse battery staple"
WIDER = {**PAPER_INTENT, "race": ["Black", "White"], "age": ["working adult", "retirement"]}
WANT = ("adult", "--want", "intent.txt")
GREEDY = ("--against", "em-f", "--method", "greedy")
CALLS: dict[str, tuple[str, ...]] = {
    "describe": ("describe", "adult", "--json"),
    "describe for people": ("describe", "adult"),
    "protect": ("protect", *WANT, "--json"),
    "protect, told": ("-v", "protect", *WANT, *GREEDY),
    "protect from standard input": ("protect", "adult", "--want", "-", *GREEDY, "--json"),
    "purchase": ("purchase", *WANT, *GREEDY, "--buy", "60", "--json"),
    "purchase for people": ("purchase", *WANT, *GREEDY, "--need", "5", "--odds", "0.9"),
    "audit": ("audit", *WANT, "--published", "p.json", "--made-by", "greedy", "--limit", "0.01"),
    "frontier": ("frontier", *WANT, "--against", "em-f"),
    "paper": ("paper", "table1", "--out", "paper"),
    "demo": ("demo",),
    "campaign that is not there": ("campaign", "nowhere.tacit"),
    "version": ("--version",),
    "help": ("protect", "--help"),
    "all help": ("protect", "--help-all"),
    "no verb": (),
    "no such verb": ("protekt",),
    "no such option": ("protect", *WANT, "--limmit", "0.3"),
    "no data": ("describe",),
    "bad input": ("protect", *WANT, "--limit", "30"),
    "unreachable": ("protect", *WANT, "--limit", "0.0001", "--json"),
}
CODES = {
    "audit": 1,
    "unreachable": 1,
    "campaign that is not there": 2,
    "no verb": 2,
    "no such verb": 2,
    "no such option": 2,
    "no data": 2,
    "bad input": 2,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, want) -> Path:
    want(PAPER_INTENT)
    (tmp_path / "p.json").write_text(json.dumps(WIDER))
    return tmp_path


@pytest.mark.parametrize("call", CALLS)
def test_a_process_says_what_the_function_says(run: Run, process: Run, call: str) -> None:
    stdin = json.dumps(PAPER_INTENT)
    there = process(*CALLS[call], stdin=stdin, passphrase=SECRET)
    here = run(*CALLS[call], stdin=stdin, passphrase=SECRET)
    assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    assert there.returncode == CODES.get(call, 0)
    assert there.stdout == here.stdout
    assert "Traceback" not in there.stderr


def test_a_campaign_over_several_processes(process: Run, folder: Path) -> None:
    know = ("adult", "--campaign", "need.tacit", *GREEDY)
    made = process("protect", *know, "--want", "intent.txt", passphrase=SECRET)
    assert made.returncode == 0, made.stderr
    listed = process("campaign", "need.tacit", "--json", passphrase=SECRET)
    assert [entry["kind"] for entry in json.loads(listed.stdout)["entries"]] == ["published"]
    assert process("campaign", "need.tacit", passphrase="another").returncode == 2
    assert process("campaign", "need.tacit").returncode == 2


@pytest.mark.process
def test_a_reader_that_leaves_early_is_no_error(folder: Path) -> None:
    command = [sys.executable, "-m", "tacit", "describe", "adult", "--json"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        run.stdout.close()
        assert run.stderr is not None
        said = run.stderr.read()
    assert (run.returncode, "Error" in said) == (0, False), said
