"""The last few blocks that were settled, so that who asks again need not wait again.

An audit asks a method what it would draw, then what it would draw for every other candidate of the same
block: the same program each time. What decides the answer is all in a digest, so nothing else can be
mistaken for it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.intents.box import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    from tacit.candidates.candidates import Candidates
    from tacit.candidates.secrets import Secrets
    from tacit.market.market import Market
    from tacit.publishing.sealed.blocks import Block
    from tacit.publishing.sealed.boxes_to_draw import Form
    from tacit.publishing.sealed.sealing import SealedBlock

MOST = 2
"""How many are remembered: each keeps its market in memory."""
_KNOWN: OrderedDict[bytes, SealedBlock] = OrderedDict()


def remembered(asked: bytes, settle: Callable[[], SealedBlock]) -> SealedBlock:
    """What was settled for the same question before, or else is now."""
    if asked not in _KNOWN:
        found = settle()
        _KNOWN[asked] = found
        while len(_KNOWN) > MOST:
            _KNOWN.popitem(last=False)
    _KNOWN.move_to_end(asked)
    return _KNOWN[asked]


def digest(block: Block, secrets: Secrets, form: Form, considered: int) -> bytes:
    """All that decides how a block is published."""
    market = block.candidates.market
    made = hashlib.sha256(_of_market(market))
    made.update(_of_candidates(block.candidates))
    for mask in block.around:
        made.update(np.packbits(mask).tobytes())
    hidden = sorted(secrets.hidden.items())
    common = None if form.common is None else sorted(box.codes for box in form.common.boxes)
    # Attackers by what they are: two of one name may have settings of their own.
    whom = [
        (type(one).__module__, repr(getattr(one, "__dict__", "")), one.name)
        for one in form.attackers
    ]
    look = (form.objective, form.contiguous, form.limits, form.bare, form.effort)
    made.update(
        repr((secrets.limit, hidden, secrets.within, common, whom, look, considered)).encode()
    )
    made.update(block.places.tobytes())
    return made.digest()


def _of_market(market: Market) -> bytes:
    """What tells a market from others to who draws: its cells, its prices, and which values are in a row."""
    cells, rule = market.cells(Box.everything(market.space)), market.rule
    orders = [dimension.natural_order for dimension in market.space]
    rows = [None if order is None else order.ranks.tolist() for order in orders]
    per_value = [prices.tolist() for prices in rule.per_value or ()]
    # Dimensions by all that they say: of another kind they make another space, whatever their values.
    told = (repr(market.space), rows, rule.base, rule.tick, per_value, market.money_tick)
    made = hashlib.sha256(repr(told).encode())
    for array in (cells.codes, cells.records, cells.spend, cells.excess):
        made.update(b"-" if array is None else np.ascontiguousarray(array, dtype="<i8").tobytes())
    return made.digest()


def _of_candidates(found: Candidates) -> bytes:
    """Candidates with their weights."""
    made = hashlib.sha256()
    for stack in ([found.codes],) if found.codes is not None else found.in_pieces:
        for rows in stack:
            made.update(repr((rows.shape, rows.dtype.str)).encode())
            made.update(np.ascontiguousarray(rows).tobytes())
    for weights in found.beliefs:
        made.update(_of_weights(weights))
    return made.digest()


def _of_weights(weights: Any) -> bytes:
    """Whole numbers of any size."""
    return repr(weights.tolist()).encode()
