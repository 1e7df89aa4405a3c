"""Rows of a table that were counted, and which of its columns are looked at for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.market.sources.columns import Columns
    from tacit.market.sources.grouping import Groups
    from tacit.market.sources.recipe import Recipe


@dataclass(frozen=True, repr=False)
class Counted:
    """Rows of a table, counted as a recipe says; a market can be put together without the table.

    Attributes:
        columns: what the table's columns are.
        groups: the rows, grouped by what they hold.
    """

    columns: Columns
    groups: Groups


def looked_at(source: Columns, recipe: Recipe) -> list[str]:
    """The columns in which a missing value counts."""
    return list(source.names) if recipe.missing_in_all else [d.column for d in recipe.dimensions]


def beside(source: Columns, recipe: Recipe) -> list[str]:
    """Those of them that belong to no dimension."""
    used = {d.column for d in recipe.dimensions}
    return [name for name in looked_at(source, recipe) if name not in used]
