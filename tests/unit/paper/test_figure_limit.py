"""The sweep of the limit: what is bought at each, as a share, and what is claimed of it."""

from __future__ import annotations

from pathlib import Path

from tacit.paper import figure_limit
from tacit.paper.sweep import SHOWN, Point
from tests.helpers.cases import small_case
from tests.helpers.rendering import labels_on


def swept(records: list[int]) -> list[Point]:
    steps = [f"{limit:g}" for limit in figure_limit.LIMITS]
    return [
        Point(step, attacker, "greedy", 0.3, None, n, 4, 6, 1)
        for attacker in SHOWN
        for step, n in zip(steps, records, strict=True)
    ]


def test_at_a_limit_of_1_only_what_is_wanted_is_bought(tmp_path: Path) -> None:
    (chart,) = figure_limit.exhibit(small_case(tmp_path)).charts
    loose = [row for row in chart.series if row["step"] == "1"]
    assert {row["records"] for row in loose} == {6}


def test_a_limit_out_of_reach_is_a_gap_that_can_be_drawn(tmp_path: Path) -> None:
    """6 of 20 are wanted, so no limit below 0.3 can be reached against em-fc."""
    (chart,) = figure_limit.exhibit(small_case(tmp_path)).charts
    em = {row["step"]: row["records"] for row in chart.series if row["attacker"] == "em-fc"}
    assert em["0.2"] is None
    assert em["0.3"] == 20
    labels = labels_on(chart.draw())
    assert "share of all records that is bought" in labels
    assert "30%" in labels


def test_claims_follow_from_the_points() -> None:
    falls = [20, *range(18, 8, -1), 6]
    assert [c.holds for c in figure_limit._claims(swept(falls), 20)] == [True, True, True]
    rises = list(range(7, 19))
    assert [c.holds for c in figure_limit._claims(swept(rises), 20)] == [False, False, False]
