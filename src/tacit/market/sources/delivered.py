"""Reading what a seller delivered: a table, counted into the cells of the market it came from.

What came may be wrong in many ways. Messages name the column and how many rows, never a value: what
a delivery holds is nobody else's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.errors import MixedTypes, TableError
from tacit.intents.box import Box
from tacit.market.helper_names import not_ours
from tacit.market.purchase import Purchase
from tacit.market.sources.assembling import count_rows, put_together
from tacit.market.sources.grouping import written_of
from tacit.market.sources.quoting import quoted
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.spelling import code_finder
from tacit.market.sources.table import open_source
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.table import Source
    from tacit.space.dimension import Dimension


@dataclass(frozen=True, repr=False)
class Delivery:
    """Records that came, as a count per cell.

    Attributes:
        purchase: how many records of each cell; nobody has checked yet that there are so many.
        duplicates: how many rows repeat an earlier one; None if that can't be told.
        id_column: the column that tells records apart, so that a repeated row is the same record.
        ids: what that column holds, as text, row by row; None without such a column.
        digest: what tells the file from any other, by its bytes; None if it was no file.
    """

    purchase: Purchase
    duplicates: int | None = None
    id_column: str | None = None
    ids: tuple[str, ...] | None = None
    digest: str | None = None

    @property
    def by_id(self) -> bool:
        """Whether a column tells records apart."""
        return self.id_column is not None

    @property
    def records(self) -> int:
        """How many records came."""
        return self.purchase.size

    def __repr__(self) -> str:
        return f"Delivery({self.records:,} records)"


def read_delivery(
    market: Market, source: Any, id_column: str | None = None, progress: Listener | None = None
) -> Delivery:
    """Count the rows of a table, each one record, into the cells of a market.

    Args:
        market: where they were bought; the table has a column for each of its dimensions.
        source: a CSV or Parquet file, or a pandas, Polars or Arrow frame.
        id_column: a column that tells records apart. Without it rows that are alike in all columns
            count as repeated, where there are columns beside the dimensions.
        progress: a function to call a few times a second with a `Progress`.

    Raises:
        TableError: if a row has no place in the market: a column or a value is missing, or a value is
            one that the market does not have.
    """
    table = _opened(source, progress)
    recipe = Recipe(market.space.dimensions, missing="keep")
    try:
        table.convert(written_of(table, recipe))
    except MixedTypes as error:
        raise TableError(str(error)) from None  # nobody can say here that numbers are names
    table.begin("checking what came")
    _require_places(table, recipe.dimensions)
    duplicates = _repeated(table, market, id_column)
    counted = put_together(count_rows(table, recipe), recipe, open_source)
    cells = counted.cells(Box.everything(counted.space))
    bought = Purchase.of(market, cells, cells.records)
    ids = None if id_column is None else _ids(table, id_column)
    return Delivery(bought, duplicates, id_column, ids, digest_of(source))


def digest_of(source: Any) -> str | None:
    """What tells a file from any other: the SHA-256 of its bytes; None for what is no plain file."""
    if not isinstance(source, str | Path) or not Path(source).is_file():
        return None
    with Path(source).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _opened(source: Any, progress: Listener | None) -> Source:
    if isinstance(source, str | Path) and not Path(source).exists():
        raise TableError(f"there is no file {source}. Name the file that the seller sent.")
    return open_source(source, progress)


def _require_places(table: Source, dimensions: tuple[Dimension, ...]) -> None:
    """Refuse rows that lack a value, or have one that a dimension does not have."""
    for d in dimensions:
        lacking = 0 if d.missing is not None else _how_many(table, f"{quoted(d.column)} IS NULL")
        if lacking:
            raise TableError(
                f"{lacking:,} of {table.rows:,} rows of {table.name} have no value in column "
                f"'{d.column}'. Ask the seller for whole records."
            )
        unknown = _unknown(table, d)
        if unknown:
            raise TableError(
                f"column '{d.column}' of {table.name} holds {unknown:,} values that the market does not "
                "have. Is it the market that this was ordered in? If so, ask the seller."
            )


def _how_many(table: Source, condition: str) -> int:
    return int(table.ask(f"SELECT count(*) FROM t WHERE {condition}")[0][0])


def _unknown(table: Source, d: Dimension) -> int:
    """How many values of a column a dimension does not have; every number and date has its bin."""
    if isinstance(d, Numeric) or (isinstance(d, Nominal) and d.other is not None):
        return 0
    find, c = code_finder(d), quoted(d.column)
    found = table.ask(f"SELECT DISTINCT CAST({c} AS VARCHAR) FROM t WHERE {c} IS NOT NULL")
    return sum(find(text) is None for (text,) in found)


def _repeated(table: Source, market: Market, id_column: str | None) -> int | None:
    """How many rows repeat an earlier one; None if no column could tell two records apart."""
    if id_column is not None:
        table.require([id_column])
        c = quoted(id_column)
        lacking = _how_many(table, f"{c} IS NULL")
        if lacking:
            raise TableError(
                f"{lacking:,} of {table.rows:,} rows of {table.name} have no value in column "
                f"'{id_column}', which is to tell records apart. Name another, or none."
            )
        return _repeats(table, c)
    told = not_ours(market, table.names)
    if not set(told) - {d.column for d in market.space}:
        return None
    return _repeats(table, ", ".join(map(quoted, told)))


def _ids(table: Source, id_column: str) -> tuple[str, ...]:
    """What tells each record apart, as text; looked at once it is known that none is missing."""
    found = table.ask(f"SELECT CAST({quoted(id_column)} AS VARCHAR) FROM t")
    return tuple(text for (text,) in found)


def _repeats(table: Source, columns: str) -> int:
    """How many rows are like another in some columns, the first of each kind aside."""
    kinds = table.ask(f"SELECT count(*) FROM (SELECT DISTINCT {columns} FROM t)")[0][0]
    return table.rows - int(kinds)
