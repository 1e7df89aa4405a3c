"""What was bought: how many records of each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import many
from tacit._doors import doors
from tacit.errors import IntentError, PurchaseError
from tacit.intents.box import Box
from tacit.market.cells import Cells, Ints, places, priced

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.space.space import Space

_SHAPE = 'a purchase is a list of {"cell": {...}, "count": n}, with a value for each dimension.'
_DRAW = """WITH {own}sorted AS (
  SELECT t.*, CASE
{which}
  END AS {own}cell, random() AS {own}chance
  FROM {table} AS t WHERE {kept}
),
{own}numbered AS (
  SELECT s.*, row_number() OVER (PARTITION BY {own}cell ORDER BY {own}chance) AS {own}place
  FROM {own}sorted AS s WHERE {own}cell IS NOT NULL
)
SELECT n.* FROM {own}numbered AS n WHERE {own}place <= CASE {own}cell
{many}
END
"""


@doors("from_plan", "within", "records_in")
@dataclass(frozen=True, repr=False, eq=False)
class Purchase:
    """Records bought in a market, as a count per cell.

    Contract:
        needs: cells of the market's space, none twice; counts of at least 1, none above the stock.
        promises: `seen` is the narrowest intent around the bought cells, which is what someone who
            saw the purchase takes for the published intent (the paper's pseudo published intent).

    Attributes:
        market: where it was bought.
        codes: the bought cells, one column each.
        counts: how many records of each.
    """

    market: Market
    codes: NDArray[np.unsignedinteger]
    counts: Ints

    @classmethod
    def of(cls, market: Market, cells: Cells, counts: NDArray[Any]) -> Purchase:
        """A purchase from cells the market listed; those with count 0 are left out."""
        bought = np.flatnonzero(counts)
        return cls(market, cells.codes[:, bought], np.asarray(counts)[bought].astype(np.int64))

    @classmethod
    def from_plan(cls, market: Market, plan: Sequence[Mapping[str, Any]]) -> Purchase:
        """Read a plan: a list of `{"cell": {...}, "count": n}`."""
        if isinstance(plan, str | Mapping) or not isinstance(plan, Sequence):
            raise PurchaseError(_SHAPE)
        bought: dict[tuple[int, ...], int] = {}
        known: dict[tuple[str, type, Any], int] = {}
        for entry in plan:
            cell, count = _entry(market, entry, known)
            if cell in bought:
                raise PurchaseError("the purchase lists a cell twice. Add its counts up.")
            bought[cell] = count
        kept = {cell: count for cell, count in bought.items() if count}
        if not kept:
            raise PurchaseError("the purchase holds no records.")
        codes = np.array(list(kept), dtype=np.uint32).T
        _require_stock(market, codes, list(kept.values()))
        return cls(market, codes, np.array(list(kept.values()), dtype=np.int64))

    @property
    def size(self) -> int:
        """How many records were bought."""
        return int(self.counts.sum())

    @cached_property
    def seen(self) -> Box:
        """The values seen on each dimension."""
        return box_around(self.market.space, self.codes)

    @cached_property
    def cells(self) -> Cells:
        """The cells on offer within what was seen."""
        return self.market.cells(self.seen)

    @cached_property
    def bought(self) -> Ints:
        """How many were bought of each of `cells`."""
        return self.among(self.cells)

    def among(self, cells: Cells) -> Ints:
        """How many were bought of each of some cells of the market."""
        found = np.zeros(len(cells.records), dtype=np.int64)
        at = places(self.market.space, self.codes, cells.codes)
        found[at[at >= 0]] = self.counts[at >= 0]
        return found

    def within(self, intent: Intent) -> NDArray[np.bool_]:
        """Which of `cells` lie in an intent."""
        return self.cells.of(intent)

    def records_in(self, intent: Intent) -> int:
        """How many of the bought records lie in an intent."""
        return int(self.bought[self.within(intent)].sum())

    @cached_property
    def listed(self) -> Fraction:
        """What its records cost by list, each at the price of its cell."""
        return priced(self.bought, self.market.prices(self.cells)) * self.market.rule.tick

    @property
    def cost(self) -> Fraction:
        """What it costs as one order, by the market's terms."""
        return self.market.terms.total(self.size, self.listed)

    def to_plan(self) -> list[dict[str, Any]]:
        """The purchase as a list of `{"cell": {...}, "count": n}`."""
        space = self.market.space
        return [
            {"cell": space.cell(tuple(map(int, self.codes[:, i]))), "count": int(count)}
            for i, count in enumerate(self.counts)
        ]

    def to_sql(self, table: str | None = None, dialect: str = "duckdb") -> str:
        """A query that draws exactly this purchase from a table, the records being up to chance.

        Without a table's name, as its database writes it, the one that the market was read from.
        """
        from tacit.intents.dialects import TABLE, in_dialect
        from tacit.market.helper_names import own_names

        require_single_records(self.market)
        cells = [
            Box(self.market.space, tuple((int(code),) for code in cell)).to_sql()
            for cell in self.codes.T
        ]
        which = "\n".join(f"    WHEN {cell} THEN {i}" for i, cell in enumerate(cells, 1))
        many = "\n".join(f"  WHEN {i} THEN {n}" for i, n in enumerate(self.counts.tolist(), 1))
        own = own_names(self.market, table or "")
        query = _DRAW.format(which=which, table=TABLE, many=many, kept=self.market.kept, own=own)
        return in_dialect(query, dialect, table=table, name=self.market.name) + "\n"

    def __repr__(self) -> str:
        return f"Purchase({many(self.size, 'record')} of {many(len(self.counts), 'cell')})"


def box_around(space: Space, codes: NDArray[np.unsignedinteger]) -> Box:
    """The narrowest box around some cells, one per column."""
    return Box(space, tuple(tuple(np.unique(row).tolist()) for row in codes))


def require_single_records(market: Market) -> None:
    """Refuse to write a query over rows that stand for several records."""
    if market.counted:
        raise PurchaseError(
            "rows of this table stand for several records, so no query over its rows draws a "
            "number of records. Use the plan itself."
        )


def _entry(
    market: Market, entry: Any, known: dict[tuple[str, type, Any], int]
) -> tuple[tuple[int, ...], int]:
    """One line of a plan, as codes and a count; `known` remembers codes of values seen before."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("cell"), Mapping):
        raise PurchaseError(_SHAPE)
    count, cell = entry.get("count"), entry["cell"]
    if isinstance(count, bool) or not isinstance(count, Integral) or count < 0:
        raise PurchaseError("the count of a cell must be a whole number, 0 or more.")
    if set(cell) != set(market.space.names):
        raise PurchaseError(
            "a cell of the purchase must have one value for each dimension. Is it of this market?"
        )
    codes = []
    for name in market.space.names:
        value = cell[name]
        if isinstance(value, Mapping | list | tuple | set):
            raise PurchaseError("a cell of the purchase must have one value for each dimension.")
        key = name, type(value), value
        if key not in known:
            known[key] = _code(market, name, value)
        codes.append(known[key])
    return tuple(codes), int(count)


def _code(market: Market, name: str, value: Any) -> int:
    """The code of a value on a dimension."""
    try:
        found = market.intent({name: [value]}).codes[market.space.index(name)]
    except IntentError:
        raise PurchaseError(
            f"a cell of the purchase has a value that '{name}' does not have. Spell values as the "
            "market does."
        ) from None
    if len(found) != 1:
        raise PurchaseError(
            f"a cell of the purchase has several values of '{name}' at once. List each on its own."
        )
    return found[0]


def _require_stock(
    market: Market, codes: NDArray[np.unsignedinteger], counts: Sequence[int]
) -> None:
    """Refuse a purchase that takes more of a cell than it holds."""
    cells = market.cells(box_around(market.space, codes))
    for count, place in zip(counts, places(market.space, codes, cells.codes).tolist(), strict=True):
        stock = int(cells.records[place]) if place >= 0 else 0
        if count > stock:
            raise PurchaseError(
                f"the purchase takes {count:,} records of a cell that holds {stock:,}. Take no "
                "more than there are."
            )
