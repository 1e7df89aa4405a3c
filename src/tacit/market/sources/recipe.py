"""The market file: how a table becomes a market, as a small TOML file.

```toml
[market]
table = "people.csv"      # beside this file, or a full path; a folder or pattern of Parquet files too
encoding = "latin-1"      # how a text is written, if it does not say so itself
sheet = "Q1"              # which sheet of a workbook; the first by default
header-line = 4           # which line names the columns, if titles above it are not found by themselves
missing = "drop"          # rows that lack a value: "drop" them, or "keep" them as "(missing)"
missing-in = "all"        # look at every column; by default only at those used below
name = "people"           # what to call it on screen
count = "n"               # the column that says how many records a row stands for

[source]                  # instead of table = "...", where the table is in an engine
uri = "postgresql://ann@db.example/shop"    # never with a password
table = "people"          # or query = "people.sql", a file beside this one

[dimensions.age]
kind = "numeric"
edges = [17, 24, 61]      # three edges make four bins
labels = ["childhood", "young adult", "working adult", "retirement"]
closed = "right"          # (17, 24]; "left" for [17, 24)

[dimensions.race]
kind = "nominal"          # or "ordinal", "tree", "prefix", "grouped", "matrix"
values = ["White", "Black", "Other"]

[dimensions.state]
kind = "tree"
tree = "regions.csv"      # a table of paths beside this file, or a tree written out here

[written]                 # how columns of text are written, unless 1234.5 and 2025-12-31
price = "1.234,50"

[cost]                    # without it every record costs 1
column = "price"          # or each = 2.5, or table = "prices.csv",
empty = 3                 # or base = 1 with [cost.per-value.race] White = 2

[terms]                   # without it an order costs what its records cost
currency = "EUR"          # a label for amounts
fee = 25                  # for every order, whatever its size
minimum = 100             # no order is sold with fewer records
tiers = [{ from = 1000, price = 0.9 }, { from = 10000, price = 0.75 }]
                          # the share of the list price that every record of an order of at least
                          # so many costs

[statistics]              # without it every row is a record, or as many as its count says
kind = "sample"           # or "counts", "marginals", "dictionary", "released"
rate = 0.01               # the share of all records that the table is
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit._files import reading
from tacit.errors import MarketFileError, SettingError, SpaceError, nearest
from tacit.intents.reading import LONGEST
from tacit.market.sources.engines.address import Place, place_from
from tacit.market.sources.statistics.told import WITHOUT_TABLE, Told, told_from
from tacit.market.sources.titles import check_line
from tacit.market.terms import AS_LISTED, Terms
from tacit.space.grouped import Grouped
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.prefix import Prefix
from tacit.space.tree import Tree

if TYPE_CHECKING:
    from pathlib import Path

    from tacit.space.dimension import Dimension

MISSING = "(missing)"
_TIERS = "tiers under [terms] must be a list, such as [{ from = 1000, price = 0.9 }]."
KINDS = ("nominal", "ordinal", "numeric", "tree", "prefix", "grouped", "matrix")

_SECTIONS = {"market", "source", "dimensions", "written", "cost", "terms", "statistics"}
_MARKET_TEXTS = {"table", "encoding", "sheet", "missing", "missing-in", "count", "name"}
_COST_KEYS = {"each", "column", "table", "base", "per-value", "empty"}
_TERMS_KEYS = {"currency", "fee", "minimum", "tiers"}
_TIER_KEYS = {"from", "price"}
_DIMENSION_KEYS = {
    "nominal": {"values", "other"},
    "ordinal": {"values", "order"},
    "numeric": {"edges", "labels", "closed", "integer", "order"},
    "tree": {"tree", "values", "prefixes"},
    "prefix": {"length", "values"},
    "grouped": {"groups"},
    "matrix": {"values", "matrix"},
}


@dataclass(frozen=True)
class Recipe:
    """How a table becomes a market.

    Attributes:
        dimensions: what to keep of the table.
        table: the table's path, if it is a file.
        encoding: how a text is written, if it does not say so itself.
        sheet: which sheet of a workbook is read.
        header_line: which line names the columns, if that is said.
        missing: "drop" or "keep" rows that lack a value, or None while nobody has said.
        missing_in_all: whether a missing value in an unused column counts too.
        count: the column that says how many records a row stands for.
        cost: the `[cost]` table.
        terms: what an order costs beside the list price of its records.
        name: what to call the market on screen; the table's name by default.
        written: how numbers or dates are written in columns of text, where that is not plain.
        remarks: what was left out or decided, for people to read.
        folder: where the tables of trees are looked for.
        place: where the table is in an engine, if it is in one.
        statistics: the `[statistics]` table.
    """

    dimensions: tuple[Dimension, ...]
    table: str | None = None
    missing: str | None = None
    missing_in_all: bool = False
    count: str | None = None
    cost: Mapping[str, Any] = field(default_factory=dict)
    terms: Terms = AS_LISTED
    name: str | None = None
    written: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    encoding: str | None = None
    sheet: str | None = None
    header_line: int | None = None
    folder: str = field(default="", compare=False)
    place: Place | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.statistics:
            told_from(self.statistics)
        if self.missing not in (None, "drop", "keep"):
            raise MarketFileError('missing must be "drop" or "keep".')
        if not self.dimensions and "table" not in self.statistics:
            raise MarketFileError("a market needs at least one dimension.")
        check_cost(self.cost)

    @property
    def known_by(self) -> Told | None:
        """What is known of the market in place of its records; None if rows are records."""
        return told_from(self.statistics) if self.statistics else None

    def to_toml(self) -> str:
        """Write the market file."""
        from tacit.market.sources.market_file import market_file

        return market_file(self)


def read_recipe(path: Path) -> Recipe:
    """Read a market file; its table is looked for beside it."""
    return recipe_from(read_toml(path), path)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file."""
    reading(path)
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise MarketFileError(f"{path} is longer than {LONGEST:,} characters.")
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MarketFileError(f"{path} is not valid TOML: {error}.") from None
    except RecursionError:
        raise MarketFileError(f"{path} has lists too deep to be read.") from None
    except ValueError:
        raise MarketFileError(f"{path} has a number of far too many digits.") from None
    except OSError as error:
        raise MarketFileError(f"{path} can't be read: {error.strerror}.") from None


