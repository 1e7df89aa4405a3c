"""Counting a table's rows into the cells of a market."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit._exact import exact
from tacit.errors import CostError, MarketFileError, MissingValues, TableError
from tacit.market import costs as pricing
from tacit.market.market import Market
from tacit.market.sources.bounds import Bounds
from tacit.market.sources.proposal import propose
from tacit.market.sources.quoting import literal, quoted
from tacit.market.sources.recipe import Recipe, check_cost, read_recipe
from tacit.market.sources.table import Source, open_source
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.space import Space

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.cells import Ints
    from tacit.market.costs import Costs

log = logging.getLogger("tacit")

_COST_DECIMALS = (0, 2, 4, 6)
_EXACT_FLOAT = 2**53
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


def market_from_table(
    table: Any,
    *,
    dimensions: Sequence[str | Dimension] = (),
    missing: str | None = None,
    cost: Any = None,
    count: str | None = None,
    text: Collection[str] = (),
    layout: str = "auto",
    memory: str | int | None = None,
    unpacked: str | int | None = None,
    progress: Listener | None = None,
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
        memory: how much reading may take, such as "2GB"; a quarter of the machine's by default. The
            rest goes to the disk.
        unpacked: how much a packed file may hold; 50 times its size or 1 GB by default.
        progress: a function to call a few times a second with a `Progress`.
    """
    bounds = Bounds.of(memory, unpacked)
    options = {"missing": missing, "cost": cost_table(cost), "count": count}
    if isinstance(table, str | Path) and Path(table).suffix == ".toml":
        if dimensions or text or any(options.values()):
            raise MarketFileError(
                "a market file already says how to read its table. Change it there, or give the "
                "table itself."
            )
        recipe = read_recipe(Path(table))
        return count_cells(open_source(recipe.table, progress, bounds), recipe, layout)
    source = open_source(table, progress, bounds)
    ready = [d for d in dimensions if isinstance(d, Dimension)]
    only = [str(name) for name in dimensions if not isinstance(name, Dimension)]
    if not ready:
        recipe = propose(source, only=only, as_text=text, **options)  # type: ignore[arg-type]
    elif not only:
        recipe = Recipe(tuple(ready), **options)  # type: ignore[arg-type]
    else:
        recipe = propose(source, only=only, as_text=text, **options)  # type: ignore[arg-type]
        recipe = replace(recipe, dimensions=_in_order(dimensions, ready, recipe.dimensions))
    return count_cells(source, recipe, layout)


def _in_order(
    asked: Sequence[str | Dimension], ready: Sequence[Dimension], made: Sequence[Dimension]
) -> tuple[Dimension, ...]:
    """Ready and proposed dimensions together, in the order they were asked for."""
    names = [d.name if isinstance(d, Dimension) else d for d in asked]
    return tuple(sorted([*ready, *made], key=lambda d: names.index(d.name)))


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
    convert_columns(source, recipe)
    source.begin("looking for missing values")
    where, notes = _missing_rows(source, recipe)
    source.begin("checking counts and costs")
    log.info("counting %s rows into %s cells", source.rows, space.size)
    amount = "count(*)" if recipe.count is None else f"sum({_count(recipe.count)})"
    column = recipe.cost.get("column")
    most = source.rows if recipe.count is None else _total(source, recipe.count)
    places = 0 if column is None else _decimals(source, str(column), where, most)
    spend = "0" if column is None else _spend(str(column), recipe.count, places)
    keys = ", ".join(f"{_key(d)} AS d{i}" for i, d in enumerate(space))
    source.begin("counting cells")
    found = source.arrow(
        f"SELECT {keys}, CAST({amount} AS BIGINT) AS n, CAST({spend} AS BIGINT) AS s "
        f"FROM t WHERE {where} GROUP BY {', '.join(str(i + 1) for i in range(len(space)))}"
    )
    if not found.num_rows:
        raise TableError(f"no row of {source.name} is left after dropping those that lack a value.")
    source.begin("putting the market together")
    coded = [_codes(d, found.column(i)) for i, d in enumerate(space)]
    codes = np.array([code for code, _ in coded])
    records, money = _ints(found.column("n")), _ints(found.column("s"))
    if any(shared for _, shared in coded):
        codes, records, money = _joined(codes, records, money)
    if column is not None:
        cost = pricing.from_spend(records, money, Fraction(1, 10**places), recipe.cost.get("empty"))
    else:
        codes, records, cost = _priced(space, codes, records, recipe.cost, source.progress)
    return Market.assemble(
        space,
        codes,
        records,
        cost,
        layout=layout,
        name=recipe.name or source.name,
        kept=source.complete(_looked_at(source, recipe)) if recipe.missing == "drop" else "TRUE",
        counted=recipe.count is not None,
        columns=tuple(source.names),
        priced_by=_priced_by(recipe.cost),
        terms=recipe.terms,
        notes=(*notes, *recipe.remarks),
    )


