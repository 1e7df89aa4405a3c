"""How numbers and dates are written in a column of text, and which way a column has.

A CSV file holds texts. `recognised` finds the way of writing that the most rows of a column fit, and
`Written` reads it, in SQL and in Python. Codes with leading zeros, phone numbers, addresses and
versions are names, even where they look like numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from tacit.errors import SettingError, nearest
from tacit.market.sources import written_dates, written_numbers
from tacit.market.sources.written_dates import Dates
from tacit.market.sources.written_guesses import (
    are_ids,
    are_names,
    candidates,
    difference,
    fitting,
    narrowed,
)
from tacit.market.sources.written_numbers import Numbers
from tacit.market.sources.written_years import USUAL, last_year_for, without_last

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

_COUNTS = Numbers(whole=True)
"""The most usual column, told at once: every way reads plain whole numbers alike."""


@dataclass(frozen=True)
class Written:
    """How numbers or dates are written in a column of text.

    Attributes:
        style: the way, with all its marks.

    Example:
        >>> Written.named("31/12/2025").read("5/4/2024")
        datetime.date(2024, 4, 5)
    """

    style: Numbers | Dates

    @classmethod
    def named(cls, name: str) -> Written:
        """The way of writing of this name; "plain" are numbers that need no help.

        Raises:
            SettingError: there is no such way.
        """
        ways = _every_name()
        bare, last = without_last(name)
        way = ways.get(bare)
        if way is not None and last != USUAL:
            way = _up_to(way, last)
        if way is None:
            raise SettingError(
                "there is no such way to write numbers or dates."
                f"{nearest(bare, ways)} Allowed are '1,234.50', '1.234,50', '$1,234.50', "
                "'31/12/2025', '31.12.25 up to 2027', 'Dec 31, 2025' and their like, or 'plain'."
            )
        return cls(way)

    @property
    def name(self) -> str:
        """A number or date written so: 1234.50, 1234, or the last day of 2025."""
        return self.style.name

    @property
    def kind(self) -> str:
        """Integer, number or date."""
        return self.style.kind

    @property
    def is_plain(self) -> bool:
        """Whether DuckDB reads it without help."""
        return self.style.is_plain

    @property
    def sql_type(self) -> str:
        """What a database makes of it: BIGINT, DOUBLE or DATE."""
        return self.style.sql_type

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year that two digits stand for, if years are written so."""
        if not isinstance(self.style, Dates) or not self.style.short_year:
            return None
        return self.style.last_year - 99, self.style.last_year

    def in_century(self, latest: date) -> Written:
        """The same with years of two digits in the hundred years that a column means.

        Args:
            latest: the latest date of the column as it is read now.
        """
        if self.years is None or last_year_for(latest) == USUAL:
            return self
        return Written(_up_to(self.style, last_year_for(latest)) or self.style)

    def sql(self, c: str) -> str:
        """The value of a text in SQL, NULL where the text does not fit; it never fails."""
        return self.style.sql(c)

    def matches_sql(self, c: str) -> str:
        """A condition in SQL that a text fits; it is false for no text at all."""
        return f"({self.sql(c)}) IS NOT NULL"

    def read(self, text: str) -> int | float | date | None:
        """The value of a text, None where it does not fit: what the SQL is judged by."""
        return self.style.read(text)


@dataclass(frozen=True)
class Recognised:
    """How a column is written.

    Attributes:
        written: the way that the most rows fit; None if the column holds names.
        fits: how many rows fit.
        odd: how many do not.
        ambiguous: another reading that as many rows fit.
        example: a text on which the two differ.
    """

    written: Written | None
    fits: int
    odd: int
    ambiguous: Written | None = None
    example: str | None = None


def recognised(texts: Mapping[str, int]) -> Recognised:
    """Find out how a column is written.

    Args:
        texts: how many rows have each text, trimmed, without marks for missing values.

    Example:
        >>> found = recognised({"03/04/2025": 2, "01/01/2025": 1})
        >>> found.written.name, found.ambiguous.name, found.example
        ('31/12/2025', '12/31/2025', '03/04/2025')
    """
    rows = sum(texts.values())
    names = Recognised(None, 0, rows)
    if not rows or are_names(texts):
        return names
    if all(_COUNTS.read(text) is not None for text in texts):
        return Recognised(Written(_COUNTS), rows, 0)
    fits = fitting(candidates(texts), texts, rows)
    if not fits:
        return names
    most = max(fits.values())
    best, *others = (way for way, count in fits.items() if count == most)
    best = narrowed(best, texts)
    if isinstance(best, Numbers) and are_ids(best, texts):
        return names
    found = ((way, difference(best, way, texts)) for way in others)
    other, example = next(((way, text) for way, text in found if text), (None, None))
    ambiguous = Written(narrowed(other, texts)) if other else None
    return Recognised(Written(best), most, rows - most, ambiguous, example)


def _up_to(way: Numbers | Dates, last: int) -> Dates | None:
    """A way to write dates whose years of two digits end with one; None if it has no such years."""
    try:
        return replace(way, last_year=last) if isinstance(way, Dates) else None
    except ValueError:
        return None


@cache
def _every_name() -> dict[str, Numbers | Dates]:
    ways: list[Numbers | Dates] = [*written_numbers.every_way(), *written_dates.every_way()]
    return {"plain": Numbers(), **{way.name: way for way in ways}}