def recipe_from(content: Mapping[str, Any], path: Path) -> Recipe:
    """Make a recipe from the content of a market file."""
    _known_keys(content, _SECTIONS, f"{path}")
    market, source = _table(content, "market", path), _table(content, "source", path)
    _known_keys(market, _MARKET_TEXTS | {"header-line"}, f"[market] of {path}")
    try:
        check_line(market.get("header-line"))
    except SettingError as error:
        raise MarketFileError(f"header-line of {path}: {error}") from None
    for key, value in market.items():
        if key in _MARKET_TEXTS and not isinstance(value, str):
            raise MarketFileError(f'{key} under [market] of {path} must be text: {key} = "...".')
    statistics = dict(_table(content, "statistics", path))
    without = statistics.get("kind") in WITHOUT_TABLE
    if without and ("table" in market or source):
        raise MarketFileError(
            f"{path} names a table under [market], but a market known by its {statistics['kind']} has none."
        )
    if not without and ("table" in market) == bool(source):
        raise MarketFileError(
            f'{path} names {"two tables" if source else "no table"}. Add table = "..." under [market], or '
            "[source] for one in a database, and leave the other out."
        )
    if market.get("missing-in", "dimensions") not in ("all", "dimensions"):
        raise MarketFileError(f'missing-in of {path} must be "all" or "dimensions".')
    cost = dict(_table(content, "cost", path))
    if "table" in cost:
        if not isinstance(cost["table"], str):
            raise MarketFileError('table under [cost] must be text, such as table = "prices.csv".')
        cost["table"] = str(path.parent / cost["table"])
    specs = _table(content, "dimensions", path)
    keep = market.get("missing") == "keep"
    return Recipe(
        dimensions=tuple(dimension_from(name, spec, keep) for name, spec in specs.items()),
        table=str(path.parent / str(market["table"])) if "table" in market else None,
        place=place_from(dict(source), path) if source else None,
        missing=market.get("missing"),
        missing_in_all=market.get("missing-in") == "all",
        count=market.get("count"),
        cost=cost,
        terms=terms_from(_table(content, "terms", path)),
        name=market.get("name"),
        written=_written(_table(content, "written", path)),
        encoding=market.get("encoding"),
        sheet=market.get("sheet"),
        header_line=market.get("header-line"),
        folder=str(path.parent),
        statistics=statistics,
    )