def convert_columns(source: Source, recipe: Recipe) -> None:
    """Tell the source what the used columns hold."""
    kinds: dict[str, str] = {}
    for d in recipe.dimensions:
        source.require([d.column])
        if isinstance(d, Numeric):
            kinds[d.column] = "date" if d.is_date else "number"
    for column in (recipe.count, recipe.cost.get("column")):
        if column is not None:
            kinds[column] = "number"
    source.convert(kinds)


def _count(column: str) -> str:
    """The SQL for the number of records a row stands for."""
    return f"CAST({quoted(column)} AS HUGEINT)"


def _total(source: Source, column: str) -> int:
    """How many records the whole table stands for; refuses counts that are not whole numbers."""
    c = quoted(column)
    bad, highest = source.ask(
        f"SELECT count(*) FILTER ({c} IS NULL OR {c} < 0 OR {c} <> floor({c})), max({c}) FROM t"
    )[0]
    if bad:
        raise TableError(
            f"column '{column}' must hold whole numbers, 0 or more, but {bad:,} rows do not. Mend "
            "those rows, or remove them."
        )
    if highest * source.rows < LARGEST:
        total = int(source.ask(f"SELECT sum({_count(column)}) FROM t")[0][0])
        if total:
            return total
        raise TableError(f"column '{column}' says that no row stands for any record.")
    raise TableError(f"the counts in column '{column}' are too large to be added up exactly.")


def _looked_at(source: Source, recipe: Recipe) -> list[str]:
    """The columns in which a missing value counts."""
    return list(source.names) if recipe.missing_in_all else [d.column for d in recipe.dimensions]


def _missing_rows(source: Source, recipe: Recipe) -> tuple[str, list[str]]:
    """The condition for rows to keep, and what to tell the user."""
    looked_at = _looked_at(source, recipe)
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
            f'{what}. Say what to do with them: missing = "drop" leaves these rows out, missing = '
            '"keep" makes "(missing)" a value of its own.'
        )
    if recipe.missing == "drop":
        return complete, [f"{what}: dropped"]
    lacking = {name for name, n in zip(looked_at, found[1:], strict=True) if n}
    nulls = [d.name for d in recipe.dimensions if d.missing is None and d.column in lacking]
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
        listed = f"{text} IN ({', '.join(literal(_spelled(v)) for v in d.values)})"
        numbers = ", ".join(repr(v) for v in d.values if _is_number(v))
        if numbers:
            listed += f" OR TRY_CAST({c} AS DOUBLE) IN ({numbers})"
        text = f"CASE WHEN {c} IS NULL OR {listed} THEN {text} ELSE {literal(d.other)} END"
    return text


def _edge(edge: object) -> str:
    return f"DATE {literal(edge)}" if isinstance(edge, date) else repr(edge)


def _codes(d: Dimension, column: Any) -> tuple[Any, bool]:
    """The code of each group of rows on one dimension, and whether two spellings share one."""
    if isinstance(d, Numeric):
        return np.array(d.natural)[_ints(column)], False
    encoded = _one_chunk(column).dictionary_encode(null_encoding="encode")
    find = code_finder(d)
    found = encoded.dictionary.to_pylist()
    table = [find(value) for value in found]
    unlisted = sorted(str(v) for v, code in zip(found, table, strict=True) if code is None)
    if unlisted:
        shown = ", ".join(f"'{value}'" for value in unlisted[:5])
        raise MarketFileError(
            f"column '{d.column}' holds {len(unlisted)} values that dimension '{d.name}' does not "
            f'list, such as {shown}. List them, or collect them with other = "(other)".'
        )
    return np.array(table)[_ints(encoded.indices)], len(set(table)) < len(table)


def _ints(column: Any) -> Ints:
    """Arrow integers as an array, without Arrow's own way there, which would import pandas."""
    return np.from_dlpack(_one_chunk(column)).astype(np.int64)


def _one_chunk(column: Any) -> Any:
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def code_finder(d: Dimension) -> Callable[[str | None], int | None]:
    """How to find a value's code by how a table spells it: 2 may stand there as 2.0 or +2."""
    known = {word: code for code, v in enumerate(d.values) for word in (_spelled(v), str(v))}
    numbers = {exact(v): code for code, v in enumerate(d.values) if _is_number(v)}

    def find(text: str | None) -> int | None:
        if text is None:
            return None if d.missing is None else known.get(str(d.missing))
        if text in known or not numbers or not _NUMBER.fullmatch(text):
            return known.get(text)
        return numbers.get(exact(text))

    return find


