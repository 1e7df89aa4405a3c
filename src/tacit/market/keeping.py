"""Keeping cells where they are: a market from a table of cells in an engine."""

from __future__ import annotations

import secrets
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from tacit.market.costs import PriceRule
from tacit.market.in_engine import MEMORY, EngineCube
from tacit.market.market import Market

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tacit.market.engine_queries import Asks
    from tacit.space.space import Space

EACH_1 = PriceRule(1, Fraction(1))
"""Every record costs 1."""


def keep_in_engine(
    cells: Any,
    space: Space,
    *,
    rule: PriceRule = EACH_1,
    money_tick: Fraction = Fraction(1),
    memory: int = MEMORY,
    through: Asks | None = None,
    **about: Any,
) -> Market:
    """Make a market from cells that stay in their engine.

    The cells are worked out once, into a table of whole numbers that is there only for this connection: a
    temporary table, or in Spark a cached view. `market.cube.close()` drops it, and so does the end of the
    connection. The engine stays open for as long as the market is used.

    **Questions about such a market are queries, which the engine may log.** They say which dimensions matter
    and, where the cells on these do not fit into memory, the values of boxes that are looked at, among them
    what is wanted. So make one only where whoever runs the engine may know, or the buyer said so.

    Args:
        cells: an Ibis expression with the codes `d0`, `d1`, ..., `records` and, unless every record costs 1,
            `spend` in money ticks, all whole numbers; `excess` where prices differ from the rule. No cell
            twice.
        space: the dimensions, in the order of the codes.
        rule: the price of a record where no cell says otherwise.
        money_tick: the size of one unit of spend.
        memory: how many bytes of cells may be fetched.
        through: who asks the engine, such as one that withdraws questions that take too long.
        about: `name`, `priced_by`, `notes`, `terms` and so on, as `Market` has them.

    Raises:
        TableError: if these are not cells of the space, or too many to be counted exactly.
        CostError: if they cost too much for that.
        EngineFailed: if the engine does not answer.
    """
    said = cells.records != 0
    if "excess" in cells.columns:
        said = said | (cells.excess != 0)
    amounts = [name for name in ("records", "spend", "excess") if name in cells.columns]
    codes = {f"d{d}": cells[f"d{d}"].cast("int32") for d in range(len(space))}
    whole = {name: cells[name].cast("int64") for name in amounts}
    made = partial(_kept, cells.filter(said).select(**codes, **whole))
    kept, drop = made() if through is None else through.waited_for(made)
    try:
        cube = EngineCube(kept, space.shape, memory, drop, through)
    except BaseException:
        drop()
        raise
    return Market(space, cube, rule, money_tick, **about)


def _kept(cells: Any) -> tuple[Any, Callable[[], None]]:
    """A table of its own for some cells, worked out now, and what drops it."""
    engine, name = cells.get_backend(), f"tacit_cells_{secrets.token_hex(6)}"
    if engine.name == "pyspark":  # which has no temporary tables
        engine.raw_sql(f"CACHE TABLE {name} AS {engine.compile(cells)}")
        undo = (f"UNCACHE TABLE IF EXISTS {name}", f"DROP VIEW IF EXISTS {name}")
        return engine.table(name), partial(_drop, engine, undo)
    kept = engine.create_table(name, cells, temp=True)
    return kept, partial(_drop, engine, (f"DROP TABLE IF EXISTS {name}",))


def _drop(engine: Any, statements: Sequence[str]) -> None:
    """Leave nothing behind; where the connection is closed already, nothing is left."""
    for statement in statements:
        with suppress(Exception):
            done = engine.raw_sql(statement)
            if engine.name == "postgres":
                done.close()
