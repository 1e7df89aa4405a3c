"""Opening a campaign file for a verb, and `tacit campaign`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import typer

import tacit
from tacit.cli._campaign import open_campaign, show_audit
from tacit.errors import CampaignError, VaultDamaged
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, SECRET, answer


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, quick_sealing: None) -> None:
    """The passphrase is known, and sealing takes little work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACIT_PASSPHRASE", SECRET)


class TestOpening:
    def test_none_is_none(self) -> None:
        assert open_campaign(None, None) is None
        assert open_campaign(None, None, start=True) is None

    @pytest.mark.parametrize("start", [True, False])
    def test_one_that_is_there(
        self, campaign: str, capsys: pytest.CaptureFixture[str], start: bool
    ) -> None:
        found = open_campaign(campaign, None, start=start)
        assert found is not None
        assert len(found.entries) == 1
        assert capsys.readouterr() == ("", "")

    def test_a_new_one_is_made_only_where_that_is_meant(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(CampaignError, match="tacit protect with --campaign"):
            open_campaign(CAMPAIGN, None)
        assert not Path(CAMPAIGN).exists()
        found = open_campaign(CAMPAIGN, None, start=True)
        assert found is not None
        assert found.entries == []
        said = capsys.readouterr()
        assert said.out == ""
        assert "made a new campaign file" in said.err
        assert SECRET not in said.err

    def test_a_file_of_another_kind_is_left_alone(self) -> None:
        Path(CAMPAIGN).write_text("my diary")
        with pytest.raises(VaultDamaged):
            open_campaign(CAMPAIGN, None, start=True)
        assert Path(CAMPAIGN).read_text() == "my diary"

    def test_what_the_owner_should_know_is_told(
        self, campaign: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        os.chmod(campaign, 0o644)
        found = open_campaign(campaign, None)
        assert found is not None
        assert capsys.readouterr().err == f"note: {found.warning}\n"


class TestAudit:
    def shown(
        self, market: tacit.Market, campaign: str, limit: str | None, as_json: bool = True
    ) -> int:
        """Show an audit; returns the exit code."""
        found = open_campaign(campaign, None)
        assert found is not None
        try:
            show_audit(market, found, limit, as_json)
        except typer.Exit as end:
            return int(end.exit_code)
        return 0

    def test_within_the_limit(
        self, market: tacit.Market, campaign: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.shown(market, campaign, "1") == 0
        said = capsys.readouterr()
        assert '"holds": true' in said.out
        assert said.err.startswith("note: this is about the limit you gave")
        assert "em-f within 50%" in said.err

    def test_above_the_limit_the_code_is_1(
        self, market: tacit.Market, campaign: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """By default what was promised: here 1/2, which someone who knows the method exceeds."""
        assert self.shown(market, campaign, None) == 1
        assert '"limit": 0.5' in capsys.readouterr().out
        assert self.shown(market, campaign, "1/10", as_json=False) == 1
        assert "em-f" in capsys.readouterr().out

    def test_a_market_that_changed_is_told(
        self, market: tacit.Market, campaign: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with Path("table.csv").open("a") as file:
            file.write("c,r\n")
        assert self.shown(tacit.load("table.csv"), campaign, "1") == 0
        assert "not what it was" in capsys.readouterr().err


class TestVerb:
    def test_what_was_done_is_listed_without_the_true_intent(
        self, run: Run, campaign: str, tmp_path: Path
    ) -> None:
        done = run("campaign", campaign, "--json", passphrase=SECRET)
        told = answer(done)
        assert done.stderr == ""
        assert told == tacit.Campaign(tmp_path / campaign, SECRET).to_json()
        (entry,) = told["entries"]
        assert (entry["kind"], entry["method"]) == ("published", "greedy")
        assert "true" not in entry

    def test_people_get_a_table(self, run: Run, campaign: str) -> None:
        done = run("campaign", campaign, passphrase=SECRET)
        assert (done.returncode, done.stderr) == (0, "")
        assert "greedy" in done.stdout
        assert "{" not in done.stdout

    def test_it_never_makes_one(self, run: Run, tmp_path: Path) -> None:
        def call(*args: str, **_: Any) -> Any:
            return run(*args, passphrase=SECRET)

        refused(call, tmp_path, "campaign", "nowhere.tacit")

    def test_a_wrong_passphrase(self, run: Run, campaign: str) -> None:
        done = run("campaign", campaign, passphrase="wrong")
        assert (done.returncode, done.stdout) == (2, "")
        assert "passphrase" in done.stderr
