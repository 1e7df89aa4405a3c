"""Writing a market file: TOML that a person reads and edits, with a comment for each kind of line.

Dimensions may have thousands of values, for which the usual writer of TOML with comments takes minutes;
what is written here is a small part of TOML.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from tacit.market.terms import AS_LISTED

if TYPE_CHECKING:
    from tacit.market.sources.engines.address import Place
    from tacit.market.sources.recipe import Recipe

ADVICE = (
    "How Tacit reads this table. Edit it freely: join or split bins, rename labels, remove",
    "dimensions. Choose bins by the data, never by what you want to buy: edges that follow it",
    "give it away.",
)
LINE = 100
"""Lists that are longer than this go over several lines."""
_ABOUT = {
    "table": "beside this file, or a full path",
    "missing": 'rows that lack a value: "keep" them as a value of their own, or "drop" them',
    "missing-in": "look for missing values in every column",
    "count": "the column that says how many records a row stands for",
    "encoding": "how the text is written",
    "sheet": "the sheet of the workbook",
    "header-line": "the line that names the columns",
    "kind": "nominal, ordinal, numeric, tree, prefix, grouped or matrix",
    "values": "in the order in which they are shown",
    "edges": "where one bin ends and the next begins",
    "labels": "what the bins are called",
    "closed": 'which edge a bin holds: its lower one ("left") or its upper one ("right")',
    "integer": "only whole numbers occur",
    "other": "what stands for values that are not listed",
    "missing-value": "what stands for rows that lack a value",
    "column": "the column of the table",
}
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def market_file(recipe: Recipe) -> str:
    """The text of a market file."""
    return _Writer(recipe).text()


class _Writer:
    """Writes a market file; each kind of line is explained where it first stands."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe, self._explained = recipe, set[str]()
        self._lines = [f"# {line}" for line in ADVICE]

    def text(self) -> str:
        """The whole file."""
        recipe = self.recipe
        names = {d.name for d in recipe.dimensions}
        remarks = dict.fromkeys(names, "")
        others = []
        for remark in recipe.remarks:
            name, _, said = remark.partition(": ")
            if name in names and not remarks[name]:
                remarks[name] = said
            else:
                others.append(remark)
        self._section("market", _about_table(recipe), others)
        if recipe.place is not None:
            self._section("source", _about_place(recipe.place))
        for d in recipe.dimensions:
            self._section(f"dimensions.{toml_key(d.name)}", d.to_spec(), [remarks[d.name]])
        self._section("written", recipe.written)
        self._section("statistics", recipe.statistics)
        self._section("cost", recipe.cost)
        if recipe.terms != AS_LISTED:
            self._section("terms", recipe.terms.to_spec())
        return "\n".join([*self._lines, ""])

    def _section(self, name: str, told: Mapping[str, Any], remarks: Sequence[str] = ()) -> None:
        if not told and not remarks:
            return
        self._lines += ["", f"[{name}]"]
        self._lines += [f"# {' '.join(remark.split())}" for remark in remarks if remark]
        tables = {}
        for key, value in told.items():
            if isinstance(value, Mapping) and key != "tree":
                tables[key] = value
            else:
                self._line(key, value, explain=name == "market" or name.startswith("dimensions."))
        for key, value in tables.items():
            self._section(f"{name}.{toml_key(key)}", value)

    def _line(self, key: str, value: Any, *, explain: bool) -> None:
        about = _ABOUT.get(key) if explain and key not in self._explained else None
        self._explained.add(key)
        line = f"{toml_key(key)} = {_value(value)}"
        if about and len(line) + len(about) < LINE:
            self._lines.append(f"{line}  # {about}")
        else:
            self._lines += [f"# {about}"] if about else []
            self._lines.append(line)


def _about_table(recipe: Recipe) -> dict[str, Any]:
    told = {
        "table": recipe.table,
        "encoding": recipe.encoding,
        "sheet": recipe.sheet,
        "header-line": recipe.header_line,
        "missing": recipe.missing,
        "missing-in": "all" if recipe.missing_in_all else None,
        "count": recipe.count,
        "name": recipe.name,
    }
    return {key: value for key, value in told.items() if value is not None}


def _about_place(place: Place) -> dict[str, Any]:
    told = {"uri": place.uri, "table": place.table, "query": place.query_file}
    return {key: value for key, value in told.items() if value is not None}


def toml_key(name: str) -> str:
    """A name as TOML has it, in quotes where it must."""
    return name if name and set(name) <= _BARE else _text(name)


def _text(text: str) -> str:
    """A text in quotes; JSON's marks mean the same to TOML, which wants one more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(str(key))} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return _list([_value(one) for one in value])
    return _text(str(value))


def _list(parts: Sequence[str]) -> str:
    """A list in one line, or in as few as it takes."""
    if sum(map(len, parts)) + 2 * len(parts) <= LINE:
        return f"[{', '.join(parts)}]"
    lines, line = [], ""
    for part in parts:
        if line and len(line) + len(part) + 2 > LINE:
            lines.append(line)
            line = ""
        line += f"{part}, "
    return "\n".join(["[", *(f"    {one.rstrip()}" for one in [*lines, line]), "]"])
