"""Numbers as the user wrote them: decimals become fractions, and lists of them become integers.

Promises are compared exactly, so a limit typed as 0.3 is three tenths and not the nearest float.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterable

Number = int | float | str | Decimal | Fraction

_MOST_PLACES = 300
"""A number of more digits than this is refused: no float can show it."""
_HUGE = 10**_MOST_PLACES
_MOST_RATIO = 10_000
"""The same for both parts of a fraction, which comes of many sums and products."""
_FINEST = 4096
"""How many bits a unit may take that many numbers are multiples of: more take long to count in."""


def exact(number: Number) -> Fraction:
    """Read a number as it is written in decimal.

    >>> exact(0.3), exact("1/3"), exact(2), exact("30%")
    (Fraction(3, 10), Fraction(1, 3), Fraction(2, 1), Fraction(3, 10))
    """
    if isinstance(number, Fraction):
        return _of_few_digits(number)
    try:
        if isinstance(number, str) and number.strip().endswith("%"):
            return exact(Decimal(number.strip()[:-1])) / 100
        if isinstance(number, str) and "/" in number:
            return _of_few_digits(Fraction(number.replace(" ", "")))
        written = Decimal(str(number))
        if max(abs(written.adjusted()), len(written.as_tuple().digits)) > _MOST_PLACES:
            raise SettingError("the number has too many digits.")
        return Fraction(written)
    except (InvalidOperation, ValueError, OverflowError, ZeroDivisionError):
        raise SettingError("expected a finite number, such as 0.3 or 1/3.") from None


def _of_few_digits(number: Fraction) -> Fraction:
    long = max(abs(number.numerator), number.denominator) >= 10**_MOST_RATIO
    if long or (number and not Fraction(1, _HUGE) <= abs(number) <= _HUGE):
        raise SettingError("the number has too many digits.")
    return number


def share(name: str, number: Number) -> Fraction:
    """Read a number that must lie in (0, 1], such as a limit."""
    value = exact(number)
    if not 0 < value <= 1:
        raise SettingError(f"the {name} must be above 0 and at most 1 (for example 0.3).")
    return value


def factor(number: Number) -> Fraction:
    """Read a factor by which odds may differ: 1 or more."""
    value = exact(number)
    if value < 1:
        raise SettingError("the factor must be 1 or more, for example 2.", "within")
    return value


def in_ticks(numbers: Iterable[Number]) -> tuple[list[int], Fraction]:
    """Write numbers as whole multiples of one unit, the tick.

    >>> in_ticks([0.5, 1.25, 2])
    ([2, 5, 8], Fraction(1, 4))
    """
    fractions = [exact(number) for number in numbers]
    ticks = 1
    for fraction in fractions:
        ticks = lcm(ticks, fraction.denominator)
        if ticks.bit_length() > _FINEST:
            raise SettingError("the numbers are too fine to be added up exactly. Round them.")
    return [int(fraction * ticks) for fraction in fractions], Fraction(1, ticks)
