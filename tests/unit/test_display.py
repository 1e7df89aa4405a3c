"""How numbers and small tables look."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tacit._display import (
    amount,
    either_or,
    html_table,
    json_text,
    percent,
    visible,
    visible_lines,
)


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(1, 4), "25%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(9999, 10000), "100.0%"),  # not whole, so not shown as if it were
        (1, "100%"),
        (0, "0%"),
        (0.5, "50%"),
        (None, "-"),
    ],
)
def test_a_share_is_whole_only_where_it_is_exactly(
    share: Fraction | float | None, shown: str
) -> None:
    assert percent(share) == shown


def test_a_share_has_as_many_digits_as_asked() -> None:
    assert percent(Fraction(1, 3), digits=3) == "33.333%"
    assert percent(Fraction(1, 2), digits=3) == "50%"


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0"), (1234567.0, "1,234,567"), (1234.5, "1,234.50"), (0.129, "0.13")]
)
def test_an_amount_has_decimals_only_where_it_needs_them(number: float, shown: str) -> None:
    assert amount(number) == shown


def test_the_first_of_several_boxes_is_either_the_others_are_or() -> None:
    assert [either_or(place) for place in range(3)] == ["either", "or", "or"]


def test_a_table_has_a_caption_a_header_its_rows_and_a_note() -> None:
    page = html_table("people", ("name", "how many"), [("A", 1234), ("B", 2)], "all of them")
    assert page.count("<tr>") == 3
    for text in (">people<", ">name<", ">how many<", ">A<", ">1,234<", ">all of them<"):
        assert text in page
    assert "opacity" not in html_table("people", ("name",), [])


def test_what_a_table_holds_is_text_never_markup() -> None:
    page = html_table("<b>", ("<i>",), [("<script>", "it's & so")], "<u>")
    for markup in ("<b>", "<i>", "<script>", "<u>"):
        assert markup not in page
    assert "&lt;script&gt;" in page
    assert "it&#x27;s &amp; so" in page


def test_numbers_stand_to_the_right_and_names_to_the_left() -> None:
    def side(value: object) -> str:
        cell = html_table("", (), [(value,)])
        return cell.split("text-align:")[1].split(";")[0]

    assert [side(value) for value in (5, 0.5, "12%", "men")] == ["right"] * 3 + ["left"]


class TestWhatCanNotBeSeen:
    UNSEEN = (
        *map(chr, (*range(32), *range(127, 160))),
        *"\u202e\u2066\u200b\u200d\ufeff\u2028\udcff",
    )

    @pytest.mark.parametrize("letter", UNSEEN)
    def test_it_is_written_out(self, letter: str) -> None:
        shown = visible(f"a{letter}b")
        assert shown.isprintable()
        assert shown == f"a{letter.encode('unicode_escape').decode()}b"
        assert visible(shown) == shown

    @pytest.mark.parametrize("letter", UNSEEN)
    def test_json_escapes_it(self, letter: str) -> None:
        said = {f"a{letter}": [f"{letter}é\U000e0001"]}
        text = json_text(said)
        assert all(line.isprintable() for line in text.split("\n"))
        assert "é" in text
        assert json.loads(text) == said

    def test_what_can_be_seen_stays(self) -> None:
        assert visible("né 中 🙂 a") == "né 中 🙂 a"

    def test_lines_stay_lines_where_they_are_meant(self) -> None:
        assert visible_lines("a\n\tb") == "a\n\\tb"

    def test_a_table_for_a_notebook_holds_none(self) -> None:
        assert "\x1b" not in html_table("\x1b", ["\x1b"], [["\x1b"]], "\x1b")
