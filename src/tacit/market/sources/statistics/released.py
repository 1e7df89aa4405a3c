"""A market known by released counts: with noise, or with small ones left out."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tacit.errors import MarketFileError, TableError
from tacit.market.bounded import Bounded
from tacit.market.cells import places
from tacit.market.sources.statistics.listing import listed, number
from tacit.market.sources.statistics.noise import farthest
from tacit.market.sources.statistics.recounted import every_cell, require_few, with_counts
from tacit.market.sources.statistics.told import SUPPRESSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.market.market import Market
    from tacit.market.sources.questions import Questions
    from tacit.market.sources.recipe import Recipe
    from tacit.market.sources.statistics.listing import Row
    from tacit.market.sources.statistics.recounted import Assembled
    from tacit.market.sources.statistics.told import Told


class Between(NamedTuple):
    """What is known of some cells: the fewest records each holds, the most, and about how many."""

    least: NDArray[np.int64]
    about: NDArray[np.int64]
    most: NDArray[np.int64]


def from_released(source: Questions, recipe: Recipe, told: Told, assembled: Assembled) -> Market:
    """The market that counts were released of; `assembled` makes one of cells and their counts."""
    if recipe.count is None:
        raise MarketFileError(
            'released counts need the column that holds them: count = "..." under [market].'
        )
    rows = listed(source, recipe.dimensions, recipe.count)
    codes = np.array([row.codes for row in rows], dtype=np.int64).T
    size = 1
    for d in recipe.dimensions:
        size *= len(d)
    off = 0.0
    if told.noise is not None:
        many = size if told.unlisted == SUPPRESSED else len(rows)
        off = farthest(told.noise, float(told.scale), many)
    between, hidden = _between(source, recipe.count, rows, told, off)
    if not between.about.any():
        raise TableError(f"{source.name} says of no cell that it holds any record.")
    made = assembled(codes, between.about)
    least = with_counts(made, codes, between.least)
    if told.unlisted == SUPPRESSED:
        require_few(size, 'unlisted = "suppressed"')
        every = every_cell(made)
        at = places(made.space, every, codes)
        most = np.where(at >= 0, between.most[at], _most_hidden(told, off))
        above = with_counts(made, every, most)
    else:
        above = with_counts(made, codes, between.most)
    note = _note(told, off, len(rows), hidden)
    known = Bounded(least, above, note, told.noise is None)
    return replace(made, knowledge=known, notes=(*made.notes, note))


def _between(
    source: Questions, count: str, rows: Sequence[Row], told: Told, off: float
) -> tuple[Between, int]:
    """What each row says, and how many of them were left out."""
    found, hidden = [], 0
    for row in rows:
        if told.below is not None and (row.said is None or row.said == told.mark):
            most = _most_hidden(told, off)
            found.append((told.at_least, max((told.at_least + told.below - 1) // 2, 1), most))
            hidden += 1
            continue
        said = number(source, count, row.said)
        if told.noise is None:
            found.append(_exactly(source, count, said, told))
        else:
            found.append((max(ceil(said - off), 0), max(round(said), 0), max(floor(said + off), 0)))
    return Between(*np.array(found, dtype=np.int64).T), hidden


def _exactly(source: Questions, count: str, said: float, told: Told) -> tuple[int, int, int]:
    """A count that was not left out; one below the threshold, but for 0, should have been."""
    if said < 0 or said != floor(said) or 0 < said < (told.below or 0):
        raise TableError(
            f"column '{count}' of {source.name} says {said:g}, but counts are whole numbers, 0 or more, and "
            f"those below {told.below} are said to be left out. Mend that row, or suppressed-below."
        )
    return (int(said),) * 3


def _most_hidden(told: Told, off: float) -> int:
    """The most records that a cell holds whose count was left out."""
    assert told.below is not None
    return told.below - 1 + floor(off)


def _note(told: Told, off: float, rows: int, hidden: int) -> str:
    parts = []
    if told.noise is not None:
        parts.append(
            f"counts were released with {told.noise} noise of scale {float(told.scale):g}: all {rows:,} of "
            f"them are within {off:,.1f} of the truth, at 95%. Assumed is that the noise of each is "
            "independent of the others'"
        )
    if told.below is not None:
        rest = "may hold as many" if told.unlisted == SUPPRESSED else "are empty"
        parts.append(
            f"counts below {told.below} were left out, {hidden:,} of {rows:,}: each of these holds "
            f"{told.at_least} to {_most_hidden(told, off)}, and is taken to hold the middle of that; cells "
            f"without a row {rest}"
        )
    return "; ".join(parts)
