"""The sets of values that a post around some candidates may need on one dimension.

A post that is drawn for some candidates need be no wider than the narrowest box around them: so on each
dimension it needs no other values than theirs together, and what lies in the gaps. Where all candidates
want all values there is one such set, however many values the dimension has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit.space.gaps import how_many_sets, sets_within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.space.dimension import Mask
    from tacit.space.gaps import NaturalOrder


def useful_sets(rows: Mask, order: NaturalOrder | None, most: int) -> Mask | None:
    """The sets that candidates' sets make together, one a row; None if they are more than so many.

    Args:
        rows: the values that each candidate wants, one row each.
        order: the order in which no gap may be left; None if gaps may be.
        most: how many sets are looked at.
    """
    own = _once(rows)
    if (own.sum(axis=1) == 1).all():
        inside: Mask = np.any(own, axis=0)
        if order is None:
            return (
                sets_within(None, inside)
                if how_many_sets(None, int(inside.sum())) <= most
                else None
            )
    return _joined(own, most) if order is None else _runs(own, order, most)


def _runs(rows: Mask, order: NaturalOrder, most: int) -> Mask | None:
    """The runs from where one candidate begins to where another ends, around both."""
    ranked = rows[:, order.codes]
    first = ranked.argmax(axis=1)
    last = ranked.shape[1] - 1 - ranked[:, ::-1].argmax(axis=1)
    ends = np.unique(np.stack([first, last], axis=1), axis=0)
    if len(ends) > most:
        return None
    low = np.minimum(ends[:, None, 0], ends[None, :, 0]).reshape(-1)
    high = np.maximum(ends[:, None, 1], ends[None, :, 1]).reshape(-1)
    pairs = np.unique(np.stack([low, high], axis=1), axis=0)
    if len(pairs) > most:
        return None
    return np.asarray(
        (order.ranks >= pairs[:, :1]) & (order.ranks <= pairs[:, 1:]),
    )


def _joined(rows: Mask, most: int) -> Mask | None:
    """All unions of sets."""
    width = rows.shape[1]
    found: set[int] = set()
    for number in map(_number, rows):
        found |= {number} | {number | other for other in found}
        if len(found) > most:
            return None
    bits = [[bool(number >> place & 1) for place in range(width)] for number in sorted(found)]
    return np.array(bits, dtype=bool)


def _number(row: NDArray[np.bool_]) -> int:
    return sum(1 << place for place in np.flatnonzero(row).tolist())


def _once(rows: Mask) -> Mask:
    return np.asarray(np.unique(rows, axis=0))
