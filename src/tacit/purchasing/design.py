"""Blind designs: how to draw records so that what is drawn says nothing of what is wanted.

The records of a post are parted into strata, and of each so many are drawn, every record of it alike.
How they are parted and how many are drawn follows from the market and the post, never from what is
wanted. So whoever knows the design finds every purchase as likely for one want as for another, and
after seeing it believes what they believed before.

* `simple`: one stratum; a simple random sample of the post.
* `stratified`: records of one price make a stratum, each with its share; what it costs is certain.
* `weighted`: the same strata, with more of what is cheap: as much money on each price as it has
  records.
* `quotas`: enough of each want that could be behind the post (`quotas.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.attackers.tails import Count
from tacit.purchasing.wanted import Wanted

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from tacit.market.cells import Ints

SIMPLE, STRATIFIED, WEIGHTED, QUOTAS = "simple", "stratified", "weighted", "quotas"
FEW = 20
"""With more cells than this for each record that is drawn, records are drawn one by one."""
DESIGNS = (SIMPLE, STRATIFIED, WEIGHTED, QUOTAS)


@dataclass(frozen=True, eq=False)
class Design:
    """So many records of each stratum of a post, drawn blindly.

    Contract:
        needs: every cell of the post in one stratum; of none more than it holds.
        promises: `draw` uses the stock and chance alone.

    Attributes:
        kind: one of `DESIGNS`.
        stock: how many records each cell of the post holds, of those that are left to draw from.
        stratum: the number of each cell's stratum, from 0.
        take: how many records to draw of each stratum.
        budget: the money that the order may cost; drawing stops before it would cost more.
    """

    kind: str
    stock: Ints
    stratum: NDArray[np.intp]
    take: Ints
    budget: Fraction | None = None

    @classmethod
    def simple(cls, stock: Ints, size: int, budget: Fraction | None = None) -> Design:
        """A simple random sample."""
        whole = np.zeros(len(stock), dtype=np.intp)
        return cls(SIMPLE, stock, whole, np.array([size], dtype=np.int64), budget)

    @property
    def size(self) -> int:
        """How many records are drawn."""
        return int(self.take.sum())

    @property
    def holds(self) -> Ints:
        """How many records each stratum holds."""
        found = np.zeros(len(self.take), dtype=np.int64)
        np.add.at(found, self.stratum, self.stock)
        return found

    def draw(self, rng: np.random.Generator) -> Ints:
        """Draw: how many records of each cell."""
        if len(self.take) == 1:
            return sampled(self.stock, self.size, rng)
        many = np.bincount(self.stratum, minlength=len(self.take))
        counts = np.where(many[self.stratum] == 1, self.take[self.stratum], 0)
        order = np.argsort(self.stratum, kind="stable")
        ends = np.cumsum(many)
        for stratum in np.flatnonzero(many > 1).tolist():
            cells = order[ends[stratum] - many[stratum] : ends[stratum]]
            counts[cells] = sampled(self.stock[cells], int(self.take[stratum]), rng)
        return counts

    def wanted(self, which: NDArray[np.bool_]) -> Wanted:
        """How many records of some cells come out."""
        return self.wanted_of(np.where(which, self.stock, 0))

    def wanted_of(self, wanted: Ints) -> Wanted:
        """How many wanted records come out, of so many that each cell holds."""
        holds, held = self.holds, np.zeros(len(self.take), dtype=np.int64)
        np.add.at(held, self.stratum, wanted)
        at = np.flatnonzero(held * self.take)
        parts = zip(holds[at].tolist(), held[at].tolist(), self.take[at].tolist(), strict=True)
        return Wanted(tuple(Count(total, stock, drawn) for total, stock, drawn in parts))

    def to_json(self) -> dict[str, Any]:
        """What may be told of it: how many records of how many strata."""
        return {"kind": self.kind, "strata": len(self.take), "records": self.size}


def sampled(stock: Ints, size: int, rng: np.random.Generator) -> Ints:
    """A simple random sample of so many records, counted by cell."""
    if size * FEW > len(stock):
        return rng.multivariate_hypergeometric(stock, size, method="marginals")
    ends = np.cumsum(stock)
    records = rng.choice(int(ends[-1]), size, replace=False, shuffle=False)
    cells = np.searchsorted(ends, records, side="right")
    return np.bincount(cells, minlength=len(stock)).astype(np.int64)
