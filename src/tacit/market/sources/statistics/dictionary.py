"""A market known by its values only: a data dictionary."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import TableError
from tacit.market.knowledge import Assumed
from tacit.market.sources.quoting import quoted
from tacit.market.sources.statistics.recounted import require_few
from tacit.space.nominal import Nominal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.statistics.recounted import Assembled
    from tacit.market.sources.statistics.told import Told
    from tacit.market.sources.table import Source
    from tacit.space.dimension import Dimension

NAME, VALUE = "dimension", "value"
"""The columns of a table of values."""
MOST_VALUES = 100_000


def from_dictionary(recipe: Recipe, told: Told, assembled: Assembled) -> Market:
    """A market in which every cell holds as many records, since nothing else is known."""
    size = prod(len(d) for d in recipe.dimensions)
    require_few(size, "a data dictionary")
    each = max((told.total or size) // size, 1)
    shape = tuple(len(d) for d in recipe.dimensions)
    codes = np.indices(shape).reshape(len(shape), -1)
    made = assembled(codes, np.full(size, each, dtype=np.int64))
    note = (
        f"only values are known, no counts: assumed is that each of {size:,} cells holds as many records, "
        f"{each:,}. Not known is how well that fits, so no limit is said to hold for those who go by counts"
    )
    return replace(made, knowledge=Assumed(note), notes=(*made.notes, note))


def with_values(recipe: Recipe, told: Told, opened: Callable[[Any], Source]) -> Recipe:
    """A recipe with the dimensions that a table of values lists, but for those that it has already."""
    if told.table is None:
        return recipe
    source = opened(str(Path(recipe.folder) / told.table))
    source.require([NAME, VALUE])
    source.convert({})
    columns = f"CAST({quoted(NAME)} AS VARCHAR), CAST({quoted(VALUE)} AS VARCHAR)"
    rows = source.ask(f"SELECT {columns} FROM t LIMIT {MOST_VALUES + 1}")
    if len(rows) > MOST_VALUES:
        raise TableError(f"{source.name} lists more than {MOST_VALUES:,} values.")
    values: dict[str, list[str]] = {}
    for name, value in rows:
        if name is None or value is None:
            raise TableError(f"{source.name} has a row without a {NAME} or a {VALUE}.")
        if value in values.setdefault(name, []):
            raise TableError(f"{source.name} lists a value of '{name}' twice.")
        values[name].append(value)
    own = {d.name: d for d in recipe.dimensions}
    made: list[Dimension] = [
        own.get(n) or Nominal(n, tuple(listed)) for n, listed in values.items()
    ]
    made += [d for name, d in own.items() if name not in values]
    return replace(recipe, dimensions=tuple(made))
