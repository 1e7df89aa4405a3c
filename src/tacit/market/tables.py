"""Counting a table's rows into the cells of a market."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from tacit._exact import LARGEST
from tacit.dimension import Dimension, Nominal, Numeric
from tacit.errors import CostError, MarketFileError, MissingValues, TableError
from tacit.market import costs as pricing
from tacit.market._cube import Ints
from tacit.market._source import Source, literal, open_source, quoted
from tacit.market.costs import Costs
from tacit.market.market import Market
from tacit.market.proposal import propose
from tacit.market.recipe import Recipe, check_cost, read_recipe
from tacit.space import Space

log = logging.getLogger("tacit")

_COST_DECIMALS = (0, 2, 4, 6)


def market_from_table(
    table: Any,
    *,
    dimensions: Sequence[str | Dimension] = (),
    missing: str | None = None,
    cost: Any = None,
    count: str | None = None,
    text: Collection[str] = (),
    layout: str = "auto",
) -> Market:
    """Count a table into a market.

    Args:
        table: a CSV or Parquet file, a market file, or a pandas, Polars or Arrow frame.
        dimensions: columns to use, or ready dimensions; by default Tacit proposes them, and says
            what it proposed in the market's `notes`.
        missing: "drop" rows that lack a value, or "keep" them as a value of their own.
        cost: a column's name, a number for every record, or a `[cost]` table as a dictionary.
        count: the column that says how many records a row stands for.
        text: columns to take as names even if they hold numbers.
        layout: "dense", "sparse" or "auto".
    """
    options = {"missing": missing, "cost": cost_table(cost), "count": count}
    if isinstance(table, str | Path) and Path(table).suffix == ".toml":
        if dimensions or text or any(options.values()):
            raise MarketFileError(
                "a market file already says how to read its table. Change it there, or give the "
                "table itself."
            )
        recipe = read_recipe(Path(table))
        return count_cells(open_source(recipe.table), recipe, layout)
    source = open_source(table)
    ready = tuple(d for d in dimensions if isinstance(d, Dimension))
    if ready:
        return count_cells(source, Recipe(ready, **options), layout)  # type: ignore[arg-type]
    only = [str(name) for name in dimensions]
    recipe = propose(source, only=only, as_text=text, **options)  # type: ignore[arg-type]
    return count_cells(source, recipe, layout)


def cost_table(cost: Any) -> dict[str, Any]:
    """A `[cost]` table from the short forms."""
    if cost is None:
        return {}
    if isinstance(cost, str):
        return {"column": cost}
    if isinstance(cost, Mapping):
        check_cost(cost)
        return dict(cost)
    return {"each": cost}


def count_cells(source: Source, recipe: Recipe, layout: str = "auto") -> Market:
    """Count the rows of an open table into cells, as a recipe says."""
    space = Space(recipe.dimensions)
    _convert(source, recipe)
    where, notes = _missing_rows(source, recipe)
    log.info("counting %s rows into %s cells", source.rows, space.size)
    amount = "count(*)" if recipe.count is None else f"sum({quoted(recipe.count)})"
    column = recipe.cost.get("column")
    places = 0 if column is None else _decimals(source, str(column), where)
    spend = "0" if column is None else _spend(str(column), recipe.count, places)
    keys = ", ".join(f"{_key(d)} AS d{i}" for i, d in enumerate(space))
    found = source.arrow(
        f"SELECT {keys}, CAST({amount} AS BIGINT) AS n, CAST({spend} AS BIGINT) AS s "
        f"FROM t WHERE {where} GROUP BY {', '.join(str(i + 1) for i in range(len(space)))}"
    )
    if not found.num_rows:
        raise TableError(f"no row of {source.name} is left after dropping those that lack a value.")
    codes = np.array([_codes(d, found.column(i)) for i, d in enumerate(space)])
    records = np.asarray(found.column("n"), dtype=np.int64)
    money = np.asarray(found.column("s"), dtype=np.int64)
    if column is not None:
        cost = pricing.from_spend(records, money, Fraction(1, 10**places), recipe.cost.get("empty"))
    else:
        codes, records, cost = _priced(space, codes, records, recipe.cost)
    return Market.assemble(
        space,
        codes,
        records,
        cost,
        layout=layout,
        name=source.name,
        priced_by=_priced_by(recipe.cost),
        notes=(*notes, *recipe.remarks),
    )


def _convert(source: Source, recipe: Recipe) -> None:
    """Tell the source what the used columns hold."""
    kinds: dict[str, str] = {}
    for d in recipe.dimensions:
        source.require([d.column])
        if isinstance(d, Numeric):
            kinds[d.column] = "date" if d.is_date else "number"
    for column, kind in ((recipe.count, "integer"), (recipe.cost.get("column"), "number")):
        if column is not None:
            source.require([column])
            kinds[column] = kind
    source.convert(kinds)
    if recipe.count is not None:
        c = quoted(recipe.count)
        bad = source.ask(f"SELECT count(*) FROM t WHERE {c} IS NULL OR {c} < 0 OR {c} <> floor({c})")
        if bad[0][0]:
            raise TableError(
                f"column '{recipe.count}' must hold whole numbers, 0 or more, but {bad[0][0]:,} "
                "rows do not."
            )


def _missing_rows(source: Source, recipe: Recipe) -> tuple[str, list[str]]:
    """The condition for rows to keep, and what to tell the user."""
    looked_at = [d.column for d in recipe.dimensions]
    if recipe.missing_in_all:
        looked_at = [*source.names]
    counts = ", ".join(f"count(*) FILTER ({quoted(n)} IS NULL)" for n in looked_at)
    complete = " AND ".join(f"{quoted(n)} IS NOT NULL" for n in looked_at)
    found = source.ask(f"SELECT count(*) FILTER (NOT ({complete})), {counts} FROM t")[0]
    rows = int(found[0])
    if not rows:
        return "TRUE", []
    by_column = ", ".join(
        f"{name} {int(n):,}" for name, n in zip(looked_at, found[1:], strict=True) if n
    )
    what = f"{rows:,} of {source.rows:,} rows of {source.name} lack a value ({by_column})"
    if recipe.missing is None:
        raise MissingValues(
            f"{what}. Say what to do with them: --missing drop leaves these rows out, --missing keep "
            'makes "(missing)" a value of its own (in a market file: missing = "drop" or "keep").'
        )
    if recipe.missing == "drop":
        return complete, [f"{what}: dropped"]
    lost = [d.name for d in recipe.dimensions if d.missing is None]
    nulls = [n for n in lost if any(n == m and c for m, c in zip(looked_at, found[1:], strict=True))]
    if nulls:
        raise MarketFileError(
            f"missing values are to be kept, but these dimensions have no place for them: "
            f'{", ".join(nulls)}. Add missing-value = "(missing)" to each.'
        )
    return "TRUE", [f"{what}: kept as a value"]


def _key(d: Dimension) -> str:
    """The SQL that says which value of a dimension a row has."""
    c = quoted(d.column)
    if isinstance(d, Numeric):
        at = "<=" if d.closed == "right" else "<"
        steps = " ".join(f"WHEN {c} {at} {_edge(e)} THEN {i}" for i, e in enumerate(d.edges))
        return f"CASE WHEN {c} IS NULL THEN {len(d.edges) + 1} {steps} ELSE {len(d.edges)} END"
    text = f"CAST({c} AS VARCHAR)"
    if isinstance(d, Nominal) and d.other is not None:
        listed = ", ".join(literal(v) for v in d.values)
        text = f"CASE WHEN {c} IS NULL OR {text} IN ({listed}) THEN {text} ELSE {literal(d.other)} END"
    return text


def _edge(edge: object) -> str:
    return f"DATE {literal(edge)}" if isinstance(edge, date) else repr(edge)


def _codes(d: Dimension, column: Any) -> Any:
    """The code of each cell on one dimension."""
    if isinstance(d, Numeric):
        return np.array(d.natural)[np.asarray(column)]
    encoded = column.combine_chunks().dictionary_encode(null_encoding="encode")
    known = {_spelled(value): code for code, value in enumerate(d.values)}
    table, unlisted = [], []
    for value in encoded.dictionary.to_pylist():
        code = known.get(str(d.missing)) if value is None else known.get(value)
        unlisted += [value] if code is None else []
        table.append(-1 if code is None else code)
    if unlisted:
        shown = ", ".join(f"'{value}'" for value in sorted(map(str, unlisted))[:5])
        raise MarketFileError(
            f"column '{d.column}' holds {len(unlisted)} values that dimension '{d.name}' does not "
            f"list, such as {shown}. List them, or collect them with other = \"(other)\"."
        )
    return np.array(table)[np.asarray(encoded.indices)]


def _spelled(value: object) -> str:
    """How DuckDB spells a value as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _decimals(source: Source, column: str, where: str) -> int:
    """How many decimals a cost column uses; refuses costs that are missing or negative."""
    c = quoted(column)
    lacking, negative, highest = source.ask(
        f"SELECT count(*) FILTER ({c} IS NULL), count(*) FILTER ({c} < 0), max({c}) "
        f"FROM t WHERE {where}"
    )[0]
    if lacking or negative:
        what = [f"{lacking:,} rows have no cost"] if lacking else []
        what += [f"{negative:,} rows have a negative cost"] if negative else []
        raise CostError(
            f"in column '{column}' {' and '.join(what)}. Give every row a cost of 0 or more, or "
            "remove those rows."
        )
    for places in _COST_DECIMALS:
        scaled = f"{c} * {10**places}"
        uneven = source.ask(
            f"SELECT count(*) FROM t WHERE {where} AND abs({scaled} - round({scaled})) > 1e-6"
        )[0][0]
        if not uneven and highest * 10**places < LARGEST / max(source.rows, 1):
            return places
    raise CostError(
        f"the costs in column '{column}' have more than {_COST_DECIMALS[-1]} decimals or are too "
        "large to be added up exactly. Round them, for example to two decimals."
    )


