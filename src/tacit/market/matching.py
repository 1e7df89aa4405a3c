"""How many records match a widened intent as it was told, where the table can be counted again.

A market only knows whole bins. What a condition that cuts through them holds is counted in the rows:
once more, with bins that are cut around what the condition says. Nobody else learns of these bins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

import numpy as np

from tacit.errors import TacitError
from tacit.intents.box import Box
from tacit.intents.finer import finer
from tacit.market.cells import places, priced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tacit.intents.intent import Intent, ToldBox
    from tacit.market.cells import Cells, Ints
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.space.dimension import Dimension


class Recount(Protocol):
    """A table that can be counted again, with other dimensions."""

    @property
    def costs_rows(self) -> bool:
        """Whether each row says what its records cost, so that a cell may have several prices."""

    def __call__(self, dimensions: Sequence[Dimension]) -> Market:
        """Count the table; prices are those of the rows, or 1."""


@dataclass(frozen=True, eq=False, repr=False)
class Matches:
    """What matches an intent as it was told.

    Attributes:
        mass: all of it; cells and price are those of the bins around.
        codes: the cells of the market that hold records.
        records: how many records of each of them match.
    """

    mass: Mass
    codes: NDArray[np.unsignedinteger]
    records: Ints


_KNOWN: WeakKeyDictionary[Recount, dict[tuple[ToldBox, ...], Matches | None]] = WeakKeyDictionary()
"""What was found, as long as the market lives: several parts of one answer ask for it."""


def matching(market: Market, intent: Intent) -> Mass | None:
    """What matches an intent as it was told; None where that is not known.

    Contract:
        promises: records and spend are those of the rows that match. Cells and price are those of the
            bins around. An intent that was not widened costs no look at the table.
    """
    if not intent.widened:
        return market.mass(intent)
    found = _found(market, intent)
    return None if found is None else found.mass


def matching_in(market: Market, intent: Intent, cells: Cells) -> Ints | None:
    """How many records of each of some cells match an intent as it was told; None if that is not known.

    Contract:
        needs: the cells hold what they hold in the market.
    """
    if not intent.widened:
        return np.where(cells.of(intent), cells.records, 0)
    found = _found(market, intent)
    if found is None:
        return None
    at = places(market.space, cells.codes, found.codes)
    return np.where(at < 0, 0, found.records[at])


def _found(market: Market, intent: Intent) -> Matches | None:
    """What matches a widened intent, found once; None where that is not known."""
    if market.recount is None or not intent.told:
        return None
    known = _KNOWN.setdefault(market.recount, {})
    if intent.told not in known:
        known[intent.told] = _counted(market, market.recount, intent)
    return known[intent.told]


def _counted(market: Market, recount: Recount, intent: Intent) -> Matches | None:
    """What matches, by the rows; None if they are not those that the market was counted from."""
    try:
        told = finer(intent)
        again = recount(told.intent.space.dimensions)
        mine, its = _filled(market), _filled(again)
    except (
        TacitError
    ):  # the table is gone or no longer what it was, the condition too long, or too many cells
        return None
    at = places(market.space, told.coarse(its.codes), mine.codes)
    if not _is_same(mine, its, at):
        return None
    inside = its.of(told.intent)
    if recount.costs_rows:
        spend = int(its.spend[inside].sum()) * again.money_tick / market.money_tick
    else:  # then all records of a cell cost the same
        each = mine.spend[at[inside]] // mine.records[at[inside]]
        spend = Fraction(priced(its.records[inside], each))
    records = np.zeros_like(mine.records)
    np.add.at(records, at[inside], its.records[inside])
    mass = replace(market.mass(intent), records=int(records.sum()), spend=int(spend))
    return Matches(mass, mine.codes, records)


def _filled(market: Market) -> Cells:
    """All cells that hold records."""
    cells = market.cells(Box.everything(market.space))
    return cells.where(cells.records > 0)


def _is_same(mine: Cells, its: Cells, at: NDArray[np.intp]) -> bool:
    """Whether a table that was counted again still holds what it did, cell by cell."""
    if (at < 0).any():
        return False
    again = np.zeros_like(mine.records)
    np.add.at(again, at, its.records)
    return np.array_equal(again, mine.records)
