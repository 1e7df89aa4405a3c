"""Cells that stay in an engine: the rows of a table there, counted into codes by the engine itself.

Only for who says so: questions about such a market are queries, and may tell the engine what is wanted
(`tacit.market.keeping`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import EXACT_FLOAT
from tacit._exact import in_ticks
from tacit.errors import CostError, MarketFileError, MissingValues, SettingError, TableError
from tacit.market import costs as pricing
from tacit.market.costs import PriceRule
from tacit.market.engine_prices import priced_by_mean
from tacit.market.sources.engines import values
from tacit.market.sources.grouping import COST_DECIMALS
from tacit.market.sources.priced import priced_by
from tacit.market.sources.spelling import is_number, spelled
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix
from tacit.space.space import Space

if TYPE_CHECKING:
    from tacit.market.sources.engines.asking import EngineTable
    from tacit.market.sources.recipe import Recipe
    from tacit.space.dimension import Dimension

TOLD = (
    "the cells stay in the engine, as was said: its log may show which dimensions matter and, where too many "
    "cells would have to be fetched, which values are wanted"
)
UNLISTED, LACKING = -2, -1
"""What stands for values that a dimension does not have, and for none at all."""
MOST_VALUES = 20_000
"""An engine is told so many names of a dimension at most: each is a branch of its query."""


def coded_cells(source: EngineTable, recipe: Recipe) -> dict[str, Any]:
    """The cells of a table as the engine works them out, with all that `keep_in_engine` is to know of them.

    Args:
        source: the open table; it stays open for as long as the market is used.
        recipe: how it becomes a market.
    """
    _require_simple(source, recipe)
    space = Space(recipe.dimensions)
    phase = source.begin("counting cells where they are")
    source.engine.is_discreet = True
    coded = source.table.select(
        **{f"d{i}": _code(source, d) for i, d in enumerate(space)}, **_amounts(source, recipe)
    )
    places, notes = _looked_over(source, recipe, coded)
    names = [f"d{i}" for i in range(len(space))]
    if recipe.missing == "drop":
        coded = coded.filter(*(coded[name] >= 0 for name in names))
    dialect = source.engine.dialect
    sums = {"records": coded.records} | ({} if places is None else {"spend": coded[f"s{places}"]})
    totals = {n: values.exact_sum(c, dialect).cast("int64") for n, c in sums.items()}
    cells, rule, tick = _priced(
        source, recipe, space, coded.group_by(names).aggregate(**totals), places
    )
    phase.beat()
    return {
        "cells": cells,
        "space": space,
        "rule": rule,
        "money_tick": tick,
        "through": source.engine,
        "afterwards": source.close,
        "name": recipe.name or source.name,
        "priced_by": priced_by(recipe.cost),
        "terms": recipe.terms,
        "columns": tuple(source.names),
        "counted": recipe.count is not None,
        "notes": (*source.notes, *notes, *recipe.remarks, TOLD),
    }


def _require_simple(source: EngineTable, recipe: Recipe) -> None:
    """Refuse what an engine can't work out by itself."""
    source.require([d.column for d in recipe.dimensions])
    if recipe.missing_in_all:
        raise SettingError('missing-in = "all" can\'t be worked out in the engine. Use a query.')
    if not set(recipe.cost) <= {"each", "column"}:
        raise SettingError("in the engine a record has a cost of its own, or all the same.")
    for d in recipe.dimensions:
        if isinstance(d, Numeric):
            if source.kind(d.column) == "text":
                raise TableError(
                    f"column '{d.column}' is text in the engine. Use a query that casts it."
                )
        elif len(d) > MOST_VALUES:
            raise TableError(
                f"'{d.name}' has more than {MOST_VALUES:,} values, too many to be told to the engine. "
                "Group them."
            )


def _code(source: EngineTable, d: Dimension) -> Any:
    """The code of the value that a row has on a dimension."""
    import ibis

    column, dialect = source.table[d.column], source.engine.dialect
    lacks = LACKING if d.missing is None else _place(d, d.missing)
    if isinstance(d, Numeric):
        return values.in_bins(column, d, dialect, d.natural, lacks).cast("int32")
    if isinstance(d, Prefix):
        own = values.head(column, d.length)
        known = {str(value).removesuffix("*"): code for code, value in enumerate(d.values)}
    else:
        own, known = values.text(column), {}
        for value, code in d.entries():
            known.setdefault(spelled(value), code)
            known.setdefault(str(value), code)
    if not column.type().is_string() and source.kind(d.column) in ("integer", "number"):
        numbers = {value: code for value, code in d.entries() if is_number(value)}
        c = values.clean(column, dialect)
        steps = [(c == value, code) for value, code in numbers.items()]
    else:
        steps = [(own == text, code) for text, code in known.items()]
    other = getattr(d, "other", None)
    rest = UNLISTED if other is None else _place(d, other)
    return ibis.cases((own.isnull(), lacks), *steps, else_=rest).cast("int32")


