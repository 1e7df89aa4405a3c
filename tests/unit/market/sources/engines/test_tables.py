"""Tables and queries of an engine by their names."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tacit.errors import TableError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.connecting import open_engine
from tacit.market.sources.engines.tables import query_of, table_of
from tests.unit.market.sources.engines.shared import make


@pytest.fixture
def place(tmp_path: Path) -> Place:
    make(tmp_path / "shop.db")
    return Place(f"sqlite:///{tmp_path}/shop.db", "people")


def test_a_table_that_is_not_there_is_named_with_the_nearest(place: Place) -> None:
    engine = open_engine(place)
    assert "team" in table_of(engine, "people").columns
    with pytest.raises(
        TableError, match=r"no table 'peopel'. Did you mean 'people'\? There are: people"
    ):
        table_of(engine, "peopel")
    engine.close()


def test_odd_names_of_tables(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "odd.db")
    with connection:
        connection.execute('CREATE TABLE "select ""it"" now" (a TEXT)')
    connection.close()
    engine = open_engine(Place(f"sqlite:///{tmp_path}/odd.db", "t"))
    assert table_of(engine, 'select "it" now').columns == ("a",)
    engine.close()


def test_a_query_is_one_select(place: Place) -> None:
    engine = open_engine(place)
    assert query_of(engine, "WITH p AS (SELECT age FROM people) SELECT * FROM p;").columns == (
        "age",
    )
    for text in ("DROP TABLE people", "SELECT 1; SELECT 2", "", "SELEC 1 FRM"):
        with pytest.raises(TableError, match="the query can't be used"):
            query_of(engine, text)
    engine.close()
