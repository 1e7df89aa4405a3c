"""`tacit paper` as a researcher runs it."""

from __future__ import annotations

import csv
import json
import stat
from pathlib import Path

import pytest

from tests.conftest import PAPER_INTENT, Run
from tests.helpers.refusals import refused


@pytest.mark.slow
def test_the_whole_evaluation(run: Run, tmp_path: Path) -> None:
    done = run("paper", "--out", "all")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "all"
    page = (folder / "report.html").read_text()
    for title in ("Table 1", "Table 2", "Table 3", "Table 4", "Figure 1", "size", "limit", "alpha"):
        assert title in page
    assert page.count("<svg") == 5
    assert page.count("✓") >= 32 + 8 + 15
    for outside in ("<script", "<link", "<img", "@import", "url(http"):
        assert outside not in page
    names = {path.name for path in folder.iterdir()}
    for chart in ("figure-1", "figure-size", "figure-lambda", "figure-alpha", "figure-informed"):
        assert {f"{chart}.png", f"{chart}.svg", f"{chart}.csv"} <= names
    rows = list(csv.DictReader((folder / "table1-1.csv").read_text().splitlines()))
    assert rows[1]["Records (PI)"] == rows[1]["Records (PI) (printed)"] == "58"
    assert (folder / "figure-size.png").read_bytes().startswith(b"\x89PNG")


def test_one_exhibit_alone(run: Run, tmp_path: Path) -> None:
    done = run("paper", "table4", "--out", "one")
    assert done.returncode == 0, done.stderr
    assert "Table 4" in done.stdout
    assert "Table 1" not in done.stdout
    assert sorted(p.name for p in (tmp_path / "one").iterdir()) == [
        "report.html",
        "table4-1.csv",
        "table4-2.csv",
    ]


@pytest.mark.slow
def test_a_study_of_ones_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "want.json").write_text(json.dumps({**PAPER_INTENT, "race": ["Other"]}))
    (tmp_path / "study.toml").write_text(
        '[study]\ndata = "adult"\nwant = "want.json"\nlimit = 0.2\n'
    )
    done = run("paper", "--on", "study.toml", "--out", "mine")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "mine"
    page = (folder / "report.html").read_text()
    assert page.count("<svg") == 3
    assert "your case" in page
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        if path.suffix in (".html", ".csv"):
            assert "Other" not in path.read_text()


def test_refused(run: Run, tmp_path: Path) -> None:
    assert "no exhibit" in refused(run, tmp_path, "paper", "table9")
    (tmp_path / "a.toml").write_text("[study]\n")
    assert "needs a [study]" in refused(run, tmp_path, "paper", "--on", "a.toml")
    (tmp_path / "b.toml").write_text("[study")
    assert "not valid TOML" in refused(run, tmp_path, "paper", "--on", "b.toml")
    (tmp_path / "c.toml").write_text('[study]\ndata = "adult"\nwant = "w"\nlimt = 1\n')
    assert "limt" in refused(run, tmp_path, "paper", "--on", "c.toml")
    assert "can't be read" in refused(run, tmp_path, "paper", "--on", "gone.toml")
