"""Charts: the values written beside their points, the scale, and the colours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from matplotlib.colors import to_hex

from tacit.market.mass import Mass
from tacit.report.charts import (
    Curve,
    Exposure,
    curves,
    expansion_grid,
    exposures,
    steps_chart,
)
from tacit.report.plots import as_svg
from tacit.report.style import ATTACKER_COLOURS, EXPOSED, INK, LIGHT, SAFE, WANTED
from tacit.tradeoff import Point, TradeOff
from tests.helpers.markets import of_four_cells
from tests.helpers.rendering import labels_in, labels_on


def drawn(*lines: Curve, percent: bool = False) -> Any:
    steps = [f"s{i}" for i in range(len(lines[0].points))]
    return curves({"panel": lines}, {"panel": steps}, ("x", "y"), percent=["panel"] * percent)


def test_a_chart_names_its_panel_axes_steps_and_lines() -> None:
    figure = drawn(Curve("em-f, greedy", "em-f", [10, 20]))
    labels = labels_in(as_svg(figure, "chart"))
    for words in ("panel", "x", "y", "s0", "s1", "em-f, greedy", "10", "20"):
        assert words in labels


def test_shares_are_written_in_percent() -> None:
    assert "12.3%" in labels_on(drawn(Curve("a", "em-f", [0.1234, 0.5]), percent=True))


def test_a_line_has_its_attacker_s_colour() -> None:
    figure = drawn(Curve("a", "em-f", [1, 2]), Curve("b", "", [2, 3]))
    colours = [line.get_color() for line in figure.axes[0].lines]
    assert colours == [ATTACKER_COLOURS["em-f"], INK]


def test_a_step_without_a_value_is_left_out() -> None:
    figure = drawn(Curve("a", "em-f", [1, None, 3]))
    assert figure.axes[0].lines[0].get_xdata().tolist() == [0, 2]


def test_two_bounds_are_joined_by_a_band() -> None:
    assert not drawn(Curve("a", "em-f", [0.5, 0.6])).axes[0].collections
    assert drawn(Curve("a", "em-f", [0.5, 0.6], low=[0.1, 0.2])).axes[0].collections


@pytest.mark.parametrize(
    ("values", "scale"), [([1, 8], "linear"), ([1, 9], "log"), ([0, 900], "linear")]
)
def test_values_that_differ_by_much_are_on_a_logarithmic_scale(
    values: list[float], scale: str
) -> None:
    assert drawn(Curve("a", "em-f", values)).axes[0].get_yscale() == scale


def test_equal_values_are_written_once() -> None:
    figure = drawn(Curve("a", "em-f", [77]), Curve("b", "em-c", [77]))
    assert [text.get_text() for text in figure.axes[0].texts] == ["77"]


def test_the_legend_names_each_line_once_over_all_panels() -> None:
    panels = {n: [Curve("a", "em-f", [1]), Curve(n, "", [2])] for n in ("left", "right")}
    figure = curves(panels, {name: ["s"] for name in panels}, ("x", "y"), columns=2)
    (legend,) = figure.legends
    assert sorted(text.get_text() for text in legend.texts) == ["a", "left", "right"]


def frontier(objective: str) -> TradeOff:
    """A post of 12 records in 4 cells for limits from 1/2, and the true one from 3/4 to 1."""
    market = of_four_cells()
    wide = Point(Fraction(1, 2), Fraction(3, 4), market.total, "optimal", 12)
    bare = Point(Fraction(3, 4), Fraction(1), Mass(8, 16, 2, 6), "optimal", 8)
    return TradeOff(market, objective, {"em-f": (bare, wide)}, complete=True)


@pytest.mark.parametrize(
    ("objective", "heights", "label"),
    [
        ("records", [8, 8, 12, 12], "records published"),
        ("cells", [2, 2, 4, 4], "cells published"),
        ("cost", [16, 16, 24, 24], "cost"),
    ],
)
def test_a_frontier_is_a_line_of_steps(objective: str, heights: list[float], label: str) -> None:
    figure = steps_chart(frontier(objective))
    (axis,) = figure.axes
    (line,) = axis.lines
    assert list(line.get_xdata()) == [1, 0.75, 0.75, 0.5]
    assert list(line.get_ydata()) == heights
    assert line.get_color() == ATTACKER_COLOURS["em-f"]
    assert axis.get_ylabel() == label
    assert "em-f" in labels_on(figure)


def test_exposures_show_shares_and_means_beside_the_limit() -> None:
    rows = [Exposure("greedy, em-f", 0.25, 0.5, 0.625), Exposure("sealed", 0, 0, 0.3)]
    figure = exposures({"among all": rows}, 0.3)
    labels = labels_on(figure)
    for words in ("among all", "greedy, em-f", "sealed", "50%", "62.5%", "30%", " limit 30%"):
        assert words in labels
    shares, means = figure.axes
    faces = {to_hex(bar.get_facecolor()).upper() for bar in shares.patches}
    assert {EXPOSED, LIGHT} <= faces
    dots = [to_hex(dot.get_facecolor()[0]).upper() for dot in means.collections]
    assert dots == [EXPOSED, SAFE]


def test_a_grid_colours_what_is_inside_and_what_is_added() -> None:
    """Column b, row p are inside; q is the new row."""
    figure = expansion_grid(
        ("a", "b"), ("p", "q"), [("so far", {1}, {0}, ""), ("+ q", {1}, {0, 1}, "q")]
    )
    colours = [
        [to_hex(square.get_facecolor()).upper() for square in axis.patches] for axis in figure.axes
    ]
    white = "#FFFFFF"  # squares come column by column, from below: a p, a q, b p, b q
    assert colours == [[white, white, EXPOSED, white], [white, white, EXPOSED, WANTED]]
    assert {"so far", "+ q", "a", "b", "p", "q"} <= set(labels_on(figure))
