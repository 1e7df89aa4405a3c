"""Figure 1: one panel for what is published, and one for each candidate."""

from __future__ import annotations

from pathlib import Path

from matplotlib.colors import to_hex

from tacit.paper import figure1
from tacit.report.style import EXPOSED, WANTED
from tests.helpers.cases import small_case


def test_each_candidate_is_drawn_beside_what_is_published() -> None:
    (chart,) = figure1.exhibit().charts
    titles = [axis.get_title(loc="left") for axis in chart.draw().axes]
    assert titles[0] == "(a) published so far"
    assert [title.split("+ ")[1] for title in titles[1:]] == [r["candidate"] for r in chart.series]


def test_what_is_published_is_red_and_what_a_candidate_adds_is_blue() -> None:
    """Two cells so far; Bachelors adds one to them, and a work class two."""
    (chart,) = figure1.exhibit().charts
    colours = [
        [to_hex(square.get_facecolor()).upper() for square in axis.patches]
        for axis in chart.draw().axes
    ]
    assert [panel.count(EXPOSED) for panel in colours] == [2] * 5
    assert [panel.count(WANTED) for panel in colours] == [0, 1, 2, 2, 2]


def test_it_is_the_same_whatever_case_is_studied(tmp_path: Path) -> None:
    own, papers = figure1.exhibit(small_case(tmp_path)), figure1.exhibit()
    assert own.claims == papers.claims
    assert own.charts[0].series == papers.charts[0].series
