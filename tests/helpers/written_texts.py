"""Texts as columns write them, and what a database makes of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import duckdb
from hypothesis import strategies as st

from tacit.market.sources.written import Written
from tacit.market.sources.written_dates import Dates
from tacit.market.sources.written_dates import every_way as every_dates
from tacit.market.sources.written_numbers import Numbers
from tacit.market.sources.written_numbers import every_way as every_numbers

NUMBERS = [way for way in every_numbers() if way.unit in ("", "%", "$", "€", "USD", "EUR")]
"""All that differ in more than the unit's name."""
_SHORT = [way for way in every_dates() if way.short_year]
DATES = list(every_dates())
CENTURIES = [*DATES, *(replace(way, last_year=y) for way in _SHORT for y in (1999, 2027))]
MONTHS = "January February March April May June July August September October November December"
PIECES = (
    *"0123456789.,'-+()$€%eE/:TZ \u2212\u00a0\u202f\u2009\u2019\t\n\u3000\0ſ٣_",
    *(
        "000",
        "123",
        "12",
        "31",
        "2024",
        "Mar",
        "OCT",
        "sept",
        "June",
        "EUR",
        "USD",
        "inf",
        "nan",
        "0x",
        "PM",
    ),
)
MIXED = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


def in_sql(way: Numbers | Dates | Written, texts: list[str]) -> list[Any]:
    """What a database reads."""
    return _asked(way.sql("c"), texts)


def matched(way: Written, texts: list[str]) -> list[Any]:
    """Which texts a database finds fitting."""
    return _asked(way.matches_sql("c"), texts)


def _asked(sql: str, texts: list[str]) -> list[Any]:
    given = "SELECT unnest($1::VARCHAR[]) AS c"
    rows = duckdb.execute(f"SELECT {sql} FROM ({given})", [texts]).fetchall()
    return [row[0] for row in rows]


def near(way: Numbers | Dates) -> st.SearchStrategy[str]:
    """Texts that fit a way, nearly fit it, or are something else."""
    fitting = st.from_regex(way.pattern, fullmatch=True)
    cut = st.tuples(fitting, st.integers(0, 12), MIXED).map(lambda t: t[0][: t[1]] + t[2])
    return st.one_of(fitting, cut, st.tuples(fitting, MIXED).map("".join), MIXED)


@st.composite
def number_texts(draw: st.DrawFn, way: Numbers) -> tuple[str, float]:
    """A number, and how it is written in a way."""
    places = 0 if way.whole else draw(st.integers(0, 4))
    most = 10**18 if way.whole else 10**13
    drawn = draw(st.integers(0, most - 1))
    exact: Any = drawn if way.whole else drawn / 10**places
    digits = f"{exact:,}" if way.whole else f"{exact:,.{places}f}"
    whole, _, rest = digits.partition(".")
    grouping = " \u00a0\u202f\u2009" if way.thousands == " " else way.thousands
    mark = draw(st.sampled_from(["", *grouping]))
    text = whole.replace(",", mark) + (way.decimal + rest if rest else "")
    value = type(exact)(digits.replace(",", ""))
    return draw(_signed(way, text, value))


def _signed(way: Numbers, text: str, value: Any) -> st.SearchStrategy[tuple[str, Any]]:
    """A number with and without its sign and unit."""
    forms = [("{}", 1), ("-{}", -1), ("+{}", 1)] if way.unit != "%" else []
    if not way.is_plain and way.unit != "%":
        forms += [("\u2212{}", -1), ("({})", -1)]
    unit = way.unit
    if unit:
        forms += [(f"{{}}{unit}", 1), (f"-{{}} {unit}", -1), (f"({{}}\u00a0{unit})", -1)]
    if unit not in ("", "%"):
        forms += [(f"{unit}{{}}", 1), (f"-{unit}{{}}", -1), (f"{unit} -{{}}", -1)]
        forms += [(f"({unit}{{}})", -1), (f"{unit}({{}})", -1), (f"({{}}) {unit}", -1)]
    return st.sampled_from([(form.format(text), sign * value) for form, sign in forms])


@st.composite
def date_texts(draw: st.DrawFn, way: Dates) -> tuple[str, date]:
    """A date, and how it is written in a way."""
    last = way.last_year
    span = (date(last - 99, 1, 1), date(last, 12, 31)) if way.short_year else (date.min, date.max)
    day = draw(st.dates(*span))
    padded = way.short_year or draw(st.booleans())
    figures = "{:02d}" if padded else "{}"
    name = MONTHS.split()[day.month - 1]
    name = draw(st.sampled_from([name, name[:3], name[:3] + ".", name.upper(), name[:3].lower()]))
    comma = "," if way.month_names and way.order == "mdy" and draw(st.booleans()) else ""
    parts = {
        "d": figures.format(day.day) + comma,
        "m": name if way.month_names else figures.format(day.month),
        "y": f"{day.year % 100:02d}" if way.short_year else f"{day.year:04d}",
    }
    times = ["", " 23:59", "T09:05:07Z", " 0:00:00.123+05:30", "T23:30:00-0500", " 3:30 PM"]
    time = draw(st.sampled_from(times)) if way.time else ""
    return way.between.join(parts[part] for part in way.order) + time, day
