"""Where the true intent comes from, and what is told about it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import tacit
from tacit.cli._want import tell_about, wanted
from tacit.errors import CampaignError, InputError, IntentError, SettingError
from tests.unit.cli.shared import SECRET, WANTED


def private(folder: Path, intent: object) -> str:
    path = folder / "w.json"
    path.write_text(json.dumps(intent))
    path.chmod(0o600)
    return str(path)


def test_from_a_file(
    market: tacit.Market, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wanted(market, private(tmp_path, WANTED), None) == market.intent(WANTED)
    assert capsys.readouterr() == ("", "")


def test_from_standard_input(market: tacit.Market, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x = 'a' AND y = 'p'"))
    assert wanted(market, "-", None) == market.intent(WANTED)


def test_a_file_that_others_can_read_is_told(
    market: tacit.Market, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(private(tmp_path, WANTED))
    path.chmod(0o640)
    wanted(market, str(path), None)
    said = capsys.readouterr()
    assert "chmod 600" in said.err
    assert said.out == ""


def test_it_must_be_said(market: tacit.Market) -> None:
    with pytest.raises(SettingError, match="--want FILE"):
        wanted(market, None, None)


def test_it_must_want_something(market: tacit.Market, tmp_path: Path) -> None:
    with pytest.raises(IntentError):
        wanted(market, private(tmp_path, {"x": []}), None)
    with pytest.raises(InputError, match="no such intent file"):
        wanted(market, "nowhere.json", None)


def test_a_campaign_knows_it(market: tacit.Market, campaign: str, tmp_path: Path) -> None:
    known = tacit.Campaign(tmp_path / campaign, SECRET)
    assert wanted(market, None, known) == market.intent(WANTED)
    assert wanted(market, private(tmp_path, WANTED), known) == market.intent(WANTED)
    with pytest.raises(CampaignError):
        wanted(market, private(tmp_path, {"x": ["b"]}), known)


def test_what_a_buyer_should_know_is_told(
    market: tacit.Market, capsys: pytest.CaptureFixture[str]
) -> None:
    tell_about(market, market.intent(WANTED))
    assert capsys.readouterr() == ("", "")
    tell_about(market, market.intent({"x": ["c"], "y": ["r"]}))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("note: WARNING: the true intent holds no records")
