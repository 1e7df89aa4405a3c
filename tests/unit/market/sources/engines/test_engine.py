"""Engines: what is asked in a thread of its own can be stopped, and ends in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit._files import UNANSWERED
from tacit.errors import TableError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.connecting import open_engine
from tacit.market.sources.engines.tables import query_of
from tests.unit.market.sources.engines.shared import make

ENDLESS = (
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 4000000000) "
    "SELECT sum(i) AS s FROM c"
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    make(tmp_path / "shop.db")
    return Place(f"sqlite:///{tmp_path}/shop.db", "people")


def test_what_takes_too_long_is_withdrawn(place: Place) -> None:
    engine = open_engine(place, timeout=0.2)
    with pytest.raises(TableError, match=r"within 0.2 seconds"):
        engine.ask(query_of(engine, ENDLESS))
    assert not UNANSWERED
    engine.close()


def test_what_is_being_asked_is_known_to_who_ends_the_process(place: Place) -> None:
    engine = open_engine(place)
    seen: list[int] = []
    engine.waited_for(lambda: seen.append(len(UNANSWERED)))
    assert seen == [1]
    assert not UNANSWERED
    engine.close()


def test_an_engine_that_is_gone_is_closed_and_interrupted_in_peace(place: Place) -> None:
    engine = open_engine(place)
    engine.close()
    engine.close()
    engine.interrupt()
    with pytest.raises(TableError, match="closed database"):
        engine.waited_for(lambda: engine.backend.con.execute("SELECT 1"))
