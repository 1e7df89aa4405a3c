"""Which century years of two digits are of.

A hundred years are meant, and the last of them says which: up to 2069, unless a column says otherwise.
Where that would put dates beyond next year, as it does with days of birth, the hundred years end with
next year. Which ones they are then stands in the name of the way, so that a market file means the same
in any year.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

USUAL = 2069
"""The last year that two digits stand for where nothing else is said: they are 1970 to 2069."""
EARLIEST, LATEST = 1899, 2199
"""The last year may be one of these."""
_NAMED = re.compile(r"(.+) up to ([0-9]{4})")


def this_year() -> int:
    """The year that it is, the same anywhere on earth for all but a day."""
    return datetime.now(UTC).year


def last_year_for(latest: date) -> int:
    """The last of the hundred years that a column means, by the latest date that it would usually have.

    Dates of this year and the next are plausible, and later ones are rather of the last century.
    """
    next_year = this_year() + 1
    return USUAL if latest.year <= next_year else next_year


def long_year(digits: int, last: int) -> int:
    """The year of two digits, of the hundred years that end with one.

    >>> long_year(69, 2069), long_year(70, 2069), long_year(30, 2027)
    (2069, 1970, 1930)
    """
    return last - (last - digits) % 100


def long_year_sql(text: str, last: int) -> str:
    """The SQL for a date that ends with all digits of its year, where it ends with two of them."""
    at, century = f"{last % 100:02d}", last // 100
    which = f"CASE WHEN right({text}, 2) <= '{at}' THEN '{century}' ELSE '{century - 1}' END"
    return f"left({text}, -2) || {which} || right({text}, 2)"


def with_last(name: str, last: int) -> str:
    """The name of a way of writing that has its own last year.

    >>> with_last("31.12.25", 2069), with_last("31.12.25", 2027)
    ('31.12.25', '31.12.25 up to 2027')
    """
    return name if last == USUAL else f"{name} up to {last}"


def without_last(name: str) -> tuple[str, int]:
    """The name of a way of writing without its last year, and that year.

    >>> without_last("31.12.25"), without_last("31.12.25 up to 2027")
    (('31.12.25', 2069), ('31.12.25', 2027))
    """
    found = _NAMED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, USUAL)
