"""The verdict of an audit in one sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.confidence import Confidence
from tacit.auditing.verdict import verdict
from tacit.publishing.headline import Headline

LIMIT = Fraction(3, 10)
FINE = Headline(Fraction(3, 10), LIMIT, Fraction(1))


def row(name: str, upper: str, **more: Any) -> Confidence:
    return Confidence(name, Fraction(upper), **more)


BETWEEN = row("em-f", "2/5", lower=Fraction(1, 5), estimate=Fraction(1, 4), by="a sample")
BEYOND = row("em-f", "2/5", lower=Fraction(7, 20), estimate=Fraction(19, 50), by="a sample")
UNKNOWN = row("em-fc", "1", lower=Fraction(0), estimate=Fraction(1, 4), by="nothing", known=False)


@pytest.mark.parametrize(
    ("above", "said"),
    [
        ([], "Within the limit: every attacker, the one who knows the method among them."),
        ([row("em-f", "2/5")], "Above the limit: em-f (40%)."),
        ([row("em-c", "1/2")], "Above the limit: em-c (50%, left out)."),
        ([BETWEEN], "Not known to be within the limit: em-f (25% (20% to 40%))."),
        ([BEYOND], "Above the limit: em-f (38% (35% to 40%))."),
        ([UNKNOWN], "Not known to be within the limit: em-fc (about 25%, not known how well)."),
        (
            [row("em-c", "1/2"), BETWEEN],
            "Above the limit: em-c (50%, left out). Not known to be within the limit: em-f (25% (20% to "
            "40%)).",
        ),
    ],
)
def test_it_speaks_of_everyone(above: list[Confidence], said: str) -> None:
    assert verdict(above, LIMIT, FINE, ["em-c"]) == said


def test_of_a_post_that_nobody_knows_how_it_was_made() -> None:
    unknown = Headline.not_known(LIMIT, Fraction(1))
    other = "Not known to be within the limit: one who knows how the post was made."
    assert verdict([], LIMIT, unknown, []) == other
    both = f"Above the limit: em-f (40%). {other}"
    assert verdict([row("em-f", "2/5")], LIMIT, unknown, []) == both


def test_empty_cells_are_no_disguise() -> None:
    found_out = Headline(Fraction(1), LIMIT, Fraction(1))
    assert "to whom empty cells are no disguise" in verdict([], LIMIT, found_out, [])
