"""What a reader sees of tables in a terminal and of pictures."""

from __future__ import annotations

import re
from html import unescape
from io import StringIO
from typing import Any

from tacit.report.screen import Screen


def on_terminal(*views: Any, width: int = 120) -> str:
    """Tables as plain text."""
    console = Screen(file=StringIO(), width=width, color_system=None)
    for view in views:
        console.print(view)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def in_colour(*views: Any, width: int = 120) -> str:
    """Tables with the codes that colour them."""
    console = Screen(file=StringIO(), width=width, force_terminal=True, color_system="standard")
    for view in views:
        console.print(view)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def labels_in(svg: str) -> list[str]:
    """What is written in a picture: letters are drawn, with the words beside them as a remark."""
    return [unescape(words) for words in re.findall(r"<!-- (.*?) -->", svg, flags=re.DOTALL)]


def labels_on(figure: Any) -> list[str]:
    """What is written in a figure that is not saved yet."""
    import matplotlib.text

    found = (text.get_text() for text in figure.findobj(matplotlib.text.Text))
    return [text for text in found if text]
