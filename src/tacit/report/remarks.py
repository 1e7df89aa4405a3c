"""Remarks about a table, in short where it has very many columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.market.sources.recipe import Recipe

MANY = 12
"""More remarks than this about single columns are put together."""
SHOWN = 5
_LEFT_OUT, _UNSURE = ": left out, as ", "under [written]"


def in_short(notes: Sequence[str], recipe: Recipe | None, file: str | None) -> list[str]:
    """What to tell of a table: all of it, or where columns are many, what matters.

    That is what is about the whole table, and columns that may have been read otherwise than was meant.

    Args:
        notes: all that there is to tell.
        recipe: what was proposed.
        file: the market file, in which all of it stands.
    """
    own = [] if recipe is None else [note for note in notes if _is_about_a_column(note, recipe)]
    if len(own) <= MANY:
        return list(notes)
    told = [note for note in notes if note not in own]
    unsure = [note for note in own if _UNSURE in note]
    left_out = [note.partition(_LEFT_OUT)[0] for note in own if _LEFT_OUT in note]
    if left_out:
        more = f" and {len(left_out) - SHOWN:,} more" if len(left_out) > SHOWN else ""
        told.append(f"columns left out: {', '.join(left_out[:SHOWN])}{more}")
    where = f"it stands in {file}" if file else "it would stand in the market file"
    rest = len(own) - min(len(unsure), MANY)
    return [*told, *unsure[:MANY], f"there is more to say of {rest:,} columns: {where}"]


def _is_about_a_column(note: str, recipe: Recipe) -> bool:
    if note not in recipe.remarks:
        return False
    names = {d.name for d in recipe.dimensions}
    return note.partition(": ")[0] in names or _LEFT_OUT in note
