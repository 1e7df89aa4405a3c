"""Built-in markets, and the one door to all others.

* `adult`: the UCI Adult census rows, the paper's real data;
* `synthetic`: the paper's made-up data, made again by its recipe.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit._progress import Phase
from tacit.errors import InputError, TableError
from tacit.market.sources.bounds import Bounds
from tacit.market.sources.built_in import BUILT_IN
from tacit.market.sources.counting import Reader, cost_table, market_from_table
from tacit.market.sources.engines.address import Place, is_address, read_query
from tacit.market.sources.engines.opening import connected, is_connection
from tacit.market.sources.files import base_of, is_pattern
from tacit.market.sources.opened import FileOptions

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe


def load(data: Any, *, progress: Listener | None = None, **options: Any) -> Market:
    """Open a market: `adult`, `synthetic`, a market file, a table's path, a frame, or a table in an engine.

    Args:
        data: what to open. For an engine its address, such as `postgresql://ann@db.example/shop`, or a
            connection of SQLAlchemy or ADBC; or a table of Ibis.
        progress: a function to call a few times a second with a `Progress`.
        options: how to read a table; see `tacit.market.sources.counting.market_from_table`. With an
            address also `table`, or `query` (its text, or the `Path` of a file that holds it), and
            `password`, if it does not come from the environment.
    """
    if isinstance(data, str) and data in BUILT_IN:
        if any(value for name, value in options.items() if name != "cache"):
            raise TableError(f"'{data}' is built in: how it is read can't be changed.")
        return _built_in(data, progress)
    return market_from_table(_table_of(data, options), progress=progress, **options)


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
    if path in BUILT_IN or path.endswith(".toml"):
        return load(data, progress=progress, **options), None
    behind = _table_of(data, options)
    place = behind if isinstance(behind, Place) else None
    bounds = Bounds.of(options.get("memory"), options.get("unpacked"))
    said = FileOptions(*(options.get(name) for name in ("encoding", "sheet", "header_line")))
    more = {name: options[name] for name in ("cache", "timeout", "in_engine") if name in options}
    with closing(Reader(behind, progress, bounds, said, **more)) as reader:
        recipe = reader.proposed(
            only=options.get("dimensions", ()),
            as_text=options.get("text", ()),
            missing=options.get("missing"),
            bins=options.get("bins"),
            table=None if place else _name_from_base(path) or "table",
            place=place,
            cost=cost_table(options.get("cost")),
            count=options.get("count"),
            encoding=said.encoding,
            sheet=said.sheet,
            statistics=dict(options.get("statistics") or {}),
            header_line=said.header_line,
        )
        return reader.market(recipe), recipe


def _table_of(data: Any, options: dict[str, Any]) -> Any:
    """What is to be opened; what says where it is in an engine is taken out of the options."""
    said = {name: options.pop(name, None) for name in ("table", "query")}
    if is_address(data):
        query, file = said["query"], None
        if isinstance(query, Path):
            query, file = read_query(query), str(query)
        return Place(data, said["table"], query, file, options.pop("password", None))
    if is_connection(data) and said["query"] is None:
        return connected(data, said["table"])
    if any(value is not None for value in said.values()):
        raise InputError("a table or a query only goes with the address of a database.")
    if options.get("password") is not None and not str(data).endswith(".toml"):
        raise InputError("a password only goes with the address of a database.")
    return data


def beside(table: Path, recipe: Recipe, out: str | None) -> tuple[Path, str]:
    """Where the market file of a table goes, and its text: the table is named as seen from there.

    That of a pattern goes into the folder that the pattern starts from, that of a table in an engine where
    we are.
    """
    if recipe.place is not None:
        return _beside_engine(recipe, recipe.place, out)
    is_many = is_pattern(table)
    folder = base_of(table) if is_many else table.parent
    name = (
        folder.resolve().name if is_many else table.resolve().name if table.is_dir() else table.name
    )
    target = Path(out) if out else folder / f"{name.split('.')[0] or 'table'}.market.toml"
    if target.parent.resolve() != folder.resolve():
        recipe = replace(recipe, table=str(folder.resolve() / _name_from_base(str(table))))
    return target, recipe.to_toml()


def _beside_engine(recipe: Recipe, place: Place, out: str | None) -> tuple[Path, str]:
    file = place.query_file
    name = Path(file).stem if file else place.table or "query"
    bare = "".join(c if c.isalnum() or c in "-_." else "_" for c in name.rpartition(".")[2])
    target = Path(out) if out else Path(f"{bare or 'table'}.market.toml")
    if file and target.parent.resolve() == Path(file).parent.resolve():
        place = replace(place, query_file=Path(file).name)
    elif file:
        place = replace(place, query_file=str(Path(file).resolve()))
    if place.file is not None and target.parent.resolve() != Path().resolve():
        place = place.seen_from(Path())
    return target, replace(recipe, place=place).to_toml()


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
