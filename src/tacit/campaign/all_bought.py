"""Everything that was bought in a campaign, as one who saw every purchase sees it."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.campaign.reading import read_cell
from tacit.errors import CampaignError
from tacit.intents.box import Box
from tacit.market.cells import places
from tacit.market.purchase import Purchase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tacit.market.market import Market


def all_bought(market: Market, plans: Iterable[list[dict[str, Any]]]) -> Purchase | None:
    """Put the plans of all purchases together; None if nothing was bought.

    Raises:
        CampaignError: if nothing of it is on today's market.
    """
    return as_purchase(market, added_up(market, plans))


def added_up(market: Market, plans: Iterable[list[dict[str, Any]]]) -> Counter[tuple[int, ...]]:
    """How many records of each cell were bought."""
    total: Counter[tuple[int, ...]] = Counter()
    for line in chain.from_iterable(plans):
        total[read_cell(market, line["cell"])] += line["count"]
    return total


def as_purchase(market: Market, total: Counter[tuple[int, ...]]) -> Purchase | None:
    """Counts of cells as one purchase; None if there are none.

    Raises:
        CampaignError: if nothing of it is on today's market.
    """
    if not total:
        return None
    codes = np.array(list(total), dtype=np.uint32).T
    counts = np.array(list(total.values()), dtype=np.int64)
    # Bought twice, or from more than there is by now: nobody sees more than a cell holds.
    counts = np.minimum(counts, _stock(market, codes))
    if not counts.any():
        raise CampaignError("the market no longer holds any record of what was bought.")
    return Purchase(market, codes[:, counts > 0], counts[counts > 0])


def _stock(market: Market, codes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """How many records of each cell there are."""
    listed = market.cells(Box.everything(market.space))
    at = places(market.space, codes, listed.codes)
    stock = np.zeros(len(at), dtype=np.int64)
    stock[at >= 0] = listed.records[at[at >= 0]]
    return stock
