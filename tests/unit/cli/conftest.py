"""A small table, what is wanted of it, a post and a campaign, all in the folder that `run` uses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tacit
from tests.unit.cli.shared import CAMPAIGN, GREEDY, ROWS, SECRET, WANTED


@pytest.fixture
def table(tmp_path: Path) -> str:
    """Write a table of two dimensions and return its name."""
    lines = [",".join(cell) for cell, count in ROWS.items() for _ in range(count)]
    (tmp_path / "table.csv").write_text("\n".join(["x,y", *lines, ""]))
    return "table.csv"


@pytest.fixture
def market(table: str, tmp_path: Path) -> tacit.Market:
    return tacit.load(str(tmp_path / table))


@pytest.fixture
def wanted_file(want: Callable[[Any], str]) -> str:
    """Write what is wanted and return the file's name."""
    return want(WANTED)


@pytest.fixture
def post(tmp_path: Path) -> str:
    """Write a post that holds what is wanted and return the file's name."""
    (tmp_path / "post.json").write_text('{"x": ["a", "b", "c"], "y": ["p", "q"]}')
    return "post.json"


@pytest.fixture
def quick_sealing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seal campaign files with little work."""
    from tacit.campaign.encryption import seal

    monkeypatch.setattr(
        "tacit.campaign.vault.seal",
        lambda content, passphrase, **_: seal(content, passphrase, _cost=1),
    )


@pytest.fixture
def campaign(market: tacit.Market, tmp_path: Path) -> str:
    """A campaign that has published, made with little work so that opening it is quick."""
    made = tacit.Campaign.start(tmp_path / CAMPAIGN, SECRET, _cost=1)
    made.protect(market, market.intent(WANTED), tacit.Procedure.of(**GREEDY))
    return CAMPAIGN
