"""What a record costs, in whole ticks so that sums are exact, and what an empty cell would cost.

An attacker who knows costs but not the distribution weighs every cell of a box by the price of one
record in it, empty cells too, so each source of costs must say what those are:

| source | price of one record | price in an empty cell |
|---|---|---|
| none | 1 | 1 |
| `each` | the same everywhere | the same |
| per dimension | base + the price of each of the cell's values | by the same rule |
| a column | the cell's mean, to 1/10,000 tick | the market's mean price, or `empty` |
| a table of cells | as listed | as listed; if not listed, the market's mean price, or `empty` |

The market's mean price is the total cost divided by the number of records, to 1/10,000 tick; a tick
is the smallest unit of money in use. What is spent on a cell is always the exact sum over its
records.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from tacit._defaults import LARGEST
from tacit._exact import Number, exact, in_ticks
from tacit.errors import CostError
from tacit.market.cells import Ints, offsets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tacit.space.dimension import Mask
    from tacit.space.space import Space

FINER = 10_000
"""In how many parts of a tick means are told."""


@dataclass(frozen=True)
class PriceRule:
    """The price of a record in any cell: a base, plus the price of each of its values.

    Attributes:
        base: in ticks.
        per_value: for each dimension, the price of each value in ticks, or None.
        tick: the size of one tick.
    """

    base: int
    tick: Fraction
    per_value: tuple[Ints, ...] | None = None

    def total(self, masks: Sequence[Mask]) -> int:
        """The price of one record of each cell of a box, together."""
        sizes = [int(mask.sum()) for mask in masks]
        cells = prod(sizes)
        if self.per_value is None or not cells:
            return cells * self.base
        sums = (int(p[m].sum()) for p, m in zip(self.per_value, masks, strict=True))
        return cells * self.base + sum(cells // n * s for n, s in zip(sizes, sums, strict=True))

    def added(self, masks: Sequence[Mask]) -> NDArray[Any]:
        """The total that each value outside a box would add, by flat id."""
        sizes = [int(mask.sum()) for mask in masks]
        slabs = [prod(sizes[:d] + sizes[d + 1 :]) for d in range(len(sizes))]
        at = offsets([len(mask) for mask in masks])
        found = whole_numbers(at[-1], self._bound(masks))
        for d, (mask, slab) in enumerate(zip(masks, slabs, strict=True)):
            here = slab * self.base
            if self.per_value is not None:
                rest = (j for j in range(len(masks)) if j != d and sizes[j])
                here += sum(slab // sizes[j] * int(self.per_value[j][masks[j]].sum()) for j in rest)
            found[at[d] : at[d + 1]] = here
            if self.per_value is not None:
                found[at[d] : at[d + 1]] += slab * self.per_value[d].astype(found.dtype)
            found[at[d] : at[d + 1]][mask] = 0
        return found

    def peak(self, masks: Sequence[Mask]) -> int:
        """The highest price of one record in a box."""
        if self.per_value is None:
            return self.base
        pairs = zip(self.per_value, masks, strict=True)
        return self.base + sum(int(prices[mask].max()) for prices, mask in pairs)

    def _bound(self, masks: Sequence[Mask]) -> int:
        highest = self.base
        if self.per_value is not None:
            highest += sum(int(prices.max()) for prices in self.per_value)
        return prod(len(mask) for mask in masks) * max(highest, 1)


def whole_numbers(size: int, bound: int) -> NDArray[Any]:
    """An array of zeros that counts exactly up to a bound: int64, or Python's integers."""
    return np.zeros(size, dtype=np.int64 if bound < LARGEST else object)


@dataclass(frozen=True)
class Costs:
    """What the listed cells cost.

    Attributes:
        spend: the cost of all records of each cell, in money ticks.
        excess: by how much a cell's price differs from the rule, in price ticks; None if nowhere.
        rule: the price of cells that are not listed, and what `excess` is measured from.
        money_tick: the size of one tick of `spend`.
    """

    spend: Ints
    excess: Ints | None
    rule: PriceRule
    money_tick: Fraction


def each(records: Ints, price: Number = 1) -> Costs:
    """Every record costs the same."""
    (ticks,), tick = in_ticks([as_price(price)])
    _whole([ticks])
    spend = records if ticks == 1 else records * np.int64(_fits(records, ticks))
    return Costs(spend, None, PriceRule(ticks, tick), tick)


