"""A market with other counts at the same prices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.errors import TableError
from tacit.intents.box import Box
from tacit.market.cells import Cells, cell_keys, places
from tacit.market.dense import DenseCube
from tacit.market.sparse import SparseCube

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.market.market import Market

    Assembled = Callable[[NDArray[np.int64], NDArray[np.int64]], Market]
    """Makes a market of cells, by their codes, and their counts."""

MOST_CELLS = 2_000_000
"""More cells than this are not laid out one by one."""


def recounted(market: Market, cells: Cells) -> Market:
    """The same market with these cells, which hold records or have a price of their own."""
    if max(float(cells.spend.sum(dtype=float)), float(cells.records.sum(dtype=float))) >= LARGEST:
        raise TableError("the counts are too large to be added up exactly.")
    if isinstance(market.cube, DenseCube):
        return replace(market, cube=DenseCube.of(cells, market.space.shape))
    known = cells.records != 0
    if cells.excess is not None:
        known |= cells.excess != 0
    at = np.flatnonzero(known)
    at = at[np.argsort(cell_keys(market.space, cells.codes[:, at]))]
    excess = None if cells.excess is None else cells.excess[at]
    listed = Cells(cells.codes[:, at], cells.records[at], cells.spend[at], excess)
    return replace(market, cube=SparseCube(listed, market.space.shape))


def with_counts(market: Market, codes: NDArray[Any], records: NDArray[np.int64]) -> Market:
    """The same market with these counts, at its own prices; parts of a tick are rounded up."""
    around = market.cells(Box.everything(market.space))
    at = places(market.space, codes, around.codes)
    excess = None
    if around.excess is not None:
        excess = np.where(at >= 0, around.excess[at], 0)
        lost = np.setdiff1d(np.arange(len(around.records)), at)  # prices of cells not listed here
        codes = np.hstack([codes, around.codes[:, lost].astype(codes.dtype)])
        records = np.concatenate([records, np.zeros(len(lost), dtype=np.int64)])
        excess = np.concatenate([excess, around.excess[lost]])
    ticks = market.rule.tick / market.money_tick
    prices = market.prices(Cells(codes, records, records, excess)).tolist()
    each = [-(-price * ticks.numerator // ticks.denominator) for price in prices]
    if float(np.dot(records.astype(float), np.array(each, dtype=float))) >= LARGEST:
        raise TableError("the counts are too large to be added up exactly.")
    spend = records * np.array(each, dtype=np.int64)
    return recounted(market, Cells(codes, records, spend, excess))


def every_cell(market: Market) -> NDArray[np.int64]:
    """The codes of every cell of a market, one per column."""
    shape = market.space.shape
    return np.indices(shape).reshape(len(shape), -1)


def require_few(cells: int, what: str) -> None:
    """Refuse what would have to be laid out cell by cell, and is far too much."""
    if cells > MOST_CELLS:
        raise TableError(
            f"the market has {cells:,} cells, and {what} takes at most {MOST_CELLS:,}. Join values, or "
            "leave dimensions out."
        )
