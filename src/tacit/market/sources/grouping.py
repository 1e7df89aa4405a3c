"""One question to a table: how many rows hold what, in the columns that a market uses.

The rows are grouped by what they hold, numbers and dates by their bins. Everything else is worked out
from the groups: which are the same once they are trimmed, which lack a value, what they cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import SettingError, TableError
from tacit.market.sources.quoting import literal, quoted
from tacit.market.sources.spelling import clean, cleaned, is_number, listed, spelled
from tacit.market.sources.written import Written
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.market.sources.columns import Columns
    from tacit.market.sources.recipe import Recipe
    from tacit.space.dimension import Dimension

COST_DECIMALS = (0, 2, 4, 6)
_PLAIN = {"number": "plain", "date": "2025-12-31"}
"""How numbers and dates are written where nothing else is said."""
_FEW_BINS = 2**8 - 2
"""Where there are fewer edges, a byte says which bin."""
_HOW_MANY = "count(*) FILTER"
_EXACT = 2**53
"""Up to here every whole number is a float."""


@dataclass(frozen=True, repr=False)
class Groups:
    """Rows of a table, grouped by what they hold.

    Attributes:
        table: one row for each group, as the database gave it.
        dimensions: those that it is grouped by.
    """

    table: Any
    dimensions: Sequence[Dimension]

    def ints(self, name: str) -> Ints:
        """A column of whole numbers."""
        return ints(self.table.column(name))

    @property
    def rows(self) -> Ints:
        """How many rows each group has."""
        return self.ints("r")

    def odd(self, name: str) -> int:
        """How many rows hold other text, in a column of numbers or dates that a dimension has."""
        for i, d in enumerate(self.dimensions):
            if isinstance(d, Numeric) and d.column == name:
                return int(self.rows[self.values(i)[1] == len(d.edges) + 2].sum())
        return 0

    def values(self, i: int) -> tuple[list[Any], NDArray[np.integer[Any]]]:
        """The values that groups have on a dimension, cleaned, and which of them each group has."""
        d, column = self.dimensions[i], self.table.column(f"d{i}")
        if isinstance(d, Numeric):
            return [*range(len(d.edges) + 1), None, None], numbers(column)
        encoded = encoded_texts(one_chunk(column))
        texts = listed(encoded.dictionary, d.column)
        if encoded.null_count:
            texts.append(None)
        at = numbers(encoded.indices, len(texts) - 1)
        if isinstance(d, Prefix):  # cut from what was clean: of "NAPLES" there may be left "NA"
            return texts, at
        return [clean(text) for text in texts], at


@dataclass(frozen=True)
class Question:
    """What is asked of a table.

    Attributes:
        sql: the query.
        sums: what it adds up for each group; `d0`, `d1` and so on, and `lacks`, come before.
    """

    sql: str
    sums: tuple[str, ...]


def question_of(
    source: Columns, recipe: Recipe, unused: Sequence[str] = (), rows: str = "raw"
) -> Question:
    """What is asked of a table to group its rows; the same for the same columns and recipe.

    Args:
        source: the columns.
        recipe: what is counted.
        unused: columns of no dimension in which a missing value counts.
        rows: what to select from; marks for missing values may stand there as they were written.
    """
    asked = _Asked(source, recipe, written_of(source, recipe))
    keys = [asked.key(d) for d in recipe.dimensions]
    lack = " OR ".join(f"{asked.clean(name)} IS NULL" for name in unused)
    sums = {"r": "count(*)", **asked.odd()}
    sums |= {f"m{i}": f"{_HOW_MANY} ({asked.clean(n)} IS NULL)" for i, n in enumerate(unused)}
    sums |= asked.counts() | asked.costs()
    inner = [f"{key} AS d{i}" for i, key in enumerate(keys)]
    inner += [f"{lack} AS lacks"] if lack else []
    places = ", ".join(str(i + 1) for i in range(len(inner)))
    inner += [f"{sql} AS {name}" for name, sql in sums.items()]
    outer = [_as_text(d, i) for i, d in enumerate(recipe.dimensions)]
    outer += ["lacks" if lack else "FALSE AS lacks", *sums]
    read = asked.read(rows)
    return Question(
        f"SELECT {', '.join(outer)} FROM (SELECT {', '.join(inner)} FROM ({read}) GROUP BY {places})",
        tuple(sums),
    )


def written_of(source: Columns, recipe: Recipe) -> dict[str, Written]:
    """How the columns are written that must hold numbers or dates, where they are text."""
    source.require([d.column for d in recipe.dimensions])
    found: dict[str, Written] = {}
    for name, told in recipe.written.items():
        source.require([name])
        found[name] = _named(told, name)
    for name, kind in needed(recipe).items():
        source.require([name])
        source.require_kind(name, kind)
        if name not in found:
            found[name] = Written.named(_PLAIN[kind])
        if ("date" if found[name].kind == "date" else "number") != kind:
            raise TableError(f"column '{name}' of {source.name} must hold {kind}s.")
    return {name: how for name, how in found.items() if source.kind(name) == "text"}


def needed(recipe: Recipe) -> dict[str, str]:
    """The columns that must hold numbers or dates."""
    found = {
        d.column: "date" if d.is_date else "number"
        for d in recipe.dimensions
        if isinstance(d, Numeric)
    }
    return found | {str(c): "number" for c in (recipe.count, recipe.cost.get("column")) if c}


def _named(told: str, column: str) -> Written:
    try:
        return Written.named(told)
    except SettingError as error:
        problem = str(error)
    raise TableError(f"[written] of column '{column}': {problem}")


class _Asked:
    """What is asked of a table: each column is read once, under a name of ours."""

    def __init__(self, source: Columns, recipe: Recipe, written: Mapping[str, Written]) -> None:
        self.source, self.recipe, self.written = source, recipe, written
        self._read: dict[str, str] = {}

    def read(self, rows: str) -> str:
        """The query for all that was asked for."""
        columns = ", ".join(f"{sql} AS {name}" for sql, name in self._read.items())
        return f"SELECT {columns or '1 AS v0'} FROM {rows}"

    def _named(self, sql: str) -> str:
        return self._read.setdefault(sql, f"v{len(self._read)}")

    def value(self, column: str) -> str:
        """What a column holds: a number or date where it must, else what stands there."""
        return self._named(self.source.clean(column, self.written.get(column)))

    def clean(self, column: str) -> str:
        """What stands in a column, if it says anything."""
        return self._named(self.source.clean(column))

    def key(self, d: Dimension) -> str:
        """The SQL that says which value of a dimension a row has."""
        self.source.require([d.column])
        if isinstance(d, Numeric):
            stands = self._named(quoted(d.column)) if d.column in self.written else None
            return _bin(d, self.value(d.column), stands)
        if isinstance(d, Prefix):
            return f"left({self._named(self.source.text(d.column))}, {d.length})"
        text = self.source.kind(d.column) == "text" and d.column not in self.written
        # Text is cleaned once it is grouped.
        c = self._named(quoted(d.column)) if text else self.value(d.column)
        return _or_other(d, c) if isinstance(d, Nominal) and d.other is not None else c

    def odd(self) -> dict[str, str]:
        """How many rows hold other text, in each column that must hold numbers or dates.

        Where such a column has bins, one of them is for other text: so there is nothing to add up.
        """
        binned = {d.column for d in self.recipe.dimensions if isinstance(d, Numeric)}
        return {
            odd_name(self.recipe, name): f"count(CASE WHEN {self.value(name)} IS NULL "
            f"THEN {cleaned(self._named(quoted(name)))} END)"
            for name in self.written
            if name not in binned
        }

    def counts(self) -> dict[str, str]:
        """What is asked of the column that says how many records a row stands for."""
        if self.recipe.count is None:
            return {}
        c = self.value(self.recipe.count)
        return {
            "cb": f"{_HOW_MANY} ({c} IS NULL OR {c} < 0 OR {c} <> floor({c}))",
            "ch": f"CAST(coalesce(max({c}), 0) AS DOUBLE)",
            "cs": f"TRY_CAST(sum({_whole(c)}) AS BIGINT)",
        }

    def costs(self) -> dict[str, str]:
        """What is asked of the column that says what a record costs, for every number of decimals."""
        column = self.recipe.cost.get("column")
        if column is None:
            return {}
        c = self.value(str(column))
        found = {
            "pl": f"{_HOW_MANY} ({c} IS NULL)",
            "pn": f"{_HOW_MANY} ({c} < 0)",
            "ph": f"CAST(coalesce(max({c}), 0) AS DOUBLE)",
        }
        count = self.recipe.count
        times = "" if count is None else f" * {_whole(self.value(count))}"
        for places in COST_DECIMALS:
            # A float that is meant to have this many decimals lies next to a whole number of ticks.
            ticks = f"(CAST({c} AS DOUBLE) * {10**places})"
            near = f"least(1e-2, 1e-14 * {ticks})"
            found[f"pu{places}"] = f"{_HOW_MANY} (abs({ticks} - round({ticks})) > {near})"
            found[f"ps{places}"] = f"TRY_CAST(sum({_whole(f'round({ticks})')}{times}) AS BIGINT)"
        return found


def _bin(d: Numeric, c: str, text: str | None) -> str:
    """The number of the bin, from the lowest; then one for no number, and one for other text."""
    at = "<=" if d.closed == "right" else "<"
    steps = [f"WHEN {c} {at} {_edge(e)} THEN {i}" for i, e in enumerate(d.edges)]
    # Most rows have a number: whether there is none is asked last.
    last = len(d.edges)
    steps.append(f"WHEN {c} IS NOT NULL THEN {last}")
    if text is not None:
        steps.append(f"WHEN {cleaned(text)} IS NOT NULL THEN {last + 2}")
    kind = "UTINYINT" if last < _FEW_BINS else "INTEGER"
    return f"CAST(CASE {' '.join(steps)} ELSE {last + 1} END AS {kind})"


def _edge(edge: object) -> str:
    if isinstance(edge, date):
        return f"DATE {literal(edge)}"
    # A number with a point would be a decimal, which may come out as the float beside it.
    return f"CAST('{edge!r}' AS DOUBLE)" if isinstance(edge, float) else repr(edge)


def _or_other(d: Nominal, c: str) -> str:
    """A listed value, or the one for all others."""
    text = cleaned(c)
    listed = f"{text} IN ({', '.join(literal(spelled(v)) for v in d.values)})"
    numbers = ", ".join(repr(v) for v in d.values if is_number(v))
    if numbers:
        listed += f" OR TRY_CAST({c} AS DOUBLE) IN ({numbers})"
    return f"CASE WHEN {text} IS NULL OR {listed} THEN {text} ELSE {literal(d.other)} END"


def _as_text(d: Dimension, i: int) -> str:
    return f"d{i}" if isinstance(d, Numeric) else f"CAST(d{i} AS VARCHAR) AS d{i}"


def odd_name(recipe: Recipe, name: str) -> str:
    """What the count of odd rows of a column is called."""
    return f"o{[*recipe.written, *needed(recipe)].index(name)}"


def _whole(c: str) -> str:
    """A number as a whole one, where a float says it exactly."""
    return f"CASE WHEN {c} BETWEEN 0 AND {_EXACT} THEN CAST({c} AS HUGEINT) END"


def packed(batches: Any) -> Any:
    """An Arrow table of batches as they come, with each text once: there may be many groups.

    Texts of all groups at a time would take more memory than all that is made of them.
    """
    import pyarrow as pa

    found, schema = [], batches.schema
    for batch in batches:
        columns = [encoded_texts(c) if pa.types.is_string(c.type) else c for c in batch.columns]
        found.append(pa.RecordBatch.from_arrays(columns, names=schema.names))
    table = pa.Table.from_batches(found) if found else schema.empty_table()
    return table.unify_dictionaries()


def encoded_texts(column: Any) -> Any:
    """A column of texts as numbers, each of which stands for one of them."""
    return column.dictionary_encode() if not hasattr(column, "dictionary") else column


def ints(column: Any) -> Ints:
    """A column of Arrow integers as long ones; -1 for none."""
    found: Ints = numbers(column, -1).astype(np.int64, copy=False)
    return found


def numbers(column: Any, instead: int = 0) -> NDArray[np.integer[Any]]:
    """Arrow integers as an array, without Arrow's own way there, which would import pandas."""
    column = one_chunk(column)
    if column.null_count:
        column = column.fill_null(instead)
    found: Any = np.from_dlpack(column)
    return found  # type: ignore[no-any-return]


def floats(column: Any) -> NDArray[np.float64]:
    """Arrow floats as an array."""
    found: NDArray[np.float64] = np.from_dlpack(one_chunk(column)).astype(np.float64)
    return found


def booleans(column: Any) -> NDArray[np.bool_]:
    """Arrow's true and false as an array."""
    return ints(column.cast("int8")).astype(bool)


def one_chunk(column: Any) -> Any:
    """A column of Arrow in one piece."""
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column
