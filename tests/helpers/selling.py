"""A seller's table, the market that was counted from it, and the databases that it is kept in."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

import duckdb
import numpy as np

from tacit.intents.intent import Intent
from tacit.market.cells import Cells
from tacit.market.market import Market
from tacit.market.terms import AS_LISTED, Terms
from tacit.purchasing.design import STRATIFIED, Design
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

SPACE = Space(
    (
        Nominal("x", ("a", "b", "canary")),
        Nominal("Y y", ("p", "q")),
        Numeric.binned("age", [17, 61], ["child", "grown", "old"], integer=True),
    )
)
PER_CELL = 6
AGES = (9, 40, 70)
PRICES = {"x": {"a": "0.1", "b": "0.25", "canary": "0.7"}}
Row = tuple[int, str, str, int]
ROWS: list[Row] = [
    (i, x, y, age)
    for i, (x, y, age, _) in enumerate(
        product(("a", "b", "canary"), ("p", "q"), AGES, range(PER_CELL)), 1
    )
]


class Database(Protocol):
    """Something that answers queries."""

    def execute(self, query: str) -> Any: ...


def market(terms: Terms = AS_LISTED, **prices: Any) -> Market:
    codes = np.indices(SPACE.shape).reshape(len(SPACE), -1)
    records = [PER_CELL] * SPACE.size
    return Market.from_cells(SPACE, codes, records, name="people.csv", terms=terms, **prices)


def post() -> Intent:
    """What is published: neither `canary` nor the old."""
    return market().intent({"x": ["a", "b"], "age": ["child", "grown"]})


def inside(row: Sequence[Any]) -> bool:
    return row[1] in "ab" and row[3] < 62


def cells_of(seller: Market, published: Intent) -> Cells:
    listed = seller.cells(published)
    return listed.where(listed.records > 0)


def simple(cells: Cells, size: int, budget: str | None = None) -> Design:
    return Design.simple(cells.records, size, None if budget is None else Fraction(budget))


def by_x(cells: Cells, takes: Sequence[int], budget: str | None = None) -> Design:
    """A stratum for each value of `x`."""
    stratum = np.unique(cells.codes[0], return_inverse=True)[1].reshape(-1)
    money = None if budget is None else Fraction(budget)
    return Design(STRATIFIED, cells.records, stratum.astype(np.intp), np.array(takes), money)


@contextmanager
def databases(*names: str) -> Iterator[list[Database]]:
    """Databases that hold the table."""
    opened = [{"duckdb": _duckdb, "sqlite": _sqlite}[name]() for name in names]
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


def _duckdb() -> Any:
    return _filled(duckdb.connect())


def _sqlite() -> Any:
    connection = sqlite3.connect(":memory:")
    connection.create_function("md5", 1, lambda text: hashlib.md5(text.encode()).hexdigest())
    return _filled(connection)


def _filled(connection: Any) -> Any:
    connection.execute('CREATE TABLE people (id INTEGER, x VARCHAR, "Y y" VARCHAR, age INTEGER)')
    connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", ROWS)
    return connection
