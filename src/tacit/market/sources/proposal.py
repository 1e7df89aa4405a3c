"""Proposing dimensions for a table nobody has described yet.

Names are taken as they are, all of them, and put in groups where there are very many; numbers and dates
get bins, or stay single where they are few; what looks like an identifier or free text is left out. Rows
that lack a value have a value of their own. Every decision comes with a remark, and all of them look at
the data alone, never at an intent.
"""

from __future__ import annotations

import shlex
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from tacit._defaults import BINS, EXACT_FLOAT, FEWEST_BINS, MOST_BINS
from tacit._display import how_many
from tacit._names import option
from tacit.errors import SettingError, TableError
from tacit.market.sources.binning import PERIODS, Spread, edges_of, periods_of
from tacit.market.sources.many_names import grouped_names
from tacit.market.sources.market_file import toml_key
from tacit.market.sources.profile import profiled
from tacit.market.sources.recipe import MISSING, Recipe
from tacit.market.sources.totals import about_totals
from tacit.market.sources.written import Written
from tacit.market.sources.written_years import USUAL, without_last
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tacit.market.sources.profile import Column
    from tacit.market.sources.questions import Questions
    from tacit.space.dimension import Dimension

FEW_NUMBERS, FEW_WHOLE = 20, 60
"""So many numbers, or whole ones such as days of a month, stay single values."""
MOST_NAMES = 10_000
"""A column with more names than this is put in groups."""
EMPTY = 0.95
"""A column that lacks more of its values than this is left out."""
A_TEXT = 40
"""Where texts are longer than this on average, and seldom the same, they are no names."""
MOSTLY = 0.8
"""Where so many of the rows of a column hold percent or numbers, it is told that these are mixed."""
FEW_ROWS = 50
"""Below so many values, one for each row may be chance."""
SUGGESTED = 8
"""How many dimensions are named where there are too many."""
NEITHER = (
    "it holds neither names, numbers nor dates. What is in lists and objects needs columns of its own, and "
    "times of day one with the hour"
)
OTHER_TEXT, BOTH = "(other text)", "(missing or other text)"
COST_NAMES = ("price", "cost", "costs", "fee", "prices")
ID_NAMES = ("id", "key", "index", "rownames", "unnamed: 0", "column0", "uuid", "guid")
"""What columns of identifiers are called, or end with after a mark."""


def propose(
    source: Questions,
    *,
    only: Sequence[str] = (),
    as_text: Collection[str] = (),
    missing: str | None = None,
    bins: int | None = None,
    **rest: Any,
) -> Recipe:
    """Propose how to read a table.

    Args:
        source: the open table.
        only: the columns to use; all that are fit by default.
        as_text: columns to take as names even if they hold numbers.
        missing: "keep" rows that lack a value, which is what is usual, or "drop" them.
        bins: about how many bins to put numbers and dates in, unless they are few.
        rest: the recipe's `table`, `count` and `cost`.
    """
    check_bins(bins)
    source.require([*only, *as_text])
    used = [name for name in (rest.get("count"), (rest.get("cost") or {}).get("column")) if name]
    source.require(used)
    unused = [name for name in source.names if only and name not in {*only, *used}]
    columns = {column.name: column for column in profiled(source, as_text, unused)}
    proposal = _Proposal(source, missing != "drop", bool(only), bool(rest.get("count")), bins)
    for name, column in columns.items():
        if name not in used:
            proposal.add(column, hint=not used)
    found = proposal.dimensions
    if not found:
        raise TableError(
            f"no column of {source.name} can serve as a dimension: each holds one value only, or a "
            "different one in nearly every row."
        )
    if only:
        found.sort(key=lambda dimension: only.index(dimension.name))
    keeps = any(dimension.missing is not None for dimension in found)
    written = {
        c.name: c.written.name for c in columns.values() if c.written and not c.written.is_plain
    }
    return Recipe(
        tuple(found),
        missing=missing or ("keep" if keeps else None),
        remarks=(*_too_many(source, found), *about_totals(columns.values()), *proposal.remarks),
        written={name: how for name, how in written.items() if _is_used(name, found, used)},
        **rest,
    )


def check_bins(bins: int | None) -> None:
    """Refuse a number of bins that is none, or of too few or too many."""
    if bins is None:
        return
    if not isinstance(bins, int) or not FEWEST_BINS <= bins <= MOST_BINS:
        raise SettingError(
            f"the number of bins must be a whole number from {FEWEST_BINS} to {MOST_BINS:,}.",
            "bins",
        )


def _is_used(name: str, found: Sequence[Dimension], used: Sequence[str]) -> bool:
    return name in used or any(dimension.column == name for dimension in found)


