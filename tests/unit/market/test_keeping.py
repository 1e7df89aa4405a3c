"""Markets from tables of cells that stay where they are."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import EngineFailed, TableError
from tacit.intents.box import Box
from tacit.market.cells import Cells
from tacit.market.costs import PriceRule
from tacit.market.in_engine import EngineCube
from tacit.market.keeping import keep_in_engine
from tacit.market.sources.engines.engine import RowEngine
from tests.helpers.engines import connected, moved, stored
from tests.helpers.markets import FOUR_CELLS, of_four_cells


@pytest.fixture
def engine() -> Iterator[Any]:
    with connected("sqlite") as engine:
        yield engine


def tables(engine: Any) -> list[str]:
    found = engine.raw_sql("SELECT name FROM sqlite_temp_master").fetchall()
    return [name for (name,) in found if name.startswith("tacit")]


def test_a_market_is_the_same_wherever_its_cells_are(engine: Any) -> None:
    market = of_four_cells()
    kept = moved(market, engine)
    assert kept.total == market.total
    assert repr(kept) == repr(market)
    assert kept.to_json() == market.to_json()
    assert not isinstance(kept.at_hand.cube, EngineCube)
    assert kept.at_hand.total == market.total
    assert market.at_hand is market


def test_cells_that_say_nothing_are_left_out(engine: Any) -> None:
    numbers = np.array([0, 3])
    cells = Cells(np.array([[0, 1], [0, 1]]), numbers, numbers, np.array([0, 0]))
    kept = keep_in_engine(stored(engine, cells), FOUR_CELLS)
    assert isinstance(kept.cube, EngineCube)
    assert (kept.cube.listed, kept.filled) == (1, 1)


def test_prices_are_as_they_were_told(engine: Any) -> None:
    numbers = np.array([2, 3])
    cells = Cells(np.array([[0, 1], [0, 1]]), numbers, numbers * 5, None)
    rule = PriceRule(5, Fraction(1, 100))
    kept = keep_in_engine(stored(engine, cells), FOUR_CELLS, rule=rule, money_tick=Fraction(1, 100))
    assert kept.money(kept.total.spend) == 0.25
    assert kept.total.price == 20


def test_nothing_is_left_behind(engine: Any) -> None:
    kept = moved(of_four_cells(), engine)
    assert len(tables(engine)) == 1
    assert isinstance(kept.cube, EngineCube)
    kept.cube.close()
    kept.cube.close()
    assert tables(engine) == []
    with pytest.raises(EngineFailed):
        kept.cube.checksum()


def test_nor_where_the_cells_are_refused(engine: Any) -> None:
    numbers = np.array([1, 1])
    cells = Cells(np.array([[0, 9], [0, 1]]), numbers, numbers, None)
    with pytest.raises(TableError, match="outside its dimension"):
        keep_in_engine(stored(engine, cells), FOUR_CELLS)
    assert tables(engine) == []


def test_closing_after_the_connection_is_no_error() -> None:
    with connected("duckdb") as engine:
        kept = moved(of_four_cells(), engine)
    assert isinstance(kept.cube, EngineCube)
    kept.cube.close()


def test_an_engine_may_be_asked_through_someone_who_watches() -> None:
    import ibis

    connection = sqlite3.connect(":memory:", check_same_thread=False)
    engine = ibis.sqlite.from_connection(connection)
    watcher = RowEngine(engine, stop=connection.interrupt, close=connection.close)
    table = stored(engine, of_four_cells().cells(Box.everything(FOUR_CELLS)))
    rule, tick = of_four_cells().rule, of_four_cells().money_tick
    kept = keep_in_engine(table, FOUR_CELLS, rule=rule, money_tick=tick, memory=0, through=watcher)
    assert isinstance(kept.cube, EngineCube)
    box = kept.intent({"sex": ["F"], "race": ["A"]})
    assert kept.mass(box) == of_four_cells().mass(box)
    assert kept.growth(box).frontier.records.tolist() == [0, 0, 0, 2]
    assert watcher.asked == kept.cube.questions.asked == 3
    watcher.close()


def test_what_the_watcher_says_is_what_is_told(engine: Any) -> None:
    kept = moved(of_four_cells(), engine, memory=0)
    assert isinstance(kept.cube, EngineCube)

    class Withdrawn:
        def ask(self, question: Any) -> Any:
            raise TableError("it took too long")

        def waited_for(self, work: Any) -> Any:
            return work()

    kept.cube.questions._through = Withdrawn()
    with pytest.raises(TableError, match="it took too long"):
        kept.cube.checksum()
