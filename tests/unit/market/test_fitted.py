"""Markets known by tables: what these allow."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.intents.box import Box
from tacit.market.fitted import Fitted
from tacit.market.market import Market
from tests.helpers.markets import FOUR_CELLS


class TestFitted:
    def test_a_cell_is_within_the_bounds_of_every_table_with_these_margins(self) -> None:
        """Every 2 by 2 table with margins 6, 4 and 7, 3 is tried."""
        market = Market.from_cube(FOUR_CELLS, [[4, 2], [3, 1]])
        tables = (((0,), np.array([6, 4])), ((1,), np.array([7, 3])))
        known = Fitted(tables, 10, "")
        wanted = market.intent({"sex": ["F"], "race": ["A"]})
        shares = {Fraction(corner, 10) for corner in range(3, 7)}  # no other count is negative
        found = known.share("records", wanted, Box.everything(market.space))
        assert found == (min(shares), max(shares))
        assert known.share("spend", wanted, Box.everything(market.space)) is None

    def test_folding_leaves_the_tables_that_still_speak(self) -> None:
        tables = (((0, 1), np.array([[4, 2], [3, 1]])), ((1,), np.array([7, 3])))
        fewer = Fitted(tables, 10, "").folded((0,), lambda one: one)
        assert [(where, table.tolist()) for where, table in fewer.tables] == [((0,), [6, 4])]

    def test_of_far_too_many_wanted_cells_all_together_stand_for_each(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        market = Market.from_cube(FOUR_CELLS, [[4, 2], [3, 1]])
        known = Fitted((((0,), np.array([6, 4])), ((1,), np.array([7, 3]))), 10, "")
        everything = Box.everything(market.space)
        wanted = market.intent({"sex": ["F"]})
        exact = known.share("records", wanted, everything)
        monkeypatch.setattr("tacit.market.fitted.MOST_CELLS", 1)
        rough = known.share("records", wanted, everything)
        assert exact is not None
        assert rough is not None
        assert rough.lower <= exact.lower
        assert exact.upper <= rough.upper == Fraction(6, 10)
