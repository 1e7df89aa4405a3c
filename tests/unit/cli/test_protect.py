"""`tacit protect`: what it shows where, what it writes, and how it ends."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

import tacit
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, SECRET, WANTED, answer

HELD = ("--against", "em-f", "--limit", "1/2")


@pytest.fixture
def args(table: str, wanted_file: str) -> tuple[str, ...]:
    return ("protect", table, "--want", wanted_file, *HELD)


def test_it_says_what_python_says(run: Run, args: tuple[str, ...], market: tacit.Market) -> None:
    found = tacit.protect(market, market.intent(WANTED), against="em-f", limit="1/2")
    done = run(*args, "--json")
    assert answer(done) == found.to_json()
    assert done.stderr == "".join(f"note: {note}\n" for note in market.notes + found.notes)


def test_people_get_a_table_and_programs_an_object(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.returncode == 0
    assert "Publish this" in done.stdout
    assert "{" not in done.stdout


def test_settings_reach_the_method(
    run: Run, args: tuple[str, ...], market: tacit.Market, tmp_path: Path
) -> None:
    (tmp_path / "pins.json").write_text('{"y": ["r"]}')
    options = ("--method", "optimal", "--objective", "cells", "--always", "pins.json")
    found = tacit.protect(
        market,
        market.intent(WANTED),
        against="em-f",
        limit="1/2",
        method="optimal",
        objective="cells",
        always={"y": ["r"]},
    )
    told = answer(run(*args, *options, "--json"))
    assert told["published"] == found.to_json()["published"]
    assert told["made_by"]["objective"] == "cells"


def test_what_it_writes(run: Run, args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*args, "--out", "post.json", "--report", "page.html")
    assert done.returncode == 0
    assert done.stderr.endswith("note: wrote post.json\nnote: wrote page.html\n")
    assert (
        json.loads((tmp_path / "post.json").read_text())
        == answer(run(*args, "--json"))["published"]
    )
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    assert stat.S_IMODE((tmp_path / "page.html").stat().st_mode) == 0o600


def test_an_unreachable_limit_ends_with_1_and_says_what_can_be_reached(
    run: Run, args: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(*args, "--limit", "1/10", "--out", "post.json", "--json")
    told = answer(done, 1)
    assert (told["method"], told["limit"], told["published"]) == ("greedy", 0.1, None)
    assert told["lowest_limit"] > 0.1
    assert done.stderr.splitlines()[-1].startswith("tacit: ")
    assert not (tmp_path / "post.json").exists()
    assert run(*args, "--limit", "1/10").stdout == ""


def test_a_campaign_is_started_and_answers_the_same_again(
    run: Run, args: tuple[str, ...], tmp_path: Path, quick_sealing: None
) -> None:
    first = run(*args, "--campaign", CAMPAIGN, "--json", passphrase=SECRET)
    assert "made a new campaign file" in first.stderr
    second = run(*args, "--campaign", CAMPAIGN, "--json", passphrase=SECRET)
    assert answer(second)["published"] == answer(first)["published"]
    assert "made a new campaign file" not in second.stderr
    assert len(tacit.Campaign(tmp_path / CAMPAIGN, SECRET).entries) == 1


def test_a_campaign_that_refuses_ends_with_1(
    run: Run, args: tuple[str, ...], campaign: str
) -> None:
    """What was posted leaves too little in common for a limit this low."""
    more = ("--limit", "0.35", "--campaign", campaign, "--again", "--json")
    told = answer(run(*args, *more, passphrase=SECRET), 1)
    assert (told["method"], told["limit"], told["published"]) == ("greedy", 0.35, None)
    assert "nothing was published" in told["why"]


@pytest.mark.parametrize("out", ["table.csv", "intent.txt", "pins.json"])
@pytest.mark.parametrize("option", ["--out", "--report"])
def test_nothing_that_was_read_is_written_over(
    run: Run, args: tuple[str, ...], tmp_path: Path, option: str, out: str
) -> None:
    (tmp_path / "pins.json").write_text('{"y": ["r"]}')
    told = refused(run, tmp_path, *args, "--always", "pins.json", option, out)
    assert "would be written over" in told


@pytest.mark.parametrize("other", ["--never", "--passphrase-file"])
def test_standard_input_is_one_thing(run: Run, table: str, tmp_path: Path, other: str) -> None:
    args = ("protect", table, "--want", "-", other, "-", "--campaign", CAMPAIGN)
    assert "only one file can be standard input" in refused(
        run, tmp_path, *args, stdin=json.dumps(WANTED)
    )


def test_the_true_intent_must_be_said(run: Run, table: str, tmp_path: Path) -> None:
    assert "--want FILE" in refused(run, tmp_path, "protect", table)