def _spend(column: str, count: str | None, places: int) -> str:
    ticks = f"CAST(round({quoted(column)} * {10**places}) AS HUGEINT)"
    return f"sum({ticks})" if count is None else f"sum({ticks} * {quoted(count)})"


def _priced(
    space: Space, codes: Any, records: Ints, cost: Mapping[str, Any]
) -> tuple[Any, Ints, Costs]:
    """Price counted cells; a table of prices may list empty cells as well."""
    if "per-value" in cost or "base" in cost:
        prices = cost.get("per-value", {})
        return codes, records, pricing.per_dimension(
            space, codes, records, prices, cost.get("base", 0)
        )
    if "table" not in cost:
        return codes, records, pricing.each(records, cost.get("each", 1))
    listed = _price_list(space, cost["table"])
    known = dict(zip(map(tuple, codes.T.tolist()), records.tolist(), strict=True))
    unpriced = sum(1 for cell in known if cell not in listed)
    if unpriced:
        raise CostError(
            f"{unpriced:,} cells hold records but have no price in the table of prices. Add them."
        )
    cells = list(listed)
    counts = np.array([known.get(cell, 0) for cell in cells], dtype=np.int64)
    priced = pricing.from_prices(counts, [listed[c] for c in cells], cost.get("empty"))
    return np.array(cells).T, counts, priced


