"""The receipt of a delivery as people see it."""

from __future__ import annotations

from fractions import Fraction

from tacit.attackers.looks_blind import Blindness
from tacit.campaign.receipt import Receipt
from tacit.report.delivery import receipt_view
from tests.helpers.rendering import on_terminal

BLIND = Blindness(0.35, 0.3, 0.4, 0.3, 0.25, 0.35)


def test_what_came_stands_beside_what_was_ordered() -> None:
    paid = (Fraction(2_400), "2,400 EUR")
    known = (3, 1_200, 200, 900, 30, 45, *paid, BLIND, False, None, 5, ("a note",))
    shown = on_terminal(receipt_view(Receipt(*known)))
    for words in (
        "order 3",
        "1,200",
        "900",
        "100",
        "2,400 EUR",
        "45",
        "still needed",
        "looks like a blind",
    ):
        assert words in shown
    assert "rows like another" not in shown
    assert "5 wanted records are still needed." in shown


def test_nothing_is_said_twice() -> None:
    known = (3, 1_200, 200, 900, 30, 45, Fraction(1), "1 EUR", None, False, None, 7, ())
    shown = on_terminal(receipt_view(Receipt(*known)))
    for words in ("still needed", "1,200", "900", "45", "1 EUR"):
        assert shown.count(words) == 1
