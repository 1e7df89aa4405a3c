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
from tacit.market.sources.built_in import BUILT_IN
from tacit.market.sources.counting import Reader, cost_table, market_from_table
from tacit.market.sources.files import base_of, is_pattern
from tacit.market.sources.opened import FileOptions

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe


def load(data: Any, *, progress: Listener | None = None, **options: Any) -> Market:
    """Open a market: `adult`, `synthetic`, a market file, a table's path, or a frame.

    Args:
        data: what to open.
        progress: a function to call a few times a second with a `Progress`.
        options: how to read a table; see `tacit.market.sources.counting.market_from_table`.
    """
    if isinstance(data, str) and data in BUILT_IN:
        if any(value for name, value in options.items() if name != "cache"):
            raise TableError(f"'{data}' is built in: how it is read can't be changed.")
        return _built_in(data, progress)
    if isinstance(data, str) and "://" in data:
        raise TableError(
            "markets inside databases can't be opened yet. Export the table to Parquet."
        )
    return market_from_table(data, progress=progress, **options)


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
    said = FileOptions(options.get("encoding"), options.get("sheet"))
    reader = Reader(data, progress, bounds, said, cache=options.get("cache", True))
    recipe = reader.proposed(
        only=options.get("dimensions", ()),
        as_text=options.get("text", ()),
        missing=options.get("missing"),
        bins=options.get("bins"),
        table=_name_from_base(path) or "table",
        cost=cost_table(options.get("cost")),
        count=options.get("count"),
        encoding=said.encoding,
        sheet=said.sheet,
    )
    return reader.market(recipe), recipe


def beside(table: Path, recipe: Recipe, out: str | None) -> tuple[Path, str]:
    """Where the market file of a table goes, and its text: the table is named as seen from there.

    That of a pattern goes into the folder that the pattern starts from.
    """
    is_many = is_pattern(table)
    folder = base_of(table) if is_many else table.parent
    name = (
        folder.resolve().name if is_many else table.resolve().name if table.is_dir() else table.name
    )
    target = Path(out) if out else folder / f"{name.split('.')[0] or 'table'}.market.toml"
    if target.parent.resolve() != folder.resolve():
        recipe = replace(recipe, table=str(folder.resolve() / _name_from_base(str(table))))
    return target, recipe.to_toml()


def _name_from_base(path: str) -> str:
    """A table's name in its own folder; that of a pattern, from where it starts."""
    table = Path(path)
    if is_pattern(table):
        return str(table.relative_to(base_of(table)))
    return table.resolve().name if table.is_dir() else table.name


def _built_in(name: str, progress: Listener | None) -> Market:
    if name == "synthetic":
        from tacit.market.sources.synthetic import synthetic

        Phase(progress, "making the market")
        return synthetic()
    recipe = Path(__file__).parent / "adult.toml"
    return replace(market_from_table(recipe, cache=False, progress=progress), name="adult")
