"""Pictures: the labels they carry and the colours they use."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from tacit._display import visible, visible_lines
from tacit.attackers.confidence import Confidence
from tacit.errors import MissingExtra
from tacit.market.market import Market
from tacit.report.plots import (
    as_svg,
    confidence_figure,
    market_figure,
    new_figure,
    plain,
    price_figure,
)
from tacit.report.style import ATTACKER_COLOURS, DISGUISE, EXPOSED, WANTED
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import of_hours
from tests.helpers.rendering import labels_in


def test_a_market_shows_every_value_with_its_records() -> None:
    svg = market_figure(of_hours())
    labels = labels_in(svg)
    for words in ("sex", "F", "M", "5", "10", "hours", "few", "some", "many", "1", "2", "12"):
        assert words in labels
    assert WANTED.lower() in svg


def test_many_values_are_put_together() -> None:
    """Twelve bars: eleven values, and 9 more that hold 2 each."""
    market = Market.from_cube(Space((Nominal("x", tuple(range(20))),)), [2] * 20)
    labels = labels_in(market_figure(market))
    assert {"9 more", "18", "10"} <= set(labels)
    assert "11" not in labels


def test_a_long_name_is_cut() -> None:
    market = Market.from_cube(Space((Nominal("x", ("a" * 30, "b")),)), [1, 1])
    labels = labels_in(market_figure(market))
    assert "a" * 20 + "…" in labels
    assert "a" * 30 not in labels


def test_names_that_look_like_markup_stay_text() -> None:
    market = Market.from_cube(Space((Nominal("<b>", ("<script>", "a & b")),)), [1, 1])
    svg = market_figure(market)
    assert "<script>" not in svg
    assert {"<b>", "<script>", "a & b"} <= set(labels_in(svg))


@pytest.mark.parametrize("name", ["$\\frac$", "$x^{$", "\\$5", "$", "\u4e2d", "\ufdd0"])
def test_names_that_look_like_formulas_or_have_no_letter_stay_text(name: str) -> None:
    market = Market.from_cube(Space((Nominal(name, (name, "b")),)), [1, 1])
    assert visible(name) in labels_in(market_figure(market))


def test_a_picture_holds_what_it_may_hold() -> None:
    name = "".join(map(chr, (*range(1, 32), *range(127, 160))))
    market = Market.from_cube(Space((Nominal(name, (name, "b")),)), [1, 1])
    assert visible_lines(svg := market_figure(market)) == svg


def test_confidences_stand_beside_the_limit() -> None:
    bare = [Confidence("em-f", Fraction(3, 4)), Confidence("em-c", Fraction(1, 2))]
    now = [Confidence("em-f", Fraction(1, 4)), Confidence("em-c", Fraction(1, 5))]
    svg = confidence_figure(bare, now, Fraction(3, 10))
    labels = labels_in(svg)
    for words in ("em-f", "em-c", "75%", "25%", "50%", "20%", " limit 30%"):
        assert words in labels
    for name in ("em-f", "em-c"):
        assert ATTACKER_COLOURS[name].lower() in svg
    assert EXPOSED.lower() in svg


def test_a_confidence_that_did_not_change_is_written_once() -> None:
    """Both are 61%, which is no mark of the scale."""
    same = [Confidence("em-f", Fraction(61, 100))]
    assert labels_in(confidence_figure(same, same, Fraction(3, 10))).count("61%") == 1


def test_a_price_says_how_much_of_it_was_wanted() -> None:
    svg = price_figure([("one", 56, 557), ("other", 0, 0)])
    labels = labels_in(svg)
    for words in ("one", "other", "557  (10.1% wanted)", "0  (0% wanted)", "wanted", "disguise"):
        assert words in labels
    assert WANTED.lower() in svg
    assert DISGUISE.lower() in svg


def test_a_picture_says_what_it_shows_and_nothing_of_when_it_was_made() -> None:
    figure, _ = new_figure(2, 1)
    svg = as_svg(figure, "what it shows")
    assert svg.startswith('<svg role="img" aria-label="what it shows" ')
    for word in ("<?xml", "<metadata", "Matplotlib v", "dc:date"):
        assert word not in svg


def test_one_line_around_a_panel_is_kept() -> None:
    _, (axis,) = new_figure(2, 1)
    plain(axis, "left")
    shown = [side for side, line in axis.spines.items() if line.get_visible()]
    assert shown == ["left"]


def test_panels_come_row_by_row() -> None:
    _, axes = new_figure(2, 1, rows=2, columns=3)
    assert len(axes) == 6
    assert axes[1].get_subplotspec().colspan.start == 1


def test_without_the_drawing_library_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"drawing pictures .*'tacit\[plots\]"):
        new_figure(2, 1)
