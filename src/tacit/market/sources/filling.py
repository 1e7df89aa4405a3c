"""Filling dimensions whose values a market file leaves to tables: prefixes, codes, trees of paths."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.errors import MarketFileError
from tacit.market.sources.tree_table import paths_of
from tacit.space.prefix import Prefix
from tacit.space.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.market.sources.questions import Questions
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.table import Source
    from tacit.space.dimension import Dimension

MOST_FOUND = 100_000
"""More values than this are not taken from a table."""


def filled(source: Questions, recipe: Recipe, opened: Callable[[str], Source]) -> Recipe:
    """A recipe whose dimensions all have values.

    Args:
        source: the table that is to be counted.
        recipe: how; dimensions that are open are filled.
        opened: how to open another table, by its path.
    """
    if not any(d.is_open for d in recipe.dimensions):
        return recipe
    found = tuple(_filled(source, d, recipe.folder, opened) for d in recipe.dimensions)
    return replace(recipe, dimensions=found)


def _filled(
    source: Questions, d: Dimension, folder: str, opened: Callable[[str], Source]
) -> Dimension:
    more = {"column": d.column, "missing": d.missing}
    if not d.is_open:
        return d
    if isinstance(d, Prefix):
        return replace(
            d, **d.filled(sorted({d.group(text) for text in _distinct(source, d, d.length)}))
        )
    assert isinstance(d, Tree)
    if d.table is not None:
        paths = paths_of(opened(str(Path(folder) / d.table)))
        return Tree.of_paths(d.name, paths, table=d.table, **more)
    codes = _distinct(source, d)
    return Tree.by_prefixes(d.name, codes, d.prefixes, **more)


def _distinct(source: Questions, d: Dimension, length: int | None = None) -> list[str]:
    """What occurs in a column, or how it begins, in order."""
    source.require([d.column])
    found = sorted(source.texts(d.column, length, MOST_FOUND + 2))
    if len(found) > MOST_FOUND:
        raise MarketFileError(
            f"[dimensions.{d.name}]: column '{d.column}' gives more than {MOST_FOUND:,} values. Use "
            'kind = "prefix" with a shorter length.'
        )
    if not found and d.missing is None:
        raise MarketFileError(f"[dimensions.{d.name}]: column '{d.column}' holds no value.")
    return found
