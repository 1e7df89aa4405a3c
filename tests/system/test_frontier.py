"""`tacit frontier` as a user runs it."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused


def test_the_papers_first_case(run: Run, want, tmp_path: Path) -> None:
    args = ("frontier", "adult", "--want", want(PAPER_INTENT), "--against", "em-f,pi-uniform")
    done = run(*args, "--plot", "f.png", "--csv", "f.csv", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["complete"] is True
    at = [p for p in answer["points"] if p["attacker"] == "em-f" and p["limit"] <= 0.3 < p["upto"]]
    assert [p["records"] for p in at] == [225]
    assert {p["attacker"] for p in answer["points"]} == {"em-f", "pi-uniform", "jointly"}
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    assert len((tmp_path / "f.csv").read_text().splitlines()) == len(answer["points"]) + 1
    assert stat.S_IMODE((tmp_path / "f.csv").stat().st_mode) == 0o600
    table = run(*args)
    assert "What each limit costs: em-f" in table.stdout
    assert "every jump is listed" in table.stdout


def test_refused(run: Run, want, tmp_path: Path) -> None:
    args = ("frontier", "adult", "--want", want(PAPER_INTENT))
    assert ".png or .svg" in refused(run, tmp_path, *args, "--plot", "f.gif")
    assert "at least 2" in refused(run, tmp_path, *args, "--points", "1")
    assert "objective" in refused(run, tmp_path, *args, "--objective", "fame")
