"""Prices of cells in an engine, where all that is known is what the records of each cost together.

The same as `tacit.market.costs.from_spend`, to the last digit: the price of one record of a cell is its mean,
to 1/10,000 tick, and that of an empty cell the mean of the market.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import EXACT_FLOAT
from tacit.errors import CostError
from tacit.market.costs import FINER, PriceRule, as_price
from tacit.market.engine_checks import looked_over
from tacit.market.engine_queries import Questions

if TYPE_CHECKING:
    from tacit._exact import Number
    from tacit.market.engine_queries import Asks
    from tacit.space.space import Space


def priced_by_mean(
    cells: Any,
    space: Space,
    money_tick: Fraction,
    empty: Number | None = None,
    through: Asks | None = None,
) -> tuple[Any, PriceRule]:
    """Cells with their `excess`, and the rule that it is measured from; for `keep_in_engine`.

    Takes one query, which looks all cells over.

    Args:
        cells: an Ibis expression with codes, `records` and `spend`.
        space: the dimensions.
        money_tick: the size of one unit of spend.
        empty: the price in cells without records, if not the market's mean.
        through: who asks the engine, as `keep_in_engine` has it.

    Raises:
        CostError: if means can't be worked out exactly.
    """
    import ibis

    found = looked_over(Questions(cells, through), cells, space.shape, ("records", "spend"))
    (count, total), most = found.totals, max(found.highest)
    if (2 * FINER + 1) * most >= EXACT_FLOAT:
        raise CostError(
            "the costs of a cell have too many digits to be divided exactly. Round them, for example to two "
            "decimals, or state them in a larger unit."
        )
    tick = money_tick / FINER
    base = round(Fraction(total, max(count, 1)) * FINER)
    if empty is not None:
        base = round(as_price(empty) / tick)
    records, spend = cells.records.cast("int64"), cells.spend.cast("int64")
    many = ibis.greatest(records, 1)
    whole = spend // many
    rest = spend - whole * many
    mean = whole * FINER + (2 * FINER * rest + many) // (2 * many)
    excess = ibis.ifelse(records == 0, 0, mean - base).cast("int64")
    return cells.mutate(excess=excess), PriceRule(base, tick)
