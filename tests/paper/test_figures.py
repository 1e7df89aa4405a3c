"""The paper's figures: their numbers, what the text says of them, and that they can be drawn."""

from __future__ import annotations

import pytest

from tacit.paper import figure1, figure_alpha, figure_limit, figure_size, table1, table2, table3
from tacit.paper.exhibit import COMPARED, Case

OWN = Case("synthetic", {"age": ["retirement"], "sex": ["Male"]}, limit=0.2, alpha=0.5)


def series(module) -> dict:
    rows = module.exhibit().charts[0].series
    return {
        (r.get("dimension"), r["attacker"], r["step"]): r for r in rows if r["method"] == "greedy"
    }


@pytest.mark.parametrize("module", [figure_size, figure_limit, figure_alpha], ids=lambda m: m.NAME)
def test_tacits_own_methods_stand_beside_the_papers(module) -> None:
    rows = module.exhibit().charts[0].series
    by_step: dict = {}
    for r in rows:
        by_step.setdefault((r.get("dimension"), r["attacker"], r["step"]), {})[r["method"]] = r
    for methods in by_step.values():
        assert set(methods) == set(COMPARED)
        assert methods["optimal"]["records"] <= methods["greedy"]["records"]


def test_size_starts_where_table_1_ends() -> None:
    found = series(figure_size)
    for dimension, first in (
        ("age", "working adult"),
        ("race", "Black"),
        ("hours-per-week", "full-time"),
    ):
        assert found[dimension, "pi-uniform", first]["records"] == 58
        assert found[dimension, "em-fc", first]["records"] == 557
    assert len(found) == 2 * (4 + 5 + 3)
    assert found["race", "pi-uniform", "+ Asian-Pac-Islander"]["upper"] == 0.3


def test_the_limit_of_table_1_gives_its_records() -> None:
    found = series(figure_limit)
    assert found[None, "pi-uniform", "0.3"]["records"] == 85
    assert found[None, "em-fc", "0.3"]["records"] == 669
    assert len(found) == 2 * 12


def test_the_alphas_of_table_1_give_its_records() -> None:
    found = series(figure_alpha)
    assert found[None, "pi-uniform", "1"]["records"] == 85
    assert found[None, "em-fc", "0.6"]["records"] == 669


HOLDS = {
    table1: [True, True, True],
    table2: [True, True, False],
    figure1: [True, True],
    figure_size: [True, True, True],
    figure_limit: [True, True, True],
    figure_alpha: [True, False, True],
}


@pytest.mark.parametrize("module", HOLDS, ids=lambda m: m.NAME)
def test_what_the_text_says(module) -> None:
    claims = module.exhibit().claims
    assert [claim.holds for claim in claims] == HOLDS[module]
    assert all(claim.numbers for claim in claims)


@pytest.mark.parametrize(
    "module", [figure1, figure_size, figure_limit, figure_alpha], ids=lambda m: m.NAME
)
@pytest.mark.parametrize("own", [None, OWN], ids=["paper", "own"])
def test_charts_can_be_drawn(module, own) -> None:
    (chart,) = module.exhibit(own).charts
    figure = chart.draw()
    panels = 9 if module is figure_size and own is None else 1
    assert len(figure.axes) >= panels
    assert chart.series


def test_a_study_of_ones_own_does_not_name_the_wanted_values() -> None:
    for module in (figure_size, figure_limit, figure_alpha):
        exhibit = module.exhibit(OWN)
        for row in exhibit.charts[0].series:
            assert "retirement" not in str(row)
            assert "Male" not in str(row)
    assert "retirement" not in repr(OWN)


@pytest.mark.parametrize(
    "module",
    [table1, table2, pytest.param(table3, marks=pytest.mark.slow)],
    ids=lambda m: m.NAME,
)
def test_tables_of_ones_own_have_nothing_printed(module) -> None:
    lines = [line for sheet in module.exhibit(OWN).sheets for line in sheet.lines]
    assert lines
    assert all(line.printed is None and line.agrees is None for line in lines)
