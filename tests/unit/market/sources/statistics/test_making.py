"""Every kind of statistics becomes a market."""

from __future__ import annotations

from pathlib import Path

import pytest

import tacit
from tacit.errors import MarketFileError
from tests.helpers.statistics import loaded

ROWS = "sex,age\n" + "F,young\n" * 3 + "M,old\n" * 7
TABLE = '[market]\ntable = "t.csv"'


def test_a_sample_is_counted_as_any_table(tmp_path: Path) -> None:
    market = loaded(tmp_path, 'kind = "sample"\nrate = 0.1', TABLE, t=ROWS)
    assert market.total.records == 100
    assert market.recount is None
    again = tacit.load(tmp_path / "t.csv", statistics={"kind": "sample", "rate": 0.1}, cache=False)
    assert again.total.records == 100


def test_counts_of_a_catalogue_are_exact(tmp_path: Path) -> None:
    more = f'{TABLE}\ncount = "n"'
    market = loaded(tmp_path, 'kind = "counts"', more, t="sex,age,n\nF,young,30\nM,old,70\n")
    assert (market.total.records, market.knowledge) == (100, None)


def test_released_counts_of_a_frame() -> None:
    frame = {"sex": ["F", "M"], "n": ["<5", "40"]}
    told = {"kind": "released", "suppressed-below": 5}
    from tacit.space.nominal import Nominal

    market = tacit.load(frame, dimensions=[Nominal("sex", ("F", "M"))], count="n", statistics=told)
    assert market.records_by_value("sex") == [2, 40]


def test_counts_may_stand_in_a_database(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "own.sqlite") as own:
        own.execute("CREATE TABLE t (sex TEXT, n TEXT)")
        own.executemany("INSERT INTO t VALUES (?, ?)", [("F", "<5"), ("M", "40")])
    own.close()
    told = {"kind": "released", "suppressed-below": 5}
    market = tacit.load(
        f"sqlite:///{tmp_path / 'own.sqlite'}", table="t", count="n", statistics=told
    )
    assert market.records_by_value("sex") == [2, 40]
    with pytest.raises(tacit.TacitError, match="kept in memory"):
        tacit.load(
            f"sqlite:///{tmp_path / 'own.sqlite'}",
            table="t",
            count="n",
            statistics=told,
            in_engine=True,
        )


def test_a_market_file_already_says_it(tmp_path: Path) -> None:
    loaded(tmp_path, 'kind = "sample"\nrate = 0.1', TABLE, t=ROWS)
    with pytest.raises(MarketFileError, match="already says"):
        tacit.load(tmp_path / "own.market.toml", statistics={"kind": "counts"})


def test_statistics_come_back_from_a_market_file_that_was_written(tmp_path: Path) -> None:
    from tacit.market.sources.load import propose
    from tacit.market.sources.recipe import read_recipe

    (tmp_path / "t.csv").write_text(ROWS)
    told = {"kind": "sample", "rate": 0.1}
    _, recipe = propose(tmp_path / "t.csv", statistics=told, cache=False)
    assert recipe is not None
    (tmp_path / "again.toml").write_text(recipe.to_toml())
    assert read_recipe(tmp_path / "again.toml").statistics == told
