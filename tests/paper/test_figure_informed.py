"""What an informed attacker reaches: the numbers, what we say of them, and that they can be drawn."""

from __future__ import annotations

import pytest

from tacit.paper import figure_informed
from tacit.paper.exhibit import Exhibit
from tacit.report.charts import Exposure, exposures

pytestmark = pytest.mark.slow

EXCEED = {
    ("boxes", "greedy"): (25_968, 29_295, 29_295, 29_295),
    ("cells", "greedy"): (220, 236, 220, 236),
    ("cells", "optimal"): (220, 240, 220, 240),
    ("cells", "sealed"): (0,),
}
IDENTIFIED = {
    ("boxes", "greedy"): (2_436, 11_639, 25_437, 11_639),
    ("cells", "greedy"): (160, 220, 160, 220),
    ("cells", "optimal"): (170, 222, 170, 222),
    ("cells", "sealed"): (0,),
}


@pytest.fixture(scope="module")
def made() -> Exhibit:
    return figure_informed.exhibit()


def by_method(made: Exhibit, column: str) -> dict:
    found: dict = {}
    for row in made.charts[0].series:
        found.setdefault((row["among"], row["method"]), []).append(row[column])
    return {key: tuple(values) for key, values in found.items()}


def test_the_numbers_are_what_a_survey_finds(made) -> None:
    assert by_method(made, "exceed") == EXCEED
    assert by_method(made, "identified") == IDENTIFIED
    assert by_method(made, "refused")["boxes", "greedy"] == (319, 0, 0, 0)
    assert max(by_method(made, "worst")["cells", "sealed"]) == 0.3


def test_what_we_say_holds(made) -> None:
    assert [claim.holds for claim in made.claims] == [True] * 4
    assert all(claim.ours and claim.numbers for claim in made.claims)


def test_the_table_has_a_row_for_each_survey(made) -> None:
    (sheet,) = made.sheets
    assert [line.labels[1:] for line in sheet.lines][-1] == ("sealed", "informed")
    assert len(sheet.lines) == len(made.charts[0].series) == 13
    assert sheet.lines[0].ours == ("25,968", "88.6%", "57.7%", "2,436")


def test_it_can_be_drawn(made) -> None:
    shares, means = made.charts[0].draw().axes
    assert len(shares.get_yticks()) == 13
    assert means.get_xlabel().startswith("mean confidence")


def test_a_mean_within_the_limit_is_drawn_as_safe() -> None:
    figure = exposures({"all": [Exposure("a", 0.1, 0.5, 0.9), Exposure("b", 0, 0, 0.3)]}, 0.3)
    colours = [tuple(dots.get_facecolor()[0]) for dots in figure.axes[1].collections]
    assert len(set(colours)) == 2
