"""Putting a market together from counts that were not counted row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.errors import MarketFileError
from tacit.market.market import Market
from tacit.market.sources.priced import priced_by, priced_cells
from tacit.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from tacit.market.sources.questions import Questions
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.table import Source


def market_of(
    recipe: Recipe,
    source: Questions | None,
    opened: Callable[[Any], Source],
    layout: str,
    codes: NDArray[Any],
    records: NDArray[np.int64],
) -> Market:
    """A market of these cells, priced as the recipe says; a table of prices is `opened`.

    Raises:
        MarketFileError: if rows are to say what records cost, of which there are none.
    """
    if "column" in recipe.cost:
        raise MarketFileError(
            "a column of costs goes with rows that are records. Give one price, a price for each value, or "
            "a table of prices under [cost]."
        )
    if any(d.is_open for d in recipe.dimensions):
        raise MarketFileError(
            "a market known by statistics needs all values of its dimensions in its market file."
        )
    space = Space(recipe.dimensions)
    codes, records, cost = priced_cells(space, codes, records, recipe.cost, opened)
    return Market.assemble(
        space,
        codes,
        records,
        cost,
        layout=layout,
        name=recipe.name or (source.name if source is not None else "market"),
        counted=source is not None,
        columns=() if source is None else tuple(source.names),
        priced_by=priced_by(recipe.cost),
        terms=recipe.terms,
        notes=(*(() if source is None else source.notes), *recipe.remarks),
    )
