"""What no way to publish costs less than, proven in whole numbers by what candidates are worth.

Give each candidate any worth y. Every way to publish uses boxes with mixes of the candidates inside,
and over all of them the candidates come out as likely as they are beforehand. So the boxes cost at
least what the candidates are worth on average, less the most that a mix is worth beyond its box:

    cost  >=  sum of prior(v) y(v)  -  most over boxes of (best mix of the box - cost of the box)

The solver's duals are a good worth, but any will do, so they may be rounded. All that is left to
prove is that no mix of a box is worth more than some number.

* By the formula: each candidate holds a record, so none is likelier than the limit. A mix is worth no
  more than the limit's worth of chance on each of the most valuable candidates inside, and the
  remainder on the next.
* By prices, where candidates share records: whoever holds a record makes up at most the limit
  together. Give each record r a price d(r), not negative. As a mix adds up to 1,

      sum of mix(v) y(v)  <=  limit x sum of d(r)  +  most over v of (y(v) - sum of d(r) of its records)

  The duals of the program for the best mix are good prices, and again any will do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.cells import Ints

    Floats = NDArray[np.float64]

FINEST = 2**30
"""Into how many parts a unit of cost is divided at most: rounding takes less than a billionth."""
ROOM = 2**58
"""How large a number may become: sums of a few such still fit 64 bits."""


@dataclass(frozen=True)
class WholeWorth:
    """What candidates are worth, in whole numbers.

    Attributes:
        whole: the worth of each, in parts of a unit of cost.
        parts: how many parts a unit has.
        limit: the highest chance that a record may have.
    """

    whole: Ints
    parts: int
    limit: Fraction

    @classmethod
    def of(cls, worth: Floats, cost: Ints, limit: Fraction) -> WholeWorth | None:
        """Round what candidates are worth; None if numbers are too large for that."""
        largest = max(1, int(cost.max(initial=0)), int(np.abs(worth).max(initial=0)) + 1)
        parts = min(FINEST, ROOM // (largest * limit.denominator))
        return cls(np.floor(worth * parts).astype(np.int64), parts, limit) if parts else None

    def by_formula(self, inside: NDArray[np.bool_]) -> Ints:
        """A number that no mix of each box is worth more than, as `scaled` counts."""
        top = self.limit.denominator // self.limit.numerator
        rest = self.limit.denominator - top * self.limit.numerator
        first, last = most_valuable(inside, self.whole, top)
        found: Ints = self.limit.numerator * first + rest * last
        return found

    def by_prices(self, worths: Ints, held: NDArray[np.bool_], prices: Floats) -> int | None:
        """The same for one box, by prices of its records; None if these are too large.

        Args:
            worths: what the candidates inside are worth.
            held: which record (row) each of them (column) holds.
            prices: the price of each record, about.
        """
        prices = np.maximum(prices, 0) * self.parts
        if float(prices.sum()) * self.limit.denominator >= ROOM:
            return None
        whole = np.rint(prices).astype(np.int64)
        most = int((worths - whole @ held).max())
        return self.limit.numerator * int(whole.sum()) + self.limit.denominator * most

    def scaled(self, cost: Ints) -> Ints:
        """Costs in the unit in which the worth of mixes is given."""
        return cost * (self.parts * self.limit.denominator)

    def bound(self, weights: Ints, short: int) -> Fraction:
        """What no way to publish costs less than.

        Args:
            weights: how likely each candidate is, as whole numbers in proportion.
            short: by how much a mix is worth less than its box costs at least, as `scaled` counts.
        """
        total = sum(int(w) * int(y) for w, y in zip(weights, self.whole, strict=True))
        missing = Fraction(min(0, short), self.limit.denominator)
        return (Fraction(total, sum(int(w) for w in weights)) + missing) / self.parts


def most_valuable(inside: NDArray[np.bool_], worth: NDArray[Any], top: int) -> tuple[Any, Any]:
    """For each box the worth of its `top` most valuable candidates, and of the next one."""
    order = np.argsort(-worth, kind="stable")
    ordered = inside[:, order]
    kind = np.int16 if len(order) < 2**15 else np.int32
    place: NDArray[Any] = np.cumsum(ordered, axis=1, dtype=kind)
    first = (ordered & (place <= top)) @ worth[order]
    return first, (ordered & (place == top + 1)) @ worth[order]


def has_no_mix(held: NDArray[np.bool_], prices: Floats, limit: Fraction) -> bool:
    """Whether prices of a box's records prove that no mix of it keeps the limit.

    If each candidate's records cost at least 1 together, all chances together are at most the limit
    times the sum of the prices. If that is below 1, the chances can't add up to 1.
    """
    whole = np.rint(np.clip(prices, 0, FINEST) * FINEST).astype(np.int64)
    cheapest = int((whole @ held).min())
    return limit.numerator * int(whole.sum()) < limit.denominator * cheapest
