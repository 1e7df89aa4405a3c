"""Masses: what an intent holds, and the most that one of its cells does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mass:
    """What an intent holds.

    Attributes:
        records: how many records.
        spend: what they cost together, in the market's money ticks.
        cells: how many cells, empty ones included.
        price: the price of one record of each of those cells, together, in price ticks.
    """

    records: int
    spend: int
    cells: int
    price: int

    def __add__(self, other: Mass) -> Mass:
        return Mass(
            self.records + other.records,
            self.spend + other.spend,
            self.cells + other.cells,
            self.price + other.price,
        )

    def __sub__(self, other: Mass) -> Mass:
        return self + Mass(-other.records, -other.spend, -other.cells, -other.price)


@dataclass(frozen=True)
class Peak:
    """The most that a single cell of an intent holds: records, spend, and price of one record."""

    records: int
    spend: int
    price: int
