"""What a query of ours calls its steps, and the columns that it adds to those of a table.

All of them begin alike, in a way that nothing in the table does: else a column of the table would be
taken for one of ours, and other rows be drawn than were asked for.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.market.market import Market

_OURS = re.compile(r"tacit[0-9]*_")


def own_names(market: Market, *others: str) -> str:
    """How the names begin that a query over a market's table adds.

    Args:
        market: what was counted from the table.
        others: more names that the query uses, such as the table's.

    >>> from tacit.market.market import Market
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> market = Market.from_cells(Space((Nominal("Tacit_cell", ("a", "b")),)), [[0, 1]], [1, 2])
    >>> own_names(market)
    'tacit2_'
    """
    used = " ".join((*_names(market), market.name, *others)).lower()
    if "tacit_" not in used:
        return "tacit_"
    return next(own for n in count(2) if (own := f"tacit{n}_") not in used)


def not_ours(market: Market, names: list[str]) -> list[str]:
    """The columns of a delivered table without those that a query of ours may have added."""
    theirs = {name.lower() for name in _names(market)}
    return [n for n in names if n.lower() in theirs or not _OURS.match(n.lower())]


def _names(market: Market) -> tuple[str, ...]:
    return (*market.columns, *(d.column for d in market.space))
