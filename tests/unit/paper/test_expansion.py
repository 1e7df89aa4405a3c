"""Rows of Tables 1 and 2, on a case that a person can compute."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.paper.expansion import COLUMNS, Row, Setting, own_setting, rows, sheets
from tests.helpers.cases import WANTED, small_case


@pytest.fixture
def small(tmp_path: Path) -> Setting:
    return own_setting(small_case(tmp_path))


def test_a_case_of_ones_own_has_nothing_printed(small: Setting) -> None:
    assert rows([small]) == []
    (sheet,) = sheets("Table", [small])
    assert sheet.title == "Table, your case"
    assert all(line.printed is None and line.agrees is None for line in sheet.lines)


def test_each_attacker_bare_and_after_each_method(small: Setting) -> None:
    (sheet,) = sheets("Table", [small])
    labels = [line.labels for line in sheet.lines]
    for attacker in small.printed:
        mine = [protection for name, protection in labels if name == attacker]
        assert mine[:2] == ["none", "expansion"]
        assert "optimal" in mine


def test_bare_is_what_the_true_intent_gives_away(small: Setting) -> None:
    (sheet,) = sheets("Table", [small])
    bare = next(line for line in sheet.lines if line.labels == ("em-f", "none"))
    assert dict(zip(COLUMNS, bare.ours, strict=True)) == {
        "Conf. LB": "-",
        "Conf. UB": "100%",
        "Total cost": "6.0",
        "Cost (TI)": "6.0",
        "Cost ratio": "100%",
        "Records (PI)": "6",
        "Records (TI)": "6",
        "Utility": "100%",
    }


def test_expanded_is_within_the_limit(small: Setting) -> None:
    """The cheapest post with at least twice the 6 wanted: women, who are 13."""
    (sheet,) = sheets("Table", [small])
    best = next(line for line in sheet.lines if line.labels == ("em-f", "optimal"))
    assert (best.ours[1], best.ours[5]) == ("46.2%", "13")


def test_a_limit_out_of_reach_says_what_is_left(tmp_path: Path) -> None:
    """6 of 20 are wanted, so em-f stays above 0.3 whatever is published."""
    (sheet,) = sheets("Table", [own_setting(small_case(tmp_path, limit=0.2))])
    gone = next(line for line in sheet.lines if line.labels[0] == "em-f")
    assert gone.labels == ("em-f", "out of reach")
    assert gone.ours[1] == "above 0.3"
    assert len(gone.ours) == len(COLUMNS)


def test_printed_rows_are_compared_number_by_number(tmp_path: Path) -> None:
    case = small_case(tmp_path)
    bare = "- 100% 6.0 6.0 100% 6 6 100%"
    setting = Setting("x", case.data, WANTED, {"em-f": (0.5, bare, "- 1% 1 1 1% 1 1 1%")}, 0.5)
    first, second = rows([setting])
    assert (first.protection, first.matches) == ("none", True)
    assert (second.protection, second.matches) == ("expansion", False)


def test_a_row_matches_only_where_every_number_does() -> None:
    assert Row("x", "em-f", "none", ("1", "2"), ("1", "2")).matches
    assert not Row("x", "em-f", "none", ("1", "2"), ("1", "3")).matches


def test_a_setting_hides_what_is_wanted(small: Setting) -> None:
    assert "'A'" not in repr(small)
