"""What has to be allocated: the cells of a published intent, and how much of each may be bought."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import LARGEST
from tacit.attackers.purchase_f import PurchaseF
from tacit.errors import NotContained, PurchaseError
from tacit.market.cells import Cells, Ints, offsets
from tacit.market.purchase import Purchase, box_around

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.attackers.observer import Observer
    from tacit.intents.intent import Intent
    from tacit.market.market import Market


@dataclass(frozen=True)
class Problem:
    """A published intent to buy from, without giving the true one away.

    Attributes:
        market: what is on offer.
        true: what is wanted.
        published: what may be bought from.
        limit: the highest confidence allowed about a wanted cell.
        observer: who sees the purchase.
        earlier: what was bought before for the same need; only what it left is on offer.
        progress: who is told how far the work has come.
    """

    market: Market
    true: Intent
    published: Intent
    limit: Fraction
    observer: Observer
    earlier: Purchase | None = None
    progress: Listener | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.true.required() <= self.published:
            raise NotContained(
                "the published intent leaves out part of the true intent. Publish all of it."
            )
        if not self.total and self.earlier is None:
            raise PurchaseError("the published intent holds no records in this market.")
        if not self.total:
            raise PurchaseError("all records of the published intent have been bought.")

    @cached_property
    def cells(self) -> Cells:
        """The cells of the published intent that hold records, without what was bought before."""
        return cells_left(self.market, self.published, self.earlier)

    @cached_property
    def came_of_cells(self) -> Ints:
        """How many records of each cell were bought before."""
        return self.stock * 0 if self.earlier is None else self.earlier.among(self.cells)

    @cached_property
    def came(self) -> int:
        """How many wanted records were bought before."""
        return 0 if self.earlier is None else self.earlier.records_in(self.true.required())

    @property
    def stock(self) -> Ints:
        """How many records each cell holds."""
        return self.cells.records

    @cached_property
    def total(self) -> int:
        """How many records there are to buy from."""
        return int(self.cells.records.sum())

    @cached_property
    def seen(self) -> int:
        """How many records the observer compares with: those in the narrowest box around the cells.

        For one published box these are all that can be bought; for several they are more.
        """
        if len(self.published.boxes) == 1:
            return self.total
        return self.market.mass(box_around(self.market.space, self.cells.codes)).records

    @cached_property
    def prices(self) -> Ints:
        """The price of one record of each cell, in price ticks."""
        return self.market.prices(self.cells)

    @cached_property
    def wanted(self) -> NDArray[np.bool_]:
        """Which cells are wanted."""
        return self.cells.of(self.true)

    @cached_property
    def matching(self) -> Ints | None:
        """How many records of each cell match what was asked for, if bins hold more than that.

        None where they do not, or that is not known: where rows are not at hand, or some were bought.
        """
        if not self.true.widened or self.earlier is not None:
            return None
        return self.market.matching_in(self.cells, self.true)

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """For each dimension and cell, the flat number of the cell's value."""
        starts = np.array(offsets(self.market.space.shape)[:-1], dtype=np.int64)[:, None]
        values: NDArray[np.int64] = self.cells.codes.astype(np.int64, order="C") + starts
        return values

    @cached_property
    def to_cover(self) -> NDArray[np.bool_]:
        """The values that must be seen among what is bought: those of the published intent.

        Values that no record on offer has can't be seen, and are left out.
        """
        on_offer = np.zeros(sum(self.market.space.shape), dtype=bool)
        on_offer[self.values.reshape(-1)] = True
        return on_offer

    def require_size(self, size: int) -> None:
        """Refuse a number of records that can't be bought."""
        if isinstance(size, bool) or not isinstance(size, Integral):
            raise PurchaseError("the number of records to buy must be a whole number.")
        if size < 1:
            raise PurchaseError("buy at least one record.")
        if size > LARGEST:
            raise PurchaseError(f"the number of records to buy must be at most {LARGEST:,}.")
        self.require_sold()
        least = self.market.terms.minimum
        if size < least:
            raise PurchaseError(
                f"the market sells no order of fewer than {least:,} records. Buy that many or more."
            )
        if size > self.total:
            raise PurchaseError(
                f"{size:,} records were asked for, but the published intent holds {self.total:,}."
            )

    def require_sold(self) -> None:
        """Refuse a post that holds less than the smallest order that is sold."""
        least = self.market.terms.minimum
        if self.total < least:
            raise PurchaseError(
                f"the market sells no order of fewer than {least:,} records, but the published intent "
                f"holds {self.total:,}. Publish a wider intent."
            )

    def most(self, size: int) -> Ints:
        """How many records of each wanted cell a purchase of some size may hold at most.

        By the observer, or by the p-value test for one who judges only whole purchases.
        """
        return self.test.most(self.stock[self.wanted], self.seen, size, self.limit)

    @cached_property
    def test(self) -> Observer:
        """Who says what may be bought of single cells."""
        return self.observer if self.observer.by_cell else PurchaseF()

    def purchase(self, counts: NDArray[Any]) -> Purchase:
        """The purchase that takes these counts of the cells."""
        return Purchase.of(self.market, self.cells, counts)


def cells_left(market: Market, within: Intent, bought: Purchase | None) -> Cells:
    """The cells of an intent that hold records, without what was bought."""
    listed = market.cells(within)
    if bought is not None:
        left = np.maximum(listed.records - bought.among(listed), 0)
        listed = listed._replace(records=left)
    return listed.where(listed.records > 0)
