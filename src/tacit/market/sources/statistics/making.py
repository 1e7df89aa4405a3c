"""Making a market of statistics, whatever kind they are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tacit.errors import MarketFileError
from tacit.market.sources.statistics.dictionary import from_dictionary
from tacit.market.sources.statistics.marginals import from_marginals
from tacit.market.sources.statistics.released import from_released
from tacit.market.sources.table import open_source

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.statistics.told import Told
    from tacit.market.sources.table import Source

COUNTED = ("counts", "sample")
"""Of these the rows are counted as of any table."""


def from_statistics(
    recipe: Recipe,
    told: Told,
    source: Source | None,
    layout: str = "auto",
    progress: Listener | None = None,
) -> Market:
    """A market of statistics that are not counted row by row; `source` is the market's table, if it has one."""
    opened: Any = partial(open_source, progress=progress)
    if told.kind == "released":
        if source is None:
            raise MarketFileError("released counts need the table that lists them, under [market].")
        return from_released(source, recipe, told, opened, layout)
    if told.kind == "marginals":
        return from_marginals(recipe, told, opened, layout, progress)
    return from_dictionary(recipe, told, opened, layout)
