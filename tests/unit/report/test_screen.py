"""On the screen a text is a text, wherever it comes from."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.table import Table
from rich.text import Text

from tacit._display import visible_lines
from tacit.report.screen import Screen

ODD = ["\x1b]52;c;ZXZpbA==\x07", "\x9b31m", "\x7f", "a\rb", "\u202eabc", "\udcff", "a\u200bb"]
MARKUP = ["[red]x[/red]", "[link=file:///x]y[/link]", ":warning:", "[/]"]


def printed(*what: object, **how: object) -> str:
    screen = Screen(file=StringIO(), width=80, **how)
    for one in what:
        screen.print(one)
    assert isinstance(screen.file, StringIO)
    return screen.file.getvalue()


@pytest.mark.parametrize("text", [*ODD, *MARKUP])
def test_in_whatever_it_stands(text: str) -> None:
    made = Table(text)
    made.add_row(text, Text(text))
    for what in (text, Text(text), made):
        shown = printed(what)
        assert visible_lines(shown) == shown
        assert visible_lines(text) in shown or isinstance(what, Text), "Rich drops some of it there"


def test_a_cell_has_the_room_that_its_text_takes() -> None:
    made = Table("x", "y")
    made.add_row("\x1b\x1b\x1b", "2")
    lines = printed(made).splitlines()
    assert len({len(line) for line in lines}) == 1


def test_styles_colour() -> None:
    shown = printed(Text("good", style="green"), force_terminal=True, color_system="standard")
    assert shown == "\x1b[32mgood\x1b[0m\n"


def test_a_reader_that_left_is_told_to_the_caller() -> None:
    with pytest.raises(BrokenPipeError):
        Screen().on_broken_pipe()