def _written(told: Mapping[str, Any]) -> dict[str, str]:
    """How columns are written, by an example of each."""
    if not all(isinstance(how, str) for how in told.values()):
        raise MarketFileError(
            '[written] names columns with an example, such as price = "1.234,50".'
        )
    return {name: str(how) for name, how in told.items()}


def dimension_from(name: str, spec: Any, keep_missing: bool = False) -> Dimension:
    """Make a dimension from its table in a market file."""
    where = f"[dimensions.{name}]"
    if not isinstance(spec, Mapping) or spec.get("kind") not in KINDS:
        raise MarketFileError(f"{where} needs a kind: {', '.join(KINDS)}.")
    kind = str(spec["kind"])
    _known_keys(spec, _DIMENSION_KEYS[kind] | {"kind", "column", "missing-value"}, where)
    _check_kinds(spec, where)
    more: dict[str, Any] = {"column": str(spec.get("column", name))}
    if "missing-value" in spec:
        more["missing"] = spec["missing-value"] if keep_missing else None
    try:
        return _made(kind, name, spec, more)
    except (SpaceError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise MarketFileError(f"{where}: {_said(error)}") from None


def _said(error: Exception) -> str:
    if isinstance(error, SpaceError):
        return f"{error}"
    return f"it lacks {error}." if isinstance(error, KeyError) else f"it can't be read: {error}."


def _check_kinds(spec: Mapping[str, Any], where: str) -> None:
    """Refuse entries of a dimension that are not what they should be."""
    for key in ("values", "labels", "order", "edges", "matrix", "prefixes"):
        if not isinstance(spec.get(key, []), list | tuple):
            raise MarketFileError(f"{where}: {key} must be a list, such as {key} = [...].")
    for key in ("values", "labels", "order"):
        if not all(isinstance(value, str | int | float) for value in spec.get(key, [])):
            raise MarketFileError(f"{where}: {key} must list texts, numbers, true or false.")
    groups = spec.get("groups", {})
    if not isinstance(groups, Mapping) or not all(isinstance(g, list) for g in groups.values()):
        raise MarketFileError(f"{where}: groups must be lists by name, such as {{ a = [...] }}.")
    for key in ("other", "missing-value"):
        if not isinstance(spec.get(key, ""), str | int | float):
            raise MarketFileError(f"{where}: {key} must be one text or number.")
    if not isinstance(spec.get("column", ""), str):
        raise MarketFileError(f'{where}: column must be text, such as column = "...".')
    if not isinstance(spec.get("integer", False), bool):
        raise MarketFileError(f"{where}: integer must be true or false.")


def _made(kind: str, name: str, spec: Mapping[str, Any], more: dict[str, Any]) -> Dimension:
    if kind == "nominal":
        values = _with_missing(spec["values"], more)
        if "other" in spec and str(spec["other"]) not in map(str, values):
            values = (*values, spec["other"])
        return Nominal(name, values, other=spec.get("other"), **more)
    if kind == "ordinal":
        return Ordinal.of(name, _with_missing(spec["values"], more), spec.get("order", ()), **more)
    if kind == "numeric":
        settings = {"closed": spec.get("closed", "right"), "integer": spec.get("integer", False)}
        return Numeric.binned(
            name, spec["edges"], spec.get("labels", ()), spec.get("order", ()), **settings, **more
        )
    if kind == "tree":
        return _tree(name, spec, more)
    if kind == "prefix":
        listed = [v for v in spec.get("values", ()) if v != spec.get("missing-value")]
        values = _with_missing(spec.get("values", ()) if more.get("missing") else listed, more)
        return Prefix(name, values, length=spec["length"], **more)
    if kind == "grouped":
        return Grouped.of(name, spec["groups"], **more)
    matrix = tuple(tuple(row) for row in spec["matrix"])
    return Matrix(name, tuple(spec["values"]), matrix, **more)


def _tree(name: str, spec: Mapping[str, Any], more: dict[str, Any]) -> Dimension:
    """A tree as it stands there, of a table of paths that is read later, or of codes."""
    if "prefixes" in spec:
        if "tree" in spec:
            raise SpaceError("a tree of codes has prefixes, and no tree beside them.")
        return Tree.by_prefixes(name, spec.get("values", ()), spec["prefixes"], **more)
    if "values" in spec:
        raise SpaceError("values only go with prefixes; other trees have theirs in the tree.")
    if isinstance(spec["tree"], str):
        return Tree.of_paths(name, (), table=spec["tree"], **more)
    return Tree.of(name, spec["tree"], **more)


def _with_missing(values: Any, more: Mapping[str, Any]) -> tuple[Any, ...]:
    missing = more.get("missing")
    listed = tuple(values)
    return listed if missing is None or missing in listed else (*listed, missing)


def check_cost(cost: Mapping[str, Any]) -> None:
    """Refuse a [cost] table that names more than one source."""
    _known_keys(cost, _COST_KEYS, "[cost]")
    sources = [key for key in ("each", "column", "table") if key in cost]
    sources += ["per-value"] if "per-value" in cost or "base" in cost else []
    if len(sources) > 1:
        raise MarketFileError(f"[cost] must have one source, but it has {' and '.join(sources)}.")
    if "empty" in cost and not {"column", "table"} & set(cost):
        raise MarketFileError("empty under [cost] only goes with a column or a table of prices.")
    if not isinstance(cost.get("column", ""), str):
        raise MarketFileError('column under [cost] must be text, such as column = "price".')
    prices = cost.get("per-value", {})
    if not isinstance(prices, Mapping) or not all(isinstance(p, Mapping) for p in prices.values()):
        raise MarketFileError(
            "per-value under [cost] needs a table for each dimension, such as "
            "[cost.per-value.race] White = 2."
        )


def terms_from(spec: Mapping[str, Any]) -> Terms:
    """Read a [terms] table."""
    _known_keys(spec, _TERMS_KEYS, "[terms]")
    tiers = spec.get("tiers", [])
    if not isinstance(tiers, list | tuple):
        raise MarketFileError(_TIERS)
    for tier in tiers:
        if not isinstance(tier, Mapping):
            raise MarketFileError(_TIERS)
        _known_keys(tier, _TIER_KEYS, "a tier under [terms]")
        if set(tier) != _TIER_KEYS:
            raise MarketFileError(_TIERS)
    pairs = [(tier["from"], tier["price"]) for tier in tiers]
    try:
        return Terms.of(**{**spec, "tiers": pairs})
    except SettingError as error:
        raise MarketFileError(f"[terms]: {error}") from None


def _table(content: Mapping[str, Any], key: str, path: Path) -> Mapping[str, Any]:
    found = content.get(key, {})
    if not isinstance(found, Mapping):
        raise MarketFileError(f"[{key}] of {path} must be a table.")
    return found


def _known_keys(found: Mapping[str, Any], known: set[str], where: str) -> None:
    for key in found:
        if key not in known:
            raise MarketFileError(
                f"{where} has the unknown entry '{key}'.{nearest(key, sorted(known))} Known are: "
                f"{', '.join(sorted(known))}."
            )
