"""A market known by a sample of its records."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tacit._defaults import LARGEST
from tacit.errors import MarketFileError, TableError
from tacit.intents.box import Box
from tacit.market.cells import Cells
from tacit.market.sampled import Sampled
from tacit.market.sources.statistics.recounted import recounted
from tacit.market.sources.statistics.rounding import scaled

if TYPE_CHECKING:
    from tacit.market.market import Market
    from tacit.market.sources.statistics.told import Told


def from_sample(drawn: Market, told: Told) -> Market:
    """The market that a sample was drawn from: each count in proportion, rounded with the same total.

    Contract:
        needs: every record was as likely to be drawn as any other, with or without each other.
    """
    many = drawn.total.records
    total = told.total
    if total is None:
        assert told.rate is not None
        total = round(many / told.rate)
    if total < many:
        raise MarketFileError(
            f"total under [statistics] is {total:,}, but the sample alone has {many:,} records. The total "
            "is how many there are in all, those in the sample among them."
        )
    stands_for = total // many if total % many == 0 else None
    each = Fraction(total, many)
    note = (
        f"counts are estimated from a sample: {many:,} records stand for {total:,}, about "
        f"{float(each):,.6g} each. Assumed is that every record was as likely to be drawn as any other. A "
        "cell of which nothing was drawn counts as empty"
    )
    cells = drawn.cells(Box.everything(drawn.space))
    records = scaled(cells.records, total)
    # In Python's integers: a product of counts and spending may not fit 64 bits.
    spend = cells.spend.astype(object) * records // np.maximum(cells.records, 1)
    if float(spend.sum()) >= LARGEST:
        raise TableError("the counts are too large to be added up exactly.")
    spend = spend.astype(np.int64)
    made = recounted(drawn, Cells(cells.codes, records, spend, cells.excess))
    known = Sampled.of(replace(drawn, recount=None), note, stands_for)
    return replace(made, knowledge=known, recount=None, notes=(*drawn.notes, note))
