"""What a simple random sample costs: whether it stays within some money with given odds.

With one price that is certain, and with two it is a hypergeometric tail. With more it is worked out by
adding up the chances of every sum that fits, where those are not too many. Beyond that it is bounded,
by the better of two: Chernoff's method, which for samples without replacement holds as it does with
replacement (Hoeffding, 1963), and the upper end of an interval from simulated draws, which holds but
once in a million. So the odds are met or better.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import comb, exp, gcd, log
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._defaults import EXACT_FLOAT
from tacit.attackers.tails import MOST_RECORDS, Count, interval
from tacit.market.cells import priced
from tacit.market.products import product

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tacit.market.cells import Ints

_SAFETY = 1e-9
"""Chances that are nearer than this to the odds are not taken to meet them."""
WORK = 30_000_000
"""Sums are all added up if that takes no more steps than this."""
_LIKELY = 0.7
"""Odds so high are not met where a draw costs more than this on average."""
_COUNTED = 1_000_000
"""And in whole numbers, where the odds are too close to call, if no more than this."""
MOST_SIMULATED = 500
"""With how many prices draws are simulated."""
_DRAWS, _SETS, _SURE = 300_000, 50_000, 0.999998
"""How many counts and draws, and how sure the interval is."""
_STEEPEST, _HALVINGS = 500.0, 40
"""How steeply sums are weighed at most by Chernoff's method, per highest price, and how finely."""