def _too_many(source: Questions, found: Sequence[Dimension]) -> list[str]:
    """A warning where cells outnumber records by far, with the dimensions that cost least of them."""
    cells = prod(map(len, found))
    if cells <= 10 * source.rows or len(found) < 2:
        return []
    few = sorted(found, key=lambda dimension: (len(dimension), found.index(dimension)))
    kept: list[Dimension] = []
    for dimension in few[:SUGGESTED]:
        if kept and prod(map(len, kept)) * len(dimension) > source.rows:
            break
        kept.append(dimension)
    names = option("--dimensions", (d.name for d in sorted(kept, key=found.index)))
    return [
        f"{how_many(cells)} cells for {source.rows:,} rows: most hold nothing, and most records are alone in "
        f"theirs. Fewer dimensions hide better; for instance {names}"
    ]


class _Proposal:
    """Dimensions as they are proposed, one column after the other, and remarks about them."""

    def __init__(
        self, source: Questions, keep: bool, named: bool, counts: bool, bins: int | None = None
    ) -> None:
        self.source, self.keep, self.named, self.counts = source, keep, named, counts
        self.bins, self.periods = bins or BINS, bins or PERIODS
        self.dimensions: list[Dimension] = []
        self.remarks: list[str] = []

    def add(self, column: Column, *, hint: bool) -> None:
        """Propose a dimension for a column, or say why there is none."""
        found, remark = self._dimension(column)
        if found is None and self.named:
            raise TableError(f"column '{column.name}' can't be a dimension: {remark}.")
        said = [remark] if remark else []
        if found is not None:
            self.dimensions.append(found)
            said += _about(column, found) + (
                [_cost_hint(column)] if hint and _may_cost(column) else []
            )
        if said:
            self.remarks.append(f"{column.name}: {'; '.join(said)}")

    def _dimension(self, column: Column) -> tuple[Dimension | None, str]:
        more = self._place_for_missing(column)
        why = self._left_out(column, len(more))
        if why:
            return None, f"left out, as {why}"
        if column.kind == "date":
            return _dates(column, more, self.periods)
        if column.kind == "number":
            return self._numbers(column, more)
        return self._names(column, more)

    def _place_for_missing(self, column: Column) -> dict[str, Any]:
        """What stands for rows that lack a value, where there are any."""
        if not self.keep or not column.lacking:
            return {}
        label = BOTH if column.missing and column.odd else OTHER_TEXT if column.odd else MISSING
        return {"missing": _unused(column, label)}

    def _left_out(self, column: Column, more: int) -> str:
        """Why a column is no dimension; nothing if it is one."""
        if column.kind == "other":
            return NEITHER
        if column.filled and column.missing > EMPTY * column.rows and not self.named:
            return f"{column.missing / column.rows:.1%} of rows lack a value"
        if column.distinct + more < 2:
            return "it has fewer than two values"
        if column.kind == "number" and self._are_ids(column):
            return "every row has a number of its own"
        if column.kind == "text" and not self.named and not self.counts:
            return _no_names(column)
        return ""

    def _are_ids(self, column: Column) -> bool:
        """Whether whole numbers are mere identifiers: one for each row, in a row or called so."""
        if not column.whole or self.counts or column.distinct < 0.98 * column.filled:
            return False
        if max(abs(column.low), abs(column.high)) >= EXACT_FLOAT or _is_called_id(column.name):
            return True
        return column.distinct >= FEW_ROWS and column.high - column.low < 3 * column.rows

    def _numbers(self, column: Column, more: dict[str, Any]) -> tuple[Dimension | None, str]:
        few = FEW_WHOLE if column.whole else FEW_NUMBERS
        if column.counts is not None and column.distinct <= few:
            values = [_short(value) for value in sorted(column.counts)]
            return Ordinal.of(column.name, [*values, *more.values()], **more), ""
        edges = edges_of(_spread(self.source, column, self.bins))
        if not edges:
            middle = column.low / 2 + column.high / 2
            edges = [middle if column.low < middle <= column.high else column.high]
        made = Numeric.binned(column.name, edges, closed="left", integer=column.whole, **more)
        return made, f"numbers put in {len(edges) + 1} bins"

    def _names(self, column: Column, more: dict[str, Any]) -> tuple[Dimension | None, str]:
        name, counts = column.name, column.counts
        if name in self.source.orders and counts is not None:
            order = [value for value in self.source.orders[name] if value in counts]
            return Ordinal.of(name, [*order, *more.values()], **more), ""
        if counts is not None and len(counts) <= MOST_NAMES:
            return Nominal(name, (*counts, *more.values()), **more), ""
        return grouped_names(self.source, column, more)


def _no_names(column: Column) -> str:
    """Why the texts of a column are no names; nothing if they are."""
    seldom = column.distinct > column.filled / 2 and column.distinct > FEW_ROWS
    if column.length > A_TEXT and (seldom or column.distinct > MOST_NAMES):
        return f"it holds free text ({column.distinct:,} texts of {column.length:.0f} letters)"
    if seldom:
        return f"it looks like an identifier ({column.distinct:,} values)"
    return ""


def _is_called_id(name: str) -> bool:
    low = name.lower()
    return low in ID_NAMES or low.endswith(tuple(f"{mark}{i}" for i in ID_NAMES for mark in "_ -."))


