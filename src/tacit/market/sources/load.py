"""Built-in markets, and the one door to all others.

* `adult`: the UCI Adult census rows, the paper's real data;
* `synthetic`: the paper's made-up data, made again by its recipe.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import TableError
from tacit.market.sources.bounds import Bounds
from tacit.market.sources.counting import cost_table, count_cells, market_from_table
from tacit.market.sources.proposal import propose as propose_recipe
from tacit.market.sources.table import open_source

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe

BUILT_IN = ("adult", "synthetic")


def load(data: Any, *, progress: Listener | None = None, **options: Any) -> Market:
    """Open a market: `adult`, `synthetic`, a market file, a table's path, or a frame.

    Args:
        data: what to open.
        progress: a function to call a few times a second with a `Progress`.
        options: how to read a table; see `tacit.market.sources.counting.market_from_table`.
    """
    if isinstance(data, str) and data in BUILT_IN:
        if any(options.values()):
            raise TableError(f"'{data}' is built in: how it is read can't be changed.")
        return _built_in(data, progress)
    if isinstance(data, str) and "://" in data:
        raise TableError(
            "markets inside databases can't be opened yet. Export the table to Parquet."
        )
    return market_from_table(data, progress=progress, **options)


def lasting_name(data: str) -> str:
    """What a market is found by later, from whatever folder: what is built in, or a file's full path."""
    return data if data in BUILT_IN or "://" in data else str(Path(data).absolute())


def propose(
    data: Any, *, progress: Listener | None = None, **options: Any
) -> tuple[Market, Recipe | None]:
    """Open a market and, for a table that nobody described yet, propose its market file.

    Args:
        data: what to open, as for `load`.
        progress: as for `load`.
        options: how to read a table, as for `load`.
    """
    path = str(data) if isinstance(data, str | Path) else ""
    if path in BUILT_IN or path.endswith(".toml") or "://" in path:
        return load(data, progress=progress, **options), None
    bounds = Bounds.of(options.get("memory"), options.get("unpacked"))
    source = open_source(data, progress, bounds)
    recipe = propose_recipe(
        source,
        only=options.get("dimensions", ()),
        as_text=options.get("text", ()),
        missing=options.get("missing"),
        table=Path(path).name or "table",
        cost=cost_table(options.get("cost")),
        count=options.get("count"),
    )
    return count_cells(source, recipe), recipe


def beside(table: Path, recipe: Recipe, out: str | None) -> tuple[Path, str]:
    """Where the market file of a table goes, and its text: the table is named as seen from there."""
    target = Path(out) if out else table.with_name(f"{table.name.split('.')[0]}.market.toml")
    if target.parent.resolve() != table.parent.resolve():
        recipe = replace(recipe, table=str(table.resolve()))
    return target, recipe.to_toml()


def _built_in(name: str, progress: Listener | None) -> Market:
    if name == "synthetic":
        from tacit.market.sources.synthetic import synthetic

        Phase(progress, "making the market")
        return synthetic()
    recipe = Path(__file__).parent / "adult.toml"
    return replace(market_from_table(recipe, progress=progress), name="adult")
