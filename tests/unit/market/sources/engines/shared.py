"""A small table in SQLite, for tests of what is asked of engines."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.asking import EngineTable
from tacit.market.sources.engines.opening import open_engine_table

PEOPLE = (
    ("red", 20, 1.5, "2024-01-05", "0171", 1),
    ("red", 35, 2.0, "2024-02-05", "0172", 2),
    (" blue ", 61, 3.25, "2024-02-06", "0271", 1),
    ("NA", None, 4.0, "soon", "NAPLES", 1),
    (None, 20, None, None, None, 3),
)


def make(path: Path) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "CREATE TABLE people (team TEXT, age INTEGER, paid REAL, day TEXT, code TEXT, n INTEGER)"
        )
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", PEOPLE)
    connection.close()


@contextmanager
def people(folder: Path) -> Iterator[EngineTable]:
    """The table, open."""
    path = folder / "shop.db"
    if not path.exists():
        make(path)
    table = open_engine_table(Place(f"sqlite:///{path}", "people"))
    try:
        yield table
    finally:
        table.close()
