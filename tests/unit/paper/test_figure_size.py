"""The sweep of the true intent's size: values are added one after the other."""

from __future__ import annotations

from pathlib import Path

from tacit.market.sources.load import load
from tacit.paper import figure_size
from tacit.paper.exhibit import Case
from tacit.paper.sweep import SHOWN, Point
from tests.helpers.cases import small_case
from tests.helpers.rendering import labels_on


def test_values_are_added_until_all_are_wanted(tmp_path: Path) -> None:
    (chart,) = figure_size.exhibit(small_case(tmp_path)).charts
    steps = {
        name: list(dict.fromkeys(r["step"] for r in chart.series if r["dimension"] == name))
        for name in ("sex", "race")
    }
    assert steps == {"sex": ["as wanted", "+ 1"], "race": ["as wanted", "+ 1", "+ 2"]}
    wanted = {r["step"]: r["true_records"] for r in chart.series if r["dimension"] == "race"}
    assert list(wanted.values()) == [6, 8, 13]  # women of A, then B, then C


def test_three_kinds_of_panels_for_each_dimension(tmp_path: Path) -> None:
    (chart,) = figure_size.exhibit(small_case(tmp_path)).charts
    figure = chart.draw()
    assert len(figure.axes) == 6
    labels = labels_on(figure)
    for kind in ("confidence", "records", "cells"):
        assert f"{kind}: race" in labels
    assert "true intent" in labels


def test_where_all_is_wanted_one_dimension_is_shown(tmp_path: Path) -> None:
    case = Case(small_case(tmp_path).data, {})
    market = load(case.data)
    assert figure_size._narrowest(market, market.intent({})) == ["sex"]
    assert figure_size._narrowest(market, market.intent({"race": ["A"]})) == ["race"]


def test_claims_follow_from_the_points() -> None:
    def listed(upper: float, records: tuple[int, int]) -> list[Point]:
        return [
            Point(step, attacker, "greedy", upper, low, n, cells, 2, 1)
            for attacker in SHOWN
            for step, n, cells, low in (("a", records[0], 4, 0.25), ("b", records[1], 8, 0.125))
        ]

    good = figure_size._claims({"age": listed(0.3, (20, 10))})
    assert [c.holds for c in good] == [True, True, True]
    assert "age: a 18 to b 8" in good[2].numbers
    bad = figure_size._claims({"age": listed(0.31, (10, 20))})
    assert [c.holds for c in bad] == [False, True, False]
