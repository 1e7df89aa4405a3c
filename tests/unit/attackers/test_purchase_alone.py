"""Purchase sees the delivery alone: what makes up most of it was wanted."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.purchase_alone import PurchaseAlone
from tests.helpers.markets import bought, line


class TestPurchaseAlone:
    def test_the_share_of_the_most_exposed_wanted_cell(self) -> None:
        market = line([9, 9, 9])
        seen = bought(market, a=1, b=2, c=5)
        for wanted, share in (("a", 1), ("ab", 2), ("abc", 5)):
            confidence = PurchaseAlone().confidence(seen, market.intent({"x": list(wanted)}))
            assert confidence.upper == Fraction(share, 8)

    def test_what_was_not_bought_exposes_nothing(self) -> None:
        market = line([9, 9, 9])
        assert (
            PurchaseAlone().confidence(bought(market, a=1), market.intent({"x": ["b"]})).upper == 0
        )

    def test_one_by_one_most_exposed_first(self) -> None:
        market = line([9, 9, 9])
        found = PurchaseAlone().per_record(bought(market, a=1, c=3), market.intent({}))
        assert [(cell["x"], c.upper) for cell, c in found] == [
            ("c", Fraction(3, 4)),
            ("a", Fraction(1, 4)),
        ]

    def test_the_most_of_a_cell_is_the_limit_s_share_or_the_stock(self) -> None:
        """A third of 8 is 2 and two thirds, so 2; a cell that holds 1 gives 1."""
        most = PurchaseAlone().most(np.array([9, 2, 1]), 12, 8, Fraction(1, 3))
        assert most.tolist() == [2, 2, 1]
        assert PurchaseAlone().most(np.array([9]), 9, 8, Fraction(1, 4)).tolist() == [2]

    @pytest.mark.parametrize(("target", "fewest"), [("1/3", 3), ("1/4", 2), ("0", 0), ("-1", 0)])
    def test_the_target_s_share_is_enough_whatever_the_stock(
        self, target: str, fewest: int
    ) -> None:
        found = PurchaseAlone().enough(np.array([9, 1]), 10, 8, Fraction(target))
        assert found.tolist() == [fewest, fewest]

    def test_a_share_at_the_limit_is_within_it(self) -> None:
        market = line([9, 9])
        seen, want = bought(market, a=3, b=7), market.intent({"x": ["a"]})
        assert PurchaseAlone().judge(seen, want, Fraction(3, 10)).decided
        more = bought(market, a=4, b=7)
        assert not PurchaseAlone().judge(more, want, Fraction(3, 10)).decided