def _price_list(space: Space, table: Any) -> dict[tuple[int, ...], float]:
    """Read a table with a column for each dimension and one called price."""
    source = open_source(table)
    source.require([*space.names, "price"])
    source.convert({"price": "number"})
    columns = ", ".join(f"CAST({quoted(name)} AS VARCHAR)" for name in space.names)
    listed: dict[tuple[int, ...], float] = {}
    codes = [{_spelled(v): code for code, v in enumerate(d.values)} for d in space]
    for *labels, price in source.ask(f'SELECT {columns}, "price" FROM t'):
        if price is None or price < 0:
            raise CostError("the table of prices has a price that is missing or negative.")
        cell = tuple(known.get(str(label), -1) for known, label in zip(codes, labels, strict=True))
        if -1 in cell:
            name = space.names[cell.index(-1)]
            raise CostError(f"the table of prices has a value that '{name}' does not have.")
        if cell in listed:
            raise CostError("the table of prices lists a cell twice.")
        listed[cell] = price
    return listed


def _priced_by(cost: Mapping[str, Any]) -> str:
    if "column" in cost:
        return f"column '{cost['column']}'"
    if "table" in cost:
        return "a table of prices"
    if "per-value" in cost or "base" in cost:
        return "a price for each value"
    return f"every record costs {cost.get('each', 1)}"
