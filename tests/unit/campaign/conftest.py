"""Campaigns and campaign files to start from."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from tacit.campaign.campaign import Campaign
from tacit.campaign.vault import Vault
from tests.unit.campaign.shared import CHEAP, OLD, SECRET, New


@pytest.fixture
def new(tmp_path: Path) -> New:
    """Start campaigns, each in a file of its own."""
    names = count()
    return lambda: Campaign.start(tmp_path / f"need{next(names)}.tacit", SECRET, _cost=CHEAP)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign file that holds OLD."""
    Vault.create(tmp_path / "need.tacit", SECRET, OLD, _cost=CHEAP)
    return tmp_path / "need.tacit"
