"""Exhibits in a terminal: what agrees, what is the same in every row, and how wide it gets."""

from __future__ import annotations

from tacit.paper.exhibit import Chart, Claim, Exhibit, Line, Sheet
from tacit.paper.view import exhibit_view
from tests.helpers.rendering import in_colour, on_terminal


def shown(*lines: Line, columns: tuple[str, ...] = ("cost", "records")) -> str:
    sheet = Sheet("sheet", ("attacker",), columns, lines)
    return on_terminal(exhibit_view(Exhibit("x", "An exhibit", "shows", [sheet])))


def test_rows_that_were_printed_say_whether_they_agree() -> None:
    same = Line(("em-f",), ("1", "2"), ("1", "2"), True)
    other = Line(("em-c",), ("3", "4"), ("3", "5"), False, "a tie")
    text = shown(same, other)
    assert "An exhibit" in text
    rows = [row.split() for row in text.splitlines()]
    assert ["em-f", "1", "2", "yes"] in rows
    assert ["em-c", "3", "4", "no"] in rows
    assert "em-c: a tie" in text


def test_where_nothing_was_printed_nothing_is_compared() -> None:
    text = shown(Line(("em-f",), ("1", "2")), Line(("em-c",), ("3", "4")))
    assert "printed" not in text


def test_what_is_the_same_in_every_row_is_said_once() -> None:
    text = shown(Line(("em-f",), ("1", "7")), Line(("em-c",), ("3", "7")))
    assert "In every row: records 7." in text
    assert text.count("7") == 1


def test_one_row_keeps_all_its_columns() -> None:
    text = shown(Line(("em-f",), ("1", "7")))
    assert "In every row" not in text
    assert ["em-f", "1", "7"] in [row.split() for row in text.splitlines()]


def test_a_sheet_that_is_too_wide_is_laid_on_its_side() -> None:
    columns = tuple(f"a_long_column_{i}" for i in range(8))
    few = [Line((name,), tuple(f"{name}{i}" for i in range(8))) for name in ("p", "q")]
    rows = [row.split() for row in shown(*few, columns=columns).splitlines()]
    assert ["a_long_column_0", "p0", "q0"] in rows


def test_claims_hold_or_do_not_in_colour() -> None:
    exhibit = Exhibit(
        "x", "[x]", "", claims=[Claim("it is [so]", True, "1 of 2"), Claim("no", False, "[0]")]
    )
    text = on_terminal(exhibit_view(exhibit))
    assert "[x]" in text
    assert "holds     it is [so] 1 of 2" in text
    assert "does not  no [0]" in text
    coloured = in_colour(exhibit_view(exhibit))
    assert "\x1b[32mholds" in coloured
    assert "\x1b[31mdoes not" in coloured


def test_charts_are_named() -> None:
    chart = Chart("figure-9", "caption", lambda: None, [])
    assert "drawn: figure-9" in on_terminal(exhibit_view(Exhibit("x", "X", "", charts=[chart])))
