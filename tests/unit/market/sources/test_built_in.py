"""What a market is found by later."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.market.sources.built_in import BUILT_IN, lasting_name
from tacit.market.sources.load import load


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_built_in_is_found_by_its_name(name: str) -> None:
    assert lasting_name(name) == name
    assert load(name).name == name


def test_a_file_is_found_by_its_full_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert lasting_name("table.csv") == str(tmp_path / "table.csv")
    assert lasting_name(str(tmp_path / "table.csv")) == str(tmp_path / "table.csv")


def test_a_database_is_found_by_its_address() -> None:
    assert lasting_name("sqlite:///shop.db") == "sqlite:///shop.db"
