"""What was worked out of a table's files before: a proposed recipe, and counted rows.

It is kept in the user's cache under all that decides it: the content of the files, their names, what was
said and asked, and the versions of Tacit and of the database. Nothing in it comes from a want.
"""

from __future__ import annotations

import json
from functools import cached_property
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit._version import __version__
from tacit.market.sources.answers import (
    counted_from_bytes,
    counted_to_bytes,
    question,
    recipe_from_bytes,
    recipe_to_bytes,
)
from tacit.market.sources.contents import Contents, contents_of
from tacit.market.sources.files import base_of

if TYPE_CHECKING:
    from tacit.market.sources.bounds import Bounds
    from tacit.market.sources.cache import Cache
    from tacit.market.sources.counted import Counted
    from tacit.market.sources.opened import FileOptions
    from tacit.market.sources.recipe import Recipe

FORMAT = 2
"""To be raised where the same table is proposed, counted or kept in another way than before."""


class Remembered:
    """The answers about one table that were kept, and those to be kept.

    Args:
        table: where it is; nothing is kept of what is no file.
        options: what is said of the file that it does not say itself.
        bounds: what reading may take.
        cache: where answers are kept; None to remember nothing.
    """

    def __init__(
        self,
        table: Any,
        options: FileOptions,
        bounds: Bounds,
        cache: Cache | None,
    ) -> None:
        self._table, self._options, self._bounds = table, options, bounds
        self._cache = cache if isinstance(table, str | Path) else None
        self._new: dict[str, bytes] = {}

    @cached_property
    def _contents(self) -> Contents | None:
        if self._cache is None:
            return None
        return contents_of(Path(self._table), self._cache)

    def recipe(self, asked: Any) -> Recipe | None:
        """What was proposed when the same was asked; without table, cost and count."""
        found = self._get("recipe", asked)
        return None if found is None else recipe_from_bytes(found)

    def keep_recipe(self, asked: Any, recipe: Recipe) -> None:
        """Keep what was proposed, once all is well."""
        if self._contents is not None:
            self._keep("recipe", asked, recipe_to_bytes(recipe))

    def counted(self, recipe: Recipe) -> Counted | None:
        """What was counted by the same recipe."""
        asked = question(recipe)
        found = None if asked is None else self._get("groups", asked)
        return None if found is None else counted_from_bytes(found, recipe)

    def keep_counted(self, recipe: Recipe, counted: Counted) -> None:
        """Keep what was counted, once all is well."""
        asked = question(recipe)
        if self._contents is not None and asked is not None:
            self._keep("groups", asked, counted_to_bytes(counted))

    def all_is_well(self) -> None:
        """Write what is to be kept, unless the table has changed since it was looked at first."""
        new, self._new = self._new, {}
        if not new or self._cache is None or self._contents is None:
            return
        if self._contents.are_still():
            for name, content in new.items():
                self._cache.put(name, content)

    def _get(self, kind: str, asked: Any) -> bytes | None:
        contents = self._contents
        if contents is None or self._cache is None:
            return None
        return self._cache.get(self._name(kind, asked, contents))

    def _keep(self, kind: str, asked: Any, content: bytes | None) -> None:
        contents = self._contents
        if contents is not None and content is not None:
            self._new[self._name(kind, asked, contents)] = content

    def _name(self, kind: str, asked: Any, contents: Contents) -> str:
        """What an answer is kept under: one number of all that decides it."""
        table, said = Path(self._table), self._options
        told = [FORMAT, __version__, _engine(), kind, contents.digest, table.name or str(table)]
        told += [_folders(table), said.encoding, said.sheet, said.header_line]
        told += [self._bounds.unpacked, asked]
        return f"{sha256(json.dumps(told, default=repr).encode()).hexdigest()}.{kind}"


def _engine() -> str:
    """Which database reads tables; to import it would take long."""
    try:
        return version("duckdb")
    except PackageNotFoundError:
        return ""


def _folders(table: Path) -> list[str]:
    """The folders above a table that may be named like columns."""
    return [part for part in base_of(table).absolute().parts if "=" in part]
