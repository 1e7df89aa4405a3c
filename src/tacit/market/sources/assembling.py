"""Putting a market together: rows are counted, and what was counted has its place in cells."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import EXACT_FLOAT, LARGEST
from tacit._progress import Phase
from tacit.errors import CostError, MarketFileError, MissingValues, TableError
from tacit.market import costs as pricing
from tacit.market.cells import cell_keys
from tacit.market.market import Market
from tacit.market.sources.columns import Columns
from tacit.market.sources.counted import Counted, beside, looked_at
from tacit.market.sources.grouping import (
    COST_DECIMALS,
    Groups,
    booleans,
    floats,
    needed,
    odd_name,
)
from tacit.market.sources.placing import placed_on, require_listed
from tacit.market.sources.priced import priced_by, priced_cells
from tacit.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.market.cells import Ints
    from tacit.market.sources.placing import Placed
    from tacit.market.sources.questions import Questions
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.table import Source


def count_rows(source: Questions, recipe: Recipe) -> Counted:
    """Count the rows of an open table by what they hold."""
    for name in looked_at(source, recipe):
        source.require([name])
    groups = Groups(source.grouped(recipe, beside(source, recipe)), recipe.dimensions)
    _require_numbers(source, recipe, groups)
    return Counted(Columns(source.name, source.kinds, source.notes), groups)


def put_together(
    counted: Counted,
    recipe: Recipe,
    opened: Callable[[Any], Source],
    layout: str = "auto",
    progress: Listener | None = None,
) -> Market:
    """Make a market of rows that were counted by the same recipe; a table of prices is `opened`."""
    space, source, groups = Space(recipe.dimensions), counted.columns, counted.groups
    Phase(progress, "putting the market together")
    placed = [placed_on(groups, i) for i in range(len(space))]
    kept, notes = _kept(source, recipe, groups, placed)
    if not kept.any():
        raise TableError(f"no row of {source.name} is left after dropping those that lack a value.")
    for d, own in zip(space, placed, strict=True):
        require_listed(d, own, kept)
    records, total = _amounts(recipe, groups)
    codes = np.stack([own.codes for own in placed])
    cost = recipe.cost.get("column")
    places, money = (0, np.zeros(len(kept), dtype=np.int64))
    if cost is not None:
        places, money = _money(recipe, groups, kept, total)
    if not kept.all():
        codes, records, money = codes[:, kept], records[kept], money[kept]
    if beside(source, recipe) or any(own.shared for own in placed):
        codes, records, money = _joined(space, codes, records, money)
    if cost is not None:
        priced = pricing.from_spend(
            records, money, Fraction(1, 10**places), recipe.cost.get("empty")
        )
    else:
        codes, records, priced = priced_cells(space, codes, records, recipe.cost, opened)
    return Market.assemble(
        space,
        codes,
        records,
        priced,
        layout=layout,
        name=recipe.name or source.name,
        kept=source.complete(looked_at(source, recipe)) if recipe.missing == "drop" else "TRUE",
        counted=recipe.count is not None,
        columns=tuple(source.names),
        priced_by=priced_by(recipe.cost),
        terms=recipe.terms,
        notes=(*source.notes, *notes, *recipe.remarks),
    )


def _kept(
    source: Columns, recipe: Recipe, groups: Groups, placed: Sequence[Placed]
) -> tuple[NDArray[np.bool_], list[str]]:
    """Which groups of rows to keep, and what to tell the user of those that lack a value."""
    dimensions, all_rows = recipe.dimensions, groups.rows
    lacking = np.logical_or.reduce([own.lacks for own in placed])
    lacking |= booleans(groups.table.column("lacks"))
    rows = int(all_rows[lacking].sum())
    whole = np.ones(len(all_rows), dtype=bool)
    if not rows:
        return whole, []
    by_column = {
        d.column: int(all_rows[own.lacks].sum()) for d, own in zip(dimensions, placed, strict=True)
    }
    by_column |= {
        name: int(groups.ints(f"m{i}").sum()) for i, name in enumerate(beside(source, recipe))
    }
    in_order = sorted((n for n in by_column if by_column[n]), key=looked_at(source, recipe).index)
    named = ", ".join(f"{name} {by_column[name]:,}" for name in in_order)
    what = f"{rows:,} of {int(all_rows.sum()):,} rows of {source.name} lack a value ({named})"
    if recipe.missing is None:
        raise MissingValues(
            f'{what}. Say what to do with them: missing = "drop" leaves these rows out, missing = '
            '"keep" makes "(missing)" a value of its own.'
        )
    if recipe.missing == "drop":
        return ~lacking, [f"{what}: dropped"]
    nulls = [d.name for d in dimensions if d.missing is None and by_column[d.column]]
    if nulls:
        raise MarketFileError(
            f"missing values are to be kept, but these dimensions have no place for them: "
            f'{", ".join(nulls)}. Add missing-value = "(missing)" to each.'
        )
    return whole, [f"{what}: kept as a value"]


def _require_numbers(source: Questions, recipe: Recipe, groups: Groups) -> None:
    """Refuse other text in columns of numbers or dates that have no place for it."""
    told = set(groups.table.column_names)
    for name, kind in needed(recipe).items():
        counted = odd_name(recipe, name)
        odd = int(groups.ints(counted).sum()) if counted in told else groups.odd(name)
        places = [d for d in recipe.dimensions if d.column == name]
        has_place = bool(places) and all(d.missing is not None for d in places)
        filled = source.filled(name) if odd else 0
        if odd and (odd == filled or not (has_place or (places and recipe.missing == "drop"))):
            raise source.mixed(name, kind, odd, filled)


def _amounts(recipe: Recipe, groups: Groups) -> tuple[Ints, int]:
    """How many records each group stands for, and all together; refuses counts that are not whole."""
    rows = groups.rows
    if recipe.count is None:
        return rows, int(rows.sum())
    bad, highest = int(groups.ints("cb").sum()), float(floats(groups.table.column("ch")).max())
    if bad:
        raise TableError(
            f"column '{recipe.count}' must hold whole numbers, 0 or more, but {bad:,} rows do not. Mend "
            "those rows, or remove them."
        )
    if highest * int(rows.sum()) >= LARGEST or highest > EXACT_FLOAT:
        raise TableError(
            f"the counts in column '{recipe.count}' are too large to be added up exactly."
        )
    records = groups.ints("cs")
    if not records.sum():
        raise TableError(f"column '{recipe.count}' says that no row stands for any record.")
    return records, int(records.sum())


def _money(recipe: Recipe, groups: Groups, kept: NDArray[np.bool_], most: int) -> tuple[int, Ints]:
    """How many decimals costs have, and what each group costs; refuses costs that can't be."""
    column = recipe.cost["column"]
    lacking, negative = (int(groups.ints(name)[kept].sum()) for name in ("pl", "pn"))
    if lacking or negative:
        what = [f"{lacking:,} rows have no cost"] if lacking else []
        what += [f"{negative:,} rows have a negative cost"] if negative else []
        raise CostError(
            f"in column '{column}' {' and '.join(what)}. Give every row a cost of 0 or more, or "
            "remove those rows."
        )
    highest = float(floats(groups.table.column("ph"))[kept].max())
    for places in COST_DECIMALS:
        fits = highest * 10**places < min(EXACT_FLOAT, LARGEST / most)
        if fits and not groups.ints(f"pu{places}")[kept].any():
            return places, groups.ints(f"ps{places}")
    raise CostError(
        f"the costs in column '{column}' have more than {COST_DECIMALS[-1]} decimals or are too "
        "large to be added up exactly. Round them, for example to two decimals."
    )


def _joined(space: Space, codes: Any, records: Ints, money: Ints) -> tuple[Any, Ints, Ints]:
    """Add up groups of rows that fell into the same cell, such as those of 2 and of 2.0."""
    keys = cell_keys(space, codes)
    _, first, at = np.unique(keys, return_index=True, return_inverse=True)
    sums = np.zeros((2, len(first)), dtype=np.int64)
    np.add.at(sums[0], at, records)
    np.add.at(sums[1], at, money)
    return codes[:, first], sums[0], sums[1]
