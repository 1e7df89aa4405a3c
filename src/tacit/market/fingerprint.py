"""What tells one market from another, in a word that can be written down in place of its cells."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from tacit.intents.box import Box
from tacit.market.in_engine import EngineCube

if TYPE_CHECKING:
    from tacit.market.market import Market


def fingerprint(market: Market) -> str:
    """What tells a market from one with other cells, however its cells are kept.

    Campaign files keep it: were it made otherwise, they would all seem to be about other markets. Of cells
    that stay in an engine and do not fit into memory it tells sums that the engine makes of them instead.
    """
    space = [(d.name, d.values) for d in market.space]
    made = hashlib.sha256(repr((space, market.total.price)).encode())
    if isinstance(market.cube, EngineCube) and not market.cube.fits:
        made.update(repr((market.filled, market.total, market.cube.checksum())).encode())
        return made.hexdigest()
    cells = market.cells(Box.everything(market.space))
    known = cells.records > 0
    for array in (cells.codes[:, known], cells.records[known], cells.spend[known]):
        made.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return made.hexdigest()
