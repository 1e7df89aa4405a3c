"""`tacit describe`: what it shows, and the market file that it proposes."""

from __future__ import annotations

from pathlib import Path

import pytest

import tacit
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import answer

MARKET_FILE = "table.market.toml"


def test_it_says_what_the_market_holds(run: Run, table: str, market: tacit.Market) -> None:
    told = answer(run("describe", table, "--no-write", "--json"))
    assert told.pop("market_file") is None
    assert told == {**market.to_json()}


def test_the_proposal_is_written_beside_the_table(run: Run, table: str, tmp_path: Path) -> None:
    done = run("describe", table)
    assert done.returncode == 0
    assert "32 records" in done.stdout
    assert f"wrote {MARKET_FILE}. It says how" in done.stderr
    assert tacit.load(str(tmp_path / MARKET_FILE)).total.records == 32


def test_programs_are_told_where(run: Run, table: str, tmp_path: Path) -> None:
    done = run("describe", table, "--out", "other.market.toml", "--json")
    assert answer(done)["market_file"] == "other.market.toml"
    assert (tmp_path / "other.market.toml").exists()


def test_one_that_is_there_is_left_unless_forced(run: Run, table: str, tmp_path: Path) -> None:
    (tmp_path / MARKET_FILE).write_text("mine")
    done = run("describe", table, "--json")
    assert answer(done)["market_file"] is None
    assert "--force replaces it" in done.stderr
    assert (tmp_path / MARKET_FILE).read_text() == "mine"
    assert answer(run("describe", table, "--force", "--json"))["market_file"] == MARKET_FILE
    assert (tmp_path / MARKET_FILE).read_text() != "mine"


def test_what_is_described_already_needs_no_proposal(run: Run, table: str, tmp_path: Path) -> None:
    run("describe", table)
    before = sorted(tmp_path.iterdir())
    for data in (MARKET_FILE, "adult"):
        assert answer(run("describe", data, "--json"))["market_file"] is None
    assert sorted(tmp_path.iterdir()) == before


def test_how_to_read_the_table_is_written_down(run: Run, table: str, tmp_path: Path) -> None:
    told = answer(run("describe", table, "--dimensions", "y", "--json"))
    assert [one["name"] for one in told["dimensions"]] == ["y"]
    assert tacit.load(str(tmp_path / MARKET_FILE)).space.names == ("y",)


@pytest.mark.parametrize("out", ["table.csv", "./table.csv", "link.csv", "-", "nowhere/a.toml"])
def test_the_table_is_never_written_over(run: Run, table: str, tmp_path: Path, out: str) -> None:
    (tmp_path / "link.csv").symlink_to(table)
    before = (tmp_path / table).read_text()
    refused(run, tmp_path, "describe", table, "--out", out, "--force")
    assert (tmp_path / table).read_text() == before
