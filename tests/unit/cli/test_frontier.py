"""`tacit frontier`: what it shows, and the files it writes."""

from __future__ import annotations

import csv
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tacit
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import WANTED, answer


@pytest.fixture
def args(table: str, wanted_file: str) -> tuple[str, ...]:
    return ("frontier", table, "--want", wanted_file)


def test_it_says_what_python_says(run: Run, args: tuple[str, ...], market: tacit.Market) -> None:
    found = tacit.frontier(market, market.intent(WANTED)).to_json()
    assert answer(run(*args, "--json")) == found


def test_its_options_are_pythons(run: Run, args: tuple[str, ...], market: tacit.Market) -> None:
    options = ("--against", "em-f, pi-uniform=0.5", "--objective", "cells", "--points", "2")
    found = tacit.frontier(
        market,
        market.intent(WANTED),
        against="em-f, pi-uniform=0.5",
        objective="cells",
        contiguous=False,
        points=2,
    )
    assert answer(run(*args, *options, "--free", "--json")) == found.to_json()


def test_people_get_a_table(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args, "--against", "em-f")
    assert done.returncode == 0
    assert "em-f" in done.stdout
    assert "{" not in done.stdout


def test_what_it_writes_is_private(run: Run, args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*args, "--against", "em-f", "--csv", "a.csv", "--plot", "a.svg", "--json")
    told = answer(done)
    assert done.stderr.endswith("note: wrote a.csv\nnote: wrote a.svg\n")
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
    assert len(rows) == len(told["points"])
    assert "<svg" in (tmp_path / "a.svg").read_text()
    for name in ("a.csv", "a.svg"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--plot", "a.docx"), ".png or .svg"),
        (("--csv", "table.csv"), "would be written over"),
        (("--csv", "a.svg", "--plot", "a.svg"), "written already"),
        (("--against", "purchase"), "looks at purchases"),
        (("--points", "1"), "2"),
    ],
)
def test_refused(
    run: Run, args: tuple[str, ...], tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    assert said in refused(run, tmp_path, *args, *options)


def test_a_true_intent_without_records_is_told(
    run: Run, table: str, want: Callable[[Any], str]
) -> None:
    done = run("frontier", table, "--want", want({"x": ["c"], "y": ["r"]}), "--json")
    assert "note: WARNING: the true intent holds no records" in done.stderr
    assert answer(done)