def _joined(codes: Any, records: Ints, money: Ints) -> tuple[Any, Ints, Ints]:
    """Add up groups of rows that fell into the same cell, such as those of 2 and of 2.0."""
    cells, at = np.unique(codes, axis=1, return_inverse=True)
    sums = np.zeros((2, cells.shape[1]), dtype=np.int64)
    np.add.at(sums[0], at.reshape(-1), records)
    np.add.at(sums[1], at.reshape(-1), money)
    return cells, sums[0], sums[1]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _spelled(value: object) -> str:
    """How DuckDB spells a value as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _decimals(source: Source, column: str, where: str, most: int) -> int:
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
        # A float that is meant to have this many decimals lies next to a whole number of ticks.
        ticks = f"({c} * {10**places})"
        uneven = source.ask(
            f"SELECT count(*) FROM t WHERE {where} AND "
            f"abs({ticks} - round({ticks})) > least(1e-2, 1e-14 * {ticks})"
        )[0][0]
        if not uneven and (highest or 0) * 10**places < min(_EXACT_FLOAT, LARGEST / most):
            return places
    raise CostError(
        f"the costs in column '{column}' have more than {_COST_DECIMALS[-1]} decimals or are too "
        "large to be added up exactly. Round them, for example to two decimals."
    )


def _spend(column: str, count: str | None, places: int) -> str:
    ticks = f"CAST(round({quoted(column)} * {10**places}) AS HUGEINT)"
    return f"sum({ticks})" if count is None else f"sum({ticks} * {_count(count)})"


def _priced(
    space: Space,
    codes: Any,
    records: Ints,
    cost: Mapping[str, Any],
    progress: Listener | None,
) -> tuple[Any, Ints, Costs]:
    """Price counted cells; a table of prices may list empty cells as well."""
    if "per-value" in cost or "base" in cost:
        prices = cost.get("per-value", {})
        return (
            codes,
            records,
            pricing.per_dimension(space, codes, records, prices, cost.get("base", 0)),
        )
    if "table" not in cost:
        return codes, records, pricing.each(records, cost.get("each", 1))
    listed = _price_list(space, cost["table"], progress)
    known = dict(zip(map(tuple, codes.T.tolist()), records.tolist(), strict=True))
    unpriced = [cell for cell in known if cell not in listed]
    if unpriced:
        raise CostError(
            f"{len(unpriced):,} cells hold records but have no price in the table of prices, such "
            f"as {_words(space, unpriced[0])}. Add them."
        )
    cells = list(listed)
    counts = np.array([known.get(cell, 0) for cell in cells], dtype=np.int64)
    priced = pricing.from_prices(counts, [listed[c] for c in cells], cost.get("empty"))
    return np.array(cells).T, counts, priced


def _price_list(
    space: Space, table: Any, progress: Listener | None
) -> dict[tuple[int, ...], float]:
    """Read a table with a column for each dimension and one called price."""
    source = open_source(table, progress)
    source.require([*space.names, "price"])
    source.convert({"price": "number"})
    columns = ", ".join(f"CAST({quoted(name)} AS VARCHAR)" for name in space.names)
    listed: dict[tuple[int, ...], float] = {}
    finders = [code_finder(d) for d in space]
    for *labels, price in source.ask(f'SELECT {columns}, "price" FROM t'):
        if price is None or price < 0:
            raise CostError(
                "the table of prices has a price that is missing or negative. Give every cell a "
                "price of 0 or more."
            )
        cell = _cell(space, [find(label) for find, label in zip(finders, labels, strict=True)])
        if cell in listed:
            raise CostError(
                f"the table of prices lists a cell twice: {_words(space, cell)}. Remove one line."
            )
        listed[cell] = price
    return listed


def _cell(space: Space, codes: Sequence[int | None]) -> tuple[int, ...]:
    """A cell of the table of prices, or an error where it names no value of the market."""
    for d, code in zip(space, codes, strict=True):
        if code is None:
            shown = ", ".join(map(str, d.values[:20])) + (", ..." if len(d) > 20 else "")
            raise CostError(
                f"the table of prices has a value that '{d.name}' does not have. Its values are: "
                f"{shown}."
            )
    return tuple(code for code in codes if code is not None)


def _words(space: Space, cell: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in space.cell(cell).items())


def _priced_by(cost: Mapping[str, Any]) -> str:
    if "column" in cost:
        return f"column '{cost['column']}'"
    if "table" in cost:
        return "a table of prices"
    if "per-value" in cost or "base" in cost:
        return "a price for each value"
    return f"every record costs {cost.get('each', 1)}"