class Spending:
    """The prices of records on offer, and what a blind draw of some of them costs.

    Args:
        stock: how many records each cell holds.
        prices: what one record of it costs by list, in ticks.
    """

    def __init__(self, stock: Ints, prices: Ints) -> None:
        self.prices, which = np.unique(prices, return_inverse=True)
        self.stock = np.zeros(len(self.prices), dtype=np.int64)
        np.add.at(self.stock, which.reshape(-1), stock)

    @property
    def total(self) -> int:
        """How many records there are."""
        return int(self.stock.sum())

    def lowest(self, size: int) -> int:
        """What so many records cost at least."""
        return self._taken(size, np.arange(len(self.prices)))

    def highest(self, size: int) -> int:
        """What so many records cost at most."""
        return self._taken(size, np.arange(len(self.prices))[::-1])

    def _taken(self, size: int, order: NDArray[np.intp]) -> int:
        reached = np.minimum(np.cumsum(self.stock[order]), size)
        each = np.diff(reached, prepend=0)
        return priced(each, self.prices[order])

    def stays(self, size: int, money: int, odds: Fraction, *, roughly: bool = False) -> bool:
        """Whether a draw of so many records costs at most this with at least these odds.

        Roughly, where no draws are to be simulated for it.

        Contract:
            promises: never true where it is not so; exact where `is_decided`.
        """
        if money >= self.highest(size):
            return True
        if money < self.lowest(size):
            return False
        if len(self.prices) == 2:
            dear = (money - size * int(self.prices[0])) // int(self.prices[1] - self.prices[0])
            cheap = Count(self.total, int(self.stock[0]), size)
            return cheap.is_below_within(size - dear, 1 - odds)
        allowed = float(1 - odds)
        if not self.is_exact(size, money):
            if self._bounded(size, money) + _SAFETY <= allowed:
                return True
            if roughly or (odds >= _LIKELY and size * self._mean > money):
                return False
        over = self.over(size, money)
        if abs(over - allowed) < _SAFETY and self.is_exact(size, money, _COUNTED):
            return self._within_exactly(size, money) >= odds
        return over + _SAFETY <= allowed

    def over(self, size: int, money: int) -> float:
        """The chance, or a bound on it from above, that a draw costs more than this."""
        if money >= self.highest(size):
            return 0.0
        if money < self.lowest(size):
            return 1.0
        if self.is_exact(size, money):
            return max(1 - self._within(size, money), 0.0)
        return min(self._bounded(size, money), self._simulated(size, money))

    def bound(self, size: int, money: int) -> float:
        """A bound from above on the chance that a draw costs more than this, found at once."""
        if money >= self.highest(size):
            return 0.0
        return 1.0 if money < self.lowest(size) else self._bounded(size, money)

    def is_exact(self, size: int, money: int, steps: int = WORK) -> bool:
        """Whether the chance for so many records and this much money is worked out, not bounded."""
        if len(self.prices) <= 2:
            return True
        room = self.room(size, money)
        each = sum(min(n, size) + 1 for n in self.stock[1:].tolist())
        return bool((size + 1) * (room + 1) * each <= steps)

    def is_decided(self, size: int, money: int, odds: Fraction) -> bool:
        """Whether `stays` says what is so, and does not only err on the safe side."""
        if len(self.prices) <= 2 or not self.lowest(size) <= money < self.highest(size):
            return True
        if not self.is_exact(size, money):
            return False
        apart = abs(self.over(size, money) - float(1 - odds)) >= _SAFETY
        return apart or self.is_exact(size, money, _COUNTED)

    @cached_property
    def _mean(self) -> float:
        return float(self.stock @ self.prices.astype(np.float64)) / self.total

    @cached_property
    def _step(self) -> int:
        """The largest step that all prices are apart by."""
        return gcd(*(int(p) for p in self.prices - self.prices[0])) or 1

    def apart(self, price: int) -> int:
        """How many steps a price lies above the lowest."""
        return (price - int(self.prices[0])) // self._step

    def room(self, size: int, money: int) -> int:
        """How many steps a draw may cost beyond the lowest price for each record."""
        return (money - size * int(self.prices[0])) // self._step

    def _within(self, size: int, money: int) -> float:
        """The chance that a draw costs at most this, every sum that fits added up.

        Blind counts are binomial counts that happen to add up to the size.
        """
        from scipy.stats import binom

        part = size / self.total

        def law(stock: int, most: int) -> NDArray[Any]:
            found: NDArray[Any] = binom.pmf(np.arange(most + 1), stock, part)
            return found

        return float(self._added_up(size, money, law) / binom.pmf(size, self.total, part))

    def _within_exactly(self, size: int, money: int) -> Fraction:
        """The same as a fraction: the ways to draw that fit, of all there are."""

        def law(stock: int, most: int) -> NDArray[Any]:
            return np.array([comb(stock, n) for n in range(most + 1)], dtype=object)

        return Fraction(int(self._added_up(size, money, law)), comb(self.total, size))

    def _added_up(self, size: int, money: int, law: Callable[[int, int], NDArray[Any]]) -> Any:
        """What a law gives to every draw that fits, which for each price is a product, added up."""
        room, lowest = self.room(size, money), law(int(self.stock[0]), size)
        sums = np.zeros((size + 1, room + 1), dtype=lowest.dtype)
        sums[0, 0] = 1
        for price, stock in zip(self.prices[1:].tolist(), self.stock[1:].tolist(), strict=True):
            apart = self.apart(price)
            most = min(stock, size, room // apart)
            own = law(stock, most)
            found = own[0] * sums
            for n in range(1, most + 1):
                found[n:, n * apart :] += own[n] * sums[: size + 1 - n, : room + 1 - n * apart]
            sums = found
        return (sums.sum(axis=1) * lowest[::-1]).sum()

    def _bounded(self, size: int, money: int) -> float:
        """A bound on the chance of more, by the draw itself or by what it leaves."""
        spent = priced(self.stock, self.prices)
        rest = self.total - size
        return min(
            self._chernoff(size, money + 1, self.prices),
            self._chernoff(rest, money + 1 - spent, -self.prices) if rest else 0.0,
        )

    def _simulated(self, size: int, money: int) -> float:
        """The upper end of an interval for the same, from draws that come from no one's seed.

        It fails to hold the chance once in a million; a draw that costs too much is then stopped in time
        a little more often than was said.
        """
        too_large = int(self.prices[-1]) * size >= EXACT_FLOAT or self.total >= MOST_RECORDS
        if too_large or len(self.prices) > MOST_SIMULATED:
            return 1.0
        sets = min(_DRAWS // len(self.prices), _SETS)
        rng = np.random.default_rng([size, money % 2**32])
        drawn = rng.multivariate_hypergeometric(self.stock, size, sets, method="marginals")
        spent = product(drawn.astype(np.float64), self.prices.astype(np.float64))
        over = int((spent > money).sum())
        return interval(over, sets, _SURE)[1]

    def _chernoff(self, size: int, reached: int, prices: Ints) -> float:
        """A bound on the chance that a draw of so many adds up to at least this.

        Sums are weighed by how high they are, more or less steeply, and every steepness gives a bound.
        The best is where the weighed mean is what has to be reached; it is found by halving.
        """
        typical = float(np.abs(prices).max()) or 1.0
        shares, scaled = self.stock / self.total, prices / typical
        above, target = scaled - scaled.max(), reached / (typical * size)
        low, high = 0.0, _STEEPEST
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            weights = shares * np.exp(middle * above)
            mean = float(weights @ scaled) / float(weights.sum())
            low, high = (middle, high) if mean < target else (low, middle)
        grown = log(float((shares * np.exp(low * above)).sum())) + low * float(scaled.max())
        return exp(min(size * (grown - low * target), 0.0))
