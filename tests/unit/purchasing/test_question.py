"""What is asked of a purchase: one of three questions, exactly as it was asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.errors import PurchaseError, SettingError, TacitError
from tacit.purchasing.question import BuyingQuestion


@pytest.mark.parametrize(
    ("asked", "kind", "amount"),
    [
        ({"buy": 5}, "buy", 5),
        ({"need": np.int64(3)}, "need", 3),
        ({"budget": "12.10"}, "budget", Fraction(121, 10)),
        ({"budget": Fraction(1, 3)}, "budget", Fraction(1, 3)),
    ],
)
def test_one_of_three(asked: dict[str, Any], kind: str, amount: Any) -> None:
    found = BuyingQuestion.of(**asked)
    assert (found.kind, found.amount) == (kind, amount)
    assert (found.odds, found.objective) == (Fraction(19, 20), "records")


def test_odds_are_what_was_written() -> None:
    assert BuyingQuestion.of(need=3, odds=0.9).odds == Fraction(9, 10)
    assert BuyingQuestion.of(need=3, odds="2/3").odds == Fraction(2, 3)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"buy": 5}, {"buy": 5, "odds": 0.95, "objective": "records"}),
        (
            {"need": 5, "objective": "cost", "odds": 0.5},
            {"need": 5, "odds": 0.5, "objective": "cost"},
        ),
        ({"budget": "2.5"}, {"budget": 2.5, "odds": 0.95, "objective": "records"}),
    ],
)
def test_what_is_told_is_what_was_asked(asked: dict[str, Any], told: dict[str, Any]) -> None:
    assert BuyingQuestion.of(**asked).to_json() == told


REFUSED: dict[str, tuple[dict[str, Any], type[TacitError], str]] = {
    "none": ({}, SettingError, "ask one question"),
    "two": ({"buy": 3, "budget": 9}, SettingError, "ask one question"),
    "no records": ({"buy": 0}, PurchaseError, "buy at least one record"),
    "no need": ({"need": -1}, PurchaseError, "at least one wanted record"),
    "half a record": ({"buy": 1.5}, PurchaseError, "whole number"),
    "a truth value": ({"need": True}, PurchaseError, "whole number"),
    "words": ({"buy": "three"}, PurchaseError, "whole number"),
    "no budget": ({"budget": 0}, SettingError, "above 0"),
    "a budget of words": ({"budget": "much"}, SettingError, "number"),
    "an endless budget": ({"budget": float("inf")}, SettingError, "number"),
    "no odds": ({"need": 3, "odds": 0}, SettingError, "above 0 and below 1"),
    "certain odds": ({"need": 3, "odds": 1}, SettingError, "above 0 and below 1"),
    "odds of words": ({"need": 3, "odds": "good"}, SettingError, "number"),
    "an objective": ({"need": 3, "objective": "cells"}, SettingError, "records or cost"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_sense_is_refused(case: str) -> None:
    asked, kind, words = REFUSED[case]
    with pytest.raises(kind, match=words):
        BuyingQuestion.of(**asked)
