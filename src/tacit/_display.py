"""How numbers and small tables look, the same in terminals, notebooks and reports."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CELL = "padding:2px 12px;text-align:{};"


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


def either_or(place: int) -> str:
    """What leads one of several boxes, of which any will do."""
    return "or" if place else "either"


def html_table(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[object]], after: str = ""
) -> str:
    """A small table for a notebook, styled inline so that it needs nothing else."""
    head = "".join(f"<th style='{_CELL.format('left')}'>{escape(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(_html_cell(value) for value in row) + "</tr>" for row in rows)
    note = f"<div style='margin-top:4px;opacity:.75'>{escape(after)}</div>" if after else ""
    return (
        f"<div><div style='font-weight:600;margin-bottom:4px'>{escape(caption)}</div>"
        f"<table style='border-collapse:collapse'><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{note}</div>"
    )


def _html_cell(value: object) -> str:
    right = isinstance(value, int | float) or (isinstance(value, str) and value[:1].isdigit())
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return f"<td style='{_CELL.format('right' if right else 'left')}'>{escape(text)}</td>"