def per_dimension(
    space: Space,
    codes: NDArray[np.unsignedinteger],
    records: Ints,
    prices: Mapping[str, Mapping[str, Number]],
    base: Number = 0,
) -> Costs:
    """A record costs a base plus the price of each of its values; unpriced values add nothing."""
    listed: list[Fraction] = [as_price(base)]
    strangers = [name for name in prices if name not in space.names]
    if strangers:
        raise CostError(
            f"prices are given for '{strangers[0]}', which is no dimension of the market. Its "
            f"dimensions are: {', '.join(space.names)}."
        )
    for dimension in space:
        table = {str(k): v for k, v in prices.get(dimension.name, {}).items()}
        unknown = set(table) - {str(value) for value in dimension.values}
        if unknown:
            raise CostError(
                f"prices are given for values that '{dimension.name}' does not have, such as "
                f"'{min(unknown)}'. Spell them as the dimension does, or remove them."
            )
        listed += [as_price(table.get(str(value), 0)) for value in dimension.values]
    ticks, tick = in_ticks(listed)
    at = offsets(space.shape)
    by_value = _whole(ticks)[1:]
    tables = tuple(by_value[at[d] : at[d + 1]] for d in range(len(space)))
    price = np.full(len(records), ticks[0], dtype=np.int64)
    for table_, code in zip(tables, codes, strict=True):
        price += table_.take(code)
    _fits(records, int(price.max(initial=0)))
    return Costs(records * price, None, PriceRule(ticks[0], tick, tables), tick)


def from_spend(
    records: Ints, spend: Ints, money_tick: Fraction, empty: Number | None = None
) -> Costs:
    """Each cell's total is known; the price of one record is its mean."""
    if (spend < 0).any():
        raise CostError("some costs are negative. A cost must be 0 or more.")
    tick = money_tick / FINER
    price = _rounded_mean(spend, np.maximum(records, 1))
    total, count = int(spend.sum()), max(int(records.sum()), 1)
    base = round(Fraction(total, count) * FINER)
    if empty is not None:
        base = round(as_price(empty) / tick)
    _whole([base] * 2)
    price[records == 0] = base
    _addable(price, base)
    return Costs(spend, _or_none(price - base), PriceRule(base, tick), money_tick)


def from_prices(records: Ints, prices: Sequence[Number], empty: Number | None = None) -> Costs:
    """The price of one record is listed for each cell."""
    if len(prices) != len(records):
        raise CostError("prices must be as many as the cells.")
    # Many cells share few prices, so each is read as a decimal once.
    kinds = {price: i for i, price in enumerate(dict.fromkeys(prices))}
    which = np.array([kinds[price] for price in prices], dtype=np.intp)
    ticks, tick = in_ticks([*(as_price(price) for price in kinds), as_price(empty or 0)])
    *_, base = ticks
    price = _whole(ticks)[which]
    _fits(records, int(price.max(initial=0)))
    spend = records * price
    mean = Fraction(int(spend.sum()), max(int(records.sum()), 1))
    finer = 1
    if empty is None:
        # The mean is seldom a whole number of ticks, so prices are counted in finer ones.
        finer = 1 if mean.denominator == 1 else FINER
        price, base = _whole([t * finer for t in ticks])[which], round(mean * finer)
    _addable(price, base)
    return Costs(spend, _or_none(price - base), PriceRule(base, tick / finer), tick)


def as_price(number: Number) -> Fraction:
    """A price as it was typed, if it is one."""
    try:
        price = exact(number)
    except Exception:
        raise CostError("a price must be a number, such as 2.50.") from None
    if price < 0:
        raise CostError("a price is negative. A cost must be 0 or more.")
    return price


def _fits(records: Ints, price: int) -> int:
    """The price itself, or an error where totals would be too large to count exactly."""
    return price if int(records.sum()) * price < LARGEST else _refuse()


def _whole(ticks: Sequence[int]) -> Ints:
    """Prices as an array, or an error where they or their sum would be too large for one."""
    if sum(ticks) >= LARGEST:
        _refuse()
    return np.array(ticks, dtype=np.int64)


def _addable(price: Ints, base: int) -> None:
    """Refuse prices whose differences from the base can't be added up over all cells."""
    if price.sum(dtype=float) + float(base) * len(price) >= LARGEST:
        _refuse()


def _refuse() -> NoReturn:
    raise CostError(
        "the costs have too many digits to be added up exactly. Round them, for example to two "
        "decimals, or state them in a larger unit."
    )


def _rounded_mean(total: Ints, count: Ints) -> Ints:
    """The mean in ticks that are `FINER` times finer, rounded half up."""
    if max(int(total.max(initial=0)), int(count.max(initial=0))) * FINER * 2 >= LARGEST:
        _refuse()
    whole, rest = np.divmod(total, count)
    mean: Ints = whole * FINER + (2 * rest * FINER + count) // (2 * count)
    return mean


def _or_none(excess: Ints) -> Ints | None:
    return excess if excess.any() else None
