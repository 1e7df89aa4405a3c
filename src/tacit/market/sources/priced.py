"""Pricing the cells of a market: one price, a price for each value, or a table of prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import CostError
from tacit.market import costs as pricing
from tacit.market.sources.quoting import quoted
from tacit.market.sources.spelling import code_finder
from tacit.market.sources.written import Written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tacit.market.cells import Ints
    from tacit.market.costs import Costs
    from tacit.market.sources.table import Source
    from tacit.space.space import Space


def priced_cells(
    space: Space,
    codes: Any,
    records: Ints,
    cost: Mapping[str, Any],
    opened: Callable[[Any], Source],
) -> tuple[Any, Ints, Costs]:
    """Price counted cells; a table of prices, which is `opened`, may list empty cells as well."""
    if "per-value" in cost or "base" in cost:
        prices = cost.get("per-value", {})
        return (
            codes,
            records,
            pricing.per_dimension(space, codes, records, prices, cost.get("base", 0)),
        )
    if "table" not in cost:
        return codes, records, pricing.each(records, cost.get("each", 1))
    listed = _price_list(space, opened(cost["table"]))
    known = dict(zip(map(tuple, codes.T.tolist()), records.tolist(), strict=True))
    unpriced = [cell for cell in known if cell not in listed]
    if unpriced:
        raise CostError(
            f"{len(unpriced):,} cells hold records but have no price in the table of prices, such "
            f"as {_words(space, unpriced[0])}. Add them."
        )
    cells = list(listed)
    counts = np.array([known.get(cell, 0) for cell in cells], dtype=np.int64)
    priced = pricing.from_prices(counts, [listed[c] for c in cells], cost.get("empty"))
    return np.array(cells).T, counts, priced


def _price_list(space: Space, source: Source) -> dict[tuple[int, ...], float]:
    """Read a table with a column for each dimension and one called price."""
    source.require([*space.names, "price"])
    source.convert({"price": Written.named("plain")})
    columns = ", ".join(f"CAST({quoted(name)} AS VARCHAR)" for name in space.names)
    listed: dict[tuple[int, ...], float] = {}
    finders = [code_finder(d) for d in space]
    for *labels, price in source.ask(f'SELECT {columns}, "price" FROM t'):
        if price is None or price < 0:
            raise CostError(
                "the table of prices has a price that is missing or negative. Give every cell a "
                "price of 0 or more."
            )
        cell = _cell(space, [find(label) for find, label in zip(finders, labels, strict=True)])
        if cell in listed:
            raise CostError(
                f"the table of prices lists a cell twice: {_words(space, cell)}. Remove one line."
            )
        listed[cell] = price
    return listed


def _cell(space: Space, codes: Sequence[int | None]) -> tuple[int, ...]:
    """A cell of the table of prices, or an error where it names no value of the market."""
    for d, code in zip(space, codes, strict=True):
        if code is None:
            shown = ", ".join(map(str, d.values[:20])) + (", ..." if len(d) > 20 else "")
            raise CostError(
                f"the table of prices has a value that '{d.name}' does not have. Its values are: "
                f"{shown}."
            )
    return tuple(code for code in codes if code is not None)


def _words(space: Space, cell: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in space.cell(cell).items())


def priced_by(cost: Mapping[str, Any]) -> str:
    """What the prices come from, in words."""
    if "column" in cost:
        return f"column '{cost['column']}'"
    if "table" in cost:
        return "a table of prices"
    if "per-value" in cost or "base" in cost:
        return "a price for each value"
    return f"every record costs {cost.get('each', 1)}"
