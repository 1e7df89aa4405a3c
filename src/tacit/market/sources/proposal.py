"""Proposing dimensions for a table nobody has described yet.

Names with few values are taken as they are; numbers and dates get bins; names with many values are
cut down to the most frequent ones and "(other)"; what looks like an identifier is left out. Every
decision comes with a remark, and all of them look at the data alone, never at an intent.
"""

from __future__ import annotations

from datetime import date, timedelta
from math import floor, inf, log10
from typing import TYPE_CHECKING, Any

from tacit.errors import TableError
from tacit.market.sources.quoting import literal, quoted
from tacit.market.sources.recipe import MISSING, Recipe
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tacit.market.sources.table import Column, Source
    from tacit.space.dimension import Dimension

FEW_NUMBERS = 12
MANY_NAMES = 50
KEPT_NAMES = 20
BINS = 6
TINIEST = 1e-290
"""Numbers that are less apart than this are not rounded: floats have no room for it."""
OTHER = "(other)"
ODD_NUMBERS = {
    "numbers with a decimal comma: write them with a point": r"-?[0-9.]*,[0-9]+",
    "dates with the day first: write them as 2025-12-31": r"[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{4}",
}
COST_NAMES = ("price", "cost", "costs", "fee", "prices")


def propose(
    source: Source,
    *,
    only: Sequence[str] = (),
    as_text: Collection[str] = (),
    missing: str | None = None,
    **rest: Any,
) -> Recipe:
    """Propose how to read a table.

    Args:
        source: the open table.
        only: the columns to use; all that are fit by default.
        as_text: columns to take as names even if they hold numbers.
        missing: what to do with rows that lack a value.
        rest: the recipe's `table`, `count` and `cost`.
    """
    source.require(only)
    used = {rest.get("count"), (rest.get("cost") or {}).get("column")}
    unused = [name for name in source.names if only and name not in only and name not in used]
    columns = source.columns({*as_text, *unused})
    dimensions, remarks = [], []
    phase = source.begin("proposing dimensions", len(columns))
    for done, column in enumerate(columns.values()):
        phase.reached(done)
        if column.name in used or (only and column.name not in only):
            continue
        found, remark = _dimension(source, column, missing == "keep")
        if found is not None:
            dimensions.append(found)
            remark += _cost_hint(column) if not used - {None} else ""
        elif only:
            raise TableError(f"column '{column.name}' can't be a dimension: {remark}.")
        if remark:
            remarks.append(f"{column.name}: {remark.removeprefix('; ')}")
    if not dimensions:
        raise TableError(
            f"no column of {source.name} can serve as a dimension: each holds one value only, or a "
            "different one in nearly every row."
        )
    if only:
        dimensions.sort(key=lambda dimension: only.index(dimension.name))
    return Recipe(tuple(dimensions), missing=missing, remarks=tuple(remarks), **rest)


def _looks_like(source: Source, column: Column) -> str:
    """A hint where a column of names is really one of numbers or dates written in another way."""
    c = quoted(column.name)
    if column.kind != "text":
        return ""
    for what, pattern in ODD_NUMBERS.items():
        other = source.ask(
            f"SELECT count(*) FROM t WHERE {c} IS NOT NULL AND NOT regexp_full_match({c}, '{pattern}')"
        )[0][0]
        if not other:
            return f"; it looks like {what}"
    return ""


def _cost_hint(column: Column) -> str:
    if column.kind in ("integer", "number") and column.name.lower() in COST_NAMES:
        return f"; if it says what a record costs, name it as the cost: cost = '{column.name}'"
    return ""


def _dimension(source: Source, column: Column, keep: bool) -> tuple[Dimension | None, str]:
    name, filled = column.name, source.rows - column.missing
    more: dict[str, Any] = {"missing": MISSING} if keep and column.missing else {}
    if more and column.kind == "text":
        more["missing"] = _unused(source, column, MISSING)
    if column.kind == "other":
        return None, "left out, as it holds neither names, numbers nor dates"
    if column.distinct < 2:
        return None, "left out, as it has fewer than two values"
    if column.kind == "date":
        return _dates(source, name, more)
    if column.kind in ("integer", "number"):
        if column.distinct <= FEW_NUMBERS:
            return _few_numbers(source, name, more), ""
        if column.kind == "integer" and column.distinct == filled:
            return None, "left out, as every row has a number of its own"
        return _numbers(source, name, more)
    if name in source.orders:
        occurring = {str(value) for value in _in_appearance(source, column)}
        order = [value for value in source.orders[name] if value in occurring]
        return Ordinal.of(name, [*order, *more.values()], **more), ""
    if column.distinct <= MANY_NAMES:
        return Nominal(name, (*_in_appearance(source, column), *more.values()), **more), ""
    if column.distinct > filled / 2:
        looks = _looks_like(source, column) or f" ({column.distinct:,} values)"
        return None, f"left out, as it looks like an identifier{looks}"
    return _many_names(source, column, more)


def _label(column: Column) -> str:
    """The SQL for a value as a name."""
    c = quoted(column.name)
    return c if column.kind == "bool" else f"CAST({c} AS VARCHAR)"


def _in_appearance(source: Source, column: Column) -> list[Any]:
    rows = source.ask(
        f"SELECT v FROM (SELECT {_label(column)} AS v, row_number() OVER () AS place FROM t) "
        "WHERE v IS NOT NULL GROUP BY v ORDER BY min(place)"
    )
    return [row[0] for row in rows]


