"""How numbers are written in a column of text.

A way of writing says which mark stands before the decimals, which one groups digits by three, and
which money sign, currency code or percent sign may stand beside a number. The plain way is what
DuckDB reads by itself; every other one also knows "(5)" and the long minus as negative.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from tacit.market.sources.quoting import literal

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUTS = (
    *((".", ""), (".", ","), (".", " "), (".", "'")),
    *((",", ""), (",", "."), (",", " "), (",", "'")),
)
"""Decimal mark and mark of thousands; the earlier is preferred where two read a column equally well."""
SIGNS = "$€£¥₹₩₽₺₫₪₴₦₱฿"
_CODES = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN "
    "BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS "
    "GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW "
    "KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN "
    "NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK "
    "SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS "
    "VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL"
)
CODES = tuple(_CODES.split())
"""The currencies of ISO 4217. Not any three letters: "ICE 123" is a train."""
UNITS = ("", "%", *SIGNS, *CODES)
BLANKS = " \u00a0\u2009\u202f"
"""Blanks that group digits or stand before a sign: usual, unbroken, thin, and thin unbroken."""
TRIMMED = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""What DuckDB's `trim` takes off: every blank of Unicode, but neither tabs nor ends of lines."""
LONGEST = 18
"""Longer whole numbers may not fit into 64 bits, and are ids anyway."""

_MINUS = "\u2212"
_GROUPING = {",": ",", ".": r"\.", " ": f"[{BLANKS}]", "'": "['\u2019]", "": ""}
_WHOLE = rf"(?:0|[1-9][0-9]{{0,{LONGEST - 1}}})"


@dataclass(frozen=True)
class Numbers:
    """A way to write numbers.

    Attributes:
        decimal: "." or ",".
        thousands: what groups digits by three: "", ",", ".", "'" or " " for any kind of blank.
        unit: what may stand beside a number: "", a money sign, or a currency's code; or "%", which
            must, as 0.65 may be another scale than 14%. Only 0 is the same on both.
        whole: whether there are whole numbers only.

    Example:
        >>> Numbers(",", ".", unit="€").read("1.234,50 €")
        1234.5
    """

    decimal: str = "."
    thousands: str = ""
    unit: str = ""
    whole: bool = False

    def __post_init__(self) -> None:
        is_usual = not self.whole or self.decimal == _decimal_of_whole(self.thousands)
        if (self.decimal, self.thousands) not in LAYOUTS or self.unit not in UNITS or not is_usual:
            raise ValueError(f"nobody writes numbers as {self!r}")

    @property
    def kind(self) -> str:
        """Integer or number."""
        return "integer" if self.whole else "number"

    @property
    def sql_type(self) -> str:
        """What a database makes of them."""
        return "BIGINT" if self.whole else "DOUBLE"

    @property
    def name(self) -> str:
        """How 1234.5 or 1234 is written so.

        Example:
            >>> Numbers(",", " ", unit="EUR").name
            'EUR 1 234,50'
        """
        number = f"1{self.thousands}234" + ("" if self.whole else f"{self.decimal}50")
        if self.unit == "%":
            return f"{number}%"
        return f"{self.unit}{' ' if self.unit in CODES else ''}{number}"

    @property
    def is_plain(self) -> bool:
        """Whether DuckDB reads them without help."""
        return (self.decimal, self.thousands, self.unit) == (".", "", "")

    @property
    def as_whole(self) -> Numbers:
        """The same way, for whole numbers only."""
        return replace(self, whole=True, decimal=_decimal_of_whole(self.thousands))

    def sql(self, c: str) -> str:
        """The number of a text in SQL, NULL if it is none."""
        text = f"trim({c})"
        number = f"TRY_CAST({self._bare_sql(text)} AS {self.sql_type})"
        if not self.whole:  # too large to be told from the infinite
            number = f"nullif(nullif({number}, 'inf'::DOUBLE), '-inf'::DOUBLE)"
        return f"CASE WHEN regexp_full_match({text}, {literal(self.pattern)}) THEN {number} END"

    def read(self, text: str) -> int | float | None:
        """The number of a text, None if it is none."""
        text = text.strip(TRIMMED)
        if not self._compiled.fullmatch(text):
            return None
        for old, new in self._replaced:
            text = text.replace(old, new)
        if self.whole:
            return int(text)
        return number if isfinite(number := float(text)) else None

    @cached_property
    def pattern(self) -> str:
        """What a number looks like, for DuckDB and Python alike."""
        if self.is_plain:
            return f"[+-]?(?:{self._body('[+-]')})"
        sign, body = f"[+{_MINUS}-]?", f"(?:{self._body(f'[+{_MINUS}-]')})"
        if self.unit == "%":
            percent, mark = f"[{BLANKS}]?%", re.escape(self.decimal)
            zero = "0" if self.whole else f"0(?:{mark}0*)?"
            return rf"{sign}{body}{percent}|\({body}{percent}\)|\({body}\){percent}|{zero}"
        unit = re.escape(self.unit)
        after = f"(?:[{BLANKS}]?{unit})?" if unit else ""
        before = f"(?:{unit}[{BLANKS}]?)?" if unit else ""
        start = f"(?:{sign}{before}|{before}{sign})"
        return rf"{start}{body}{after}|{before}\({before}{body}{after}\){after}"

    def _body(self, sign: str) -> str:
        """The digits. An exponent and marks of thousands do not go together."""
        mark = re.escape(self.decimal)
        grouped = rf"[1-9][0-9]{{0,2}}(?:{_GROUPING[self.thousands]}[0-9]{{3}}){{1,5}}"
        if self.whole:
            return f"{_WHOLE}|{grouped}" if self.thousands else _WHOLE
        simple = f"(?:{_WHOLE}|[0-9]+{mark}[0-9]*|{mark}[0-9]+)(?:[eE]{sign}?[0-9]{{1,3}})?"
        return f"{simple}|{grouped}(?:{mark}[0-9]*)?" if self.thousands else simple

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    @cached_property
    def _replaced(self) -> tuple[tuple[str, str], ...]:
        """What is replaced, in this order, until a machine can read the number."""
        if self.is_plain:
            return ()
        blanks = BLANKS if self.unit or self.thousands == " " else ""
        grouping = {"'": "'\u2019", " ": ""}.get(self.thousands, self.thousands)
        gone = [(mark, "") for mark in (self.unit, *blanks, *grouping, ")") if mark]
        decimal = [(",", ".")] if self.decimal == "," else []
        return (*gone, ("(", "-"), (_MINUS, "-"), *decimal)

    def _bare_sql(self, text: str) -> str:
        for old, new in self._replaced:
            text = f"replace({text}, {literal(old)}, {literal(new)})"
        return text


def every_way() -> Iterator[Numbers]:
    """All ways to write numbers."""
    for unit in UNITS:
        for decimal, thousands in LAYOUTS:
            numbers = Numbers(decimal, thousands, unit)
            yield numbers
            if decimal == _decimal_of_whole(thousands):
                yield numbers.as_whole


def _decimal_of_whole(thousands: str) -> str:
    """The mark of decimals that whole numbers have in mind, so that each way has one name."""
    return "," if thousands == "." else "."
