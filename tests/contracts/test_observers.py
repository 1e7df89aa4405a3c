"""Every observer of the register keeps the contract, in each of its settings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.attackers.observer import Observer
from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.registry import OBSERVERS
from tacit.market.cells import Ints
from tacit.market.market import Market
from tests.contracts.observers import LINE, Counter, ObserverContract


class TestEveryObserver(ObserverContract):
    @pytest.fixture(params=list(OBSERVERS))
    def observer(self, request: pytest.FixtureRequest) -> Observer:
        return OBSERVERS[request.param]


class TestPurchaseFOtherwise(ObserverContract):
    @pytest.fixture(params=[("endless", False), ("finite", True), ("endless", True)])
    def observer(self, request: pytest.FixtureRequest) -> Observer:
        supply, only_over = request.param
        return PurchaseF(supply=supply, only_over=only_over)


class Generous(PurchaseAlone):
    """Says that one record more may be bought than its limit allows."""

    def most(self, stock: Ints, seen: int, size: int, limit: Fraction) -> Ints:
        return np.minimum(stock, super().most(stock, seen, size, limit) + 1)


def test_the_suite_notices_one_who_allows_too_much() -> None:
    """Of 4 records, 2 of the one cell are half."""
    law: Any = ObserverContract.test_one_more_than_the_most_breaks_the_limit
    counter = Counter(Market.from_cube(LINE, [6, 6]), size=4)
    law.hypothesis.inner_test(ObserverContract(), PurchaseAlone(), counter, Fraction(1, 2))
    with pytest.raises(AssertionError):
        law.hypothesis.inner_test(ObserverContract(), Generous(), counter, Fraction(1, 2))