def _many_names(source: Source, column: Column, more: dict[str, Any]) -> tuple[Dimension, str]:
    top = source.ask(
        f"SELECT v, count(*) FROM (SELECT {_label(column)} AS v FROM t) WHERE v IS NOT NULL "
        f"GROUP BY v ORDER BY 2 DESC, 1 LIMIT {KEPT_NAMES}"
    )
    share = sum(count for _, count in top) / (source.rows - column.missing)
    other = _unused(source, column, OTHER)
    values = (*(name for name, _ in top), other, *more.values())
    remark = (
        f"the {len(top)} most frequent of {column.distinct:,} values kept ({share:.0%} of rows), "
        f"the rest joined as {other}{_looks_like(source, column)}"
    )
    return Nominal(column.name, values, other=other, **more), remark


def _unused(source: Source, column: Column, label: str) -> str:
    """A label of ours that no row of a column holds."""
    free = label
    while source.ask(f"SELECT count(*) FROM t WHERE {_label(column)} = {literal(free)}")[0][0]:
        free = f"({free})"
    return free


def _few_numbers(source: Source, name: str, more: dict[str, Any]) -> Dimension:
    c = quoted(name)
    rows = source.ask(f"SELECT DISTINCT {c} FROM t WHERE {c} IS NOT NULL ORDER BY 1")
    values = [int(v) if float(v).is_integer() else float(v) for (v,) in rows]
    return Ordinal.of(name, [*values, *more.values()], **more)


def _numbers(source: Source, name: str, more: dict[str, Any]) -> tuple[Dimension | None, str]:
    c = quoted(name)
    low, high, whole, mode = source.ask(
        f"SELECT min({c}), max({c}), bool_and({c} = floor({c})), mode({c}) FROM t"
    )[0]
    edges = _edges(_quantiles(source, c), low, high, whole)
    if len(edges) < 2:
        # One value fills most rows: give it a bin, and cut the others among themselves.
        above = _quantiles(source, c, f"AND {c} > {mode!r}")
        edges = _edges([*edges, mode, *above], low, high, whole)
    if not edges:
        edges = [mode if mode < high else low / 2 + high / 2]
    made = Numeric.binned(name, edges, integer=bool(whole), **more)
    return made, f"numbers put in {len(edges) + 1} bins of similar weight"


def _quantiles(source: Source, c: str, where: str = "") -> list[float]:
    shares = ", ".join(f"{i / BINS:.6f}" for i in range(1, BINS))
    found = source.ask(
        f"SELECT quantile_disc({c}, [{shares}]) FROM t WHERE {c} IS NOT NULL {where}"
    )[0][0]
    return list(found or [])


def _edges(points: Sequence[float], low: float, high: float, whole: bool) -> list[float]:
    """Round cut points to numbers a person would choose, and drop those that cut nothing off."""
    spread = float(high) - float(low)
    if spread <= 0:
        return []
    if not TINIEST < spread < inf:  # no float says how far they are apart
        return sorted({p for p in points if low <= p < high})
    unit = 10 ** floor(log10(spread / (4 * BINS)))
    unit = max(unit, 1) if whole else unit
    rounded = {_tidy(round(float(p) / unit) * unit, unit) for p in points}
    return sorted(edge for edge in rounded if low <= edge < high)


def _tidy(number: float, unit: float) -> float:
    """A multiple of a unit without the noise of floats."""
    number = round(number, max(0, -floor(log10(unit))))
    return int(number) if float(number).is_integer() else number


def _dates(source: Source, name: str, more: dict[str, Any]) -> tuple[Dimension | None, str]:
    c = quoted(name)
    low, high = source.ask(f"SELECT min({c}), max({c}) FROM t")[0]
    if not isinstance(low, date) or not isinstance(high, date):
        return None, "left out, as it holds dates outside the years 1 to 9999"
    days = (high - low).days
    if days > 3 * 365:
        years = -(-(high.year - low.year + 1) // FEW_NUMBERS)
        starts = [date(y, 1, 1) for y in range(low.year, high.year + 1, years)]
        labels = [f"{s.year}" if years == 1 else f"{s.year}-{s.year + years - 1}" for s in starts]
        period = "years"
    elif days > 365:
        starts = _months(low, high, 3)
        labels = [f"{s.year}-Q{(s.month + 2) // 3}" for s in starts]
        period = "quarters"
    elif days > 45:
        starts = _months(low, high, 1)
        labels = [f"{s.year}-{s.month:02d}" for s in starts]
        period = "months"
    else:
        starts = [low + timedelta(days=7 * i) for i in range(days // 7 + 1)]
        labels = [f"week of {s.isoformat()}" for s in starts]
        period = "weeks"
    if len(starts) < 2:
        return None, "left out, as all its dates fall in one week"
    return Numeric.binned(name, starts[1:], labels, closed="left", **more), f"dates put in {period}"


def _months(low: date, high: date, step: int) -> list[date]:
    """The first days of every month or quarter from one date to another."""
    first = low.year * 12 + (low.month - 1) // step * step
    last = high.year * 12 + high.month - 1
    return [date(m // 12, m % 12 + 1, 1) for m in range(first, last + 1, step)]
