"""Making a market of statistics, whatever kind they are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tacit.errors import MarketFileError
from tacit.market.sources.statistics.dictionary import from_dictionary
from tacit.market.sources.statistics.marginals import from_marginals
from tacit.market.sources.statistics.released import from_released
from tacit.market.sources.table import open_source

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.questions import Questions
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.statistics.recounted import Assembled
    from tacit.market.sources.statistics.told import Told

COUNTED = ("counts", "sample")
"""Of these the rows are counted as of any table."""


def from_statistics(
    recipe: Recipe,
    told: Told,
    source: Questions | None,
    assembled: Assembled,
    progress: Listener | None = None,
) -> Market:
    """A market of statistics that are not counted row by row.

    Args:
        recipe: how it is described.
        told: what is known of it.
        source: the market's table, if it has one.
        assembled: makes a market of cells and their counts.
        progress: who wants to hear how far it is.
    """
    if told.kind == "released":
        if source is None:
            raise MarketFileError("released counts need the table that lists them, under [market].")
        return from_released(source, recipe, told, assembled)
    if told.kind == "marginals":
        opened = partial(open_source, progress=progress)
        return from_marginals(recipe, told, opened, assembled, progress)
    return from_dictionary(recipe, told, assembled)
