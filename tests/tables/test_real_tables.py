"""Real tables go all the way, as a user would take them: describe, protect and audit, with all defaults."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tests.helpers.command_line import Run
from tests.tables.journey import draw_want, go
from tests.tables.real import TABLES, RealTable, home_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])
def test_a_real_table_goes_all_the_way(table: RealTable, run: Run, tmp_path: Path) -> None:
    outcome = go(table, run, tmp_path)
    assert not outcome.problem
    assert outcome.wanted > 0
    assert outcome.published >= outcome.wanted


def test_there_are_fifty_and_no_two_alike() -> None:
    assert len({table.name for table in TABLES}) == len(TABLES) >= 50
    assert len({table.ending for table in TABLES}) >= 8
    assert max(table.rows for table in TABLES) > 300_000
    assert sum(table.columns > 50 for table in TABLES) >= 5


@pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])
def test_a_table_is_as_large_as_the_list_says(table: RealTable) -> None:
    """Counted by pandas, so that no reader is judged by itself."""
    shipped = home_of(table.package) / table.file
    json = shipped.suffix == ".json"
    frame = pd.read_json(shipped) if json else pd.read_csv(shipped, low_memory=False)
    assert frame.shape == (table.rows, table.columns)


def test_a_want_is_drawn_alike_each_time(run: Run, tmp_path: Path) -> None:
    table = RealTable("any", "people.csv", 4, 2, "made up")
    (tmp_path / "people.csv").write_text("team,age\nred,1\nblue,2\nred,2\nblue,1\n")
    assert run("describe", "people.csv", "--out", "market.toml").returncode == 0
    values = [{"value": value, "records": 2} for value in ("red", "blue")]
    described = {"dimensions": [{"name": "team", "kind": "nominal", "values": values}]}
    drawn = [draw_want(table, described, tmp_path) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert drawn[0]["team"] in (["red"], ["blue"])
