"""How text, numbers and small tables look, the same in terminals, notebooks and reports."""

from __future__ import annotations

import json
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

LONGEST_NUMBER = 10**12
"""Numbers of cells from here on are told by their size."""
_CELL = "padding:2px 12px;text-align:{};"


class _Shown(dict[int, str]):
    """Characters by their number, each as it is shown; worked out when it is first met."""

    def __init__(self, *kept: str, escaped: Callable[[str], str]) -> None:
        super().__init__({ord(letter): letter for letter in kept})
        self._escaped = escaped

    def __missing__(self, number: int) -> str:
        letter = chr(number)
        self[number] = letter if letter.isprintable() else self._escaped(letter)
        return self[number]


def _as_python_does(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


_ON_A_LINE = _Shown(escaped=_as_python_does)
_ON_LINES = _Shown("\n", escaped=_as_python_does)
_IN_JSON = _Shown("\n", escaped=lambda letter: json.dumps(letter)[1:-1])


def how_many(count: int) -> str:
    """A number of cells, in figures as long as people read them.

    >>> how_many(10_260_000), how_many(7 * 10**50), how_many(10**400)
    ('10,260,000', '7e+50', 'countless')
    """
    if count < LONGEST_NUMBER:
        return f"{count:,}"
    return f"{float(count):.0e}" if count < 10**300 else "countless"


def visible(text: str) -> str:
    r"""A text on one line, in which what can't be seen is written out as Python writes it.

    That is all that is not printable by Unicode: codes that control a terminal, marks that turn the
    direction of writing or have no width, odd spaces, and what is no character at all. So no name in a
    table moves the cursor, or hides a part of itself.

    >>> print(visible("a\x1b[2Jb\n\u202ec"))
    a\x1b[2Jb\n\u202ec
    """
    return text.translate(_ON_A_LINE)


def visible_lines(text: str) -> str:
    """The same for a text whose lines are meant to be lines."""
    return text.translate(_ON_LINES)


def json_text(answer: object) -> str:
    """An answer as JSON on several lines, in which what can't be seen is escaped."""
    return json.dumps(answer, indent=2, ensure_ascii=False).translate(_IN_JSON)


def percent(number: Fraction | float | None, digits: int = 1) -> str:
    """A share in percent; without decimals only where it is whole exactly, as the paper prints.

    >>> percent(Fraction(56, 557)), percent(None), percent(Fraction(1, 4)), percent(Fraction(469, 999))
    ('10.1%', '-', '25%', '46.9%')
    """
    if number is None:
        return "-"
    if (Fraction(number) * 100).denominator == 1:
        digits = 0
    return f"{float(number) * 100:.{digits}f}%"


def amount(number: float) -> str:
    """A sum of money or a count, with separators and no needless decimals.

    >>> amount(31773.0), amount(2.5)
    ('31,773', '2.50')
    """
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,.2f}"


def many(number: int, one: str) -> str:
    """A number of things, for people to read.

    >>> many(1, "record"), many(1200, "wanted record")
    ('1 record', '1,200 wanted records')
    """
    return f"{number:,} {one}{'s' * (number != 1)}"


def either_or(place: int) -> str:
    """What leads one of several boxes, of which any will do."""
    return "or" if place else "either"


def html_table(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[object]], after: str = ""
) -> str:
    """A small table for a notebook, styled inline so that it needs nothing else."""
    head = "".join(f"<th style='{_CELL.format('left')}'>{_safe(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(_html_cell(value) for value in row) + "</tr>" for row in rows)
    note = f"<div style='margin-top:4px;opacity:.75'>{_safe(after)}</div>" if after else ""
    return (
        f"<div><div style='font-weight:600;margin-bottom:4px'>{_safe(caption)}</div>"
        f"<table style='border-collapse:collapse'><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{note}</div>"
    )


def _html_cell(value: object) -> str:
    right = isinstance(value, int | float) or (isinstance(value, str) and value[:1].isdigit())
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return f"<td style='{_CELL.format('right' if right else 'left')}'>{_safe(text)}</td>"


def _safe(text: str) -> str:
    return escape(visible(text))
