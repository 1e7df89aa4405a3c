"""How sure an attacker is, compared with a limit exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.attackers.confidence import Confidence


def test_within_is_exact() -> None:
    sure = Confidence("em-f", Fraction(3, 10))
    assert sure.within(Fraction(3, 10))
    assert not sure.within(Fraction(3, 10) - Fraction(1, 10**18))
    assert not sure.within(Fraction(0.3)), "the float nearest to 0.3 lies below three tenths"


def test_a_limit_of_its_own_goes_before_the_common_one() -> None:
    strict = Confidence("em-f", Fraction(1, 5), limit=Fraction(1, 10))
    assert not strict.within(Fraction(3, 10))
    lax = Confidence("em-f", Fraction(1, 2), limit=Fraction(1, 2))
    assert lax.within(Fraction(3, 10))


@pytest.mark.parametrize("decided", [True, False])
def test_what_was_decided_more_finely_stands(decided: bool) -> None:
    sure = Confidence("purchase-f", Fraction(3, 10), decided=decided)
    assert sure.within(Fraction(1, 10)) == sure.within(Fraction(9, 10)) == decided


def test_a_plain_confidence_is_printed_with_what_every_one_has() -> None:
    shown = Confidence("em-f", Fraction(1, 4)).to_json(Fraction(3, 10))
    assert shown == {"name": "em-f", "lower": None, "upper": 0.25, "holds": True}


def test_an_own_limit_and_an_estimate_are_printed_where_there_are_some() -> None:
    sure = Confidence(
        "purchase-fc", Fraction(1, 2), Fraction(1, 4), Fraction(3, 8), limit=Fraction(2, 5)
    )
    shown = sure.to_json(Fraction(1))
    assert (shown["limit"], shown["estimate"], shown["holds"]) == (0.4, 0.375, False)
    assert "interval" not in shown


def test_an_informed_attacker_s_candidates_are_printed() -> None:
    sure = Confidence("informed", Fraction(1, 4), considered=12, remaining=5)
    shown = sure.to_json(Fraction(1))
    assert (shown["candidates"], shown["remaining"]) == (12, 5)
    assert "interval" not in shown
    guess = Confidence(
        "informed", Fraction(1, 2), Fraction(1, 4), Fraction(3, 8), considered=12, remaining=5
    )
    assert guess.to_json(Fraction(1))["interval"] == [0.25, 0.5]
