"""What no way to publish costs less than, proven by what candidates are worth.

Give each candidate any worth y. Every way to publish uses boxes with mixes of the candidates inside,
and over all of them the candidates come out as likely as they are beforehand. So the boxes cost at
least what the candidates are worth on average, less the most that a mix is worth beyond its box:

    cost  >=  sum of prior(v) y(v)  -  most over boxes of (best mix of the box - cost of the box)

The solver's duals are a good worth, but any will do, so they may be rounded: here to whole parts of a
unit of cost. All that is left to prove is that no mix of a box is worth more than some number.

* By the formula, in whole numbers: each candidate holds a record, so none is likelier than the limit.
  A mix is worth no more than the limit's worth of chance on each of the most valuable candidates
  inside, and the remainder on the next.
* By prices of lines (`pricing.py`), in floats with room for all that rounding can do to such a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.market.products import product

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.publishing.sealed.lines import Lines, Rows

    Floats = NDArray[np.float64]

FINEST = 30
"""Into how many halves of halves a unit of cost is divided at most: rounding takes a billionth."""
ROOM = 2**58
"""How large a number may become: sums of a few such still fit 64 bits."""
FLOATS = 2**52
"""How large a whole number may become that is to be a float as well."""


@dataclass(frozen=True)
class WholeWorth:
    """What candidates are worth, in whole numbers.

    Attributes:
        whole: the worth of each, in parts of a unit of cost.
        parts: how many parts a unit has: a power of two, so that floats are exact too.
        unit: the denominator of the limit.
    """

    whole: Ints
    parts: int
    unit: int

    @classmethod
    def of(cls, worth: Floats, cost: Ints, limit: Fraction) -> WholeWorth | None:
        """Round what candidates are worth; None if numbers are too large for that."""
        largest = max(1, int(cost.max(initial=0)), int(np.abs(worth).max(initial=0)) + 1)
        most = min(ROOM // (largest * limit.denominator), FLOATS // largest)
        if not most:
            return None
        parts = int(2 ** min(FINEST, most.bit_length() - 1))
        return cls(np.floor(worth * parts).astype(np.int64), parts, limit.denominator)

    @property
    def floats(self) -> Floats:
        """The same worths as floats, exactly."""
        return np.asarray(self.whole / self.parts)

    def by_formula(self, inside: NDArray[np.bool_], limit: Fraction) -> Ints:
        """A number that no mix of each box is worth more than, its cost aside, as `scaled` counts."""
        top = limit.denominator // limit.numerator
        rest = limit.denominator - top * limit.numerator
        first, last = most_valuable(inside, self.whole, top)
        found: Ints = limit.numerator * first + rest * last
        return found

    def scaled(self, cost: Ints) -> Ints:
        """Costs in the unit in which the worth of mixes is given."""
        return cost * (self.parts * self.unit)

    def unscaled(self, number: int) -> Fraction:
        """A number of that unit in units of cost."""
        return Fraction(number, self.parts * self.unit)

    def bound(self, weights: NDArray[Any], total: int, beyond: Fraction) -> Fraction:
        """What no way to publish costs less than.

        Args:
            weights: how likely each candidate is by the reference, as whole numbers in proportion.
            total: the weight of those who count for what is expected.
            beyond: a number that no mix of any box is worth more than.
        """
        pairs = zip(weights, self.whole, strict=True)
        worth = Fraction(sum(int(w) * int(y) for w, y in pairs), self.parts)
        everyone = sum(int(w) for w in weights)
        return (worth - max(beyond, Fraction(0)) * everyone) / total


def beyond_box(lines: Lines, rows: Rows, prices: Floats, worth: Floats, cost: float) -> float:
    """A number that no mix of a box is worth more than beyond its cost, by prices of its lines.

    A sum of n products of rounded numbers is off by less than n + 3 times the smallest float step,
    times the sum of their sizes, in whatever order it is added up; here there is room for more.
    """
    limits = rows.floats
    own = worth[rows.members] - np.where(lines.counts[rows.members], cost, 0.0)
    size = np.abs(worth[rows.members]) + cost
    for b, price in enumerate(prices):
        ratio = lines.ratios[b][rows.members]
        counted, due = product(price, rows.held), float(product(price, limits))
        own = own - ratio * (counted - due)
        size = size + ratio * (counted + due)
    room = (len(rows.limits) + len(prices) + 20) * 2 * np.finfo(float).eps
    return float((own + room * size).max())


def most_valuable(inside: NDArray[np.bool_], worth: NDArray[Any], top: int) -> tuple[Any, Any]:
    """For each box the worth of its `top` most valuable candidates, and of the next one."""
    order = np.argsort(-worth, kind="stable")
    ordered = inside[:, order]
    kind = np.int16 if len(order) < 2**15 else np.int32
    place: NDArray[Any] = np.cumsum(ordered, axis=1, dtype=kind)
    first = product(ordered & (place <= top), worth[order])
    return first, product(ordered & (place == top + 1), worth[order])