def _unused(column: Column, label: str) -> str:
    """A label of ours that no row of a column holds."""
    taken = {str(value).lower() for value in column.counts or ()}
    while label.lower() in taken:
        label = f"({label})"
    return label


def _short(value: Any) -> int | float:
    return int(value) if float(value).is_integer() else float(value)


def _about(column: Column, found: Dimension) -> list[str]:
    """What else to say of a column that became a dimension."""
    said = []
    if found.missing is not None:
        lack = (
            "1 row lacks a value"
            if column.missing == 1
            else f"{column.missing:,} rows lack a value"
        )
        odd = "1 holds other text" if column.odd == 1 else f"{column.odd:,} hold other text"
        lack, odd = lack if column.missing else "", odd if column.odd else ""
        said.append(f"{' and '.join(filter(None, (lack, odd)))}, kept as {found.missing}")
    if column.written is not None and not column.written.is_plain:
        said.append(f"read as written {column.written.name}")
    if column.joined:
        have = "1 row has" if column.joined == 1 else f"{column.joined:,} rows have"
        said.append(f"{have} blanks around a name that others have without: they count as the same")
    said += _about_scales(column)
    said += _about_years(column)
    if column.unsure.ambiguous is not None:
        said.append(
            f"'{column.unsure.example}' could also be meant as in {column.unsure.ambiguous.name}: then "
            f"write {_line(column, column.unsure.ambiguous.name)}"
        )
    return said


def _about_scales(column: Column) -> list[str]:
    """That 14% and 0.65 stand in one column, which may be two scales."""
    if column.written is not None:
        is_mixed = column.odd and column.written.name.endswith("%")
        why = "numbers without % count as other text, as they may be on another scale"
        return [why] if is_mixed else []
    texts = column.counts if column.kind == "text" else None
    percent = sum(n for text, n in (texts or {}).items() if text.endswith("%"))
    if texts is None or not percent:
        return []
    plain = Written.named("plain")
    bare = sum(n for text, n in texts.items() if plain.read(text) is not None)
    if percent + bare < MOSTLY * column.filled or not bare:
        return []
    return [
        f"{percent:,} rows hold percent and {bare:,} numbers without %, which may be two scales: they are "
        "kept as names. Write them on one scale to get bins"
    ]


def _about_years(column: Column) -> list[str]:
    """Which years two digits stand for, and how to say that they are others."""
    if column.written is None or column.written.years is None:
        return []
    first, last = column.written.years
    bare, _ = without_last(column.written.name)
    why = "" if last == USUAL else ", as they would be in the future otherwise"
    other = f"{bare} up to 1999" if last == USUAL else bare
    return [
        f"years of two digits are {first} to {last}{why}; for others write "
        f"{_line(column, other)}, where the last year counts"
    ]


def _line(column: Column, name: str) -> str:
    """What to write in a market file so that a column is read in another way."""
    return f'{toml_key(column.name)} = "{name}" under [written]'


def _may_cost(column: Column) -> bool:
    return column.kind == "number" and column.name.lower() in COST_NAMES


def _cost_hint(column: Column) -> str:
    return f"if it says what a record costs, name it as the cost: --cost {shlex.quote(column.name)}"


def _spread(source: Questions, column: Column, bins: int) -> Spread:
    """How the numbers of a column lie."""
    asked = _asked_of_values(column) if column.counts is not None else _asked_of(source, column)
    points = asked(bins, ())
    common = sorted({a for a, b in pairwise(points) if a == b})
    if common:
        points = [p for p in asked(bins, common) if p not in common]
    return Spread(points, column.low, column.high, column.whole, common)


def _asked_of_values(column: Column) -> Any:
    """A function that says below which of its numbers equal shares of a column lie."""
    counts = column.counts or {}

    def asked(shares: int, leaving: Sequence[float]) -> list[float]:
        values = [value for value in sorted(counts) if value not in leaving]
        total, reached = sum(counts[v] for v in values), 0
        found: list[float] = []
        for value in values:
            reached += counts[value]
            while len(found) < shares - 1 and reached * shares > total * (len(found) + 1):
                found.append(float(value))
        return found

    return asked


def _asked_of(source: Questions, column: Column) -> Any:
    """The same for a column whose values are too many to be counted."""

    def asked(shares: int, leaving: Sequence[float]) -> list[float]:
        return source.points(column.name, column.written, shares, leaving)

    return asked


def _dates(column: Column, more: dict[str, Any], most: int) -> tuple[Dimension | None, str]:
    from datetime import date

    if not isinstance(column.low, date) or not isinstance(column.high, date):
        return None, "left out, as it holds dates outside the years 1 to 9999"
    found = periods_of(column.low, column.high, most)
    if len(found.starts) < 2:
        return None, "left out, as all its dates fall in one period"
    made = Numeric.binned(column.name, found.starts[1:], found.labels, closed="left", **more)
    return made, f"dates put in {found.name}"
