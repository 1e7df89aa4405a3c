"""A market known by tables of some dimensions each, such as age by sex and sex by income."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.fitted import Fitted
from tacit.market.sources.statistics.fitting import fitted
from tacit.market.sources.statistics.listing import listed, number
from tacit.market.sources.statistics.recounted import require_few
from tacit.market.sources.statistics.rounding import scaled, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.statistics.recounted import Assembled
    from tacit.market.sources.statistics.told import Told
    from tacit.market.sources.table import Source

    Table = tuple[tuple[int, ...], NDArray[np.int64]]

APART = 0.05
"""Totals that differ by more than this share are refused; by less, tables are scaled to the first."""


def from_marginals(
    recipe: Recipe,
    told: Told,
    opened: Callable[[Any], Source],
    assembled: Assembled,
    progress: Listener | None = None,
) -> Market:
    """The market that agrees with some tables, with no more dependence than they show.

    Raises:
        TableError: if a table names what the market does not have, or tables contradict each other.
    """
    shape = tuple(len(d) for d in recipe.dimensions)
    require_few(prod(shape), "fitting tables")
    sources = [opened(str(Path(recipe.folder) / name)) for name in told.tables]
    tables = [_read(source, recipe, told.count) for source in sources]
    _require_all_told(recipe, tables)
    total = told.total or int(tables[0][1].sum())
    notes = _same_total(sources, tables, total)
    tables = [(where, scaled(t.reshape(-1), total).reshape(t.shape)) for where, t in tables]
    phase = Phase(progress, "fitting the tables", unit="rounds")
    found = fitted(shape, [(where, table.astype(float)) for where, table in tables], phase)
    records = whole(found.counts.reshape(-1), total)
    named = "; ".join(_named(recipe, where) for where, _ in tables)
    notes.append(
        f"counts are fitted to {len(tables)} tables ({named}): assumed is that nothing depends on anything "
        "beyond what these show. A cell's count is rounded to a whole number, the largest remainders up, with "
        f"the same total of {total:,}"
    )
    if found.off > max(1.0, total * 1e-6):
        notes.append(
            f"the tables do not agree with each other: some count is missed by {found.off:,.1f} records"
        )
    codes = np.indices(shape).reshape(len(shape), -1)
    filled = records > 0
    made = assembled(codes[:, filled], records[filled])
    known = Fitted(tuple(tables), total, notes[-1] if not found.off else "; ".join(notes))
    return replace(made, knowledge=known, notes=(*made.notes, *notes))


def _read(source: Source, recipe: Recipe, count: str) -> Table:
    """A table: the places of its dimensions, and its counts; what it does not list is 0."""
    used = [i for i, d in enumerate(recipe.dimensions) if d.column in source.names]
    columns = [recipe.dimensions[i].column for i in used]
    strange = [name for name in source.names if name not in (*columns, count)]
    if strange:
        raise TableError(
            f"{source.name} has the column '{strange[0]}', which is neither a dimension of the market nor its "
            f"count, '{count}'. The dimensions are: {', '.join(d.name for d in recipe.dimensions)}."
        )
    if not used:
        raise TableError(f"{source.name} has no column of any dimension of the market.")
    dimensions = [recipe.dimensions[i] for i in used]
    table = np.zeros(tuple(map(len, dimensions)), dtype=np.int64)
    for row in listed(source, dimensions, count):
        said = number(source, count, row.said)
        if said < 0 or said != int(said):
            raise TableError(
                f"column '{count}' of {source.name} must hold whole numbers, 0 or more, but says {said:g}."
            )
        table[row.codes] = int(said)
    if not table.any():
        raise TableError(f"{source.name} says of nothing that it holds any record.")
    return tuple(used), table


def _require_all_told(recipe: Recipe, tables: Sequence[Table]) -> None:
    """Refuse a dimension that no table speaks of: it would be a mere guess."""
    told = {d for where, _ in tables for d in where}
    left = [d.name for i, d in enumerate(recipe.dimensions) if i not in told]
    if left:
        raise TableError(
            f"no table speaks of '{left[0]}'. Add one that does, or leave that dimension out."
        )


def _same_total(sources: Sequence[Source], tables: Sequence[Table], total: int) -> list[str]:
    """What to tell of totals that differ; those that differ by far are refused."""
    notes = []
    for source, (_, table) in zip(sources, tables, strict=True):
        own = int(table.sum())
        if abs(own - total) > APART * total:
            raise TableError(
                f"the tables contradict each other: {source.name} has {own:,} records in all, and there "
                f"should be {total:,}. Mend it, or say total = ... under [statistics]."
            )
        if own != total:
            notes.append(
                f"{source.name} has {own:,} records in all, not {total:,}: it was scaled to that"
            )
    return notes


def _named(recipe: Recipe, where: Sequence[int]) -> str:
    return " by ".join(recipe.dimensions[d].name for d in where)
