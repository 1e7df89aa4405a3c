"""How dates are written in a column of text.

A way of writing says in which order day, month and year stand and what stands between them, whether
months have English names, whether years have two digits, and whether a time of day may follow. The
date as written counts: a time zone moves no date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from tacit.market.sources.quoting import literal
from tacit.market.sources.written_numbers import TRIMMED
from tacit.market.sources.written_years import (
    EARLIEST,
    LATEST,
    USUAL,
    long_year,
    long_year_sql,
    with_last,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMERIC = {"dmy": "-/. ", "mdy": "-/. ", "ymd": "-/. "}
"""What may stand between the parts of a date in figures."""
NAMED = {"dmy": " -/", "mdy": " ", "ymd": " -"}
"""The same where the month has a name."""
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_YEAR = "(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"
_TIME = (
    "(?:[T ](?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]+)?)?"
    "(?: ?[AaPp][Mm])?(?: ?(?:Z|UTC|[+-][0-9]{2}(?::?[0-9]{2})?))?)?"
)


@dataclass(frozen=True)
class Dates:
    """A way to write dates.

    Attributes:
        order: "ymd", "dmy" or "mdy".
        between: what stands between the parts: "-", "/", "." or a blank.
        month_names: whether months have names, long or short.
        short_year: whether years have two digits.
        time: whether a time of day may follow.
        last_year: the last of the hundred years that two digits stand for.

    Example:
        >>> Dates("dmy", "/").read("31/12/2025")
        datetime.date(2025, 12, 31)
    """

    order: str = "ymd"
    between: str = "-"
    month_names: bool = False
    short_year: bool = False
    time: bool = False
    last_year: int = USUAL

    def __post_init__(self) -> None:
        usual = (NAMED if self.month_names else NUMERIC).get(self.order, "")
        is_short = self.order != "ymd" and (self.month_names or self.between != " ")
        is_usual = self.last_year == USUAL or (
            self.short_year and EARLIEST <= self.last_year <= LATEST
        )
        is_usual &= is_short or not self.short_year
        if not self.between or self.between not in usual or not is_usual:
            raise ValueError(f"nobody writes dates as {self!r}")

    @property
    def kind(self) -> str:
        """Always date."""
        return "date"

    @property
    def sql_type(self) -> str:
        """What a database makes of them."""
        return "DATE"

    @property
    def name(self) -> str:
        """How the last day of 2025 is written so.

        Example:
            >>> Dates("mdy", " ", month_names=True, time=True).name
            'Dec 31, 2025 23:59'
        """
        parts = {"d": "31", "m": "12", "y": "25" if self.short_year else "2025"}
        parts |= {"m": "Dec"} if self.month_names else {}
        written = self.between.join(parts[part] for part in self.order)
        written = written.replace(" 31 ", " 31, ") if self._has_comma else written
        return with_last(f"{written} 23:59" if self.time else written, self.last_year)

    @property
    def is_plain(self) -> bool:
        """Whether DuckDB reads them without help."""
        return (self.order, self.between, self.month_names) == ("ymd", "-", False)

    def sql(self, c: str) -> str:
        """The date of a text in SQL, NULL if it is none."""
        text = f"trim({c})"
        found = f"regexp_full_match({text}, {literal(self.pattern)})"
        return f"CASE WHEN {found} THEN {self._parsed(self._without_time(text))} END"

    def read(self, text: str) -> date | None:
        """The date of a text, None if it is none."""
        found = self._compiled.fullmatch(text.strip(TRIMMED))
        if found is None:
            return None
        month, year = found["m"], int(found["y"])
        if self.short_year:
            year = long_year(year, self.last_year)
        try:
            return date(year, _month(month) if self.month_names else int(month), int(found["d"]))
        except ValueError:  # the calendar has no such day
            return None

    @cached_property
    def pattern(self) -> str:
        """What a date looks like, for DuckDB and Python alike."""
        # With short years, 1.2.10 is a version rather than a date.
        zero = "0" if self.short_year and self.between in "-." and not self.month_names else "0?"
        parts = {
            "d": f"(?P<d>{zero}[1-9]|[12][0-9]|3[01])",
            "m": f"(?P<m>{_NAMES if self.month_names else f'{zero}[1-9]|1[0-2]'})",
            "y": f"(?P<y>{'[0-9]{2}' if self.short_year else _YEAR})",
        }
        parts["d"] += ",?" if self._has_comma else ""
        between = re.escape(self.between)
        return between.join(parts[part] for part in self.order) + (_TIME if self.time else "")

    @property
    def _has_comma(self) -> bool:
        return self.month_names and self.order == "mdy"

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def _without_time(self, text: str) -> str:
        if not self.time:
            return text
        is_simple = self.between != " " and not self.month_names
        return _before_blank(text) if is_simple else _before_colon(text)

    def _parsed(self, text: str) -> str:
        """The SQL for a date without its time."""
        if self.is_plain:
            return f"TRY_CAST({text} AS DATE)"
        if self.month_names:
            text = _usual_names(text)
        if self.short_year:
            text = long_year_sql(text, self.last_year)
        marks = [
            {"d": "%d", "m": m, "y": "%Y"} for m in (("%b", "%B") if self.month_names else ["%m"])
        ]
        formats = [self.between.join(mark[part] for part in self.order) for mark in marks]
        return f"CAST(try_strptime({text}, [{', '.join(map(literal, formats))}]) AS DATE)"


def every_way() -> Iterator[Dates]:
    """All ways to write dates, the preferred first where two read a column equally well."""
    for time in (False, True):
        for short in (False, True):
            for named, usual in ((False, NUMERIC), (True, NAMED)):
                for order, marks in usual.items():
                    for mark in marks:
                        if not short or (order != "ymd" and (named or mark != " ")):
                            yield Dates(order, mark, named, short, time)


def _name_pattern(month: str) -> str:
    """A month's name, long or short, in any case.

    Spelled out, as ignoring case would let in letters that only look alike.
    """
    letters = [f"[{letter.upper()}{letter.lower()}]" for letter in month]
    short = "".join(letters[:3]) + ("[Tt]?" if month == "September" else "")
    return f"{''.join(letters)}|{short}[.]?"


_NAMES = "|".join(map(_name_pattern, _MONTHS))


def _month(name: str) -> int:
    """The number of a month by its first three letters."""
    return [month[:3].lower() for month in _MONTHS].index(name[:3].lower()) + 1


def _before_blank(text: str) -> str:
    """The SQL for what stands before a time, in a date of figures without blanks."""
    return f"split_part(split_part({text}, ' ', 1), 'T', 1)"


def _before_colon(text: str) -> str:
    """The SQL for what stands before a time: all up to its colon, without the hour."""
    date_part = f"rtrim(rtrim(split_part({text}, ':', 1), '0123456789'), 'T ')"
    return f"CASE WHEN contains({text}, ':') THEN {date_part} ELSE {text} END"


def _usual_names(text: str) -> str:
    """The SQL for a date whose month has a name DuckDB knows, without points and commas."""
    bare = f"replace(replace(lower({text}), '.', ''), ',', '')"
    return f"replace(replace({bare}, 'september', 'sep'), 'sept', 'sep')"
