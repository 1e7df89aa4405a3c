"""Numbers as the user wrote them: decimals become fractions, and lists of them become integers.

Promises are compared exactly, so a limit typed as 0.3 is three tenths and not the nearest float.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import lcm
from numbers import Integral
from typing import TYPE_CHECKING, Any

from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterable

Number = int | float | str | Decimal | Fraction

_MOST_PLACES = 300
"""A number of more digits than this is refused: no float can show it."""
_HUGE = 10**_MOST_PLACES
_TOO_LONG = f"has too many digits; a number may have {_MOST_PLACES}."
_MOST_RATIO = 10_000
"""The same for both parts of a fraction, which comes of many sums and products."""
_FINEST = 4096
"""How many bits a unit may take that many numbers are multiples of: more take long to count in."""


def exact(number: Number, setting: str | None = None) -> Fraction:
    """Read a number as it is written in decimal; an error names the setting that it is for.

    >>> exact(0.3), exact("1/3"), exact(2), exact("30%")
    (Fraction(3, 10), Fraction(1, 3), Fraction(2, 1), Fraction(3, 10))
    """
    problem = ""
    try:
        return _exact(number)
    except SettingError as error:
        problem = str(error)
    what = "the number" if setting is None else f"the {setting.replace('_', ' ')}"
    raise SettingError(f"{what} {problem}", setting)


def _exact(number: Number) -> Fraction:
    """The same; an error says only what is wrong with it."""
    if isinstance(number, Fraction):
        return _of_few_digits(number)
    try:
        if isinstance(number, str) and number.strip().endswith("%"):
            return _exact(Decimal(number.strip()[:-1])) / 100
        if isinstance(number, str) and "/" in number:
            return _of_few_digits(Fraction(number.replace(" ", "")))
        written = Decimal(str(number))
        if max(abs(written.adjusted()), len(written.as_tuple().digits)) > _MOST_PLACES:
            raise SettingError(_TOO_LONG)
        return Fraction(written)
    except (InvalidOperation, ValueError, OverflowError, ZeroDivisionError):
        raise SettingError("must be a finite number, such as 0.3 or 1/3.") from None


def _of_few_digits(number: Fraction) -> Fraction:
    long = max(abs(number.numerator), number.denominator) >= 10**_MOST_RATIO
    if long or (number and not Fraction(1, _HUGE) <= abs(number) <= _HUGE):
        raise SettingError(_TOO_LONG)
    return number


def whole(name: str, number: Any, most: int, least: int = 1) -> int:
    """Read a setting that is a whole number within bounds.

    >>> whole("runs", 200, 1_000)
    200
    """
    is_whole = isinstance(number, Integral) and not isinstance(number, bool)
    if not is_whole or not least <= int(number) <= most:
        bounds = f"from {least:,} to {most:,}"
        raise SettingError(f"{name} must be a whole number {bounds}.", name)
    return int(number)


def share(name: str, number: Number, setting: str | None = None) -> Fraction:
    """Read a number that must lie in (0, 1], such as a limit; said by the setting of that name."""
    problem = f"the {name} must be above 0 and at most 1 (for example 0.3)."
    try:
        value = _exact(number)
    except SettingError as error:
        value, problem = Fraction(0), f"the {name} {error}"
    if not 0 < value <= 1:
        raise SettingError(problem, setting or name)
    return value


def factor(number: Number) -> Fraction:
    """Read a factor by which odds may differ: 1 or more."""
    value = exact(number, "within")
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
