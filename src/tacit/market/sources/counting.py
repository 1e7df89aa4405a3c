"""Counting a table's rows into the cells of a market."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import finalize

from tacit.errors import MarketFileError, SettingError
from tacit.market.keeping import keep_in_engine
from tacit.market.sources.assembling import count_rows, put_together
from tacit.market.sources.bounds import USUAL, Bounds
from tacit.market.sources.cache import Cache
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.asking import EngineTable
from tacit.market.sources.engines.cells import coded_cells
from tacit.market.sources.engines.opening import is_in_engine, open_engine_table
from tacit.market.sources.filling import filled
from tacit.market.sources.opened import NOTHING_SAID, FileOptions
from tacit.market.sources.proposal import propose
from tacit.market.sources.recipe import Recipe, check_cost, read_recipe
from tacit.market.sources.remembered import Remembered
from tacit.market.sources.statistics.dictionary import with_values
from tacit.market.sources.statistics.making import COUNTED, from_statistics
from tacit.market.sources.statistics.pricing import market_of
from tacit.market.sources.statistics.sample import from_sample
from tacit.market.sources.statistics.told import WITHOUT_TABLE
from tacit.market.sources.table import open_source
from tacit.space.dimension import Dimension

if TYPE_CHECKING:
    from tacit._progress import Listener
    from tacit.market.market import Market
    from tacit.market.sources.counted import Counted
    from tacit.market.sources.questions import Questions

log = logging.getLogger("tacit")


def market_from_table(
    table: Any,
    *,
    dimensions: Sequence[str | Dimension] = (),
    missing: str | None = None,
    cost: Any = None,
    count: str | None = None,
    text: Collection[str] = (),
    bins: int | None = None,
    layout: str = "auto",
    memory: str | int | None = None,
    unpacked: str | int | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
    header_line: int | None = None,
    cache: bool = True,
    timeout: float | None = None,
    password: str | None = None,
    in_engine: bool = False,
    statistics: Mapping[str, Any] | None = None,
    progress: Listener | None = None,
) -> Market:
    """Count a table into a market.

    Args:
        table: a file, or a folder or pattern of Parquet files; a market file; a pandas, Polars or
            Arrow frame, or anything else that speaks Arrow; or a table in an engine.
        dimensions: columns to use, or ready dimensions; by default Tacit proposes them, and says
            what it proposed in the market's `notes`.
        missing: "drop" rows that lack a value, or "keep" them as a value of their own.
        cost: a column's name, a number for every record, or a `[cost]` table as a dictionary.
        count: the column that says how many records a row stands for.
        text: columns to take as names even if they hold numbers.
        bins: about how many bins to put numbers and dates in, where dimensions are proposed; 20 by
            default, and for dates up to 24 periods.
        layout: "dense", "sparse" or "auto".
        memory: how much reading may take, such as "2GB"; a quarter of the machine's by default. The
            rest goes to the disk.
        unpacked: how much a packed file may hold; 50 times its size or 1 GB by default.
        encoding: how a text is written, such as "windows-1252", if it does not say so itself.
        sheet: which sheet of a workbook to read; the first by default.
        header_line: which line of a text, or row of a sheet, names the columns; by default the first one
            that holds anything, titles above the table aside.
        cache: whether to keep what was worked out of a file, for the user alone, and to use what was kept.
        timeout: how many seconds an engine may take for one question; 600 by default.
        password: what opens the engine of a market file, if it does not come from the environment.
        in_engine: whether cells stay in the engine, for markets that do not fit into memory. Questions
            about them are queries there, whose log may show what is wanted: only say so where that may be.
        statistics: what the table is, if it does not list all records: a `[statistics]` table as a
            dictionary, such as `{"kind": "sample", "rate": 0.01}`.
        progress: a function to call a few times a second with a `Progress`.
    """
    bounds = Bounds.of(memory, unpacked)
    options = {"missing": missing, "cost": cost_table(cost), "count": count}
    options |= {"statistics": dict(statistics or {})}
    said = FileOptions(encoding, sheet, header_line)
    if isinstance(table, str | Path) and Path(table).suffix == ".toml":
        if dimensions or text or bins or any(options.values()) or said != NOTHING_SAID:
            raise MarketFileError(
                "a market file already says how to read its table. Change it there, or give the "
                "table itself."
            )
        recipe = read_recipe(Path(table))
        if recipe.known_by is not None and recipe.known_by.kind == "dictionary":
            recipe = with_values(recipe, recipe.known_by, partial(open_source, progress=progress))
        said = FileOptions(recipe.encoding, recipe.sheet, recipe.header_line)
        behind = _behind(recipe, password)
        asked = (behind, progress, bounds, said)
        with closing(Reader(*asked, cache=cache, timeout=timeout, in_engine=in_engine)) as reader:
            return reader.market(recipe, layout)
    asked = (table, progress, bounds, said)
    with closing(Reader(*asked, cache=cache, timeout=timeout, in_engine=in_engine)) as reader:
        return _read(reader, dimensions, text, bins, options, layout)


def _behind(recipe: Recipe, password: str | None) -> Any:
    """The table that a market file is about."""
    if recipe.place is not None:
        return replace(recipe.place, password=password)
    if password is not None:
        raise SettingError("a password only goes with a table in an engine.", "password")
    return recipe.table


def _read(
    reader: Reader,
    dimensions: Sequence[str | Dimension],
    text: Collection[str],
    bins: int | None,
    options: Mapping[str, Any],
    layout: str,
) -> Market:
    """Count a table that nobody has described, by dimensions that are ready or proposed."""
    ready = [d for d in dimensions if isinstance(d, Dimension)]
    only = [str(name) for name in dimensions if not isinstance(name, Dimension)]
    if ready and not only:
        if bins is not None:
            raise SettingError("bins are only chosen where dimensions are proposed.", "bins")
        return reader.market(Recipe(tuple(ready), **options), layout)
    recipe = reader.proposed(only=only, as_text=text, bins=bins, **options)
    if ready:
        recipe = replace(recipe, dimensions=_in_order(dimensions, ready, recipe.dimensions))
    return reader.market(recipe, layout)


def _in_order(
    asked: Sequence[str | Dimension], ready: Sequence[Dimension], made: Sequence[Dimension]
) -> tuple[Dimension, ...]:
    """Ready and proposed dimensions together, in the order they were asked for."""
    names = [d.name if isinstance(d, Dimension) else d for d in asked]
    return tuple(sorted([*ready, *made], key=lambda d: names.index(d.name)))


def cost_table(cost: Any) -> dict[str, Any]:
    """A `[cost]` table from the short forms."""
    if cost is None:
        return {}
    if isinstance(cost, str):
        return {"column": cost}
    if isinstance(cost, Mapping):
        check_cost(cost)
        return dict(cost)
    return {"each": cost}


@dataclass(frozen=True, eq=False, repr=False)
class Recount:
    """A table that can be counted again, with other dimensions.

    Attributes:
        table: its path, or the frame. A stream is read up by then: counting it again is an error.
        bounds: how much reading it may take.
        options: what the user said about the file.
        recipe: how it became a market.
    """

    table: Any
    bounds: Bounds
    options: FileOptions
    recipe: Recipe

    @property
    def costs_rows(self) -> bool:
        """Whether each row says what its records cost, so that a cell may have several prices."""
        return "column" in self.recipe.cost

    def __call__(self, dimensions: Sequence[Dimension]) -> Market:
        """Count the table; prices are those of the rows, or 1. Nothing of it is kept or logged."""
        cost = self.recipe.cost if self.costs_rows else {}
        recipe = replace(self.recipe, dimensions=tuple(dimensions), cost=cost)
        with closing(Reader(self.table, None, self.bounds, self.options, cache=False)) as reader:
            return reader.counted(recipe, "sparse")


def _is_own_file(table: Any) -> bool:
    """Whether a place is a file, about which nobody else hears what is asked."""
    return isinstance(table, Place) and table.file is not None


def _opened(
    table: Any,
    progress: Listener | None,
    bounds: Bounds,
    options: FileOptions,
    timeout: float | None,
    in_engine: bool,
) -> Questions:
    """Open a table, wherever it is."""
    if not is_in_engine(table) or (isinstance(table, Place) and table.scheme == "duckdb"):
        if in_engine:
            raise SettingError("cells only stay in a database or Spark elsewhere.", "in_engine")
        return open_source(table, progress, bounds, options)
    options.only()
    return open_engine_table(table, progress, timeout, bounds.bytes, read_only=not in_engine)


class Reader:
    """A table that is opened only if something is asked that was not asked of it before.

    Args:
        table: a path, or whatever else can be opened.
        progress: who wants to hear how far it is.
        bounds: what reading may take.
        options: what is said of a file that it does not say itself.
        cache: whether answers may be kept, and taken from what was kept.
        timeout: how many seconds an engine may take for one question.
        in_engine: whether cells stay in the engine.
    """

    def __init__(
        self,
        table: Any,
        progress: Listener | None = None,
        bounds: Bounds = USUAL,
        options: FileOptions = NOTHING_SAID,
        *,
        cache: bool = True,
        timeout: float | None = None,
        in_engine: bool = False,
    ) -> None:
        kept = Cache.of_user() if cache else None
        self._remembered = Remembered(table, options, bounds, kept)
        self._progress = progress
        self._open = partial(_opened, table, progress, bounds, options, timeout, in_engine)
        self._bounds, self._in_engine = bounds, in_engine
        self._again = partial(Recount, table, bounds, options)
        self._is_elsewhere = is_in_engine(table) and not _is_own_file(table)

    @cached_property
    def _source(self) -> Questions:
        return self._open()

    def close(self) -> None:
        """Let go of the table, if it was opened and no market stays in it."""
        source = self.__dict__.pop("_source", None)
        if source is not None:
            source.close()

    def _left_there(self, recipe: Recipe) -> Market:
        """A market whose cells stay in the engine, which stays open for as long as the market is there."""
        source = self._source
        assert isinstance(source, EngineTable)
        made = keep_in_engine(**coded_cells(source, recipe), memory=self._bounds.bytes)
        finalize(made.cube, source.close)
        del self.__dict__["_source"]
        return made

    def proposed(
        self,
        *,
        only: Sequence[str] = (),
        as_text: Collection[str] = (),
        missing: str | None = None,
        bins: int | None = None,
        **rest: Any,
    ) -> Recipe:
        """Propose how to read the table; as `proposal.propose`."""
        cost = (rest.get("cost") or {}).get("column")
        asked = [list(only), sorted(as_text), missing, bins, rest.get("count"), cost]
        found = self._remembered.recipe(asked)
        if found is not None:
            return replace(found, **rest)
        told: dict[str, Any] = {"only": only, "as_text": as_text, "missing": missing, "bins": bins}
        made = propose(self._source, **told, **rest)
        self._remembered.keep_recipe(asked, made)
        return made

    def market(self, recipe: Recipe, layout: str = "auto") -> Market:
        """Count the rows into cells, as a recipe says; the market knows how to count them again.

        But not in an engine elsewhere: bins that are cut around a want would tell it to all who read what
        that engine was asked.
        """
        told = recipe.known_by
        if told is not None and told.kind != "counts" and self._in_engine:
            raise SettingError(
                "a market known by statistics is kept in memory: its cells can't stay in an engine.",
                "in_engine",
            )
        if told is not None and told.kind not in COUNTED:
            source = None if told.kind in WITHOUT_TABLE else self._source
            opened = partial(open_source, progress=self._progress)
            made = partial(market_of, recipe, source, opened, layout)
            return from_statistics(recipe, told, source, made, self._progress)
        market = self.counted(recipe, layout)
        log.info("counted %s records into %s cells", market.total.records, market.filled)
        if told is not None and told.kind == "sample":
            return from_sample(market, told)
        return market if self._is_elsewhere else replace(market, recount=self._again(recipe))

    def counted(self, recipe: Recipe, layout: str = "auto") -> Market:
        """The same, for one question."""
        opened = partial(open_source, progress=self._progress)
        if any(d.is_open for d in recipe.dimensions):
            recipe = filled(self._source, recipe, opened)
        if self._in_engine:
            return self._left_there(recipe)
        counted = self._remembered.counted(recipe) or self._counted(recipe)
        made = put_together(counted, recipe, opened, layout, self._progress)
        self._remembered.all_is_well()
        return made

    def _counted(self, recipe: Recipe) -> Counted:
        made = count_rows(self._source, recipe)
        self.close()  # what the database holds is no longer needed, and cells may need the memory
        self._remembered.keep_counted(recipe, made)
        return made
