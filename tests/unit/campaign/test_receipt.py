"""Receipts: what is said of a delivery, to people and to programs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.looks_blind import Blindness
from tacit.campaign.receipt import Receipt

BLIND = Blindness(0.35, 0.3, 0.4, 0.3, 0.25, 0.35)


def receipt(**more: Any) -> Receipt:
    known: dict[str, Any] = {
        **{"order": 2, "ordered": 1_200, "before": 200, "received": 1_000},
        **{"true_records": 30, "true_records_in_all": 45, "cost": Fraction(5, 2)},
        "price": "2.50 EUR",
        **{"looks_blind": BLIND, "as_planned": True, "duplicates": None, "lacking": None},
        "notes": ("a note",),
    }
    return Receipt(**{**known, **more})


def test_what_came_in_words() -> None:
    came = "all 1,200 records of order 2 have come, as planned, cell by cell"
    assert repr(receipt()) == f"Receipt({came})"
    assert "as the seller drew them" in repr(receipt(as_planned=False))


def test_sentences_say_only_what_the_numbers_do_not() -> None:
    assert receipt().sentences == (BLIND.verdict,)
    assert receipt(looks_blind=None).sentences == ()


def test_what_is_missing_is_said() -> None:
    fewer = receipt(received=999)
    assert fewer.missing == 1
    said = "1,199 of the 1,200 records of order 2 have come; still to come: 1"
    assert repr(fewer) == f"Receipt({said})"


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        (0, "what is needed has come"),
        (1, "1 wanted record is still needed"),
        (2_000, "2,000 wanted records are still needed"),
    ],
)
def test_what_is_still_needed(lacking: int, said: str) -> None:
    assert receipt(lacking=lacking).sentences[-1] == said


def test_programs_get_all_of_it() -> None:
    assert receipt(lacking=3, duplicates=1).to_json() == {
        **{"order": 2, "ordered": 1_200, "received_before": 200, "received": 1_000, "missing": 0},
        **{"true_records": 30, "true_records_in_all": 45, "lacking": 3, "cost": 2.5},
        **{"as_planned": True, "duplicates": 1, "notes": ["a note"]},
        "looks_blind": {"share": 0.35, "interval": [0.3, 0.4], "verdict": BLIND.verdict},
    }
    assert receipt(looks_blind=None).to_json()["looks_blind"] is None
