"""What an exhibit is made of: values that keep the secret and compare by content."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from tacit.paper.exhibit import Case, Claim, Exhibit, Line


def test_a_case_hides_what_is_wanted() -> None:
    case = Case("adult", {"race": ["canary"]})
    assert "canary" not in repr(case)
    assert "adult" in repr(case)


def test_how_long_it_took_does_not_make_another_exhibit() -> None:
    one = Exhibit("a", "A", "shows", claims=(Claim("says", True, "1"),))
    assert replace(one, seconds=3.0) == one
    assert replace(one, title="B") != one


def test_a_line_without_a_printed_one_has_nothing_to_agree_with() -> None:
    line = Line(("em-f",), ("1",))
    assert (line.printed, line.agrees, line.why) == (None, None, "")


def test_a_claim_is_the_papers_unless_it_says_otherwise() -> None:
    assert not Claim("says", True, "1").ours


def test_nothing_is_changed_after_it_was_made() -> None:
    with pytest.raises(FrozenInstanceError):
        Claim("says", True, "1").holds = False  # type: ignore[misc]
