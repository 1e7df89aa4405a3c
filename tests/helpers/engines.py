"""Markets whose cells are in an engine, from those that are in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import pyarrow as pa

from tacit.intents.box import Box
from tacit.market.cells import Cells
from tacit.market.in_engine import MEMORY, EngineCube
from tacit.market.keeping import keep_in_engine
from tacit.market.market import Market

_NUMBERS = count()


@contextmanager
def connected(name: str, **where: Any) -> Iterator[Any]:
    """An engine by its name in Ibis: a new one in memory, if it is not said where."""
    import ibis

    engine = getattr(ibis, name).connect(**where)
    try:
        yield engine
    finally:
        engine.disconnect()


def stored(engine: Any, cells: Cells) -> Any:
    """A table in an engine, by Ibis, that holds some cells; in Spark a view."""
    import ibis

    columns = {f"d{d}": pa.array(codes.astype("int32")) for d, codes in enumerate(cells.codes)}
    columns["records"] = pa.array(cells.records)
    if cells.spend is not cells.records:
        columns["spend"] = pa.array(cells.spend)
    if cells.excess is not None:
        columns["excess"] = pa.array(cells.excess)
    name, table = f"cells_{next(_NUMBERS)}", pa.table(columns)
    if engine.name == "pyspark":
        return engine.create_view(name, ibis.memtable(table))
    return engine.create_table(name, table, temp=True)


def moved(market: Market, engine: Any, memory: int = MEMORY) -> Market:
    """The same market with its cells in an engine."""
    cells = market.cells(Box.everything(market.space))
    about = {name: getattr(market, name) for name in ("name", "priced_by", "terms")}
    more = {"rule": market.rule, "money_tick": market.money_tick, "memory": memory}
    return keep_in_engine(stored(engine, cells), market.space, **more, **about)


def with_memory(market: Market, memory: int) -> Market:
    """The same market, still in its engine, where another amount of cells may be fetched."""
    assert isinstance(market.cube, EngineCube)
    return replace(market, cube=EngineCube(market.cube._cells, market.cube.shape, memory))