def _place(d: Dimension, value: object) -> int:
    return [str(one) for one in d.values].index(str(value))


def _amounts(source: EngineTable, recipe: Recipe) -> dict[str, Any]:
    """How many records a row stands for, and what they cost for every number of decimals."""
    import ibis

    found: dict[str, Any] = {"records": ibis.literal(1, "int64")}
    dialect = source.engine.dialect
    if recipe.count is not None:
        found["records"] = values.clean(source.table[recipe.count], dialect).cast("int64")
    column = recipe.cost.get("column")
    if column is not None:
        c = values.clean(source.table[str(column)], dialect).cast("float64")
        found["price"] = c
        for places in COST_DECIMALS:
            ticks = c * float(10**places)
            found[f"s{places}"] = ticks.round().cast("int64") * found["records"]
    return found


def _looked_over(source: EngineTable, recipe: Recipe, coded: Any) -> tuple[int | None, list[str]]:
    """How many decimals costs have, and what to tell of rows that lack a value; refuses what can't be."""
    asked: dict[str, Any] = {"rows": coded.count()}
    for i in range(len(recipe.dimensions)):
        c = coded[f"d{i}"]
        asked[f"u{i}"], asked[f"l{i}"] = c.count(where=c == UNLISTED), c.count(where=c == LACKING)
    if recipe.count is not None:
        n = coded.records
        asked["bad"] = n.count(where=n < 0) + coded.count() - n.count()
    if "price" in coded.columns:
        p = coded.price
        asked |= {"unpriced": coded.count() - p.count(), "negative": p.count(where=p < 0)}
        asked["highest"] = p.max()
        for places in COST_DECIMALS:
            asked[f"p{places}"] = p.count(where=values.is_off(p * float(10**places)))
    row = source.engine.ask(coded.aggregate(**asked)).to_pylist()[0]
    _refuse(recipe, row)
    lacking = {d.name: int(row[f"l{i}"]) for i, d in enumerate(recipe.dimensions)}
    named = ", ".join(f"{name} {n:,}" for name, n in lacking.items() if n)
    if named and recipe.missing != "drop":
        raise MissingValues(
            f'rows of {source.name} lack a value ({named}). Say missing = "drop", or give these dimensions '
            "a place for them."
        )
    notes = [f"rows of {source.name} lack a value ({named}): dropped"] if named else []
    return _decimals(recipe, row), notes


def _refuse(recipe: Recipe, row: dict[str, Any]) -> None:
    for i, d in enumerate(recipe.dimensions):
        if row[f"u{i}"]:
            raise MarketFileError(
                f"{int(row[f'u{i}']):,} rows hold a value in column '{d.column}' that dimension '{d.name}' "
                'does not list. List it, or collect them with other = "(other)".'
            )
    if row.get("bad"):
        raise TableError(f"column '{recipe.count}' must hold whole numbers, 0 or more.")
    if row.get("unpriced") or row.get("negative"):
        raise CostError(
            "some rows have no cost, or a negative one. Give every row a cost of 0 or more."
        )


def _decimals(recipe: Recipe, row: dict[str, Any]) -> int | None:
    if "column" not in recipe.cost:
        return None
    for places in COST_DECIMALS:
        if not row[f"p{places}"] and float(row["highest"]) * 10**places < EXACT_FLOAT:
            return places
    raise CostError(f"costs have more than {COST_DECIMALS[-1]} decimals, or are too large.")


def _priced(
    source: EngineTable, recipe: Recipe, space: Space, cells: Any, places: int | None
) -> tuple[Any, PriceRule, Fraction]:
    """Cells with what their records cost, the rule of their prices, and the unit of money."""
    if places is not None:
        tick = Fraction(1, 10**places)
        priced, rule = priced_by_mean(cells, space, tick, recipe.cost.get("empty"), source.engine)
        return priced, rule, tick
    (ticks,), tick = in_ticks([pricing.as_price(recipe.cost.get("each", 1))])
    rule = PriceRule(ticks, tick)
    return (cells if ticks == 1 else cells.mutate(spend=cells.records * ticks)), rule, tick
