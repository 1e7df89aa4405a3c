"""Markets of a few cells, whose answers a person can compute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

LAYOUTS = ("dense", "sparse")

SEX_HOURS = Space((Nominal("sex", ("F", "M")), Ordinal("hours", ("few", "some", "many"))))


def of_hours(layout: str = "auto", **more: Any) -> Market:
    """F works few, some, many: 1, 0, 4 records; M: 0, 2, 8."""
    return Market.from_cube(SEX_HOURS, [[1, 0, 4], [0, 2, 8]], layout=layout, **more)


def line(records: Sequence[int], prices: Sequence[Any] | None = None) -> Market:
    """One dimension, x, with values a, b, c and so on."""
    names = tuple("abcdefghij"[: len(records)])
    return Market.from_cube(Space((Nominal("x", names),)), records, prices)


def bought(market: Market, **counts: int) -> Purchase:
    """A purchase on such a line."""
    return Purchase.from_plan(
        market, [{"cell": {"x": name}, "count": n} for name, n in counts.items()]
    )


FOUR_CELLS = Space((Nominal("sex", ("F", "M")), Nominal("race", ("A", "B"))))


def of_four_cells(layout: str = "auto") -> Market:
    """F A, F B, M A, M B: 6, 2, 0, 4 records at 1, 5, 3, 2; spend 6, 10, 0, 8."""
    return Market.from_cube(FOUR_CELLS, [[6, 2], [0, 4]], [[1, 5], [3, 2]], layout=layout)
