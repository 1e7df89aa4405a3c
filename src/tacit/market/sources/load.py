"""Built-in markets, and the one door to all others.

* `adult`: the UCI Adult census rows, the paper's real data;
* `synthetic`: the paper's made-up data, made again by its recipe.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tacit.errors import TableError
from tacit.market.market import Market
from tacit.market.sources.counting import market_from_table

BUILT_IN = ("adult", "synthetic")


def load(data: Any, **options: Any) -> Market:
    """Open a market: `adult`, `synthetic`, a market file, a table's path, or a frame.

    Args:
        data: what to open.
        options: how to read a table; see `tacit.market.sources.counting.market_from_table`.
    """
    if isinstance(data, str) and data in BUILT_IN:
        if any(options.values()):
            raise TableError(f"'{data}' is built in: how it is read can't be changed.")
        return _built_in(data)
    if isinstance(data, str) and "://" in data:
        raise TableError(
            "markets inside databases can't be opened yet. Export the table to Parquet."
        )
    return market_from_table(data, **options)


def _built_in(name: str) -> Market:
    from dataclasses import replace

    if name == "synthetic":
        from tacit.market.sources.synthetic import synthetic

        return synthetic()
    return replace(market_from_table(Path(__file__).parent / "adult.toml"), name="adult")
