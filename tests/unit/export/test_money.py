from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.export.money import may_cost_more, may_fall_short
from tacit.market.terms import Terms, Tier
from tests.helpers.selling import PRICES, by_x, cells_of, market, post, simple

CELLS = cells_of(market(), post())
REBATE = Terms(fee=Fraction(1), tiers=(Tier(10, Fraction(1, 2)),))


@pytest.mark.parametrize(
    ("terms", "takes", "dearest"),
    [
        (Terms(), [30], "6.60"),  # 24 at 0.25 and 6 at 0.1
        (Terms(), [4], "1"),
        (Terms(), [10, 4], "2"),
        (REBATE, [10, 4], "2"),
    ],
)
def test_the_dearest_draw_decides(terms: Terms, takes: list[int], dearest: str) -> None:
    seller = market(terms, prices_per_value=PRICES)
    for budget, more in ((dearest, False), (str(Fraction(dearest) - Fraction(1, 1000)), True)):
        design = simple(CELLS, takes[0], budget) if takes[1:] == [] else by_x(CELLS, takes, budget)
        assert may_cost_more(seller, CELLS, design) is more


def test_without_a_budget_nothing_is_too_dear() -> None:
    assert not may_cost_more(market(each="99"), CELLS, simple(CELLS, 9))


@pytest.mark.parametrize(
    ("terms", "budget", "short"),
    [
        (Terms(), "0.24", True),  # one record may cost 0.25
        (Terms(), "0.25", False),
        (Terms(minimum=8), "1.99", True),
        (Terms(minimum=8), "2", False),
        (Terms(fee=Fraction(1), minimum=8), "2", True),
        (Terms(minimum=8, tiers=(Tier(10, Fraction(1, 2)),)), "1.30", False),  # 10 for 1.25
        (Terms(minimum=8, tiers=(Tier(10, Fraction(1, 2)),)), "1.20", True),
        (Terms(minimum=20), "9", False),  # nothing has to stop
    ],
)
def test_a_draw_falls_short_if_the_dearest_smallest_order_does_not_fit(
    terms: Terms, budget: str, short: bool
) -> None:
    seller = market(terms, prices_per_value=PRICES)
    assert may_fall_short(seller, CELLS, simple(CELLS, 20, budget)) is short
