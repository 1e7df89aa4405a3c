"""Which ways of writing a column of text may have, and how well it fits them.

What counts is rows, not texts: a column is read in the way that the most of its rows fit.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from tacit.market.sources import written_dates
from tacit.market.sources.written_dates import Dates
from tacit.market.sources.written_numbers import BLANKS, CODES, LAYOUTS, LONGEST, SIGNS, Numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SHARE = Fraction(4, 5)
"""So many of the rows must fit. Real columns hold a few odd rows; if every fifth is odd, the column is
rather one of names, some of which happen to look like numbers."""
MANY_UNITS = 3
"""So many signs and codes are tried; a column with more has no single one that most rows fit."""
PHONE = 9
"""Whole numbers of at least so many digits, all equally long and grouped by blanks, are phone numbers."""
_CODE = re.compile(rf"0[0-9]+|\+[0-9{BLANKS}]{{8,}}")
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_ADDRESS = re.compile(rf"{_OCTET}(?:\.{_OCTET}){{3}}")
_FOUR_GROUPS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_LONG = re.compile(rf"[+−-]?[0-9]{{{LONGEST + 1},}}")
_UNIT = re.compile(f"[{SIGNS}%]|{'|'.join(CODES)}")


def are_names(texts: Iterable[str]) -> bool:
    """Whether one text tells that a column holds codes, phone numbers or addresses on the internet."""
    if any(map(_CODE.fullmatch, texts)):
        return True
    groups = [text for text in texts if _FOUR_GROUPS.fullmatch(text)]
    return bool(groups) and all(map(_ADDRESS.fullmatch, groups))


def candidates(texts: Mapping[str, int]) -> list[Numbers | Dates]:
    """The ways that a column may be written in, the preferred first."""
    units: Counter[str] = Counter()
    for text, rows in texts.items():
        for unit in set(_UNIT.findall(text)):
            units[unit] += rows
    often = [unit for unit, _ in units.most_common(MANY_UNITS)]
    marks = frozenset[str]().union(*texts)
    layouts = [layout for layout in LAYOUTS if _occurs(*layout, marks)]
    return [
        *(Numbers(*layout, unit) for unit in ("", *often) for layout in layouts),
        *(dates for dates in written_dates.every_way() if _may_be(dates, marks)),
    ]


def _occurs(decimal: str, thousands: str, marks: frozenset[str]) -> bool:
    """Whether a column has the marks that tell a layout from those preferred to it."""
    grouping = {" ": BLANKS, "'": "'\u2019", ",": ",(\u2212"}.get(thousands, thousands)
    is_grouped = not grouping or not marks.isdisjoint(grouping)
    return is_grouped and (decimal == "." or thousands == "." or "," in marks)


def _may_be(dates: Dates, marks: frozenset[str]) -> bool:
    has_names = not dates.month_names or any(map(str.isalpha, marks))
    return dates.between in marks and has_names and (not dates.time or ":" in marks)


def fitting(
    ways: Iterable[Numbers | Dates], texts: Mapping[str, int], rows: int
) -> dict[Numbers | Dates, int]:
    """How many rows fit each way that enough rows fit.

    A way is given up once too many rows did not fit, so the most frequent texts come first.
    """
    left = {way: _spared(way, rows) for way in ways}
    for text, count in sorted(texts.items(), key=lambda item: -item[1]):
        missed = [way for way in left if way.read(text) is None]
        for way in missed:
            left[way] -= count
            if left[way] < 0:
                del left[way]
    return {way: rows - _spared(way, rows) + spare for way, spare in left.items()}


def _spared(way: Numbers | Dates, rows: int) -> int:
    """How many rows need not fit; with years of two digits none, as too much else looks so."""
    return 0 if isinstance(way, Dates) and way.short_year else int(rows * (1 - SHARE))


def narrowed(way: Numbers | Dates, texts: Mapping[str, int]) -> Numbers | Dates:
    """The way for whole numbers, if all that fit are whole."""
    if isinstance(way, Dates):
        return way
    whole = way.as_whole
    are_whole = all(whole.read(t) is not None for t in texts if way.read(t) is not None)
    return whole if are_whole else way


def difference(one: Numbers | Dates, other: Numbers | Dates, texts: Iterable[str]) -> str | None:
    """A text that two ways read differently, or else one that only one of them reads."""
    unread = None
    for text in texts:
        first, second = one.read(text), other.read(text)
        if first is not None and second is not None and first != second:
            return text
        if unread is None and first != second:
            unread = text
    return unread


def are_ids(way: Numbers, texts: Iterable[str]) -> bool:
    """Whether whole numbers are too long to count anything, or all as long as phone numbers."""
    if not way.whole:
        return False
    if any(map(_LONG.fullmatch, texts)):
        return True
    if way.thousands != " " or way.unit:
        return False
    lengths = {len(str(abs(int(n)))) for text in texts if (n := way.read(text)) is not None}
    return len(lengths) == 1 and lengths.pop() >= PHONE
