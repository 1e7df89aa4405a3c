"""Markets of one or two dimensions, small enough to reckon with by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space


def line(records: Sequence[int], prices: Sequence[Any] | None = None, **more: Any) -> Market:
    """A market of one nominal dimension, its values named a, b, c, ..."""
    names = tuple("abcdefghij"[: len(records)])
    return Market.from_cube(Space((Nominal("x", names),)), records, prices, **more)


def grid(records: Sequence[Sequence[int]], **more: Any) -> Market:
    """A market of two nominal dimensions: x with values a, b, c, ... and y with p, q, r, ..."""
    x = Nominal("x", tuple("abcdef"[: len(records)]))
    y = Nominal("y", tuple("pqrstu"[: len(records[0])]))
    return Market.from_cube(Space((x, y)), records, **more)
