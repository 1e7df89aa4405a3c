"""Table 4 on a case of one's own: what leaving out a dimension does."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np

from tacit.paper import table4
from tacit.paper.exhibit import Case
from tests.helpers.cases import small_case


def test_each_dimension_is_left_out_in_turn(tmp_path: Path) -> None:
    made = table4.exhibit(small_case(tmp_path))
    assert [sheet.title.split(": ")[1] for sheet in made.sheets] == list(table4.ALPHAS)
    for sheet in made.sheets:
        assert [line.labels for line in sheet.lines] == [("sex",), ("race",)]
        assert all(len(line.ours) == len(table4.COLUMNS) for line in sheet.lines)


def test_only_one_with_two_bounds_has_a_lower_one(tmp_path: Path) -> None:
    pi, em = table4.exhibit(small_case(tmp_path)).sheets
    assert all(line.ours[0].endswith("%") for line in pi.lines)
    assert all(line.ours[:2] == ("-", "-") for line in em.lines)


def test_a_market_of_one_dimension_has_none_to_leave_out(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("race\n" + "A\n" * 2 + "B\n" * 3)
    made = table4.exhibit(Case(str(path), {"race": ["A"]}, limit=0.5))
    assert [list(sheet.lines) for sheet in made.sheets] == [[], []]


def test_a_limit_out_of_reach_without_a_dimension_is_said(tmp_path: Path) -> None:
    """6 of 20 are wanted; without race 13 women of 20 are, and none of it goes below 0.65."""
    _, em = table4.exhibit(small_case(tmp_path, limit=0.4)).sheets
    race = next(line for line in em.lines if line.labels == ("race",))
    assert race.ours[5] == "out of reach"
    assert (race.ours[8], race.ours[10]) == ("-", "-")


def test_rounded_scores_pick_the_best_where_there_is_one() -> None:
    addition, increase = np.array([10, 2, 5]), np.array([1, 9, 4])
    assert table4._rounded(addition, increase, Fraction(1, 2)) == 1
    assert table4._rounded(addition, np.array([9, 1, 4]), Fraction(0)) == 0
    assert table4._rounded(np.array([4, 4]), np.array([7, 7]), Fraction(1, 2)) == 0
