"""What a finding says in words, and for whom it holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tacit.attackers.confidence import Confidence
from tacit.informed.finding import Finding, in_words

SURE = Confidence("informed", Fraction(1, 4), considered=1_000, remaining=8)
FOUND = Finding(SURE, Fraction(1, 5), possible=True, listed=True, margin=Fraction(9, 7))


@pytest.mark.parametrize(
    ("margin", "said"),
    [
        (None, "the limits hold for every belief, whatever its odds"),
        (Fraction(1, 2), "the limits do not hold even for the named belief"),
        (Fraction(1), "the limits hold for the named belief, and hardly for any other"),
        (Fraction(2999, 1000), "whose odds differ by a factor of up to 2.9"),
        (Fraction(12345), "up to 12,345"),
    ],
)
def test_the_margin_in_words_never_says_too_much(margin: Fraction | None, said: str) -> None:
    assert said in in_words(margin)


def test_one_who_is_told_the_part_is_named_as_such() -> None:
    assert FOUND.sentence == (
        "of 1,000 intents that could have led here, 8 remain: someone who knows the method is 25% "
        "sure of a record"
    )
    part = replace(FOUND, part=40)
    assert "is told that it is hidden among a part of 40 of 1,000 is 25% sure" in part.sentence
    assert part.to_json()["part"] == 40


def test_json_tells_the_margin() -> None:
    assert FOUND.to_json()["margin"] == 9 / 7
    assert replace(FOUND, margin=None).to_json()["margin"] is None


def test_hidden_dimensions_come_after_records() -> None:
    race = Confidence("informed:race", Fraction(1, 3))
    assert replace(FOUND, hidden=(race,)).confidences == (SURE, race)
