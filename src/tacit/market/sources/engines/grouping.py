"""One question to an engine: how many rows hold what, in the columns that a market uses.

The twin of `sources.grouping` for tables that stay where they are, with the same answer. Numbers and dates are
put in bins by the engine. Texts that stand for numbers or dates come back as they are and are read here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from tacit.errors import TableError
from tacit.market.sources.engines import values
from tacit.market.sources.grouping import COST_DECIMALS, written_of
from tacit.market.sources.spelling import clean as clean_text
from tacit.market.sources.spelling import is_number, spelled
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.market.sources.columns import Columns
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.written import Written
    from tacit.space.dimension import Dimension

EXACT = 2**53
"""Up to here every whole number is a float."""
_HIGHEST = ("ch", "ph")


def question_for(
    source: Columns, table: Any, recipe: Recipe, unused: Sequence[str], dialect: str
) -> Any:
    """What is asked of an engine to group the rows of a table; the want has no part in it."""
    written = written_of(source, recipe)
    asked = _Asked(table, recipe, dialect, written)
    keys = {f"d{i}": asked.key(d) for i, d in enumerate(recipe.dimensions)}
    keys["lacks"] = asked.lacks(unused)
    sums = {"r": ("count", None), **asked.missing(unused), **asked.counts(), **asked.costs()}
    inner = {name: column for name, (_, column) in sums.items() if column is not None}
    rows = table.select(**keys, **inner)
    totals = {name: _total(rows, name, how, dialect) for name, (how, _) in sums.items()}
    return rows.group_by(list(keys)).aggregate(**totals)


def _total(rows: Any, name: str, how: str, dialect: str) -> Any:
    if how == "count":
        return rows.count()
    if how == "sum":
        return values.exact_sum(rows[name], dialect)
    return rows[name].count(where=rows[name]) if how == "where" else rows[name].max()


class _Asked:
    """What is asked of a table, column by column; each sum with how it is added up."""

    def __init__(
        self, table: Any, recipe: Recipe, dialect: str, written: Mapping[str, Written]
    ) -> None:
        self.table, self.recipe, self.dialect, self.written = table, recipe, dialect, written

    def _clean(self, name: str) -> Any:
        return values.clean(self.table[name], self.dialect)

    def key(self, d: Dimension) -> Any:
        """Which value of a dimension a row has."""
        column = self.table[d.column]
        if isinstance(d, Numeric):
            if d.column in self.written:
                return column
            last = len(d.edges)
            return values.in_bins(column, d, self.dialect, range(last + 1), last + 1)
        if isinstance(d, Prefix):
            return values.head(column, d.length)
        if isinstance(d, Nominal) and d.other is not None:
            return self._or_other(d, column)
        return column if values.kind_of(column.type()) == "text" else self._clean(d.column)

    def _or_other(self, d: Nominal, column: Any) -> Any:
        """A listed value, or the one for all others."""
        import ibis

        own = values.text(column)
        listed = values.is_one_of(own, [spelled(value) for value in d.values])
        numbers = [value for value in d.values if is_number(value)]
        if numbers and not column.type().is_string():
            listed = listed | values.is_one_of(self._clean(d.column), numbers)
        return ibis.cases((own.isnull(), ibis.null("string")), (listed, own), else_=str(d.other))

    def lacks(self, unused: Sequence[str]) -> Any:
        """Whether a row lacks a value in a column that belongs to no dimension."""
        import ibis

        found = ibis.literal(False)
        for name in unused:
            found = found | self._clean(name).isnull()
        return found

    def missing(self, unused: Sequence[str]) -> dict[str, tuple[str, Any]]:
        """How many rows lack a value, in each of these columns."""
        return {f"m{i}": ("where", self._clean(n).isnull()) for i, n in enumerate(unused)}

    def _number(self, name: str) -> Any:
        if name in self.written:
            raise TableError(
                f"column '{name}' is text in the engine. Say which numbers it holds with a query that "
                "casts it."
            )
        return self._clean(name).cast("float64")

    def counts(self) -> dict[str, tuple[str, Any]]:
        """What is asked of the column that says how many records a row stands for."""
        if self.recipe.count is None:
            return {}
        c = self._number(self.recipe.count)
        return {
            "cb": ("where", (c.isnull() | (c < 0) | (c != c.floor())).fill_null(True)),
            "ch": ("max", c.fill_null(0.0)),
            "cs": ("sum", _whole(c)),
        }

    def costs(self) -> dict[str, tuple[str, Any]]:
        """What is asked of the column that says what a record costs, for every number of decimals."""

        column = self.recipe.cost.get("column")
        if column is None:
            return {}
        c = self._number(str(column))
        count = None if self.recipe.count is None else self._number(self.recipe.count)
        found: dict[str, tuple[str, Any]] = {
            "pl": ("where", c.isnull()),
            "pn": ("where", (c < 0).fill_null(False)),
            "ph": ("max", c.fill_null(0.0)),
        }
        for places in COST_DECIMALS:
            ticks = c * float(10**places)
            whole = ticks.round().cast("float64")
            spent = whole if count is None else whole * count
            odd = values.is_off(ticks) | (spent > float(EXACT))
            found[f"pu{places}"] = ("where", odd.fill_null(False))
            found[f"ps{places}"] = ("sum", _whole(spent))
        return found


def _whole(c: Any) -> Any:
    """A number as a whole one, where a float says it exactly."""
    import ibis

    return c.between(0.0, float(EXACT)).ifelse(c.cast("int64"), ibis.null("int64"))


def as_groups(answer: Any, source: Columns, recipe: Recipe) -> Any:
    """What an engine answered as a file would have: names as text, counts whole, written numbers in bins."""
    import pyarrow as pa

    written = written_of(source, recipe)
    columns: dict[str, Any] = {}
    was_read = False
    for i, d in enumerate(recipe.dimensions):
        own = answer.column(f"d{i}")
        if isinstance(d, Numeric) and d.column in written:
            columns[f"d{i}"], was_read = _read(d, own, written[d.column]), True
        else:
            kind = pa.int64() if isinstance(d, Numeric) else pa.string()
            columns[f"d{i}"] = own.cast(kind)
    columns["lacks"] = answer.column("lacks").cast(pa.bool_())
    columns["r"] = answer.column("r").cast(pa.int64())
    for name in answer.column_names:
        if name not in columns:
            kind = pa.float64() if name in _HIGHEST else pa.int64()
            columns[name] = answer.column(name).cast(kind)
    table = pa.table(columns)
    return _joined(table) if was_read else table


def _read(d: Numeric, column: Any, written: Written) -> Any:
    """Texts as the numbers of their bins; the last one is for what is something else."""
    import pyarrow as pa

    codes: dict[str | None, int] = {}
    find = bisect_left if d.closed == "right" else bisect_right
    for text in set(column.to_pylist()):
        bare = clean_text(text)
        value = None if bare is None else written.read(bare)
        nothing = len(d.edges) + (1 if bare is None else 2)
        codes[text] = nothing if value is None else find(d.edges, value)
    return pa.array([codes[text] for text in column.to_pylist()], pa.int64())


def _joined(table: Any) -> Any:
    """Groups that fell into the same bins, added up."""
    keys = [name for name in table.column_names if name[0] == "d" or name == "lacks"]
    others = [name for name in table.column_names if name not in keys]
    asked = [(name, "max" if name in _HIGHEST else "sum") for name in others]
    found = table.group_by(keys).aggregate(asked)
    named = {f"{name}_{how}": name for name, how in asked}
    return found.rename_columns([named.get(name, name) for name in found.column_names]).select(
        table.column_names
    )
