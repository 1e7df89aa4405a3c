"""The sweep of alpha: a step for each weight, and what is claimed of a sweep."""

from __future__ import annotations

from pathlib import Path

from tacit.paper import figure_alpha
from tacit.paper.sweep import SHOWN, Point
from tests.helpers.cases import small_case
from tests.helpers.rendering import labels_on


def swept(records: dict[str, int]) -> list[Point]:
    """The same sweep for both attackers."""
    return [
        Point(step, attacker, "greedy", 0.3, None, n, 4, 2, 1)
        for attacker in SHOWN
        for step, n in records.items()
    ]


def test_every_alpha_is_a_step(tmp_path: Path) -> None:
    (chart,) = figure_alpha.exhibit(small_case(tmp_path)).charts
    steps = list(dict.fromkeys(row["step"] for row in chart.series))
    assert steps == ["0", *(f"0.{i}" for i in range(1, 10)), "1"]
    labels = labels_on(chart.draw())
    for attacker in SHOWN:
        assert f"records published against {attacker}" in labels


def test_a_case_of_ones_own_claims_nothing(tmp_path: Path) -> None:
    assert not figure_alpha.exhibit(small_case(tmp_path)).claims


def test_claims_follow_from_the_points() -> None:
    steps = [f"{alpha:g}" for alpha in figure_alpha.ALPHAS]
    falls = {step: 100 if float(step) < 0.6 else 50 for step in steps}
    assert [c.holds for c in figure_alpha._claims(swept(falls))] == [True, True, True]
    rises = {step: 10 + i for i, step in enumerate(steps)}
    assert [c.holds for c in figure_alpha._claims(swept(rises))] == [False, False, False]
